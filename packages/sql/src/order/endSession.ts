/** The end of an inventory session in SQL: what was transient goes. */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { EndedSession } from "@garrison/core/order/OrderStore"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuids } from "../uuid.ts"
import { makeMoveOn } from "./moveOn.ts"

const queries = (sql: SqlClient.SqlClient) => {
  const { id, type } = uuids(sql)
  return {
    // The last row of each transient record, at the end of its session. No entry of an order made it.
    endLedger: ({ created, orderId, player, submitterUuid }: EndedSession) =>
      sql`INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta,
          count_after, created, submitter_uuid, expires)
        SELECT player_uuid, inventory_id, revision + 1, item_id, CAST(${id(orderId)} AS ${type}), NULL, -count,
          0, CAST(${created} AS BIGINT), CAST(${id(submitterUuid)} AS ${type}), CAST(${created} AS BIGINT)
        FROM inventory_record WHERE player_uuid = ${id(player)} AND type = 'transient'`,
    // What the transient records count, before they are deleted.
    uncount: (player: PlayerUuid) =>
      sql`UPDATE inventory_count SET
          count = count - (SELECT COALESCE(SUM(CASE WHEN r.expires IS NULL THEN r.count END), 0) FROM inventory_record AS r
            WHERE r.player_uuid = ${id(player)} AND r.item_id = inventory_count.item_id
              AND r.bucket = inventory_count.bucket AND r.type = 'transient'),
          records = records - (SELECT COUNT(*) FROM inventory_record AS r
            WHERE r.player_uuid = ${id(player)} AND r.item_id = inventory_count.item_id
              AND r.bucket = inventory_count.bucket AND r.type = 'transient')
        WHERE player_uuid = ${id(player)} AND item_id IN (SELECT t.item_id FROM inventory_record AS t
          WHERE t.player_uuid = ${id(player)} AND t.type = 'transient')`,
    deleteRecords: (player: PlayerUuid) =>
      sql`DELETE FROM inventory_record WHERE player_uuid = ${id(player)} AND type = 'transient'`,
    deleteApplied: (player: PlayerUuid) => sql`DELETE FROM applied_loot WHERE player_uuid = ${id(player)}`,
  }
}

/** Makes the `endSession` of OrderStore. */
export const makeEndSession = Effect.gen(function* () {
  const query = queries(yield* SqlClient.SqlClient)
  const moveOn = yield* makeMoveOn
  return Effect.fnUntraced(function* endSession(session: EndedSession) {
    if (!(yield* moveOn(session, undefined))) return "overtaken" as const
    yield* query.endLedger(session)
    yield* query.uncount(session.player)
    yield* query.deleteRecords(session.player)
    yield* query.deleteApplied(session.player)
    return "stored" as const
  }, orUnavailable)
})
