/**
 * Promotion codes (decisions, section 12): who may claim a code, what a claim leaves, and many claims at once, on both
 * databases. Each race has a control that must fail: the same use case over a store that trusts what it read.
 */
import { assert, describe, layer as withLayer } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { explanationOf } from "@garrison/core/order/explain"
import { Ledger } from "@garrison/core/order/Ledger"
import { Orders } from "@garrison/core/order/Orders"
import { OrderStore } from "@garrison/core/order/OrderStore"
import type { OrderRequest, PlayerOrder, SubmittedEntry } from "@garrison/core/order/schema"
import type { Caller } from "@garrison/core/kernel/Caller"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { type DatabaseServices, onEachDatabase } from "../../support/databases.ts"
import {
  countOf,
  ledgerOver,
  ordersLayer,
  ordersOver,
  playerCaller,
  resultOf,
  server,
  submit,
  violations,
} from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import { rendezvous } from "../../support/rendezvous.ts"
import { audit } from "./audit.ts"
import type { Draft } from "./catalogs.ts"
import { hour } from "./fulfilling.ts"
import { naiveStores } from "./naive.ts"

const COIN = 1
const GEM = 2
const BEGIN = 10 * hour
const END = 20 * hour

const draft: Draft = {
  items: { [COIN]: {}, [GEM]: {} },
  vendors: {
    10: {
      loot: {
        100: { item_id: COIN, quantity: 5 },
        101: { item_id: GEM, inventory_operation: "subtract" },
        102: { item_id: COIN, active: false },
      },
    },
  },
  promotions: {
    FREE: { loot_id: 100, quantity: 3 },
    ONE: { loot_id: 100, uses_maximum: 1 },
    TEN: { loot_id: 100, uses_maximum: 10 },
    "A-100": { loot_id: 100, uses_maximum: 100 },
    "B-100": { loot_id: 100, uses_maximum: 100 },
    NONE: { loot_id: 100, uses_maximum: 0 },
    TIMED: { loot_id: 100, start: BEGIN, end: END },
    GOLF: { loot_id: 100, platforms: ["Golf"] },
    GOLFLATE: { loot_id: 100, platforms: ["Golf"], start: BEGIN },
    COSTLY: { loot_id: 101, uses_maximum: 10 },
    INACTIVE: { loot_id: 102 },
  },
}

const claim = (external_tran_id: string, fields: Partial<SubmittedEntry> = {}): SubmittedEntry => ({
  type: "promotion_code",
  quantity: 1,
  external_tran_id,
  ...fields,
})

/** Claims by the player itself, from a session on `platform`. */
const claimBy = (player: PlayerUuid, code: string, platform: "Echo" | "Golf" = "Echo") =>
  resultOf(player, claim(code), playerCaller(player, platform))

const atOnce = <A, E, R>(count: number, effect: (index: number) => Effect.Effect<A, E, R>) =>
  Effect.forEach(
    Array.from({ length: count }, (_, index) => index),
    effect,
    { concurrency: "unbounded" },
  )

/** The number of uses in the row of the code; undefined: the code has no row. */
const usesOf = Effect.fnUntraced(function* (code: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* Effect.orDie(sql`SELECT uses FROM promotion_use WHERE code = ${code}`)
  return row === undefined ? undefined : Number(row.uses)
})

/** The codes that the player has claimed. */
const claimsOf = Effect.fnUntraced(function* (player: PlayerUuid) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.orDie(
    sql`SELECT code FROM promotion_claim WHERE player_uuid = ${uuids(sql).id(player)} ORDER BY code`,
  )
  return rows.map(({ code }) => String(code))
})

const detailTypes = ({ entries }: PlayerOrder) => entries.map(({ details }) => details.map(({ type }) => type))
const results = ({ entries }: PlayerOrder) => entries.map(({ result }) => result)

/** An entry of an order of 100 entries may make so many changes. */
const CHANGES_OF_A_HUNDREDTH = 1000

