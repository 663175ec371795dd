/** Every route of the contract, without a line of how it is done. */
import { account } from "./account.ts"
import { inventory } from "./inventory.ts"
import { notification } from "./notification.ts"
import { presence } from "./presence.ts"
import type { Operation } from "./route.ts"
import { service } from "./service.ts"
import { users } from "./users.ts"

type Users = typeof users.routes
type Account = typeof account.routes
type Notification = typeof notification.routes
type Inventory = typeof inventory.routes
type Presence = typeof presence.routes
type Service = typeof service.routes

type All = Users & Account & Notification & Inventory & Presence & Service

/** The declaration of each operation by its name. */
export type Operations = { readonly [Id in keyof All]: All[Id] }

/** The name of an operation: its `operationId` in the OpenAPI document. */
export type OperationId = keyof Operations

/** Every operation of the contract by its name. */
export const operationsById: Operations = {
  ...users.routes,
  ...account.routes,
  ...notification.routes,
  ...inventory.routes,
  ...presence.routes,
  ...service.routes,
}

/** Every operation of the contract, in the order of the document. */
export const operations: ReadonlyArray<Operation & { readonly id: OperationId }> =
  Object.values<Operations[OperationId]>(operationsById)
