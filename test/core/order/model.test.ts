/**
 * Random walks of orders, clock steps and repetitions (guarantees R1 to R3 and R6). Each step is compared with a model
 * of the inventory (model.ts) and with the rules that always hold (audit.ts). `GARRISON_TEST_SEED` repeats a run,
 * `GARRISON_TEST_WALKS` walks more often.
 */
import { assert, layer as withLayer } from "@effect/vitest"
import { alwaysOwnedId } from "@garrison/core/inventory/rules/alwaysOwned"
import type { InventoryRecord } from "@garrison/core/inventory/schema"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Ledger } from "@garrison/core/order/Ledger"
import { Orders } from "@garrison/core/order/Orders"
import type { OrderRequest, PlayerOrder, SubmittedEntry } from "@garrison/core/order/schema"
import type { Caller } from "@garrison/core/kernel/Caller"
import { uuid, uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { onEachDatabase } from "../../support/databases.ts"
import { ledgerOver, orderIn, ordersLayer, playerCaller, server } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import { audit } from "./audit.ts"
import { Model, type ModelChange, type ModelDetail, type ModelRecord, type ModelSession } from "./model.ts"
import { STAR, T0, world } from "./modelWorld.ts"
import { testSeed, uuidOf } from "./seeded.ts"
import { type EntryPlan, type Step, walk } from "./walks.ts"

/** Postgres walks less often: the model holds the rules, and the statements are the same in all walks. */
const walksOn = (database: string): number =>
  Number(process.env.GARRISON_TEST_WALKS ?? (database === "SQLite" ? 24 : 8))

type Services = Ledger | Layer.Success<ReturnType<typeof ordersLayer>>
type Detail = PlayerOrder["entries"][number]["details"][number]

/** A walk in progress. */
interface Walking {
  readonly player: PlayerUuid
  readonly model: Model
  readonly submitted: Array<{ readonly request: OrderRequest; readonly by: Caller; readonly wire: string }>
  readonly results: Map<string, number>
}

const callers = (player: PlayerUuid): ReadonlyArray<Caller> => [
  server,
  { ...playerCaller(player, "Echo"), permissions: server.permissions },
  playerCaller(player, "Golf"),
]

const nobodys = "0b0b0b0b-0000-4000-8000-000000000000"

/** The id of a record of the model, or an id without a record. */
const naming = (model: Model, { record, isByLegacyId }: EntryPlan): Partial<SubmittedEntry> => {
  if (record === "none") return {}
  if (record === "nobody's") return { inventory_id: nobodys }
  if (record === "always owned") return { inventory_id: alwaysOwnedId(STAR) }
  const known = [...model.identities.values()]
  const identity = known[record % Math.max(1, known.length)]
  if (identity === undefined) return { inventory_id: nobodys }
  return isByLegacyId ? { legacy_inventory_id: identity.legacyInventoryId } : { inventory_id: identity.inventoryId }
}

const entryOf = (model: Model, plan: EntryPlan, now: number): SubmittedEntry => {
  const { type, quantity, bucket, expiresIn, attributes } = plan
  const shared = { type, quantity, ...(bucket === undefined ? undefined : { use_inventory_bucket: bucket }) }
  if (type === "fill_loot" || type === "purchase_loot") return { ...shared, loot_id: plan.lootId }
  return {
    ...shared,
    ...(type.startsWith("create_") ? { item_id: plan.item } : naming(model, plan)),
    ...(expiresIn === undefined ? undefined : { expires: now + expiresIn }),
    ...(attributes === undefined
      ? undefined
      : { custom_data: Object.fromEntries(Array.from({ length: attributes }, (_, at) => [`key${at}`, "value"])) }),
  }
}

/** A record without its key. */
const plain = ({ key: _key, ...record }: ModelRecord) => record

/** A wire record in the form of the model. */
const recordOf = (record: InventoryRecord | undefined, item: number | undefined) =>
  record && {
    item,
    type: record.type,
    bucket: record.bucket,
    count: record.count,
    expires: record.expires,
    custom: record.custom_data,
  }

/** Checks that a change is as the model predicts, and on the right record. Notes the ids of a new record. */
const agreesChange = ({ model }: Walking, { loot, before, after }: ModelChange, detail: Detail | undefined): void => {
  const change = detail?.inv_change
  const { inventory_id: inventoryId = "", legacy_inventory_id: legacyInventoryId = 0n } = change?.after ?? {}
  if (before === undefined) model.identities.set(after.key, { inventoryId, legacyInventoryId })
  assert.deepStrictEqual(
    {
      type: detail?.type,
      loot: detail?.loot_id,
      id: inventoryId,
      before: recordOf(change?.before, change?.before_item_id),
      after: recordOf(change?.after, change?.after_item_id),
    },
    {
      type: "inventory_change",
      loot,
      id: model.identities.get(after.key)?.inventoryId ?? "",
      before: before && plain(before),
      after: plain(after),
    },
  )
}

const agrees = Effect.fnUntraced(function* (
  walking: Walking,
  foretold: ReadonlyArray<ModelDetail>,
  told: ReadonlyArray<Detail>,
) {
  const orders = yield* Orders
  assert.strictEqual(told.length, foretold.length, "details")
  for (const [index, expected] of foretold.entries()) {
    const detail = told[index]
    if ("loot" in expected) {
      agreesChange(walking, expected, detail)
      continue
    }
    assert.deepInclude(detail, { type: "new_order", loot_id: expected.newOrder })
    const made = yield* orderIn((yield* orders.find(walking.player, detail?.order?.order_id ?? "")).wire)
    assert.deepStrictEqual(
      made.entries.map(({ type, loot_id, quantity, result }) => [type, loot_id, quantity, result]),
      [["fill_loot", expected.newOrder, 1, "success"]],
    )
    for (const [at, change] of expected.changes.entries()) {
      agreesChange(walking, change, made.entries[0]?.details[at])
    }
    assert.strictEqual(made.entries[0]?.details.length, expected.changes.length)
  }
})

const submitStep = Effect.fnUntraced(function* (
  walking: Walking,
  step: Extract<Step, { kind: "submit" }>,
  now: number,
) {
  const { player, model, submitted } = walking
  const orders = yield* Orders
  const by = callers(player)[step.caller] ?? server
  const source = step.caller === 2 && step.source !== undefined ? "CLIENT" : step.source
  const request: OrderRequest = {
    client_order_ref_id: uuidOf(`${submitted.length}`),
    ...(source === undefined ? undefined : { source }),
    ...(step.isTransaction === undefined ? undefined : { is_transaction: step.isTransaction }),
    entries: step.entries.map((plan) => entryOf(model, plan, now)),
  }
  const { wire } = yield* orders.submit(player, request, by)
  const order = yield* orderIn(wire)
  const { choices = [] } = (yield* orders.find(player, order.order_id)).evidence ?? {}
  const session: ModelSession = {
    now: order.created_time,
    platform: ([undefined, "Echo", "Golf"] as const)[step.caller],
    isServer: step.caller !== 2,
    isClientSource: step.caller === 2 || source === "CLIENT",
  }
  const foretold = model.submit(request, session, choices)
  assert.deepStrictEqual(
    order.entries.map(({ result }) => result),
    foretold.map(({ result }) => result),
  )
  for (const [index, { details, result }] of foretold.entries()) {
    walking.results.set(result, (walking.results.get(result) ?? 0) + 1)
    yield* agrees(walking, details, order.entries[index]?.details ?? [])
  }
  submitted.push({ request, by, wire })
})

/** The same reference again: the same bytes, or a conflict when the body differs. */
const repeatStep = Effect.fnUntraced(function* (walking: Walking, step: Extract<Step, { kind: "repeat" }>) {
  const { player, submitted } = walking
  const orders = yield* Orders
  const earlier = submitted[step.index % Math.max(1, submitted.length)]
  if (earlier === undefined) return
  const { request, by, wire } = earlier
  if (!step.isChanged) return assert.strictEqual((yield* orders.submit(player, request, by)).wire, wire)
  const changed = { ...request, entries: [...request.entries, ...request.entries] }
  assert.strictEqual((yield* Effect.flip(orders.submit(player, changed, by))).code, "order_ref_conflict")
})

/** Checks that storage has the records of the model, and no fault. */
const check = Effect.fnUntraced(function* ({ player, model, submitted }: Walking) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.orDie(
    sql`SELECT inventory_id, legacy_inventory_id, item_id, type, bucket, count, expires, custom_data
      FROM inventory_record WHERE player_uuid = ${uuids(sql).id(player)} ORDER BY acquired, inventory_id`,
  )
  assert.deepStrictEqual(
    rows.map((row) => ({
      inventoryId: uuid(row.inventory_id) as unknown,
      legacyInventoryId: BigInt(row.legacy_inventory_id as number),
      item: Number(row.item_id),
      type: row.type,
      bucket: row.bucket,
      count: Number(row.count),
      expires: row.expires === null ? undefined : Number(row.expires),
      custom: row.custom_data === null ? undefined : (JSON.parse(row.custom_data as string) as unknown),
    })),
    model.records.map((record) => ({
      inventoryId: model.identities.get(record.key)?.inventoryId,
      legacyInventoryId: model.identities.get(record.key)?.legacyInventoryId ?? 0n,
      ...plain(record),
    })),
  )
  const [stored] = yield* Effect.orDie(
    sql`SELECT COUNT(*) AS count FROM player_order WHERE player_uuid = ${uuids(sql).id(player)} AND parent_order_id IS NULL`,
  )
  assert.strictEqual(Number(stored?.count), submitted.length)
  assert.deepStrictEqual(yield* audit(player), [])
  assert.deepStrictEqual((yield* (yield* Ledger).verify(player)).faults, [])
})

