/**
 * Guessing promotion codes is slowed down per player and address (guarantees R24), on both databases. Of many guesses
 * at once no more are tried than one after the other; the control, which looks first and then counts, tries all.
 */
import { assert, layer as withLayer } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Orders } from "@garrison/core/order/Orders"
import type { OrderRequest, SubmittedEntry } from "@garrison/core/order/schema"
import { WrongCodes } from "@garrison/core/order/WrongCodes"
import type { Caller } from "@garrison/core/kernel/Caller"
import * as SqlFailureStore from "@garrison/sql/login/SqlFailureStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { onEachDatabase } from "../../support/databases.ts"
import { orderIn, ordersLayer, playerCaller, server, storedRows, testEnvironment } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import { rendezvous } from "../../support/rendezvous.ts"
import type { Draft } from "./catalogs.ts"

const draft: Draft = {
  items: { 1: {} },
  vendors: { 10: { loot: { 100: { item_id: 1, is_claimable_by_client: true } } } },
  promotions: { RIGHT: { loot_id: 100 }, LATE: { loot_id: 100, start: 2 ** 43 } },
}

const HOME = "2001:db8:1:1::5"
const NEIGHBOUR = "2001:db8:1:1::6"
const ELSEWHERE = "2001:db8:1:2::5"

const coded = (external_tran_id: string): SubmittedEntry => ({ type: "promotion_code", quantity: 1, external_tran_id })
const ordering = (...codes: ReadonlyArray<string>): OrderRequest => ({ entries: codes.map(coded) })

/** The results of an order from an address. */
const tried = Effect.fnUntraced(function* (
  player: PlayerUuid,
  request: OrderRequest,
  address: string,
  by: Caller = playerCaller(player),
) {
  const { wire } = yield* (yield* Orders).submit(player, request, by, address)
  return (yield* orderIn(wire)).entries.map(({ result }) => result)
})

const quoted = Effect.fnUntraced(function* (player: PlayerUuid, request: OrderRequest, address: string) {
  const { wire } = yield* (yield* Orders).quote(player, request, playerCaller(player), address)
  return (JSON.parse(wire) as { entries: ReadonlyArray<{ result: string }> }).entries.map(({ result }) => result)
})

const times = (count: number, result: string): ReadonlyArray<string> => Array.from({ length: count }, () => result)
const wrong = (count: number): OrderRequest => ordering(...Array.from({ length: count }, (_, at) => `WRONG-${at}`))

