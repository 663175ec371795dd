/** The search for orders: the same as a look at all of them, the newest first, page by page. */
import { assert, describe, it } from "@effect/vitest"
import { InvalidInput } from "@garrison/core/kernel/input/Invalid"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { localActor } from "@garrison/core/operation/Act"
import { searchOrders } from "@garrison/core/order/operations/searchOrders"
import * as SqlOrderStore from "@garrison/sql/order/SqlOrderStore"
import * as SqlPlayerStore from "@garrison/sql/player/SqlPlayerStore"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as FastCheck from "fast-check"
import { unpublishedCatalogs } from "../../support/catalog.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { inUnit } from "../../support/identities.ts"

const act = { actor: localActor("test") }

type Wanted = Parameters<typeof searchOrders.run>[0]

interface Made {
  readonly number: number
  readonly player: number
  readonly source: "CLIENT" | "SUPPORT"
  readonly loot: number
  readonly part: number
  readonly item: number
  readonly result: "success" | "cannot_afford_price"
}

const players = [1, 2].map((player) => PlayerUuid.make(`00000000-0000-7000-8000-00000000000${player}`))
const orderOf = (number: number): string =>
  `00000000-0000-7000-9000-${((number * 7919) % 65_536).toString(16).padStart(12, "0")}`

/** Four orders in a millisecond. */
const timeOf = ({ number }: Pick<Made, "number">): number => 1000 + Math.floor(number / 4)

const wireOf = (made: Made): string =>
  JSON.stringify({
    source: made.source,
    order_id: orderOf(made.number),
    entries: [
      {
        type: "fill_loot",
        loot_id: made.loot,
        quantity: 1,
        result: made.result,
        details: [
          { type: "dynamic_bundle_lti", loot_id: made.part },
          { type: "inventory_change", loot_id: made.loot, inv_change: { after_item_id: made.item, after: {} } },
        ],
      },
    ],
  })

const make = (orders: ReadonlyArray<Made>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { id } = uuids(sql)
    const write = Effect.gen(function* () {
      for (const player of players) {
        yield* sql`INSERT INTO player (player_uuid, person_id, created_at) VALUES (${id(player)}, ${id(player)}, 1)
          ON CONFLICT (player_uuid) DO NOTHING`
        yield* sql`INSERT INTO inventory_owner (player_uuid, changed_at) VALUES (${id(player)}, 1)
          ON CONFLICT (player_uuid) DO NOTHING`
      }
      for (const made of orders) {
        yield* sql`INSERT INTO player_order (player_uuid, order_id, created, entry_count, entry_total, catalog_version,
            is_server, choices, wire)
          VALUES (${id(players[made.player])}, ${id(orderOf(made.number))}, ${timeOf(made)}, 1, 1, 1, 0, '[]', ${wireOf(made)})`
      }
    })
    yield* inUnit(Effect.orDie(write))
  })

const empty = Effect.flatMap(SqlClient.SqlClient, (sql) => inUnit(Effect.orDie(sql`DELETE FROM player_order`)))

const pages = Effect.fnUntraced(function* (wanted: Wanted, limit: number) {
  const found: Array<string> = []
  let after: string | undefined
  let count = 0
  do {
    const page = yield* searchOrders.run({ ...wanted, limit, ...(after === undefined ? {} : { after }) }, act)
    found.push(...page.orders.map((order) => order.order_id))
    assert.strictEqual(page.searched_to === undefined, page.next === null)
    after = page.next ?? undefined
    count += 1
  } while (after !== undefined)
  return { found, count }
})

const someOrders = FastCheck.array(
  FastCheck.record({
    player: FastCheck.constantFrom(0, 1),
    source: FastCheck.constantFrom("CLIENT" as const, "SUPPORT" as const),
    loot: FastCheck.constantFrom(1, 2),
    part: FastCheck.constantFrom(2, 3),
    item: FastCheck.constantFrom(7, 8),
    result: FastCheck.constantFrom("success" as const, "cannot_afford_price" as const),
  }),
  { maxLength: 40 },
).map((orders) => orders.map((order, at): Made => ({ number: at + 1, ...order })))

const time = FastCheck.integer({ min: 999, max: 1012 })

