/** Many orders in one request, over a real socket (decisions, section 12; guarantees R1 and R5). */
import { assert, describe, it } from "@effect/vitest"
import { StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import { Orders } from "@garrison/core/order/Orders"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { CHEST_LOOT, GOLD, POUCH_LOOT } from "../support/catalog.ts"
import { onEachDatabase } from "../support/databases.ts"
import { storedRows, violations } from "../support/orders.ts"
import { useServer } from "../support/server.ts"
import { codeOf, detailsOf } from "./samples.ts"

const PATH = "/inventory/v1/order"
const STRANGER = "0b0b0b0b-0000-4000-8000-000000000000"
const fill = (loot_id: number, quantity = 1) => ({ type: "fill_loot", loot_id, quantity })

interface Part {
  readonly status: number
  readonly order?: {
    readonly order_id: string
    readonly player_uuid: string
    readonly created_time: string
    readonly entries: ReadonlyArray<{ readonly result: string }>
  }
  readonly error?: { readonly error_code: string }
}

const partsOf = (reply: { readonly json: unknown }) => (reply.json as { readonly orders: ReadonlyArray<Part> }).orders

/** The result of each entry of each order, or the code of the refusal. */
const outcomesOf = (reply: { readonly json: unknown }) =>
  partsOf(reply).map(({ error, order }) => error?.error_code ?? order?.entries.map(({ result }) => result).join())

onEachDatabase((name, database) => {
  describe(`many orders in one request on ${name}`, () => {
    const server = useServer({ database })
    const operator = () => server.current.machine("inv:create_order:player:any")
    const submit = (token: string, body: unknown) => server.current.call("POST", PATH, { token, body })
    const playersOf = (count: number) => Promise.all(Array.from({ length: count }, () => server.current.player()))
    const own = (token: string, query = "") =>
      server.current.call("GET", `/inventory/v1/player/me/order?limit=50${query}`, { token })

    it("are answered in their sequence, each as a submission alone would be, with the stored bytes", async () => {
      const token = await operator()
      const players = await playersOf(20)
      const orders = Array.from({ length: 100 }, (_, at) => ({
        player_uuid: players[(at * 7) % 20]?.playerUuid ?? "",
        client_order_ref_id: crypto.randomUUID(),
        source: "REWARDS",
        entries: [fill(POUCH_LOOT, at + 1), fill(at === 50 ? 404 : CHEST_LOOT)],
      }))
      const missing = { ...orders[50], player_uuid: STRANGER }
      const reply = await submit(token, { orders: orders.with(50, missing as (typeof orders)[0]) })
      assert.strictEqual(reply.status, 200)
      assert.strictEqual(reply.headers["cache-control"], "no-store")
      const parts = partsOf(reply)
      assert.deepStrictEqual(
        parts.map(({ status }) => status),
        orders.map((_, at) => (at === 50 ? 404 : 200)),
      )
      assert.strictEqual(parts[50]?.error?.error_code, "resource_not_found")
      for (const [at, { order }] of parts.entries()) {
        if (at !== 50) assert.strictEqual(order?.player_uuid, orders[at]?.player_uuid)
      }
      for (const { playerUuid, token: player } of players) {
        const page = (await own(player)).text
        const inSequence = parts.filter(({ order }) => order?.player_uuid === playerUuid)
        // The page has the oldest order first, and the answer has the same texts.
        assert.strictEqual(
          page.slice(0, page.indexOf('],"page"')),
          `{"data":[${inSequence.map(({ order }) => JSON.stringify(order)).join()}`,
        )
        for (const { order } of inSequence) assert.include(reply.text, JSON.stringify(order))
      }
      const rows = await server.current.run(storedRows)
      const again = await submit(token, { orders: orders.with(50, missing as (typeof orders)[0]) })
      assert.strictEqual(again.text, reply.text)
      assert.deepStrictEqual(await server.current.run(storedRows), rows)
      assert.strictEqual(await server.current.run(violations), 0)
    })

    it("do not concern each other: an order that is refused or fails leaves its neighbours alone", async () => {
      const token = await operator()
      const { playerUuid: player_uuid } = await server.current.player()
      const client_order_ref_id = crypto.randomUUID()
      const transaction = { player_uuid, is_transaction: true, entries: [fill(POUCH_LOOT), fill(404)] }
      const reply = await submit(token, {
        orders: [
          { player_uuid, client_order_ref_id, entries: [fill(POUCH_LOOT)] },
          transaction,
          { player_uuid, client_order_ref_id, entries: [fill(POUCH_LOOT, 2)] },
          { player_uuid, source: "CLIENT", entries: [{ ...fill(1), type: "create_new_persistent_inventory" }] },
          { player_uuid: player_uuid.toUpperCase(), client_order_ref_id, entries: [fill(POUCH_LOOT)] },
          { player_uuid, entries: [fill(POUCH_LOOT)] },
          { player_uuid, entries: [] },
        ],
      })
      assert.deepStrictEqual(outcomesOf(reply), [
        "success",
        "rollback,loot_not_found",
        "order_ref_conflict",
        "permission_denied",
        "success",
        "success",
        "",
      ])
      const [first, , , , same] = partsOf(reply)
      assert.deepStrictEqual(same, first)
    })

    it("of one player see what the orders before them left", async () => {
      const token = await operator()
      const { playerUuid: player_uuid } = await server.current.player()
      const entry = { type: "create_new_persistent_inventory", item_id: GOLD, quantity: 1 }
      const orders = Array.from({ length: 40 }, () => ({ player_uuid, entries: [entry] }))
      const times = partsOf(await submit(token, { orders })).map(({ order }) => order?.created_time ?? "")
      assert.deepStrictEqual(times, times.toSorted())
      assert.lengthOf(new Set(times), 40)
    })

    it("count against the rate of their player, each by itself", async () => {
      const token = await operator()
      const [busy, other] = await playersOf(2)
      const orderOf = (player_uuid = "", entries = 20) => ({
        player_uuid,
        entries: Array.from({ length: entries }, () => fill(POUCH_LOOT)),
      })
      const orders = [busy, busy, busy, busy, other].map((player) => orderOf(player?.playerUuid))
      const reply = await submit(token, { orders })
      const results = partsOf(reply).map(({ order }) => new Set(order?.entries.map(({ result }) => result)))
      const [success, tooMany] = [new Set(["success"]), new Set(["too_many_requests"])]
      assert.deepStrictEqual(results, [success, success, success, tooMany, success])
    })

    it("are fulfilled once, when the same request comes several times at once", async () => {
      const token = await operator()
      const players = await playersOf(3)
      const orders = Array.from({ length: 12 }, (_, at) => ({
        player_uuid: players[at % 3]?.playerUuid,
        client_order_ref_id: crypto.randomUUID(),
        entries: [fill(CHEST_LOOT, 2)],
      }))
      const before = await server.current.run(storedRows)
      const [first, ...others] = await Promise.all(
        Array.from({ length: 4 }, (_, turn) =>
          submit(token, { orders: turn % 2 === 0 ? orders : orders.toReversed() }),
        ),
      )
      const sorted = (reply = first) =>
        partsOf(reply ?? { json: { orders: [] } })
          .map((part) => JSON.stringify(part))
          .toSorted()
      for (const other of others) assert.deepStrictEqual(sorted(other), sorted())
      assert.strictEqual((await server.current.run(storedRows)).orders, before.orders + 12)
      assert.strictEqual(await server.current.run(violations), 0)
      // The control: without references each request is fulfilled.
      const unnamed = orders.map(({ entries, player_uuid }) => ({ entries, player_uuid }))
      await Promise.all([submit(token, { orders: unnamed }), submit(token, { orders: unnamed })])
      assert.strictEqual((await server.current.run(storedRows)).orders, before.orders + 36)
    })

    it("are refused together where the request is broken, and nothing is stored", async () => {
      const token = await operator()
      const { playerUuid: player_uuid } = await server.current.player()
      const good = { player_uuid, entries: [fill(POUCH_LOOT)] }
      const before = await server.current.run(storedRows)
      const reply = await submit(token, { orders: [good, { entries: [] }, good] })
      assert.deepStrictEqual([reply.status, detailsOf(reply)], [422, [["body.orders.1.player_uuid", "missing"]]])
      const large = "x".repeat(1024 * 1024)
      const tooLarge = await submit(token, { orders: [good], large })
      assert.deepStrictEqual([tooLarge.status, codeOf(tooLarge)], [413, "request_too_large"])
      assert.deepStrictEqual(await server.current.run(storedRows), before)
      assert.strictEqual((await submit(token, { orders: [] })).text, '{"orders":[]}')
      const most = Array.from({ length: 100 }, () => ({
        ...good,
        match_id: "m".repeat(256),
        instance_id: "i".repeat(256),
      }))
      assert.isAbove(JSON.stringify(most).length, 64 * 1024)
      assert.strictEqual((await submit(token, { orders: most })).status, 200)
    })

    it("are for machine clients", async () => {
      const { playerUuid: player_uuid } = await server.current.player()
      const { token } = await server.current.playerWith("inv:create_order:player:any")
      const reply = await submit(token, { orders: [{ player_uuid, entries: [] }] })
      assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "insufficient_permissions"])
    })
  })
})

