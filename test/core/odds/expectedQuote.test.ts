/** A quote with expected results: the odds of each entry for the player's present state (decisions, section 12). */
import { assert, layer as withLayer } from "@effect/vitest"
import { ExpectedQuote } from "@garrison/core/odds/expectedQuoteSchema"
import { LootOdds } from "@garrison/core/odds/LootOdds"
import { Orders } from "@garrison/core/order/Orders"
import type { EntryResult } from "@garrison/core/order/enumerations"
import type { OrderRequest, SubmittedEntry } from "@garrison/core/order/schema"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import * as SqlInventoryStore from "@garrison/sql/inventory/SqlInventoryStore"
import * as SqlClaimStore from "@garrison/sql/order/SqlClaimStore"
import * as SqlOrderStore from "@garrison/sql/order/SqlOrderStore"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { deterministicBytes } from "../../support/crypto.ts"
import { onEachDatabase, sqliteLayer } from "../../support/databases.ts"
import { ordersOver, playerCaller, recordsOf, server, storedRows, submit } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import type { Draft } from "../order/catalogs.ts"

const [GOLD, GEM, RUNE, HORN] = [1, 2, 3, 4]
const [TABLE, SHOP, DAILY, KEY, LARGE] = [1, 2, 3, 4, 5]

const ten = [{ price_item_id: GOLD, price: 10 }]

/** A table whose horn needs a rune, alone and for ten gold; loot that is given once; and loot of very many draws. */
const draft: Draft = {
  items: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [at + 1, {}])),
  vendors: {
    1: {
      loot: {
        [TABLE]: { sub_vendor_id: 2, is_claimable_by_client: true },
        [SHOP]: { sub_vendor_id: 2, current_price_point_guid: "ten" },
        [DAILY]: { item_id: GOLD, quantity: 5, is_claimable_by_client: true },
        [KEY]: { item_id: GEM, quantity: 2 },
        [LARGE]: { sub_vendor_id: 3 },
      },
    },
    2: {
      type: "randomly_sampled",
      loot: {
        11: { item_id: GOLD, quantity: 3, drop_weight: 4 },
        12: { item_id: GEM, drop_weight: 2 },
        13: { item_id: HORN, required_item_id: RUNE },
      },
    },
    // What is drawn decides what can be drawn next, so that there are more paths than can be followed.
    3: {
      type: "randomly_sampled",
      loot: Object.fromEntries(
        Array.from({ length: 40 }, (_, at) => [
          100 + at,
          { item_id: 10 + at, stack_limit: 2, fill_in_new_order: true },
        ]),
      ),
    },
  },
  price_points: { ten: { current_breakpoints: [{ quantity: 1, currencies: ten }] } },
  promotions: { FREE: { loot_id: KEY, uses_maximum: 1 } },
}

const fill = (loot_id: number, quantity = 1): SubmittedEntry => ({ type: "fill_loot", loot_id, quantity })
const give = (item_id: number, quantity: number): SubmittedEntry => ({
  type: "create_new_persistent_inventory",
  item_id,
  quantity,
})
const buy: SubmittedEntry = { type: "purchase_loot", loot_id: SHOP, quantity: 1, purchase_price: { currencies: ten } }
const free: SubmittedEntry = { type: "promotion_code", external_tran_id: "FREE", quantity: 1 }
const once: SubmittedEntry = { type: "fill_loot_single_transient", loot_id: DAILY, quantity: 1 }

const layerOver = (database: typeof sqliteLayer, settings: Parameters<typeof ordersOver>[1] = {}) =>
  LootOdds.layer.pipe(
    Layer.provide(settingsInForce({ ...defaultSettings, oddsPublished: true, ...settings })),
    Layer.provideMerge(ordersOver(draft, settings)),
    Layer.provide(
      Layer.sync(SecureRandom.SecureRandom, () => SecureRandom.make(deterministicBytes("expected quotes"))),
    ),
    Layer.provideMerge(Layer.mergeAll(SqlClaimStore.layer, SqlInventoryStore.layer, SqlOrderStore.layer)),
    Layer.provideMerge(database),
  )

/** The chances in odds, without quantities and conditions. */
const chancesOf = ({ exact, failures, items }: ExpectedQuote["entries"][number]["expected"]): object => ({
  exact,
  items: items.map(({ at_least_one, expected, item_id }) => ({ item_id, expected, at_least_one })),
  ...(failures === undefined ? undefined : { failures }),
})

/** Quotes these entries, and answers with what is expected of each. */
const oddsExpected = Effect.fnUntraced(function* (player: PlayerUuid, ...entries: ReadonlyArray<SubmittedEntry>) {
  const { wire } = yield* (yield* LootOdds).quote(player, { entries }, server)
  return Schema.decodeUnknownSync(ExpectedQuote)(JSON.parse(wire)).entries.map(({ expected }) => expected)
})

