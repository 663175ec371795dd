/** Every route of the contract, without a line of how it is done. */
import { account } from "./account.ts"
import { inventory } from "./inventory.ts"
import { notification } from "./notification.ts"
import { presence } from "./presence.ts"
import type { Route } from "./route.ts"
import { service } from "./service.ts"
import { users } from "./users.ts"

type Users = typeof users.routes
type Account = typeof account.routes
type Notification = typeof notification.routes
type Inventory = typeof inventory.routes
type Presence = typeof presence.routes
type Service = typeof service.routes

type All = Users & Account & Notification & Inventory & Presence & Service

/** The declaration of each route by its name. */
export type Routes = { readonly [Id in keyof All]: All[Id] }

/** The name of a route: its `operationId` in the OpenAPI document. */
export type RouteId = keyof Routes

/** Every route of the contract by its name. */
export const routesById: Routes = {
  ...users.routes,
  ...account.routes,
  ...notification.routes,
  ...inventory.routes,
  ...presence.routes,
  ...service.routes,
}

/** Every route of the contract, in the order of the document. */
export const routes: ReadonlyArray<Route & { readonly id: RouteId }> = Object.values<Routes[RouteId]>(routesById)
