/** The whole contract: every operation of the service, without a line of how it is done. */
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { account } from "./account.ts"
import { inventory } from "./inventory.ts"
import { notification } from "./notification.ts"
import type { Operation } from "./operation.ts"
import { presence } from "./presence.ts"
import { service } from "./service.ts"
import { users } from "./users.ts"

const areas = [users, account, notification, inventory, presence, service] as const

/** The contract. `HttpApiClient.make(Api)` makes a typed client of it, `openApiDocument()` the document. */
export const Api = HttpApi.make("garrison")
  .add(users.group, account.group, notification.group, inventory.group, presence.group, service.group)
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

type AnyOperation = (typeof areas)[number]["operations"][number]

/** The name of an operation: its `operationId` in the OpenAPI document. */
export type OperationId = AnyOperation["id"]

/** The declaration of each operation by its name. */
export type Operations = { readonly [One in AnyOperation as One["id"]]: One }

/** Every operation of the contract, in the order of the document. */
export const operations: ReadonlyArray<Operation & { readonly id: OperationId }> = areas.flatMap(
  (area): ReadonlyArray<AnyOperation> => area.operations,
)

/** Every operation of the contract by its name. */
export const operationsById = Object.fromEntries(operations.map((one) => [one.id, one])) as unknown as Operations