/** As {@link oddsExpected}, with the chances alone. */
const expectedOf = (player: PlayerUuid, ...entries: ReadonlyArray<SubmittedEntry>) =>
  Effect.map(oddsExpected(player, ...entries), (odds) => odds.map(chancesOf))

const item = (item_id: number, expected: string, at_least_one: string) => ({ item_id, expected, at_least_one })
const fails = (result: EntryResult) => ({ exact: true, items: [], failures: [{ result, probability: "1" }] })

onEachDatabase((name, database) => {
  withLayer(layerOver(database))(`a quote with expected results on ${name}`, (it) => {
    it.effect("has the odds of each entry by itself for what the player owns, and stores nothing", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const player = yield* insertPlayer()
        const table = { exact: true, items: [item(GOLD, "2", "2/3"), item(GEM, "1/3", "1/3")] }
        assert.deepStrictEqual(yield* expectedOf(player, fill(TABLE), buy), [table, fails("cannot_afford_price")])

        // The first entry does not pay for the second.
        yield* submit(player, { entries: [give(RUNE, 1), give(GOLD, 10)] })
        const owners = Effect.orDie(sql`SELECT * FROM inventory_owner ORDER BY player_uuid`)
        const stored = Effect.all([storedRows, recordsOf(player), owners])
        const before = yield* stored
        const [drops = fails("internal_error"), bought] = yield* expectedOf(player, fill(TABLE), buy)
        const rare = [item(GEM, "2/7", "2/7"), item(HORN, "1/7", "1/7")]
        assert.deepStrictEqual(drops, { exact: true, items: [item(GOLD, "12/7", "4/7"), ...rare] })
        assert.deepStrictEqual(bought, { exact: true, items: [item(GOLD, "-58/7", "0"), ...rare] })
        assert.deepStrictEqual(yield* stored, before)

        const { etag, loot_id, quantity, ...odds } = yield* (yield* LootOdds).of(TABLE, 1, player)
        assert.deepStrictEqual(yield* oddsExpected(player, fill(TABLE)), [odds])
        assert.deepStrictEqual([etag, loot_id, quantity], ["collection", TABLE, 1])
      }),
    )

    it.effect("knows what the player, and all players, got before of what is given once", () =>
      Effect.gen(function* () {
        const [player, other] = [yield* insertPlayer(), yield* insertPlayer()]
        const [code, daily] = [
          { exact: true, items: [item(GEM, "2", "1")] },
          { exact: true, items: [item(GOLD, "5", "1")] },
        ] as const
        assert.deepStrictEqual(yield* expectedOf(player, free, once), [code, daily])
        const { entries } = yield* submit(player, { entries: [free, once] })
        assert.deepStrictEqual(
          entries.map(({ result }) => result),
          ["success", "success"],
        )
        const refused = yield* submit(player, { entries: [free, once] })
        const results = refused.entries.map(({ result }) => result)
        assert.notInclude(results, "success")
        assert.deepStrictEqual(yield* expectedOf(player, free, once), results.map(fails))
        const usedUp = yield* submit(other, { entries: [free] })
        assert.deepStrictEqual(yield* expectedOf(other, free, once), [
          fails(usedUp.entries[0]?.result ?? "internal_error"),
          daily,
        ])
      }),
    )
  })
})

