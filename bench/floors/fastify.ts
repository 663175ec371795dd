/**
 * The upper floor: the seven operations and the order submit, written by hand on Fastify 5. Each does the work that
 * Garrison must do too: it verifies tokens with jose and runs the same number of prepared statements. The answers are
 * the same. Time and ids come from Node itself, because no test freezes them here.
 */
import { hash, randomBytes, randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import Fastify, { type FastifyReply, type FastifyRequest } from "fastify"
import { openDatabase } from "./database.ts"
import type { BroadcastBody, PageQuery } from "./notifications.ts"
import { bytesOf, type FloorOrder } from "./orders.ts"
import { type FloorData, MONTH_MILLIS, PLAYER_PERMISSIONS, portalUserOf, seed } from "./seed.ts"
import { makeTokens, sha256 } from "./tokens.ts"

const file = process.argv[2]
if (file === undefined) throw new Error("usage: fastify.ts DATA_FILE")
const data = JSON.parse(readFileSync(file, "utf8")) as FloorData
const catalogBytes = readFileSync(data.catalog.file)
const database = openDatabase(data.databaseFile, data.item_id)
const tokens = await makeTokens(database)
const { clientUuid, players } = seed(database, data)

const server = Fastify({ logger: false, bodyLimit: 65_536 })
const allows = async (request: FastifyRequest, permission: string) => {
  const caller = await tokens.authenticate(request.headers.authorization)
  if (!caller.permissions.some((held) => held === permission || held === "*" || held.endsWith(":*"))) {
    throw new Error("insufficient_permissions")
  }
  return caller
}

const sendTagged = (
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  cache: string,
  body: string | Buffer,
) => {
  void reply.header("etag", etag).header("cache-control", cache).header("vary", "Authorization")
  if (request.headers["if-none-match"] === etag) return reply.code(304).send()
  return reply.header("content-type", "application/json").send(body)
}

const etagOf = (body: string): string => `"${hash("sha256", body, "base64url")}"`

/** Opens a session with a refresh token, in the unit of work in which `first` says that it may. */
const openSession = (playerUuid: string, personId: string, address: string, first: (session: string) => boolean) => {
  const now = Date.now()
  const session = randomUUID()
  const refresh = `gar_${randomBytes(32).toString("base64url")}`
  const refreshHash = sha256(refresh)
  database.transaction(() => {
    if (!first(session)) throw new Error("authorization_code_not_found")
    database.touchPerson.run(now, personId)
    database.addSession.run(session, playerUuid, now, now + 3 * MONTH_MILLIS)
    database.addRefresh.run(refreshHash, session, now + MONTH_MILLIS)
    database.addHistory.run(randomUUID(), now, playerUuid, address)
  })
  return { refresh, session }
}

server.post("/users/v1/login", async (request, reply) => {
  const body = request.body as { readonly portal_access_token: string }
  const portalUser = portalUserOf(body.portal_access_token)
  database.findFailures.all(`address:${request.ip}`, `account:${portalUser}`, "all")
  const client = database.findClient.get("floor")
  const player = database.findPlayer.get(portalUser)
  const role = database.findRole.get(player?.role_id ?? 1)
  database.findRestrictions.all(player?.person_id ?? "")
  const playerUuid = String(player?.player_uuid)
  const personId = String(player?.person_id)
  const { refresh, session } = openSession(playerUuid, personId, request.ip, () => true)
  const held = JSON.parse(String(role?.permissions)) as ReadonlyArray<string>
  void reply.header("cache-control", "no-store")
  return {
    active_player_id: player?.player_id,
    active_player_uuid: playerUuid,
    platform: "Anon",
    portal_id: 2,
    portal_user_id: portalUser,
    display_name: player?.display_name,
    role_id: 1,
    person_id: personId,
    permissions: held,
    restrictions: [],
    access_token: await tokens.issue(playerUuid, session, "Anon", held),
    refresh_token: refresh,
    publisher_uuid: clientUuid,
    tenant_uuid: clientUuid,
    config_elector_uuid: clientUuid,
    client_uuid: client?.client_uuid,
    client_id: "floor",
    token_type: "Bearer",
    expires_in: 900,
  }
})

server.post("/users/v1/oauth/token", async (request, reply) => {
  const body = request.body as { readonly code: string }
  database.findClient.get("floor")
  const codeHash = sha256(body.code)
  const code = database.findCode.get(codeHash)
  if (code === undefined || code.session_id !== null || Number(code.expires) <= Date.now()) {
    void reply.code(403)
    return { auth_success: false, error_code: "authorization_code_not_found", desc: "unknown or expired" }
  }
  const player = database.findPlayer.get(String(code.portal_user_id))
  const role = database.findRole.get(player?.role_id ?? 1)
  database.findRestrictions.all(player?.person_id ?? "")
  const playerUuid = String(player?.player_uuid)
  const { refresh, session } = openSession(
    playerUuid,
    String(player?.person_id),
    request.ip,
    (opened) => database.useCode.run(opened, codeHash, Date.now()).changes === 1,
  )
  const held = JSON.parse(String(role?.permissions)) as ReadonlyArray<string>
  void reply.header("cache-control", "no-store")
  return { access_token: await tokens.issue(playerUuid, session, "Alpha", held), refresh_token: refresh }
})

server.put("/v2/account/me/m2m-credentials", async (request, reply) => {
  const caller = await tokens.authenticate(request.headers.authorization)
  const { description } = request.body as { readonly description: string }
  const account = database.transaction(() => database.describeClient.get(description, caller.subject))
  void reply.header("cache-control", "no-store")
  return { account_id: account?.client_uuid, client_secret: "****abcd", description: account?.description }
})

server.get("/notification/v1/playerid/me/notification", async (request, reply) => {
  const caller = await allows(request, "notification:playerid:self:read")
  const body = database.notificationPage(caller.subject, request.query as PageQuery)
  return sendTagged(request, reply, etagOf(body), "private, no-cache", body)
})

server.post("/notification/v1/broadcast", async (request, reply) => {
  await allows(request, "operator:broadcast:segment")
  database.transaction(() => database.addBroadcast(request.body as BroadcastBody))
  return reply.header("cache-control", "no-store").send({})
})

server.get("/inventory/v1/player/me/order", async (request, reply) => {
  const caller = await allows(request, "inv:read_order:player:self")
  const { limit = "10" } = request.query as { readonly limit?: string }
  const size = Number(limit)
  if (!Number.isInteger(size) || size < 1 || size > 50) throw new Error("limit")
  const rows = database.listOrders.all(bytesOf(caller.subject), Date.now() - 3 * MONTH_MILLIS, size + 1)
  const next = rows[size]
  const cursor = next === undefined ? "" : hash("sha256", `${caller.subject}${String(next.order_id)}`, "base64url")
  const wires = rows.slice(0, size).map(({ wire }) => wire)
  const body = `{"data":[${wires.join(",")}],"page":{"cursor":"${cursor}","sort":"asc","limit":${size}}}`
  return reply.header("cache-control", "no-store").header("content-type", "application/json").send(body)
})

server.get("/inventory/v1/player/me/inventory", async (request, reply) => {
  const caller = await allows(request, "inv:read_inv:player:self")
  const { limit = "50" } = request.query as { readonly limit?: string }
  const size = Number(limit)
  if (!Number.isInteger(size) || size < 1 || size > 100) throw new Error("limit")
  const player = bytesOf(caller.subject)
  if (database.findOwner.get(player) === undefined) return reply.code(404).send()
  const rows = database.listRecords.all(player, 0, Buffer.alloc(0), size + 1)
  const next = rows[size]
  const place = next === undefined ? {} : { cursor: hash("sha256", String(next.inventory_id), "base64url") }
  const records = rows.slice(0, size).map((row) => ({
    item_id: row.item_id,
    inventory_id: String(row.inventory_id),
    type: row.type,
    bucket: row.bucket,
    count: row.count,
    acquired: new Date(Number(row.acquired)).toISOString(),
    ...(row.expires === null ? {} : { expires: new Date(Number(row.expires)).toISOString() }),
    ...(row.custom_data === null ? {} : { custom_data: JSON.parse(String(row.custom_data)) as unknown }),
  }))
  const body = JSON.stringify({ data: records, page: { ...place, limit: size } })
  return sendTagged(request, reply, etagOf(body), "private, no-cache", body)
})

server.patch("/presence/v1/player/me/presence", async (request, reply) => {
  const caller = await allows(request, "presence:edit:self")
  const { status } = (request.body ?? { status: "online" }) as { readonly status: string }
  if (!["online", "away", "invisible", "offline"].includes(status)) throw new Error("status")
  const row = database.transaction(() => database.reportPresence.get(caller.subject, status, Date.now()))
  const body = JSON.stringify({
    online: row?.status === "online",
    platform: "Anon",
    display_name: row?.display_name,
    player_uuid: caller.subject,
    last_seen: new Date(Number(row?.seen)).toISOString(),
    status: row?.status,
  })
  return sendTagged(request, reply, etagOf(body), "private, no-cache", body)
})

server.get("/inventory/v1/catalog/vendor", async (request, reply) => {
  await allows(request, "catalog:read")
  void reply.header("content-encoding", data.catalog.coding)
  return sendTagged(request, reply, data.catalog.etag, "public, no-cache", catalogBytes)
})

for (const [path, { body, etag }] of Object.entries(data.prices)) {
  server.get(path, async (request, reply) => {
    await allows(request, "catalog:read")
    return sendTagged(request, reply, etag, "public, no-cache", body)
  })
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const recordOf = (row: Readonly<Record<string, unknown>>) => {
  const online = row.status === "online" && Number(row.seen) > Date.now() - 60_000
  return {
    online,
    ...(online ? { message: row.message } : {}),
    platform: "Anon",
    display_name: row.display_name,
    player_uuid: row.player_uuid,
    status: online ? "online" : "offline",
  }
}

server.get("/presence/v1/player/uuid/:player/presence", async (request, reply) => {
  await allows(request, "presence:read")
  const { player } = request.params as { readonly player: string }
  if (!uuid.test(player)) throw new Error("player_uuid")
  const row = database.findPresence.get(player)
  if (row === undefined) return reply.code(404).send()
  const body = JSON.stringify(recordOf(row))
  return sendTagged(request, reply, etagOf(body), "private, no-cache", body)
})

/** As the route above, of many players in the sequence of the request. The caller sees when it was last seen itself. */
server.post("/presence/v1/player/presence::batch", async (request, reply) => {
  const caller = await allows(request, "presence:read")
  const { player_uuids: given } = request.body as { readonly player_uuids: ReadonlyArray<string> }
  if (!Array.isArray(given) || given.length > 200 || !given.every((one) => uuid.test(one))) throw new Error("players")
  const players = [...new Set(given)]
  const records: Array<object | undefined> = players.map(() => undefined)
  for (const row of database.findPresences.all(JSON.stringify(players))) {
    const own = row.player_uuid === caller.subject ? { last_seen: new Date(Number(row.seen)).toISOString() } : {}
    records[Number(row.at)] = { ...recordOf(row), ...own }
  }
  const body = JSON.stringify({
    presences: records.filter((record) => record !== undefined),
    not_found: players.filter((_, at) => records[at] === undefined),
  })
  return reply.header("cache-control", "no-store").header("content-type", "application/json").send(body)
})

server.post("/inventory/v1/player/uuid/:player/order", async (request, reply) => {
  await allows(request, "inv:create_order:player:any")
  const { player } = request.params as { readonly player: string }
  const wire = database.submitOrder(player, request.body as FloorOrder)
  return reply.header("cache-control", "no-store").header("content-type", "application/json").send(wire)
})

/** Data for the load generator before it starts. This route is not one of the operations. */
server.get("/bench/tokens", async () => ({
  players,
  player: await tokens.issue(players[0] ?? "", randomUUID(), "Anon", PLAYER_PERMISSIONS),
  machine: await tokens.issue(clientUuid, randomUUID(), "", ["*"]),
}))

const address = await server.listen({ host: "127.0.0.1", port: 0 })
console.log(`listening on ${address}`)
process.on("SIGTERM", () => process.exit(0))
