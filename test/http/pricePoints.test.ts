/** What loot costs, as a game client learns it, over real sockets (decisions, section 10). */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Orders } from "@garrison/core/order/Orders"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib"
import { testAct } from "../support/acts.ts"
import { onEachDatabase } from "../support/databases.ts"
import { server as gameServer } from "../support/orders.ts"
import { useServer } from "../support/server.ts"
import { codeOf } from "./samples.ts"

const VENDORS = "/inventory/v1/catalog/vendor"
const POINTS = "/inventory/v1/catalog/price-point"
const decompress = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync } as const

const [GOLD, GEMS, SWORD, HELM, MARK, COUPON, WHOLE] = [1, 2, 3, 4, 5, 6, 7]
const [SWORD_LOOT, SET_LOOT, OLD_LOOT, SOON_LOOT, RENT_LOOT, WHOLE_LOOT] = [100, 101, 102, 103, 104, 105]

const price = (quantity: number, gold: number, gems?: number) => ({
  quantity,
  currencies: [
    { price_item_id: GOLD, price: gold },
    ...(gems === undefined ? [] : [{ price_item_id: GEMS, price: gems, min_reduced_price: 1 }]),
  ],
})

/** A shop with tiers, two currencies, a sale, and loot that is off, not yet on, for a while, or for one platform. */
const shop = {
  items: {
    [GOLD]: {},
    [GEMS]: { item_portal_use_ruleset_id: 2 },
    [SWORD]: {},
    [HELM]: { item_portal_use_ruleset_id: 1 },
    [MARK]: {},
    [COUPON]: {
      coupon_discount_currency_item_id: GOLD,
      coupon_discount_percentage: 0.5,
      coupon_discount_loot: [SWORD_LOOT],
    },
    [WHOLE]: { type: "recipe_with_price_reduction" },
  },
  item_portal_use_rulesets: { 1: { platforms: ["Golf", "Echo"] }, 2: { platforms: ["Anon", "Golf"] } },
  time_frames: { 1: { start: "2020-01-01T00:00:00Z", end: "2999-01-01T00:00:00Z" } },
  price_points: {
    "tiers / ü?": {
      cap_flag: true,
      current_breakpoints: [price(10, 80, 4), price(1, 100, 5), price(25, 50)],
      pre_sale_breakpoints: [price(1, 120)],
    },
    set: { strict_flag: true, current_breakpoints: [price(1, 300), price(2, 280)] },
    before: { current_breakpoints: [price(1, 200)] },
    retired: { current_breakpoints: [price(1, 7777)], pre_sale_breakpoints: [price(1, 8888)] },
    draft: { current_breakpoints: [price(1, 9999)] },
    soon: { current_breakpoints: [price(1, 10)] },
    rent: { current_breakpoints: [price(1, 20)] },
    whole: { current_breakpoints: [price(1, 300)] },
    helm: { current_breakpoints: [price(1, 20)] },
  },
  vendors: {
    10: {
      loot: {
        [SWORD_LOOT]: {
          item_id: SWORD,
          current_price_point_guid: "tiers / ü?",
          pre_sale_price_point_guid: "before",
        },
        [SET_LOOT]: { sub_vendor_id: 20, current_price_point_guid: "set" },
        [OLD_LOOT]: { item_id: SWORD, active: false, current_price_point_guid: "retired" },
        [SOON_LOOT]: {
          item_id: MARK,
          effective_from: "2998-01-01T00:00:00Z",
          current_price_point_guid: "soon",
        },
        [RENT_LOOT]: {
          item_id: MARK,
          inventory_selector_type: "rent_timeframe_locked",
          time_frame_id: 1,
          current_price_point_guid: "rent",
        },
        [WHOLE_LOOT]: { item_id: WHOLE, sub_vendor_id: 30, current_price_point_guid: "whole" },
      },
    },
    30: { loot: { 300: { item_id: HELM, current_price_point_guid: "helm" } } },
    20: { loot: { 200: { item_id: SWORD, quantity: 2 }, 201: { item_id: HELM } } },
  },
}