withLayer(layerOver(sqliteLayer))("a quote with expected results", (it) => {
  it.effect("is the average of many sampled quotes", () =>
    Effect.gen(function* () {
      const orders = yield* Orders
      const player = yield* insertPlayer()
      yield* submit(player, { entries: [give(RUNE, 1)] })
      const [expected] = yield* oddsExpected(player, fill(TABLE))
      const drawn = new Map<number, number>()
      const quotes = 700
      for (let count = 0; count < quotes; count++) {
        const { wire } = yield* orders.quote(player, { entries: [fill(TABLE)] }, server)
        const id = Number(/"after_item_id":(\d+)/.exec(wire)?.[1])
        drawn.set(id, (drawn.get(id) ?? 0) + 1)
      }
      let sum = 0
      for (const { at_least_one, item_id } of expected?.items ?? []) {
        assert.isString(at_least_one)
        const [over, under] = typeof at_least_one === "string" ? at_least_one.split("/").map(Number) : []
        const mean = (quotes * (over ?? 0)) / (under ?? 1)
        sum += ((drawn.get(item_id) ?? 0) - mean) ** 2 / mean
      }
      assert.deepStrictEqual(expected?.items.length, 3)
      // The chi-squared distribution of two degrees of freedom exceeds this once in 1,000 seeds.
      assert.isBelow(sum, 13.82)
    }),
  )

  it.effect("is an estimate where there are too many draws, with bounds, and shares its work among entries", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      const [alone] = yield* oddsExpected(player, fill(LARGE, 4))
      const [first, second] = yield* oddsExpected(player, fill(LARGE, 4), fill(LARGE, 4))
      assert.strictEqual(alone?.samples, 20_000)
      assert.deepStrictEqual([first?.exact, first?.samples, second?.samples], [false, 10_000, 10_000])
      for (const { expected } of alone?.items ?? []) {
        assert.isObject(expected)
        if (typeof expected === "object") assert.isTrue(expected.low <= 0.1 && 0.1 <= expected.high)
      }
    }),
  )

  it.effect("asks for the permissions of a submission, and for a player", () =>
    Effect.gen(function* () {
      const { quote } = yield* LootOdds
      const [player, other] = [yield* insertPlayer(), yield* insertPlayer()]
      const request: OrderRequest = { entries: [fill(TABLE)] }
      const denied = yield* Effect.flip(quote(other, request, playerCaller(player)))
      assert.strictEqual(denied._tag, "PermissionDenied")
      assert.include((yield* quote(player, request, playerCaller(player))).wire, '"expected":"2"')
      // An entry of servers, and loot that no client may claim.
      const forbidden = yield* quote(player, { entries: [give(GOLD, 1), fill(KEY)] }, playerCaller(player))
      assert.strictEqual(forbidden.wire.match(/"probability":"1"/g)?.length, 2)
      const unknown = yield* Effect.flip(quote(crypto.randomUUID() as PlayerUuid, request, server))
      assert.strictEqual(unknown._tag, "PlayerNotFound")
    }),
  )

  it.effect("of a stored reference answers with the stored order, and refuses another body", () =>
    Effect.gen(function* () {
      const { quote } = yield* LootOdds
      const player = yield* insertPlayer()
      const request = { entries: [fill(TABLE)], client_order_ref_id: "0a0a0a0a-0000-4000-8000-000000000000" }
      const { wire } = yield* (yield* Orders).submit(player, request, server)
      assert.strictEqual((yield* quote(player, request, server)).wire, wire)
      const other = yield* Effect.flip(quote(player, { ...request, match_id: "x" }, server))
      assert.strictEqual(other._tag, "OrderRefused")
    }),
  )

  it.effect("is refused when it is more than a server should compute", () =>
    Effect.gen(function* () {
      const { quote } = yield* LootOdds
      const player = yield* insertPlayer()
      const refusal = (entries: ReadonlyArray<SubmittedEntry>) => Effect.flip(quote(player, { entries }, server))
      for (const entries of [Array.from({ length: 11 }, () => fill(TABLE)), [fill(TABLE, 500), fill(TABLE, 501)]]) {
        const { _tag, message } = yield* refusal(entries)
        assert.strictEqual(_tag, "InvalidInput")
        assert.include(message, "for expected results")
      }
      assert.deepInclude(yield* expectedOf(player, fill(DAILY, 1000)), {
        exact: true,
        items: [item(GOLD, "5000", "1")],
      })
      assert.deepStrictEqual(yield* expectedOf(player), [])
    }),
  )

  it.effect("is answered as beyond the rate while eight others run or wait", () =>
    Effect.gen(function* () {
      const { quote } = yield* LootOdds
      const player = yield* insertPlayer()
      const asked = () =>
        Effect.map(
          Effect.all(
            Array.from({ length: 10 }, () => quote(player, { entries: [fill(LARGE, 2)] }, server)),
            { concurrency: "unbounded" },
          ),
          (answers) => answers.filter(({ wire }) => wire.includes("too_many_requests")).length,
        )
      assert.strictEqual(yield* asked(), 2)
      assert.strictEqual(yield* asked(), 2)
    }),
  )
})

withLayer(layerOver(sqliteLayer, { orderEntriesPerWindowMax: 3 }))("the rate of quotes", (it) => {
  it.effect("counts those with expected results and those with sampled ones together", () =>
    Effect.gen(function* () {
      const [odds, orders] = [yield* LootOdds, yield* Orders]
      const player = yield* insertPlayer()
      const request: OrderRequest = { entries: [fill(TABLE)] }
      const refused = ({ wire }: { readonly wire: string }) => wire.includes("too_many_requests")
      for (let count = 0; count < 2; count++) assert.isFalse(refused(yield* odds.quote(player, request, server)))
      assert.isFalse(refused(yield* orders.quote(player, request, server)))
      assert.isTrue(refused(yield* odds.quote(player, request, server)))
      yield* TestClock.adjust("10 seconds")
      assert.isFalse(refused(yield* odds.quote(player, request, server)))
      for (let count = 0; count < 3; count++) yield* orders.submit(player, request, server)
      assert.isTrue(refused(yield* odds.quote(player, request, server)))
    }),
  )
})

withLayer(layerOver(sqliteLayer, { oddsPublished: false }))("odds that are not published", (it) => {
  it.effect("are quoted for servers alone", () =>
    Effect.gen(function* () {
      const { quote } = yield* LootOdds
      const player = yield* insertPlayer()
      const request: OrderRequest = { entries: [fill(TABLE)] }
      const refused = yield* Effect.flip(quote(player, request, playerCaller(player)))
      assert.deepNestedInclude(refused, { _tag: "InvalidInput", "detail[0].loc[0]": "results" })
      assert.include((yield* quote(player, request, server)).wire, '"expected":"2"')
    }),
  )
})
