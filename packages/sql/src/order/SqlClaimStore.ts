/** Reading claimed promotion codes, and loot that was applied in an inventory session, in SQL. */
import { ClaimStore } from "@garrison/core/order/ClaimStore"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, type Row, text } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuids } from "../uuid.ts"

/** Counted codes that are read by one statement. */
const COUNTED_AT_ONCE = 500

const queries = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)
  return {
    claimed: (player: PlayerUuid, code: string) =>
      sql`SELECT 1 FROM promotion_claim WHERE player_uuid = ${id(player)} AND code = ${code}`,
    usesOf: (code: string) => sql`SELECT uses FROM promotion_use WHERE code = ${code}`,
    /** The counted codes after a code, a page of them. */
    counted: (after: string) =>
      sql`SELECT code, uses FROM promotion_use WHERE code > ${after} ORDER BY code LIMIT ${COUNTED_AT_ONCE}`,
    applied: (player: PlayerUuid, lootId: number) =>
      sql`SELECT 1 FROM applied_loot WHERE player_uuid = ${id(player)} AND loot_id = ${lootId}`,
  }
}

/** {@link ClaimStore} on either database. */
export const layer = Layer.effect(
  ClaimStore,
  Effect.gen(function* () {
    const query = queries(yield* SqlClient.SqlClient)

    // Two statements: the claims are rows of the player, the uses a row of the code.
    const promotion = Effect.fnUntraced(function* promotion(player: PlayerUuid, code: string) {
      const claimed = yield* query.claimed(player, code)
      const [counted] = yield* query.usesOf(code)
      return { isClaimed: claimed.length > 0, uses: counted === undefined ? 0 : integer(counted.uses) }
    }, orUnavailable)

    const uses = Effect.gen(function* () {
      const counted = new Map<string, number>()
      for (let after: string | undefined = ""; after !== undefined;) {
        const page: ReadonlyArray<Row> = yield* query.counted(after)
        for (const row of page) counted.set(text(row.code), integer(row.uses))
        const last: Row | undefined = page[COUNTED_AT_ONCE - 1]
        after = last === undefined ? undefined : text(last.code)
      }
      return counted
    }).pipe(orUnavailable)

    const isApplied = (player: PlayerUuid, lootId: number) =>
      query.applied(player, lootId).pipe(
        Effect.map(({ length }) => length > 0),
        orUnavailable,
      )

    return ClaimStore.of({ promotion, uses, isApplied })
  }),
)
