/** The grants of echo at the portal as the sandbox plays it, over HTTP (decisions, section 4; guarantees R18). */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Fault } from "@garrison/portals/sandbox/faults"
import type { EchoSettings } from "@garrison/portals/settings/echo"
import { json, keySetOf, makePortalKey, signed, startKeyServer } from "../../support/keyServer.ts"
import {
  LIMIT_SECONDS,
  logIn,
  outcomeOf,
  serveWithSandbox,
  startSandbox,
  type TestSandbox,
} from "../../support/sandbox.ts"
import { startServer, type TestServer } from "../../support/server.ts"

let sandbox: TestSandbox
let server: TestServer

const serveEcho = (change: (settings: EchoSettings) => EchoSettings = (settings) => settings) =>
  serveWithSandbox(sandbox, ({ echo }) => ({ echo: echo && change(echo) }))

const bodyOf = (grant_type: string, code = "code") => ({ grant_type, portal_access_token: code })

/** A server of one answer. */
const answering = (status: number, answer: unknown) =>
  startKeyServer((response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer))
  })

beforeAll(async () => {
  sandbox = await startSandbox()
  server = await serveEcho()
})
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
})

/** What a login answers while echo has this fault, at a server that has asked echo nothing yet. */
const underFault = async (fault: Fault, grantType: string): Promise<string> => {
  assert.strictEqual(await sandbox.setFault("echo", fault), 200)
  const fresh = await serveEcho((settings) => ({ ...settings, timeoutSeconds: LIMIT_SECONDS }))
  const answer = await outcomeOf(fresh, await sandbox.credential(grantType))
  await fresh.stop()
  await sandbox.setFault("echo", "none")
  return answer
}

describe("a user of echo", () => {
  it.each([
    ["echo4_v1", "echo-frances", "Frances"],
    ["echo4_v3", "echo-shafi", "Shafi"],
    ["echo5_v3", "echo-hedy", "Hedy"],
  ])("logs in by a code of %s, each time as the same player", async (grantType, portal_user_id, display_name) => {
    const first = await logIn(server, await sandbox.credential(grantType))
    assert.strictEqual(first.status, 200, first.text)
    assert.deepInclude(first.json, { platform: "Echo", portal_id: 9, portal_user_id, display_name })
    const { active_player_uuid } = first.json as Record<string, unknown>
    assert.deepInclude((await logIn(server, await sandbox.credential(grantType))).json, { active_player_uuid })
  })

  it("has the name of the details, where they are read", async () => {
    const details = await answering(200, { user_id: "echo-frances", online_id: "Fran", environment: "sandbox" })
    const fresh = await serveEcho((settings) => ({
      ...settings,
      ...(settings.echo4V1 && { echo4V1: { ...settings.echo4V1, detailsUrl: details.url } }),
    }))
    const reply = await logIn(fresh, await sandbox.credential("echo4_v1"))
    assert.deepInclude(reply.json, { portal_user_id: "echo-frances", display_name: "Fran" })
    await fresh.stop()
    await details.stop()
  })
})

const denied = "echo_environment_permission_denied"

