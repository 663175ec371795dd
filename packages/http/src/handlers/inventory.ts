/** The catalog, inventories and orders over HTTP (interface, sections 4.5 and 4.6; decisions, sections 10 to 12). */
import { Catalogs, type LoadedCatalog } from "@garrison/core/catalog/Catalogs"
import { VendorNotFound } from "@garrison/core/catalog/errors"
import { Inventories } from "@garrison/core/inventory/Inventories"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { explanationOf } from "@garrison/core/order/explain"
import { LootOdds } from "@garrison/core/odds/LootOdds"
import { Orders } from "@garrison/core/order/Orders"
import type { QuoteRequest } from "@garrison/core/order/schema"
import type { Caller } from "@garrison/core/kernel/Caller"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type Answer, json } from "../request/Answer.ts"
import { type Handler, withCheck } from "../request/Handler.ts"
import { failureOf } from "../request/refusal.ts"
import { Representations } from "./Representations.ts"
import { VendorTexts } from "./VendorTexts.ts"

/** What `make` made of the latest catalog version, or of its text: made again when another version is served. */
const latest = <Of extends object, A>(make: (of: Of) => A): ((of: Of) => A) => {
  let made: { readonly of: Of; readonly value: A } | undefined
  return (of) => {
    if (made?.of !== of) made = { of, value: make(of) }
    return made.value
  }
}

/** JSON of the catalog in every form in which it is sent. */
const formsOf = (body: Uint8Array, etag: string): Representations =>
  new Representations({ body, etag, contentType: "application/json" })

/** All vendors, in the form that the client prefers, encoded once per catalog version. */
const vendors = Effect.map(Catalogs, (catalogs): Handler<"vendors"> => {
  const forms = latest(({ body, etag }: LoadedCatalog) => formsOf(body, etag))
  return (_, request) => Effect.flatMap(catalogs.current, (catalog) => forms(catalog).answer(request))
})

/** The etag of each vendor, encoded once per catalog version. */
const vendorEtags = Effect.map(Catalogs, (catalogs): Handler<"vendorEtags"> => {
  const made = latest(({ etag, vendorEtags: text }: LoadedCatalog) => {
    const forms = latest((body: Uint8Array) => formsOf(body, etag))
    return Effect.map(text, forms)
  })
  return (_, request) =>
    Effect.flatMap(catalogs.current, (catalog) => Effect.flatMap(made(catalog), (forms) => forms.answer(request)))
})

/** Vendors whose forms are kept. Clients ask for the vendors that changed, which are few. */
const VENDORS_KEPT_MAX = 64

/** One vendor, in the form that the client prefers. */
const vendor = Effect.map(Catalogs, (catalogs): Handler<"vendor"> => {
  const keptOf = latest<LoadedCatalog, Map<number, Representations>>(() => new Map())
  const textsOf = latest(({ body, linked }: LoadedCatalog) => new VendorTexts(body, linked.vendors.keys()))

  const make = Effect.fnUntraced(function* (catalog: LoadedCatalog, id: number) {
    yield* catalog.link
    const { vendors } = catalog.linked
    const vendor = vendors.get(id)
    if (vendor === undefined) return yield* new VendorNotFound({ code: "resource_not_found" })
    const made = formsOf(yield* textsOf(catalog).of(id), vendor.etag)
    const kept = keptOf(catalog)
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size >= VENDORS_KEPT_MAX) kept.delete(oldest)
    kept.set(id, made)
    return made
  })

  return ({ params: { vendor_id: id } }, request) =>
    Effect.flatMap(catalogs.current, (catalog) => {
      const known = keptOf(catalog).get(id)
      return known?.answer(request) ?? Effect.flatMap(make(catalog, id), (made) => made.answer(request))
    })
})

/** The odds of a loot. */
const lootOdds = Effect.map(
  LootOdds,
  (odds): Handler<"lootOdds"> =>
    ({ params, query }) =>
      odds.published(params.loot_id, query.quantity ?? 1),
)

const nothing = Effect.succeed([])

/** What the caller owns. */
const ownInventory = Effect.map(Inventories, (inventories) =>
  withCheck<"ownInventory">(
    ({ query: { cursor } }, { caller }) =>
      cursor === undefined ? nothing : inventories.inspectCursor(caller.subject, cursor),
    ({ query }, { caller }) => inventories.page(caller.subject, query),
  ),
)

/** What a player owns. */
const playerInventory = Effect.map(Inventories, (inventories) =>
  withCheck<"playerInventory">(
    ({ params, query: { cursor } }) =>
      cursor === undefined ? nothing : inventories.inspectCursor(params.player_uuid, cursor),
    ({ params, query }) => inventories.page(params.player_uuid, query),
  ),
)

/** The page of the caller. Each order is sent as it was encoded when it was stored. */
const orderPage = Effect.map(Orders, (orders) =>
  withCheck<"orderPage">(
    ({ query: { cursor, sort } }, { caller }) =>
      cursor === undefined ? nothing : orders.inspectCursor(caller.subject, cursor, sort),
    ({ query }, { caller }) =>
      Effect.map(orders.page(caller.subject, query), ({ page, wires }) => ({ data: wires, page })),
  ),
)