describe("an unexpected error in one of many orders", () => {
  const exits = [Exit.die(new Error("SELECT secrets")), Exit.die(new StorageUnavailable("disk full"))]
  const broken = Layer.effect(
    Orders,
    Effect.map(Orders, (orders) => ({ ...orders, submitMany: () => Effect.succeed(exits) })),
  )
  const server = useServer({ disturb: (services) => Layer.provideMerge(broken as never, services) })

  it("is answered in the place of that order, and logged with the id of the request", async () => {
    const token = await server.current.machine("*")
    const orders = [1, 2].map(() => ({ player_uuid: STRANGER, entries: [] }))
    const reply = await server.current.call("POST", PATH, { token, body: { orders } })
    assert.deepStrictEqual(outcomesOf(reply), ["internal_error", "service_unavailable"])
    assert.deepStrictEqual([reply.status, ...partsOf(reply).map(({ status }) => status)], [200, 500, 503])
    const id = String(reply.headers["x-request-id"])
    assert.include(reply.text, `correlation id ${id}`)
    assert.notMatch(reply.text, /SELECT|disk/)
    const lines = server.current.log.defects.split("\n").filter((line) => line.includes(`"id":"${id}"`))
    assert.lengthOf(lines, 1)
    assert.include(lines[0], "SELECT secrets")
  })
})
