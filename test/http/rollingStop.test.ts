/**
 * Two servers on one database behind a load balancer, which are stopped and replaced one after the other while orders
 * come in: a rolling stop (guarantees R73).
 */
import { assert, describe, it } from "@effect/vitest"
import { defaultServerOptions } from "@garrison/http/server/settings"
import type * as Layer from "effect/Layer"
import { type BalancedNode, Balancer, type Outcome } from "../support/balancer.ts"
import { POUCH_LOOT } from "../support/catalog.ts"
import { type DatabaseServices, onEachDatabase, sharedDatabase } from "../support/databases.ts"
import { startServer, type TestServer } from "../support/server.ts"

const CLIENTS = 8
/** Requests that the balancer sends to a node that stops, before it looks at it again. */
const UNAWARE = 20

const turn = (): Promise<void> => new Promise((settle) => setImmediate(settle))

/** What became of the requests that were sent while both servers were stopped and replaced. */
const rollingStop = async (database: Layer.Layer<DatabaseServices>, unreadySeconds: number) => {
  const outcomes: Array<Outcome> = []
  let isOver = false
  // The balancer looks more often than the time unready: that is over once the balancer has taken notice.
  let notice = () => {}
  const sleepMillis = (millis: number) => {
    if (unreadySeconds === 0 || millis !== unreadySeconds * 1000) return millis
    return isOver ? 0 : new Promise<void>((kept) => (notice = kept))
  }
  const options = { database, server: { unreadySeconds }, sleepMillis }
  const balancer = new Balancer()
  const behind = async (server: TestServer) => ({ node: await balancer.add(server.port), server })
  const begin = async () => behind(await startServer({ ...options, isPrepared: true }))
  const first = await behind(await startServer(options))
  const former = [first, await begin()]
  const { token } = await first.server.player()
  const client = async () => {
    for (;;) {
      if (isOver) return
      const entries = [{ type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 }]
      const body = { client_order_ref_id: crypto.randomUUID(), entries }
      outcomes.push(await balancer.send({ method: "POST", path: "/inventory/v1/player/me/order", token, body }))
    }
  }
  const clients = Array.from({ length: CLIENTS }, client)
  const afterMore = async (node: BalancedNode) => {
    const enough = node.sent + UNAWARE
    while (node.sent < enough) await turn()
  }
  const latter = []
  for (const { node, server } of former) {
    await afterMore(node)
    const stopped = server.stop()
    await afterMore(node)
    while (node.isReady) await node.look()
    while (!node.isQuiet) await turn()
    notice()
    await stopped
    balancer.remove(node)
    latter.push(await begin())
  }
  isOver = true
  await Promise.all(clients)
  for (const { node, server } of latter) {
    balancer.remove(node)
    await server.stop()
  }
  return outcomes
}

onEachDatabase((name, database) => {
  describe(`a rolling stop on ${name}`, () => {
    const trial = async (unreadySeconds: number) => {
      const shared = await sharedDatabase(database)
      const outcomes = await rollingStop(shared.layer, unreadySeconds)
      await shared.close()
      return outcomes.filter((outcome) => outcome !== 200)
    }

    it("loses and refuses no request, by default", async () => {
      assert.deepStrictEqual(await trial(defaultServerOptions.unreadySeconds), [])
    })

    it("loses requests where a server stops at once, as a control", async () => {
      assert.isNotEmpty(await trial(0))
    })
  })
})