/** Loot 200 makes one change more than an entry of 100 may: the last one, after which nothing is fulfilled. */
const tooManyChanges: Draft = {
  items: { [COIN]: {} },
  vendors: {
    10: { loot: { 200: { sub_vendor_id: 20, is_claimable_by_client: true } } },
    20: {
      loot: Object.fromEntries(
        Array.from({ length: CHANGES_OF_A_HUNDREDTH + 1 }, (_, at) => [
          300 + at,
          { item_id: COIN, inventory_selector_type: "own_transient" },
        ]),
      ),
    },
  },
  promotions: { HUGE: { loot_id: 200, uses_maximum: 10 } },
}

let served: Draft = draft

onEachDatabase((name, database) => {
  withLayer(ledgerOver(ordersLayer(database, () => served)))(`a promotion code on ${name}`, (it) => {
    it.effect("is explained with the claims of its time, also after further claims", () =>
      Effect.gen(function* () {
        const ada = yield* insertPlayer()
        yield* claimBy(yield* insertPlayer(), "TEN")
        const order = yield* submit(ada, { entries: [claim("TEN")] }, playerCaller(ada))
        yield* claimBy(yield* insertPlayer(), "TEN")
        const explained = yield* (yield* Orders).explain(ada, order.order_id, playerCaller(ada))
        assert.isTrue(explained.isSame)
        const steps = explained.entries.flatMap((entry) => entry.steps)
        const rules = steps.flatMap((step) => (step._tag === "RuleApplied" ? [step.rule] : []))
        assert.deepInclude(rules, { _tag: "PromotionNotClaimed", code: "TEN" })
        assert.deepInclude(rules, { _tag: "PromotionHasUses", code: "TEN", uses: 1, maximum: 10 })
      }),
    )

    it.effect("does not tell a player how often all players claimed it; who may read every order sees it", () =>
      Effect.gen(function* () {
        const ada = yield* insertPlayer()
        const { order_id } = yield* submit(ada, { entries: [claim("TEN"), claim("NONE")] }, playerCaller(ada))
        const told = (by: Caller) =>
          Effect.map(
            Effect.flatMap(Orders, (orders) => orders.explain(ada, order_id, by)),
            (explained) => JSON.stringify(explanationOf(explained).entries),
          )
        const reader = { ...server, permissions: ["inv:read_order:player:any"] }
        const [own, any] = [yield* told(playerCaller(ada)), yield* told(reader)]
        assert.include(own, '"rule":"promotion_has_uses"')
        assert.include(own, '"rule":"promotion_used_up"')
        assert.notMatch(own, /"uses"|"maximum":(?!1,|1\})|\d+ times/)
        assert.match(any, /"uses":\d+,"maximum":10/)
        assert.include(any, '"uses":0,"maximum":0')
      }),
    )

    it.effect("that has not begun is told from one that does not exist by nothing: order, quote, explanation", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        yield* TestClock.setTime(BEGIN - 1000)
        const ada = yield* insertPlayer()
        for (const by of [playerCaller(ada), server]) {
          const told = Effect.fnUntraced(function* (code: string) {
            const request: OrderRequest = { entries: [claim(code)] }
            const order = yield* submit(ada, request, by)
            const { wire } = yield* orders.quote(ada, request, by)
            const explained = explanationOf(yield* orders.explain(ada, order.order_id, playerCaller(ada)))
            const entries = order.entries.map(({ entry_id: _id, ...entry }) => entry)
            const { entries: quoted } = JSON.parse(wire) as { readonly entries: unknown }
            return JSON.stringify([entries, quoted, explained.entries], (_, value: unknown) =>
              typeof value === "bigint" ? String(value) : value,
            )
          })
          const unknown = (yield* told("WRONG")).replaceAll("WRONG", "?")
          assert.include(unknown, "promotion_not_found")
          for (const code of ["TIMED", "GOLFLATE"]) {
            assert.strictEqual((yield* told(code)).replaceAll(code, "?"), unknown)
          }
        }
      }),
    )

    it.effect("keeps the answer of an order that was stored when it had a result of its own", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* TestClock.setTime(BEGIN - 1000)
        const ada = yield* insertPlayer()
        const request: OrderRequest = { client_order_ref_id: crypto.randomUUID(), entries: [claim("TIMED")] }
        const { order_id } = yield* submit(ada, request, playerCaller(ada))
        const { wire } = yield* (yield* Orders).find(ada, order_id)
        const former = wire
          .replace('"quantity":1,', '"quantity":1,"external_tran_id":"TIMED",')
          .replace("promotion_not_found", "promotion_not_available")
        assert.notStrictEqual(former, wire)
        const { run } = yield* Transaction
        yield* run(
          Effect.orDie(
            sql`UPDATE player_order SET wire = ${former} WHERE player_uuid = ${uuids(sql).id(ada)}
              AND order_id = ${uuids(sql).id(order_id)}`,
          ),
        )
        const orders = yield* Orders
        assert.strictEqual((yield* orders.submit(ada, request, playerCaller(ada))).wire, former)
        const explained = yield* orders.explain(ada, order_id, playerCaller(ada))
        assert.isTrue(explained.isSame)
        assert.strictEqual(explanationOf(explained).entries[0]?.result, "promotion_not_available")
      }),
    )

    it.effect("is claimed once by each player, gives the promotion's quantity, and says so in a detail", () =>
      Effect.gen(function* () {
        const [ada, lin] = [yield* insertPlayer(), yield* insertPlayer()]
        const order = yield* submit(ada, { entries: [claim("FREE"), claim("FREE")] }, playerCaller(ada))
        assert.deepStrictEqual(results(order), ["success", "promotion_claimed_already"])
        assert.deepStrictEqual(detailTypes(order), [["claim_promo_code", "inventory_change"], []])
        assert.strictEqual(order.entries[0]?.details[0]?.loot_id, 100)
        assert.strictEqual(order.entries[0]?.external_tran_id, "FREE")
        assert.strictEqual(yield* claimBy(ada, "FREE"), "promotion_claimed_already")
        assert.strictEqual(yield* claimBy(lin, "FREE"), "success")
        assert.deepStrictEqual([yield* countOf(ada, COIN), yield* countOf(lin, COIN)], [15, 15])
        assert.deepStrictEqual(yield* claimsOf(ada), ["FREE"])
        assert.deepStrictEqual(yield* audit(ada), [])
        assert.strictEqual(yield* violations, 0)
      }),
    )

    it.effect("without a limit writes no row that other players write", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* claimBy(yield* insertPlayer(), "FREE"), "success")
        assert.isUndefined(yield* usesOf("FREE"))
      }),
    )

    it.effect("is compared exactly; an absent, another and a longer code are not found", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const { external_tran_id: _code, ...without } = claim("")
        for (const entry of [claim("free"), claim(" FREE"), claim("FREE "), claim(""), without]) {
          assert.strictEqual(yield* resultOf(player, entry), "promotion_not_found")
        }
        assert.deepStrictEqual(yield* claimsOf(player), [])
      }),
    )

    it.effect("may be claimed from its start until before its end, on its platforms, and by servers everywhere", () =>
      Effect.gen(function* () {
        const claimedAt = Effect.fnUntraced(function* (time: number) {
          yield* TestClock.setTime(time)
          return yield* claimBy(yield* insertPlayer(), "TIMED")
        })
        assert.strictEqual(yield* claimedAt(BEGIN - 1), "promotion_not_found")
        assert.strictEqual(yield* claimedAt(BEGIN), "success")
        assert.strictEqual(yield* claimedAt(END - 1), "success")
        assert.strictEqual(yield* claimedAt(END), "promotion_expired")
        const player = yield* insertPlayer()
        assert.strictEqual(yield* claimBy(player, "GOLF", "Echo"), "promotion_not_available")
        assert.strictEqual(yield* claimBy(player, "GOLF", "Golf"), "success")
        assert.strictEqual(yield* resultOf(yield* insertPlayer(), claim("GOLF")), "success")
      }),
    )

    it.effect("acts once: another quantity than 1 is not allowed", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        for (const quantity of [-1, 0, 2, 1_000_001]) {
          assert.strictEqual(yield* resultOf(player, claim("FREE", { quantity })), "quantity_not_allowed")
        }
      }),
    )

    it.effect("whose loot cannot be given is not claimed and not counted", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const order = yield* submit(player, {
          entries: [claim("COSTLY"), claim("INACTIVE"), claim("FREE", { vendor_etag: "old" })],
        })
        assert.deepStrictEqual(results(order), [
          "failed_to_consume_loot_required",
          "loot_not_active",
          "vendor_version_does_not_match",
        ])
        assert.deepStrictEqual(detailTypes(order), [[], [], []])
        assert.deepStrictEqual(yield* claimsOf(player), [])
        assert.isUndefined(yield* usesOf("COSTLY"))
      }),
    )

    it.effect("of an entry that fails for its last change is not claimed, and loot of one was not applied", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        served = tooManyChanges
        const single: SubmittedEntry = { type: "fill_loot_single_transient", loot_id: 200, quantity: 1 }
        const missing = Array.from({ length: 96 }, () => ({ ...single, loot_id: 9 }))
        const order = yield* submit(player, { entries: [claim("HUGE"), claim("HUGE"), single, single, ...missing] })
        assert.deepStrictEqual((yield* (yield* Ledger).verify(player)).faults, [])
        assert.deepStrictEqual([yield* claimsOf(player), yield* usesOf("HUGE")], [[], undefined])
        assert.deepStrictEqual([detailTypes(order).flat(), yield* audit(player)], [[], []])
        const failed = Array.from({ length: 4 }, () => "internal_error")
        assert.deepStrictEqual(results(order).slice(0, 5), [...failed, "loot_not_found"])
        // Alone, each entry may make more changes.
        assert.strictEqual(yield* resultOf(player, claim("HUGE")), "success")
        assert.strictEqual(yield* resultOf(player, single), "success")
        served = draft
      }),
    )

    it.effect("of a transaction that fails is returned: the use is free, and the player may claim it later", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const before = (yield* usesOf("TEN")) ?? 0
        const failing: OrderRequest = {
          is_transaction: true,
          entries: [claim("TEN"), { type: "fill_loot", loot_id: 999, quantity: 1 }, claim("FREE")],
        }
        const order = yield* submit(player, failing, playerCaller(player))
        assert.deepStrictEqual(results(order), ["rollback", "loot_not_found", "not_started"])
        assert.deepStrictEqual(detailTypes(order), [["claim_promo_code", "return_promo_code"], [], []])
        assert.deepStrictEqual([yield* claimsOf(player), (yield* usesOf("TEN")) ?? 0], [[], before])
        assert.strictEqual(yield* countOf(player, COIN), 0)
        assert.deepStrictEqual(yield* audit(player), [])
        assert.strictEqual(yield* claimBy(player, "TEN"), "success")
        assert.strictEqual(yield* usesOf("TEN"), before + 1)
      }),
    )

    it.effect("keeps its uses and claims in later versions of the catalog", () =>
      Effect.gen(function* () {
        const [ada, lin] = [yield* insertPlayer(), yield* insertPlayer()]
        const limited = (uses_maximum: number): Draft => ({
          ...draft,
          promotions: { KEPT: { loot_id: 100, uses_maximum } },
        })
        served = limited(1)
        assert.strictEqual(yield* claimBy(ada, "KEPT"), "success")
        served = draft
        assert.strictEqual(yield* claimBy(lin, "KEPT"), "promotion_not_found")
        served = limited(1)
        assert.strictEqual(yield* claimBy(lin, "KEPT"), "promotion_no_uses_left")
        served = limited(2)
        assert.strictEqual(yield* claimBy(ada, "KEPT"), "promotion_claimed_already")
        assert.strictEqual(yield* claimBy(lin, "KEPT"), "success")
        served = draft
      }),
    )

    it.effect("is in the evidence of the order: the state that was found, also of a refusal", () =>
      Effect.gen(function* () {
        const store = yield* OrderStore
        const player = yield* insertPlayer()
        const first = yield* submit(player, { entries: [claim("NONE"), claim("FREE"), claim("free")] })
        const again = yield* submit(player, { entries: [claim("FREE")] })
        const evidenceOf = (order: PlayerOrder) => Effect.map(store.find(player, order.order_id), (it) => it?.evidence)
        assert.deepStrictEqual((yield* evidenceOf(first))?.promotions, [
          { isClaimed: false, uses: 0 },
          { isClaimed: false, uses: 0 },
        ])
        assert.deepStrictEqual((yield* evidenceOf(again))?.promotions, [{ isClaimed: true, uses: 0 }])
      }),
    )

    it.effect("of a client's failed entry is kept if the catalog has it, so that the order can be repeated", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const order = yield* submit(player, { entries: [claim("NONE"), claim("x".repeat(256))] }, playerCaller(player))
        assert.deepStrictEqual(
          order.entries.map(({ external_tran_id }) => external_tran_id),
          ["NONE", undefined],
        )
      }),
    )

    it.effect("with a reference that is sent again is not claimed again", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        const player = yield* insertPlayer()
        const request = { client_order_ref_id: "0c0c0c0c-0000-4000-8000-000000000001", entries: [claim("TEN")] }
        const before = (yield* usesOf("TEN")) ?? 0
        const { wire } = yield* orders.submit(player, request, server)
        assert.strictEqual((yield* orders.submit(player, request, server)).wire, wire)
        assert.strictEqual(yield* usesOf("TEN"), before + 1)
      }),
    )
  })
})

