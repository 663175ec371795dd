/**
 * The grants foxtrot and foxtrot_switch at the portal as the sandbox plays it, over HTTP (decisions, section 4;
 * guarantees R18).
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Fault } from "@garrison/portals/sandbox/faults"
import { portals } from "@garrison/portals/portals"
import type { FoxtrotEnvironment } from "@garrison/portals/settings/foxtrot"
import { text } from "@garrison/sql/columns"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
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

const NAID = 0
const PPID = 1
const CODE = 2

const convertingEnv = "sandbox-ppid"

const serveFoxtrot = (change: (environment: FoxtrotEnvironment) => FoxtrotEnvironment = (environment) => environment) =>
  serveWithSandbox(sandbox, ({ foxtrot }) => ({
    foxtrot: foxtrot && { environments: foxtrot.environments.map(change), timeoutSeconds: LIMIT_SECONDS },
  }))

/** Serves with environments that lack these settings. */
const serveWithout = (...names: ReadonlyArray<keyof FoxtrotEnvironment>) =>
  serveFoxtrot((environment) => {
    const changed = { ...environment }
    for (const name of names) Reflect.deleteProperty(changed, name)
    return changed
  })

/** Serves with these changes to how account ids are converted. */
const serveConversion = (changes: Partial<NonNullable<FoxtrotEnvironment["ppid"]>>) =>
  serveFoxtrot((environment) => ({
    ...environment,
    ...(environment.ppid && { ppid: { ...environment.ppid, ...changes } }),
  }))

/** Serves with these changes to which service tokens prove a user. */
const serveService = (changes: Partial<NonNullable<FoxtrotEnvironment["service"]>>) =>
  serveFoxtrot((environment) => ({
    ...environment,
    ...(environment.service && { service: { ...environment.service, ...changes } }),
  }))

const bodyOf = (token: string) => ({ grant_type: "foxtrot", portal_access_token: token })

const switchBody = (changes: object = {}) =>
  sandbox.credential("foxtrot_switch").then((body) => ({ ...body, ...changes }))

beforeAll(async () => {
  sandbox = await startSandbox()
  server = await serveFoxtrot()
})
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
})

/** What logins with credentials of before and under the fault answer, at a server that has asked nothing yet. */
const underFault = async (fault: Fault, grantType: string, at = 0): Promise<readonly [string, string]> => {
  const before = await sandbox.credential(grantType, at)
  assert.strictEqual(await sandbox.setFault("foxtrot", fault), 200)
  const during = await sandbox.credential(grantType, at)
  const fresh = await serveFoxtrot()
  const answers = [await outcomeOf(fresh, before), await outcomeOf(fresh, during)] as const
  await fresh.stop()
  await sandbox.setFault("foxtrot", "none")
  return answers
}

