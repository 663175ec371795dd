/** Claimed promotion codes, and loot that was applied in an inventory session, in SQL. */
import { type Claims, ClaimStore } from "@garrison/core/order/ClaimStore"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { Claim } from "@garrison/core/order/rules/outcome"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, integerOrUndefined, text } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuids } from "../uuid.ts"

const queries = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)
  return {
    promotion: (player: PlayerUuid, code: string) =>
      sql`SELECT (SELECT COUNT(*) FROM promotion_claim WHERE player_uuid = ${id(player)} AND code = ${code}) AS claims,
        (SELECT uses FROM promotion_use WHERE code = ${code}) AS uses`,
    uses: (codes: ReadonlyArray<string>) => sql`SELECT code, uses FROM promotion_use WHERE ${sql.in("code", codes)}`,
    // The keys are the guard: a code that the player has claimed meanwhile gives no row.
    claim: (player: PlayerUuid, orderId: string, claims: ReadonlyArray<Claim>, created: number) =>
      sql`INSERT INTO promotion_claim (player_uuid, code, order_id, created) VALUES ${sql.csv(
        claims.map(({ code }) => sql`(${id(player)}, ${code}, ${id(orderId)}, ${created})`),
      )} ON CONFLICT (player_uuid, code) DO NOTHING RETURNING code`,
    applied: (player: PlayerUuid, lootId: number) =>
      sql`SELECT 1 FROM applied_loot WHERE player_uuid = ${id(player)} AND loot_id = ${lootId}`,
    // The keys are the guard, as above.
    apply: (player: PlayerUuid, lootIds: ReadonlyArray<number>) =>
      sql`INSERT INTO applied_loot (player_uuid, loot_id) VALUES ${sql.csv(
        lootIds.map((lootId) => sql`(${id(player)}, ${lootId})`),
      )} ON CONFLICT (player_uuid, loot_id) DO NOTHING RETURNING loot_id`,
    endSession: (player: PlayerUuid) => sql`DELETE FROM applied_loot WHERE player_uuid = ${id(player)}`,
    // The condition is the guard: a code without a use left gives no row.
    use: (code: string, maximum: number) =>
      sql`INSERT INTO promotion_use (code, uses) VALUES (${code}, 1)
        ON CONFLICT (code) DO UPDATE SET uses = promotion_use.uses + 1 WHERE promotion_use.uses < ${maximum}
        RETURNING uses`,
  }
}

/** Codes that are looked up by one statement. */
const CODES_AT_ONCE = 500

/** {@link ClaimStore} on either database. */
export const layer = Layer.effect(
  ClaimStore,
  Effect.gen(function* () {
    const query = queries(yield* SqlClient.SqlClient)

    const promotion = (player: PlayerUuid, code: string) =>
      query.promotion(player, code).pipe(
        Effect.map(([row]) => ({ isClaimed: integer(row?.claims) > 0, uses: integerOrUndefined(row?.uses) ?? 0 })),
        orUnavailable,
      )

    const uses = (codes: ReadonlyArray<string>) =>
      Effect.forEach(Arr.chunksOf(codes, CODES_AT_ONCE), query.uses).pipe(
        Effect.map((rows) => new Map(rows.flat().map((row) => [text(row.code), integer(row.uses)] as const))),
        orUnavailable,
      )

    const isApplied = (player: PlayerUuid, lootId: number) =>
      query.applied(player, lootId).pipe(
        Effect.map(({ length }) => length > 0),
        orUnavailable,
      )

    const endSession = (player: PlayerUuid) => query.endSession(player).pipe(Effect.asVoid, orUnavailable)

    const add = Effect.fnUntraced(function* (
      player: PlayerUuid,
      orderId: string,
      { applied, claims }: Claims,
      created: number,
    ) {
      if (applied.length > 0 && (yield* query.apply(player, applied)).length < applied.length) {
        return "conflict" as const
      }
      if (claims.length === 0) return "added" as const
      const added = yield* query.claim(player, orderId, claims, created)
      if (added.length < claims.length) return "conflict" as const
      const inOrder = [...claims].sort((left, right) => (left.code < right.code ? -1 : 1))
      for (const { code, usesMaximum } of inOrder) {
        if (usesMaximum === undefined) continue
        const used = yield* query.use(code, usesMaximum)
        if (used.length === 0) return "conflict" as const
      }
      return "added" as const
    }, orUnavailable)

    return ClaimStore.of({ promotion, uses, isApplied, add, endSession })
  }),
)
