/**
 * A field is marked as required exactly when the server always sends it. Every answer of the suite is checked against
 * the document, so required fields are present. This test shows that some answer leaves each other field out.
 */
import { assert, describe, it } from "@effect/vitest"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { Clients } from "@garrison/core/client/Clients"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Players } from "@garrison/core/player/Players"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { openApiDocument } from "@garrison/http/contract/document"
import { routes } from "@garrison/http/contract/routes"
import * as Effect from "effect/Effect"
import type { Reply } from "../../support/httpCaller.ts"
import { type JsonSchema, type Lookup, resolved } from "../../support/jsonSchema.ts"
import { useServer } from "../../support/server.ts"
import { samples, sending } from "../samples.ts"
import { testAct } from "../../support/acts.ts"

type Json = Readonly<Record<string, unknown>>

const document = openApiDocument() as unknown as {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Json>> }>>>
  >
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}
const lookup: Lookup = (reference) => document.components.schemas[reference.replace("#/components/schemas/", "")]

/** What answers nobody sends yet, or that another test sends: no code is issued, no portal has two tiers. */
const UNSEEN: ReadonlySet<string> = new Set(["TokenExchangeResponse", "PortalParentAuthResult", "AgreementsRequired"])

/**
 * What every answer has had so far, and need not have: new orders have been fulfilments of loot alone, and only a
 * restored portal user may have no player.
 */
const NOT_PROMISED = ["OrderEntryRequest.loot_id", "LinkedPortalUser.player_uuid"]

/** How often each field of each component was sent, and how often it could have been. */
class Census {
  readonly objects = new Map<string, number>()
  readonly sent = new Map<string, number>()

  /** Takes a value of this schema, and what is in it. */
  take(schema: JsonSchema, value: unknown): void {
    const { anyOf, items, properties, additionalProperties: rest } = resolved(schema, lookup)
    const own = schema.$ref === undefined ? schema : lookup(schema.$ref)
    for (const part of own?.allOf ?? []) if (part.$ref !== undefined) this.take(part, value)
    const name = schema.$ref?.replace("#/components/schemas/", "")
    if ((anyOf !== undefined || Array.isArray(value)) && name !== undefined)
      this.objects.set(name, (this.objects.get(name) ?? 0) + 1)
    if (anyOf !== undefined) for (const one of anyOf) if (fits(one, value)) return this.take(one, value)
    if (Array.isArray(value)) for (const item of value) this.take(items ?? {}, item)
    if (typeof value !== "object" || value === null || Array.isArray(value)) return
    if (name !== undefined) this.objects.set(name, (this.objects.get(name) ?? 0) + 1)
    for (const [key, member] of Object.entries(value)) {
      if (name !== undefined) this.sent.set(`${name}.${key}`, (this.sent.get(`${name}.${key}`) ?? 0) + 1)
      const inner = properties?.[key] ?? (typeof rest === "object" ? rest : undefined)
      if (inner !== undefined) this.take(inner, member)
    }
  }

  /** Fields that are not marked as required, and that every object had. */
  unmarked(): ReadonlyArray<string> {
    return [...this.objects].flatMap(([name, count]) => {
      const { properties = {}, required = [] } = resolved({ $ref: `#/components/schemas/${name}` }, lookup)
      return Object.keys(properties)
        .filter((field) => !required.includes(field) && this.sent.get(`${name}.${field}`) === count)
        .map((field) => `${name}.${field}`)
    })
  }
}

const fits = (schema: JsonSchema, value: unknown): boolean => {
  const { properties = {}, required = [], type } = resolved(schema, lookup)
  if (type === "null") return value === null
  if (typeof value !== "object" || value === null) return true
  const isListed = ([name, { enum: values }]: readonly [string, JsonSchema]): boolean =>
    values === undefined || !(name in value) || values.includes((value as Json)[name])
  return required.every((name) => name in value) && Object.entries(properties).every(isListed)
}

/** Every component that answers are made of. */
const answered = (): ReadonlySet<string> => {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return
    for (const [key, member] of Object.entries(value)) {
      if (key === "$ref" && typeof member === "string") {
        const name = member.replace("#/components/schemas/", "")
        if (!names.has(name)) visit(document.components.schemas[names.add(name) && name])
      } else visit(member)
    }
  }
  for (const item of Object.values(document.paths)) for (const { responses } of Object.values(item)) visit(responses)
  return names
}

