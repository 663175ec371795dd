/** What HTTP alone has of the catalog and of orders: bytes in several codings, and a status for each of many orders. */
import { Catalogs, type LoadedCatalog } from "@garrison/core/catalog/Catalogs"
import { PricePointNotFound, VendorNotFound } from "@garrison/core/catalog/errors"
import type { PricePointTexts } from "@garrison/core/catalog/pricePoints"
import { endsOf } from "@garrison/core/order/operations/submitOrders"
import type { Orders } from "@garrison/core/order/Orders"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type Answer, json } from "../request/Answer.ts"
import type { Handler } from "../request/Handler.ts"
import { failureOf } from "../request/refusal.ts"
import { actOf } from "./offered.ts"
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

/** Parts of a catalog whose forms are kept. Clients ask for the parts that changed, which are few. */
const PARTS_KEPT_MAX = 64

/** Keeps the forms of a part of a catalog, and gives up those of the part that was made first. */
const keep = <Key>(kept: Map<Key, Representations>, key: Key, made: Representations): Representations => {
  const [oldest] = kept.keys()
  if (oldest !== undefined && kept.size >= PARTS_KEPT_MAX) kept.delete(oldest)
  kept.set(key, made)
  return made
}

/** One vendor, in the form that the client prefers. */
const vendor = Effect.map(Catalogs, (catalogs): Handler<"vendor"> => {
  const keptOf = latest<LoadedCatalog, Map<number, Representations>>(() => new Map())
  const textsOf = latest(({ body, linked }: LoadedCatalog) => new VendorTexts(body, linked.vendors.keys()))

  const make = Effect.fnUntraced(function* (catalog: LoadedCatalog, id: number) {
    yield* catalog.link
    const { vendors } = catalog.linked
    const vendor = vendors.get(id)
    if (vendor === undefined) return yield* new VendorNotFound({ code: "resource_not_found" })
    return keep(keptOf(catalog), id, formsOf(yield* textsOf(catalog).of(id), vendor.etag))
  })

  return ({ params: { vendor_id: id } }, request) =>
    Effect.flatMap(catalogs.current, (catalog) => {
      const known = keptOf(catalog).get(id)
      return known?.answer(request) ?? Effect.flatMap(make(catalog, id), (made) => made.answer(request))
    })
})

/** What all loot costs, in the form that the client prefers, encoded once per catalog version. */
const pricePoints = Effect.map(Catalogs, (catalogs): Handler<"pricePoints"> => {
  const forms = latest(({ all }: PricePointTexts) => formsOf(all.body, all.etag))
  return (_, request) => Effect.flatMap(catalogs.pricePoints, (texts) => forms(texts).answer(request))
})

/** One price point, in the form that the client prefers. */
const pricePoint = Effect.map(Catalogs, (catalogs): Handler<"pricePoint"> => {
  const keptOf = latest<PricePointTexts, Map<string, Representations>>(() => new Map())
  return ({ params: { price_point_guid: guid } }, request) =>
    Effect.flatMap(catalogs.pricePoints, (texts) => {
      const kept = keptOf(texts)
      const known = kept.get(guid)
      if (known !== undefined) return known.answer(request)
      const found = texts.byGuid.get(guid)
      return found === undefined
        ? Effect.fail(new PricePointNotFound({ code: "resource_not_found" }))
        : keep(kept, guid, formsOf(found.body, found.etag)).answer(request)
    })
})

type OrderExit = Effect.Success<ReturnType<typeof endsOf>>[number]

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
const submitOrders = Effect.map(
  Effect.context<Orders>(),
  (context): Handler<"submitOrders"> =>
    ({ body }, request) =>
      Effect.map(Effect.provideContext(endsOf(body, actOf(request)), context), (ends) =>
        manyOrdersAnswer(ends, request.id),
      ),
)

/** The handlers that write their answers. */
export const inventory = { vendors, vendor, vendorEtags, pricePoints, pricePoint, submitOrders }
