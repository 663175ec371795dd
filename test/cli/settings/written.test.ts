/** How settings are written as texts: names of variables and flags, values read and shown, secrets masked. */
import { assert, describe, it } from "@effect/vitest"
import { definitions, settingNames, shownValue } from "../../../packages/cli/src/settings/definitions.ts"
import { environmentName, flagName, shownText, textOf, valueOf } from "../../../packages/cli/src/settings/written.ts"

describe("names", () => {
  it("of variables and flags follow from that of the setting, and no two settings share one", () => {
    assert.strictEqual(environmentName("accessSecondsPlayer"), "GARRISON_ACCESS_SECONDS_PLAYER")
    assert.strictEqual(flagName("demoPublic"), "demo-public")
    for (const nameOf of [environmentName, flagName]) {
      assert.lengthOf([...new Set(settingNames.map(nameOf))], settingNames.length)
    }
  })
})

describe("a value", () => {
  const { alpha, defaultClientId, demo, grantsEnabled, host, port } = definitions

  it.each<readonly [keyof typeof definitions, string, unknown]>([
    ["port", "8080", 8080],
    ["port", "-1", -1],
    ["port", "80 80", "80 80"],
    ["port", "1e3", "1e3"],
    ["port", "", ""],
    ["host", "8080", "8080"],
    ["host", "", ""],
    ["demo", "yes", true],
    ["demo", "ON", true],
    ["demo", "0", false],
    ["demo", "False", false],
    ["demo", "maybe", "maybe"],
    ["grantsEnabled", " anon , basic ,", ["anon", "basic"]],
    ["grantsEnabled", "", []],
    ["alpha", '{"issuer":"x"}', { issuer: "x" }],
    ["alpha", "{broken", "{broken"],
    ["defaultClientId", "", undefined],
    ["defaultClientId", "game", "game"],
  ])("of %s, given as %j, is read", (name, text, value) => {
    assert.deepStrictEqual(valueOf(definitions[name], text), value)
  })

  it("that is shown can be given again, and is the same value then", () => {
    for (const [setting, value] of [
      [port, 9000],
      [host, "::1"],
      [demo, true],
      [grantsEnabled, ["anon", "refresh"]],
      [defaultClientId, undefined],
      [alpha, { issuer: "i", audiences: ["a"], jwksUrl: "https://x/jwks" }],
    ] as const) {
      assert.deepStrictEqual(valueOf(setting, textOf(value)), value)
    }
  })

  it("that is secret is shown as a mask, each of a list, and one that is not set as nothing", () => {
    const { keySecret, keySecretPrevious } = definitions
    assert.strictEqual(shownText(keySecret, "0123456789"), "****")
    assert.strictEqual(shownText(keySecret, undefined), "")
    assert.strictEqual(shownText(keySecretPrevious, ["first", "second"]), "****,****")
    assert.strictEqual(shownText(keySecretPrevious, []), "")
    assert.strictEqual(shownText(port, 8080), "8080")
  })

  it("of the storage is shown without the password of its address", () => {
    assert.strictEqual(shownValue("storage", "postgres://me:hunter2@db/x"), "postgres://me:****@db/x")
    assert.strictEqual(shownValue("issuer", "postgres://me:hunter2@db/x"), "postgres://me:hunter2@db/x")
  })
})