/** Submits an order of the caller. */
const submitOwnOrder = Effect.map(
  Orders,
  (orders): Handler<"submitOwnOrder"> =>
    ({ body }, request) =>
      Effect.map(orders.submit(request.caller.subject, body, request.caller, request.address()), ({ wire }) => wire),
)

/** Submits an order for a player. */
const submitOrder = Effect.map(
  Orders,
  (orders): Handler<"submitOrder"> =>
    ({ body, params }, request) =>
      Effect.map(orders.submit(params.player_uuid, body, request.caller, request.address()), ({ wire }) => wire),
)

type OrderExit = Effect.Success<ReturnType<Orders["Service"]["submitMany"]>>[number]

/** The answer to many orders: each as it was encoded when it was stored, or with the body of its refusal. */
const manyOrdersAnswer = (exits: ReadonlyArray<OrderExit>, requestId: string): Answer => {
  const defects: Array<Cause.Cause<unknown>> = []
  const parts = exits.map((exit) => {
    if (Exit.isSuccess(exit)) return `{"status":200,"order":${exit.value.wire}}`
    const { answer, defect } = failureOf(exit.cause, requestId)
    if (defect !== undefined) defects.push(defect)
    return `{"status":${answer.status},"error":${answer.body}}`
  })
  return { ...json(200, `{"orders":[${parts.join()}]}`), defects }
}

/** Submits orders of many players. */
const submitOrders = Effect.map(Orders, (orders): Handler<"submitOrders"> => ({ body }, { caller, id }) => {
  const submitted = body.orders.map(({ player_uuid: player, ...request }) => ({ player, request }))
  return Effect.map(orders.submitMany(submitted, caller), (exits) => manyOrdersAnswer(exits, id))
})

/** The caller's levels, by the counts that the caller's orders see. */
const ownLevels = Effect.map(
  Inventories,
  (inventories): Handler<"ownLevels"> =>
    (_, { caller }) =>
      inventories.levels(caller.subject, caller.platform),
)

/** A player's levels, by the counts that orders of servers see. */
const playerLevels = Effect.map(
  Inventories,
  (inventories): Handler<"playerLevels"> =>
    ({ params }) =>
      inventories.levels(params.player_uuid, undefined),
)

/** Begins an inventory session of the caller. */
const startSession = Effect.map(
  Orders,
  (orders): Handler<"startSession"> =>
    ({ body }, request) =>
      Effect.map(orders.startSession(request.caller.subject, body, request.caller), ({ wire }) => wire),
)

/** Quotes an order, with the results that the request asks for. */
const quote = Effect.map(
  Effect.all([LootOdds, Orders]),
  ([odds, orders]) =>
    (player: PlayerUuid, { results, ...request }: QuoteRequest, caller: Caller, address: string) =>
      Effect.map(
        results === "expected"
          ? odds.quote(player, request, caller, address)
          : orders.quote(player, request, caller, address),
        ({ wire }) => wire,
      ),
)

/** Quotes an order of the caller. */
const quoteOwnOrder = Effect.map(
  quote,
  (quoted): Handler<"quoteOwnOrder"> =>
    ({ body }, request) =>
      quoted(request.caller.subject, body, request.caller, request.address()),
)

/** Quotes an order for a player. */
const quoteOrder = Effect.map(
  quote,
  (quoted): Handler<"quoteOrder"> =>
    ({ body, params }, request) =>
      quoted(params.player_uuid, body, request.caller, request.address()),
)

/** One order of the caller. */
const ownOrder = Effect.map(
  Orders,
  (orders): Handler<"ownOrder"> =>
    ({ params }, { caller }) =>
      Effect.map(orders.find(caller.subject, params.order_id), ({ wire }) => wire),
)

/** One order of a player. */
const playerOrder = Effect.map(
  Orders,
  (orders): Handler<"playerOrder"> =>
    ({ params }) =>
      Effect.map(orders.find(params.player_uuid, params.order_id), ({ wire }) => wire),
)

/** Explains an order of the caller. */
const explainOwnOrder = Effect.map(
  Orders,
  (orders): Handler<"explainOwnOrder"> =>
    ({ params }, { caller }) =>
      Effect.map(orders.explain(caller.subject, params.order_id, caller), explanationOf),
)

/** Explains an order of a player. */
const explainOrder = Effect.map(
  Orders,
  (orders): Handler<"explainOrder"> =>
    ({ params }, { caller }) =>
      Effect.map(orders.explain(params.player_uuid, params.order_id, caller), explanationOf),
)

/** The handlers of this area. */
export const inventory = {
  vendors,
  vendor,
  vendorEtags,
  lootOdds,
  ownInventory,
  playerInventory,
  orderPage,
  submitOwnOrder,
  submitOrder,
  submitOrders,
  quoteOwnOrder,
  quoteOrder,
  ownOrder,
  playerOrder,
  explainOwnOrder,
  explainOrder,
  startSession,
  ownLevels,
  playerLevels,
}
