/** Where settings come from, which of two wins, and what is said about wrong ones (decisions, section 15). */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { definitions, settingNames } from "../../../packages/cli/src/settings/definitions.ts"
import {
  gatherSettings,
  resolveSettings,
  type SettingInputs,
  shownSettings,
} from "../../../packages/cli/src/settings/resolve.ts"
import { environmentName } from "../../../packages/cli/src/settings/written.ts"

const nothing: SettingInputs = { flags: {}, environment: {}, file: undefined }

const given = (inputs: Partial<SettingInputs>) => gatherSettings({ ...nothing, ...inputs })

const resolved = (inputs: Partial<SettingInputs>) => Result.getOrThrow(resolveSettings(given(inputs)))

const findings = (inputs: Partial<SettingInputs>): ReadonlyArray<string> => {
  const result = resolveSettings(given(inputs))
  return Result.isFailure(result) ? (result.failure.details ?? []) : []
}

const inFile = (text: string) => ({ file: { path: "garrison.json", text } })

describe("settings", () => {
  it("are the defaults when nothing is given", () => {
    const { values, sources } = resolved({})
    assert.strictEqual(values.host, "127.0.0.1")
    assert.strictEqual(values.port, 8080)
    assert.strictEqual(values.storage, "sqlite:garrison.db")
    assert.isTrue(Object.values(sources).every((source) => source === "default"))
  })

  it("name proxies by addresses and ranges, and by nothing else", () => {
    assert.deepStrictEqual(findings({ environment: { GARRISON_TRUSTED_PROXIES: "10.0.0.0/8,::1" } }), [])
    for (const wrong of ["proxy.example", "10.0.0.0/33"]) {
      const [found = ""] = findings({ environment: { GARRISON_TRUSTED_PROXIES: wrong } })
      assert.include(found, `must be a list of addresses and CIDR ranges, not ["${wrong}"]`)
    }
  })

  it("every default is a value that its own setting accepts", () => {
    for (const name of settingNames) {
      assert.isTrue(Schema.is(definitions[name].schema)(definitions[name].default), name)
    }
  })

  it("flags win over environment, environment over file, file over default", () => {
    const file = inFile('{\n  "port": 1111,\n  "host": "::1",\n  "issuer": "file"\n}')
    const environment = { GARRISON_PORT: "2222", GARRISON_HOST: "0.0.0.0" }
    const flags = { port: { flag: "--port", text: "3333" } }
    const { values, sources } = resolved({ ...file, environment, flags })
    assert.deepStrictEqual(
      [values.port, values.host, values.issuer, values.audience],
      [3333, "0.0.0.0", "file", "garrison"],
    )
    assert.deepStrictEqual(
      [sources.port, sources.host, sources.issuer, sources.audience],
      ["--port", "GARRISON_HOST", "garrison.json:4", "default"],
    )
  })

  it("environment variables are named after the settings", () => {
    assert.strictEqual(environmentName("defaultClientId"), "GARRISON_DEFAULT_CLIENT_ID")
    assert.strictEqual(environmentName("keyRotationSeconds"), "GARRISON_KEY_ROTATION_SECONDS")
    const { values } = resolved({
      environment: {
        GARRISON_GRANTS_ENABLED: "anon, basic",
        GARRISON_DEMO: "off",
        GARRISON_DEFAULT_CLIENT_ID: "my-game",
        GARRISON_AGREEMENTS: JSON.stringify({
          tos: { version: 2, url: "https://x", sha256: "0".repeat(64), required: true },
        }),
      },
    })
    assert.deepStrictEqual(values.grantsEnabled, ["anon", "basic"])
    assert.isFalse(values.demo)
    assert.strictEqual(values.defaultClientId, "my-game")
    assert.strictEqual(values.agreements.tos?.version, 2)
  })

  it("an empty variable counts as not set, whatever its setting is", () => {
    const environment = Object.fromEntries(settingNames.map((name) => [environmentName(name), ""]))
    assert.deepStrictEqual(resolved({ environment }), resolved({}))
    const file = inFile('{"defaultClientId": "mine", "trustedProxies": ["10.0.0.1"]}')
    assert.deepStrictEqual(resolved({ ...file, environment }), resolved(file))
  })

  it("an empty flag clears, and is handed on to another run as what it is", () => {
    const file = inFile('{"defaultClientId": "mine", "port": 9000}')
    const settings = resolved({ ...file, flags: { defaultClientId: { flag: "--set defaultClientId", text: "" } } })
    assert.isUndefined(settings.values.defaultClientId)
  })

  it("null in the file means not given", () => {
    assert.strictEqual(resolved(inFile('{"port":null}')).values.port, 8080)
  })

  it("every wrong value is named with its place, not only the first", () => {
    const file = inFile('{\n  "port": "many",\n  "prot": 1,\n  "log": "loud"\n}')
    const environment = { GARRISON_HOST: "", GARRISON_DEMO: "maybe", GARRISON_REFRESH_GRACE_SECONDS: "-1" }
    const found = findings({ ...file, environment, flags: { storag: { flag: "--set storag", text: "x" } } })
    assert.sameMembers(
      [...found],
      [
        "garrison.json, line 3: there is no setting prot; did you mean port?",
        'garrison.json, line 2: port must be a whole number from 0 to 65535, not "many"',
        'garrison.json, line 4: log must be one of json, text, off, auto, not "loud"',
        'GARRISON_DEMO: demo must be true or false, not "maybe"',
        "GARRISON_REFRESH_GRACE_SECONDS: refreshGraceSeconds must be a whole number from 0 to 315360000, not -1",
        "--set storag: there is no setting storag; did you mean storage?",
      ],
    )
  })

  it("a file that is not JSON is refused with line and column", () => {
    assert.deepStrictEqual(findings(inFile('{\n  "port": 80x\n}')), [
      "garrison.json, line 2, column 13: the text is not valid JSON",
    ])
    assert.deepStrictEqual(findings(inFile("[]")), ["garrison.json, line 1: the file must hold one JSON object"])
  })

  it("a file that can be read in two ways is refused", () => {
    assert.deepStrictEqual(findings(inFile('{"port": 1,\n "port": 2}')), [
      "garrison.json, line 2, column 10: port: the key is given twice",
    ])
    assert.deepStrictEqual(findings(inFile('{"__proto__": {"host": "192.0.2.1"}}')), [
      "garrison.json, line 1, column 15: __proto__: the key __proto__ is not allowed",
    ])
    assert.lengthOf(findings(inFile('{"constructor": 1}')), 1)
  })

  it("a grant that does not exist is refused", () => {
    assert.include(
      findings(inFile('{"grantsEnabled": ["anon", "anno"]}')).join(),
      "grantsEnabled must be a list of anon",
    )
  })

  it("the secrets of a portal are never shown, neither with its other settings nor in a complaint", () => {
    const alpha = {
      issuer: "https://alpha.test",
      audiences: ["game"],
      jwksUrl: "https://alpha.test/jwks",
      tokenUrl: "https://alpha.test/token",
      clientId: "garrison",
      clientSecret: "hunter2",
    }
    const shownOf = (text: string) =>
      shownSettings(given({ environment: { GARRISON_ALPHA: text } })).find(({ name }) => name === "alpha")?.value ?? ""
    assert.deepStrictEqual(JSON.parse(shownOf(JSON.stringify(alpha))), { ...alpha, clientSecret: "****" })
    for (const wrong of [JSON.stringify({ ...alpha, issuer: "" }), `${JSON.stringify(alpha)},`]) {
      assert.strictEqual(shownOf(wrong), "****")
      assert.notInclude(findings({ environment: { GARRISON_ALPHA: wrong } }).join(), "hunter2")
      assert.notInclude(findings(inFile(`{"alpha": ${wrong}}`)).join(), "hunter2")
    }
  })

  it("passwords are never shown, neither as a setting nor in a complaint", () => {
    const storage = "postgres://garrison:hunter2@db.example/garrison"
    const shown = shownSettings(given({ environment: { GARRISON_STORAGE: storage } }))
    assert.strictEqual(
      shown.find((setting) => setting.name === "storage")?.value,
      "postgres://garrison:****@db.example/garrison",
    )
    const inQuery = shownSettings(given({ environment: { GARRISON_STORAGE: "postgres://db.example/g?password=x9" } }))
    assert.notInclude(JSON.stringify(inQuery), "x9")
    const complaint = findings({ environment: { GARRISON_STORAGE: "mysql://garrison:hunter2@db.example/garrison" } })
    assert.lengthOf(complaint, 1)
    assert.include(complaint.join(), "not mysql://…")
    for (const wrong of ["mysql://me:hunter2@db", "postgres://me:hun%ter2@db/x", "me:hunter2@db", "x@hunter2://y"]) {
      const environment = { GARRISON_STORAGE: wrong }
      const row = shownSettings(given({ environment })).find(({ problem }) => problem !== undefined)
      assert.strictEqual(row?.name, "storage")
      assert.notMatch(JSON.stringify([row, findings({ environment })]), /hun%?ter2/)
    }
  })

  it("a variable that looks like a misspelt setting is pointed out, others are left alone", () => {
    const { warnings } = given({
      environment: { GARRISON_PROT: "1", GARRISON_DEBUG: "1", GARRISON_SERVICE_ACCOUNT_TOKEN: "x" },
    })
    assert.deepStrictEqual(warnings, ["GARRISON_PROT is not a setting; did you mean GARRISON_PORT?"])
  })
})