describe("a user of foxtrot", () => {
  it.each([
    ["an account token", NAID, "foxtrot-annie", "Annie"],
    ["an authorization code", CODE, "foxtrot-evelyn", "Evelyn"],
  ])("logs in by %s, each time as the same player", async (_, at, portal_user_id, display_name) => {
    const first = await logIn(server, await sandbox.credential("foxtrot", at))
    assert.strictEqual(first.status, 200, first.text)
    assert.deepInclude(first.json, { platform: "FoxtrotNAID", portal_id: 26, portal_user_id, display_name })
    assert.notProperty(first.json, "portal_parent_auth_result")
    const { active_player_uuid } = first.json as Record<string, unknown>
    assert.deepInclude((await logIn(server, await sandbox.credential("foxtrot", at))).json, { active_player_uuid })
  })

  it("whose environment converts is the user of the PPID, with the account as parent", async () => {
    const first = await logIn(server, await sandbox.credential("foxtrot", PPID))
    assert.strictEqual(first.status, 200, first.text)
    const user = { platform: "FoxtrotPPID", portal_id: 33, portal_user_id: "ppid-of-foxtrot-katherine" }
    assert.deepInclude(first.json, { ...user, display_name: "Katherine" })
    const { active_player_uuid, portal_parent_auth_result } = first.json as Record<string, unknown>
    const parent = { platform: "FoxtrotNAID", portal_id: 26, portal_user_id: "foxtrot-katherine" }
    assert.deepInclude(portal_parent_auth_result, { ...parent, display_name: "Katherine" })
    const again = await logIn(server, await sandbox.credential("foxtrot", PPID))
    assert.deepInclude(again.json, { active_player_uuid })
    const path = "POST /foxtrot/client-token"
    assert.lengthOf(
      sandbox.requests.filter((request) => request === path),
      1,
    )
  })

  it("logs in by a service token, with the account as parent", async () => {
    const first = await logIn(server, await switchBody())
    assert.strictEqual(first.status, 200, first.text)
    const user = { platform: "FoxtrotSwitch", portal_id: 22, portal_user_id: "foxtrot-switch-dorothy" }
    assert.deepInclude(first.json, { ...user, display_name: "Dottie" })
    const { portal_parent_auth_result } = first.json as Record<string, unknown>
    const parent = { platform: "FoxtrotNAID", portal_id: 26, portal_user_id: "foxtrot-dorothy" }
    assert.deepInclude(portal_parent_auth_result, { ...parent, display_name: "Dorothy" })
  })

  it("logs in by a service token with a code for the account", async () => {
    const { portal_access_token } = await sandbox.credential("foxtrot", CODE)
    // At another server this user has a parent already, and keeps it.
    const fresh = await serveFoxtrot()
    const reply = await logIn(fresh, await switchBody({ portal_parent_access_token: portal_access_token }))
    assert.strictEqual(reply.status, 200, reply.text)
    const { portal_parent_auth_result } = reply.json as Record<string, unknown>
    assert.deepInclude(portal_parent_auth_result, { platform: "FoxtrotNAID", portal_user_id: "foxtrot-evelyn" })
    await fresh.stop()
  })
})

const notValid = "foxtrot_access_token_not_valid"
const exchangeFailed = "foxtrot_token_exchange_failed"
const conversionFailed = "foxtrot_ppid_conversion_failed"
const serviceNotValid = "foxtrot_service_access_token_not_valid"

