/** What areas are made of: the operations of one folder, under one tag of the OpenAPI document. */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import type { Operation } from "./operation.ts"

/** Joins the operations of an area, in the order of the document. */
export const area = <const Name extends string, const Operations extends readonly [Operation, ...Array<Operation>]>(
  name: Name,
  description: string,
  operations: Operations,
) => ({
  operations,
  group: () =>
    HttpApiGroup.make(name)
      .add(...endpointsOf(operations))
      .annotateMerge(OpenApi.annotations({ title: name, description })),
})

/** The endpoints, each with its own type. */
const endpointsOf = <Operations extends ReadonlyArray<Operation>>(operations: Operations) =>
  operations.map(({ endpoint }) => endpoint()) as {
    readonly [Index in keyof Operations]: ReturnType<Operations[Index]["endpoint"]>
  }
