/** What every {@link OrderStore} does. */
import { assert, layer as withLayer } from "@effect/vitest"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import {
  type DecidedOrder,
  type OrderEvidence,
  type KeptOrder,
  OrderStore,
  type OrderSubmitter,
} from "@garrison/core/order/OrderStore"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { keptOrder } from "../support/keptOrders.ts"
import { insertPlayer, strangerUuid } from "../support/players.ts"
import { storing } from "../support/storing.ts"

const evidence: OrderEvidence = {
  catalogVersion: 3,
  platform: "Golf",
  isServer: false,
  disabled: ["coupons", "dynamic_bundles"],
  choices: [0, 5, Number.MAX_SAFE_INTEGER],
  promotions: [{ isClaimed: false, uses: 3 }],
  applied: [true, false],
  stated: [
    {
      entry: 0,
      count: 9,
      first: [
        [1, 100],
        [2, 5],
      ],
      coupon: 3,
    },
  ],
}

const submitter: OrderSubmitter = { kind: "machine", uuid: randomUUID(), clientId: "game-server" }

/** Ids that sort in the order in which they were made. */
let serial = 0
const orderId = (): string => `${String(++serial).padStart(8, "0")}-0000-7000-8000-000000000000`

/** An order in the words of what a test is about. */
interface Fields extends Partial<Pick<KeptOrder, "entryCount" | "entryTotal" | "parentOrderId" | "wire">> {
  readonly bytes?: { readonly count: number; readonly total: number }
  readonly submitter?: OrderSubmitter
  readonly reference?: { readonly id: string; readonly fingerprint: string }
  readonly evidence?: OrderEvidence
}

const row = (fields: Fields = {}): KeptOrder => {
  const { bytes, evidence: found = evidence, reference, submitter: by = submitter, ...columns } = fields
  const id = orderId()
  const isSubmitted = fields.parentOrderId === undefined
  return keptOrder({
    orderId: id,
    reference: reference?.id,
    fingerprint: reference?.fingerprint,
    catalogVersion: found.catalogVersion,
    platform: found.platform,
    isServer: found.isServer,
    disabled: found.disabled.join(" "),
    submitterKind: by.kind,
    submitterUuid: by.uuid,
    clientId: by.clientId,
    byteCount: bytes?.count,
    byteTotal: bytes?.total,
    choices: isSubmitted ? JSON.stringify(found.choices) : undefined,
    promotions: isSubmitted ? JSON.stringify(found.promotions) : undefined,
    applied: isSubmitted ? JSON.stringify(found.applied) : undefined,
    stated: isSubmitted ? JSON.stringify(found.stated) : undefined,
    wire: `{"order_id":"${id}"}`,
    ...columns,
  })
}

/** A record of an item of its own. */
const record = (itemId: number): HeldRecord => ({
  inventoryId: randomUUID(),
  legacyInventoryId: BigInt(itemId),
  itemId,
  type: "persistent",
  bucket: "none",
  count: 1,
  acquired: 0,
  expires: undefined,
  customData: undefined,
  revision: 1,
})

/** Stores orders of one time, as one unit of work. */
const add = Effect.fnUntraced(function* (player: PlayerUuid, created: number, ...rows: ReadonlyArray<KeptOrder>) {
  const orders = rows.map((one) => ({ ...one, created }))
  assert.strictEqual(yield* storing(player, created, { orders }), "stored")
})

/** Beyond the times of all orders that are stored here. */
let lateNow = 1_000_000

/** The basis of an order, with bytes or without; orders after `since` are recent, after `unpaid` not paid off. */
const basisOf = Effect.fnUntraced(function* (
  player: PlayerUuid,
  reference: string | undefined,
  since: number,
  countsBytes = false,
  unpaid = since,
) {
  const now = (lateNow += 1000)
  const request = { reference, now, recentMillis: now - since, unpaidMillis: now - unpaid, countsBytes }
  const { readBasis } = yield* OrderStore
  const basis = yield* readBasis(player, request, "unlocked")
  if (basis === "not_found") return yield* Effect.die(new Error("the player is not found"))
  assert.strictEqual(basis.created, now)
  assert.deepStrictEqual(yield* (yield* Transaction).run(readBasis(player, request, "locked")), basis)
  return basis
})

const start = { created: 0, orderId: "" }
const end = { created: Number.MAX_SAFE_INTEGER, orderId: "" }

