/** The settings of the portals: what is refused, and by which name (decisions, section 15). */
import { assert, describe, it, vi } from "@effect/vitest"
import { GarrisonError, open } from "@garrison/core"
import { portals } from "@garrison/portals"
import { portalSettings } from "@garrison/portals/settings"
import type { AlphaSettings } from "@garrison/portals/settings/alpha"
import { sqlite } from "@garrison/sql"
import { mkdtempSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { json, keySetOf, makePortalKey, signed, startKeyServer } from "../support/keyServer.ts"
import { runFolder } from "../support/runFolder.ts"

const right: AlphaSettings = { issuer: "https://alpha.test", audiences: ["game"], jwksUrl: "https://alpha.test/jwks" }

/** One database for all of them: its tables take longer to make than the settings to be judged. */
const database = join(mkdtempSync(join(runFolder(), "settings-")), "garrison.db")

/** What `open` says of these settings; `"opened"` when it takes them. */
const refusalOf = async (settings: Parameters<typeof portals>[0]): Promise<string> => {
  const opened = await open(sqlite(database), {}, portals(settings)).catch((error: unknown) => error)
  if (opened instanceof GarrisonError) return opened.message
  await (opened as Awaited<ReturnType<typeof open>>).close()
  return "opened"
}

/** The same of the right settings of alpha after changes that may be of any form. */
const refusal = (changes: Record<string, unknown>): Promise<string> => refusalOf({ alpha: { ...right, ...changes } })

describe("the settings of each portal", () => {
  const index = readFileSync(resolve(import.meta.dirname, "../../packages/portals/src/index.ts"), "utf8")

  it.each(Object.keys(portalSettings))("have a type for hosts: %s", (name) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Settings`
    assert.match(index, new RegExp(`^export type \\{[^}]*\\b${type}\\b.*/${name}\\.ts"$`, "m"))
  })
})

describe("the settings of alpha", () => {
  it.each([
    ["https", {}],
    ["a port of this machine", { jwksUrl: "http://localhost:9000/jwks" }],
    ["127.0.0.1", { jwksUrl: "http://127.0.0.1:9000/jwks" }],
    ["::1", { jwksUrl: "http://[::1]:9000/jwks" }],
    ["play audiences alone", { audiences: [], playAudiences: ["play"] }],
  ])("may be %s", async (_, changes) => {
    assert.strictEqual(await refusal(changes), "opened")
  })

  it.each([
    ["http elsewhere", { jwksUrl: "http://alpha.test/jwks" }, "alpha.jwksUrl"],
    ["a host that begins as this machine", { jwksUrl: "http://127.0.0.1.evil.test/jwks" }, "alpha.jwksUrl"],
    ["a file", { jwksUrl: "file:///etc/passwd" }, "alpha.jwksUrl"],
    ["a user name", { jwksUrl: "https://a:b@alpha.test/jwks" }, "alpha.jwksUrl"],
    ["no url", { jwksUrl: "alpha.test" }, "alpha.jwksUrl"],
    ["an algorithm with a secret", { algorithms: ["HS256"] }, "alpha.algorithms.0"],
    ["no algorithm", { algorithms: [] }, "alpha.algorithms"],
    ["no issuer", { issuer: "" }, "alpha.issuer"],
    ["no audience", { audiences: [] }, "alpha"],
    ["an audience twice", { playAudiences: ["game"] }, "alpha"],
    ["no time", { timeoutSeconds: 0 }, "alpha.timeoutSeconds"],
  ])("are refused by name: %s", async (_, changes, name) => {
    assert.match(await refusal(changes), new RegExp(`^invalid_settings: ${name} `))
  })
})

describe("open", () => {
  it("logs players in by the portals that it is given", async () => {
    const key = await makePortalKey("first", "ES256")
    const server = await startKeyServer(json(keySetOf(key)))
    const alpha = { ...right, jwksUrl: server.url, algorithms: ["ES256"] as const }
    const garrison = await open(sqlite(database), { grantsEnabled: ["alpha"] }, portals({ alpha }))
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: right.issuer, aud: "game", sub: "user-1", iat: now, exp: now + 60 }
    const token = await signed(key, claims)
    const answer = await garrison.login({ grant_type: "alpha", portal_access_token: token })
    assert.deepInclude(answer, { platform: "Alpha", portal_user_id: "user-1" })
    await garrison.close()
    await server.stop()
  })
})