const everything = {
  custom_data: { name: "whole" },
  legacy_type: 1,
  legacy_subtype: 2,
  ref_item_id: 3,
}

/** A catalog in which every optional field is written once, and left out once. */
const catalog = {
  items: {
    1: {},
    2: {
      ...everything,
      coupon_discount_currency_item_uuid: 1,
      coupon_discount_currency_item_id: 1,
      coupon_discount_percentage: 0.5,
    },
    3: { availability_flags: 2 },
    4: { level_xp_table_id: 1, item_portal_use_ruleset_id: 1 },
    5: { level_xp_table_id: 2, availability_flags: 2 },
    6: { coupon_discount_currency_item_id: 1, coupon_discount_percentage: 0.5, coupon_discount_loot: [103] },
  },
  // Every player is below the first level by item 4, and at the last level by item 5.
  xp_tables: { 1: { levels: { 1: 10 } }, 2: { levels: { 1: 1 } } },
  item_portal_use_rulesets: { 1: { platforms: ["Anon"] } },
  time_frames: {
    1: { start: "2020-01-01T00:00:00Z", end: "2999-01-01T00:00:00Z" },
    2: { start: "2020-01-01T00:00:00Z", end: "2020-01-01T01:00:00Z", hour_interval: 24 },
  },
  price_points: {
    dear: {
      current_breakpoints: [
        {
          quantity: 1,
          currencies: [
            { price_item_id: 1, price: 1000 },
            { price_item_id: 4, price: 1 },
          ],
        },
      ],
    },
  },
  vendors: {
    10: {
      loot: {
        100: { item_id: 1, is_claimable_by_client: true },
        101: { sub_vendor_id: 20 },
        102: { sub_vendor_id: 30 },
        103: { item_id: 1, current_price_point_guid: "dear" },
        104: {
          item_id: 4,
          current_price_point_guid: "dear",
          effective_from: "2020-01-01T00:00:00Z",
          inventory_selector_type: "rent_timeframe_locked",
          time_frame_id: 1,
        },
        105: { sub_vendor_id: 40 },
        106: {
          item_id: 4,
          current_price_point_guid: "dear",
          inventory_selector_type: "rent_timeframe_locked",
          time_frame_id: 2,
        },
      },
    },
    // Conditions of each kind: of a draw, of levels, and of a time.
    40: {
      loot: {
        400: { item_id: 4, xp_quantity_transform_type: "from_current_xp_to_target_additional_level_min_xp" },
        401: { sub_vendor_id: 30 },
        402: { item_id: 1, effective_from: "2100-01-01T00:00:00Z" },
      },
    },
    30: { type: "randomly_sampled", loot: { 300: { item_id: 1, required_item_id: 2 } } },
    20: { type: "randomly_sampled", loot: { 200: { item_id: 1, fill_in_new_order: true } } },
  },
}

