/** What each operation reads: path and query parameters and headers by name, and the JSON body. */
import { M2mUpdate } from "@garrison/core/client/schema"
import { LoginRequest } from "@garrison/core/login/schema"
import { NotificationInput } from "@garrison/core/notification/schema"
import { TokenExchangeRequest } from "@garrison/core/oauth/schema"
import { OrderRequest } from "@garrison/core/order/schema"
import { PresencePatch } from "@garrison/core/presence/schema"
import type * as Schema from "effect/Schema"
import { updateCredentialsQuery } from "./account.ts"
import type { OperationId } from "./Api.ts"
import { idempotencyHeaders } from "./headers.ts"
import { buyerParams, inventoryQuery, orderPageQuery, ownerParams } from "./inventory.ts"
import { notificationPageQuery, recipientParams } from "./notification.ts"
import { presenceParams } from "./presence.ts"

/** Parameters by name. */
export type Fields = Readonly<Record<string, Schema.ConstraintDecoder<unknown>>>

/** The schemas of one operation's input. */
export interface InputSchemas {
  readonly params?: Fields
  readonly query?: Fields
  /** Headers that are part of what is asked for, by lower-case name. */
  readonly headers?: Fields
  /** Parameters that make another one count as not given: the one that rules, and the one that is passed over. */
  readonly overrides?: Readonly<Record<string, string>>
  readonly body?: Schema.ConstraintDecoder<unknown>
  /** Whether a request without any body is refused; otherwise it counts as an empty object. Default true. */
  readonly bodyRequired?: boolean
  /** Whether null members are kept because null says something; otherwise they count as not given. Default false. */
  readonly nullsKept?: boolean
}

/** The input of each operation. */
export const inputs = {
  login: { body: LoginRequest },
  exchangeToken: { body: TokenExchangeRequest },
  logout: {},
  jwks: {},
  publicKeys: {},
  updateCredentials: {
    query: updateCredentialsQuery,
    headers: idempotencyHeaders,
    body: M2mUpdate,
    bodyRequired: false,
  },
  notificationPage: { query: notificationPageQuery },
  createNotification: { params: recipientParams, headers: idempotencyHeaders, body: NotificationInput },
  vendors: {},
  ownInventory: { query: inventoryQuery },
  playerInventory: { params: ownerParams, query: inventoryQuery },
  orderPage: { query: orderPageQuery, overrides: { cursor: "starting_position" } },
  submitOwnOrder: { body: OrderRequest },
  submitOrder: { params: buyerParams, body: OrderRequest },
  playerPresence: { params: presenceParams },
  ownPresence: {},
  reportPresence: { body: PresencePatch, bodyRequired: false, nullsKept: true },
  presenceSettings: {},
  livez: {},
  readyz: {},
  openapi: {},
  docs: {},
} as const satisfies Record<OperationId, InputSchemas>
