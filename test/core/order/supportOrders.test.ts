/** Items that operators give and take, by orders, and two operators on one player (decisions, section 17). */
import { assert, describe, it } from "@effect/vitest"
import { AuditStore } from "@garrison/core/audit/AuditStore"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { storedOrderIn } from "@garrison/core/order/rules/wire/storedOrder"
import { giveItem } from "@garrison/core/order/operations/giveItem"
import { refundOrder } from "@garrison/core/order/operations/refundOrder"
import { takeItem } from "@garrison/core/order/operations/takeItem"
import { Orders } from "@garrison/core/order/Orders"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { GOLD, SWORD } from "../../support/catalog.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { codeOf } from "../../support/logins.ts"
import { ada, eve, inWorldOn, orderPouch, overviewOf } from "../overview/world.ts"

const held = (player: PlayerUuid) =>
  Effect.map(overviewOf(player), ({ inventory, revision }) => ({
    revision,
    counts: inventory?.data.map(({ bucket, count, expires, item_id, type }) => [item_id, count, type, bucket, expires]),
  }))

const rows = Effect.flatMap(AuditStore, (store) => store.page(0, 1000))

onEachDatabase((name, database) => {
  const inWorld = inWorldOn(database)

  describe(`items that operators give and take on ${name}`, () => {
    it.effect("are given by an order of source SUPPORT, with one audit row, and a refund undoes it", () =>
      inWorld(({ playerUuid: player }) =>
        Effect.gen(function* () {
          const before = yield* held(player)
          const wanted = { player_uuid: player, item_id: SWORD, count: 3, bucket: "golf", expires_at: 90_000 } as const
          const { order, reverse } = yield* giveItem.run(wanted, ada)
          assert.strictEqual(order.source, "SUPPORT")
          assert.deepStrictEqual(
            order.entries.map(({ result, type }) => [type, result]),
            [["create_new_persistent_inventory", "success"]],
          )
          assert.deepStrictEqual(yield* held(player), {
            revision: before.revision + 1,
            counts: [[SWORD, 3, "persistent", "golf", 90_000]],
          })
          const last = (yield* rows).at(-1)
          assert.deepInclude(last, { operation: "item.give", outcome: "done", reason: "ticket 4711", revision: 1 })
          assert.deepInclude(JSON.parse(last?.after ?? ""), { order_id: order.order_id, item_id: SWORD, count: 3 })
          assert.deepStrictEqual(reverse, {
            operation: "order.refund",
            input: { player_uuid: player, order_id: order.order_id },
          })
          yield* refundOrder.run({ player_uuid: player, order_id: order.order_id }, ada)
          assert.deepStrictEqual(
            (yield* held(player)).counts?.filter(([, count]) => count !== 0),
            [],
          )
        }),
      ),
    )

    it.effect("are taken from the records that are spent first, down to nothing, and a refund gives them back", () =>
      inWorld(({ playerUuid: player }) =>
        Effect.gen(function* () {
          yield* orderPouch(player)
          yield* giveItem.run({ player_uuid: player, item_id: GOLD, count: 7, expires_at: 90_000 }, ada)
          const { order, reverse } = yield* takeItem.run({ player_uuid: player, item_id: GOLD, count: 17 }, ada)
          const left = (yield* held(player)).counts
          assert.deepStrictEqual(
            left?.map(([, count]) => count).filter((count) => count !== 0),
            [40],
          )
          assert.strictEqual(reverse?.operation, "order.refund")
          yield* refundOrder.run({ player_uuid: player, order_id: order.order_id }, ada)
          const again = (yield* held(player)).counts
          assert.sameMembers(again?.map(([, count]) => count) ?? [], [50, 7])
        }),
      ),
    )

    it.effect("that the player lacks are not taken, in whole or in part", () =>
      inWorld(({ playerUuid: player }) =>
        Effect.gen(function* () {
          yield* orderPouch(player)
          const before = yield* held(player)
          for (const wanted of [
            { count: 51 },
            { count: 1, bucket: "golf" },
            { count: 1, type: "transient" },
          ] as const) {
            const taking = takeItem.run({ player_uuid: player, item_id: GOLD, ...wanted }, ada)
            assert.strictEqual(yield* codeOf(taking), "refund_incomplete")
          }
          assert.deepStrictEqual(yield* held(player), before)
        }),
      ),
    )

    it.effect(
      "whose order would not be fulfilled are refused, with the result of its entry, and nothing is stored",
      () =>
        inWorld(({ playerUuid: player }) =>
          Effect.gen(function* () {
            const giving = giveItem.run({ player_uuid: player, item_id: 99, count: 1 }, ada)
            const refused = yield* Effect.flip(giving)
            assert.deepInclude(refused, { code: "order_not_fulfilled" })
            assert.deepStrictEqual(refused.details, { results: ["item_not_found"] })
            const { orders, revision } = yield* overviewOf(player)
            assert.deepStrictEqual([orders?.data, revision], [[], 0])
          }),
        ),
    )

    it.effect("are rehearsed by a dry run: the same order, and nothing is stored", () =>
      inWorld(({ playerUuid: player }) =>
        Effect.gen(function* () {
          yield* orderPouch(player)
          const before = yield* overviewOf(player)
          const dry = { ...ada, dryRun: true }
          const given = yield* giveItem.run({ player_uuid: player, item_id: SWORD, count: 1 }, dry)
          const taken = yield* takeItem.run({ player_uuid: player, item_id: GOLD, count: 50 }, dry)
          assert.strictEqual(given.order.entries[0]?.result, "success")
          assert.strictEqual(taken.order.entries[0]?.details[0]?.inv_change?.after.count, 0)
          assert.strictEqual(given.reverse?.operation, "order.refund")
          assert.deepStrictEqual(yield* overviewOf(player), before)
        }),
      ),
    )

    it.effect("come to the same when their orders are interpreted again", () =>
      inWorld(({ playerUuid: player }) =>
        Effect.gen(function* () {
          yield* orderPouch(player)
          const given = yield* giveItem.run({ player_uuid: player, item_id: SWORD, count: 2 }, ada)
          const taken = yield* takeItem.run({ player_uuid: player, item_id: GOLD, count: 50 }, ada)
          for (const { order } of [given, taken]) {
            const found = yield* (yield* Orders).find(player, order.order_id)
            assert.deepStrictEqual(storedOrderIn(found.wire), order)
            const steps = yield* (yield* Orders).explain(player, order.order_id, ada.actor.caller ?? assert.fail())
            assert.isDefined(steps)
          }
        }),
      ),
    )
  })

  describe(`two operators on one player on ${name}`, () => {
    const both = (player: PlayerUuid, condition: { readonly ifRevision?: number }) =>
      Effect.all(
        [ada, eve].map((act) =>
          Effect.exit(giveItem.run({ player_uuid: player, item_id: GOLD, count: 5 }, { ...act, ...condition })),
        ),
        { concurrency: "unbounded" },
      )

    it.effect("who saw the same revision: one gives, the other is told by whom it was changed", () =>
      inWorld(({ playerUuid: player }) =>
        Effect.gen(function* () {
          const { revision } = yield* overviewOf(player)
          const exits = yield* both(player, { ifRevision: revision })
          assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
          const winner = Exit.isSuccess(exits[0] ?? assert.fail()) ? "ada" : "eve"
          const loser = winner === "ada" ? eve : ada
          const refused = yield* Effect.flip(
            takeItem.run({ player_uuid: player, item_id: GOLD, count: 1 }, { ...loser, ifRevision: revision }),
          )
          assert.strictEqual(refused.code, "changed")
          assert.include(refused.message, `item.give by ${winner}`)
          assert.deepStrictEqual(
            (yield* held(player)).counts?.map(([, count]) => count),
            [5],
          )
        }),
      ),
    )

    // The control: without a revision, both give what only one of them should have given.
    it.effect("who do not say what they saw both give", () =>
      inWorld(({ playerUuid: player }) =>
        Effect.gen(function* () {
          assert.strictEqual((yield* both(player, {})).filter(Exit.isSuccess).length, 2)
          assert.deepStrictEqual(
            (yield* held(player)).counts?.map(([, count]) => count),
            [5, 5],
          )
        }),
      ),
    )

    it.effect("who take at the same time never take more than there is", () =>
      inWorld(({ playerUuid: player }) =>
        Effect.gen(function* () {
          yield* orderPouch(player)
          const taking = Array.from({ length: 8 }, (_, index) =>
            Effect.exit(takeItem.run({ player_uuid: player, item_id: GOLD, count: 15 }, index % 2 === 0 ? ada : eve)),
          )
          const exits = yield* Effect.all(taking, { concurrency: "unbounded" })
          assert.strictEqual(exits.filter(Exit.isSuccess).length, 3)
          assert.deepStrictEqual(
            (yield* held(player)).counts?.map(([, count]) => count),
            [5],
          )
        }),
      ),
    )
  })
})