describe("a login by foxtrot", () => {
  it.each([
    ["slow", notValid, exchangeFailed],
    ["redirect", notValid, exchangeFailed],
    ["oversized", notValid, exchangeFailed],
    ["junk", notValid, exchangeFailed],
    ["keys_down", notValid, notValid],
    ["unknown_kid", notValid, notValid],
    ["wrong_audience", notValid, notValid],
    ["expired", notValid, notValid],
    ["wrong_environment", "foxtrot_no_environment_matches_env_id", notValid],
    ["key_rotated", "ok", "ok"],
  ] as const)("under the fault %s is %s by token, and %s by code", async (fault, byToken, byCode) => {
    assert.strictEqual((await underFault(fault, "foxtrot", NAID))[1], byToken)
    assert.strictEqual((await underFault(fault, "foxtrot", CODE))[1], byCode)
  })

  it.each([
    ["too_many_accounts", "foxtrot_ppid_conversion_too_many_accounts_found"],
    ["unknown_kid", "foxtrot_ppid_key_not_valid"],
    ["expired", conversionFailed],
    ["wrong_audience", conversionFailed],
  ] as const)("of an account that is converted under the fault %s is %s", async (fault, code) => {
    assert.strictEqual((await underFault(fault, "foxtrot", PPID))[0], code)
  })

  it.each(["slow", "redirect", "oversized", "junk"] as const)(
    "of an account that is converted under the fault %s is foxtrot_ppid_conversion_failed",
    async (fault) => {
      const fresh = await serveFoxtrot()
      // The keys of accounts and the token of Garrison are there when the fault comes.
      assert.strictEqual(await outcomeOf(fresh, await sandbox.credential("foxtrot", PPID)), "ok")
      await sandbox.setFault("foxtrot", fault)
      assert.strictEqual(await outcomeOf(fresh, await sandbox.credential("foxtrot", PPID)), conversionFailed)
      await sandbox.setFault("foxtrot", "none")
      assert.strictEqual(await outcomeOf(fresh, await sandbox.credential("foxtrot", PPID)), "ok")
      await fresh.stop()
    },
  )

  it.each([
    ["none", [], "foxtrot_ppid_conversion_no_accounts_found"],
    ["two", [{}, {}], "foxtrot_ppid_conversion_too_many_accounts_found"],
    ["one without a PPID", [{ ppid: undefined }], "foxtrot_ppid_missing"],
    ["one whose PPID is empty", [{ ppid: "" }], "foxtrot_ppid_missing"],
    ["one whose PPID is a number", [{ ppid: 7 }], "foxtrot_ppid_missing"],
    ["that of another user", [{ sub: "foxtrot-annie" }], conversionFailed],
    ["one of another issuer", [{ iss: "https://elsewhere.test" }], conversionFailed],
    ["one for another game", [{ aud: "another-game" }], conversionFailed],
    ["one that has expired", [{ exp: 1 }], conversionFailed],
    ["one", [{}], "ok"],
  ] as const)("of an account for which the conversion finds %s is answered by its code", async (_, found, code) => {
    const key = await makePortalKey("first", "ES256")
    const now = Math.floor(Date.now() / 1000)
    const right = { iss: "https://ppid.test", aud: "sandbox-game", sub: "foxtrot-katherine", ppid: "7" }
    const tokens = found.map((changes) => signed(key, { ...right, iat: now, exp: now + 60, ...changes }))
    const accounts = await Promise.all(tokens.map(async (token) => ({ ppid_token: await token })))
    const conversion = await startKeyServer(json({ accounts }))
    const keys = await startKeyServer(json(keySetOf(key)))
    const fresh = await serveConversion({ issuer: right.iss, conversionUrl: conversion.url, jwksUrl: keys.url })
    assert.strictEqual(await outcomeOf(fresh, await sandbox.credential("foxtrot", PPID)), code)
    for (const each of [fresh, conversion, keys]) await each.stop()
  })

  it.each([
    ["no accounts", {}],
    ["accounts that are no list", { accounts: {} }],
    ["an account without a token", { accounts: [{}] }],
    ["a token that is no JWT", { accounts: [{ ppid_token: "token" }] }],
  ])("of an account is foxtrot_ppid_conversion_failed for an answer with %s", async (_, answer) => {
    const conversion = await startKeyServer(json(answer))
    const fresh = await serveConversion({ conversionUrl: conversion.url })
    assert.strictEqual(await outcomeOf(fresh, await sandbox.credential("foxtrot", PPID)), conversionFailed)
    await fresh.stop()
    await conversion.stop()
  })

  it("of an account that is converted is foxtrot_ppid_key_not_valid while the keys of PPIDs are down", async () => {
    const keys = await startKeyServer((response) => response.writeHead(503).end())
    const fresh = await serveConversion({ jwksUrl: keys.url })
    const body = await sandbox.credential("foxtrot", PPID)
    assert.strictEqual(await outcomeOf(fresh, body), "foxtrot_ppid_key_not_valid")
    await fresh.stop()
    await keys.stop()
  })

  it("of an account that is converted needs the client of the environment", async () => {
    const body = await sandbox.credential("foxtrot", PPID)
    const without = await serveWithout("clientId", "clientSecret", "tokenUrl", "authorizeUrl")
    assert.strictEqual(await outcomeOf(without, body), "foxtrot_env_credentials_not_found")
    assert.strictEqual(await outcomeOf(without, await sandbox.credential("foxtrot", NAID)), "ok")
    await without.stop()
    const wrong = await serveFoxtrot((environment) => ({ ...environment, clientSecret: "wrong" }))
    assert.strictEqual(await outcomeOf(wrong, body), "foxtrot_retrieve_client_credentials_failed")
    await wrong.stop()
    const stranger = await startKeyServer(json({ access_token: "of-a-stranger", expires_in: 60 }))
    const refused = await serveConversion({ clientTokenUrl: stranger.url })
    assert.strictEqual(await outcomeOf(refused, body), "foxtrot_retrieve_client_credentials_failed")
    await refused.stop()
    await stranger.stop()
  })

  it("by a token of an environment that is not configured is foxtrot_no_environment_matches_env_id", async () => {
    const { environments = [] } = sandbox.settings.foxtrot ?? {}
    const others = environments.filter(({ env }) => env !== convertingEnv)
    const fresh = await serveWithSandbox(sandbox, () => ({ foxtrot: { environments: others } }))
    const body = await sandbox.credential("foxtrot", PPID)
    assert.strictEqual(await outcomeOf(fresh, body), "foxtrot_no_environment_matches_env_id")
    await fresh.stop()
  })

  it("by a token that names another environment than its issuer is foxtrot_access_token_not_valid", async () => {
    const fresh = await serveFoxtrot((environment) =>
      environment.env === convertingEnv ? { ...environment, issuer: "https://elsewhere.test" } : environment,
    )
    assert.strictEqual(await outcomeOf(fresh, await sandbox.credential("foxtrot", PPID)), notValid)
    assert.strictEqual(await outcomeOf(fresh, await sandbox.credential("foxtrot", NAID)), "ok")
    await fresh.stop()
  })

  it("by a token without an environment is foxtrot_access_token_not_valid", async () => {
    assert.strictEqual(await outcomeOf(server, bodyOf("e30.e30.e30")), notValid)
    assert.strictEqual(await outcomeOf(server, bodyOf("eyJ.junk.e30")), notValid)
  })

  it("by a code that was used, or where none are exchanged, is foxtrot_token_exchange_failed", async () => {
    const fresh = await serveFoxtrot()
    const body = await sandbox.credential("foxtrot", CODE)
    assert.strictEqual(await outcomeOf(fresh, body), "ok")
    assert.strictEqual(await outcomeOf(fresh, body), exchangeFailed)
    await fresh.stop()
    const without = await serveWithout("tokenUrl", "authorizeUrl")
    assert.strictEqual(await outcomeOf(without, await sandbox.credential("foxtrot", CODE)), exchangeFailed)
    await without.stop()
  })

  it("without a credential is foxtrot_token_empty", async () => {
    assert.strictEqual(await outcomeOf(server, bodyOf("")), "foxtrot_token_empty")
  })

  it("is foxtrot_disabled where the grant is switched off, or the portal is not configured", async () => {
    for (const grantType of ["foxtrot", "foxtrot_switch"] as const) {
      const body = await sandbox.credential(grantType)
      const off = await serveWithSandbox(sandbox, undefined, { settings: { grantsEnabled: ["anon"] } })
      assert.strictEqual(await outcomeOf(off, body), "foxtrot_disabled")
      await off.stop()
      const bare = await startServer({ settings: { grantsEnabled: [grantType] } })
      assert.strictEqual(await outcomeOf(bare, body), "foxtrot_disabled")
      await bare.stop()
    }
  })
})

