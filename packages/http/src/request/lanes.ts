/** What each operation needs beside the processor, and with whom it waits for that. */
import type { OperationId } from "../contract/Api.ts"

/** What a request needs beside the processor. Requests that need the same share places and a line. */
export type Lane = "memory" | "storage" | "login"

/**
 * The lane of each operation. A probe has none: it is answered at once, whatever waits. What comes from memory does not
 * wait behind a database that hangs, and a login, which may take long over a password or a portal, takes no place of
 * other requests; core limits how many logins are under way.
 */
export const lanes = {
  login: "login",
  exchangeToken: "storage",
  logout: "storage",
  jwks: "memory",
  publicKeys: "memory",
  updateCredentials: "storage",
  notificationPage: "storage",
  createNotification: "storage",
  vendors: "memory",
  orderPage: "storage",
  submitOwnOrder: "storage",
  submitOrder: "storage",
  ownInventory: "storage",
  playerInventory: "storage",
  playerPresence: "storage",
  ownPresence: "storage",
  reportPresence: "storage",
  presenceSettings: "memory",
  livez: undefined,
  readyz: undefined,
  openapi: "memory",
  docs: "memory",
} as const satisfies Record<OperationId, Lane | undefined>
