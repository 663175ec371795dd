/** The odds of a loot over HTTP: for callers who may read the catalog, where the setting says so (decisions, 12). */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import * as Effect from "effect/Effect"
import { testAct } from "../support/acts.ts"
import { CHEST_LOOT, GOLD, POUCH_LOOT, smallCatalog, SWORD } from "../support/catalog.ts"
import { onEachDatabase, sqliteLayer } from "../support/databases.ts"
import { useServer } from "../support/server.ts"
import { codeOf } from "./samples.ts"

const of = (loot: number | string, query = "") => `/inventory/v1/catalog/loot/${loot}/odds${query}`

onEachDatabase((name, database) => {
  describe(`odds on ${name}`, () => {
    const server = useServer({ database, settings: { oddsPublished: true } })
    const publish = (document: unknown) =>
      server.current.run(Effect.flatMap(Catalogs, (catalogs) => catalogs.publish(document, {}, testAct)))
    const get = async (path: string, headers: Record<string, string> = {}) =>
      server.current.call("GET", path, { token: (await server.current.player()).token, headers })

    it("are fractions, bound to the etag of the catalog, and revalidated", async () => {
      const { version } = await publish(smallCatalog)
      const reply = await get(of(CHEST_LOOT))
      assert.strictEqual(reply.status, 200, reply.text)
      assert.deepStrictEqual(reply.json, {
        etag: version.etag,
        loot_id: CHEST_LOOT,
        quantity: 1,
        exact: true,
        items: [
          { item_id: GOLD, expected: "15/4", at_least_one: "3/4", least: 5, most: 5 },
          { item_id: SWORD, expected: "1/4", at_least_one: "1/4", least: 1, most: 1 },
        ],
        conditional: [
          {
            item_id: SWORD,
            least: 1,
            most: 1,
            conditions: [
              {
                rule: "has_fewer_than",
                item_id: SWORD,
                count: 3,
                message: `the player has fewer than 3 of item Sword (${SWORD})`,
                is_met: true,
              },
            ],
          },
        ],
      })
      const tag = String(reply.headers["etag"])
      assert.strictEqual((await get(of(CHEST_LOOT), { "if-none-match": tag })).status, 304)
      assert.strictEqual((await get(of(CHEST_LOOT), { "if-match": '"other"' })).status, 412)
      const more = (await get(of(POUCH_LOOT, "?quantity=3"))).json
      assert.deepInclude(more, {
        quantity: 3,
        items: [{ item_id: GOLD, expected: "150", at_least_one: "1", least: 150, most: 150 }],
      })
    })

    it("hold for a player who owns what the query says", async () => {
      await publish(smallCatalog)
      const items = async (query: string) =>
        ((await get(of(CHEST_LOOT, query))).json as { readonly items: unknown }).items
      const gold = [{ item_id: GOLD, expected: "5", at_least_one: "1", least: 5, most: 5 }]
      assert.deepStrictEqual(await items("?owning=sword%3D3"), gold)
      assert.deepStrictEqual(await items(`?owning=${SWORD}=3,${GOLD}=1`), gold)
      assert.deepStrictEqual(await items(`?owning=${SWORD}=2`), await items(""))
      const wrong = await get(of(CHEST_LOOT, "?owning=shield=1&xp=Gold=5"))
      assert.strictEqual(wrong.status, 422)
      const { detail } = wrong.json as {
        readonly detail: ReadonlyArray<{ readonly loc: unknown; readonly msg: string }>
      }
      assert.deepStrictEqual(
        detail.map(({ loc, msg }) => [loc, msg]),
        [
          [["query", "owning"], "the catalog has no item shield"],
          [["query", "xp"], "Gold has no levels: it has no level_xp_table. Name it in owning"],
        ],
      )
    })

    it("follow a new version at once", async () => {
      await publish(smallCatalog)
      const before = await get(of(CHEST_LOOT))
      const changed = structuredClone(smallCatalog) as { vendors: Record<string, { loot: Record<string, object> }> }
      changed.vendors["20"] = { ...changed.vendors["20"], loot: { 300: { item_id: GOLD } } }
      const { version } = await publish(changed)
      const after = await get(of(CHEST_LOOT), { "if-none-match": String(before.headers["etag"]) })
      assert.deepInclude(after.json, {
        etag: version.etag,
        items: [{ item_id: GOLD, expected: "1", at_least_one: "1", least: 1, most: 1 }],
      })
      await publish(smallCatalog)
    })

    it("are refused for unknown loot, wrong quantities and ids, and without a token", async () => {
      await publish(smallCatalog)
      assert.strictEqual((await get(of(999))).status, 404)
      for (const [path, field] of [
        [of(CHEST_LOOT, "?quantity=0"), "quantity"],
        [of(CHEST_LOOT, "?quantity=101"), "quantity"],
        [of("x"), "loot_id"],
      ] as const) {
        const reply = await get(path)
        assert.strictEqual(reply.status, 422, path)
        assert.include(reply.text, field)
      }
      const anonymous = await server.current.call("GET", of(CHEST_LOOT))
      assert.strictEqual(anonymous.status, 403)
      const other = await server.current.machine("inv:read_inv:player:any")
      const denied = await server.current.call("GET", of(CHEST_LOOT), { token: other })
      assert.deepStrictEqual([denied.status, codeOf(denied)], [403, "insufficient_permissions"])
    })
  })
})

/** The small catalog, in which a chest draws loot that leaves, and that reads what was drawn: its odds take long. */
const slowCatalog = (): unknown => {
  const slow = structuredClone(smallCatalog) as { vendors: Record<string, { loot: Record<string, object> }> }
  const reading = { item_id: SWORD, stack_limit: 20 }
  slow.vendors["20"] = {
    ...slow.vendors["20"],
    loot: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [300 + at, { ...reading, drop_weight: at + 1 }])),
  }
  return slow
}

describe("odds that take long", () => {
  const server = useServer({ database: sqliteLayer, settings: { oddsPublished: true, oddsStepsMax: 1_000_000 } })
  beforeAll(() =>
    server.current.run(Effect.flatMap(Catalogs, (catalogs) => catalogs.publish(slowCatalog(), {}, testAct))),
  )

  it("are 503 with Retry-After while eight others are computed or wait, and say where they were cut short", async () => {
    const { token } = await server.current.player()
    const replies = await Promise.all(
      Array.from({ length: 14 }, (_, at) =>
        server.current.call("GET", of(CHEST_LOOT, `?quantity=${at + 30}`), { token }),
      ),
    )
    const answered = replies.filter(({ status }) => status === 200)
    const refused = replies.filter(({ status }) => status === 503)
    assert.strictEqual(answered.length + refused.length, replies.length)
    assert.isAtLeast(refused.length, 1)
    for (const reply of refused) {
      assert.strictEqual(codeOf(reply), "too_many_odds")
      assert.isAtLeast(Number(reply.headers["retry-after"]), 5)
    }
    for (const { json } of answered) assert.deepInclude(json, { exact: false, cut_short: true })
  })
})

onEachDatabase((name, database) => {
  describe(`odds that are not published, on ${name}`, () => {
    const server = useServer({ database })
    beforeAll(() =>
      server.current.run(Effect.flatMap(Catalogs, (catalogs) => catalogs.publish(smallCatalog, {}, testAct))),
    )

    it("are 404", async () => {
      const { token } = await server.current.player()
      const reply = await server.current.call("GET", of(CHEST_LOOT), { token })
      assert.deepStrictEqual([reply.status, codeOf(reply)], [404, "resource_not_found"])
    })
  })
})