const conditions: FastCheck.Arbitrary<Wanted> = FastCheck.record(
  {
    player_uuid: FastCheck.constantFrom(...players),
    source: FastCheck.constantFrom("CLIENT" as const, "SUPPORT" as const, "REFUND" as const),
    loot_id: FastCheck.constantFrom(1, 2, 3, 4),
    item_id: FastCheck.constantFrom(7, 8, 9),
    result: FastCheck.constantFrom("success" as const, "cannot_afford_price" as const),
    from: time,
    to: time,
  },
  { requiredKeys: [] },
)

const isSought = (made: Made, wanted: Wanted): boolean =>
  (wanted.player_uuid === undefined || players[made.player] === wanted.player_uuid) &&
  (wanted.source === undefined || made.source === wanted.source) &&
  (wanted.loot_id === undefined || made.loot === wanted.loot_id || made.part === wanted.loot_id) &&
  (wanted.item_id === undefined || made.item === wanted.item_id) &&
  (wanted.result === undefined || made.result === wanted.result) &&
  (wanted.from === undefined || timeOf(made) >= wanted.from) &&
  (wanted.to === undefined || timeOf(made) <= wanted.to)

const newestFirst = (left: Made, right: Made): number =>
  timeOf(right) - timeOf(left) || (orderOf(left.number) < orderOf(right.number) ? 1 : -1)

onEachDatabase((name, database) => {
  const stores = Layer.mergeAll(SqlOrderStore.layer, SqlPlayerStore.layer, unpublishedCatalogs).pipe(
    Layer.provideMerge(database),
  )

  describe(`the search for orders on ${name}`, () => {
    it.effect("finds what a look at all orders finds, the newest first", () =>
      Effect.gen(function* () {
        const context = yield* Effect.context<Layer.Success<typeof stores>>()
        const one = (orders: ReadonlyArray<Made>, searches: ReadonlyArray<Wanted>, limit: number) =>
          Effect.gen(function* () {
            yield* empty
            yield* make(orders)
            for (const wanted of searches) {
              const expected = orders.filter((made) => isSought(made, wanted)).toSorted(newestFirst)
              const { found } = yield* pages(wanted, limit)
              assert.deepStrictEqual(
                found,
                expected.map(({ number }) => orderOf(number)),
                JSON.stringify(wanted),
              )
            }
          }).pipe(Effect.provideContext(context), Effect.runPromise)
        yield* Effect.promise(() =>
          FastCheck.assert(
            FastCheck.asyncProperty(
              someOrders,
              FastCheck.array(conditions, { minLength: 3, maxLength: 8 }),
              FastCheck.integer({ min: 1, max: 9 }),
              one,
            ),
            { numRuns: 40 },
          ),
        )
      }).pipe(Effect.provide(stores)),
    )

    it.effect("looks at no more than it says, and goes on from there", () =>
      Effect.gen(function* () {
        const orders = Array.from({ length: 1500 }, (_, at): Made => ({
          number: at + 1,
          player: at % 2,
          source: at % 700 === 0 ? "SUPPORT" : "CLIENT",
          loot: 1,
          part: 2,
          item: 7,
          result: "success",
        }))
        yield* make(orders)
        const { count, found } = yield* pages({ source: "SUPPORT" }, 10)
        assert.lengthOf(found, 3)
        assert.strictEqual(count, 3)
        const first = yield* searchOrders.run({ source: "REFUND" }, act)
        assert.isEmpty(first.orders)
        assert.strictEqual(first.searched_to, timeOf({ number: 901 }))
      }).pipe(Effect.provide(stores)),
    )

    it.effect("shows of an order what it asked for and what came of it", () =>
      Effect.gen(function* () {
        const made: Made = { number: 1, player: 0, source: "CLIENT", loot: 1, part: 2, item: 7, result: "success" }
        yield* make([made])
        const { next, orders } = yield* searchOrders.run({}, act)
        assert.isNull(next)
        assert.deepStrictEqual(orders, [
          {
            order_id: orderOf(1),
            player_uuid: players[0] ?? PlayerUuid.make(""),
            created: 1000,
            source: "CLIENT",
            entries: [{ type: "fill_loot", result: "success", quantity: 1, loot_id: 1 }],
            item_ids: [7],
          },
        ])
        for (const after of ["", "x", "1.x", `x.${orderOf(1)}`, `99999999999999999.${orderOf(1)}`]) {
          assert.instanceOf(yield* Effect.flip(searchOrders.run({ after }, act)), InvalidInput, after)
        }
      }).pipe(Effect.provide(stores)),
    )
  })
})
