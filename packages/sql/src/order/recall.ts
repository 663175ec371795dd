/** What a submission recalls of the player's earlier orders, when its unit of work begins. */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { LookedUp, Recalled, Recalling } from "@garrison/core/order/OrderStore"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, integerOrUndefined, type Row, text, textOrUndefined } from "../columns.ts"
import { claimForOrder } from "../inventory/SqlInventoryStore.ts"
import { makePreparedByName, type Parameter } from "../preparedRead.ts"
import type { Rows } from "../StatementConnection.ts"
import { type IdEncoder, uuids } from "../uuid.ts"

/** The names of the spans of time that are looked back on. */
type Span = "recent" | "unpaid"

/** A column of the player's last order under a condition. */
const last = (column: string, condition: string): string => `(SELECT ${column} FROM player_order
      WHERE player_uuid = :player${condition} ORDER BY created DESC, order_id DESC LIMIT 1)`

/**
 * The columns of {@link recalledOf} at the time `created`. Bytes are asked for in the words of their index, which is
 * all that is read.
 */
const recalledColumns = (created: string, countsBytes: boolean): string => {
  const before = (column: string, condition: string, span: Span) => `(SELECT ${column} FROM player_order
      WHERE player_uuid = :player AND created > ${created} - CAST(:${span} AS BIGINT)${condition}
      ORDER BY created, order_id LIMIT 1)`
  const isOfClient = " AND byte_count IS NOT NULL"
  const bytes = `, ${last("byte_total", isOfClient)} AS byte_total,
    ${before("byte_total - byte_count", isOfClient, "recent")} AS byte_total_before,
    ${before("byte_total - byte_count", isOfClient, "unpaid")} AS byte_total_unpaid`
  return `${last("entry_total", "")} AS entry_total,
    ${before("entry_total - entry_count", "", "recent")} AS entry_total_before${countsBytes ? bytes : ""}`
}

const recalledOf = (row: Row): Recalled => {
  const fingerprint = textOrUndefined(row.fingerprint)
  const entryTotal = integerOrUndefined(row.entry_total) ?? 0
  const byteTotal = integerOrUndefined(row.byte_total) ?? 0
  return {
    created: integer(row.created),
    precedent: fingerprint === undefined ? undefined : { fingerprint, wire: text(row.wire) },
    entryTotal,
    recentEntryCount: entryTotal - (integerOrUndefined(row.entry_total_before) ?? entryTotal),
    byteTotal,
    recentByteCount: byteTotal - (integerOrUndefined(row.byte_total_before) ?? byteTotal),
    unpaidByteCount: byteTotal - (integerOrUndefined(row.byte_total_unpaid) ?? byteTotal),
  }
}

const found = ([row]: Rows): Recalled | "not_found" => (row === undefined ? "not_found" : recalledOf(row))

/** A column of the order of the reference. */
const ofReference = (column: string): string => `(SELECT ${column} FROM player_order
      WHERE player_uuid = :player AND client_order_ref_id = :reference)`

/** In one statement: on SQLite nothing else is written while it runs. */
const claimAndRecall = (countsBytes: boolean): string => {
  return `${claimForOrder("BLOB")} AS created, ${ofReference("fingerprint")} AS fingerprint, ${ofReference("wire")} AS wire,
    ${recalledColumns("inventory_owner.last_changed", countsBytes)}`
}

/** After the claim, because a statement that waits for the claim would still read what was there before. */
const recall = (countsBytes: boolean): string =>
  `SELECT owner.last_changed AS created, precedent.fingerprint, precedent.wire,
    ${recalledColumns("owner.last_changed", countsBytes)}
  FROM inventory_owner AS owner LEFT JOIN player_order AS precedent
    ON precedent.player_uuid = :player AND precedent.client_order_ref_id = :reference
  WHERE owner.player_uuid = :player`

/** The values that the statements here take. */
type Names = "player" | "reference" | Span

const valuesOf = (
  id: IdEncoder,
  player: PlayerUuid,
  { recentMillis, reference, unpaidMillis }: Recalling,
): Record<Names, Parameter> => ({
  player: id(player),
  reference: id(reference),
  recent: recentMillis,
  unpaid: unpaidMillis,
})

/** Makes the `begin` of OrderStore. */
export const makeBegin = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const prepared = yield* makePreparedByName
  const { id } = uuids(sql)
  const inOne = (countsBytes: boolean) =>
    prepared<Names | "now" | "token", ReturnType<typeof found>>(claimAndRecall(countsBytes), found)
  const [withBytes, withoutBytes] = [inOne(true), inOne(false)]
  const beginSqlite = (player: PlayerUuid, recalling: Recalling) =>
    (recalling.countsBytes ? withBytes : withoutBytes)({
      ...valuesOf(id, player, recalling),
      now: recalling.now,
      token: id(recalling.token),
    })

  const claim = prepared<"player" | "now" | "token", boolean>(claimForOrder("UUID"), ([row]) => row !== undefined)
  const afterClaim = (countsBytes: boolean) => prepared<Names, ReturnType<typeof found>>(recall(countsBytes), found)
  const [recallBytes, recallEntries] = [afterClaim(true), afterClaim(false)]
  const beginPostgres = (player: PlayerUuid, recalling: Recalling) =>
    Effect.flatMap(claim({ player: id(player), now: recalling.now, token: id(recalling.token) }), (isClaimed) =>
      isClaimed
        ? (recalling.countsBytes ? recallBytes : recallEntries)(valuesOf(id, player, recalling))
        : Effect.succeed("not_found" as const),
    )

  return sql.onDialectOrElse({ pg: () => beginPostgres, orElse: () => beginSqlite })
})

/** As a claim would find it, at the time that a claim would give. */
const lookAndRecall = (countsBytes: boolean): string =>
  `SELECT asked.last_changed, asked.created, precedent.fingerprint, precedent.wire,
    ${recalledColumns("asked.created", countsBytes)}
  FROM (SELECT owner.last_changed, GREATEST(CAST(:now AS BIGINT), owner.last_changed + 1) AS created
      FROM player LEFT JOIN inventory_owner AS owner ON owner.player_uuid = :player
      WHERE player.player_uuid = :player) AS asked
    LEFT JOIN player_order AS precedent
      ON precedent.player_uuid = :player AND precedent.client_order_ref_id = :reference`

const lookedUp = ([row]: Rows): LookedUp | "not_found" =>
  row === undefined ? "not_found" : { ...recalledOf(row), lastChanged: integerOrUndefined(row.last_changed) }

/** Makes the `look` of OrdersAtOnce. */
export const makeLook = Effect.gen(function* () {
  const { id } = uuids(yield* SqlClient.SqlClient)
  const prepared = yield* makePreparedByName
  const ofEach = (countsBytes: boolean) =>
    prepared<Names | "now", ReturnType<typeof lookedUp>>(lookAndRecall(countsBytes), lookedUp)
  const [withBytes, withoutBytes] = [ofEach(true), ofEach(false)]
  return (player: PlayerUuid, recalling: Recalling) =>
    (recalling.countsBytes ? withBytes : withoutBytes)({ ...valuesOf(id, player, recalling), now: recalling.now })
})
