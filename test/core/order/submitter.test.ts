/** The submitter is stored with the order, and with every change that the order made. */
import { assert, layer as withLayer } from "@effect/vitest"
import type { ClientUuid } from "@garrison/core/kernel/Identifier"
import { Orders } from "@garrison/core/order/Orders"
import type { Caller } from "@garrison/core/kernel/Caller"
import { uuid, uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { onEachDatabase } from "../../support/databases.ts"
import { ordersLayer, playerCaller, server, submit } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import type { Draft } from "./catalogs.ts"

const draft: Draft = {
  items: { 1: {}, 2: {} },
  vendors: {
    10: { loot: { 100: { item_id: 1, is_claimable_by_client: true }, 101: { sub_vendor_id: 20 } } },
    20: { type: "randomly_sampled", loot: { 200: { item_id: 2, fill_in_new_order: true } } },
  },
}

const machine = (clientId: string): Caller => ({ ...server, subject: randomUUID() as ClientUuid, clientId })

onEachDatabase((name, database) => {
  withLayer(ordersLayer(database, draft))(`the submitter of an order on ${name}`, (it) => {
    it.effect("is the sending machine client or player, also for new orders and ledger rows", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const orders = yield* Orders
        const player = yield* insertPlayer()
        const callers: ReadonlyArray<readonly [Caller, lootId: number]> = [
          [machine("arena-1"), 101],
          [machine("arena-2"), 101],
          [{ ...playerCaller(player), clientId: "game" }, 100],
          [server, 100],
        ]
        for (const [by, loot_id] of callers) {
          const order = yield* submit(player, { entries: [{ type: "fill_loot", loot_id, quantity: 2 }] }, by)
          const children = order.entries.flatMap(({ details }) => details.map((detail) => detail.order?.order_id ?? ""))
          const ids = [order.order_id, ...children.filter((id) => id !== "")]
          assert.lengthOf(ids, loot_id === 101 ? 3 : 1)
          for (const id of ids) {
            const { submitter } = yield* orders.find(player, id)
            assert.deepStrictEqual(submitter, { kind: by.kind, uuid: by.subject, clientId: by.clientId })
          }
          const rows =
            yield* sql`SELECT submitter_uuid FROM inventory_ledger WHERE order_id IN ${sql.in(ids.map(uuids(sql).id))}`
          assert.deepStrictEqual(
            rows.map((row) => uuid(row.submitter_uuid)),
            loot_id === 101 ? [by.subject, by.subject] : [by.subject],
          )
        }
      }),
    )

    it.effect("is the first submitter, when another repeats the reference; and is not in the answer", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        const player = yield* insertPlayer()
        const [first, second] = [machine("arena-1"), machine("arena-2")]
        const request = {
          source: "IN_GAME",
          client_order_ref_id: randomUUID(),
          entries: [{ type: "fill_loot", loot_id: 100, quantity: 1 }],
        } as const
        const { order_id } = yield* submit(player, request, first)
        yield* submit(player, request, second)
        const { submitter, wire } = yield* orders.find(player, order_id)
        assert.strictEqual(submitter?.clientId, "arena-1")
        for (const text of [first.subject, first.clientId, "submitter"]) assert.notInclude(wire, text)
      }),
    )
  })
})
