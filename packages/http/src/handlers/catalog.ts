/** What HTTP alone has of the catalog: bytes in several codings, from the version that is served. */
import { Catalogs, type LoadedCatalog } from "@garrison/core/catalog/Catalogs"
import * as Effect from "effect/Effect"
import type { Handler } from "../request/Handler.ts"
import { andThen } from "../request/pipeline.ts"
import type { OperationFailure } from "../request/refusal.ts"
import type { Request } from "../request/Request.ts"
import { CatalogForms } from "./CatalogForms.ts"
import type { Representations } from "./Representations.ts"

/** The forms of each version that this process serves, or is about to serve. */
const servedForms = Effect.map(Catalogs, (catalogs) => {
  const made = new WeakMap<LoadedCatalog, CatalogForms>()
  const formsFor = (catalog: LoadedCatalog): CatalogForms => {
    const known = made.get(catalog)
    if (known !== undefined) return known
    const forms = new CatalogForms(catalog, catalogs.pricePointsOf(catalog))
    made.set(catalog, forms)
    return forms
  }
  return { catalogs, formsFor }
})

/**
 * The handlers, and what makes the version that is served now ready in every coding. Every later version is made ready
 * before it is served.
 */
export const catalogHandlers = Effect.gen(function* () {
  const { catalogs, formsFor } = yield* servedForms
  yield* catalogs.prepareWith((catalog) => formsFor(catalog).prepare)
  /** Answers from the version that is served when the work on the request begins, and from no other. */
  const answer = (
    request: Request,
    choose: (forms: CatalogForms) => Effect.Effect<Representations, OperationFailure>,
  ) => {
    const chosen = andThen(catalogs.served(), (catalog) => choose(formsFor(catalog)))
    return andThen(chosen, (representations) => representations.answer(request))
  }
  const vendors: Handler<"vendors"> = (_, request) => answer(request, ({ collection }) => Effect.succeed(collection))
  const vendorEtags: Handler<"vendorEtags"> = (_, request) => answer(request, ({ etags }) => etags)
  const vendor: Handler<"vendor"> = ({ params }, request) => answer(request, (forms) => forms.vendor(params.vendor_id))
  const pricePoints: Handler<"pricePoints"> = (_, request) => answer(request, ({ prices }) => prices)
  const pricePoint: Handler<"pricePoint"> = ({ params }, request) =>
    answer(request, (forms) => forms.pricePoint(params.price_point_guid))
  return {
    handlers: { vendors, vendorEtags, vendor, pricePoints, pricePoint },
    prepareServed: Effect.ignore(Effect.flatMap(catalogs.current, (catalog) => formsFor(catalog).prepare)),
  }
})