describe.each(["echo4_v1", "echo4_v3", "echo5_v3"] as const)("a login by %s", (grantType) => {
  const notValid = `${grantType}_id_token_not_valid`
  const firstRequest =
    grantType === "echo4_v1" ? "echo4_v1_token_exchange_failed" : `${grantType}_id_token_request_failed`

  it.each([
    ["slow", firstRequest],
    ["redirect", firstRequest],
    ["oversized", firstRequest],
    ["junk", firstRequest],
    ["keys_down", notValid],
    ["unknown_kid", notValid],
    ["wrong_audience", notValid],
    ["expired", grantType === "echo4_v1" ? "echo4_v1_token_expired" : notValid],
    ["wrong_environment", denied],
    ["key_rotated", "ok"],
  ] as const)("under the fault %s is %s", async (fault, code) => {
    assert.strictEqual(await underFault(fault, grantType), code)
  })

  it("by a code that was used, is unknown or is too long is refused, and the last is not sent", async () => {
    const fresh = await serveEcho()
    const body = await sandbox.credential(grantType)
    assert.strictEqual(await outcomeOf(fresh, body), "ok")
    assert.strictEqual(await outcomeOf(fresh, body), firstRequest)
    assert.strictEqual(await outcomeOf(fresh, bodyOf(grantType)), firstRequest)
    const before = sandbox.requests.length
    assert.strictEqual(await outcomeOf(fresh, bodyOf(grantType, "c".repeat(4097))), firstRequest)
    assert.lengthOf(sandbox.requests, before)
    await fresh.stop()
  })

  it("of a client with a wrong secret is echo_environment_permission_denied", async () => {
    const wrong = await serveEcho((settings) => ({ ...settings, clientSecret: "wrong" }))
    assert.strictEqual(await outcomeOf(wrong, await sandbox.credential(grantType)), denied)
    await wrong.stop()
  })

  it("of a user of another environment is echo_environment_permission_denied", async () => {
    const other = await serveEcho((settings) => ({ ...settings, environment: "live" }))
    assert.strictEqual(await outcomeOf(other, await sandbox.credential(grantType)), denied)
    await other.stop()
  })

  it("without a credential is its code for that", async () => {
    assert.strictEqual(await outcomeOf(server, bodyOf(grantType, "")), `${grantType}_token_empty`)
  })

  it("is its code for that where the grant is switched off, or is not configured", async () => {
    const body = await sandbox.credential(grantType)
    const disabled = `${grantType}_disabled`
    const off = await serveWithSandbox(sandbox, undefined, { settings: { grantsEnabled: ["anon"] } })
    assert.strictEqual(await outcomeOf(off, body), disabled)
    await off.stop()
    const bare = await startServer({ settings: { grantsEnabled: [grantType] } })
    assert.strictEqual(await outcomeOf(bare, body), disabled)
    await bare.stop()
    const others = await serveEcho((settings) => {
      const changed = { ...settings }
      const name = ({ echo4_v1: "echo4V1", echo4_v3: "echo4V3", echo5_v3: "echo5V3" } as const)[grantType]
      Reflect.deleteProperty(changed, name)
      return changed
    })
    assert.strictEqual(await outcomeOf(others, body), disabled)
    await others.stop()
  })
})

describe("what echo4_v1 asks", () => {
  /** Serves with this address in the place of one of the three. */
  const serveV1 = (changes: Partial<NonNullable<EchoSettings["echo4V1"]>>) =>
    serveEcho((settings) => ({
      ...settings,
      ...(settings.echo4V1 && { echo4V1: { ...settings.echo4V1, ...changes } }),
    }))

  it.each([
    ["tokenUrl", 403, {}, denied],
    ["tokenUrl", 400, { error: "invalid_client" }, denied],
    ["tokenUrl", 400, { error: "invalid_grant", error_description: "Code expired" }, "echo4_v1_token_expired"],
    ["tokenUrl", 400, { error: "invalid_request", error_description: "expired" }, "echo4_v1_token_exchange_failed"],
    ["tokenUrl", 400, { error: "invalid_grant", error_description: 7 }, "echo4_v1_token_exchange_failed"],
    ["tokenUrl", 500, {}, "echo4_v1_token_exchange_failed"],
    ["tokenUrl", 200, {}, "echo4_v1_token_exchange_failed"],
    ["tokenUrl", 200, { access_token: "unknown" }, "echo4_v1_token_details_request_failed"],
    ["tokenUrl", 200, { access_token: "a\nb" }, "echo4_v1_token_details_request_failed"],
    ["detailsUrl", 403, {}, denied],
    ["detailsUrl", 401, { error: "invalid_client" }, denied],
    ["detailsUrl", 404, {}, "echo4_v1_token_details_disabled"],
    ["detailsUrl", 401, { error: "invalid_token" }, "echo4_v1_token_details_request_failed"],
    ["detailsUrl", 500, {}, "echo4_v1_token_details_request_failed"],
    ["detailsUrl", 200, {}, "echo4_v1_token_details_request_failed"],
    ["detailsUrl", 200, { user_id: 7, environment: "sandbox" }, "echo4_v1_token_details_request_failed"],
    ["detailsUrl", 200, { user_id: "echo-frances", environment: "live" }, denied],
    ["detailsUrl", 200, { user_id: "echo-shafi", environment: "sandbox" }, "echo4_v1_id_token_not_valid"],
    ["idTokenUrl", 403, {}, denied],
    ["idTokenUrl", 401, { error: "invalid_client" }, denied],
    ["idTokenUrl", 400, {}, "echo4_v1_id_token_request_failed"],
    ["idTokenUrl", 500, {}, "echo4_v1_id_token_request_failed"],
    ["idTokenUrl", 200, {}, "echo4_v1_id_token_request_failed"],
    ["idTokenUrl", 200, { id_token: "token" }, "echo4_v1_id_token_not_valid"],
  ] as const)("at its %s, and is answered with %s and %o, ends the login as %s", async (name, status, answer, code) => {
    const portal = await answering(status, answer)
    const fresh = await serveV1({ [name]: portal.url })
    assert.strictEqual(await outcomeOf(fresh, await sandbox.credential("echo4_v1")), code)
    assert.lengthOf(portal.requests, 1)
    await fresh.stop()
    await portal.stop()
  })

  it("is nothing where the details are switched off: the login is echo4_v1_token_details_disabled", async () => {
    const fresh = await serveEcho((settings) => {
      const { tokenUrl, idTokenUrl } = settings.echo4V1 ?? assert.fail()
      return { ...settings, echo4V1: { tokenUrl, idTokenUrl } }
    })
    const body = await sandbox.credential("echo4_v1")
    const before = sandbox.requests.length
    assert.strictEqual(await outcomeOf(fresh, body), "echo4_v1_token_details_disabled")
    assert.lengthOf(sandbox.requests, before)
    await fresh.stop()
  })
})

