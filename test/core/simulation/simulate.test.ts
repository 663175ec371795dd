/**
 * Simulated players: repeatable in any number of parts, with every coin accounted for, drops as likely as the odds say,
 * and the same records as a server would store.
 */
import { assert, describe, it, layer as withLayer } from "@effect/vitest"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import { Orders } from "@garrison/core/order/Orders"
import { lootOdds } from "@garrison/core/odds/computeOdds"
import type { InterpretedOrder } from "@garrison/core/order/rules/interpret/interpret"
import type { Circumstances } from "@garrison/core/order/rules/interpret/run"
import { PlayerState } from "@garrison/core/simulation/rules/PlayerState"
import { simulatePlayer } from "@garrison/core/simulation/rules/simulatePlayer"
import { type GroupResult, summaryOf } from "@garrison/core/simulation/rules/summary"
import { addSums } from "@garrison/core/simulation/rules/sums"
import { emptySums } from "@garrison/core/simulation/simulate"
import * as SqlInventoryStore from "@garrison/sql/inventory/SqlInventoryStore"
import * as SqlClaimStore from "@garrison/sql/order/SqlClaimStore"
import * as SqlOrderStore from "@garrison/sql/order/SqlOrderStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as TestClock from "effect/testing/TestClock"
import { vi } from "vitest"
import { deterministicBytes } from "../../support/crypto.ts"
import { sqliteLayer } from "../../support/databases.ts"
import { ordersOver, playerCaller, recordsOf, server } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import { preciseRandomFrom } from "../order/seeded.ts"
import {
  COIN,
  GEM,
  GOBLIN,
  lootWith,
  resultOf,
  simulated,
  START,
  TODAY,
  TORCH,
  village,
  villageCatalog,
  villageWorld,
} from "./village.ts"

const PLAYERS = 60

