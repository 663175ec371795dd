/** What every {@link ClaimStore} does. */
import { assert, layer as withLayer } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { ClaimStore } from "@garrison/core/order/ClaimStore"
import { type DecidedOrder, OrderStore } from "@garrison/core/order/OrderStore"
import type { Claim } from "@garrison/core/order/rules/interpret/outcome"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { randomUUID } from "node:crypto"
import { keptOrder } from "../support/keptOrders.ts"
import { insertPlayer } from "../support/players.ts"
import { stepOf, storing } from "../support/storing.ts"
import { untilMet } from "../support/untilWaiting.ts"

const claimOf = (code: string, usesMaximum?: number): Claim => ({
  _tag: "claim_promo_code",
  code,
  lootId: 100,
  usesMaximum,
})

/** Stores what an order got once, with the order, as one unit of work; `false`: it was refused. */
const added = Effect.fnUntraced(function* (
  player: PlayerUuid,
  once: Partial<Pick<DecidedOrder, "claims" | "applied">>,
  created = 1000,
) {
  const orderId = randomUUID()
  const answer = yield* storing(player, created, { orders: [keptOrder({ orderId, created })], ...once })
  return answer === "stored" ? orderId : false
})

/** The code's state as a player's order finds it: claimed by the player or not, and how often by all. */
const stateOf = (player: PlayerUuid, code: string) =>
  Effect.flatMap(ClaimStore, (store) => store.promotion(player, code))

const claimsOf = Effect.fnUntraced(function* (player: PlayerUuid) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.orDie(
    sql`SELECT code, created FROM promotion_claim WHERE player_uuid = ${uuids(sql).id(player)} ORDER BY code`,
  )
  return rows.map(({ code, created }) => [String(code), Number(created)])
})

let serial = 0
/** A code that no other test has. */
const newCode = (): string => `CODE-${String(++serial).padStart(4, "0")}`