describe("a login by foxtrot_switch", () => {
  it.each([
    ["slow", serviceNotValid, serviceNotValid],
    ["redirect", serviceNotValid, serviceNotValid],
    ["oversized", serviceNotValid, serviceNotValid],
    ["junk", serviceNotValid, serviceNotValid],
    ["keys_down", notValid, notValid],
    ["unknown_kid", "ok", serviceNotValid],
    ["expired", "ok", serviceNotValid],
    ["wrong_audience", "ok", "foxtrot_service_access_token_for_wrong_app"],
    ["wrong_environment", "ok", "foxtrot_no_environment_matches_env_id"],
    ["key_rotated", notValid, "ok"],
  ] as const)("under the fault %s is %s by tokens of before, and %s by new ones", async (fault, before, during) => {
    assert.strictEqual((await underFault(fault, "foxtrot_switch"))[0], before)
    assert.strictEqual((await underFault(fault, "foxtrot_switch"))[1], during)
  })

  it("without one of its tokens is foxtrot_token_empty", async () => {
    for (const empty of [{ portal_access_token: "" }, { portal_parent_access_token: "" }]) {
      assert.strictEqual(await outcomeOf(server, await switchBody(empty)), "foxtrot_token_empty")
    }
  })

  it("by a service token whose keys are elsewhere is foxtrot_service_key_url_not_found", async () => {
    const code = "foxtrot_service_key_url_not_found"
    const elsewhere = await startKeyServer(json({ keys: [] }))
    const other = await serveService({ keyUrls: [elsewhere.url] })
    assert.strictEqual(await outcomeOf(other, await switchBody()), code)
    assert.lengthOf(elsewhere.requests, 0)
    await other.stop()
    await elsewhere.stop()
    const { portal_parent_access_token } = await switchBody()
    const account = await switchBody({ portal_access_token: portal_parent_access_token })
    assert.strictEqual(await outcomeOf(server, account), code)
    // The account of an environment without users of this platform.
    const { portal_access_token } = await sandbox.credential("foxtrot", PPID)
    const converting = await switchBody({ portal_parent_access_token: portal_access_token })
    assert.strictEqual(await outcomeOf(server, converting), code)
  })

  it("by a service token of another application is foxtrot_service_access_token_for_wrong_app", async () => {
    const other = await serveService({ applicationIds: ["another-game", "sandbox-game"] })
    assert.strictEqual(await outcomeOf(other, await switchBody()), "foxtrot_service_access_token_for_wrong_app")
    await other.stop()
  })

  it("by a service token of another issuer, or by none, is foxtrot_service_access_token_not_valid", async () => {
    const other = await serveService({ issuer: "https://elsewhere.test" })
    assert.strictEqual(await outcomeOf(other, await switchBody()), serviceNotValid)
    await other.stop()
    assert.strictEqual(await outcomeOf(server, await switchBody({ portal_access_token: "token" })), serviceNotValid)
  })

  it("takes the keys of a service token from the one address that the settings and the token name", async () => {
    const [key, stranger] = [await makePortalKey("first", "ES256"), await makePortalKey("first", "ES256")]
    const keys = await startKeyServer(json(keySetOf(key)))
    const elsewhere = await startKeyServer(json(keySetOf(stranger)))
    const fresh = await serveService({ issuer: "https://service.test", keyUrls: [keys.url], applicationIds: ["game"] })
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: "https://service.test", sub: "user", app: "game", iat: now, exp: now + 60 }
    const outcomeWith = async (token: string) => outcomeOf(fresh, await switchBody({ portal_access_token: token }))
    const jku = keys.url
    assert.strictEqual(await outcomeWith(await signed(key, claims, { jku })), "ok")
    assert.strictEqual(await outcomeWith(await signed(stranger, claims, { jku })), serviceNotValid)
    assert.strictEqual(await outcomeWith(await signed(stranger, claims, { jku, jwk: stranger.jwk })), serviceNotValid)
    assert.strictEqual(await outcomeWith(await signed(key, { ...claims, app: undefined }, { jku })), serviceNotValid)
    assert.strictEqual(await outcomeWith(await signed(key, { ...claims, sub: 7 }, { jku })), serviceNotValid)
    const [, payload = ""] = (await signed(key, claims, { jku })).split(".")
    const none = Buffer.from(JSON.stringify({ alg: "none", kid: "first", jku })).toString("base64url")
    assert.strictEqual(await outcomeWith(`${none}.${payload}.`), serviceNotValid)
    for (const other of [elsewhere.url, `${jku}#`, `${jku}/`, undefined]) {
      const header = other === undefined ? {} : { jku: other }
      assert.strictEqual(await outcomeWith(await signed(stranger, claims, header)), "foxtrot_service_key_url_not_found")
    }
    assert.deepStrictEqual(elsewhere.requests, [])
    for (const each of [fresh, keys, elsewhere]) await each.stop()
  })

  it("with a code for the account that is unknown is foxtrot_token_exchange_failed", async () => {
    const unknown = await switchBody({ portal_parent_access_token: "unknown" })
    assert.strictEqual(await outcomeOf(server, unknown), exchangeFailed)
  })

  it("is foxtrot_disabled where no environment has service tokens", async () => {
    const fresh = await serveWithout("service")
    assert.strictEqual(await outcomeOf(fresh, await switchBody()), "foxtrot_disabled")
    assert.strictEqual(await outcomeOf(fresh, await sandbox.credential("foxtrot", NAID)), "ok")
    await fresh.stop()
  })
})

