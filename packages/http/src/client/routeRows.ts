/**
 * The table of the client's routes, a row each, as `Route.ts` reads it. `npm run client` makes this file from the
 * contract; do not edit it by hand.
 */

/** The row of every operation that a program asks for, by its name. */
export const rows = {
  login: "POST /users/v1/login sends=json asks=client again=credential",
  oauthLogin:
    "GET /users/v1/oauth/login/:platform?redirect_uri&state&code_challenge&code_challenge_method&client_id asks=open answers=address",
  oauthResponse: "GET /users/v1/oauth/response/:platform?state&code&error asks=open answers=address",
  exchangeToken: "POST /users/v1/oauth/token sends=json asks=client",
  logout: "POST /users/v1/logout again=harmless",
  portalUsers: "GET /users/v1/me/link keeps=etag",
  linkPortalUser: "POST /users/v1/me/link sends=json",
  unlinkPortalUser: "DELETE /users/v1/me/link/:platform/:portal_user_id",
  jwks: "GET /.well-known/jwks.json asks=open",
  publicKeys: "GET /users/v1/publickeys asks=open",
  updateCredentials: "PUT /v2/account/me/m2m-credentials?rotate_secret sends=json again=keyed",
  notificationPage: "GET /notification/v1/playerid/me/notification?page_size&start_at&exclude_before keeps=etag",
  notificationPoll:
    "GET /notification/v1/playerid/me/stream/notification/lp?exclude_before&max_page_size&deadline&offset_reset_strategy waits=30",
  notificationStream:
    "GET /notification/v1/playerid/me/stream/notification/sse?exclude_before&offset_reset_strategy answers=stream",
  createNotification: "POST /notification/v1/playerid/:player_uuid/notification sends=json again=keyed",
  broadcastNotification: "POST /notification/v1/broadcast sends=json again=keyed",
  vendors: "GET /inventory/v1/catalog/vendor keeps=etag",
  vendor: "GET /inventory/v1/catalog/vendor/:vendor_id keeps=etag",
  vendorEtags: "GET /inventory/v1/catalog/etag keeps=etag",
  pricePoints: "GET /inventory/v1/catalog/price-point keeps=etag",
  pricePoint: "GET /inventory/v1/catalog/price-point/:price_point_guid keeps=etag",
  lootOdds: "GET /inventory/v1/catalog/loot/:loot_id/odds?quantity&owning&xp keeps=etag",
  ownInventory: "GET /inventory/v1/player/me/inventory?cursor&limit keeps=etag",
  playerInventory: "GET /inventory/v1/player/uuid/:player_uuid/inventory?cursor&limit keeps=etag",
  orderPage: "GET /inventory/v1/player/me/order?starting_position&cursor&sort&limit",
  submitOwnOrder: "POST /inventory/v1/player/me/order sends=json again=referenced",
  submitOrder: "POST /inventory/v1/player/uuid/:player_uuid/order sends=json again=referenced",
  submitOrders: "POST /inventory/v1/order sends=json again=referenced orders=orders",
  quoteOwnOrder: "POST /inventory/v1/player/me/order/quote sends=json again=harmless",
  quoteOrder: "POST /inventory/v1/player/uuid/:player_uuid/order/quote sends=json again=harmless",
  ownOrder: "GET /inventory/v1/player/me/order/:order_id",
  playerOrder: "GET /inventory/v1/player/uuid/:player_uuid/order/:order_id",
  explainOwnOrder: "GET /inventory/v1/player/me/order/:order_id/explain",
  explainOrder: "GET /inventory/v1/player/uuid/:player_uuid/order/:order_id/explain",
  startSession: "POST /inventory/v1/player/me/session sends=json again=referenced",
  ownLevels: "GET /inventory/v1/player/me/levels keeps=etag",
  playerLevels: "GET /inventory/v1/player/uuid/:player_uuid/levels keeps=etag",
  playerPresence: "GET /presence/v1/player/uuid/:player_uuid/presence keeps=etag",
  playerPresences: "POST /presence/v1/player/presence:batch sends=json again=harmless",
  ownPresence: "GET /presence/v1/player/me/presence keeps=etag",
  reportPresence: "PATCH /presence/v1/player/me/presence sends=json again=harmless",
  presenceSettings: "GET /presence/v1/settings",
  livez: "GET /livez asks=open",
  readyz: "GET /readyz asks=open",
  openapi: "GET /openapi.json asks=open keeps=etag",
  docs: "GET /docs asks=open answers=address",
} as const