describe("a portal that grantsEnabled does not name", () => {
  it("is warned of when Garrison is opened, with the setting that switches it on", async () => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => {})
    const said = async (grantsEnabled: ReadonlyArray<"anon" | "alpha">) => {
      printed.mockClear()
      await (await open(sqlite(database), { grantsEnabled }, portals({ alpha: right }))).close()
      return printed.mock.calls.flat().join(" ")
    }
    try {
      const sentence = "Every login by alpha is refused: the portal is configured, but"
      assert.include(await said(["anon"]), sentence)
      assert.include(await said(["anon"]), 'set grantsEnabled to ["anon","alpha"]')
      assert.strictEqual(await said(["anon", "alpha"]), "")
    } finally {
      printed.mockRestore()
    }
  })
})

describe("the settings of charlie", () => {
  const generation = { issuer: "https://v1.test", audiences: ["game"] }
  const key = { kty: "EC", kid: "first", crv: "P-256", x: "AA", y: "AA" }
  const v2 = { issuer: "https://v2.test", audiences: ["game"], jwksUrl: "https://v2.test/jwks" }

  it.each([
    ["the first generation", { v1: { ...generation, keys: [key] } }],
    ["the second generation", { v2 }],
    ["both", { v1: { ...generation, keys: [key, { ...key, kid: "second" }] }, v2 }],
  ])("may be of %s", async (_, charlie) => {
    assert.strictEqual(await refusalOf({ charlie }), "opened")
  })

  it.each([
    ["no generation", {}, "charlie"],
    ["two of one issuer", { v1: { ...generation, issuer: v2.issuer, keys: [key] }, v2 }, "charlie"],
    ["no key", { v1: { ...generation, keys: [] } }, "charlie.v1.keys"],
    ["two keys of one name", { v1: { ...generation, keys: [key, key] } }, "charlie.v1.keys"],
    ["a key without a name", { v1: { ...generation, keys: [{ ...key, kid: "" }] } }, "charlie.v1.keys.0.kid"],
    ["a key without a part", { v1: { ...generation, keys: [{ ...key, y: "" }] } }, "charlie.v1.keys.0"],
    ["a private key", { v1: { ...generation, keys: [{ ...key, d: "AA" }] } }, "charlie.v1.keys.0"],
    ["a secret", { v1: { ...generation, keys: [{ kty: "oct", kid: "first", k: "AA" }] } }, "charlie.v1.keys.0"],
    ["half a code exchange", { v2: { ...v2, tokenUrl: "https://v2.test/token" } }, "charlie.v2"],
  ])("are refused by name: %s", async (_, charlie, name) => {
    assert.match(await refusalOf({ charlie }), new RegExp(`^invalid_settings: ${name} `))
  })
})

describe("the settings of foxtrot", () => {
  const live = { env: "live", issuer: "https://f.test", audiences: ["game"], jwksUrl: "https://f.test/jwks" }
  const client = { clientId: "garrison", clientSecret: "secret" }
  const ppid = { clientTokenUrl: live.jwksUrl, conversionUrl: live.jwksUrl, issuer: live.issuer, jwksUrl: live.jwksUrl }
  const service = { issuer: live.issuer, keyUrls: [live.jwksUrl], applicationIds: ["game"] }

  it.each([
    ["one environment", [live]],
    ["two of one issuer", [live, { ...live, env: "test" }]],
    ["a conversion without a client", [{ ...live, ppid }]],
    ["everything", [{ ...live, ...client, tokenUrl: live.jwksUrl, authorizeUrl: live.jwksUrl, ppid, service }]],
  ])("may have %s", async (_, environments) => {
    assert.strictEqual(await refusalOf({ foxtrot: { environments } }), "opened")
  })

  it("may name the environment of earlier users, or one name space for all", async () => {
    const environments = [live, { ...live, env: "test" }]
    for (const users of [{ earlierUsers: "test" }, { usersShared: true }, { usersShared: false }]) {
      assert.strictEqual(await refusalOf({ foxtrot: { environments, ...users } }), "opened")
    }
    for (const users of [{ earlierUsers: "tset" }, { earlierUsers: "live", usersShared: true }]) {
      assert.match(
        await refusalOf({ foxtrot: { environments, ...users } }),
        /^invalid_settings: foxtrot must have earlierUsers/,
      )
    }
    const long = [{ ...live, env: "e".repeat(256) }]
    assert.match(
      await refusalOf({ foxtrot: { environments: long } }),
      /^invalid_settings: foxtrot\.environments\.0\.env /,
    )
  })

  it.each([
    ["no environment", [], "foxtrot.environments"],
    ["two of one env", [live, live], "foxtrot.environments"],
    ["half a client", [{ ...live, clientId: "garrison" }], "foxtrot.environments.0"],
    [
      "logins by redirect without a token address",
      [{ ...live, ...client, authorizeUrl: live.jwksUrl }],
      "foxtrot.environments.0",
    ],
    ["a token address without a client", [{ ...live, tokenUrl: live.jwksUrl }], "foxtrot.environments.0"],
    ["no audience", [{ ...live, audiences: [] }], "foxtrot.environments.0.audiences"],
    [
      "an address of keys elsewhere over http",
      [{ ...live, service: { ...service, keyUrls: ["http://f.test/jwks"] } }],
      "foxtrot.environments.0.service.keyUrls.0",
    ],
    [
      "no application",
      [{ ...live, service: { ...service, applicationIds: [] } }],
      "foxtrot.environments.0.service.applicationIds",
    ],
  ])("are refused by name: %s", async (_, environments, name) => {
    assert.match(await refusalOf({ foxtrot: { environments } }), new RegExp(`^invalid_settings: ${name} `))
  })
})

