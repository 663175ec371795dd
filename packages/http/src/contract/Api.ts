/** The whole contract: every operation of the service, without a line of how it is done. */
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { account } from "./account.ts"
import { inventory } from "./inventory.ts"
import { notification } from "./notification.ts"
import { presence } from "./presence.ts"
import { service } from "./service.ts"
import { users } from "./users.ts"

/** The contract. `HttpApiClient.make(Api)` makes a typed client of it, `openApiDocument()` the document. */
export const Api = HttpApi.make("garrison")
  .add(users, account, notification, inventory, presence, service)
  .annotateMerge(
    OpenApi.annotations({
      title: "Garrison",
      version: "1",
      description:
        "The backend of a game: login, notifications, the catalog, orders and presence. Bodies are JSON; null and " +
        "absent mean the same on input, and absent fields are left out of answers.",
      servers: [{ url: "/", description: "The server that serves this document." }],
    }),
  )

type Groups = typeof Api extends HttpApi.HttpApi<string, infer G> ? G : never

/** The name of an operation: its `operationId` in the OpenAPI document. */
export type OperationId = HttpApiEndpoint.Identifier<HttpApiGroup.Endpoints<Groups>>

/** Where an operation is found. */
export interface OperationRoute {
  readonly id: OperationId
  readonly method: string
  /** Path with parameters as `:name`. */
  readonly path: string
  /** Whether the operation reads a JSON body. */
  readonly readsBody: boolean
}

const routes: Array<OperationRoute> = []
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint }) =>
    routes.push({
      id: endpoint.identifier as OperationId,
      method: endpoint.method,
      path: endpoint.path,
      readsBody: endpoint.payload.size > 0,
    }),
})

/** Every operation of the contract. */
export const operationRoutes: ReadonlyArray<OperationRoute> = routes
