/**
 * Every result that an entry can have, reached over a real socket by its own cause (interface, section 2.8; decisions,
 * section 12). The table must have each result of the interface. An entry that fails leaves the inventory as it was.
 */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { EntryResult } from "@garrison/core/order/enumerations"
import type { DomainSettings } from "@garrison/core/settings"
import * as Effect from "effect/Effect"
import { testAct } from "../support/acts.ts"
import { onEachDatabase } from "../support/databases.ts"
import { catalog, type Cause, causes, causesBySetting } from "../support/results.ts"
import { type TestServer, useServer } from "../support/server.ts"

it("the table has a cause for every result of the interface", () => {
  assert.sameMembers([...Object.keys(causes), ...Object.keys(causesBySetting)], [...EntryResult.literals])
})

interface Order {
  readonly order_id: string
  readonly entries: ReadonlyArray<{ readonly result: string; readonly details: ReadonlyArray<unknown> }>
}

/** Submits the entries of the cause. Answers with the entry that has the result, and the inventory before and after. */
const submitted = async (server: TestServer, cause: Cause) => {
  const { playerUuid, token } = await server.player()
  const machine = await server.machine("inv:create_order:player:any")
  const submit = async (entries: Cause["entries"], byPlayer: boolean): Promise<Order> => {
    const path = byPlayer ? "/inventory/v1/player/me/order" : `/inventory/v1/player/uuid/${playerUuid}/order`
    const body = { entries, ...(cause.isTransaction === undefined ? undefined : { is_transaction: true }) }
    const reply = await server.call("POST", path, { token: byPlayer ? token : machine, body })
    assert.strictEqual(reply.status, 200, reply.text)
    return reply.json as Order
  }
  const inventory = async () => (await server.call("GET", "/inventory/v1/player/me/inventory", { token })).json
  if (cause.owned !== undefined) {
    const given = await submit(cause.owned, false)
    for (const entry of given.entries) assert.strictEqual(entry.result, "success")
  }
  const before = await inventory()
  const { entries } = await submit(cause.entries, cause.byPlayer === true)
  return { entry: entries.at(cause.at ?? -1), before, after: await inventory() }
}

onEachDatabase((name, database) => {
  const serving = (settings: Partial<DomainSettings>, table: typeof causes): void => {
    const server = useServer({ database, settings, catalog: false })
    beforeAll(() =>
      server.current.run(Effect.flatMap(Catalogs, (catalogs) => Effect.asVoid(catalogs.publish(catalog, {}, testAct)))),
    )
    for (const [result, cause] of Object.entries(table)) {
      it(`${result}: ${cause.because}`, async () => {
        const { after, before, entry } = await submitted(server.current, cause)
        assert.strictEqual(entry?.result, result)
        if (result === "success") return
        assert.deepStrictEqual([entry?.details, after], [[], before])
      })
    }
  }
  describe(`the results of entries on ${name}`, () => {
    serving({}, causes)
  })
  describe(`the results of entries, with sales turned off, on ${name}`, () => {
    serving({ couponsEnabled: false, dynamicBundlesEnabled: false }, causesBySetting)
  })
})
