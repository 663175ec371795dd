/** What the corpus asks, area by area, in order: the areas share a server and build on what came before. */
import { type RouteId, routes, routesById } from "@garrison/http/contract/routes"
import type { Route } from "@garrison/http/contract/route"
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { ENTRY_TYPES } from "@garrison/core/order/enumerations"
import { uuids } from "@garrison/sql/uuid"
import { readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import type { TestServer, TestServerOptions } from "../../support/server.ts"
import { samples } from "../samples.ts"
import { EVERYBODYS, GOLD, RETIRED, SWORD, XP } from "./catalog.ts"
import type { Answer, Recorder, Sent } from "./recorder.ts"
import { change, createClient, createPassword, deletePlayer, publish, restrict, settings, tokenLike } from "./world.ts"

/** What an area is given. */
export interface Stage {
  readonly recorder: Recorder
  readonly server: TestServer
  /** Starts another server with other settings; the corpus stops it. */
  readonly another: (options: TestServerOptions) => Promise<TestServer>
}

type Id = RouteId

const LOGIN = "/users/v1/login"
const EXCHANGE = "/users/v1/oauth/token"
const LINK = "/users/v1/me/link"
const CREDENTIALS = "/v2/account/me/m2m-credentials"
const NOTIFICATIONS = "/notification/v1/playerid/me/notification"
const WAITING = "/notification/v1/playerid/me/stream/notification"
const VENDORS = "/inventory/v1/catalog/vendor"
const ETAGS = "/inventory/v1/catalog/etag"
const INVENTORY = "/inventory/v1/player/me/inventory"
const ORDERS = "/inventory/v1/player/me/order"
const PRESENCE = "/presence/v1/player/me/presence"
const STRANGER = "0b0b0b0b-0000-4000-8000-000000000000"

const basic = (clientId: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString("base64")}`,
})
const anon = (secret: string, more: object = {}) => ({
  grant_type: "anon",
  portal_access_token: secret.padEnd(24, "-"),
  ...more,
})
const text = (value: unknown): string => String(value)

/** Cursors that the service never issued, the last two made of one that it did. */
const forged = ({ recorder }: Stage, cursor: string): ReadonlyArray<string> => {
  const made = [`${cursor.slice(0, -2)}AA`, `A${cursor.slice(2)}`]
  for (const one of made) recorder.name("forged cursor", one)
  return ["x", "", "a".repeat(3000), ...made]
}

/** Short ways to ask. */
const asking = ({ recorder, server }: Stage, target = server) => {
  const send = (method: string, path: string, sent?: Sent) => recorder.send(target, method, path, sent)
  const get = (path: string, token?: string, headers: Record<string, string> = {}) =>
    send("GET", path, { token, headers })
  const login = (body: unknown, headers: Record<string, string> = {}) => send("POST", LOGIN, { body, headers })
  const player = async (name: string) => {
    const entering = anon(name, { include_refresh: true, portal_display_name: name })
    const { json } = await recorder.quietly(() => login(entering))
    return {
      uuid: text(json["active_player_uuid"]),
      personId: text(json["person_id"]),
      token: text(json["access_token"]),
      refreshToken: text(json["refresh_token"]),
    }
  }
  const client = async (kind: "machine" | "game", clientId: string, more: object = {}) => {
    const secret = await createClient(target, kind, clientId, more)
    recorder.name("secret", secret)
    return secret
  }
  const machine = async (clientId: string, ...permissions: ReadonlyArray<string>) => {
    const secret = await client("machine", clientId, { permissions, description: `the machine ${clientId}` })
    const { json } = await recorder.quietly(() => login({ grant_type: "client_credentials" }, basic(clientId, secret)))
    return { secret, token: text(json["access_token"]) }
  }
  return { send, get, login, player, client, machine }
}

const service = async (stage: Stage): Promise<void> => {
  const { get, send } = asking(stage)
  const open = ["/livez", "/readyz", "/.well-known/jwks.json", "/users/v1/publickeys"]
  for (const path of open) {
    await get(path)
    await get(`${path}?unknown=1&unknown=2`, undefined, { authorization: "Bearer nonsense" })
  }
  for (const path of ["/openapi.json", "/docs"]) {
    const { etag } = await get(path)
    for (const match of [etag, `W/${etag}`, "*", `"other", ${etag}`, '"other"', "", etag.replaceAll('"', "")]) {
      if (match !== '"other"' && match !== "") await get(path, undefined, { "if-none-match": match })
      if (!match.startsWith("*")) await get(path, undefined, { "if-match": match, "if-none-match": etag })
    }
    for (const coding of ["gzip", "br", "zstd", "identity", "gzip;q=0, *"]) {
      await get(path, undefined, { "accept-encoding": coding, "if-none-match": etag })
    }
  }
  for (const [id, { method, path }] of Object.entries(samples(STRANGER))) {
    if (waits(id as Id)) continue
    if (method === "GET") await send("HEAD", path)
    for (const wrong of ["OPTIONS", "DELETE", method === "GET" ? "POST" : "GET"]) await send(wrong, path)
  }
  for (const method of ["TRACE", "PROPFIND", "QUERY"]) await send(method, "/livez")
  const strange = ["/", "/livez/", "//livez", "/Livez", "/%6civez", "/metrics", "/users/v1", "/users/v2/login", "/a%zz"]
  for (const path of [...strange, "/%2e%2e/etc/passwd", "/livez?", "/livez#x", "/livez;a=1", `/${"a/".repeat(3000)}`]) {
    await get(path)
  }
  await send("OPTIONS", "*")
}

const login = async (stage: Stage): Promise<void> => {
  const { server } = stage
  const { client, login, machine, player, send } = asking(stage)
  const refresh = (token: string, more: object = {}, headers = {}) =>
    login({ grant_type: "refresh", portal_access_token: token, ...more }, headers)
  await login(anon("ada", { include_refresh: true, portal_display_name: "ada" }))
  const ada = await player("ada")
  await login(anon("ada", { portal_display_name: "Ada Lovelace" }))
  await login({ ...anon("ada"), include_refresh: null, accept_eula: null, surplus: [1], portal_display_name: null })
  for (const token of ["", "x".repeat(15), "x".repeat(256), "x".repeat(257)]) {
    await login({ grant_type: "anon", portal_access_token: token })
  }
  const next = await refresh(ada.refreshToken, { include_refresh: true })
  await refresh(ada.refreshToken, { include_refresh: true })
  await refresh(text(next.json["refresh_token"]))
  await refresh("")
  await login({ grant_type: "refresh" })
  await refresh("never issued")
  server.advanceSeconds(11)
  await refresh(ada.refreshToken)
  await refresh(text(next.json["refresh_token"]))
  const secret = await client("game", "studio")
  const banned = await player("banned")
  await refresh(banned.refreshToken, {}, basic("studio", secret))
  await login(anon("guest"), basic("studio", secret))
  const deviceOnly = await client("game", "device-only", { grants: ["anon"] })
  await refresh(banned.refreshToken, {}, basic("device-only", deviceOnly))
  const gone = await player("gone")
  await deletePlayer(server, gone.uuid)
  await refresh(gone.refreshToken)
  await login(anon("gone"))
  const { secret: key } = await machine("server", "catalog:read")
  const byBody = (token: string) => login({ grant_type: "client_credentials", portal_access_token: token })
  for (const token of [`server:${key}`, "server:wrong", "nobody:wrong", "server", ""]) await byBody(token)
  await login({ grant_type: "client_credentials", include_refresh: true }, basic("server", key))
  await login(anon("machine"), basic("server", key))
  for (const authorization of ["Basic ???", "Digest x", "Basic", "Basic bm9ib2R5", "Bearer x"]) {
    await login(anon("header"), { authorization })
  }
  await login(anon("header"), basic("nobody", "x"))
  await createPassword(server, "grace", "correct horse")
  for (const token of ["grace:correct horse", "grace:wrong", "bob:wrong", "", "no colon", ":", "grace:"]) {
    await login({ grant_type: "basic", portal_access_token: token })
  }
  await restrict(server, banned.personId, { expires: undefined })
  await login(anon("banned"))
  await refresh(banned.refreshToken)
  for (const grant of [...GRANT_TYPES, "", "ANON", "hotel", "__proto__", "constructor"]) {
    if (grant !== "anon") await login({ grant_type: grant, portal_access_token: "a".repeat(32) })
  }
  const lost = await player("lost")
  await change(
    server,
    (sql) => sql`UPDATE person_portal_user SET player_uuid = NULL WHERE player_uuid = ${uuids(sql).id(lost.uuid)}`,
  )
  await login(anon("lost"))
  await refresh(lost.refreshToken)
  const withdrawn = await player("withdrawn")
  await change(
    server,
    (sql) => sql`INSERT INTO role (role_id, name, permissions, bypasses_lock)
    VALUES (7, 'seven', '["catalog:read"]', 0)`,
  )
  await change(
    server,
    (sql) => sql`UPDATE person_player SET role_id = 7 WHERE player_uuid = ${uuids(sql).id(withdrawn.uuid)}`,
  )
  await login(anon("withdrawn"))
  await change(server, (sql) => sql`DELETE FROM role WHERE role_id = 7`)
  await login(anon("withdrawn"))
  const flags = ["include_refresh", "accept_eula", "accept_tos", "accept_privacy_policy"]
  const texts = ["portal_access_token", "portal_display_name", "portal_parent_access_token"]
  await login(Object.fromEntries([...flags.map((name) => [name, "yes"]), ...texts.map((name) => [name, [1]])]))
  for (const grant of [null, 1, ["anon"]]) await login({ grant_type: grant })
  await login({ grant_type: "nobody's", include_refresh: 1 })
  await login(anon("long name", { portal_display_name: "n".repeat(300) }))
  await login(anon("proxy"), { "x-forwarded-for": "192.0.2.7", "user-agent": "corpus/1" })
  await send("POST", EXCHANGE, { body: { grant_type: "authorization_code", code: "never issued" } })
  const exchange = { grant_type: "authorization_code", code: "never issued", accepted_eula: true, accepted_tos: null }
  await send("POST", EXCHANGE, { body: { ...exchange, surplus: 1 }, headers: basic("studio", secret) })
  await send("POST", EXCHANGE, { body: exchange, headers: basic("nobody", "x") })
  await send("POST", EXCHANGE, { body: exchange, headers: { authorization: "Basic ???" } })
  const broken = { grant_type: "refresh_token", code: "", accepted_eula: "yes", accepted_tos: 1, ["a\u0000"]: 1 }
  for (const body of [broken, {}, { grant_type: 1, code: 1 }]) await send("POST", EXCHANGE, { body })
  const leaving = await player("leaving")
  for (let time = 0; time < 2; time++) await send("POST", "/users/v1/logout", { token: leaving.token })
  await refresh(leaving.refreshToken)
  const { token } = await machine("leaver")
  await send("POST", "/users/v1/logout", { token, raw: "ignored" })
  server.advanceSeconds(61)
  await send("POST", "/users/v1/logout", { token })
}

/** Links of devices and of a password account: the corpus asks no portal. */
const linking = async (stage: Stage): Promise<void> => {
  const { server } = stage
  const { machine, player, send } = asking(stage)
  const [ada, eve] = [await player("linking ada"), await player("linking eve")]
  await createPassword(server, "linker", "correct horse")
  const link = (body: unknown, token = ada.token) => send("POST", LINK, { token, body })
  const account = { grant_type: "basic", portal_access_token: "linker:correct horse" }
  await link({ grant_type: "basic", portal_access_token: "linker:wrong" })
  const { json } = await link(account)
  const [, linked] = json["portal_users"] as ReadonlyArray<Readonly<Record<string, string>>>
  await link({ ...account, include_refresh: true, portal_display_name: "ignored" })
  await link(account, eve.token)
  await link(anon("linking eve"))
  await link(anon("linking another", { portal_display_name: "Another" }))
  for (const grant_type of ["refresh", "client_credentials", "alpha", "", "ANON"]) {
    await link({ grant_type, portal_access_token: "a".repeat(32) })
  }
  for (const body of [{}, { grant_type: 1, portal_access_token: [] }, anon("short", { portal_access_token: "x" })]) {
    await link(body)
  }
  await send("POST", LINK, { body: account })
  const { token } = await machine("linker")
  await link(account, token)
  const unlink = (path: string, of = ada.token) => send("DELETE", `${LINK}/${path}`, { token: of })
  await unlink("Basic/nobody")
  await unlink("Sesame/x")
  await unlink(`Golf/${"x".repeat(513)}`)
  await unlink(`Basic/${linked?.["portal_user_id"]}`, eve.token)
  await unlink(`Basic/${linked?.["portal_user_id"]}`)
  await unlink(`Basic/${linked?.["portal_user_id"]}`)
  await link(account, eve.token)
  await unlink(`Basic/${linked?.["portal_user_id"]}`, token)
}

type Json = Readonly<Record<string, unknown>>
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
const changed = (token: string, inHeader: Json, inPayload: Json): string => {
  const [header = "", payload = "", signature] = token.split(".")
  const decode = (part: string): Json => JSON.parse(Buffer.from(part, "base64url").toString()) as Json
  const parts = [encode({ ...decode(header), ...inHeader }), encode({ ...decode(payload), ...inPayload }), signature]
  return parts.join(".")
}

/** What waits for something to come has an area of its own. */
const waits = (id: Id): boolean => id === "notificationPoll" || id === "notificationStream"

const bearer = routes.filter(({ access, id }) => access.kind === "bearer" && !waits(id)).map(({ id }) => id)

const isForPlayers = (id: Id): boolean => {
  const { access: rule }: Route = routesById[id]
  return rule.kind === "bearer" && rule.subject === "player"
}

const tokens = async (stage: Stage): Promise<void> => {
  const { machine, player, send } = asking(stage)
  const { token: old } = await machine("old", "*")
  stage.server.advanceSeconds(3600)
  const { token } = await machine("all", "*")
  const someone = await player("someone")
  const elsewhere = await tokenLike(stage.server, someone.token, ["*"], "somewhere-else")
  const authorizations = [
    "",
    `Bearer ${token} surplus`,
    "Bearer not-a-jwt",
    `Bearer ${encode([])}.${encode({})}.AAAA`,
    `Bearer ${changed(token, { alg: "none" }, {})}`,
    `Bearer ${changed(token, {}, { ver: 2 })}`,
    `Bearer ${changed(token, { kid: "nobody's" }, {})}`,
    `Bearer ${changed(token, {}, { sub: STRANGER })}`,
    `Bearer ${elsewhere}`,
    `Bearer ${old}`,
  ]
  const call = (id: Id, authorization: string) => {
    const { body, method, path } = samples(STRANGER)[id]
    return send(method, path, { headers: { authorization }, ...(body !== undefined && { body }) })
  }
  for (const id of bearer) for (const authorization of authorizations) await call(id, authorization)
  const other = ["Bearer", "Bearer ", "Basic Z2FtZTpzZWNyZXQ=", "Token abc", `bEARER ${token}`, "Bearer a..b"]
  for (const authorization of [...other, "Bearer ..", `Bearer ${"a".repeat(12_000)}`]) {
    await call("vendors", authorization)
  }
  await send("GET", VENDORS)
}

const permissions = async (stage: Stage): Promise<void> => {
  const { machine, player, send } = asking(stage)
  const ada = await player("ada")
  const powerless = await tokenLike(stage.server, ada.token, [])
  const { token: idle } = await machine("idle")
  const { token: almighty } = await machine("almighty", "*")
  for (const id of bearer) {
    if (id === "logout") continue
    const { body, method, path } = samples(ada.uuid)[id]
    const callers = [powerless, ada.token, idle, ...(isForPlayers(id) ? [almighty] : [])]
    for (const token of callers) await send(method, path, { token, ...(body !== undefined && { body }) })
  }
  // What is refused first: the query and the body say nothing to a caller that may not ask.
  await send("GET", `${NOTIFICATIONS}?page_size=0`, { token: idle })
  await send("PUT", CREDENTIALS, { token: idle, raw: "{" })
  await send("POST", ORDERS, { token: almighty, raw: "{" })
}

/** Bodies that are no acceptable JSON. */
const brokenBodies: ReadonlyArray<Uint8Array | string> = [
  ...'{|hello|{\'a\':1}|{"a":1,}|{}{}|  |{"a":NaN}|grant_type=anon|[]|"text"|1|null|true|[1,]|{"a" 1}|01'.split("|"),
  Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d),
  Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22),
  Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d),
  Buffer.from('{"a":1}', "utf16le"),
  `{"a":${"[".repeat(32)}${"]".repeat(32)}}`,
  "[".repeat(30_000),
  '{"a":1,"a":1}',
  '{"a":{"b":1,"\\u0062":2}}',
  '{"__proto__":{"admin":true}}',
  '{"a":{"__proto__":1}}',
]

const wrongValues = [{ a: { b: {} } }, [[]], 1.5, "\u{1f4a5}".repeat(3000), true, "", null]
const unstorable = ['"a\\u0000b"', '"\\ud800"', '["\\udfff"]', '{"\\u0000":1}']
const mediaTypes = ["text/plain", "", "application/jsonp", "application/json; charset=latin1"]
const takenTypes = ["Application/JSON; charset=UTF-8", 'application/json;version=1 ; note="; charset=latin1"']

const badBodies = async (id: Id, send: (sent: Sent) => Promise<Answer>): Promise<void> => {
  for (const raw of brokenBodies) await send({ raw })
  const { body } = samples(STRANGER)[id]
  const declared: Route["body"] = routesById[id].body
  const fields =
    declared !== undefined && "fields" in declared.schema ? Object.keys(declared.schema.fields as object) : []
  for (const [at, field] of [...fields, "unknown"].entries()) {
    const value = unstorable[at % unstorable.length] ?? ""
    await send({ raw: JSON.stringify({ ...(body as object), [field]: "@" }).replace('"@"', value) })
  }
  for (const value of wrongValues) await send({ body: Object.fromEntries(fields.map((field) => [field, value])) })
  await send({ raw: `{"${"k".repeat(3000)}":[${'"\\u0000",'.repeat(120)}1],"\u{1f600}":"\\u0000"}` })
  await send({ raw: "", headers: { "content-type": "" } })
  for (const type of [...mediaTypes, ...takenTypes]) await send({ raw: "{", headers: { "content-type": type } })
  await send({ raw: gzipSync("{}"), headers: { "content-encoding": "gzip" } })
  await send({ raw: "{", headers: { "content-encoding": "Identity" } })
  await send({ raw: `{"a":"${"x".repeat(64 * 1024)}"}` })
  await send({ raw: `{"a":"${"x".repeat(64 * 1024 - 8)}"}` })
  await send({ raw: `{"a":"${"x".repeat(70 * 1024)}"}`, headers: { "transfer-encoding": "chunked" } })
}

const brokenInput = async (stage: Stage): Promise<void> => {
  const { machine, player, send } = asking(stage)
  const target = await player("target")
  for (const { access: rule, body, headers = {}, id, method, params = {}, query = {} } of routes) {
    if (waits(id)) continue
    const readsBody = body !== undefined
    const { token: machineToken } = await machine(`for-${id}`, "*")
    const ada = await player(`for ${id}`)
    const token = rule.kind !== "bearer" ? undefined : rule.subject === "player" ? ada.token : machineToken
    const { path } = samples(target.uuid)[id]
    const ask = (query: string, more: Sent = {}) => send(method, `${path}${query}`, { token, ...more })
    await ask(`?unknown=${"a".repeat(8 * 1024)}`)
    const names = Object.keys(query)
    if (names.length > 0) {
      for (const value of ["", "x", "0", "-1", "1.5", "999999", "%ff", "%00", "%zz", "a".repeat(3000)]) {
        await ask(`?${names.map((name) => `${name}=${value}`).join("&")}`, {
          ...(readsBody && { body: { a: "\u0000" } }),
        })
      }
      await ask(`?${names.flatMap((name) => [`${name}=1`, `${name}=2`]).join("&")}`)
    }
    for (const name of Object.keys(headers)) {
      for (const value of ["", "x".repeat(300), "a\tb", "\u00e4"])
        await ask("?rotate_secret=x", { headers: { [name]: value }, body: [] })
    }
    if (Object.keys(params).length > 0) {
      for (const given of [
        "x",
        "0",
        STRANGER.slice(1),
        `{${STRANGER}}`,
        STRANGER,
        "%00",
        "..%2f..",
        "%ff",
        "a".repeat(300),
      ]) {
        await send(method, path.replace(target.uuid, given), { token, ...(readsBody && { body: {} }) })
      }
    }
    if (readsBody) await badBodies(id, (sent) => ask("", sent))
  }
}

const account = async (stage: Stage): Promise<void> => {
  const { login, machine, send } = asking(stage)
  const { secret, token } = await machine("account", "account:config:edit")
  const put = (query: string, body?: unknown, headers: Record<string, string> = {}, as = token) =>
    send("PUT", `${CREDENTIALS}${query}`, { token: as, headers, ...(body !== undefined && { body }) })
  const enter = (presented: string) => login({ grant_type: "client_credentials" }, basic("account", presented))
  for (const query of ["", "?rotate_secret=false", "?rotate_secret=0"]) await put(query)
  for (const body of [{}, { client_secret: null, description: null }, { description: "after" }, { description: "" }]) {
    await put("", body)
  }
  const keyed = { "idempotency-key": "corpus-key-1" }
  const made = text((await put("?rotate_secret=true", undefined, keyed)).json["client_secret"])
  await put("?rotate_secret=true", undefined, keyed)
  await put("?rotate_secret=true", { description: "other" }, keyed)
  await put("", undefined, keyed)
  for (const presented of [secret, made]) await enter(presented)
  const renewed = text((await enter(made)).json["access_token"])
  await put("", undefined, {}, renewed)
  stage.server.advanceSeconds(24 * 60 * 60)
  await enter(secret)
  await enter(made)
  const chosen = "a secret of thirty-two characters"
  const latest = text((await enter(made)).json["access_token"])
  await put("", { client_secret: chosen, description: "chosen" }, {}, latest)
  await put("", { client_secret: chosen }, keyed, latest)
  await put("", undefined, {}, latest)
  await enter(made)
  const last = text((await enter(chosen)).json["access_token"])
  await put("?rotate_secret=true", { client_secret: chosen }, {}, last)
  await put("?rotate_secret=true", { client_secret: chosen, description: [] }, {}, last)
  await put("?rotate_secret=maybe", { client_secret: 1, description: [] }, {}, last)
  for (const value of ["x".repeat(31), "x".repeat(257), `${"x".repeat(40)}\u00e4`])
    await put("", { client_secret: value }, {}, last)
  for (const spelling of ["", "TRUE", "yes", "2", "1", "%20true"])
    await put(`?rotate_secret=${spelling}`, undefined, {}, last)
}

const notification = async (stage: Stage): Promise<void> => {
  const { get, machine, player, send } = asking(stage)
  const [ada, lin] = [await player("ada"), await player("lin")]
  const { token: sender } = await machine("sender", "notification:playerid:write")
  const create = (body: unknown, headers: Record<string, string> = {}, uuid = ada.uuid) =>
    send("POST", `/notification/v1/playerid/${uuid}/notification`, { token: sender, body, headers })
  const page = (query: string, headers = {}, token = ada.token) => get(`${NOTIFICATIONS}${query}`, token, headers)
  const empty = await page("")
  await page("", { "if-none-match": empty.etag })
  await page(`?start_at=${text(empty.json["cursor"])}`)
  const whole = { message: "hello", rh_url: "/x", custom_data: { b: "2", a: "1", "\u00e4": "\u{1f600}" }, etag: '"e"' }
  const ids: Array<string> = []
  for (const body of [whole, { message: "" }, { message: "m".repeat(4096), surplus: 1, etag: null }]) {
    ids.push(text((await create(body)).json["notification_id"]))
  }
  const keyed = { "idempotency-key": "corpus-key-2" }
  ids.push(text((await create({ message: "once" }, keyed)).json["notification_id"]))
  await create({ message: "once" }, keyed)
  await create({ message: "twice" }, keyed)
  await create({ message: "once" }, keyed, lin.uuid)
  await create({ message: "nobody" }, {}, STRANGER)
  await create({ message: "upper" }, {}, ada.uuid.toUpperCase())
  for (let count = 0; count < 8; count++) await create({ message: `number ${count}` })
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`k${at}`, "v"]))
  await create({ message: "m".repeat(4097), rh_url: "", etag: "", custom_data: { a: "", b: 1, c: "x".repeat(4097) } })
  await create({ message: "many", custom_data: many })
  const full = await page("")
  for (const match of [full.etag, `W/${full.etag}`, "*", `"other",${full.etag}`, empty.etag, '""']) {
    await page("", { "if-none-match": match })
  }
  for (const match of [full.etag, "*", `W/${full.etag}`, '"other"']) await page("", { "if-match": match })
  let next = await page("?page_size=5")
  for (let count = 0; count < 3; count++) next = await page(`?page_size=5&start_at=${text(next.json["cursor"])}`)
  const [first = "", second = "", third = "", fourth = ""] = ids
  await page(`?start_at=${third}`)
  await page(`?start_at=${third}&exclude_before=${first}`)
  await page(`?exclude_before=${fourth}&page_size=3`)
  await page(`?start_at=${first}&exclude_before=${third}`)
  for (const cursor of forged(stage, second)) {
    await page(`?start_at=${cursor}`)
    await page(`?page_size=0&exclude_before=${cursor}`)
  }
  await page(`?start_at=${first}`, {}, lin.token)
  for (const size of ["0", "101", "ten", "1.0", "1e1", "+5", "%205", "1", "100"])
    await page(`?page_size=${size}`, { "if-none-match": "*" })
}

const presence = async (stage: Stage): Promise<void> => {
  const { server } = stage
  const { get, machine, player, send } = asking(stage)
  const [ada, lin] = [await player("ada"), await player("lin")]
  const { token: admin } = await machine("watcher", "presence:read:any")
  const { token: reader } = await machine("reader", "presence:read")
  const of = (uuid: string) => `/presence/v1/player/uuid/${uuid}/presence`
  const views = async () => {
    await get(PRESENCE, ada.token)
    for (const token of [ada.token, lin.token, admin, reader]) await get(of(ada.uuid), token)
  }
  const report = (body?: unknown) => send("PATCH", PRESENCE, { token: ada.token, ...(body !== undefined && { body }) })
  await views()
  await report()
  await views()
  for (const status of ["online", "away", "invisible", "offline"]) {
    await report({
      status,
      message: `I am ${status}`,
      custom_data: { map: "one", b: "2" },
      do_not_disturb: status === "away",
    })
    await views()
  }
  for (const body of [
    { status: null, do_not_disturb: null },
    { custom_data: { map: null, c: "3" } },
    { message: null },
    { custom_data: null },
  ])
    await report(body)
  await report({ status: "online", message: "", custom_data: {} })
  await report({ message: "x".repeat(257), status: "busy", custom_data: { a: "", "": "b" }, do_not_disturb: 1 })
  const { etag } = await get(of(ada.uuid), lin.token)
  for (const match of [etag, `W/${etag}`, "*", '"other"', `"a", ${etag}`]) {
    await get(of(ada.uuid), lin.token, { "if-none-match": match })
    await get(of(ada.uuid), lin.token, { "if-match": match })
  }
  await get(PRESENCE, ada.token, { "if-none-match": (await get(PRESENCE, ada.token)).etag })
  await get(PRESENCE, ada.token, { "if-match": '"other"' })
  server.advanceSeconds(61)
  await views()
  await get(of(ada.uuid.toUpperCase()), lin.token)
  await get(of(STRANGER), lin.token)
  for (const token of [ada.token, admin, reader]) await get("/presence/v1/settings", token)
  const gone = await player("leaver")
  await deletePlayer(server, gone.uuid)
  await get(of(gone.uuid), lin.token)
  await get(PRESENCE, gone.token)
}

const vendors = async (stage: Stage): Promise<void> => {
  const { get, machine, player } = asking(stage)
  const { token } = await player("ada")
  await get(VENDORS, (await machine("shop", "catalog:read")).token)
  const { etag, json } = await get(VENDORS, token)
  for (const [id, vendor] of Object.entries(json["vendors"] as Json)) {
    stage.recorder.note(`vendor ${id}`, JSON.stringify({ ...(vendor as Json), loot: undefined }))
    for (const [loot, one] of Object.entries((vendor as { readonly loot: Json }).loot)) {
      stage.recorder.note(`loot ${loot}`, JSON.stringify(one))
    }
  }
  const codings = [
    "gzip",
    "br",
    "zstd",
    "identity",
    "*",
    "gzip;q=0.5, br;q=0.9",
    "gzip;q=0",
    "deflate",
    "",
    "identity;q=0",
    "GZIP",
    "br;q=x",
  ]
  for (const coding of codings) {
    const coded = await get(VENDORS, token, { "accept-encoding": coding })
    await get(VENDORS, token, { "accept-encoding": coding, "if-none-match": etag })
    await get(VENDORS, token, { "accept-encoding": coding, "if-none-match": coded.etag })
    await get(VENDORS, token, { "accept-encoding": coding, "if-match": coded.etag, "if-none-match": coded.etag })
  }
  for (const match of [etag, `W/${etag}`, "*", `"other", ${etag}`, '"other"', "", '""', etag.replaceAll('"', "")]) {
    if (match !== "" && match !== '""' && match !== '"other"') await get(VENDORS, token, { "if-none-match": match })
    if (match.includes("*") || match === etag) await get(VENDORS, token, { "if-match": match, "if-none-match": etag })
    else await get(VENDORS, token, { "if-match": match, "if-none-match": "*" })
  }
  const etags = await get(ETAGS, token)
  await get(ETAGS, token, { "if-none-match": etags.etag })
  for (const id of Object.keys(etags.json["vendors"] as Json)) await get(`${VENDORS}/${id}`, token)
  const [first = ""] = Object.keys(etags.json["vendors"] as Json)
  const one = await get(`${VENDORS}/${first}`, token)
  await get(`${VENDORS}/${first}`, token, { "if-none-match": one.etag })
  await get(`${VENDORS}/${first}`, token, { "accept-encoding": "gzip" })
  for (const id of ["999999", "x", "-1", "1.5"]) await get(`${VENDORS}/${id}`, token)
}

const fill = (loot_id: number, quantity = 1, more: object = {}) => ({ type: "fill_loot", loot_id, quantity, ...more })
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, "v"]))
const create = (item_id: number, more: object = {}) => ({
  type: "create_new_persistent_inventory",
  item_id,
  quantity: 1,
  ...more,
})
const ALWAYS_OWNED = `00000000-0000-8000-8000-${EVERYBODYS.toString(16).padStart(12, "0")}`

/** Entries of a server for a player that owns nothing, each in an order of its own. */
const serverEntries: ReadonlyArray<object> = [
  ...ENTRY_TYPES.map((type) => ({ type, quantity: 1, loot_id: 100, item_id: GOLD, external_tran_id: "WELCOME" })),
  ...[100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 113, 114, 117, 117, 118, 122, 122, 123, 124, 125].map(
    (id) => fill(id),
  ),
  ...[126, 126, 127, 128, 129, 130, 131, 131, 132, 9999].map((id) => fill(id)),
  fill(111, 2),
  fill(121, 12),
  fill(126, 10),
  ...[0, -1, 1_000_001, 1_000_000].map((quantity) => fill(100, quantity)),
  { type: "fill_loot", quantity: 1 },
  fill(100, 1, { vendor_etag: "older" }),
  fill(100, 1, { vendor_version: 8 }),
  fill(100, 1, {
    vendor_version: 7,
    use_inventory_bucket: "golf",
    external_item_sku: "sku",
    expires: "2030-01-01T01:30:00+01:30",
  }),
  fill(100, 1, {
    dynamic_bundle_loot_ids: [1],
    purchase_price: { price_item_id: 1, currencies: [{ price_item_id: 1, price: 2 }] },
  }),
  ...[RETIRED, EVERYBODYS, 999].map((id) => create(id)),
  create(GOLD, { custom_data: many(21) }),
  create(GOLD, { custom_data: many(20), use_inventory_bucket: "echo", quantity: 5 }),
  create(GOLD, { expires: "2020-01-01T00:00:00Z" }),
  create(SWORD, { expires: "2026-12-24T00:00:00Z", type: "create_new_transient_inventory" }),
  create(XP, { quantity: 60 }),
  { type: "update_inventory", inventory_id: STRANGER, quantity: 1 },
  { type: "update_inventory", inventory_id: ALWAYS_OWNED, quantity: 1 },
  { type: "update_existing_transient_inventory", legacy_inventory_id: 5, quantity: 1 },
]

interface Change {
  readonly inventory_id: string
  readonly legacy_inventory_id: string
}
const changeOf = ({ text: answer }: Answer): Change => ({
  inventory_id: /"after":\{"inventory_id":"([^"]+)"/.exec(answer)?.[1] ?? "",
  legacy_inventory_id: /"legacy_inventory_id":(-?\d+)/.exec(answer)?.[1] ?? "0",
})

const orders = async (stage: Stage): Promise<void> => {
  const { server } = stage
  const { get, machine, player, send } = asking(stage)
  const ada = await player("ada")
  const { token: operator } = await machine("operator", "inv:create_order:player:any")
  const of = (uuid: string) => `/inventory/v1/player/uuid/${uuid}/order`
  const submit = (token: string, body: unknown, path = ORDERS) => send("POST", path, { token, body })
  const raw = (token: string, wire: string, path = ORDERS) => send("POST", path, { token, raw: wire })
  for (const entry of [fill(100), fill(101), fill(105), fill(121, 5), fill(126, 5), create(GOLD), fill(100, 0)]) {
    await submit(ada.token, { entries: [entry] })
  }
  for (const type of ENTRY_TYPES) await submit(ada.token, { entries: [{ type, quantity: 1, loot_id: 100 }] })
  const lin = await player("lin")
  const serve = (body: object, uuid = lin.uuid) => submit(operator, { source: "SUPPORT", ...body }, of(uuid))
  for (const entry of serverEntries) await serve({ entries: [entry], match_id: "match", instance_id: "instance" })
  const made = changeOf(await serve({ entries: [create(GOLD, { quantity: 3, custom_data: { from: "a chest" } })] }))
  for (const more of [
    { quantity: 9 },
    { quantity: 2, custom_data: { from: null, to: "you" } },
    { quantity: 1, expires: "2026-12-24T00:00:00.5Z" },
  ]) {
    await serve({ entries: [{ type: "update_inventory", inventory_id: made.inventory_id, ...more }] })
  }
  await raw(
    operator,
    `{"entries":[{"type":"update_existing_persistent_inventory","legacy_inventory_id":${made.legacy_inventory_id},"quantity":4}]}`,
    of(lin.uuid),
  )
  await serve({
    entries: [{ type: "update_existing_transient_inventory", inventory_id: made.inventory_id, quantity: 4 }],
  })
  for (const is_transaction of [true, false]) {
    await serve({ is_transaction, entries: [fill(100), fill(126, 2), fill(9999), fill(100)] })
    await serve({ is_transaction, entries: [fill(100), fill(117, 2), fill(128)] })
  }
  for (const quantity of [1, 1, 2]) {
    await serve({ client_order_ref_id: "0c0c0c0c-0000-4000-8000-00000000000b", entries: [fill(126, quantity)] })
  }
  await serve({ entries: [] })
  await serve({ entries: Array.from({ length: 101 }, () => fill(100)) })
  await serve({ entries: [fill(100)] }, STRANGER)
  await submit(operator, { entries: [fill(100)] }, of(lin.uuid))
  for (const source of ["SUPPORT", "CLIENT", "NOWHERE", null]) await submit(ada.token, { source, entries: [fill(100)] })
  const client_order_ref_id = "0c0c0c0c-0000-4000-8000-00000000000a"
  for (const entries of [[fill(121, 3)], [fill(121, 3)], [fill(121, 4)]])
    await submit(ada.token, { client_order_ref_id, entries })
  await raw(
    ada.token,
    `{"later":1,"entries":[{"quantity":3.0,"loot_id":121,"type":"fill_loot"}],"client_order_ref_id":"${client_order_ref_id.toUpperCase()}","is_transaction":false}`,
  )
  const numbers = [
    "9007199254740993",
    "9223372036854775807",
    "-9223372036854775808",
    "-0",
    "1e2",
    "9223372036854775808",
    "-9223372036854775809",
    "1.5",
    '"1"',
    "1e400",
    "1e-999999999",
    "9007199254740993.5",
  ]
  for (const digits of numbers) {
    await raw(
      operator,
      `{"source":"REWARDS","entries":[{"type":"fill_loot","loot_id":132,"quantity":1,"player_portal_event_id":${digits}}]}`,
      of(lin.uuid),
    )
  }
  for (const quantity of ["1.0", "2e0", "0.3e1", "30e-1", "9007199254740993", "1e400", "1.5", "-0", "true", "null"]) {
    await raw(ada.token, `{"entries":[{"type":"fill_loot","loot_id":100,"quantity":${quantity}}]}`)
  }
  await submit(ada.token, {
    source: 1,
    client_order_ref_id: "x",
    instance_id: "i".repeat(257),
    is_transaction: "yes",
    entries: [
      {},
      1,
      null,
      {
        type: "steal",
        quantity: "1",
        expires: "tomorrow",
        custom_data: { a: 1 },
        use_inventory_bucket: "x",
        inventory_id: "x",
        dynamic_bundle_loot_ids: [1, "2"],
        purchase_price: { currencies: [{}] },
      },
    ],
  })
  for (const expires of ["2030-02-30T00:00:00Z", "2030-01-01T00:00:00", 1e30, -1, "1893456000", 1893456000.5]) {
    await submit(ada.token, { entries: [fill(9999, 1, { expires })] })
  }
  for (let count = 0; count < 3; count++)
    await submit(ada.token, { entries: Array.from({ length: 30 }, () => fill(100)) })
  server.advanceSeconds(30)
  const noa = await player("noa")
  const many = (orders: unknown, token = operator) => submit(token, { orders }, "/inventory/v1/order")
  const several = [
    { player_uuid: noa.uuid, client_order_ref_id, entries: [fill(121, 3)] },
    { player_uuid: STRANGER, entries: [fill(100)] },
    { player_uuid: lin.uuid, source: "REWARDS", entries: [fill(100), fill(9999)] },
    { player_uuid: noa.uuid, client_order_ref_id, entries: [fill(121, 4)] },
    { player_uuid: noa.uuid, source: "CLIENT", entries: [create(GOLD)] },
  ]
  for (let count = 0; count < 2; count++) await many(several.slice(0, 4 + count))
  for (const orders of [[], {}, undefined, Array.from({ length: 101 }, () => several[0]), [several[0], {}, 1]]) {
    await many(orders)
  }
  await many(several, noa.token)
  server.advanceSeconds(30)
  const mia = await player("mia")
  for (let count = 0; count < 5; count++) await submit(mia.token, { entries: [fill(100, count + 1)] })
  const page = (query: string, token = mia.token) => get(`${ORDERS}${query}`, token)
  let next = await page("")
  const { created_time } = (next.json["data"] as ReadonlyArray<Json>)[1] ?? {}
  const cursorOf = (answer: Answer) => text((answer.json["page"] as Json)["cursor"])
  let cursor = ""
  for (const sort of ["asc", "desc"]) {
    next = await page(`?limit=2&sort=${sort}`)
    cursor = cursorOf(next)
    for (let count = 0; count < 2; count++) next = await page(`?limit=2&starting_position=x&cursor=${cursorOf(next)}`)
  }
  const seconds = Date.parse(text(created_time)) / 1000
  for (const position of [
    created_time,
    seconds,
    `${seconds}.001`,
    "yesterday",
    "2026-11-21T00:00:00",
    "1e9",
    "2026-02-30T00:00:00Z",
    "99999999999999999999",
    "2026-11-22T13%3A00%3A00%2B01%3A30",
  ]) {
    await page(`?limit=1&starting_position=${text(position)}`)
  }
  for (const given of forged(stage, cursor)) await page(`?cursor=${given}&limit=0`)
  for (const query of [
    `sort=asc&cursor=${cursor}`,
    `sort=desc&limit=50&cursor=${cursor}`,
    "limit=51",
    "limit=ten&sort=up&starting_position=x",
    "sort=up",
  ])
    await page(`?${query}`)
  await page(`?cursor=${cursor}`, ada.token)
  await page("", (await player("newcomer")).token)
  await page("?limit=50&sort=desc", (await player("lin")).token)
}

const inventory = async (stage: Stage): Promise<void> => {
  const { get, machine, player, send } = asking(stage)
  const [ada, empty, lin] = [await player("eve"), await player("empty"), await player("lin")]
  const { token: operator } = await machine("giver", "inv:create_order:player:any", "inv:read_inv:player:any")
  const of = (uuid: string) => `/inventory/v1/player/uuid/${uuid}/inventory`
  const give = (...entries: ReadonlyArray<object>) =>
    send("POST", `/inventory/v1/player/uuid/${ada.uuid}/order`, { token: operator, body: { entries } })
  await get(INVENTORY, empty.token)
  await give(
    create(GOLD, { quantity: 7, custom_data: { b: "2", a: "1" } }),
    create(SWORD),
    create(7, { use_inventory_bucket: "hotel" }),
  )
  await give(
    create(SWORD, { type: "create_new_transient_inventory", expires: "2026-12-24T00:00:00Z" }),
    create(8),
    create(9),
  )
  const { etag } = await get(INVENTORY, ada.token)
  for (const match of [etag, `W/${etag}`, "*", '"other"', `"a", ${etag}`]) {
    await get(INVENTORY, ada.token, { "if-none-match": match })
    await get(INVENTORY, ada.token, { "if-match": match, "if-none-match": '"else"' })
  }
  await get(of(ada.uuid), operator)
  await get(of(ada.uuid.toUpperCase()), operator, { "if-none-match": etag })
  await get(of(ada.uuid), operator, { "if-match": '"other"' })
  await get(of(STRANGER), operator)
  await get(of(lin.uuid), operator)
  let next = await get(`${INVENTORY}?limit=2`, ada.token)
  const first = text((next.json["page"] as Json)["cursor"])
  for (let count = 0; count < 3; count++) {
    const { cursor } = next.json["page"] as Json
    if (cursor !== undefined) next = await get(`${INVENTORY}?limit=2&cursor=${text(cursor)}`, ada.token)
  }
  await get(`${of(ada.uuid)}?limit=2&cursor=${first}`, operator)
  for (const cursor of forged(stage, first)) {
    await get(`${INVENTORY}?cursor=${cursor}&limit=0`, ada.token)
  }
  await get(`${INVENTORY}?cursor=${first}`, lin.token)
  for (const limit of ["0", "1", "1000", "1001", "201", "ten", "1.0"])
    await get(`${INVENTORY}?limit=${limit}`, ada.token, { "if-none-match": "*" })
}

const demo = async (stage: Stage): Promise<void> => {
  const { get, machine, player, send } = asking(stage)
  await publish(stage.server, JSON.parse(readFileSync("examples/demo/catalog.json", "utf8")))
  stage.server.advanceSeconds(60)
  const ada = await player("demo")
  const { token } = await machine("demo-server", "inv:create_order:player:any", "catalog:read")
  await get(VENDORS, token)
  await get(VENDORS, ada.token, { "accept-encoding": "br" })
  const submit = (as: string, path: string, body: unknown) => send("POST", path, { token: as, body })
  for (const loot of [1, 2, 2]) await submit(ada.token, ORDERS, { entries: [fill(loot, 2)] })
  const document = JSON.parse(readFileSync("examples/demo/catalog.json", "utf8")) as { readonly vendors: Json }
  const ids = Object.values(document.vendors).flatMap((vendor) =>
    Object.keys((vendor as { readonly loot?: object }).loot ?? {}),
  )
  for (let at = 0; at < ids.length; at += Math.ceil(ids.length / 24)) {
    await submit(token, `/inventory/v1/player/uuid/${ada.uuid}/order`, {
      source: "REWARDS",
      entries: [fill(Number(ids[at]), 2)],
    })
  }
  await get(INVENTORY, ada.token)
}

const policies = async (stage: Stage): Promise<void> => {
  const agreement = { version: 1, url: "https://example.org/eula", sha256: "0".repeat(64), required: true }
  const worlds: ReadonlyArray<TestServerOptions> = [
    { settings: { userAuthEnabled: false } },
    { settings: { authenticationLocked: true } },
    { settings: { authenticationLimited: true } },
    { settings: { playersPerPersonMax: 0 } },
    { settings: { defaultClientId: undefined } },
    { settings: { clientAuthEnabled: false } },
    { settings: { loginsInFlightMax: 0 } },
    { settings: { agreements: { eula: agreement, privacy_policy: agreement } } },
    { settings: { listenersPerPlayerMax: 0 } },
    { server: { docsEnabled: false, bodyBytesMax: 1024 }, catalog: false },
  ]
  for (const options of worlds) {
    const target = await stage.another({ ...options, settings: { ...settings, ...options.settings } })
    stage.recorder.note("a server with", JSON.stringify(options))
    const { client, get, login, send } = asking(stage, target)
    const { json } = await login(anon("policy"))
    await login(anon("policy", { accept_eula: true, include_refresh: true }))
    await login(anon("policy", { accept_eula: true, accept_privacy_policy: true }))
    const { json: last } = await login(anon("policy"))
    const secret = await client("machine", "machine", { permissions: ["catalog:read"] })
    await login({ grant_type: "client_credentials" }, basic("machine", secret))
    await login({ grant_type: "client_credentials", portal_access_token: "a:b" })
    await login({ grant_type: "refresh", portal_access_token: "never issued" })
    const token = text(json["access_token"] ?? last["access_token"] ?? "")
    for (const path of [VENDORS, NOTIFICATIONS, ORDERS, INVENTORY, "/openapi.json", "/docs", "/readyz"]) {
      if (options.server !== undefined || !path.startsWith("/o")) await get(path, token, { "if-none-match": "*" })
    }
    if (options.server !== undefined) {
      const entries = Array.from({ length: 40 }, () => fill(100))
      await send("POST", ORDERS, { token, body: { entries } })
    }
  }
  const none = await stage.another({ settings: { grantsEnabled: [] } })
  stage.recorder.note("a server with", "no grants")
  const { login } = asking(stage, none)
  for (const grant_type of GRANT_TYPES) await login({ grant_type, portal_access_token: "a".repeat(32) })
  const guessed = await stage.another({ settings })
  stage.recorder.note("a server with", "guesses")
  const guess = asking(stage, guessed)
  await createPassword(guessed, "victim", "correct horse")
  for (let count = 0; count < 8; count++)
    await guess.login({ grant_type: "basic", portal_access_token: `victim:${count}` })
}

const wire = async ({ recorder, server }: Stage): Promise<void> => {
  const head = "POST /users/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
  const requests: Readonly<Record<string, string>> = {
    "no HTTP": "hello\r\n\r\n",
    "an unknown version": "GET /livez HTTP/9.9\r\nHost: x\r\n\r\n",
    "HTTP/1.0": "GET /livez HTTP/1.0\r\n\r\n",
    "no host": "GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n",
    "two hosts": "GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n",
    "an absolute target": "GET http://x/livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "a target of another form": "GET livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "a broken header": "GET /livez HTTP/1.1\r\nHost: x\r\nbroken header\r\n\r\n",
    "a long head": `GET /livez HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(17_000)}\r\n\r\n`,
    "two lengths": `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    "length and chunks": `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    "a broken chunk": `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
    "another coding": `${head}Transfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    "an expectation": `${head}Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    "another expectation": `${head}Expect: miracles\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    "an upgrade": "GET /livez HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade, close\r\n\r\n",
    "a tunnel": "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n",
  }
  for (const [what, bytes] of Object.entries(requests)) await recorder.raw(server, what, bytes)
}

const accessLog = async (stage: Stage): Promise<void> => {
  const { get, login, machine, player, send } = asking(stage)
  const { log } = stage.server
  const before = log.access.length
  const ada = await player("logged")
  const { token } = await machine("logger", "notification:playerid:write", "catalog:read")
  const agent = { "user-agent": "corpus/1 (a\u00e4 \t)" }
  await login({ grant_type: "refresh", portal_access_token: ada.refreshToken }, agent)
  await login(anon("x".repeat(300)), agent)
  await login({ grant_type: "basic", portal_access_token: "name:password" }, basic("nobody", "secret"))
  for (const path of [
    "/livez",
    "/docs?token=secret",
    "/nowhere/secret?a=b",
    "/%00",
    "/%0a%1b[31m",
    `/${"p".repeat(3000)}`,
  ]) {
    await get(path, undefined, { "if-none-match": "*" })
  }
  for (const path of [VENDORS, NOTIFICATIONS, INVENTORY, ORDERS, PRESENCE]) {
    for (const as of [ada.token, token, "x"]) await get(`${path}?limit=1`, as, { "if-none-match": "*" })
  }
  await get(`/presence/v1/player/uuid/${ada.uuid}/presence`, ada.token, { "x-forwarded-for": "192.0.2.1" })
  await send("POST", `/notification/v1/playerid/${ada.uuid}/notification`, { token, body: { message: "a secret" } })
  await send("POST", `/notification/v1/playerid/${ada.uuid}/notification`, { token, body: {} })
  await send("OPTIONS", LOGIN)
  const linesOf = () => log.access.slice(before).split("\n").slice(0, -1)
  while (linesOf().at(-1)?.includes('"OPTIONS"') !== true) await new Promise((done) => setImmediate(done))
  for (const line of linesOf()) stage.recorder.note("log", line.replace(/"milliseconds":[\d.]+/, '"milliseconds":0'))
}

/** Long polls that need not wait, and what is refused before a stream begins. */
const waiting = async (stage: Stage): Promise<void> => {
  const { get, machine, player, send } = asking(stage)
  const ada = await player("ada who waits")
  const { token: sender } = await machine("sender-to-who-waits", "notification:playerid:write")
  const create = (message: string) =>
    send("POST", `/notification/v1/playerid/${ada.uuid}/notification`, { token: sender, body: { message } })
  const poll = (query: string) => get(`${WAITING}/lp${query}`, ada.token)
  const stream = (query: string, headers: Record<string, string> = {}) =>
    get(`${WAITING}/sse${query}`, ada.token, headers)
  await poll("?deadline=0")
  for (const message of ["one", "two", "three"]) await create(message)
  const first = await poll("?offset_reset_strategy=earliest&max_page_size=2")
  const cursor = text(first.json["cursor"])
  await poll(`?exclude_before=${cursor}`)
  await get(`${NOTIFICATIONS}?exclude_before=${cursor}`, ada.token)
  await poll("?deadline=901&max_page_size=0&offset_reset_strategy=first")
  for (const broken of forged(stage, cursor)) {
    await poll(`?deadline=0&exclude_before=${broken}`)
    await stream(`?exclude_before=${broken}`)
    // An empty one is none, and begins a stream.
    if (broken !== "") await stream("", { "last-event-id": broken })
  }
  await send("HEAD", `${WAITING}/sse`, { token: ada.token })
  await send("HEAD", `${WAITING}/lp`, { token: ada.token })
  for (const path of ["lp", "sse"]) await send("POST", `${WAITING}/${path}`, { token: ada.token })
}

/** Every area, in order. */
export const areas: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  service,
  login,
  tokens,
  permissions,
  input: brokenInput,
  account,
  notification,
  presence,
  catalog: vendors,
  order: orders,
  inventory,
  policy: policies,
  wire,
  log: accessLog,
  demo,
  linking,
  waiting,
}
