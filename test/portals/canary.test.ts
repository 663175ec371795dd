/**
 * No credential, token, secret or password of any login is left in the database, the log, spans, metrics or the answers
 * to refused logins (guarantees R22, R32).
 */
import { assert, describe, it } from "@effect/vitest"
import { Clients } from "@garrison/core/client/Clients"
import { SWITCHES } from "@garrison/core/kernel/GrantType"
import { OauthGateway } from "@garrison/core/login/portal/OauthGateway"
import { Passwords } from "@garrison/core/login/password/Passwords"
import { portalsOver } from "@garrison/portals/portals"
import type { Fault } from "@garrison/portals/sandbox/faults"
import type { PortalSettings } from "@garrison/portals/settings"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as SqlClient from "effect/sql/SqlClient"
import { testAct } from "../support/acts.ts"
import { found, makeCanary, secretPart } from "../support/canary.ts"
import { onEachFreshDatabase, type DatabaseServices } from "../support/databases.ts"
import type { Reply } from "../support/httpCaller.ts"
import { write } from "../support/logins.ts"
import { codeFor, madeUpPortals, ORIGIN, pkce, REDIRECT } from "../support/oauth.ts"
import { startSandbox, type TestSandbox } from "../support/sandbox.ts"
import { startServer } from "../support/server.ts"

/** The faults under which every credential is used. `slow` is left out: it answers nothing that could be kept. */
const FAULTS = [
  "none",
  "junk",
  "redirect",
  "oversized",
  "unknown_kid",
  "keys_down",
  "wrong_audience",
  "expired",
  "key_rotated",
] as const satisfies ReadonlyArray<Fault>

/** The longest answers of portals in which tokens are looked for, in bytes: more than Garrison reads. */
const READ_BYTES_MAX = 1024 * 1024

/** The members of this name, at whatever depth. */
const members = (value: unknown, name: RegExp): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    typeof member === "string" && name.test(key) ? [member] : members(member, name),
  )
}

/** A portal that breaks off after some failures would be asked no more. */
const asked = (settings: Partial<PortalSettings>): Partial<PortalSettings> =>
  Object.fromEntries(Object.entries(settings).map(([name, portal]) => [name, { ...portal, failuresMax: 1000 }]))

/** A server beside a sandbox, the secrets that pass between them and the caller, and what the server leaves. */
const start = async (database: Layer.Layer<DatabaseServices>) => {
  const sandbox = await startSandbox()
  const canary = makeCanary()
  const secrets = new Set(members(sandbox.settings, /secret|apikey/i))
  const tokensOfPortals = new Set<string>()
  const learn = (text: string): void => {
    if (!text.startsWith("{")) return
    for (const token of members(JSON.parse(text), /token$/)) tokensOfPortals.add(secretPart(token))
  }
  const reading: typeof fetch = async (...request) => {
    const response = await fetch(...request)
    // An oversized answer, which has no token, is not read to its end here either.
    if (Number(response.headers.get("content-length")) <= READ_BYTES_MAX) learn(await response.clone().text())
    return response
  }
  const redirects = madeUpPortals()
  const { alpha } = redirects.oauthPortals
  const server = await startServer({
    ...canary.options,
    database,
    redirectUris: [REDIRECT],
    settings: { grantsEnabled: SWITCHES, publicUrl: ORIGIN },
    portals: Layer.merge(
      Layer.provide(portalsOver(asked(sandbox.settings)), FetchHttpClient.layer),
      Layer.succeed(OauthGateway, {
        // The made-up portal takes the code for the name of the user, which is stored.
        ...(alpha && { alpha: { ...alpha, prove: (code) => alpha.prove({ ...code, code: "by-redirect-ada" }) } }),
      }),
    ),
    disturb: (services) =>
      (canary.options.disturb ?? ((given) => given))(
        Layer.provideMerge(services, Layer.succeed(FetchHttpClient.Fetch, reading)),
      ),
  })
  const call = async (path: string, body: object, headers: Record<string, string> = {}): Promise<Reply> => {
    const reply = await server.call(path.includes("m2m") ? "PUT" : "POST", path, { body, headers })
    for (const token of members(reply.json, /token$|^regenerated_code$/)) secrets.add(secretPart(token))
    canary.keep(reply)
    return reply
  }
  const logIn = (body: object, headers?: Record<string, string>) => call("/users/v1/login", body, headers)
  const stop = async () => {
    await server.stop()
    await sandbox.stop()
  }
  return { asked: redirects.asked, call, canary, logIn, sandbox, secrets, server, stop, tokensOfPortals }
}

