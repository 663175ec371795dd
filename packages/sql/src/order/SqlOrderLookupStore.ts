/** Whose each order is, by its id alone, in SQL. */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { OrderLookupStore } from "@garrison/core/order/OrderLookupStore"
import type { OrderPlace } from "@garrison/core/order/OrderStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer } from "../columns.ts"
import { inParts, makePreparedRows } from "../preparedRead.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuid, type UuidParameter, uuids } from "../uuid.ts"

/** {@link OrderLookupStore} on either database. */
export const layer = Layer.effect(
  OrderLookupStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const transaction = yield* Transaction
    const { id } = uuids(sql)

    // An order that was stored with its row, by a clock that was behind, has it already.
    const enter = (yield* makePreparedRows)(
      "(?, ?)",
      (rows) => `INSERT INTO order_lookup (order_id, player_uuid) VALUES ${rows} ON CONFLICT DO NOTHING`,
      () => undefined,
    )

    const playerOf = (orderId: string) =>
      sql`SELECT player_uuid FROM order_lookup WHERE order_id = ${id(orderId)}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : (uuid(row.player_uuid) as PlayerUuid))),
        orUnavailable,
      )

    const left = sql`SELECT created, order_id FROM order_lookup_left WHERE id = 1`.pipe(
      Effect.map(([row]): OrderPlace | undefined =>
        row === undefined ? undefined : { created: integer(row.created), orderId: uuid(row.order_id) },
      ),
      orUnavailable,
    )

    const enterBefore = Effect.fnUntraced(function* (place: OrderPlace, limit: number) {
      const of = sql`(created, order_id) < (${place.created}, ${id(place.orderId)})`
      const rows = yield* sql`SELECT created, order_id, player_uuid FROM player_order WHERE ${of}
        ORDER BY created DESC, order_id DESC LIMIT ${limit}`
      const last = rows.at(-1)
      const isHere = sql`id = 1 AND created = ${place.created} AND order_id = ${id(place.orderId)}`
      const moved =
        last === undefined
          ? sql`DELETE FROM order_lookup_left WHERE ${isHere} RETURNING id`
          : sql`UPDATE order_lookup_left SET created = ${integer(last.created)}, order_id = ${id(uuid(last.order_id))}
            WHERE ${isHere} RETURNING id`
      const entered = Effect.gen(function* () {
        if ((yield* moved).length === 0) return
        for (const part of inParts(rows)) {
          yield* enter(
            part.map((row): readonly [UuidParameter, UuidParameter] => [
              id(uuid(row.order_id)),
              id(uuid(row.player_uuid)),
            ]),
          )
        }
      })
      yield* transaction.run(orUnavailable(entered))
    }, orUnavailable)

    return OrderLookupStore.of({ playerOf, left, enterBefore })
  }),
)