interface Currency {
  readonly price_item_id: number
  readonly price: number
  readonly reduced_price?: number
  readonly platforms?: ReadonlyArray<string>
}
interface Point {
  readonly price_point_guid: string
  readonly current_breakpoints: ReadonlyArray<{
    readonly quantity: number
    readonly currencies: ReadonlyArray<Currency>
  }>
  readonly pre_sale_breakpoints: ReadonlyArray<unknown>
  readonly loot: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly cache_info: { readonly etag: string; readonly str_rep: string }
}
interface Points {
  readonly price_points: Readonly<Record<string, Point>>
  readonly cache_info: { readonly etag: string }
}
type Loot = Readonly<Record<string, unknown>> & { readonly loot_id: number; readonly current_price_point_guid?: string }
interface Vendors {
  readonly vendors: Readonly<Record<string, { readonly loot: Readonly<Record<string, Loot>> }>>
}

/** Canonical JSON of what has no numbers but integers. */
const canonical = (value: unknown): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join()}}`
}

const etagOf = (text: string): string => createHash("sha256").update(text).digest("base64url")

onEachDatabase((name, database) => {
  describe(`what loot costs on ${name}`, () => {
    const server = useServer({ database })
    const publish = (document: unknown) =>
      server.current.run(Effect.flatMap(Catalogs, (catalogs) => catalogs.publish(document, {}, testAct)))
    beforeAll(() => publish(shop))
    let reader: string
    beforeAll(async () => {
      reader = await server.current.machine("catalog:read")
    })
    const get = (path: string, headers: Record<string, string> = {}) =>
      server.current.call("GET", path, { token: reader, headers })
    const pathOf = (guid: string) => `${POINTS}/${encodeURIComponent(guid)}`
    const pointOf = async (guid: string) => (await get(pathOf(guid))).json as Point
    const all = async () => (await get(POINTS)).json as Points

    it("is told with tiers by rising quantity, the tiers of before the sale, and the loot", async () => {
      const point = await pointOf("tiers / ü?")
      assert.deepStrictEqual(point, {
        cache_info: point.cache_info,
        price_point_guid: "tiers / ü?",
        strict_flag: false,
        cap_flag: true,
        current_breakpoints: [
          { quantity: 1, currencies: currencies(100, 5) },
          { quantity: 10, currencies: currencies(80, 4) },
          { quantity: 25, currencies: currencies(50) },
        ],
        pre_sale_breakpoints: [{ quantity: 1, currencies: currencies(120) }],
        loot: [{ loot_id: SWORD_LOOT, vendor_id: 10, use: "current", active: true }],
      } as never)
      assert.deepStrictEqual((await pointOf("before")).loot, [
        { loot_id: SWORD_LOOT, vendor_id: 10, use: "pre_sale", active: true },
      ])
    })

    it("has the platforms and the times of loot, of a bundle those of its parts", async () => {
      const lootOf = async (guid: string) => (await pointOf(guid)).loot[0]
      assert.deepStrictEqual((await lootOf("set"))?.["platforms"], ["Golf", "Echo"])
      assert.strictEqual((await lootOf("soon"))?.["for_sale_from"], "2998-01-01T00:00:00.000Z")
      assert.strictEqual((await lootOf("rent"))?.["for_sale_until"], "2999-01-01T00:00:00.000Z")
    })

    it("is led to by each loot of the vendor list that has a price", async () => {
      const { vendors } = (await get(VENDORS)).json as Vendors
      const { price_points: points } = await all()
      const priced = Object.values(vendors)
        .flatMap(({ loot }) => Object.values(loot))
        .filter(({ current_price_point_guid: guid }) => guid !== undefined)
      assert.sameMembers(
        priced.map(({ loot_id: id }) => id),
        [SWORD_LOOT, SET_LOOT, OLD_LOOT, SOON_LOOT, RENT_LOOT, WHOLE_LOOT, 300],
      )
      for (const { current_price_point_guid: guid = "", loot_id: id } of priced) {
        const led = points[guid]?.loot.filter(({ use }) => use === "current").map(({ loot_id }) => loot_id)
        assert.deepStrictEqual(led, [id])
      }
    })

    it("is not told of loot that is off, and not at all where no loot names it", async () => {
      const retired = await pointOf("retired")
      assert.deepStrictEqual([retired.current_breakpoints, retired.pre_sale_breakpoints], [[], []])
      assert.deepStrictEqual(retired.loot, [{ loot_id: OLD_LOOT, vendor_id: 10, use: "current", active: false }])
      const { text } = await get(POINTS)
      for (const secret of ["7777", "8888", "9999", "draft"]) assert.notInclude(text, secret)
      const unknown = await get(pathOf("draft"))
      assert.deepStrictEqual([unknown.status, codeOf(unknown)], [404, "resource_not_found"])
      assert.strictEqual((await get(pathOf("never written"))).status, 404)
    })

    it("has etags that a client can recompute, and one point has the bytes that it has in the list", async () => {
      const reply = await get(POINTS)
      const { cache_info: info, price_points: points } = reply.json as Points
      const etags = Object.fromEntries(Object.entries(points).map(([guid, point]) => [guid, point.cache_info.etag]))
      assert.strictEqual(etagOf(canonical({ price_points: etags })), info.etag)
      assert.strictEqual(reply.headers["etag"], `"${info.etag}"`)
      for (const [guid, { cache_info: own, ...content }] of Object.entries(points)) {
        assert.strictEqual(etagOf(canonical(content)), own.etag)
        const one = await get(pathOf(guid))
        assert.strictEqual(one.headers["etag"], own.str_rep)
        assert.include(reply.text, `${JSON.stringify(guid)}:${one.text}`)
      }
    })

    it.each(["identity", "gzip", "br", "zstd"] as const)("is sent as %s, and is 304 to its tag", async (coding) => {
      for (const path of [POINTS, pathOf("tiers / ü?")]) {
        const plain = await get(path)
        const reply = await get(path, { "accept-encoding": coding })
        assert.include(reply.headers, { "cache-control": "public, no-cache", vary: "Accept-Encoding" })
        if (coding !== "identity") assert.strictEqual(decompress[coding](reply.bytes).toString(), plain.text)
        const etag = String(reply.headers["etag"])
        for (const condition of [etag, `W/${etag}`, `"a", ${etag}`, "*", String(plain.headers["etag"])]) {
          const again = await get(path, { "accept-encoding": coding, "if-none-match": condition })
          assert.deepStrictEqual([again.status, again.text], [304, ""], condition)
        }
        const other = await get(path, { "accept-encoding": coding, "if-none-match": '"other"' })
        assert.strictEqual(other.status, 200)
      }
    })

    /** A player with gold and gems. */
    const customer = async () => {
      const { playerUuid, token } = await server.current.player()
      const entries = [GOLD, GEMS].map((item_id) => ({
        type: "create_new_persistent_inventory" as const,
        item_id,
        quantity: 1_000_000,
      }))
      await server.current.run(Orders.use((orders) => orders.submit(playerUuid as PlayerUuid, { entries }, gameServer)))
      return token
    }

    it("is what a purchase pays: vendor, price point, quote and purchase of every tier in every currency", async () => {
      const token = await customer()
      const ask = async (path: string) => (await server.current.call("GET", path, { token })).json
      const { vendors } = (await ask(VENDORS)) as Vendors
      const loot = vendors["10"]?.loot[SWORD_LOOT]
      const point = (await ask(pathOf(loot?.current_price_point_guid ?? ""))) as Point
      let bought = 0
      for (const { currencies: alternatives, quantity } of point.current_breakpoints) {
        for (const { price: unit, price_item_id } of alternatives) {
          const body = {
            entries: [
              {
                type: "purchase_loot",
                loot_id: loot?.loot_id,
                quantity,
                purchase_price: { currencies: [{ price_item_id, price: unit }] },
              },
            ],
          }
          const post = (path: string) => server.current.call("POST", path, { token, body })
          const quoted = resultIn(await post("/inventory/v1/player/me/order/quote"))
          const submitted = resultIn(await post("/inventory/v1/player/me/order"))
          assert.deepStrictEqual([quoted.result, submitted.result], ["success", "success"])
          const [paid] = submitted.details
          assert.strictEqual(
            (paid?.inv_change?.before?.count ?? 0) - (paid?.inv_change?.after.count ?? 0),
            unit * quantity,
          )
          bought++
        }
      }
      assert.strictEqual(bought, 5)
    })

    it("is told by a quote that states another price, and by the explanation, but not by the order", async () => {
      const token = await customer()
      const purchase = (quantity: number, ...stated: ReadonlyArray<Currency>) => ({
        entries: [
          {
            type: "purchase_loot",
            loot_id: SWORD_LOOT,
            quantity,
            ...(stated.length > 0 && { purchase_price: { currencies: stated } }),
          },
        ],
      })
      const post = (path: string, body: object) => server.current.call("POST", path, { token, body })
      const me = "/inventory/v1/player/me/order"
      const expected = [
        { price_item_id: GOLD, price: 80 },
        { price_item_id: GEMS, price: 4 },
      ]
      const gold = { price_item_id: GOLD, price: 100 }
      for (const [body, message] of [
        [
          purchase(10, gold),
          "The entry expects to pay 100 of item 1 for loot 100, and the price is 80. " +
            "The price that would match is 80 of item 1 or 4 of item 2 for one, at this quantity.",
        ],
        [
          purchase(10),
          "The entry states no price for loot 100. " +
            "The price that would match is 80 of item 1 or 4 of item 2 for one, at this quantity.",
        ],
        [
          purchase(10, gold, { price_item_id: GEMS, price: 4 }),
          "The entry states 2 prices for loot 100 (100 of item 1, 4 of item 2), and a purchase pays one of them. " +
            "The price that would match is 80 of item 1 or 4 of item 2 for one, at this quantity.",
        ],
        [
          purchase(10, ...[1, 2, 3, 4, 5, 6].map((unit) => ({ price_item_id: unit, price: unit }))),
          "The entry states 6 prices for loot 100 (1 of item 1, 2 of item 2, 3 of item 3, 4 of item 4 and 2 more), " +
            "and a purchase pays one of them. " +
            "The price that would match is 80 of item 1 or 4 of item 2 for one, at this quantity.",
        ],
        [purchase(10, { price_item_id: GOLD, price: 80 }), undefined],
      ] as const) {
        const quoted = resultIn(await post(`${me}/quote`, body))
        assert.deepStrictEqual(quoted.price_expected, expected)
        assert.strictEqual(quoted.result, message === undefined ? "success" : "price_does_not_match")
        const submitted = await post(me, body)
        assert.notInclude(submitted.text, "price_expected")
        // The text of a failed order does not grow with what its sender writes.
        if (body.entries[0]?.purchase_price?.currencies.length !== 1)
          assert.notInclude(submitted.text, "purchase_price")
        const { order_id: id } = submitted.json as { readonly order_id: string }
        const { json } = await server.current.call("GET", `${me}/${id}/explain`, { token })
        const [entry] = (json as Explanation).entries
        assert.deepStrictEqual(
          entry?.reasons?.map((reason) => reason.message),
          message === undefined ? undefined : [message],
        )
        assert.isTrue((json as Explanation).is_same)
      }
      // What is not for sale has no price, whatever is stated.
      for (const loot_id of [OLD_LOOT, SOON_LOOT]) {
        const [entry] = purchase(1, gold).entries
        const reply = await post(`${me}/quote`, { entries: [{ ...entry, loot_id }] })
        assert.notProperty(resultIn(reply), "price_expected")
        assert.strictEqual(resultIn(reply).result, "loot_not_active")
      }
    })

    it("is told of each entry of a quote, lowered by the coupon and the parts that the player has", async () => {
      const { playerUuid, token } = await server.current.player()
      const owned = [COUPON, HELM].map((item_id) => ({
        type: "create_new_persistent_inventory" as const,
        item_id,
        quantity: 1,
      }))
      await server.current.run(
        Orders.use((orders) => orders.submit(playerUuid as PlayerUuid, { entries: owned }, gameServer)),
      )
      const buying = (loot_id: number) => ({
        type: "purchase_loot",
        loot_id,
        quantity: 1,
        purchase_price: { price_coupon_item_id: COUPON, currencies: [{ price_item_id: GOLD, price: 1 }] },
      })
      const body = { entries: [buying(SWORD_LOOT), buying(WHOLE_LOOT), { type: "fill_loot", loot_id: 1, quantity: 1 }] }
      const quote = await server.current.call("POST", "/inventory/v1/player/me/order/quote", { token, body })
      const { entries } = quote.json as { readonly entries: ReadonlyArray<Result> }
      assert.deepStrictEqual(
        entries.map(({ price_expected: prices }) => prices),
        [
          [
            { price_item_id: GOLD, price: 100, reduced_price: 50 },
            { price_item_id: GEMS, price: 5 },
          ],
          [{ price_item_id: GOLD, price: 300, reduced_price: 280 }],
          undefined,
        ],
      )
    })

    it("is told by a quote with expected results", async () => {
      const { playerUuid } = await server.current.player()
      const token = await server.current.machine("inv:create_order:player:any")
      const entry = { type: "purchase_loot", loot_id: SWORD_LOOT, quantity: 25 }
      const body = {
        results: "expected",
        entries: [entry, { ...entry, quantity: 26 }, { ...entry, type: "fill_loot" }],
      }
      const path = `/inventory/v1/player/uuid/${playerUuid}/order/quote`
      const { json } = await server.current.call("POST", path, { token, body })
      const { entries } = json as { readonly entries: ReadonlyArray<Result> }
      assert.deepStrictEqual(
        entries.map(({ price_expected: prices }) => prices),
        // 25 is the highest that is sold, and filling pays nothing.
        [[{ price_item_id: GOLD, price: 50 }], undefined, undefined],
      )
    })

    it("is told of a catalog of many thousands of loot at once, however much each price point is asked for", async () => {
      const loot = (vendor: number) =>
        Object.fromEntries(
          Array.from({ length: 100 }, (_, at) => [
            10_000 + vendor * 100 + at,
            { item_id: MARK, current_price_point_guid: `p${at}` },
          ]),
        )
      await publish({
        items: { [GOLD]: {}, [MARK]: {} },
        price_points: Object.fromEntries(
          Array.from({ length: 100 }, (_, at) => [`p${at}`, { current_breakpoints: [price(1, at)] }]),
        ),
        vendors: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [100 + at, { loot: loot(at) }])),
      })
      const replies = await Promise.all(Array.from({ length: 100 }, (_, at) => get(pathOf(`p${at}`))))
      for (const [at, { json, status }] of replies.entries()) {
        assert.strictEqual(status, 200)
        assert.strictEqual((json as Point).loot.length, 50)
        assert.strictEqual((json as Point).current_breakpoints[0]?.currencies[0]?.price, at)
      }
      await publish(shop)
    })

    it("is told anew as soon as another version is served", async () => {
      const before = await get(pathOf("soon"))
      const points = { ...shop.price_points, soon: { current_breakpoints: [price(1, 11)] } }
      await publish({ ...shop, price_points: points })
      const after = await get(pathOf("soon"), { "if-none-match": String(before.headers["etag"]) })
      assert.strictEqual(after.status, 200)
      assert.strictEqual((after.json as Point).current_breakpoints[0]?.currencies[0]?.price, 11)
      const rest = await get(pathOf("set"), { "if-none-match": (await pointOf("set")).cache_info.str_rep })
      assert.strictEqual(rest.status, 304)
      await publish(shop)
    })
  })

  describe(`before the first publication on ${name}`, () => {
    const server = useServer({ database, catalog: false })

    it("no price is found", async () => {
      const token = await server.current.machine("catalog:read")
      for (const path of [POINTS, `${POINTS}/any`]) {
        const reply = await server.current.call("GET", path, { token })
        assert.deepStrictEqual([reply.status, codeOf(reply)], [404, "resource_not_found"])
      }
    })
  })
})

/** The prices of a tier as they are served. */
const currencies = (gold: number, gems?: number) => [
  { price_item_id: GOLD, price: gold, min_reduced_price: 0 },
  ...(gems === undefined
    ? []
    : [{ price_item_id: GEMS, price: gems, min_reduced_price: 1, platforms: ["Anon", "Golf"] }]),
]

interface Explanation {
  readonly is_same: boolean
  readonly entries: ReadonlyArray<{ readonly reasons?: ReadonlyArray<{ readonly message: string }> }>
}

interface Result {
  readonly price_expected?: ReadonlyArray<Currency>
  readonly result: string
  readonly details: ReadonlyArray<{
    readonly inv_change?: { readonly before?: { readonly count: number }; readonly after: { readonly count: number } }
  }>
}

const resultIn = ({ json }: { readonly json: unknown }): Result => {
  const [entry] = (json as { readonly entries: ReadonlyArray<Result> }).entries
  if (entry === undefined) throw new Error("an order without entries")
  return entry
}
