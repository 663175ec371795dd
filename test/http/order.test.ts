/**
 * Orders over a real socket: submitting, and the page of them (interface, sections 2.8 and 4.5; decisions, section 12).
 */
import { assert, describe, it } from "@effect/vitest"
import { CHEST_LOOT, GOLD, POUCH_LOOT, SWORD } from "../support/catalog.ts"
import { onEachDatabase } from "../support/databases.ts"
import { useServer } from "../support/server.ts"
import { codeOf, detailsOf } from "./samples.ts"

const me = "/inventory/v1/player/me/order"
const forPlayer = (playerUuid: string) => `/inventory/v1/player/uuid/${playerUuid}/order`
const fill = (lootId: number, quantity = 1) => ({ type: "fill_loot", loot_id: lootId, quantity })

interface Entry {
  readonly result: string
  readonly details: ReadonlyArray<{
    readonly type: string
    readonly inv_change?: { readonly after?: { count: number } }
  }>
}
interface Order {
  readonly order_id: string
  readonly player_uuid: string
  readonly source: string
  readonly created_time: string
  readonly entries: ReadonlyArray<Entry>
}
interface Page {
  readonly data: ReadonlyArray<Order>
  readonly page: {
    readonly starting_position?: string
    readonly cursor?: string
    readonly sort?: string
    readonly limit: number
  }
}