onEachDatabase((name, database) => {
  withLayer(ordersLayer(database, draft))(`wrong promotion codes on ${name}`, (it) => {
    it.effect(
      "of a player: after ten no code is tried, right or wrong, and nothing is stored; one more each minute",
      () =>
        Effect.gen(function* () {
          const ada = yield* insertPlayer()
          assert.deepStrictEqual(yield* tried(ada, wrong(9), HOME), times(9, "promotion_not_found"))
          // One that has not begun is wrong too.
          assert.deepStrictEqual(yield* tried(ada, ordering("LATE"), HOME), ["promotion_not_found"])
          const stored = yield* storedRows
          for (const codes of [["WRONG"], ["RIGHT"], ["LATE"], ["RIGHT", "WRONG"]]) {
            const refused = times(codes.length, "too_many_requests")
            assert.deepStrictEqual(yield* tried(ada, ordering(...codes), ELSEWHERE), refused)
            assert.deepStrictEqual(yield* quoted(ada, ordering(...codes), ELSEWHERE), refused)
          }
          assert.deepStrictEqual(yield* storedRows, stored)
          // What names no code goes on, and so do other players.
          const filling: OrderRequest = { entries: [{ type: "fill_loot", loot_id: 100, quantity: 1 }] }
          assert.deepStrictEqual(yield* tried(ada, filling, HOME), ["success"])
          assert.deepStrictEqual(yield* tried(yield* insertPlayer(), ordering("RIGHT"), HOME), ["success"])
          yield* TestClock.adjust("59 seconds")
          assert.deepStrictEqual(yield* tried(ada, ordering("RIGHT"), HOME), ["too_many_requests"])
          yield* TestClock.adjust("1 second")
          assert.deepStrictEqual(yield* tried(ada, ordering("RIGHT"), HOME), ["success"])
          assert.deepStrictEqual(yield* tried(ada, ordering("WRONG"), HOME), ["promotion_not_found"])
          assert.deepStrictEqual(yield* tried(ada, ordering("WRONG"), HOME), ["too_many_requests"])
        }),
    )

    it.effect("of quotes count as those of orders; more than a player may try at once are not tried at all", () =>
      Effect.gen(function* () {
        const ada = yield* insertPlayer()
        assert.deepStrictEqual(yield* tried(ada, wrong(11), ""), times(11, "too_many_requests"))
        assert.deepStrictEqual(yield* quoted(ada, wrong(10), ""), times(10, "promotion_not_found"))
        assert.deepStrictEqual(yield* quoted(ada, ordering("RIGHT"), ""), ["too_many_requests"])
        assert.deepStrictEqual(yield* tried(ada, ordering("RIGHT"), ""), ["too_many_requests"])
      }),
    )

    it.effect("of an address: after a hundred of several players none is tried from its /64", () =>
      Effect.gen(function* () {
        yield* TestClock.adjust("1 hour")
        for (let count = 0; count < 10; count++) {
          const found = yield* tried(yield* insertPlayer(), wrong(10), count % 2 === 0 ? HOME : NEIGHBOUR)
          assert.deepStrictEqual(found, times(10, "promotion_not_found"))
        }
        const lin = yield* insertPlayer()
        assert.deepStrictEqual(yield* tried(lin, ordering("WRONG"), NEIGHBOUR), ["too_many_requests"])
        assert.deepStrictEqual(yield* tried(lin, ordering("RIGHT"), HOME), ["too_many_requests"])
        assert.deepStrictEqual(yield* tried(lin, wrong(10), ELSEWHERE), times(10, "promotion_not_found"))
        yield* TestClock.adjust("6 seconds")
        assert.deepStrictEqual(yield* tried(yield* insertPlayer(), ordering("RIGHT"), HOME), ["success"])
      }),
    )

    it.effect("of a server are not counted; as a client, for the player and not for the server's address", () =>
      Effect.gen(function* () {
        yield* TestClock.adjust("1 hour")
        const [ada, lin] = [yield* insertPlayer(), yield* insertPlayer()]
        assert.deepStrictEqual(yield* tried(ada, wrong(100), HOME, server), times(100, "promotion_not_found"))
        for (let count = 0; count < 11; count++) {
          const player = yield* insertPlayer()
          yield* tried(player, { ...wrong(10), source: "CLIENT" }, HOME, server)
          const more = yield* tried(player, { ...ordering("RIGHT"), source: "CLIENT" }, HOME, server)
          assert.deepStrictEqual(more, ["too_many_requests"])
        }
        assert.deepStrictEqual(yield* tried(lin, ordering("RIGHT"), HOME), ["success"])
      }),
    )

    it.effect("of a stored order do not keep it from being answered again", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        const ada = yield* insertPlayer()
        const request = { client_order_ref_id: crypto.randomUUID(), ...wrong(6) }
        const { wire } = yield* orders.submit(ada, request, playerCaller(ada), "")
        yield* tried(ada, wrong(4), "")
        for (let again = 0; again < 3; again++) {
          assert.strictEqual((yield* orders.submit(ada, request, playerCaller(ada), "")).wire, wire)
        }
        assert.deepStrictEqual(yield* tried(ada, ordering("RIGHT"), ""), ["too_many_requests"])
      }),
    )
  })

  /** A node of its own on the database. */
  const node = WrongCodes.pipe(Effect.provide(Layer.fresh(WrongCodes.layer)))
  const guesses = 30

  /** How many of many guesses at once are tried by these nodes. */
  const triedAtOnce = Effect.fnUntraced(function* (nodes: ReadonlyArray<Pick<WrongCodes["Service"], "admits">>) {
    const player = yield* insertPlayer()
    const answers = yield* Effect.forEach(
      Array.from({ length: guesses }, (_, at) => nodes[at % nodes.length]),
      (one) => one?.admits(player, "", 1) ?? Effect.succeed(false),
      { concurrency: "unbounded" },
    )
    return answers.filter((isAdmitted) => isAdmitted).length
  })

  const counting = Layer.merge(SqlFailureStore.layer, testEnvironment).pipe(Layer.provideMerge(database))
  withLayer(counting)(`wrong promotion codes at once on ${name}`, (it) => {
    it.effect("are tried ten times, whatever node they reach", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* triedAtOnce([yield* node, yield* node]), 10)
      }),
    )

    it.effect("are all tried by the control, which looks first and then counts", () =>
      Effect.gen(function* () {
        const [{ admits }, meet] = [yield* node, yield* rendezvous(guesses)]
        const naive: typeof admits = (player, address, count) =>
          Effect.gen(function* () {
            const hasRoom = yield* admits(player, address, 0)
            yield* meet
            yield* admits(player, address, count)
            return hasRoom
          })
        assert.strictEqual(yield* triedAtOnce([{ admits: naive }]), guesses)
      }),
    )
  })
})