describe("the settings of echo", () => {
  const client = { environment: "live", clientId: "garrison", clientSecret: "secret" }
  const shared = { ...client, issuer: "https://e.test", audiences: ["game"], jwksUrl: "https://e.test/jwks" }
  const echo4V1 = { tokenUrl: "https://e.test/token", idTokenUrl: "https://e.test/id" }
  const echo5V3 = { idTokenUrl: "https://e.test/id", detailsRequired: true }

  it.each([
    ["one grant", { echo4V1 }],
    ["two grants", { echo4V1, echo5V3 }],
    ["logins by redirect", { echo5V3: { ...echo5V3, authorizeUrl: "https://e.test/authorize" } }],
  ])("may have %s", async (_, grants) => {
    assert.strictEqual(await refusalOf({ echo: { ...shared, ...grants } }), "opened")
  })

  it.each([
    ["no grant", {}, "echo"],
    ["no environment", { echo5V3, environment: "" }, "echo.environment"],
    ["no audience", { echo5V3, audiences: [] }, "echo.audiences"],
    ["http elsewhere", { echo4V1: { ...echo4V1, detailsUrl: "http://e.test" } }, "echo.echo4V1.detailsUrl"],
    ["http to log in", { echo5V3: { ...echo5V3, authorizeUrl: "http://e.test" } }, "echo.echo5V3.authorizeUrl"],
  ])("are refused by name: %s", async (_, changes, name) => {
    assert.match(await refusalOf({ echo: { ...shared, ...changes } }), new RegExp(`^invalid_settings: ${name} `))
  })
})

describe("the settings of golf and deltalive", () => {
  const url = "https://portal.test/path"
  const golf = { ticketUrl: url, appId: "game", apiKey: "secret" }
  const addresses = { serviceTokenUrl: url, xTokenUrl: url, jwksUrl: url }
  const client = { clientId: "garrison", clientSecret: "secret" }
  const deltalive = { ...addresses, ...client, issuer: url, audiences: ["game"] }

  it("may be what they need", async () => {
    assert.strictEqual(await refusalOf({ golf, deltalive }), "opened")
    const redirect = { authorizeUrl: url, tokenUrl: url }
    assert.strictEqual(
      await refusalOf({ golf: { ...golf, ...redirect }, deltalive: { ...deltalive, ...redirect } }),
      "opened",
    )
  })

  it.each([
    ["no key", { golf: { ...golf, apiKey: "" } }, "golf.apiKey"],
    ["http elsewhere", { golf: { ...golf, ticketUrl: "http://portal.test" } }, "golf.ticketUrl"],
    ["no secret", { deltalive: { ...deltalive, clientSecret: "" } }, "deltalive.clientSecret"],
    ["no audience", { deltalive: { ...deltalive, audiences: [] } }, "deltalive.audiences"],
    ["a page to log in without an exchange", { deltalive: { ...deltalive, authorizeUrl: url } }, "deltalive"],
    ["an exchange without a page to log in", { golf: { ...golf, tokenUrl: url } }, "golf"],
  ])("are refused by name: %s", async (_, settings, name) => {
    assert.match(await refusalOf(settings), new RegExp(`^invalid_settings: ${name} `))
  })
})