describe("a simulation", () => {
  it("is repeated by its seed, and differs under another", () => {
    const world = villageWorld()
    assert.deepStrictEqual(resultOf(world, PLAYERS, 7), resultOf(world, PLAYERS, 7))
    assert.notDeepEqual(resultOf(world, PLAYERS, 7).currencies, resultOf(world, PLAYERS, 8).currencies)
  })

  it("comes to the same in any number of parts, added in any order", () => {
    const world = villageWorld()
    const whole = resultOf(world, PLAYERS, 7)
    for (const firsts of [[0, 1], [0, 7, 20, 59], Array.from({ length: PLAYERS }, (_, index) => index)]) {
      const sums = emptySums(world)
      for (const part of simulated(world, PLAYERS, 7, firsts).toReversed()) {
        for (const [index, cohort] of sums.entries()) addSums(cohort, part[index] ?? cohort)
      }
      assert.deepStrictEqual(summaryOf(world, { players: PLAYERS, seed: 7 }, sums), whole)
    }
  })

  it("accounts for every unit of a currency: what came in less what went out is what is left", () => {
    const result = resultOf(villageWorld(), PLAYERS)
    const groups: ReadonlyArray<GroupResult> = [result, ...result.cohorts]
    for (const { currencies } of groups) {
      assert.deepStrictEqual(
        currencies.map(({ item_id }) => item_id),
        [COIN, TORCH, TODAY],
      )
      for (const { balance, by_day, inflow, outflow } of currencies) {
        assert.strictEqual(Number(inflow) - Number(outflow), Number(balance))
        assert.strictEqual(by_day.length, 20)
      }
    }
    const [coins, torches, today] = result.currencies
    const kinds = (currency: typeof coins) => new Set(currency?.sources.map(({ source }) => source.kind))
    assert.deepStrictEqual(kinds(coins), new Set(["start", "redeem", "claim", "play", "buy"]))
    // Torches last a session, and the mark of a day expires with it.
    assert.deepStrictEqual(kinds(torches), new Set(["entitlements", "session_ended"]))
    assert.deepStrictEqual(kinds(today), new Set(["claim", "expired"]))
    assert.isAbove(Number(today?.outflow), 0)
    assert.strictEqual(Number(today?.balance), 0)
  })

  it("mixes cohorts by their shares, also in a part of the players", () => {
    const result = resultOf(villageWorld(), PLAYERS)
    assert.deepStrictEqual(
      result.cohorts.map(({ name, players }) => [name, players]),
      [
        ["casual", 45],
        ["keen", 15],
      ],
    )
    const [part] = simulated(villageWorld(), PLAYERS, 1, [0, 20]) ?? []
    assert.deepStrictEqual(
      part?.map(({ players }) => players),
      [15, 5],
    )
    assert.strictEqual(
      result.orders,
      result.cohorts.reduce((sum, { orders }) => sum + orders, 0),
    )
  })

  it("counts players who never own a goal as later than all others", () => {
    const { goals } = resultOf(villageWorld(), PLAYERS)
    const [sword, gems, level] = goals
    assert.strictEqual(sword?.owners, PLAYERS)
    assert.isAtLeast(sword?.days.p1 ?? 0, 1)
    assert.isAtMost(sword?.days.p10 ?? 99, sword?.days.p50 ?? 0)
    assert.isAtMost(sword?.days.p50 ?? 99, sword?.days.p90 ?? 0)
    const share = (gems?.owners ?? 0) / PLAYERS
    assert.isTrue(share > 0.05 && share < 0.9, String(share))
    assert.strictEqual(gems?.days.p99, null)
    assert.strictEqual(level?.item_id, 3)
  })

  it("keeps what a policy says is to be kept, does things at most as often as it says, and skips what is too dear", () => {
    const only = (action: object, start = 1000) => ({
      cohorts: { all: { sessions_per_day: 1, start: { coin: start }, actions: [action] } },
    })
    const swords = (action: object, start?: number) => {
      const { cohorts, currencies, results } = resultOf(villageWorld(only(action, start), 5), 3)
      assert.lengthOf(cohorts, 1)
      return [currencies[0]?.balance, results.map(({ count, result }) => `${count} ${result}`).join()]
    }
    // 3 players with 1,000 coins on 5 days; a sword costs 30.
    assert.deepStrictEqual(swords({ buy: "sword" }), [3000 - 15 * 30, "15 success"])
    assert.deepStrictEqual(swords({ buy: "sword", at_most: 2 }), [3000 - 6 * 30, "6 success"])
    assert.deepStrictEqual(swords({ buy: "sword", times: 9, keeping: { coin: 700 } }), [2100, "12 declined,30 success"])
    assert.deepStrictEqual(swords({ buy: "sword" }, 40), [30, "12 declined,3 success"])
    assert.deepStrictEqual(swords({ buy: "sword", when_affordable: false }, 40), [
      30,
      "12 cannot_afford_price,3 success",
    ])
    assert.deepStrictEqual(swords({ buy: "sword", when: [{ lacks: "sword", at_least: 3 }] }), [2730, "9 success"])
    assert.deepStrictEqual(swords({ buy: "sword", chance: 0 }), [3000, ""])
  })
})

describe("drops of a simulation", () => {
  it("come as often as the odds say", () => {
    const kills = 20_000
    const document = {
      cohorts: { hunters: { sessions_per_day: 1, actions: [{ play: "goblin", times: 1000 }] } },
      currencies: ["gem"],
    }
    const { items } = resultOf(villageWorld(document, 2), kills / 2000, 3)
    const state = { now: START, records: [], platform: undefined }
    const odds = Effect.runSync(lootOdds(villageCatalog, lootWith(GOBLIN), 1, state))
    assert.deepInclude(odds, { exact: true })
    const chance = 1 / 128
    assert.deepInclude(
      odds.items.find(({ item_id }) => item_id === GEM),
      { at_least_one: "1/128" },
    )
    // Chi-squared of two bins with a probability of one in three million: 26.
    const gems = Number(items.find(({ item_id }) => item_id === GEM)?.gained)
    const squared = (gems - kills * chance) ** 2
    assert.isBelow(squared / (kills * chance) + squared / (kills * (1 - chance)), 26)
  })
})

/** What a simulated player did: orders that were kept, and where sessions began. */
type Step = { readonly order: InterpretedOrder; readonly circumstances: Circumstances } | "session"

const comparable = (record: Pick<HeldRecord, "itemId" | "type" | "bucket" | "count" | "expires">): string =>
  JSON.stringify([record.itemId, record.type, record.bucket, record.count, record.expires ?? "never"])

