/** Odds that are asked for at the same time: lines of their own, turns, and what is loaded (decisions, section 12). */
import { assert, layer as withLayer } from "@effect/vitest"
import { InventoryStore } from "@garrison/core/inventory/InventoryStore"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { STEPS_PER_TURN } from "@garrison/core/odds/expectedOf"
import { LootOdds } from "@garrison/core/odds/LootOdds"
import { Orders } from "@garrison/core/order/Orders"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import * as SqlInventoryStore from "@garrison/sql/inventory/SqlInventoryStore"
import * as SqlClaimStore from "@garrison/sql/order/SqlClaimStore"
import * as SqlOrderStore from "@garrison/sql/order/SqlOrderStore"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { onEachDatabase, sqliteLayer } from "../../support/databases.ts"
import { ordersOver, server, submit } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import type { Draft } from "../order/catalogs.ts"

const [GOLD, GEM] = [1, 2]
const [SLOW, SPENT] = [1, 3]
const STEPS = 1_000_000

/** Loot of very many draws that read each other, and loot that costs 50 gold and gives a gem in one of two draws. */
const draft: Draft = {
  items: Object.fromEntries(Array.from({ length: 60 }, (_, at) => [at + 1, {}])),
  vendors: {
    1: { loot: { [SLOW]: { sub_vendor_id: 2 }, [SPENT]: { sub_vendor_id: 3 } } },
    2: {
      type: "randomly_sampled",
      loot: Object.fromEntries(
        Array.from({ length: 40 }, (_, at) => [
          100 + at,
          { item_id: 10 + at, stack_limit: 20, fill_in_new_order: true },
        ]),
      ),
    },
    3: {
      loot: {
        31: { item_id: GOLD, quantity: 50, inventory_operation: "subtract" },
        32: { sub_vendor_id: 4 },
      },
    },
    4: { type: "randomly_sampled", loot: { 41: { item_id: GEM, stack_limit: 100 }, 42: {} } },
  },
}

const fill = (loot_id: number, quantity = 1): SubmittedEntry => ({ type: "fill_loot", loot_id, quantity })
const give = (item_id: number, quantity: number): SubmittedEntry => ({
  type: "create_new_persistent_inventory",
  item_id,
  quantity,
})

/** What storage handed over, and what happens after the next load. */
let rows = 0
let meanwhile: Effect.Effect<unknown> | undefined

const watchedStore = Layer.effect(
  InventoryStore,
  Effect.map(InventoryStore, (store) =>
    InventoryStore.of({
      ...store,
      load: (...asked) =>
        Effect.tap(store.load(...asked), ({ counts, records }) => {
          rows += counts.length + records.length
          const happening = meanwhile ?? Effect.void
          meanwhile = undefined
          return happening
        }),
      part: (...asked) => Effect.tap(store.part(...asked), (part) => Effect.sync(() => (rows += part.length))),
      list: (...asked) => Effect.tap(store.list(...asked), (page) => Effect.sync(() => (rows += page.length))),
    }),
  ),
).pipe(Layer.provide(SqlInventoryStore.layer))

const layerOver = (database: typeof sqliteLayer) =>
  LootOdds.layer.pipe(
    Layer.provide(settingsInForce({ ...defaultSettings, oddsPublished: true, oddsStepsMax: STEPS })),
    Layer.provideMerge(ordersOver(draft)),
    Layer.provideMerge(Layer.mergeAll(SqlClaimStore.layer, watchedStore, SqlOrderStore.layer)),
    Layer.provideMerge(database),
  )

const published = (quantity: number) => Effect.flatMap(LootOdds, (odds) => odds.published(SLOW, quantity))

const quoted = Effect.fnUntraced(function* (player: PlayerUuid, ...entries: ReadonlyArray<SubmittedEntry>) {
  const { wire } = yield* (yield* LootOdds).quote(player, { entries }, server)
  const { entries: answered } = JSON.parse(wire) as { entries: ReadonlyArray<{ expected: object }> }
  return answered.map(({ expected }) => expected)
})