/** Declares the suite over stores of orders and inventories beside it. */
export const suite = (
  name: string,
  stores: Layer.Layer<ClaimStore | OrderStore | Transaction | SqlClient.SqlClient>,
): void => {
  withLayer(stores)(`claims on ${name}`, (it) => {
    it.effect("a code belongs to the player who claimed it, once", () =>
      Effect.gen(function* () {
        const [ada, lin] = [yield* insertPlayer(), yield* insertPlayer()]
        const [code, other] = [newCode(), newCode()]
        assert.deepStrictEqual(yield* stateOf(ada, code), { isClaimed: false, uses: 0 })
        assert.isString(yield* added(ada, { claims: [claimOf(code)] }))
        assert.deepStrictEqual(yield* stateOf(ada, code), { isClaimed: true, uses: 0 })
        assert.deepStrictEqual(yield* stateOf(ada, other), { isClaimed: false, uses: 0 }, "another code")
        assert.deepStrictEqual(yield* stateOf(lin, code), { isClaimed: false, uses: 0 }, "another player")
        assert.isFalse(yield* added(ada, { claims: [claimOf(code)] }, 2000))
        assert.isString(yield* added(lin, { claims: [claimOf(code)] }, 3000))
        assert.deepStrictEqual(yield* claimsOf(ada), [[code, 1000]])
        assert.deepStrictEqual(yield* claimsOf(lin), [[code, 3000]])
      }),
    )

    it.effect("of several claims all are stored, or one that is refused refuses all", () =>
      Effect.gen(function* () {
        const ada = yield* insertPlayer()
        const codes = [newCode(), newCode(), newCode()]
        const [first = "", second = "", third = ""] = codes
        yield* added(ada, { claims: [claimOf(second)] })
        for (const list of [codes, [second, first], [first, second]]) {
          assert.isFalse(yield* added(ada, { claims: list.map((code) => claimOf(code)) }, 2000))
        }
        assert.deepStrictEqual(yield* claimsOf(ada), [[second, 1000]])
        assert.isString(yield* added(ada, { claims: [claimOf(third), claimOf(first)] }, 3000))
        assert.deepStrictEqual(yield* claimsOf(ada), [
          [first, 3000],
          [second, 1000],
          [third, 3000],
        ])
      }),
    )

    it.effect("uses are counted while they are limited, up to the limit of that moment, and never beyond it", () =>
      Effect.gen(function* () {
        const code = newCode()
        const claimBy = Effect.fnUntraced(function* (usesMaximum: number | undefined) {
          const player = yield* insertPlayer()
          const isAdded = (yield* added(player, { claims: [claimOf(code, usesMaximum)] })) !== false
          const { isClaimed, uses } = yield* stateOf(player, code)
          assert.strictEqual(isClaimed, isAdded)
          return [isAdded, uses]
        })
        const limits = [undefined, 2, 2, 2, undefined, 3, 3, 1, 4]
        const expected = [0, 1, 2, 2, 2, 3, 3, 3, 4]
        for (const [at, limit] of limits.entries()) {
          const before = expected[at - 1] ?? 0
          const isAdded = limit === undefined || before < limit
          assert.deepStrictEqual(yield* claimBy(limit), [isAdded, expected[at]], `claim ${at}, at most ${limit}`)
        }
      }),
    )

    it.effect("a code without a use left refuses the other codes and the loot of its order", () =>
      Effect.gen(function* () {
        const store = yield* ClaimStore
        const [full, open] = [newCode(), newCode()]
        yield* added(yield* insertPlayer(), { claims: [claimOf(full, 1)] })
        const ada = yield* insertPlayer()
        for (const list of [
          [claimOf(open, 5), claimOf(full, 1)],
          [claimOf(full, 1), claimOf(open, 5)],
        ]) {
          assert.isFalse(yield* added(ada, { claims: list, applied: [7] }))
        }
        assert.deepStrictEqual(yield* claimsOf(ada), [])
        assert.isFalse(yield* store.isApplied(ada, 7))
        const uses = yield* store.uses
        assert.deepStrictEqual([uses.get(full), uses.get(open)], [1, undefined])
      }),
    )

    it.effect("of many players at once, as many claim as there are uses", () =>
      Effect.gen(function* () {
        const [code, unlimited] = [newCode(), newCode()]
        const players = yield* Effect.forEach(Array.from({ length: 12 }), () => insertPlayer())
        const answers = yield* Effect.forEach(
          players,
          (player) => added(player, { claims: [claimOf(code, 5), claimOf(unlimited)] }),
          { concurrency: "unbounded" },
        )
        assert.lengthOf(
          answers.filter((answer) => answer !== false),
          5,
        )
        const uses = yield* (yield* ClaimStore).uses
        assert.deepStrictEqual([uses.get(code), uses.get(unlimited)], [5, undefined])
      }),
    )

    it.effect(
      "a use that is given back is counted down, whatever others claim and give back between its statements",
      () =>
        Effect.gen(function* () {
          const code = newCode()
          const [ada, lin] = [yield* insertPlayer(), yield* insertPlayer()]
          const giveBack = (player: PlayerUuid, created: number) =>
            storing(player, created, { givenBack: { codes: [{ code, isCounted: true }], lootIds: [] } })
          yield* added(ada, { claims: [claimOf(code, 9)] })
          // Another player claims before the second statement on the count, and gives back before the third.
          const meanwhile = [Effect.void, added(lin, { claims: [claimOf(code, 9)] }, 2000), giveBack(lin, 3000)]
          const services = yield* Effect.context<ClaimStore | OrderStore | Transaction | SqlClient.SqlClient>()
          const others: Array<Fiber.Fiber<unknown, unknown>> = []
          const between = Effect.suspend(() => {
            const act = meanwhile.shift()
            if (act === undefined) return Effect.void
            const other = Effect.runFork(Effect.provideContext(act as Effect.Effect<unknown, unknown>, services))
            others.push(other)
            return Effect.provideContext(Effect.orDie(untilMet(Fiber.await(other))), services)
          })
          const given = yield* Effect.provideService(giveBack(ada, 4000), Statement.CurrentTransformer, (statement) =>
            Effect.as(statement.compile()[0].includes("promotion_use") ? between : Effect.void, statement),
          )
          assert.strictEqual(given, "stored")
          yield* Effect.forEach(others, Fiber.await)
          // On SQLite nobody comes between them.
          for (const act of meanwhile) yield* act
          assert.deepStrictEqual([yield* claimsOf(ada), yield* claimsOf(lin)], [[], []])
          assert.deepStrictEqual(yield* stateOf(ada, code), { isClaimed: false, uses: 0 })
        }),
    )

    it.effect("limited codes are counted in the order of the codes, whatever order they were claimed in", () =>
      Effect.gen(function* () {
        const codes = [newCode(), newCode(), newCode()].toReversed()
        const counted: Array<unknown> = []
        const noting = Effect.provideService(Statement.CurrentTransformer, (statement) =>
          Effect.sync(() => {
            const [text, params] = statement.compile()
            if (text.includes("INSERT INTO promotion_use")) counted.push(params[0])
            return statement
          }),
        )
        const player = yield* insertPlayer()
        yield* noting(added(player, { claims: codes.map((code) => claimOf(code, 9)) }))
        assert.deepStrictEqual(counted, codes.toSorted())
      }),
    )

    it.effect("the uses of any number of codes are looked up; a code that was not counted has none", () =>
      Effect.gen(function* () {
        const store = yield* ClaimStore
        const sql = yield* SqlClient.SqlClient
        const [once, twice, never] = [newCode(), newCode(), newCode()]
        for (const codes of [[once, twice], [twice]]) {
          yield* added(yield* insertPlayer(), { claims: codes.map((code) => claimOf(code, 9)) })
        }
        const before = yield* store.uses
        assert.deepStrictEqual(
          [once, twice, never].map((code) => before.get(code)),
          [1, 2, undefined],
        )
        const many = Array.from({ length: 2000 }, (_, at) => `COUNTED-${at}`)
        const count = (code: string) => sql`INSERT INTO promotion_use (code, uses) VALUES (${code}, 3)`
        yield* (yield* Transaction).run(Effect.forEach(many, count, { discard: true }))
        assert.deepStrictEqual(yield* store.uses, new Map([...before, ...many.map((code) => [code, 3] as const)]))
      }),
    )

    it.effect("loot is applied once by each player, until the player's session ends", () =>
      Effect.gen(function* () {
        const store = yield* ClaimStore
        const { run } = yield* Transaction
        const [ada, lin] = [yield* insertPlayer(), yield* insertPlayer()]
        assert.isFalse(yield* store.isApplied(ada, 1))
        assert.isString(yield* added(ada, { applied: [1, 2] }))
        assert.deepStrictEqual(yield* Effect.forEach([1, 2, 3], (loot) => store.isApplied(ada, loot)), [
          true,
          true,
          false,
        ])
        assert.isFalse(yield* store.isApplied(lin, 1), "another player")
        for (const applied of [[1], [3, 2], [2, 3]]) assert.isFalse(yield* added(ada, { applied }, 2000))
        assert.isFalse(yield* store.isApplied(ada, 3), "one that was refused refuses all")
        assert.isString(yield* added(lin, { applied: [1] }))
        yield* run(
          Effect.gen(function* () {
            const { endSession } = yield* OrderStore
            const by = { orderId: randomUUID(), submitterUuid: randomUUID() }
            assert.strictEqual(yield* endSession({ ...(yield* stepOf(ada, 2500)), ...by }), "stored")
          }),
        )
        assert.deepStrictEqual(yield* Effect.forEach([ada, lin], (player) => store.isApplied(player, 1)), [false, true])
        assert.isString(yield* added(ada, { applied: [1, 2, 3] }, 3000))
      }),
    )
  })
}
