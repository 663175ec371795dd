/** What an order is decided on: the time of the player's inventory, and what matters of the player's earlier orders. */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { BasisRequest, OrderBasis } from "@garrison/core/order/OrderStore"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, integerOrUndefined, textOrUndefined, text } from "../columns.ts"
import { makePreparedByName } from "../preparedRead.ts"
import type { Rows } from "../StatementConnection.ts"
import { uuids } from "../uuid.ts"

/** A column of the order of the reference. Not a join: an engine that spreads tables refuses one on NULL. */
const ofReference = (column: string): string => `(SELECT ${column} FROM player_order
      WHERE player_uuid = :player AND client_order_ref_id = :reference)`

/** A column of the player's last order under a condition. */
const last = (column: string, condition: string): string => `(SELECT ${column} FROM player_order
      WHERE player_uuid = :player${condition} ORDER BY created DESC, order_id DESC LIMIT 1)`

/** The time of the order. */
const CREATED = `CASE WHEN owner.changed_at >= CAST(:now AS BIGINT) THEN owner.changed_at + 1
      ELSE CAST(:now AS BIGINT) END`

/** A column of the player's first order within a span of time before the new one. */
const first = (column: string, condition: string, span: "recent" | "unpaid"): string => `(SELECT ${column}
      FROM player_order WHERE player_uuid = :player AND created > ${CREATED} - CAST(:${span} AS BIGINT)${condition}
      ORDER BY created, order_id LIMIT 1)`

/** Bytes are asked for in the words of their index, which is all that is read. */
const OF_CLIENT = " AND byte_count IS NOT NULL"

const BYTES = `,
    ${last("byte_total", OF_CLIENT)} AS byte_total,
    ${first("byte_total - byte_count", OF_CLIENT, "recent")} AS byte_total_before,
    ${first("byte_total - byte_count", OF_CLIENT, "unpaid")} AS byte_total_unpaid`

const basisText = (countsBytes: boolean): string => `SELECT owner.changed_at, ${CREATED} AS created,
    ${ofReference("fingerprint")} AS fingerprint, ${ofReference("wire")} AS wire,
    ${last("entry_total", "")} AS entry_total,
    ${first("entry_total - entry_count", "", "recent")} AS entry_total_before${countsBytes ? BYTES : ""}
  FROM player LEFT JOIN inventory_owner AS owner ON owner.player_uuid = player.player_uuid
  WHERE player.player_uuid = :player`

const basisOf = ([row]: Rows): OrderBasis | "not_found" => {
  if (row === undefined) return "not_found"
  const fingerprint = textOrUndefined(row.fingerprint)
  const entryTotal = integerOrUndefined(row.entry_total) ?? 0
  const byteTotal = integerOrUndefined(row.byte_total) ?? 0
  return {
    created: integer(row.created),
    lastChanged: integerOrUndefined(row.changed_at),
    precedent: fingerprint === undefined ? undefined : { fingerprint, wire: text(row.wire) },
    entryTotal,
    recentEntryCount: entryTotal - (integerOrUndefined(row.entry_total_before) ?? entryTotal),
    byteTotal,
    recentByteCount: byteTotal - (integerOrUndefined(row.byte_total_before) ?? byteTotal),
    unpaidByteCount: byteTotal - (integerOrUndefined(row.byte_total_unpaid) ?? byteTotal),
  }
}

/** Makes the `readBasis` of OrderStore. */
export const makeReadBasis = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const prepared = yield* makePreparedByName
  const { id } = uuids(sql)
  const read = (countsBytes: boolean) =>
    prepared<"player" | "reference" | "now" | "recent" | "unpaid", OrderBasis | "not_found">(
      basisText(countsBytes),
      basisOf,
    )
  const [withBytes, withoutBytes] = [read(true), read(false)]

  const unlocked = (player: PlayerUuid, request: BasisRequest) =>
    (request.countsBytes ? withBytes : withoutBytes)({
      player: id(player),
      reference: id(request.reference),
      now: request.now,
      recent: request.recentMillis,
      unpaid: request.unpaidMillis,
    })

  // A statement of its own: one that waits for a lock goes on with what it read before the wait.
  const take = prepared<"player", void>(
    "SELECT changed_at FROM inventory_owner WHERE player_uuid = :player FOR UPDATE",
    () => undefined,
  )
  const lockedOnPostgres = (player: PlayerUuid, request: BasisRequest) =>
    Effect.andThen(take({ player: id(player) }), unlocked(player, request))

  // A unit of work on SQLite is the only one that writes.
  const locked = sql.onDialectOrElse({ pg: () => lockedOnPostgres, orElse: () => unlocked })

  const readBasis = (player: PlayerUuid, request: BasisRequest, lock: "locked" | "unlocked") =>
    (lock === "locked" ? locked : unlocked)(player, request)
  return readBasis
})
