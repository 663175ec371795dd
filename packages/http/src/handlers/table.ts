/** The one table of operations: a handler for each, or the build fails. */
import * as Effect from "effect/Effect"
import type { OperationId } from "../contract/Api.ts"
import type { Handler } from "../request/Handler.ts"
import { updateCredentials } from "./account.ts"
import { vendors } from "./catalog.ts"
import { ownInventory, playerInventory } from "./inventory.ts"
import { keySet } from "./keys.ts"
import { createNotification, notificationPage } from "./notification.ts"
import { orderPage, submitOrder, submitOwnOrder } from "./order.ts"
import { ownPresence, playerPresence, presenceSettings, reportPresence } from "./presence.ts"
import { docs, livez, openapi, readyz } from "./service.ts"
import { exchangeToken, login, logout } from "./users.ts"

const table = {
  login,
  exchangeToken,
  logout,
  jwks: keySet,
  publicKeys: keySet,
  updateCredentials,
  notificationPage,
  createNotification,
  vendors,
  ownInventory,
  playerInventory,
  orderPage,
  submitOwnOrder,
  submitOrder,
  playerPresence,
  ownPresence,
  reportPresence,
  presenceSettings,
  livez,
  readyz,
  openapi,
  docs,
} satisfies { readonly [Id in OperationId]: Effect.Effect<Handler<Id>, never, unknown> }

/** The handlers by operation, over the services that they need. */
export const handlers = Effect.all(table)
