/** An area of the contract: its rows by name, under one tag of the OpenAPI document. */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { type AnyRow, type Named, named } from "./route.ts"

type Routes<Rows> = { readonly [Id in keyof Rows & string]: Rows[Id] extends AnyRow ? Named<Id, Rows[Id]> : never }

/** Names the rows of an area, in the order of the document. */
export const area = <const Name extends string, Rows extends Readonly<Record<string, object>>>(
  name: Name,
  description: string,
  // Where a row were expected to be any one, its type would say no more than that.
  rows: Rows,
) => {
  const routes = Object.entries(rows as Readonly<Record<string, AnyRow>>).map(([id, row]) => named(id, row))
  type Endpoint = ReturnType<Routes<Rows>[keyof Rows & string]["endpoint"]>
  const group = () =>
    HttpApiGroup.make(name)
      .add(...(routes.map(({ endpoint }) => endpoint()) as [Endpoint, ...Array<Endpoint>]))
      .annotateMerge(OpenApi.annotations({ title: name, description }))
  return { routes: Object.fromEntries(routes.map((one) => [one.id, one])) as unknown as Routes<Rows>, group }
}
