/** Giving back what a player gets once, in SQL: claims of promotion codes, and loot of an inventory session. */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { GivenBack } from "@garrison/core/order/OrderStore"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { uuids } from "../uuid.ts"

const queries = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)
  // SQLite has one writer at a time.
  const forUpdate = sql.literal(sql.onDialectOrElse({ pg: () => "FOR UPDATE", orElse: () => "" }))
  return {
    unclaim: (player: PlayerUuid, code: string) =>
      sql`DELETE FROM promotion_claim WHERE player_uuid = ${id(player)} AND code = ${code} RETURNING code`,
    unapply: (player: PlayerUuid, lootId: number) =>
      sql`DELETE FROM applied_loot WHERE player_uuid = ${id(player)} AND loot_id = ${lootId} RETURNING loot_id`,
    countDown: (code: string) =>
      sql`UPDATE promotion_use SET uses = uses - 1 WHERE code = ${code} AND uses > 1 RETURNING code`,
    lock: (code: string) => sql`SELECT uses FROM promotion_use WHERE code = ${code} ${forUpdate}`,
    // A code that nobody uses has no row.
    endCount: (code: string) => sql`DELETE FROM promotion_use WHERE code = ${code} AND uses = 1 RETURNING code`,
  }
}

/**
 * Makes the function that gives back, within the unit of work of an order. `false`: the player does not have it any
 * more. Uses are counted last and in the order of the codes, as those of claims.
 */
export const makeGiveBack = Effect.map(SqlClient.SqlClient, (sql) => {
  const query = queries(sql)
  return Effect.fnUntraced(function* giveBack(player: PlayerUuid, { codes, lootIds }: GivenBack) {
    for (const lootId of lootIds) if ((yield* query.unapply(player, lootId)).length === 0) return false
    for (const { code } of codes) if ((yield* query.unclaim(player, code)).length === 0) return false
    const counted = codes.filter(({ isCounted }) => isCounted).sort((left, right) => (left.code < right.code ? -1 : 1))
    for (const { code } of counted) {
      if ((yield* query.countDown(code)).length > 0) continue
      // It was the last use. Others may use the code meanwhile, so the row is locked before it is decided what goes.
      yield* query.lock(code)
      if ((yield* query.endCount(code)).length === 0) yield* query.countDown(code)
    }
    return true
  })
})