type Run = Awaited<ReturnType<typeof start>>

const setFaults = async (sandbox: TestSandbox, fault: Fault) => {
  for (const portal of Object.keys(sandbox.settings)) await sandbox.setFault(portal, fault)
}

/** Uses every credential of the sandbox rightly and wrongly under each fault, and answers the grants that worked. */
const useCredentials = async ({ logIn, sandbox, secrets }: Run): Promise<ReadonlySet<string>> => {
  const worked = new Set<string>()
  for (const fault of FAULTS) {
    await setFaults(sandbox, fault)
    for (const { body, grant_type } of await sandbox.credentials()) {
      const tokens = members(body, /access_token$/)
      for (const token of tokens) secrets.add(secretPart(token))
      if ((await logIn(body)).status === 200) worked.add(grant_type)
      for (const token of tokens) await logIn({ ...body, portal_access_token: `${token}x` })
    }
  }
  return worked
}

/** Logs in by the grants that no portal verifies, rightly and wrongly, and answers how often that worked. */
const useOwnGrants = async ({ call, logIn, secrets, server }: Run): Promise<number> => {
  const create = Effect.gen(function* () {
    const clients = yield* Clients
    const edit = ["account:config:edit"]
    yield* (yield* Passwords).create({ username: "lovelace", password: "canary-password-1" }, testAct)
    const machine = yield* clients.create({ clientId: "forge", kind: "machine", permissions: edit }, testAct)
    const game = yield* clients.create({ clientId: "studio", kind: "game", permissions: [] }, testAct)
    return [machine.secret ?? "", game.secret ?? ""] as const
  })
  const [machine, game] = await server.run(create)
  const device = "canary-device-0123456789"
  const chosen = "canary-chosen-secret-0123456789-012345"
  const pair = Buffer.from(`studio:${game}`).toString("base64")
  for (const secret of [machine, game, device, chosen, pair, "canary-password"]) secrets.add(secret)

  const headers = { authorization: `Basic ${pair}` }
  const body = (grant_type: string, portal_access_token: string) => ({ grant_type, portal_access_token })
  const replies = [
    await logIn({ ...body("anon", device), include_refresh: true }, headers),
    await logIn(body("basic", "lovelace:canary-password-1")),
    await logIn(body("client_credentials", `forge:${machine}`)),
  ]
  const [first, , third] = replies.map(({ json }) => json as Readonly<Record<string, string>>)
  const bearer = { authorization: `Bearer ${third?.["access_token"]}` }
  const refresh = { ...body("refresh", first?.["refresh_token"] ?? ""), include_refresh: true }
  replies.push(await call("/v2/account/me/m2m-credentials", { client_secret: chosen }, bearer))
  replies.push(await logIn(refresh, headers), await logIn(refresh, headers))
  server.advanceSeconds(60)
  await logIn(refresh, headers)
  for (const wrong of ["lovelace:canary-password-2", "nobody:canary-password-3", "canary-password-4"]) {
    await logIn(body("basic", wrong))
  }
  await logIn(body("client_credentials", `forge:${chosen}x`))
  await logIn(body("refresh", `${refresh.portal_access_token}x`))
  await logIn(body("anon", device), { authorization: `Basic ${pair.slice(0, 20)}` })
  await logIn({ ...body("anon", device), include_refresh: chosen })
  await logIn(body(chosen, device))
  return replies.filter(({ status }) => status === 200).length
}

/** Links every credential of the sandbox to a player, rightly and wrongly. Answers the statuses of the right links. */
const useLinks = async ({ call, sandbox, secrets, server }: Run): Promise<ReadonlySet<number>> => {
  await setFaults(sandbox, "none")
  const { token } = await server.player("canary-linking-device-0123456789")
  secrets.add(secretPart(token)).add("canary-linking-device-0123456789")
  const headers = { authorization: `Bearer ${token}` }
  const statuses = new Set<number>()
  for (const { body } of await sandbox.credentials()) {
    for (const each of members(body, /access_token$/)) {
      secrets.add(secretPart(each))
      await call("/users/v1/me/link", { ...body, portal_access_token: `${each}x` }, headers)
    }
    statuses.add((await call("/users/v1/me/link", body, headers)).status)
  }
  return statuses
}

