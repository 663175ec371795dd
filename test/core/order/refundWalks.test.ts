/**
 * Random orders of random catalogs are refunded at random moments (guarantees R64), on both databases. After each
 * refund orders, ledger, claims and seals vouch for each other, and every order comes to the same again. A second
 * refund changes nothing, and a refund of the refund restores what was there. `GARRISON_TEST_SEED` repeats a run,
 * `GARRISON_TEST_WALKS` walks more often.
 */
import { assert, layer as withLayer } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Ledger } from "@garrison/core/order/Ledger"
import { Orders } from "@garrison/core/order/Orders"
import { Refunds } from "@garrison/core/order/Refunds"
import type { OrderRefund } from "@garrison/core/order/refundSchema"
import { Replay } from "@garrison/core/order/replay"
import type { OrderRequest, SubmittedEntry } from "@garrison/core/order/schema"
import { uuid, uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { actBy } from "../../support/acts.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { orderIn, ordersLayer, playerCaller, refundsOver, server, violations } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import type { Draft } from "./catalogs.ts"
import { T0, world } from "./modelWorld.ts"
import { draft as randomDraft, NOW } from "./randomOrders.ts"
import { testSeed } from "./seeded.ts"
import { type EntryPlan, type Step, walk } from "./walks.ts"

/** Postgres walks less often: the walks try the rules of refunds, and the statements are the same for all of them. */
const walksOn = (database: string): number =>
  Number(process.env.GARRISON_TEST_WALKS ?? (database === "SQLite" ? 20 : 6))

/** A refund, a claw-back, or the begin of an inventory session between the steps of a walk. */
type Turn =
  | { readonly kind: "step"; readonly step: Step }
  | {
      readonly kind: "refund"
      readonly index: number
      readonly isPartial: boolean
      readonly fromPaid: boolean
      readonly isKept: boolean
    }
  | { readonly kind: "claw"; readonly item: number; readonly count: number | undefined; readonly isPartial: boolean }
  | { readonly kind: "session" }

const refundTurn: fc.Arbitrary<Turn> = fc.record({
  kind: fc.constant("refund" as const),
  index: fc.nat(40),
  isPartial: fc.boolean(),
  fromPaid: fc.boolean(),
  isKept: fc.boolean(),
})
const clawTurn: fc.Arbitrary<Turn> = fc.record({
  kind: fc.constant("claw" as const),
  item: fc.integer({ min: 1, max: 8 }),
  count: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
  isPartial: fc.boolean(),
})
const session: fc.Arbitrary<Turn> = fc.constant({ kind: "session" as const })

const turns: fc.Arbitrary<ReadonlyArray<Turn>> = walk.chain((steps) =>
  fc
    .array(
      fc.oneof(
        { weight: 5, arbitrary: refundTurn },
        { weight: 1, arbitrary: clawTurn },
        { weight: 1, arbitrary: session },
      ),
      { minLength: steps.length, maxLength: steps.length },
    )
    .map((between) =>
      steps.flatMap((step, index) => [{ kind: "step" as const, step }, ...between.slice(index, index + 1)]),
    ),
)

type Services = Layer.Success<ReturnType<typeof layerOf>>

/** What happened in all walks together. A walk without refunds tests too little. */
interface Tally {
  refunds: number
  partial: number
  refused: number
  restored: number
  equal: number
  clawed: number
}

interface Walking {
  readonly player: PlayerUuid
  readonly orders: Array<string>
  readonly tally: Tally
}

/** Everything that the player has, but for what ends by itself within the next moments. */
const holdings = Effect.fnUntraced(function* (player: PlayerUuid, now: number) {
  const sql = yield* SqlClient.SqlClient
  const id = uuids(sql).id(player)
  const rows = yield* sql`SELECT inventory_id, item_id, type, bucket, count, expires, custom_data FROM inventory_record
    WHERE player_uuid = ${id} ORDER BY inventory_id`
  const applied = yield* sql`SELECT loot_id FROM applied_loot WHERE player_uuid = ${id} ORDER BY loot_id`
  const claims = yield* sql`SELECT code FROM promotion_claim WHERE player_uuid = ${id} ORDER BY code`
  const records = rows
    .filter(({ count, expires }) => Number(count) > 0 && (expires === null || Number(expires) > now + 100))
    .map((row) => ({
      inventoryId: uuid(row.inventory_id),
      item: Number(row.item_id),
      type: row.type,
      bucket: row.bucket,
      count: Number(row.count),
      expires: row.expires === null ? undefined : Number(row.expires),
      // What an order wrote into a record without data cannot be taken away, only emptied.
      custom: row.custom_data === null ? {} : (JSON.parse(row.custom_data as string) as object),
    }))
  return { records, applied: applied.map(({ loot_id }) => Number(loot_id)), claims: claims.map(({ code }) => code) }
}, Effect.orDie)

const naming = (known: ReadonlyArray<string>, { record }: EntryPlan): Partial<SubmittedEntry> => {
  const id = typeof record === "number" ? known[record % Math.max(1, known.length)] : undefined
  return id === undefined ? {} : { inventory_id: id }
}

const entryOf = (known: ReadonlyArray<string>, plan: EntryPlan, now: number): SubmittedEntry => {
  const { attributes, bucket, expiresIn, item, lootId, quantity, type } = plan
  const shared = { type, quantity, ...(bucket === undefined ? undefined : { use_inventory_bucket: bucket }) }
  if (type === "fill_loot" || type === "purchase_loot") return { ...shared, loot_id: lootId }
  return {
    ...shared,
    ...(type.startsWith("create_") ? { item_id: item } : naming(known, plan)),
    ...(expiresIn === undefined ? undefined : { expires: now + expiresIn }),
    ...(attributes === undefined ? undefined : { custom_data: { color: `c${attributes}` } }),
  }
}

const agrees = Effect.fnUntraced(function* (player: PlayerUuid) {
  assert.deepStrictEqual((yield* (yield* Ledger).verify(player)).faults, [])
})

const act = { ...actBy("ada"), reason: "a ticket" }

const refundOf = Effect.fnUntraced(function* (
  { player, tally }: Walking,
  orderId: string,
  how: { readonly isPartial: boolean; readonly fromPaid: boolean },
) {
  const refunds = yield* Refunds
  return yield* refunds.refund(player, { orderId, ...how }, act).pipe(
    Effect.catchTags({
      RefundIncomplete: () => Effect.sync(() => void tally.refused++),
      RefundImpossible: () => Effect.void,
    }),
  )
})

/** Refunds an order again, and refunds the refund: nothing changes, and then all is as before. */
const andBack = Effect.fnUntraced(function* (
  walking: Walking,
  done: OrderRefund,
  before: Effect.Success<ReturnType<typeof holdings>>,
  now: number,
) {
  const { player, tally } = walking
  const after = yield* holdings(player, now)
  const again = yield* refundOf(walking, done.refunded_order_id, { isPartial: true, fromPaid: true })
  assert.strictEqual(again?.state, "done_before")
  assert.strictEqual(again?.order_id, done.order_id)
  assert.deepStrictEqual(yield* holdings(player, now), after)
  const back = yield* refundOf(walking, done.order_id ?? "", { isPartial: false, fromPaid: false })
  // A refund that wrote nothing has nothing to take back.
  if (back === undefined) {
    assert.deepStrictEqual(done.records, [])
    return undefined
  }
  assert.deepInclude(back, { state: "done", is_whole: true })
  assert.deepStrictEqual(yield* holdings(player, now), before)
  tally.restored++
  return back.order_id
})

const refundTurnOf = Effect.fnUntraced(function* (
  walking: Walking,
  turn: Extract<Turn, { readonly kind: "refund" }>,
  now: number,
) {
  const { orders, player, tally } = walking
  const orderId = orders[turn.index % Math.max(1, orders.length)]
  if (orderId === undefined) return
  const before = yield* holdings(player, now)
  const rehearsed = yield* (yield* Refunds)
    .refund(player, { orderId, ...turn }, { ...act, dryRun: true })
    .pipe(Effect.catchTag("RefundImpossible", () => Effect.void))
  assert.deepStrictEqual(yield* holdings(player, now), before)
  const done = yield* refundOf(walking, orderId, turn)
  if (rehearsed === undefined || done === undefined) {
    assert.deepStrictEqual(yield* holdings(player, now), before)
    assert.include(["refused", undefined], rehearsed?.state)
    return
  }
  if (done.state !== "done") return
  const { order_id: refundId = "", reverse, ...what } = done
  const { reverse: rehearsedReverse, ...rehearsedWhat } = rehearsed
  assert.deepStrictEqual(rehearsedWhat, what)
  assert.strictEqual(rehearsedReverse?.operation, reverse?.operation)
  tally.refunds++
  if (!done.is_whole) tally.partial++
  if (done.taken.some(({ from }) => from !== "given")) tally.equal++
  orders.push(refundId)
  yield* agrees(player)
  const back = yield* andBack(walking, done, before, now)
  if (back === undefined) return
  orders.push(back)
  if (turn.isKept) yield* refundOf(walking, back, { isPartial: false, fromPaid: false })
})

const submitTurn = Effect.fnUntraced(function* (walking: Walking, step: Step, now: number) {
  if (step.kind !== "submit") return
  const { orders, player } = walking
  const known = (yield* holdings(player, now)).records.map(({ inventoryId }) => inventoryId)
  const request: OrderRequest = {
    ...(step.source === undefined ? undefined : { source: step.source }),
    ...(step.isTransaction === undefined ? undefined : { is_transaction: step.isTransaction }),
    entries: step.entries.map((plan) => entryOf(known, plan, now)),
  }
  const by = step.caller === 0 ? server : { ...playerCaller(player), permissions: server.permissions }
  const { wire } = yield* (yield* Orders).submit(player, request, by)
  orders.push((yield* orderIn(wire)).order_id)
})

const take = Effect.fnUntraced(function* (list: ReadonlyArray<Turn>, tally: Tally, start: number) {
  const walking: Walking = { player: yield* insertPlayer(), orders: [], tally }
  const { player } = walking
  let now = start
  yield* TestClock.setTime(now)
  for (const turn of list) {
    if (turn.kind === "step") {
      if (turn.step.kind === "pass") yield* TestClock.setTime((now += turn.step.milliseconds))
      else yield* submitTurn(walking, turn.step, now)
    } else if (turn.kind === "session") {
      yield* (yield* Orders).startSession(player, {}, playerCaller(player))
    } else if (turn.kind === "claw") {
      const wanted = {
        itemId: turn.item,
        inventoryId: undefined,
        orderId: undefined,
        fromPaid: turn.isPartial,
        ...turn,
      }
      const before = yield* holdings(player, now)
      const done = yield* (yield* Refunds)
        .clawBack(player, wanted, act)
        .pipe(Effect.catchTags({ RefundIncomplete: () => Effect.void, RefundImpossible: () => Effect.void }))
      if (done?.order_id === undefined) continue
      tally.clawed++
      yield* refundOf(walking, done.order_id, { isPartial: false, fromPaid: false })
      assert.deepStrictEqual(yield* holdings(player, now), before)
    } else yield* refundTurnOf(walking, turn, now)
  }
  yield* agrees(player)
  assert.strictEqual(yield* violations, 0)
  const span = { from: Number.MIN_SAFE_INTEGER, before: Number.MAX_SAFE_INTEGER }
  const replayed = yield* Stream.runCollect((yield* Replay).orders(player, span))
  const broken = replayed.filter(({ differences, obstacle }) => differences.length > 0 || obstacle !== undefined)
  assert.deepStrictEqual(broken, [])
})

let current: Draft = world

const layerOf = (database: Parameters<typeof ordersLayer>[0]) => refundsOver(ordersLayer(database, () => current))

/** How often walks are begun again, with other seeds, until they have met what they are for. */
const AGAIN_MAX = 20

/** Takes so many random walks, and more of them for as long as `hasMet` is false. */
const walkUntil = async (property: fc.IAsyncProperty<unknown>, numRuns: number, hasMet: () => boolean) => {
  const seed = testSeed()
  for (let again = 0; again < AGAIN_MAX && (again === 0 || !hasMet()); again++) {
    await fc.assert(property, { numRuns, seed: seed + again })
  }
  assert.isTrue(hasMet(), "walks meet refunds of every kind")
}

const newTally = (): Tally => ({ refunds: 0, partial: 0, refused: 0, restored: 0, equal: 0, clawed: 0 })

onEachDatabase((name, database) => {
  const walks = walksOn(name)
  withLayer(layerOf(database))(`random refunds on ${name}`, (it) => {
    it.effect(
      "leave orders, ledger and replays in agreement, and are undone by their refund",
      () =>
        Effect.gen(function* () {
          current = world
          const run = Effect.runPromiseWith(yield* Effect.context<Services>())
          const tally = newTally()
          const property = fc.asyncProperty(turns, (list) => run(take(list, tally, T0)))
          const hasMet = () =>
            tally.restored > walks / 2 && tally.clawed > 0 && tally.partial + tally.refused + tally.equal > 0
          yield* Effect.promise(() => walkUntil(property, walks, hasMet))
        }),
      300_000,
    )

    it.effect(
      "do so with random catalogs",
      () =>
        Effect.gen(function* () {
          const run = Effect.runPromiseWith(yield* Effect.context<Services>())
          const tally = newTally()
          const property = fc.asyncProperty(randomDraft, turns, (drafted, list) => {
            current = drafted
            const lootOf = (id: number) => 1 + (id % 30)
            const fitting = list.map((turn): Turn => {
              if (turn.kind !== "step" || turn.step.kind !== "submit") return turn
              const entries = turn.step.entries.map((plan) => ({ ...plan, lootId: lootOf(plan.lootId), quantity: 1 }))
              return { ...turn, step: { ...turn.step, entries } }
            })
            return run(take(fitting, tally, NOW))
          })
          yield* Effect.promise(() => walkUntil(property, walks, () => tally.restored > walks / 4))
        }),
      300_000,
    )
  })
})
