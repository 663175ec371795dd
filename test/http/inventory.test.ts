/** What players own, over a real socket: GET …/player/me/inventory and …/player/uuid/… (decisions, section 11). */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { alwaysOwnedId } from "@garrison/core/inventory/rules/alwaysOwned"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { GOLD, smallCatalog, SWORD } from "../support/catalog.ts"
import { onEachDatabase } from "../support/databases.ts"
import { strangerUuid } from "../support/players.ts"
import { useServer } from "../support/server.ts"
import { codeOf, detailsOf } from "./samples.ts"
import { testAct } from "../support/acts.ts"

interface Page {
  readonly data: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly page: { readonly cursor?: string; readonly limit: number }
}

const own = "/inventory/v1/player/me/inventory"
const of = (playerUuid: string) => `/inventory/v1/player/uuid/${playerUuid}/inventory`

onEachDatabase((name, database) => {
  describe(`inventories on ${name}`, () => {
    const server = useServer({ database })

    const get = (path: string, token: string, headers: Record<string, string> = {}) =>
      server.current.call("GET", path, { token, headers })

    const order = async (playerUuid: string, ...entries: ReadonlyArray<object>) => {
      const token = await server.current.machine("inv:create_order:player:any")
      const path = `/inventory/v1/player/uuid/${playerUuid}/order`
      const reply = await server.current.call("POST", path, { token, body: { source: "SUPPORT", entries } })
      assert.strictEqual(reply.status, 200, reply.text)
      return reply.json as { readonly entries: ReadonlyArray<{ readonly details: ReadonlyArray<never> }> }
    }

    const create = (item_id: number, more: object = {}) => ({
      type: "create_new_persistent_inventory",
      item_id,
      quantity: 1,
      ...more,
    })

    it("show what an order gave, to the player and to holders of the permission for all players", async () => {
      const { playerUuid, token } = await server.current.player()
      assert.deepStrictEqual((await get(own, token)).json, { data: [], page: { limit: 50 } })
      await order(playerUuid, create(GOLD, { quantity: 7, custom_data: { from: "a chest" } }), create(SWORD))
      const mine = await get(own, token)
      const { data } = mine.json as Page
      assert.deepStrictEqual(
        data.map(({ count, item_id }) => [item_id, count]),
        [
          [GOLD, 7],
          [SWORD, 1],
        ],
      )
      assert.deepInclude(data[0], { type: "persistent", bucket: "none", custom_data: { from: "a chest" } })
      assert.match(String(data[0]?.["acquired"]), /^\d{4}-.*Z$/)
      const reader = await server.current.machine("inv:read_inv:player:any")
      assert.strictEqual((await get(of(playerUuid), reader)).text, mine.text)
      assert.strictEqual((await get(of(playerUuid.toUpperCase()), reader)).text, mine.text)
    })

    it("are revalidated: 304 while nothing changes, and the whole page after a change", async () => {
      const { playerUuid, token } = await server.current.player()
      await order(playerUuid, create(GOLD))
      const first = await get(own, token)
      const tag = String(first.headers["etag"])
      assert.include(first.headers, { "cache-control": "private, no-cache", vary: "Authorization" })
      for (const condition of [tag, `W/${tag}`, `"x", ${tag}`, "*"]) {
        const again = await get(own, token, { "if-none-match": condition })
        assert.deepStrictEqual([again.status, again.text, again.headers["etag"]], [304, "", tag])
        assert.include(again.headers, { "cache-control": "private, no-cache", vary: "Authorization" })
      }
      await order(playerUuid, { type: "fill_loot", loot_id: 100, quantity: 1 })
      const after = await get(own, token, { "if-none-match": tag })
      assert.strictEqual(after.status, 200)
      assert.notStrictEqual(after.headers["etag"], tag)
    })

    it("come in pages whose cursors lead through all of it", async () => {
      const { playerUuid, token } = await server.current.player()
      await order(playerUuid, ...Array.from({ length: 25 }, (_, index) => create(index % 2 === 0 ? GOLD : SWORD)))
      const seen: Array<unknown> = []
      let cursor: string | undefined
      let pages = 0
      do {
        const query: string = cursor === undefined ? "?limit=10" : `?limit=10&cursor=${cursor}`
        const { data, page } = (await get(own + query, token)).json as Page
        seen.push(...data.map(({ inventory_id }) => inventory_id))
        cursor = page.cursor
        pages++
      } while (cursor !== undefined)
      assert.deepStrictEqual([pages, seen.length, new Set(seen).size], [3, 25, 25])
    })

    it("tell of a broken limit and of a cursor that is not the player's at once", async () => {
      const [ada, lin] = [await server.current.player(), await server.current.player()]
      await order(ada.playerUuid, create(GOLD), create(SWORD))
      const { cursor = "" } = ((await get(`${own}?limit=1`, ada.token)).json as Page).page
      assert.strictEqual((await get(`${own}?limit=1&cursor=${cursor}`, ada.token)).status, 200)
      const foreign = await get(`${own}?limit=101&cursor=${cursor}`, lin.token)
      assert.deepStrictEqual(detailsOf(foreign), [
        ["query.limit", "less_than_equal"],
        ["query.cursor", "value_error"],
      ])
      assert.deepStrictEqual(detailsOf(await get(`${own}?cursor=${cursor}`, lin.token)), [
        ["query.cursor", "value_error"],
      ])
      const reader = await server.current.machine("inv:read_inv:player:any")
      assert.strictEqual((await get(`${of(ada.playerUuid)}?limit=1&cursor=${cursor}`, reader)).status, 200)
      assert.deepStrictEqual(detailsOf(await get(`${of("5")}?limit=0&cursor=${cursor}`, reader)), [
        ["path.player_uuid", "uuid_parsing"],
        ["query.limit", "greater_than_equal"],
        ["query.cursor", "value_error"],
      ])
    })

    it("of an unknown player are 404 resource_not_found", async () => {
      const reply = await get(of(strangerUuid), await server.current.machine("inv:read_inv:player:any"))
      assert.deepStrictEqual([reply.status, codeOf(reply)], [404, "resource_not_found"])
    })

    it("hold what the catalog gives to everyone, from the moment it does", async () => {
      const { token } = await server.current.player()
      const before = await get(own, token)
      const items = { ...smallCatalog.items, 9: { availability_flags: 2 } }
      await server.current.run(
        Effect.flatMap(Catalogs, (catalogs) => catalogs.publish({ ...smallCatalog, items }, {}, testAct)),
      )
      const after = await get(own, token, { "if-none-match": String(before.headers["etag"]) })
      const { data } = after.json as Page
      assert.deepInclude(data[0], { item_id: 9, inventory_id: alwaysOwnedId(9), type: "always_owned", count: 1 })
      await server.current.run(Effect.flatMap(Catalogs, (catalogs) => catalogs.publish(smallCatalog, {}, testAct)))
      assert.strictEqual((await get(own, token)).text, before.text)
    })
  })
})

describe("an inventory before anything was published", () => {
  const server = useServer({ catalog: false })
  it("is empty, and there", async () => {
    const { token } = await server.current.player()
    assert.deepStrictEqual((await server.current.call("GET", own, { token })).json, { data: [], page: { limit: 50 } })
  })
})
