/** What every {@link OrderStore} does. */
import { assert, layer as withLayer } from "@effect/vitest"
import { InventoryStore } from "@garrison/core/inventory/InventoryStore"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/Transaction"
import { type OrderEvidence, type OrderRow, OrderStore, type OrderSubmitter } from "@garrison/core/order/OrderStore"
import * as Cause from "effect/Cause"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { insertPlayer, strangerUuid } from "../support/players.ts"

const evidence: OrderEvidence = {
  catalogVersion: 3,
  platform: "Golf",
  isServer: false,
  disabled: ["coupons", "dynamic_bundles"],
  choices: [0, 5, Number.MAX_SAFE_INTEGER],
  promotions: [{ isClaimed: false, uses: 3 }],
  applied: [true, false],
}

const submitter: OrderSubmitter = { kind: "machine", uuid: randomUUID(), clientId: "game-server" }

/** Ids that sort in the order in which they were made. */
let serial = 0
const orderId = (): string => `${String(++serial).padStart(8, "0")}-0000-7000-8000-000000000000`

const row = (fields: Partial<OrderRow> = {}): OrderRow => {
  const id = fields.orderId ?? orderId()
  return {
    orderId: id,
    entryCount: 1,
    entryTotal: 1,
    bytes: undefined,
    submitter,
    reference: undefined,
    parentOrderId: undefined,
    evidence,
    wire: `{"order_id":"${id}"}`,
    beganSession: false,
    seal: undefined,
    ...fields,
  }
}

/** Stores orders of one time, as one unit of work. */
const add = Effect.fnUntraced(function* (player: PlayerUuid, created: number, ...rows: ReadonlyArray<OrderRow>) {
  const store = yield* OrderStore
  const inventory = yield* InventoryStore
  const transaction = yield* Transaction
  yield* transaction.run(Effect.andThen(inventory.claim(player, created), store.add(player, created, rows)))
})

/** Beyond the times of all orders that are stored here. */
let lateNow = 1_000_000

/** What a unit of work recalls, with bytes or without; orders after `since` are recent, after `unpaid` not paid off. */
const recall = Effect.fnUntraced(function* (
  player: PlayerUuid,
  reference: string | undefined,
  since: number,
  countsBytes = false,
  unpaid = since,
) {
  const now = (lateNow += 1000)
  const recalling = {
    reference,
    now,
    recentMillis: now - since,
    unpaidMillis: now - unpaid,
    countsBytes,
    token: randomUUID(),
  }
  const { atOnce, begin } = yield* OrderStore
  const lookedUp = atOnce === undefined ? undefined : yield* atOnce.look(player, recalling)
  const recalled = yield* (yield* Transaction).run(begin(player, recalling))
  if (recalled === "not_found") return yield* Effect.die(new Error("the player is not found"))
  assert.strictEqual(recalled.created, now)
  if (lookedUp !== undefined) assert.deepInclude(lookedUp, recalled, "looked up without a claim")
  return recalled
})

const start = { created: 0, orderId: "" }
const end = { created: Number.MAX_SAFE_INTEGER, orderId: "" }