/** How many players claim the same code at once. */
const CLAIMANTS = 50

const claimAtOnce = Effect.fnUntraced(function* (code: string) {
  const players = yield* Effect.forEach(Array.from({ length: CLAIMANTS }), () => insertPlayer())
  const found = yield* atOnce(CLAIMANTS, (index) => resultOf(players[index] ?? players[0]!, claim(code)))
  const coins = yield* Effect.forEach(players, (player) => countOf(player, COIN))
  return {
    claimed: found.filter((result) => result === "success").length,
    refused: found.filter((result) => result === "promotion_no_uses_left").length,
    coins: coins.reduce((total, count) => total + count, 0),
    uses: yield* usesOf(code),
  }
})

const claimTwiceAtOnce = Effect.gen(function* () {
  const player = yield* insertPlayer()
  const found = yield* atOnce(CLAIMANTS, () => resultOf(player, claim("FREE")))
  return {
    claimed: found.filter((result) => result === "success").length,
    refused: found.filter((result) => result === "promotion_claimed_already").length,
  }
})

/** No submission claims before all have read. */
const naiveLayer = (database: Layer.Layer<DatabaseServices>) =>
  ordersOver(draft).pipe(
    Layer.provide(Layer.unwrap(Effect.map(rendezvous(CLAIMANTS), (meet) => naiveStores(Effect.void, meet)))),
    Layer.provideMerge(database),
  )