const drawn: Array<number> = []
/** Draws what the simulation drew. */
const tape = Layer.sync(SecureRandom.SecureRandom, () => {
  const real = SecureRandom.make(deterministicBytes("village"))
  return Object.assign(Object.create(Object.getPrototypeOf(real)), real, {
    intBetween: (_min: number, max: number) => Effect.sync(() => Math.floor((drawn.shift() ?? Number.NaN) * max)),
  }) as typeof real
})

const submit = Reflect.get(PlayerState.prototype, "submit")
const endSession = Reflect.get(PlayerState.prototype, "endSession")

/** Simulates one player. Answers with every step, and with the records at the end. */
const recordPlayer = (cohort: number, seed: number) => {
  const steps: Array<Step> = []
  const numbers: Array<number> = []
  const random = preciseRandomFrom(seed)
  let isDrawing = false
  let before = 0
  const submits = vi.spyOn(PlayerState.prototype, "submit")
  const spies = [
    submits.mockImplementation(function (this: PlayerState, order, circumstances) {
      before = numbers.length
      isDrawing = true
      steps.push({ order, circumstances })
      const outcome = submit.call(this, order, circumstances)
      isDrawing = false
      return outcome
    }),
    vi.spyOn(PlayerState.prototype, "takeBack").mockImplementation(function (this: PlayerState) {
      this.holdings.undo(0)
      steps.pop()
      numbers.length = before
    }),
    vi.spyOn(PlayerState.prototype, "endSession").mockImplementation(function (this: PlayerState) {
      steps.push("session")
      return endSession.call(this)
    }),
  ]
  const world = villageWorld(undefined, 8)
  const member = world.policy.cohorts[cohort]
  const sums = emptySums(world)[cohort]
  if (member === undefined || sums === undefined) throw new Error("no such cohort")
  const noisy = (): number => {
    const number = random()
    if (isDrawing) numbers.push(number)
    return number
  }
  let last: PlayerState | undefined
  try {
    simulatePlayer(world, { ...member, start: [] }, noisy, sums)
    last = submits.mock.contexts.at(-1) as PlayerState | undefined
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  if (last === undefined) throw new Error("no order")
  const end = START + world.days * 24 * 60 * 60 * 1000
  const records = last.records.filter(({ count, expires }) => count > 0 && (expires ?? end + 1) > end)
  return { steps, numbers, records, end }
}

withLayer(
  ordersOver(() => village).pipe(
    Layer.provide(tape),
    Layer.provideMerge(Layer.mergeAll(SqlClaimStore.layer, SqlInventoryStore.layer, SqlOrderStore.layer)),
    Layer.provideMerge(sqliteLayer),
  ),
)("a simulated player", (it) => {
  it.effect("comes to the records that a server stores for the same orders and the same draws", () =>
    Effect.gen(function* () {
      const orders = yield* Orders
      yield* TestClock.setTime(START)
      const types = new Set<string>()
      for (const [cohort, seed] of [
        [0, 11],
        [1, 12],
        [1, 13],
      ] as const) {
        const { end, numbers, records, steps } = recordPlayer(cohort, seed)
        const player = yield* insertPlayer()
        yield* TestClock.setTime(START)
        drawn.splice(0, drawn.length, ...numbers)
        const own = playerCaller(player, cohort === 0 ? "Anon" : "Echo")
        for (const step of steps) {
          if (step === "session") {
            yield* orders.startSession(player, {}, own)
            continue
          }
          const { circumstances, order } = step
          // The start of the session has made the order of its entitlements.
          if (order.source === "ENTITLEMENTS") continue
          for (const { type } of order.entries) types.add(type)
          yield* TestClock.setTime(circumstances.now)
          const request = { source: order.source, entries: order.entries }
          yield* orders.submit(player, request, circumstances.isServer ? server : own)
        }
        assert.lengthOf(drawn, 0)
        const stored = (yield* recordsOf(player)).filter(({ expires }) => (expires ?? end + 1) > end)
        assert.isAbove(steps.length, 10)
        assert.deepStrictEqual(stored.map(comparable).sort(), records.map(comparable).sort())
      }
      assert.deepStrictEqual(Array.from(types).sort(), ["fill_loot", "promotion_code", "purchase_loot"])
    }),
  )
})