onEachDatabase((name, database) => {
  describe(`orders on ${name}`, () => {
    const server = useServer({ database })
    const submit = (token: string, body: unknown, path = me) => server.current.call("POST", path, { token, body })
    const page = (token: string, query: Record<string, string> = {}) =>
      server.current.call("GET", `${me}?${new URLSearchParams(query)}`, { token })
    const pageOf = async (token: string, query?: Record<string, string>) => (await page(token, query)).json as Page

    it("fulfils what a player may claim, and shows the same order on the page", async () => {
      const { playerUuid, token } = await server.current.player()
      const reply = await submit(token, { entries: [fill(POUCH_LOOT, 2), fill(CHEST_LOOT)] })
      assert.strictEqual(reply.status, 200)
      assert.strictEqual(reply.headers["cache-control"], "no-store")
      const order = reply.json as Order
      assert.include(order, { source: "CLIENT", player_uuid: playerUuid })
      assert.deepStrictEqual(
        order.entries.map(({ result }) => result),
        ["success", "success"],
      )
      assert.strictEqual(order.entries[0]?.details[0]?.inv_change?.after?.count, 100)
      const shown = await page(token)
      assert.deepStrictEqual((shown.json as Page).data, [order])
      assert.include(shown.text, reply.text)
      assert.strictEqual(shown.headers["cache-control"], "no-store")
    })

    it("tries no promotion code after ten wrong ones of a player, in orders and quotes, or a hundred of an address", async () => {
      const code = (external_tran_id: string) => ({ type: "promotion_code", external_tran_id, quantity: 1 })
      const resultsIn = async (token: string, body: object, path = me) =>
        ((await submit(token, body, path)).json as Order).entries.map(({ result }) => result)
      const wrong = { entries: Array.from({ length: 5 }, (_, at) => code(`WRONG-${at}`)) }
      const one = { entries: [code("WRONG")] }
      const [found, refused] = ["promotion_not_found", "too_many_requests"].map((result) =>
        wrong.entries.map(() => result),
      )
      const { token } = await server.current.player()
      assert.deepStrictEqual(await resultsIn(token, wrong), found)
      assert.deepStrictEqual(await resultsIn(token, wrong, `${me}/quote`), found)
      assert.deepStrictEqual(await resultsIn(token, wrong), refused)
      for (const body of [one, { ...one, results: "expected" }]) {
        assert.deepStrictEqual(await resultsIn(token, body, `${me}/quote`), ["too_many_requests"])
      }
      for (let count = 0; count < 18; count++) {
        assert.deepStrictEqual(await resultsIn((await server.current.player()).token, wrong), found)
      }
      assert.deepStrictEqual(await resultsIn((await server.current.player()).token, one), ["too_many_requests"])
    })

    it("shows one order with the bytes of its submission, to its player and to servers", async () => {
      const { playerUuid, token } = await server.current.player()
      const other = await server.current.player()
      const reader = await server.current.machine("inv:read_order:player:any")
      const submitted = await submit(token, { entries: [fill(POUCH_LOOT)] })
      const { order_id: id } = submitted.json as Order
      for (const [path, asker] of [
        [`${me}/${id}`, token],
        [`${me}/${id.toUpperCase()}`, token],
        [`${forPlayer(playerUuid)}/${id}`, reader],
      ] as const) {
        const reply = await server.current.call("GET", path, { token: asker })
        assert.deepStrictEqual([reply.status, reply.text], [200, submitted.text])
      }
      for (const [path, asker] of [
        [`${me}/${id}`, other.token],
        [`${forPlayer(other.playerUuid)}/${id}`, reader],
        [`${me}/${id}/explain`, other.token],
        [`${forPlayer(other.playerUuid)}/${id}/explain`, reader],
      ] as const) {
        const reply = await server.current.call("GET", path, { token: asker })
        assert.deepStrictEqual([reply.status, codeOf(reply)], [404, "resource_not_found"])
      }
    })

    it("explains an order: to its player without the odds of draws, to servers with them", async () => {
      const { playerUuid, token } = await server.current.player()
      const reader = await server.current.machine("inv:read_order:player:any")
      const entries = [fill(CHEST_LOOT), fill(404), fill(POUCH_LOOT)]
      const { order_id: id } = (await submit(token, { entries })).json as Order
      const own = await server.current.call("GET", `${me}/${id}/explain`, { token })
      const full = await server.current.call("GET", `${forPlayer(playerUuid)}/${id}/explain`, { token: reader })
      assert.deepStrictEqual([own.status, full.status], [200, 200], own.text)
      for (const reply of [own, full]) {
        const explanation = reply.json as Readonly<Record<string, unknown>> & { readonly entries: ReadonlyArray<Entry> }
        assert.include(explanation, { order_id: id, player_uuid: playerUuid, source: "CLIENT", is_same: true })
        assert.deepStrictEqual(
          explanation.entries.map(({ result }) => result),
          ["success", "loot_not_found", "success"],
        )
        assert.include(reply.text, '"message":"The catalog has no loot 404."')
        assert.include(reply.text, '"type":"draw"')
        assert.include(reply.text, '"undone":false')
      }
      assert.include(full.text, '"odds":"')
      for (const hidden of ["odds", "weight", "candidates", "total"]) assert.notInclude(own.text, `"${hidden}`)
    })

    it("quotes an order with sampled or with expected results, and stores nothing", async () => {
      const { playerUuid, token } = await server.current.player()
      const quote = (body: object, path = me, by = token) => submit(by, body, `${path}/quote`)
      const sampled = await quote({ results: "sampled", entries: [fill(POUCH_LOOT)] })
      const plain = await quote({ entries: [fill(POUCH_LOOT)] })
      assert.strictEqual(sampled.status, 200, sampled.text)
      assert.deepStrictEqual(
        [sampled, plain].map(({ json }) => (json as Order).entries[0]?.result),
        ["success", "success"],
      )
      const machine = await server.current.machine("inv:create_order:player:any")
      const expected = { results: "expected", entries: [fill(CHEST_LOOT)] }
      const forAny = await quote(expected, forPlayer(playerUuid), machine)
      assert.strictEqual(forAny.status, 200, forAny.text)
      assert.deepInclude(forAny.json, { results: "expected", player_uuid: playerUuid })
      const items = [
        { item_id: GOLD, expected: "15/4", at_least_one: "3/4", least: 5, most: 5 },
        { item_id: SWORD, expected: "1/4", at_least_one: "1/4", least: 1, most: 1 },
      ]
      assert.deepNestedInclude(forAny.json, { "entries[0].expected.exact": true, "entries[0].expected.items": items })
      assert.deepNestedInclude(forAny.json, { "entries[0].expected.conditional[0].item_id": SWORD })
      const denied = await quote({ results: "expected", source: "REWARDS", entries: [] })
      assert.deepStrictEqual([denied.status, codeOf(denied)], [403, "insufficient_permissions"])
      for (const [body, field] of [
        [{ results: "likely", entries: [] }, "results"],
        // Odds are not published.
        [expected, "results"],
        [{ results: "expected", entries: [fill(CHEST_LOOT, 1001)] }, "entries"],
      ] as const) {
        const refused = await quote(body)
        assert.strictEqual(refused.status, 422, refused.text)
        assert.strictEqual(detailsOf(refused)[0]?.[0], `body.${field}`)
      }
      assert.deepStrictEqual((await pageOf(token)).data, [])
      // A submission has no results to choose.
      assert.strictEqual((await submit(token, { results: "expected", entries: [] })).status, 200)
    })

    it("lets a server create what players may not", async () => {
      const { playerUuid, token } = await server.current.player()
      const create = { type: "create_new_persistent_inventory", item_id: SWORD, quantity: 1 }
      const refused = (await submit(token, { entries: [create] })).json as Order
      assert.deepStrictEqual(
        refused.entries.map(({ result }) => result),
        ["permission_denied"],
      )
      const operator = await server.current.machine("inv:create_order:player:any")
      const body = { source: "SUPPORT", entries: [create, fill(404), { ...create, item_id: 404 }] }
      const order = (await submit(operator, body, forPlayer(playerUuid))).json as Order
      assert.deepStrictEqual(
        order.entries.map(({ result }) => result),
        ["success", "loot_not_found", "item_not_found"],
      )
      assert.lengthOf((await pageOf(token)).data, 2)
    })

    it("lets a player submit source CLIENT only", async () => {
      const { token } = await server.current.player()
      const reply = await submit(token, { source: "SUPPORT", entries: [fill(POUCH_LOOT)] })
      assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "insufficient_permissions"])
      assert.strictEqual((await submit(token, { source: "CLIENT", entries: [fill(POUCH_LOOT)] })).status, 200)
    })

    it("answers the same reference with the same order for ever, and another body with 409", async () => {
      const { token } = await server.current.player()
      const body = { client_order_ref_id: crypto.randomUUID(), entries: [fill(CHEST_LOOT, 3)] }
      const first = await submit(token, body)
      assert.strictEqual((await submit(token, body)).text, first.text)
      const twins = await Promise.all(Array.from({ length: 4 }, () => submit(token, body)))
      for (const twin of twins) assert.strictEqual(twin.text, first.text)
      const conflict = await submit(token, { ...body, entries: [fill(CHEST_LOOT, 4)] })
      assert.deepStrictEqual([conflict.status, codeOf(conflict)], [409, "order_ref_conflict"])
      assert.propertyVal(conflict.json, "auth_success", true)
      assert.lengthOf((await pageOf(token)).data, 1)
    })

    it("takes a body for the same however it writes its numbers, ids, times and defaults", async () => {
      const { token } = await server.current.player()
      const reference = crypto.randomUUID()
      const send = (fields: string, entry: string) =>
        server.current.call("POST", me, {
          token,
          raw: `{"client_order_ref_id":"${reference}",${fields}"entries":[{"type":"fill_loot",${entry}}]}`,
        })
      const first = await send("", `"loot_id":${POUCH_LOOT},"quantity":3,"expires":"2030-01-01T00:00:00Z"`)
      assert.strictEqual(first.status, 200)
      for (const [fields, entry] of [
        ['"is_transaction":false,', '"quantity":3.0,"expires":"2030-01-01T01:30:00+01:30"'],
        ['"source":"CLIENT",', '"quantity":30e-1,"expires":"2029-12-31T23:00:00.000-01:00","custom_data":null'],
        ['"source":"CLIENT","is_transaction":false,"later":1,', '"quantity":0.3e1,"expires":"2030-01-01T00:00Z"'],
      ] as const) {
        const reply = await send(fields, `"loot_id":${POUCH_LOOT}.0,${entry}`)
        assert.deepStrictEqual([reply.status, reply.text], [200, first.text], fields)
      }
      const upper = `{"client_order_ref_id":"${reference.toUpperCase()}","entries":[{"type":"fill_loot",`
      const entry = `"loot_id":${POUCH_LOOT},"quantity":3,"expires":"2030-01-01T00:00:00Z"}]}`
      assert.strictEqual((await server.current.call("POST", me, { token, raw: upper + entry })).text, first.text)
      assert.strictEqual((await send('"is_transaction":true,', `"loot_id":${POUCH_LOOT},"quantity":3`)).status, 409)
    })

    it("keeps every digit of an int64, in both directions", async () => {
      const { playerUuid, token } = await server.current.player()
      const operator = await server.current.machine("inv:create_order:player:any")
      for (const digits of ["9007199254740993", "9223372036854775807", "-9223372036854775808", "-1", "0"]) {
        const entry = `{"type":"fill_loot","loot_id":${POUCH_LOOT},"quantity":1,"vendor_version":${digits},"player_portal_event_id":${digits}}`
        const reply = await server.current.call("POST", forPlayer(playerUuid), {
          token: operator,
          raw: `{"source":"REWARDS","entries":[${entry}]}`,
        })
        assert.strictEqual(reply.status, 200, reply.text)
        for (const text of [reply.text, (await page(token, { sort: "desc", limit: "1" })).text]) {
          assert.include(text, `"vendor_version":${digits},`)
          assert.match(text, new RegExp(`"player_portal_event_id":${digits}[,}]`))
        }
      }
    })

    it("pages in either direction without gap or repeat", async () => {
      const { token } = await server.current.player()
      for (let count = 0; count < 5; count++) await submit(token, { entries: [fill(POUCH_LOOT)] })
      const all = (await pageOf(token)).data.map((order) => order.order_id)
      assert.lengthOf(new Set(all), 5)
      for (const [sort, expected] of [
        ["asc", all],
        ["desc", all.toReversed()],
      ] as const) {
        const seen: Array<string> = []
        let next = await pageOf(token, { limit: "2", sort })
        seen.push(...next.data.map((order) => order.order_id))
        while (next.page.cursor !== undefined) {
          next = await pageOf(token, {
            limit: "2",
            cursor: next.page.cursor,
            starting_position: "1970-01-01T00:00:00Z",
          })
          seen.push(...next.data.map((order) => order.order_id))
        }
        assert.deepStrictEqual(seen, expected)
      }
    })

    it("starts at a time inclusively", async () => {
      const { token } = await server.current.player()
      const orders: Array<Order> = []
      for (let count = 0; count < 3; count++) {
        server.current.advanceSeconds(1)
        orders.push((await submit(token, { entries: [fill(POUCH_LOOT)] })).json as Order)
      }
      const from = orders[1]?.created_time ?? ""
      const expected = orders.slice(1).map((order) => order.order_id)
      const seconds = Date.parse(from) / 1000
      const zoned = `${new Date(Date.parse(from) + 90 * 60_000).toISOString().slice(0, -1)}+01:30`
      for (const starting_position of [from, zoned, String(seconds), seconds.toFixed(3)]) {
        const shown = await pageOf(token, { starting_position })
        assert.deepStrictEqual(
          shown.data.map((order) => order.order_id),
          expected,
          starting_position,
        )
        assert.strictEqual(shown.page.starting_position, from)
      }
      for (const starting_position of [String(seconds + 0.001), String(Math.floor(seconds) + 1)]) {
        const shown = await pageOf(token, { starting_position })
        assert.deepStrictEqual(
          shown.data.map((order) => order.order_id),
          expected.slice(1),
          starting_position,
        )
      }
    })

    it("shows an empty page to a player without orders", async () => {
      const { token } = await server.current.player()
      assert.deepInclude(await pageOf(token), { data: [] })
    })

    it("reports every broken parameter of the page by its kind", async () => {
      const { token } = await server.current.player()
      const other = await server.current.player()
      for (let count = 0; count < 2; count++) await submit(other.token, { entries: [fill(POUCH_LOOT)] })
      const foreign = (await pageOf(other.token, { limit: "1" })).page.cursor ?? ""
      const cases = [
        [{ limit: "0" }, "limit", "greater_than_equal"],
        [{ limit: "51" }, "limit", "less_than_equal"],
        [{ limit: "ten" }, "limit", "int_type"],
        [{ sort: "up" }, "sort", "enum"],
        [{ starting_position: "2026-11-21T00:00:00" }, "starting_position", "timezone_aware"],
        [{ starting_position: "yesterday" }, "starting_position", "datetime_parsing"],
        [{ starting_position: "2026-02-30T00:00:00Z" }, "starting_position", "datetime_parsing"],
        [{ starting_position: "1e9" }, "starting_position", "datetime_parsing"],
        [{ starting_position: "1763693160." }, "starting_position", "datetime_parsing"],
        [{ starting_position: "99999999999999999999" }, "starting_position", "datetime_parsing"],
      ] as const
      for (const [query, field, type] of cases) {
        const reply = await page(token, query)
        assert.deepStrictEqual([reply.status, detailsOf(reply)], [422, [[`query.${field}`, type]]])
      }
      for (const cursor of [foreign, "x", "", "a".repeat(3000), `${foreign.slice(0, -2)}AA`]) {
        const reply = await page(token, { cursor })
        assert.deepStrictEqual([reply.status, detailsOf(reply)[0]?.[0]], [422, "query.cursor"], cursor)
      }
      const all = await page(token, { limit: "x", sort: "x", starting_position: "x" })
      assert.lengthOf(detailsOf(all), 3)
    })

    it("lists a cursor that was not issued to the player together with other mistakes", async () => {
      const { token } = await server.current.player()
      for (let count = 0; count < 2; count++) await submit(token, { entries: [fill(POUCH_LOOT)] })
      const cursor = (await pageOf(token, { limit: "1" })).page.cursor ?? ""
      const limit = ["query.limit", "greater_than_equal"] as const
      const refused = ["query.cursor", "value_error"] as const
      assert.sameDeepMembers([...detailsOf(await page(token, { limit: "0", cursor: "x" }))], [limit, refused])
      assert.sameDeepMembers(
        [...detailsOf(await page(token, { sort: "up", cursor: "x" }))],
        [["query.sort", "enum"], refused],
      )
      // The cursor is good, and its listing ascends.
      assert.sameDeepMembers([...detailsOf(await page(token, { limit: "0", sort: "desc", cursor }))], [limit, refused])
      assert.deepStrictEqual(detailsOf(await page(token, { limit: "0", sort: "asc", cursor })), [limit])
      assert.deepStrictEqual(detailsOf(await page(token, { sort: "up", cursor })), [["query.sort", "enum"]])
    })

    it("ignores starting_position where a cursor is given, whatever it says", async () => {
      const { token } = await server.current.player()
      for (let count = 0; count < 2; count++) await submit(token, { entries: [fill(POUCH_LOOT)] })
      const first = await pageOf(token, { limit: "1" })
      const second = await page(token, { cursor: first.page.cursor ?? "" })
      for (const position of ["yesterday", "", "2026-11-21T00:00:00", "9999-01-01T00:00:00Z"]) {
        const reply = await page(token, { cursor: first.page.cursor ?? "", starting_position: position })
        assert.deepStrictEqual([reply.status, reply.text], [200, second.text], position)
      }
      const query = `${me}?starting_position=%ff&starting_position=x&cursor=${first.page.cursor}`
      assert.strictEqual((await server.current.call("GET", query, { token })).status, 200)
      for (const cursor of ["x", "%ff", "a&cursor=b"]) {
        const broken = await server.current.call("GET", `${me}?cursor=${cursor}&starting_position=x`, { token })
        assert.deepStrictEqual([broken.status, detailsOf(broken)], [422, [["query.cursor", "value_error"]]], cursor)
      }
    })

    it("accepts an integer however JSON writes it, and tells an integer out of range from other values", async () => {
      const { token } = await server.current.player()
      const send = (quantity: string) =>
        server.current.call("POST", me, {
          token,
          raw: `{"entries":[{"type":"fill_loot","loot_id":${POUCH_LOOT},"quantity":${quantity}}]}`,
        })
      for (const [written, quantity] of [
        ["1.0", 1],
        ["2e0", 2],
        ["30E-1", 3],
        ["-0", 0],
        ["9007199254740991", 9_007_199_254_740_991],
      ] as const) {
        const reply = await send(written)
        assert.strictEqual(reply.status, 200, reply.text)
        assert.include(reply.text, `"quantity":${quantity},`)
      }
    })

    it("answers 404 for a player that does not exist, and 422 for an integer in the path", async () => {
      const operator = await server.current.machine("inv:create_order:player:any")
      const reply = await submit(operator, { entries: [fill(POUCH_LOOT)] }, forPlayer(crypto.randomUUID()))
      assert.deepStrictEqual([reply.status, codeOf(reply)], [404, "resource_not_found"])
      const integer = await submit(operator, { entries: 5 }, forPlayer("5"))
      assert.sameDeepMembers(
        [...detailsOf(integer)],
        [
          ["path.player_uuid", "uuid_parsing"],
          ["body.entries", "list_type"],
        ],
      )
      const unreadable = await server.current.call("POST", forPlayer("5"), { token: operator, raw: "{" })
      assert.sameDeepMembers(
        [...detailsOf(unreadable)],
        [
          ["path.player_uuid", "uuid_parsing"],
          ["body", "json_invalid"],
        ],
      )
    })

    it("adds up the gold of concurrent orders", async () => {
      const { token } = await server.current.player()
      const replies = await Promise.all(
        Array.from({ length: 10 }, () => submit(token, { entries: [fill(POUCH_LOOT)] })),
      )
      const counts = replies.map((reply) => (reply.json as Order).entries[0]?.details[0]?.inv_change?.after?.count)
      assert.sameMembers(
        counts,
        Array.from({ length: 10 }, (_, index) => 50 * (index + 1)),
      )
    })
  })
})

describe("orders before anything was published", () => {
  const server = useServer({ catalog: false })
  it("are answered 404", async () => {
    const { token } = await server.current.player()
    const reply = await server.current.call("POST", me, { token, body: { entries: [fill(POUCH_LOOT)] } })
    assert.deepStrictEqual([reply.status, codeOf(reply)], [404, "resource_not_found"])
  })
})
