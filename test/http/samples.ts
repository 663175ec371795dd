/** A request of each operation that its handler would take, for tests about what happens before the handler. */
import type { RouteId } from "@garrison/http/contract/routes"
import { randomUUID } from "node:crypto"

/** What a sample request sends. */
export interface Sample {
  readonly method: string
  readonly path: string
  /** Parameters that it needs. */
  readonly query?: string
  readonly body?: unknown
  /** Sent instead of a JSON body. */
  readonly form?: string
}

const entries = [{ type: "fill_loot", loot_id: 100, quantity: 1 }]

/** An order that was never submitted. */
const orderId = "0c0c0c0c-0000-7000-8000-000000000000"

/** The samples, for requests about this player. */
export const samples = (playerUuid: string): Readonly<Record<RouteId, Sample>> => ({
  login: { method: "POST", path: "/users/v1/login", body: { grant_type: "anon", portal_access_token: "s".repeat(32) } },
  oauthLogin: { method: "GET", path: "/users/v1/oauth/login/alpha", query: "redirect_uri=game%3A%2F%2Fin" },
  oauthResponse: { method: "GET", path: "/users/v1/oauth/response/alpha", query: "state=unknown&code=x" },
  oauthResponseForm: { method: "POST", path: "/users/v1/oauth/response/alpha", form: "state=unknown&code=x" },
  exchangeToken: {
    method: "POST",
    path: "/users/v1/oauth/token",
    body: { grant_type: "authorization_code", code: "code" },
  },
  logout: { method: "POST", path: "/users/v1/logout" },
  portalUsers: { method: "GET", path: "/users/v1/me/link" },
  linkPortalUser: {
    method: "POST",
    path: "/users/v1/me/link",
    body: { grant_type: "anon", portal_access_token: `a device that nobody else has ${randomUUID()}` },
  },
  unlinkPortalUser: { method: "DELETE", path: "/users/v1/me/link/Golf/user" },
  jwks: { method: "GET", path: "/.well-known/jwks.json" },
  publicKeys: { method: "GET", path: "/users/v1/publickeys" },
  updateCredentials: { method: "PUT", path: "/v2/account/me/m2m-credentials", body: {} },
  notificationPage: { method: "GET", path: "/notification/v1/playerid/me/notification" },
  notificationPoll: { method: "GET", path: "/notification/v1/playerid/me/stream/notification/lp", query: "deadline=0" },
  notificationStream: { method: "GET", path: "/notification/v1/playerid/me/stream/notification/sse" },
  createNotification: {
    method: "POST",
    path: `/notification/v1/playerid/${playerUuid}/notification`,
    body: { message: "hello" },
  },
  broadcastNotification: {
    method: "POST",
    path: "/notification/v1/broadcast",
    body: { player_uuids: [playerUuid], message: "hello" },
  },
  vendors: { method: "GET", path: "/inventory/v1/catalog/vendor" },
  vendor: { method: "GET", path: "/inventory/v1/catalog/vendor/10" },
  pricePoints: { method: "GET", path: "/inventory/v1/catalog/price-point" },
  pricePoint: { method: "GET", path: "/inventory/v1/catalog/price-point/sword%20%2F%20price" },
  lootOdds: { method: "GET", path: "/inventory/v1/catalog/loot/200/odds", query: "quantity=2" },
  vendorEtags: { method: "GET", path: "/inventory/v1/catalog/etag" },
  ownInventory: { method: "GET", path: "/inventory/v1/player/me/inventory" },
  playerInventory: { method: "GET", path: `/inventory/v1/player/uuid/${playerUuid}/inventory` },
  orderPage: { method: "GET", path: "/inventory/v1/player/me/order" },
  submitOwnOrder: { method: "POST", path: "/inventory/v1/player/me/order", body: { entries } },
  ownLevels: { method: "GET", path: "/inventory/v1/player/me/levels" },
  playerLevels: { method: "GET", path: `/inventory/v1/player/uuid/${playerUuid}/levels` },
  startSession: {
    method: "POST",
    path: "/inventory/v1/player/me/session",
    body: { client_order_ref_id: "0b0b0b0b-0000-4000-8000-000000000001" },
  },
  submitOrder: { method: "POST", path: `/inventory/v1/player/uuid/${playerUuid}/order`, body: { entries } },
  submitOrders: {
    method: "POST",
    path: "/inventory/v1/order",
    body: { orders: [{ player_uuid: playerUuid, entries }] },
  },
  quoteOwnOrder: { method: "POST", path: "/inventory/v1/player/me/order/quote", body: { entries } },
  quoteOrder: { method: "POST", path: `/inventory/v1/player/uuid/${playerUuid}/order/quote`, body: { entries } },
  ownOrder: { method: "GET", path: `/inventory/v1/player/me/order/${orderId}` },
  playerOrder: { method: "GET", path: `/inventory/v1/player/uuid/${playerUuid}/order/${orderId}` },
  explainOwnOrder: { method: "GET", path: `/inventory/v1/player/me/order/${orderId}/explain` },
  explainOrder: { method: "GET", path: `/inventory/v1/player/uuid/${playerUuid}/order/${orderId}/explain` },
  playerPresence: { method: "GET", path: `/presence/v1/player/uuid/${playerUuid}/presence` },
  playerPresences: {
    method: "POST",
    path: "/presence/v1/player/presence:batch",
    body: { player_uuids: [playerUuid] },
  },
  ownPresence: { method: "GET", path: "/presence/v1/player/me/presence" },
  reportPresence: { method: "PATCH", path: "/presence/v1/player/me/presence", body: {} },
  presenceSettings: { method: "GET", path: "/presence/v1/settings" },
  livez: { method: "GET", path: "/livez" },
  readyz: { method: "GET", path: "/readyz" },
  openapi: { method: "GET", path: "/openapi.json" },
  docs: { method: "GET", path: "/docs" },
})

/** What a sample is sent to, and with. */
export const sending = ({ body, form, path, query }: Sample) => ({
  target: query === undefined ? path : `${path}?${query}`,
  sent: {
    ...(body !== undefined && { body }),
    ...(form !== undefined && { raw: form, headers: { "content-type": "application/x-www-form-urlencoded" } }),
  },
})

/** The `error_code` of a reply; undefined when it is no error body. */
export const codeOf = (reply: { readonly json: unknown }): string | undefined => {
  const body = reply.json as { readonly error_code?: string } | undefined
  return body?.error_code
}

/** `loc` and `type` of every detail of a 422, in their order. */
export const detailsOf = (reply: { readonly json: unknown }): ReadonlyArray<readonly [string, string]> => {
  const body = reply.json as { readonly detail?: ReadonlyArray<{ loc: ReadonlyArray<unknown>; type: string }> }
  return (body.detail ?? []).map(({ loc, type }) => [loc.join("."), type])
}