describe("the environments of foxtrot", () => {
  /** The portal users that are stored, with their environments and those of their parents. */
  const stored = (on: TestServer) =>
    on.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.map(sql`SELECT platform, environment, parent_environment FROM person_portal_user`, (rows) =>
          rows
            .map((row) => `${text(row.platform)} ${text(row.environment)}/${text(row.parent_environment)}`)
            .toSorted(),
        ),
      ).pipe(Effect.orDie),
    )
  const everyGrant = async (on: TestServer) => {
    for (const at of [NAID, PPID])
      assert.strictEqual(await outcomeOf(on, await sandbox.credential("foxtrot", at)), "ok")
    assert.strictEqual(await outcomeOf(on, await switchBody()), "ok")
  }

  it("are part of the identity of their users, at each grant", async () => {
    const apart = await serveFoxtrot()
    await everyGrant(apart)
    assert.deepStrictEqual(await stored(apart), [
      "FoxtrotNAID sandbox-ppid/",
      "FoxtrotNAID sandbox/",
      "FoxtrotNAID sandbox/",
      "FoxtrotPPID sandbox-ppid/sandbox-ppid",
      "FoxtrotSwitch sandbox/sandbox",
    ])
    await apart.stop()
    const shared = await serveWithSandbox(sandbox, ({ foxtrot }) => ({
      foxtrot: foxtrot && { ...foxtrot, usersShared: true },
    }))
    await everyGrant(shared)
    assert.deepStrictEqual(await stored(shared), [
      "FoxtrotNAID /",
      "FoxtrotNAID /",
      "FoxtrotNAID /",
      "FoxtrotPPID /",
      "FoxtrotSwitch /",
    ])
    await shared.stop()
  })

  it("with one id each are two players, and one where the settings declare one name space", async () => {
    const key = await makePortalKey("first")
    const keys = await startKeyServer(json(keySetOf(key)))
    const environment = { issuer: "https://foxtrot.test", audiences: ["game"], jwksUrl: keys.url }
    const environments = ["live", "test"].map((env) => ({ ...environment, env }))
    const playersOf = async (given: object) => {
      const on = await startServer({
        catalog: false,
        settings: { grantsEnabled: ["foxtrot"] },
        portals: portals({ foxtrot: { environments, ...given } }),
      })
      const now = Math.floor(Date.now() / 1000)
      const found: Array<unknown> = []
      for (const env of ["live", "test", "live"]) {
        const claims = { iss: environment.issuer, aud: "game", sub: "user-1", iat: now, exp: now + 60, env }
        const { json: result } = await logIn(on, bodyOf(await signed(key, claims)))
        assert.deepInclude(result, { platform: "FoxtrotNAID", portal_user_id: "user-1" })
        found.push((result as Readonly<Record<string, unknown>>)["active_player_uuid"])
      }
      await on.stop()
      assert.strictEqual(found[0], found[2])
      return new Set(found).size
    }
    assert.strictEqual(await playersOf({}), 2)
    assert.strictEqual(await playersOf({ usersShared: true }), 1)
    await keys.stop()
  })
})