/** Runs the suite against the store that `layer` gives. */
export const suite = (name: string, layer: Layer.Layer<OrderStore | Transaction | SqlClient.SqlClient>): void => {
  withLayer(layer)(`OrderStore on ${name}`, (it) => {
    it.effect("an order is found by its player, with its evidence", () =>
      Effect.gen(function* () {
        const store = yield* OrderStore
        const [ada, lin] = [yield* insertPlayer(), yield* insertPlayer()]
        const ofServer = { ...evidence, platform: undefined, isServer: true, choices: [] }
        const [parent, server] = [row(), row({ evidence: ofServer })]
        const child = row({ parentOrderId: parent.orderId, entryCount: 0 })
        yield* add(ada, 7, parent, server, child)
        for (const [{ orderId, parentOrderId, wire }, found] of [
          [parent, evidence],
          [server, ofServer],
          [child, undefined],
        ] as const) {
          assert.deepStrictEqual(yield* store.find(ada, orderId), {
            orderId,
            created: 7,
            wire,
            submitter,
            parentOrderId,
            refundedOrderId: undefined,
            owed: [],
            catalogVersion: 3,
            evidence: found,
          })
          assert.isUndefined(yield* store.find(lin, orderId))
        }
        assert.isUndefined(yield* store.find(ada, randomUUID()))
      }),
    )

    it.effect("a reference finds its order, for its player alone", () =>
      Effect.gen(function* () {
        const [ada, lin] = [yield* insertPlayer(), yield* insertPlayer()]
        const id = randomUUID()
        const order = row({ reference: { id, fingerprint: "print" } })
        yield* add(ada, 1, order, row())
        const precedent = { fingerprint: "print", wire: order.wire }
        assert.deepStrictEqual((yield* basisOf(ada, id, 0)).precedent, precedent)
        assert.isUndefined((yield* basisOf(lin, id, 0)).precedent)
        assert.isUndefined((yield* basisOf(ada, randomUUID(), 0)).precedent)
        assert.isUndefined((yield* basisOf(ada, undefined, 0)).precedent)
        yield* add(lin, 1, row({ reference: { id, fingerprint: "other" } }))
        const again = yield* Effect.exit(add(ada, 2, row({ reference: { id, fingerprint: "print" } })))
        assert.isTrue(Exit.isFailure(again) && Cause.hasDies(again.cause))
      }),
    )

    it.effect("entries are counted from after a moment on", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const recent = (since: number) =>
          Effect.map(basisOf(player, undefined, since), ({ recentEntryCount }) => recentEntryCount)
        assert.strictEqual(yield* recent(0), 0)
        yield* add(player, 100, row({ entryCount: 5, entryTotal: 5 }))
        yield* add(player, 200, row({ entryCount: 7, entryTotal: 12 }), row({ entryCount: 0, entryTotal: 12 }))
        yield* add(player, 201, row({ entryCount: 1, entryTotal: 13 }))
        const moments = [0, 99, 100, 199, 200, 201, 999]
        assert.deepStrictEqual(yield* Effect.forEach(moments, recent), [13, 13, 8, 8, 1, 0, 0])
        assert.strictEqual((yield* basisOf(player, undefined, 0)).entryTotal, 13)
        assert.strictEqual((yield* basisOf(yield* insertPlayer(), undefined, 0)).entryTotal, 0)
      }),
    )

    it.effect("an order comes after the one before, whatever the clock says, and only for a player", () =>
      Effect.gen(function* () {
        const { readBasis } = yield* OrderStore
        const { run } = yield* Transaction
        const [player, other] = [yield* insertPlayer(), yield* insertPlayer()]
        yield* add(player, 150, row({ entryTotal: 1 }))
        const basisAt = (now: number, who: PlayerUuid) =>
          readBasis(
            who,
            { reference: undefined, now, recentMillis: 50, unpaidMillis: 50, countsBytes: false },
            "unlocked",
          )
        assert.deepInclude(yield* basisAt(100, player), { created: 151, lastChanged: 150, recentEntryCount: 1 })
        const next = Effect.fnUntraced(function* (now: number, who = player) {
          const basis = yield* basisAt(now, who)
          if (basis === "not_found") return basis
          assert.strictEqual(yield* storing(who, basis.created, {}), "stored")
          return [basis.created, basis.recentEntryCount]
        })
        const found = yield* Effect.forEach([100, 151, 300, 300, 50], (now) => run(next(now)))
        assert.deepStrictEqual(found, [
          [151, 1],
          [152, 1],
          [300, 0],
          [301, 0],
          [302, 0],
        ])
        assert.deepStrictEqual(yield* next(7, other), [7, 0])
        assert.strictEqual(yield* next(1, strangerUuid), "not_found")
      }),
    )

    it.effect("a second lock waits until the unit of the first has ended", () =>
      Effect.gen(function* () {
        const { readBasis } = yield* OrderStore
        const { run } = yield* Transaction
        const player = yield* insertPlayer()
        yield* storing(player, 1, {})
        const request = { reference: undefined, now: 1, recentMillis: 1, unpaidMillis: 1, countsBytes: false }
        const locked = readBasis(player, request, "locked")
        const ended: Array<string> = []
        const isLocked = yield* Deferred.make<void>()
        const first = yield* Effect.forkChild(
          locked.pipe(
            Effect.andThen(Deferred.succeed(isLocked, undefined)),
            // Long enough for the second to be there, were nothing to hold it.
            Effect.andThen(Effect.forEach(Array.from({ length: 20 }), (_, at) => storing(player, 2 + at, {}))),
            Effect.andThen(Effect.sync(() => ended.push("first"))),
            run,
          ),
        )
        yield* Deferred.await(isLocked)
        const second = yield* run(Effect.tap(locked, () => Effect.sync(() => ended.push("second"))))
        yield* Fiber.join(first)
        assert.deepStrictEqual(ended, ["first", "second"])
        assert.deepInclude(second, { created: 22, lastChanged: 21 })
      }),
    )

    it.effect("is not stored where the inventory has changed since its basis was read, and then changes nothing", () =>
      Effect.gen(function* () {
        const { store } = yield* OrderStore
        const sql = yield* SqlClient.SqlClient
        const [player, other] = [yield* insertPlayer(), yield* insertPlayer()]
        const claim = { _tag: "claim_promo_code", code: randomUUID(), lootId: 1, usesMaximum: 9 } as const
        const decided = (lastChanged: number | undefined, who = player) => {
          const writes = { created: [], updated: [], sums: [], ledger: [] }
          const orders = [row({ wire: '{"overtaken":true}' })]
          return {
            player: who,
            created: 9,
            lastChanged,
            token: randomUUID(),
            writes,
            orders,
            claims: [claim],
            applied: [5],
          }
        }
        const many = Array.from({ length: 1500 }, (_, at) => record(at + 1))
        const changed = (before: HeldRecord) => ({ before, after: { ...before, count: 2, revision: 2 } })
        yield* storing(player, 3, { orders: [row()], writes: { created: many, updated: [], sums: [], ledger: [] } })
        const rows = Effect.gen(function* () {
          const owners = yield* sql`SELECT changed_at, seal_token FROM inventory_owner
            WHERE player_uuid = ${uuids(sql).id(player)}`
          const orders = yield* sql`SELECT wire FROM player_order WHERE player_uuid = ${uuids(sql).id(player)}`
          const uses = yield* sql`SELECT uses FROM promotion_use WHERE code = ${claim.code}`
          const records = yield* sql`SELECT SUM(count) AS counted FROM inventory_record
            WHERE player_uuid = ${uuids(sql).id(player)}`
          return { owners, orders, uses, records }
        })
        const before = yield* rows
        for (const lastChanged of [undefined, 2, 4]) {
          assert.strictEqual(yield* store(decided(lastChanged)), "overtaken", String(lastChanged))
          assert.deepStrictEqual(yield* rows, before)
        }
        assert.strictEqual(yield* store(decided(3, other)), "overtaken", "a player who never ordered")
        assert.strictEqual(yield* store(decided(undefined, strangerUuid)), "overtaken", "no player")
        const failing: ReadonlyArray<readonly [string, Partial<DecidedOrder["writes"]>]> = [
          ["a record that is not there", { updated: [changed(record(0))] }],
          ["one of many", { updated: [...many, record(0)].map(changed) }],
        ]
        for (const [what, writes] of failing) {
          const order = decided(3)
          const answer = yield* store({ ...order, writes: { ...order.writes, ...writes } })
          assert.strictEqual(answer, "overtaken", what)
          assert.deepStrictEqual(yield* rows, before, what)
        }
        assert.strictEqual(yield* store(decided(3)), "stored")
        const again = { ...decided(9), created: 10 }
        const after = yield* rows
        for (const once of [{ applied: [] }, { claims: [] }]) {
          assert.strictEqual(yield* store({ ...again, ...once }), "overtaken", "what the player has already")
          assert.deepStrictEqual(yield* rows, after)
        }
        assert.strictEqual(yield* store(decided(undefined, other)), "stored")
        assert.deepStrictEqual(
          (yield* rows).uses.map(({ uses }) => Number(uses)),
          [2],
        )
      }),
    )

    it.effect("bytes are counted from after a moment on, of orders that have any", () =>
      Effect.gen(function* () {
        const [player, other] = [yield* insertPlayer(), yield* insertPlayer()]
        const recalled = (since: number) =>
          Effect.map(basisOf(player, undefined, since, true), ({ byteTotal, recentByteCount }) => ({
            byteTotal,
            recentByteCount,
          }))
        assert.deepStrictEqual(yield* recalled(0), { byteTotal: 0, recentByteCount: 0 })
        yield* add(other, 100, row({ bytes: { count: 1000, total: 1000 } }))
        yield* add(player, 100, row())
        assert.deepStrictEqual(yield* recalled(0), { byteTotal: 0, recentByteCount: 0 })
        yield* add(player, 200, row({ bytes: { count: 300, total: 300 } }))
        yield* add(player, 201, row(), row({ bytes: { count: 50, total: 350 } }), row())
        yield* add(player, 300, row({ bytes: { count: 7, total: 357 } }))
        yield* add(player, 400, row())
        const counts = yield* Effect.forEach([0, 199, 200, 201, 299, 300, 999], recalled)
        assert.deepStrictEqual(
          counts.map(({ recentByteCount }) => recentByteCount),
          [357, 357, 57, 7, 7, 0, 0],
        )
        assert.deepStrictEqual(new Set(counts.map(({ byteTotal }) => byteTotal)), new Set([357]))
        const unpaid = yield* Effect.forEach([0, 200, 201, 300], (since) =>
          basisOf(player, undefined, 999, true, since),
        )
        assert.deepStrictEqual(
          unpaid.map(({ recentByteCount, unpaidByteCount }) => [recentByteCount, unpaidByteCount]),
          [357, 57, 7, 0].map((count) => [0, count]),
        )
        const { byteTotal, recentByteCount, unpaidByteCount } = yield* basisOf(player, undefined, 0)
        assert.deepStrictEqual([byteTotal, recentByteCount, unpaidByteCount], [0, 0, 0], "not asked for")
      }),
    )

    it.effect("an order says who submitted it; one of an earlier version does not", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* OrderStore
        const player = yield* insertPlayer()
        const by = { kind: "player", uuid: player, clientId: "game" } as const
        const own = row({ submitter: by })
        const old = row()
        yield* add(player, 1, own, old)
        assert.deepStrictEqual((yield* store.find(player, own.orderId))?.submitter, by)
        yield* (yield* Transaction).run(
          sql`UPDATE player_order SET submitter_kind = NULL, submitter_uuid = NULL, client_id = NULL
            WHERE order_id = ${uuids(sql).id(old.orderId)}`,
        )
        assert.isDefined(yield* store.find(player, old.orderId))
        assert.isUndefined((yield* store.find(player, old.orderId))?.submitter)
      }),
    )

    it.effect("listings stand by time, then by id, and go on after a place", () =>
      Effect.gen(function* () {
        const store = yield* OrderStore
        const player = yield* insertPlayer()
        const rows = [row(), row(), row(), row(), row()]
        yield* add(player, 200, ...rows.slice(1, 4))
        yield* add(player, 300, ...rows.slice(4))
        yield* add(player, 100, ...rows.slice(0, 1))
        yield* add(yield* insertPlayer(), 200, row())
        const list = (sort: "asc" | "desc", from: typeof start, limit = 10, oldest = 0) =>
          Effect.map(store.list(player, { from, oldest, sort, limit }), (found) =>
            found.map(({ orderId }) => rows.findIndex((one) => one.orderId === orderId)),
          )
        const place = (index: number, created: number) => ({ created, orderId: rows[index]?.orderId ?? "" })
        assert.deepStrictEqual(yield* list("asc", start), [0, 1, 2, 3, 4])
        assert.deepStrictEqual(yield* list("desc", end), [4, 3, 2, 1, 0])
        assert.deepStrictEqual(yield* list("asc", start, 2), [0, 1])
        assert.deepStrictEqual(yield* list("asc", place(1, 200), 2), [2, 3])
        assert.deepStrictEqual(yield* list("desc", place(2, 200), 2), [1, 0])
        assert.deepStrictEqual(yield* list("asc", { created: 200, orderId: "" }), [1, 2, 3, 4])
        assert.deepStrictEqual(yield* list("asc", start, 10, 200), [1, 2, 3, 4])
        assert.deepStrictEqual(yield* list("desc", end, 10, 201), [4])
      }),
    )

    it.effect("hundreds of orders of one time are stored at once", () =>
      Effect.gen(function* () {
        const store = yield* OrderStore
        const player = yield* insertPlayer()
        const parent = row()
        const children = Array.from({ length: 250 }, () => row({ parentOrderId: parent.orderId, entryCount: 0 }))
        yield* add(player, 1, parent, ...children)
        const found = yield* store.list(player, { from: start, oldest: 0, sort: "asc", limit: 1000 })
        assert.deepStrictEqual(
          found.map(({ orderId }) => orderId),
          [parent, ...children].map(({ orderId }) => orderId),
        )
      }),
    )
  })
}