const take = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>, results: Map<string, number>) {
  const walking: Walking = { player: yield* insertPlayer(), model: new Model(), submitted: [], results }
  let now = T0
  yield* TestClock.setTime(now)
  for (const step of steps) {
    if (step.kind === "pass") yield* TestClock.setTime((now += step.milliseconds))
    else if (step.kind === "repeat") yield* repeatStep(walking, step)
    else yield* submitStep(walking, step, now)
    yield* check(walking)
  }
})

onEachDatabase((name, database) => {
  const walks = walksOn(name)
  withLayer(ledgerOver(ordersLayer(database, world)))(`orders against a model on ${name}`, (it) => {
    it.effect(
      "every step has the outcome that the model predicts",
      () =>
        Effect.gen(function* () {
          const run = Effect.runPromiseWith(yield* Effect.context<Services>())
          const results = new Map<string, number>()
          const property = fc.asyncProperty(walk, (steps) => run(take(steps, results)))
          yield* Effect.promise(() => fc.assert(property, { numRuns: walks, seed: testSeed() }))
          // A walk without any success tests too little.
          assert.isAbove(results.get("success") ?? 0, walks)
          assert.isAtLeast(results.size, Math.min(15, walks / 2), [...results.keys()].join())
        }),
      300_000,
    )
  })
})