describe("the fields of answers", () => {
  const server = useServer({ catalog: false, settings: { oddsPublished: true } })

  it("are marked as required exactly where they are always sent", async () => {
    const { call, machine, run } = server.current
    const census = new Census()
    const take = (path: string, method: string, reply: Reply): Reply => {
      const response = document.paths[path]?.[method]?.responses[String(reply.status)]
      const { content } = response as { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
      census.take(content["application/json"]?.schema ?? {}, reply.json)
      return reply
    }
    const ask = async (path: string, method: string, token?: string, body?: unknown, parameters: Json = {}) => {
      const target = Object.entries(parameters).reduce(
        (sum, [key, value]) => sum.replace(`{${key}}`, String(value)),
        path,
      )
      return take(
        path,
        method,
        await call(method.toUpperCase(), target, { token, ...(body !== undefined && { body }) }),
      )
    }
    await run(Effect.flatMap(Catalogs, (catalogs) => catalogs.publish(catalog, {}, testAct)))
    const login = "/users/v1/login"
    const anon = { grant_type: "anon", portal_access_token: "a-device-that-is-counted" }
    const first = (await ask(login, "post", undefined, anon)).json as Readonly<Record<string, string>>
    await ask(login, "post", undefined, { ...anon, include_refresh: true })
    const { client, secret } = await run(
      Effect.flatMap(Clients, (clients) =>
        clients.create({ kind: "machine", permissions: ["*"], orgId: crypto.randomUUID() }, testAct),
      ),
    )
    await ask(login, "post", undefined, {
      grant_type: "client_credentials",
      portal_access_token: `${client.clientId}:${secret}`,
    })
    const token = first["access_token"] ?? ""
    const player_uuid = PlayerUuid.make(first["active_player_uuid"] ?? "")
    const operator = await machine("*")
    const { playerUuid: other } = await server.current.player()

    await ask("/inventory/v1/catalog/vendor", "get", token)
    for (const loot_id of ["200", "102", "105"]) {
      await ask("/inventory/v1/catalog/loot/{loot_id}/odds", "get", token, undefined, { loot_id })
    }
    await ask("/inventory/v1/catalog/etag", "get", token)
    await ask("/inventory/v1/catalog/price-point", "get", token)
    await ask("/inventory/v1/catalog/price-point/{price_point_guid}", "get", token, undefined, {
      price_point_guid: "dear",
    })
    const order = "/inventory/v1/player/uuid/{player_uuid}/order"
    const entries = [
      { type: "fill_loot", loot_id: 101, quantity: 1 },
      { type: "fill_loot", loot_id: 100, quantity: 1, vendor_etag: "x" },
      {
        type: "create_new_persistent_inventory",
        item_id: 1,
        quantity: 1,
        custom_data: { a: "b" },
        expires: "2999-01-01T00:00:00Z",
      },
      // A coupon, which lowers one of two prices.
      { type: "create_new_persistent_inventory", item_id: 6, quantity: 1 },
    ]
    await ask(order, "post", operator, { source: "SUPPORT", entries }, { player_uuid })
    await ask("/inventory/v1/player/me/order", "post", token, {
      client_order_ref_id: crypto.randomUUID(),
      instance_id: "i",
      match_id: "m",
      is_transaction: true,
      entries: [
        {
          type: "fill_loot",
          loot_id: 100,
          quantity: 1,
          purchase_price: { currencies: [{ price_item_id: 1, price: 1 }] },
        },
      ],
    })
    await ask(order, "post", operator, { entries: [{ ...entries[1], purchase_price: { price: 1 } }] }, { player_uuid })
    const many = {
      orders: [
        { player_uuid, entries },
        { player_uuid: crypto.randomUUID(), entries },
      ],
    }
    await ask("/inventory/v1/order", "post", operator, many)
    const quote = `${order}/quote`
    const reference = { client_order_ref_id: crypto.randomUUID() }
    const referred = { ...reference, entries: [{ type: "fill_loot", loot_id: 101, quantity: 1 }] }
    await ask(quote, "post", operator, { source: "SUPPORT", entries }, { player_uuid })
    await ask(quote, "post", operator, { source: "SUPPORT", results: "expected", entries }, { player_uuid })
    const bought = { type: "purchase_loot", loot_id: 103, quantity: 1, purchase_price: { price_coupon_item_id: 6 } }
    await ask(quote, "post", operator, { source: "SUPPORT", entries: [bought] }, { player_uuid })
    await ask(quote, "post", operator, referred, { player_uuid })
    await ask(order, "post", operator, referred, { player_uuid })
    await ask(quote, "post", operator, referred, { player_uuid })
    const explain = `${order}/{order_id}/explain`
    const explained = await ask(
      order,
      "post",
      operator,
      { entries: [...entries, ...[0, 1].map((quantity) => ({ type: "fill_loot", loot_id: 102, quantity }))] },
      { player_uuid },
    )
    const { order_id } = explained.json as Readonly<Record<string, string>>
    await ask(explain, "get", operator, undefined, { player_uuid, order_id })
    const ownReply = await ask("/inventory/v1/player/me/order", "get", token)
    const own = (ownReply.json as { readonly data: ReadonlyArray<Readonly<Record<string, string>>> }).data.find(
      ({ source }) => source === "CLIENT",
    )
    await ask("/inventory/v1/player/me/order/{order_id}/explain", "get", token, undefined, {
      order_id: own?.order_id ?? "",
    })
    await ask("/inventory/v1/player/me/order", "get", token)
    take(
      "/inventory/v1/player/me/order",
      "get",
      await call("GET", "/inventory/v1/player/me/order?limit=1&starting_position=2000-01-01T00:00:00Z", { token }),
    )
    await ask("/inventory/v1/player/me/inventory", "get", token)
    await ask("/inventory/v1/player/me/levels", "get", token)
    take(
      "/inventory/v1/player/me/inventory",
      "get",
      await call("GET", "/inventory/v1/player/me/inventory?limit=1", { token }),
    )

    const notification = "/notification/v1/playerid/{player_uuid}/notification"
    await ask(notification, "post", operator, { message: "a" }, { player_uuid })
    await ask(
      notification,
      "post",
      operator,
      { message: "a", rh_url: "/x", custom_data: { a: "b" }, etag: "e" },
      { player_uuid },
    )
    const broadcast = "/notification/v1/broadcast"
    await ask(broadcast, "post", operator, { message: "a", all: true })
    await ask(broadcast, "post", operator, { message: "a", role_id: 1 })
    await ask(broadcast, "post", operator, { message: "a", player_uuids: [player_uuid] })
    await ask("/notification/v1/playerid/me/notification", "get", token)
    const poll = "/notification/v1/playerid/me/stream/notification/lp"
    const waited = await call("GET", `${poll}?deadline=0&offset_reset_strategy=earliest`, { token })
    take(poll, "get", waited)

    const presence = "/presence/v1/player/uuid/{player_uuid}/presence"
    await ask("/presence/v1/player/me/presence", "patch", token, { message: "m", custom_data: { a: "b" } })
    await ask("/presence/v1/player/me/presence", "get", token)
    await ask(presence, "get", token, undefined, { player_uuid: other })
    await ask("/presence/v1/player/presence:batch", "post", token, {
      player_uuids: [other, other.replace(/^.{8}/, "00000000")],
    })
    await ask("/presence/v1/settings", "get", token)

    for (const { id, method, path } of routes) {
      const { target } = sending(samples(player_uuid)[id])
      if (method === "GET" && path.includes(":")) {
        take(path.replaceAll(/:(\w+)/g, "{$1}"), "get", await call("GET", target, { token: operator }))
      }
    }

    await ask("/v2/account/me/m2m-credentials", "put", operator, {})
    await ask("/v2/account/me/m2m-credentials", "put", operator, { description: "d" })
    await ask("/.well-known/jwks.json", "get")
    await ask("/livez", "get")
    await ask("/readyz", "get")
    await ask(login, "post", undefined, {})
    await ask(login, "post", undefined, { grant_type: "nothing" })
    const restrict = (type: "account_ban" | "account_pending_deletion", reason?: string) =>
      Effect.gen(function* () {
        const { personId } = yield* (yield* Players).find(player_uuid)
        yield* (yield* Restrictions).add({ personId, type, ...(reason !== undefined && { reason }) }, testAct)
      })
    await run(restrict("account_pending_deletion"))
    await ask(login, "post", undefined, anon)
    const link = "/users/v1/me/link"
    await ask(link, "post", token, { grant_type: "anon", portal_access_token: "another device of hers" })
    const { access_token: another } = (
      await call("POST", login, { body: { ...anon, portal_access_token: "a".repeat(30) } })
    ).json as Readonly<Record<string, string>>
    await ask(link, "post", another, anon)
    await ask(`${link}/{platform}/{portal_user_id}`, "delete", token, undefined, {
      platform: "Golf",
      portal_user_id: "x",
    })
    await ask("/users/v1/logout", "post", token)
    await run(restrict("account_ban", "for a test"))
    await ask(login, "post", undefined, anon)

    assert.deepStrictEqual(
      [...answered()].filter((name) => !census.objects.has(name) && !UNSEEN.has(name)),
      [],
    )
    assert.deepStrictEqual(census.unmarked(), NOT_PROMISED)
  })

  it("are counted by something that sees a field that is always there", () => {
    const census = new Census()
    census.take({ $ref: "#/components/schemas/M2mAccount" }, { account_id: "a", client_secret: "s", description: "d" })
    assert.deepStrictEqual(census.unmarked(), ["M2mAccount.description"])
    census.take({ $ref: "#/components/schemas/M2mAccount" }, { account_id: "a", client_secret: "s" })
    assert.deepStrictEqual(census.unmarked(), [])
  })
})
