/**
 * The vendor collection over HTTP (interface, section 4.6; decisions, section 10): encoded once per catalog version.
 */
import { Catalogs, type LoadedCatalog } from "@garrison/core/catalog/Catalogs"
import * as Effect from "effect/Effect"
import type { Handler } from "../request/Handler.ts"
import { Representations } from "./Representations.ts"

/** All vendors, in the form that the client prefers, or the word that the form it holds is unchanged. */
export const vendors = Effect.map(Catalogs, (catalogs): Handler<"vendors"> => {
  let latest: { readonly catalog: LoadedCatalog; readonly forms: Representations } | undefined
  const formsOf = (catalog: LoadedCatalog): Representations => {
    if (latest?.catalog !== catalog) {
      const { body, etag } = catalog
      latest = {
        catalog,
        forms: new Representations({ body: Buffer.from(body), etag, contentType: "application/json" }),
      }
    }
    return latest.forms
  }
  return (_, request) => Effect.flatMap(catalogs.current, (catalog) => formsOf(catalog).answer(request))
})
