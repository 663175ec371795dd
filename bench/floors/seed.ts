/** What the Fastify floor has in its database before the first request: Garrison's own data. */
import { randomUUID } from "node:crypto"
import type { openDatabase } from "./database.ts"
import { bytesOf } from "./orders.ts"
import { sha256 } from "./tokens.ts"

/** What the bench gives the floor to serve: Garrison's own data. */
export interface FloorData {
  readonly databaseFile: string
  readonly catalog: { readonly etag: string; readonly coding: string; readonly file: string }
  /** What prices are answered with, by path. */
  readonly prices: Readonly<Record<string, { readonly etag: string; readonly body: string }>>
  readonly notifications: ReadonlyArray<string>
  readonly orders: ReadonlyArray<string>
  /** The records of the reader's inventory as JSON. */
  readonly records: ReadonlyArray<string>
  /** Credentials of the players, who exist before the first request. */
  readonly credentials: ReadonlyArray<string>
  /** Authorization codes, of one player after another. */
  readonly codes: ReadonlyArray<string>
  /** The item that the measured order gives. */
  readonly item_id: number
}

/** Thirty days. */
export const MONTH_MILLIS = 30 * 24 * 3600 * 1000

/** So many players have reported their presence. */
const REPORTED = 200

/** What a player may do. */
export const PLAYER_PERMISSIONS = [
  "notification:playerid:self:*",
  "inv:read_order:player:self",
  "inv:read_inv:player:self",
  "catalog:read",
  "presence:read",
  "presence:edit:self",
]

/** The `portal_user_id` of a device secret. */
export const portalUserOf = (credential: string): string => sha256(credential).toString("base64url")

type FloorDatabase = ReturnType<typeof openDatabase>

/** The first player is the one whose pages are read. */
const seedReader = (database: FloorDatabase, data: FloorData, reader: string): void => {
  const now = Date.now()
  data.notifications.forEach((wire, index) => database.addNotification.run(reader, index + 1, now, wire))
  database.addOwner.run(bytesOf(reader), now)
  data.orders.forEach((wire, index) => {
    database.addOrder.run(bytesOf(reader), bytesOf(randomUUID()), now + index, index + 1, wire)
  })
  for (const text of data.records) {
    const { count, item_id } = JSON.parse(text) as { readonly count: number; readonly item_id: number }
    database.addRecord.run(bytesOf(reader), bytesOf(randomUUID()), item_id, count, now)
  }
  database.addPresence.run(reader, "online", "in the arena", now + MONTH_MILLIS)
}

/** Makes the client, the role and the players, and gives the first of them something to read. */
export const seed = (database: FloorDatabase, data: FloorData) => {
  const clientUuid = randomUUID()
  const players = database.transaction(() => {
    database.addClient.run(clientUuid, "floor", "the floor", sha256("secret"))
    database.addRole.run(1, JSON.stringify(PLAYER_PERMISSIONS))
    return data.credentials.map((credential, index) => {
      const player = randomUUID()
      const person = randomUUID()
      database.addPerson.run(person)
      database.addPlayer.run(player, person, index + 1, portalUserOf(credential), "Player")
      return player
    })
  })
  const { credentials } = data
  database.transaction(() => {
    data.codes.forEach((code, index) => {
      const user = portalUserOf(credentials[index % credentials.length] ?? "")
      database.addCode.run(sha256(code), user, Date.now() + MONTH_MILLIS)
    })
  })
  database.transaction(() => {
    seedReader(database, data, players[0] ?? "")
    for (const player of players.slice(1, REPORTED)) database.addPresence.run(player, "online", null, Date.now())
  })
  return { clientUuid, players }
}