onEachDatabase((name, database) => {
  describe(`claims at once on ${name}`, () => {
    withLayer(ordersLayer(database, draft))("with the guards", (it) => {
      it.effect("of fifty players one gets a code with one use, and ten a code with ten", () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* claimAtOnce("ONE"), { claimed: 1, refused: 49, coins: 5, uses: 1 })
          assert.deepStrictEqual(yield* claimAtOnce("TEN"), { claimed: 10, refused: 40, coins: 50, uses: 10 })
          assert.strictEqual(yield* violations, 0)
        }),
      )

      it.effect("one player gets a code once", () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* claimTwiceAtOnce, { claimed: 1, refused: CLAIMANTS - 1 })
        }),
      )

      it.effect("orders that claim the same codes in opposite orders all end, each with its claims", () =>
        Effect.gen(function* () {
          const codes = ["A-100", "B-100"]
          const found = yield* atOnce(CLAIMANTS, (index) =>
            Effect.gen(function* () {
              const player = yield* insertPlayer()
              const inOrder = index % 2 === 0 ? codes : codes.toReversed()
              return results(yield* submit(player, { entries: inOrder.map((code) => claim(code)) }))
            }),
          )
          assert.deepStrictEqual(new Set(found.flat()), new Set(["success"]))
          assert.deepStrictEqual([yield* usesOf("A-100"), yield* usesOf("B-100")], [CLAIMANTS, CLAIMANTS])
        }),
      )
    })

    withLayer(naiveLayer(database))("without them (the control)", (it) => {
      it.effect("all of fifty players get a code with one use", () =>
        Effect.gen(function* () {
          const { claimed, uses } = yield* claimAtOnce("ONE")
          assert.deepStrictEqual({ claimed, uses }, { claimed: CLAIMANTS, uses: 1 })
        }),
      )
    })

    withLayer(naiveLayer(database))("by one player without them (the control)", (it) => {
      it.effect("the player gets the code every time", () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* claimTwiceAtOnce, { claimed: CLAIMANTS, refused: 0 })
        }),
      )
    })
  })
})