withLayer(layerOver(sqliteLayer))("odds for everybody", (it) => {
  it.effect("are refused while eight others are computed or wait, and answered at the next try", () =>
    Effect.gen(function* () {
      const asked = Array.from({ length: 11 }, (_, at) => at + 10)
      const answers = yield* Effect.all(
        asked.map((quantity) => Effect.result(published(quantity))),
        { concurrency: "unbounded" },
      )
      const refused = answers.filter(Result.isFailure).map(({ failure }) => failure)
      assert.strictEqual(refused.length, 3)
      for (const refusal of refused) {
        assert.deepInclude(refusal, { _tag: "OddsBusy", code: "too_many_odds", retryAfterSeconds: 5 })
      }
      for (const quantity of asked.slice(-3)) assert.strictEqual((yield* published(quantity)).quantity, quantity)
    }),
  )

  it.effect("that are asked for twice at once are computed once, and take one place", () =>
    Effect.gen(function* () {
      const asked = Array.from({ length: 24 }, (_, at) => 30 + (at % 8))
      const answers = yield* Effect.all(asked.map(published), { concurrency: "unbounded" })
      assert.strictEqual(new Set(answers).size, 8)
    }),
  )

  it.effect("hold up neither quotes nor the odds that the host asks for", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      let ended = 0
      const others = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 8 }, (_, at) => Effect.tap(published(50 + at), () => Effect.sync(() => ended++))),
          { concurrency: "unbounded" },
        ),
      )
      yield* Effect.yieldNow
      assert.strictEqual((yield* quoted(player, fill(SPENT))).length, 1)
      yield* (yield* LootOdds).of(SPENT, 1, player)
      assert.isBelow(ended, 4)
      yield* Fiber.join(others)
    }),
  )

  it.effect("leave other work its turn after a bounded number of steps", () =>
    Effect.gen(function* () {
      let turns = 0
      const counting = yield* Effect.forkChild(
        Effect.forever(
          Effect.andThen(
            Effect.yieldNow,
            Effect.sync(() => turns++),
          ),
        ),
      )
      const { cut_short } = yield* published(70)
      yield* Fiber.interrupt(counting)
      assert.isTrue(cut_short)
      assert.isAtLeast(turns, (0.25 * STEPS) / STEPS_PER_TURN)
    }),
  )
})

onEachDatabase((name, database) => {
  withLayer(layerOver(database))(`odds for a player on ${name}`, (it) => {
    /** A player with this many records of ten gold. */
    const rich = Effect.fnUntraced(function* (records: number) {
      const player = yield* insertPlayer()
      for (let held = 0; held < records; held += 100) {
        yield* submit(player, { entries: Array.from({ length: 100 }, () => give(GOLD, 10)) })
      }
      return player
    })
    const spent = [
      { item_id: GOLD, expected: "-50", at_least_one: "0", least: -50, most: -50 },
      { item_id: GEM, expected: "1/2", at_least_one: "1/2", least: 1, most: 1 },
    ]
    const takes = {
      rule: "takes",
      item_id: GOLD,
      count: 50,
      message: `the player has 50 of item ${GOLD}, which are taken`,
    } as const
    /** The gem costs gold, whatever the player has. */
    const costly = (is_met: boolean) => {
      const message = `the player has fewer than 100 of item ${GEM}`
      const stacked = { rule: "has_fewer_than", item_id: GEM, count: 100, message, is_met: true } as const
      return [{ item_id: GEM, least: 1, most: 1, conditions: [{ ...takes, is_met }, stacked] }]
    }

    it.effect("load what the order loads, however many records there are", () =>
      Effect.gen(function* () {
        const loaded = Effect.fnUntraced(function* (records: number) {
          const player = yield* rich(records)
          rows = 0
          assert.deepStrictEqual(yield* quoted(player, fill(SPENT), fill(SPENT)), [
            { exact: true, items: spent, conditional: costly(true) },
            { exact: true, items: spent, conditional: costly(true) },
          ])
          const quote = rows
          const { items } = yield* (yield* LootOdds).of(SPENT, 1, player)
          assert.deepStrictEqual(items, spent)
          return [quote, rows - quote]
        })
        const few = yield* loaded(100)
        assert.isAtMost(Math.max(...few), 100)
        assert.deepStrictEqual(yield* loaded(1000), few)
      }),
    )

    it.effect("are computed once more when the inventory changes meanwhile", () =>
      Effect.gen(function* () {
        const player = yield* rich(100)
        const spending = Array.from({ length: 20 }, () => fill(SPENT))
        const context = yield* Effect.context<Orders>()
        meanwhile = Effect.orDie(Effect.provide(submit(player, { entries: spending }), context))
        const fails = [{ result: "failed_to_consume_loot_required", probability: "1" }]
        assert.deepStrictEqual(yield* quoted(player, fill(SPENT)), [
          { exact: true, items: [], failures: fails, conditional: costly(false) },
        ])
      }),
    )
  })
})