/** Logs in by redirect, exchanges the code and uses it again. */
const useRedirect = async ({ asked: { authorizations, codes }, call, secrets, server }: Run): Promise<number> => {
  const { challenge, verifier } = pkce()
  const request = {
    state: "canary-state-of-the-game",
    code_challenge: challenge,
    code_challenge_method: "S256",
  } as const
  const code = await server.run(codeFor("canary-code-of-the-portal", request))
  const body = { grant_type: "authorization_code", code, code_verifier: verifier }
  await call("/users/v1/oauth/token", { ...body, code_verifier: `${verifier}x` })
  const second = await server.run(codeFor("canary-code-of-the-portal", request))
  const reply = await call("/users/v1/oauth/token", { ...body, code: second })
  await call("/users/v1/oauth/token", { ...body, code: second })
  const exchanged = authorizations.flatMap(({ nonce, state }) => [nonce, state])
  for (const given of codes) exchanged.push(given.nonce, given.codeVerifier)
  for (const secret of [code, second, verifier, request.state, "canary-code-of-the-portal", ...exchanged]) {
    secrets.add(secret)
  }
  return reply.status
}

/** Leaves a secret in every place, as a careless change could. */
const plant = async ({ logIn, server }: Run, secret: string): Promise<void> => {
  await server.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const bytes = sql.onDialectOrElse({ sqlite: () => "BLOB", orElse: () => "BYTEA" })
      yield* write(sql.unsafe(`CREATE TABLE leak (kept TEXT NOT NULL, bytes ${bytes} NOT NULL)`))
      yield* write(sql`INSERT INTO leak (kept, bytes) VALUES ('nothing', ${Buffer.from(secret)})`)
      yield* Effect.logWarning(`the portal was asked with ${secret}`)
      yield* Effect.withSpan(Effect.void, "portal", { attributes: { "http.request.body": secret } })
      yield* Metric.update(Metric.counter("refusals", { attributes: { of: secret } }), 1)
    }),
  )
  // The log has the user agent, and the answer the id of the request.
  await logIn({}, { "user-agent": secret, "x-request-id": secret })
}

onEachFreshDatabase((name, database) => {
  describe(`every credential, token and secret, on ${name}`, () => {
    it("is used, and left nowhere", async () => {
      const run = await start(database)
      // Of a two-tier user, the parent of the first link is the person's when the next is linked.
      assert.include(await useLinks(run), 200)
      const grants = await useCredentials(run)
      const offered = new Set((await run.sandbox.credentials()).map(({ grant_type }) => grant_type))
      assert.deepStrictEqual<ReadonlySet<string>>(grants, offered)
      assert.strictEqual(await useOwnGrants(run), 6)
      assert.strictEqual(await useRedirect(run), 200)
      const places = await run.canary.placesOf(run.server)
      // What is no secret is found where it belongs, so a secret would be found too.
      assert.includeMembers([...found(places, ["by-redirect-ada"])], ["rows: by-redirect-ada"])
      const silent = Object.keys(places).filter((place) => (places[place] ?? "").length < 100)
      assert.deepStrictEqual(
        silent.filter((place) => place !== "metrics"),
        [],
      )
      assert.isAbove(run.tokensOfPortals.size, 10)
      const secrets = [...run.secrets, ...run.tokensOfPortals]
      assert.isAbove(secrets.length, 200)
      const short = secrets.filter((secret) => secret.length < 12)
      assert.deepStrictEqual(short, [])
      assert.deepStrictEqual(found(places, secrets), [])
      await run.stop()
    })

    it("would be found in each of the places", async () => {
      const run = await start(database)
      const places = ["rows", "json log", "text log", "messages", "spans", "metrics", "refusals"]
      const expected = name === "SQLite" ? [...places, "files"] : places
      const before = await run.canary.placesOf(run.server)
      assert.sameMembers(Object.keys(before), expected)
      assert.deepStrictEqual(found(before, ["planted-0123456789"]), [])
      await plant(run, "planted-0123456789")
      const leaks = found(await run.canary.placesOf(run.server), ["planted-0123456789"])
      assert.sameMembers(
        [...leaks],
        expected.map((place) => `${place}: planted-0123456789`),
      )
      await run.stop()
    })
  })
})