describe.each([
  ["echo4_v3", "echo4V3"],
  ["echo5_v3", "echo5V3"],
] as const)("what %s asks", (grantType, member) => {
  const serveV3 = (changes: object) =>
    serveEcho((settings) => {
      const { idTokenUrl } = settings[member] ?? assert.fail()
      return { ...settings, [member]: { idTokenUrl, ...changes } }
    })

  it.each([
    [403, {}, denied],
    [400, { error: "invalid_client" }, denied],
    [400, { error: "invalid_grant", error_description: "expired" }, `${grantType}_id_token_request_failed`],
    [500, {}, `${grantType}_id_token_request_failed`],
    [200, {}, `${grantType}_id_token_request_failed`],
    [200, { id_token: "token" }, `${grantType}_id_token_not_valid`],
  ] as const)("for an id token, and is answered with %s and %o, ends the login as %s", async (status, answer, code) => {
    const portal = await answering(status, answer)
    const fresh = await serveV3({ idTokenUrl: portal.url })
    assert.strictEqual(await outcomeOf(fresh, bodyOf(grantType)), code)
    await fresh.stop()
    await portal.stop()
  })

  it.each([
    [403, {}, denied],
    [404, {}, `${grantType}_token_details_disabled`],
    [500, {}, `${grantType}_token_details_disabled`],
    [200, {}, `${grantType}_token_details_disabled`],
    [200, { user_id: "user", environment: "live" }, denied],
    [200, { user_id: "user", environment: "sandbox" }, `${grantType}_id_token_not_valid`],
  ] as const)("for details, and is answered with %s and %o, ends the login as %s", async (status, answer, code) => {
    const portal = await answering(status, answer)
    const fresh = await serveV3({ detailsRequired: true, detailsUrl: portal.url })
    assert.strictEqual(await outcomeOf(fresh, await sandbox.credential(grantType)), code)
    await fresh.stop()
    await portal.stop()
  })

  it("for details that are required is no request where they are switched off", async () => {
    const fresh = await serveV3({ detailsRequired: true })
    const body = await sandbox.credential(grantType)
    assert.strictEqual(await outcomeOf(fresh, body), `${grantType}_token_details_disabled`)
    await fresh.stop()
    const optional = await serveV3({})
    assert.strictEqual(await outcomeOf(optional, await sandbox.credential(grantType)), "ok")
    await optional.stop()
  })

  it("for details needs a token, which the portal may not give", async () => {
    const key = await makePortalKey("first", "ES256")
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: "https://echo.test",
      aud: "sandbox-game",
      sub: "user",
      iat: now,
      exp: now + 60,
      env: "sandbox",
    }
    const portal = await startKeyServer(json({ id_token: await signed(key, claims) }))
    const keys = await startKeyServer(json(keySetOf(key)))
    const serveOwn = (detailsRequired: boolean) =>
      serveEcho((settings) => ({
        ...settings,
        issuer: claims.iss,
        jwksUrl: keys.url,
        [member]: { idTokenUrl: portal.url, detailsUrl: portal.url, detailsRequired },
      }))
    const requiring = await serveOwn(true)
    assert.strictEqual(await outcomeOf(requiring, bodyOf(grantType)), `${grantType}_token_details_disabled`)
    const optional = await serveOwn(false)
    assert.strictEqual(await outcomeOf(optional, bodyOf(grantType)), "ok")
    for (const each of [requiring, optional, portal, keys]) await each.stop()
  })
})
