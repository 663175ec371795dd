/** Reading claimed promotion codes, and loot that was applied in an inventory session, in SQL. */
import { ClaimStore } from "@garrison/core/order/ClaimStore"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, text } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuids } from "../uuid.ts"

const queries = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)
  return {
    claimed: (player: PlayerUuid, code: string) =>
      sql`SELECT 1 FROM promotion_claim WHERE player_uuid = ${id(player)} AND code = ${code}`,
    uses: (codes: ReadonlyArray<string>) => sql`SELECT code, uses FROM promotion_use WHERE ${sql.in("code", codes)}`,
    applied: (player: PlayerUuid, lootId: number) =>
      sql`SELECT 1 FROM applied_loot WHERE player_uuid = ${id(player)} AND loot_id = ${lootId}`,
  }
}

/** Codes that are looked up by one statement. */
const CODES_AT_ONCE = 500

/** {@link ClaimStore} on either database. */
export const layer = Layer.effect(
  ClaimStore,
  Effect.gen(function* () {
    const query = queries(yield* SqlClient.SqlClient)

    const uses = (codes: ReadonlyArray<string>) =>
      Effect.forEach(Arr.chunksOf(codes, CODES_AT_ONCE), query.uses).pipe(
        Effect.map((rows) => new Map(rows.flat().map((row) => [text(row.code), integer(row.uses)] as const))),
        orUnavailable,
      )

    // Two statements: the claims are rows of the player, the uses a row of the code.
    const promotion = Effect.fnUntraced(function* (player: PlayerUuid, code: string) {
      const claimed = yield* orUnavailable(query.claimed(player, code))
      return { isClaimed: claimed.length > 0, uses: (yield* uses([code])).get(code) ?? 0 }
    })

    const isApplied = (player: PlayerUuid, lootId: number) =>
      query.applied(player, lootId).pipe(
        Effect.map(({ length }) => length > 0),
        orUnavailable,
      )

    return ClaimStore.of({ promotion, uses, isApplied })
  }),
)