/** Runs the suite against the store that `layer` gives. */
export const suite = (
  name: string,
  layer: Layer.Layer<OrderStore | InventoryStore | Transaction | SqlClient.SqlClient>,
): void => {
  withLayer(layer)(`OrderStore on ${name}`, (it) => {
    it.effect("an order is found by its player, with its evidence", () =>
      Effect.gen(function* () {
        const store = yield* OrderStore
        const [ada, lin] = [yield* insertPlayer(), yield* insertPlayer()]
        const [parent, server] = [
          row(),
          row({ evidence: { ...evidence, platform: undefined, isServer: true, choices: [] } }),
        ]
        const child = row({ parentOrderId: parent.orderId, entryCount: 0 })
        yield* add(ada, 7, parent, server, child)
        for (const { orderId, parentOrderId, wire, ...order } of [parent, server, child]) {
          assert.deepStrictEqual(yield* store.find(ada, orderId), {
            orderId,
            created: 7,
            wire,
            submitter,
            parentOrderId,
            catalogVersion: 3,
            evidence: parentOrderId === undefined ? order.evidence : undefined,
          })
          assert.isUndefined(yield* store.find(lin, orderId))
        }
        assert.isUndefined(yield* store.find(ada, randomUUID()))
      }),
    )

    it.effect("a reference recalls its order, for its player alone", () =>
      Effect.gen(function* () {
        const [ada, lin] = [yield* insertPlayer(), yield* insertPlayer()]
        const id = randomUUID()
        const order = row({ reference: { id, fingerprint: "print" } })
        yield* add(ada, 1, order, row())
        const precedent = { fingerprint: "print", wire: order.wire }
        assert.deepStrictEqual((yield* recall(ada, id, 0)).precedent, precedent)
        assert.isUndefined((yield* recall(lin, id, 0)).precedent)
        assert.isUndefined((yield* recall(ada, randomUUID(), 0)).precedent)
        assert.isUndefined((yield* recall(ada, undefined, 0)).precedent)
        yield* add(lin, 1, row({ reference: { id, fingerprint: "other" } }))
        const again = yield* Effect.exit(add(ada, 2, row({ reference: { id, fingerprint: "print" } })))
        assert.isTrue(Exit.isFailure(again) && Cause.hasDies(again.cause))
      }),
    )

    it.effect("entries are counted from after a moment on", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const recent = (since: number) =>
          Effect.map(recall(player, undefined, since), ({ recentEntryCount }) => recentEntryCount)
        assert.strictEqual(yield* recent(0), 0)
        yield* add(player, 100, row({ entryCount: 5, entryTotal: 5 }))
        yield* add(player, 200, row({ entryCount: 7, entryTotal: 12 }), row({ entryCount: 0, entryTotal: 12 }))
        yield* add(player, 201, row({ entryCount: 1, entryTotal: 13 }))
        const moments = [0, 99, 100, 199, 200, 201, 999]
        assert.deepStrictEqual(yield* Effect.forEach(moments, recent), [13, 13, 8, 8, 1, 0, 0])
        assert.strictEqual((yield* recall(player, undefined, 0)).entryTotal, 13)
        assert.strictEqual((yield* recall(yield* insertPlayer(), undefined, 0)).entryTotal, 0)
      }),
    )

    it.effect("a unit begins after the time of the unit before, and only for a player", () =>
      Effect.gen(function* () {
        const store = yield* OrderStore
        const transaction = yield* Transaction
        const player = yield* insertPlayer()
        yield* add(player, 150, row({ entryTotal: 1 }))
        const ofTime = (now: number) => ({
          reference: undefined,
          now,
          recentMillis: 50,
          unpaidMillis: 50,
          countsBytes: false,
          token: randomUUID(),
        })
        const begin = (now: number, who = player) => transaction.run(store.begin(who, ofTime(now)))
        const look = store.atOnce?.look
        const looked = look === undefined ? undefined : yield* look(player, ofTime(100))
        if (looked !== undefined) assert.deepInclude(looked, { created: 151, lastChanged: 150, recentEntryCount: 1 })
        if (look !== undefined) assert.strictEqual(yield* look(strangerUuid, ofTime(1)), "not_found")
        const found = yield* Effect.forEach([100, 151, 300, 300], (now) => begin(now))
        assert.deepStrictEqual(
          found.map((one) => one !== "not_found" && [one.created, one.recentEntryCount]),
          [
            [151, 1],
            [152, 1],
            [300, 0],
            [301, 0],
          ],
        )
        assert.strictEqual(yield* begin(1, strangerUuid), "not_found")
      }),
    )

    it.effect("bytes are counted from after a moment on, of orders that have any", () =>
      Effect.gen(function* () {
        const [player, other] = [yield* insertPlayer(), yield* insertPlayer()]
        const recalled = (since: number) =>
          Effect.map(recall(player, undefined, since, true), ({ byteTotal, recentByteCount }) => ({
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
        const unpaid = yield* Effect.forEach([0, 200, 201, 300], (since) => recall(player, undefined, 999, true, since))
        assert.deepStrictEqual(
          unpaid.map(({ recentByteCount, unpaidByteCount }) => [recentByteCount, unpaidByteCount]),
          [357, 57, 7, 0].map((count) => [0, count]),
        )
        const { byteTotal, recentByteCount, unpaidByteCount } = yield* recall(player, undefined, 0)
        assert.deepStrictEqual([byteTotal, recentByteCount, unpaidByteCount], [0, 0, 0], "not asked for")
      }),
    )

    it.effect("an order says who submitted it; one of an earlier version does not", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* OrderStore
        const player = yield* insertPlayer()
        const own = row({ submitter: { kind: "player", uuid: player, clientId: "game" } })
        const old = row()
        yield* add(player, 1, own, old)
        assert.deepStrictEqual((yield* store.find(player, own.orderId))?.submitter, own.submitter)
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
