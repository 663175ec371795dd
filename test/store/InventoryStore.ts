/** What every {@link InventoryStore} does. */
import { assert, layer as withLayer } from "@effect/vitest"
import {
  type BucketCount,
  InventoryStore,
  type InventoryWrites,
  type LedgerRow,
  RECORDS_PER_ITEM_MAX,
} from "@garrison/core/inventory/InventoryStore"
import { sumChanges } from "@garrison/core/order/rules/wire/writes"
import { byAge, spendingOrder } from "@garrison/core/inventory/rules/counts"
import { COUNT_MAX, type HeldRecord } from "@garrison/core/inventory/schema"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { INT64_MAX } from "@garrison/core/kernel/wire/Int64"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Cause from "effect/Cause"
import { uuid, uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { OrderStore } from "@garrison/core/order/OrderStore"
import { insertPlayer } from "../support/players.ts"
import { storing } from "../support/storing.ts"

let serial = 0
const submitterUuid = randomUUID()

const record = (fields: Partial<HeldRecord> = {}): HeldRecord => ({
  inventoryId: randomUUID(),
  legacyInventoryId: BigInt(++serial),
  itemId: 1,
  type: "persistent",
  bucket: "none",
  count: 5,
  acquired: serial,
  expires: undefined,
  customData: undefined,
  revision: 1,
  ...fields,
})

/** The ledger row of the change that led to `after`. */
const rowOf = (after: HeldRecord, before?: HeldRecord): LedgerRow => ({
  before,
  after,
  orderId: randomUUID(),
  entryId: randomUUID(),
  submitterUuid,
})

const next = (before: HeldRecord, changes: Partial<HeldRecord>): HeldRecord => ({
  ...before,
  ...changes,
  revision: before.revision + 1,
})

/** The writes with their sums. */
const writesOf = (writes: Partial<Omit<InventoryWrites, "sums">>): InventoryWrites => {
  const all = { created: [], updated: [], ledger: [], ...writes }
  return { ...all, sums: sumChanges(all) }
}

const creating = (records: ReadonlyArray<HeldRecord>): InventoryWrites =>
  writesOf({ created: records, ledger: records.map((one) => rowOf(one)) })
const updating = (before: HeldRecord, after: HeldRecord): InventoryWrites =>
  writesOf({ updated: [{ before, after }], ledger: [rowOf(after, before)] })

/** Writes as one unit of work. */
const write = (player: PlayerUuid, writes: InventoryWrites, now = 0) => storing(player, now, { writes })

const load = Effect.fnUntraced(function* (
  player: PlayerUuid,
  selection: Partial<Parameters<InventoryStore["Service"]["load"]>[1]>,
  now = 0,
) {
  const store = yield* InventoryStore
  const chosen = { itemIds: [], inventoryIds: [], legacyInventoryIds: [], ...selection }
  const { counts, records } = yield* store.load(player, chosen, now)
  assert.deepStrictEqual(counts, [])
  return records
})

const isRefused = <A, E>(exit: Exit.Exit<A, E>): boolean => Exit.isFailure(exit) && Cause.hasDies(exit.cause)

/** Runs the suite against the store that `layer` gives. */
export const suite = (
  name: string,
  layer: Layer.Layer<InventoryStore | OrderStore | Transaction | SqlClient.SqlClient>,
): void => {
  withLayer(layer)(`InventoryStore on ${name}`, (it) => {
    it.effect("records come back as they were written, every field", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const records = [
          record({ count: COUNT_MAX, legacyInventoryId: INT64_MAX, itemId: COUNT_MAX }),
          record({
            type: "transient",
            bucket: "foxtrot_ppid",
            expires: 9_999,
            customData: { "": "", clé: "\u{1f511}" },
          }),
          record({ count: 0, itemId: 0 }),
        ]
        assert.strictEqual(yield* write(player, creating(records)), "stored")
        assert.deepStrictEqual(yield* load(player, { itemIds: [0, 1, COUNT_MAX] }), records)
      }),
    )

    it.effect("what is selected comes oldest first: by item, and by record with everything of its item", () =>
      Effect.gen(function* () {
        const [ada, lin] = [yield* insertPlayer(), yield* insertPlayer()]
        const of = [1, 2, 2, 3, 4].map((itemId, index) => record({ itemId, acquired: 100 - index }))
        const [one, two, alsoTwo, three, four] = of as [HeldRecord, HeldRecord, HeldRecord, HeldRecord, HeldRecord]
        yield* write(ada, creating(of))
        yield* write(lin, creating([record({ itemId: 1 })]))
        assert.deepStrictEqual(yield* load(ada, { itemIds: [1, 2, 9] }), [alsoTwo, two, one])
        assert.deepStrictEqual(yield* load(ada, { inventoryIds: [two.inventoryId] }), [alsoTwo, two])
        assert.deepStrictEqual(yield* load(ada, { legacyInventoryIds: [three.legacyInventoryId] }), [three])
        const both = yield* load(ada, {
          itemIds: [2],
          inventoryIds: [two.inventoryId, three.inventoryId, randomUUID()],
          legacyInventoryIds: [four.legacyInventoryId],
        })
        assert.deepStrictEqual(both, [four, three, alsoTwo, two])
        assert.deepStrictEqual(yield* load(lin, { inventoryIds: [two.inventoryId] }), [])
        assert.deepStrictEqual(yield* load(lin, { legacyInventoryIds: [three.legacyInventoryId] }), [])
        assert.deepStrictEqual(yield* load(ada, {}), [])
      }),
    )

    it.effect("what has expired is not loaded", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const made = record({ expires: 500 })
        yield* write(player, creating([made]))
        assert.deepStrictEqual(yield* load(player, { itemIds: [1] }, 499), [made])
        assert.deepStrictEqual(yield* load(player, { itemIds: [1] }, 500), [])
        assert.deepStrictEqual(yield* load(player, { inventoryIds: [made.inventoryId] }, 500), [])
      }),
    )

    it.effect("hundreds of records are written and loaded at once", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const made = Array.from({ length: 450 }, (_, itemId) => record({ itemId, acquired: itemId }))
        yield* write(player, creating(made))
        const itemIds = made.map(({ itemId }) => itemId)
        assert.deepStrictEqual(yield* load(player, { itemIds }), made)
        const updated = made.map((before) => ({ before, after: next(before, { count: before.itemId }) }))
        const ledger = updated.map(({ before, after }) => rowOf(after, before))
        assert.strictEqual(yield* write(player, writesOf({ updated, ledger })), "stored")
        assert.deepStrictEqual(
          yield* load(player, { itemIds }),
          updated.map(({ after }) => after),
        )
        // Every change is accounted for, however many there are at once.
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql`SELECT inventory_id, revision, delta, count_after FROM inventory_ledger
          WHERE player_uuid = ${uuids(sql).id(player)} ORDER BY revision, item_id`
        assert.deepStrictEqual(
          rows.map((row) => [uuid(row.inventory_id), Number(row.revision), Number(row.delta), Number(row.count_after)]),
          [
            ...made.map((one) => [one.inventoryId, 1, one.count, one.count]),
            ...updated.map(({ before, after }) => [after.inventoryId, 2, after.count - before.count, after.count]),
          ],
        )
      }),
    )

    it.effect("the ledger gives every field of a record back, as it was before each change", () =>
      Effect.gen(function* () {
        const store = yield* InventoryStore
        const transaction = yield* Transaction
        const sql = yield* SqlClient.SqlClient
        const [ada, lin] = [yield* insertPlayer(), yield* insertPlayer()]
        const apply = (now: number, writes: InventoryWrites, player = ada) => write(player, writes, now)
        const made = [
          record({ acquired: 100, type: "transient", bucket: "golf", expires: 150, customData: { a: "1" } }),
          record({ acquired: 100, itemId: 2, legacyInventoryId: INT64_MAX }),
        ]
        const [first, second] = made as [HeldRecord, HeldRecord]
        const renewed = next(first, { expires: 900, count: 6 })
        const marked = next(renewed, { customData: { b: "2" }, count: 0 })
        const spent = next(second, { count: 1 })
        yield* apply(100, creating(made))
        yield* apply(100, creating([record({ acquired: 100 })]), lin)
        yield* apply(120, updating(first, renewed))
        yield* apply(140, updating(renewed, marked))
        yield* apply(200, updating(second, spent))
        const at = (position: number, selection: Partial<Parameters<typeof store.at>[1]> = { itemIds: [1, 2] }) =>
          store.at(ada, { itemIds: [], inventoryIds: [], legacyInventoryIds: [], ...selection }, position)
        const states = [
          [100, []],
          [101, made],
          [120, made],
          [121, [renewed, second]],
          [140, [renewed, second]],
          [150, [marked, second]],
          [201, [marked, spent]],
          [900, [spent]],
        ] as const
        const check = Effect.gen(function* () {
          for (const [position, records] of states) {
            assert.sameDeepMembers([...(yield* at(position))], [...records], String(position))
          }
          assert.deepStrictEqual(yield* at(130, { inventoryIds: [first.inventoryId] }), [renewed])
          assert.deepStrictEqual(yield* at(130, { legacyInventoryIds: [INT64_MAX] }), [second])
          assert.deepStrictEqual(yield* at(130, { itemIds: [2], legacyInventoryIds: [INT64_MAX] }), [second])
          assert.deepStrictEqual(yield* at(130, { itemIds: [3] }), [])
        })
        yield* check
        // The stored record is not what it is read from.
        yield* transaction.run(sql`DELETE FROM inventory_record WHERE player_uuid = ${uuids(sql).id(ada)}`)
        yield* check
      }),
    )

    it.effect("the ledger gives all records of items back, with few of them and with many, and of named ones", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const store = yield* InventoryStore
        const made = [700, 250, 251, 1, 3].flatMap((size, item) =>
          Array.from({ length: size }, (_, index) => record({ itemId: item + 1, count: 1 + (index % 5) })),
        )
        yield* write(player, creating(made))
        const at = (selection: Partial<Parameters<typeof store.at>[1]>) =>
          store.at(player, { itemIds: [], inventoryIds: [], legacyInventoryIds: [], ...selection }, 1)
        const of = (...itemIds: ReadonlyArray<number>) =>
          made
            .filter(({ itemId }) => itemIds.includes(itemId))
            // A record is acquired when its first ledger row is written.
            .map((one) => ({ ...one, acquired: 0 }))
            .sort(byAge)
        assert.deepStrictEqual(yield* at({ itemIds: [1] }), of(1))
        assert.deepStrictEqual(yield* at({ itemIds: [2] }), of(2))
        assert.deepStrictEqual(yield* at({ itemIds: [5, 4, 3, 2, 1, 99] }), of(1, 2, 3, 4, 5))
        const [named] = of(3) as [HeldRecord]
        const all = yield* at({ itemIds: [4], inventoryIds: [named.inventoryId] })
        assert.deepStrictEqual(all, of(3, 4))
        assert.deepStrictEqual(yield* at({ itemIds: [3], legacyInventoryIds: [named.legacyInventoryId] }), of(3))
        assert.deepStrictEqual(yield* at({ itemIds: [99] }), [])
      }),
    )

    it.effect("of an item with many records, the counts are loaded, and the named record", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const store = yield* InventoryStore
        const made = Array.from({ length: RECORDS_PER_ITEM_MAX + 1 }, (_, index) =>
          record({ acquired: index, bucket: index % 2 === 0 ? "golf" : "none", expires: index < 4 ? 100 : undefined }),
        )
        const few = record({ itemId: 2, acquired: 99 })
        const [first, , , , last] = made as [HeldRecord, HeldRecord, HeldRecord, HeldRecord, HeldRecord]
        const load = (now: number) =>
          store.load(player, { itemIds: [1, 2, 3], inventoryIds: [last.inventoryId], legacyInventoryIds: [] }, now)
        const counts = (none: number, golf: number) => [
          { itemId: 1, bucket: "golf", count: golf },
          { itemId: 1, bucket: "none", count: none },
        ]
        const sorted = (list: ReadonlyArray<BucketCount>) =>
          list.toSorted((one, other) => (one.bucket < other.bucket ? -1 : 1))
        yield* write(player, creating([...made.slice(0, -1), few]))
        assert.deepStrictEqual(yield* load(0), { records: [...made.slice(0, -1), few], counts: [] })
        yield* write(player, creating(made.slice(-1)))
        const loaded = yield* load(0)
        assert.deepStrictEqual(loaded.records, [last, few])
        assert.deepStrictEqual(sorted(loaded.counts), counts(16 * 5, 17 * 5))
        yield* write(player, updating(last, next(last, { count: 1 })))
        yield* write(player, updating(first, next(first, { count: 9 })))
        assert.deepStrictEqual(sorted((yield* load(99)).counts), counts(16 * 5, 17 * 5))
        // Those that have expired no longer count.
        assert.deepStrictEqual(sorted((yield* load(100)).counts), counts(14 * 5, 15 * 5 - 4))
        const ended = next(next(last, { count: 1 }), { expires: 50 })
        yield* write(player, updating(next(last, { count: 1 }), ended))
        assert.deepStrictEqual(sorted((yield* load(100)).counts), counts(14 * 5, 14 * 5))
        assert.deepStrictEqual((yield* load(100)).records, [few])
      }),
    )

    it.effect("records that hold more together than an integer of the database are counted, and not as less", () =>
      Effect.gen(function* () {
        const store = yield* InventoryStore
        const player = yield* insertPlayer()
        const records = Array.from({ length: 1100 }, () => record({ itemId: 9, count: COUNT_MAX, expires: 10 }))
        yield* write(player, creating(records))
        const { counts } = yield* store.load(player, { itemIds: [9], inventoryIds: [], legacyInventoryIds: [] }, 0)
        assert.strictEqual(counts.length, 1)
        assert.isAbove(counts[0]?.count ?? 0, COUNT_MAX)
      }),
    )

    it.effect("the parts of an item's records are those that a pass over all records finds", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const store = yield* InventoryStore
        const kinds = Array.from({ length: 240 }, (_, index) => ({
          type: index % 3 === 0 ? ("transient" as const) : ("persistent" as const),
          bucket: (["none", "golf", "echo"] as const)[index % 5] ?? "none",
          count: index % 7 === 0 ? 0 : (index % 4) + 1,
          acquired: (index * 37) % 60,
          expires: [undefined, 50, 200, 300][(index * 5) % 4],
        }))
        const all = kinds.map((fields) => record(fields)).toSorted(byAge)
        yield* write(player, creating([...all, record({ itemId: 2 })]))
        const now = 100
        const live = all.filter(({ expires }) => expires === undefined || expires > now)
        assert.deepStrictEqual(yield* store.part(player, 1, { _tag: "All" }, now), live)
        for (const type of ["persistent", "transient"] as const) {
          for (const bucket of ["none", "golf", "delta_live"] as const) {
            for (const expires of [undefined, "any", 50, 200, 201] as const) {
              const found = yield* store.part(player, 1, { _tag: "Oldest", type, bucket, expires }, now)
              const isEnd = (one: HeldRecord) =>
                expires === "any" ? one.expires !== undefined : one.expires === expires
              const fitting = live.filter((one) => one.type === type && one.bucket === bucket && isEnd(one))
              assert.deepStrictEqual(found, fitting.slice(0, 1), `${type} ${bucket} ${expires}`)
            }
          }
        }
        for (const session of ["golf", "none", "alpha"] as const) {
          const buckets = session === "alpha" ? (["echo"] as const) : (["none", "golf", "echo"] as const)
          const inOrder = live
            .filter(({ bucket, count }) => count > 0 && buckets.some((one) => one === bucket))
            .sort((left, right) => spendingOrder(session)(left, right) || byAge(left, right))
          for (const most of [1, 7, 1000]) {
            const found: Array<HeldRecord> = []
            for (let part: ReadonlyArray<HeldRecord> | undefined; part === undefined || part.length === most;) {
              const after = found.at(-1)
              part = yield* store.part(player, 1, { _tag: "Spendable", session, buckets, after, most }, now)
              found.push(...part)
            }
            assert.deepStrictEqual(found, inOrder)
          }
        }
      }),
    )

    it.effect("an update starts from the state it knows, or conflicts and changes nothing", () =>
      Effect.gen(function* () {
        const [ada, lin] = [yield* insertPlayer(), yield* insertPlayer()]
        const first = record()
        yield* write(ada, creating([first]))
        const second = next(first, { count: 3, expires: 77, customData: { a: "1" } })
        assert.strictEqual(yield* write(ada, updating(first, second)), "stored")
        assert.strictEqual(yield* write(ada, updating(first, next(first, { count: 4 }))), "overtaken")
        assert.strictEqual(yield* write(lin, updating(second, next(second, { count: 4 }))), "overtaken")
        const unknown = record()
        assert.strictEqual(yield* write(ada, updating(unknown, next(unknown, {}))), "overtaken")
        assert.deepStrictEqual(yield* load(ada, { itemIds: [1] }), [second])
      }),
    )

    it.effect("what a count, a ledger row or an id must not be is refused by the tables", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const player = yield* insertPlayer()
        const stood = record()
        yield* write(player, creating([stood]))
        const refused: ReadonlyArray<readonly [string, InventoryWrites]> = [
          ["a count below 0", updating(stood, next(stood, { count: -1 }))],
          ["a count beyond 2^53-1", creating([record({ count: 2 ** 53 })])],
          ["a second record with the same id", creating([record({ inventoryId: stood.inventoryId })])],
          ["a legacy id twice", creating([record({ legacyInventoryId: stood.legacyInventoryId })])],
          ["a type that is never stored", creating([record({ type: "always_owned" as "persistent" })])],
          ["a bucket that is none", creating([record({ bucket: "pocket" as "none" })])],
          ["the same revision twice in the ledger", writesOf({ ledger: [rowOf(stood)] })],
          [
            "a ledger row from below 0",
            writesOf({ ledger: [rowOf(next(stood, { count: 5 }), { ...stood, count: -4 })] }),
          ],
          [
            "a first ledger row that starts from something",
            writesOf({ ledger: [rowOf(record({ count: 5 }), record({ count: 4 }))] }),
          ],
        ]
        for (const [what, writes] of refused) {
          assert.isTrue(isRefused(yield* Effect.exit(write(player, writes))), what)
        }
        assert.deepStrictEqual(yield* load(player, { itemIds: [1] }), [stood])
        const [rows] =
          yield* sql`SELECT COUNT(*) AS count FROM inventory_ledger WHERE player_uuid = ${uuids(sql).id(player)}`
        assert.strictEqual(Number(rows?.count), 1)
      }),
    )

    it.effect("a unit of work that fails leaves neither records nor ledger", () =>
      Effect.gen(function* () {
        const transaction = yield* Transaction
        const player = yield* insertPlayer()
        const unit = write(player, creating([record()]))
        assert.isTrue(isRefused(yield* Effect.exit(transaction.run(Effect.andThen(unit, Effect.die("after all"))))))
        assert.deepStrictEqual(yield* load(player, { itemIds: [1] }), [])
      }),
    )
  })
}
