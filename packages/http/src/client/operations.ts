/**
 * The methods of the client that ask one operation each, with the types that hosts have no other names for.
 * `npm run client` makes this file from the contract; do not edit it by hand.
 */
import type { CallOptions } from "./options.ts"
import type {
  BroadcastAnswer,
  BroadcastContent,
  ExpectedQuoteAnswer,
  InventoryPageAnswer,
  LevelsAnswer,
  LoginAnswer,
  LoginInput,
  NewNotificationsAnswer,
  NotificationAnswer,
  NotificationContent,
  NotificationPageAnswer,
  OddsAnswer,
  Order,
  OrderEntryInput,
  OrderExplanationAnswer,
  OrderForPlayer,
  OrderInput,
  OrderPageAnswer,
  OrderQuoteAnswer,
  PortalUsersAnswer,
  PresenceAnswer,
  PresenceReport,
  PresenceSettings,
  PresencesAnswer,
  PricePointAnswer,
  PricePointsAnswer,
  PublicKey,
  SessionInput,
  Vendor,
  VendorCollection,
  VendorEtags,
} from "@garrison/core/hostTypes"
import type { Platform } from "@garrison/core/kernel/Platform"
import type { OrderSource, Sort } from "@garrison/core/order/enumerations"

export interface OauthLoginQuery {
  /** Where the player returns to: one of the addresses of the client, letter by letter. */
  readonly redirect_uri: string
  /** Returned with the answer as it came. */
  readonly state?: string | undefined
  /**
   * PKCE: the hash of the `code_verifier` that the exchange must then present. Public clients must send it, unless they
   * are exempt.
   */
  readonly code_challenge?: string | undefined
  /** How the challenge was made. */
  readonly code_challenge_method?: "S256" | undefined
  /** The client that will exchange the code. Absent: the environment's default public game client. */
  readonly client_id?: string | undefined
}

export interface OauthResponseQuery {
  /** The `state` of the address that the player was sent to. */
  readonly state?: string | undefined
  /** The code that the portal gave the player. */
  readonly code?: string | undefined
  /** Present when the portal refused. */
  readonly error?: string | undefined
}

/** An exchange of a code for tokens. */
export interface TokenExchangeInput {
  /** Kind of the exchange. */
  readonly grant_type: "authorization_code"
  /** The code that the player brought back. */
  readonly code: string
  /** Whether the user has accepted the EULA. */
  readonly accepted_eula?: boolean | undefined
  /** Whether the user has accepted the terms of service. */
  readonly accepted_tos?: boolean | undefined
  /** Whether the user has accepted the privacy policy. */
  readonly accepted_privacy_policy?: boolean | undefined
  /** PKCE: the text whose SHA-256 was the `code_challenge`; required if there was one. */
  readonly code_verifier?: string | undefined
}

/** The tokens, or what the player must accept first, or why the player was refused. */
export interface TokenExchangeAnswer {
  /** Bearer token of later requests. */
  readonly access_token?: string
  /** Exchanged for a new `access_token` by the grant `refresh`. */
  readonly refresh_token?: string
  /** True: the end user licence agreement must be accepted first. */
  readonly needs_eula?: boolean
  /** True: the terms of service must be accepted first. */
  readonly needs_tos?: boolean
  /** True: the privacy policy must be accepted first. */
  readonly needs_privacy_policy?: boolean
  /** The code to exchange once the agreements are accepted. */
  readonly regenerated_code?: string
  /** Why the player was refused. */
  readonly error_message?: string
}

export interface LogoutAnswer {
  /** 0 when the session had ended before. */
  readonly sessions_ended: number
}

/** The keys that access tokens verify with. */
export interface KeySetAnswer {
  /** The public side of every published key. */
  readonly keys: ReadonlyArray<PublicKey>
}

export interface UpdateCredentialsInput {
  /** Whether the server makes a new secret. */
  readonly rotate_secret?: boolean | undefined
  /** The new secret. The old one stops at once. */
  readonly client_secret?: string | undefined
  /** The new description. */
  readonly description?: string | undefined
}

export interface MachineAccountAnswer {
  /** UUID of the client. */
  readonly account_id: string
  /** The secret, if this call set it; otherwise `****` and its last four characters. */
  readonly client_secret: string
  /** The description of the client. */
  readonly description?: string
  /** UUID of the organisation that the client belongs to. */
  readonly org_id?: string
}

export interface NotificationPageQuery {
  /** How many notifications the page holds at most. 1 to 100; default 10. */
  readonly page_size?: number | undefined
  /** Opaque. Results start at this index, inclusive; absent: at the latest. */
  readonly start_at?: string | undefined
  /** Opaque. Every notification up to and including this one is left out. */
  readonly exclude_before?: string | undefined
}

export interface NotificationPollQuery {
  /**
   * Opaque: a cursor or an id. What comes after it is given, in the order in which it was sent. Absent: as
   * `offset_reset_strategy` says.
   */
  readonly exclude_before?: string | undefined
  /** How many notifications the answer holds at most. 1 to 100; default 10. */
  readonly max_page_size?: number | undefined
  /** How long to wait at the most, 0 to 900 seconds. 0 to 900; default 30. */
  readonly deadline?: number | undefined
  /** Where to begin without `exclude_before`: `latest` gives what comes from now on, `earliest` all. Default latest. */
  readonly offset_reset_strategy?: "latest" | "earliest" | undefined
}

export interface LootOddsQuery {
  /** How many are ordered in one entry. 1 to 100; default 1. */
  readonly quantity?: number | undefined
  /** What the player owns, and nothing else, as ITEM=N with commas between: 995=10,key=1; items by id or name. */
  readonly owning?: string | undefined
  /** XP that the player has, as ITEM=N with commas between, of items with levels; owned as all else. */
  readonly xp?: string | undefined
}

export interface OwnInventoryQuery {
  /** Opaque: `page.cursor` of the page before. */
  readonly cursor?: string | undefined
  /** How many records the page holds at most. 1 to 100; default 50. */
  readonly limit?: number | undefined
}

export interface PlayerInventoryQuery {
  /** Opaque: `page.cursor` of the page before. */
  readonly cursor?: string | undefined
  /** How many records the page holds at most. 1 to 100; default 50. */
  readonly limit?: number | undefined
}

export interface OrderPageQuery {
  /** Inclusive time of the first order, ISO 8601 or Unix seconds. Ignored when a cursor is given. */
  readonly starting_position?: string | undefined
  /** Opaque: `page.cursor` of the page before. */
  readonly cursor?: string | undefined
  /** By the time of the orders. Default asc. */
  readonly sort?: Sort | undefined
  /** How many orders the page holds at most. 1 to 50; default 10. */
  readonly limit?: number | undefined
}

export interface OrdersInput {
  /** The orders, each of any player; at most 100. */
  readonly orders: ReadonlyArray<OrderForPlayer>
}

export interface OrdersAnswer {
  /** What became of each order, in the sequence of the request. */
  readonly orders: ReadonlyArray<OrderEnd>
}

/** One of the orders, in the sequence of the request: `order` if `status` is 200, else `error`. */
export interface OrderEnd {
  /** The status that `submitOrder` would have answered with. */
  readonly status: number
  /** A stored order. */
  readonly order?: Order
  /** Why a request was refused. */
  readonly error?: ErrorBody
}

/** Why a request was refused. */
export interface ErrorBody {
  /** False if the caller is not authenticated, or may not do this. */
  readonly auth_success: boolean
  /** Why the request was refused, for programs: one of a closed list. */
  readonly error_code: string
  /** Why the request was refused, for people. */
  readonly desc: string
}

export interface QuoteInput {
  /** Absent: CLIENT from a player, UNKNOWN from a server. */
  readonly source?: OrderSource | undefined
  /** UUID that makes a retry safe: the same order with the same id is fulfilled once, and gets the same answer. */
  readonly client_order_ref_id?: string | undefined
  /** Id of the game server's instance. */
  readonly instance_id?: string | undefined
  /** Id of the match. */
  readonly match_id?: string | undefined
  /** Whether a failed entry undoes all others. */
  readonly is_transaction?: boolean | undefined
  /** What the order asks for, fulfilled in this sequence; at most 100 entries. */
  readonly entries: ReadonlyArray<OrderEntryInput>
  /** `sampled`: draws are made. `expected`: the odds of each entry by itself, without any draw. */
  readonly results?: "sampled" | "expected" | undefined
}

/** The players of a friend list. */
export interface PresenceBatch {
  /** The players, at most 200. One that is named twice is answered once. */
  readonly player_uuids: ReadonlyArray<string>
}

export interface HealthAnswer {
  /** What the probe asks about: the process, or its readiness. */
  readonly status: "alive" | "ready"
  /**
   * Of a process that is ready. `clock`: the newest rows of storage are an hour ahead of its clock. Absent: nothing.
   */
  readonly warnings?: ReadonlyArray<"clock">
}

/** A method for each operation that a program asks for, by the name that the OpenAPI document gives it. */
export interface GarrisonOperations {
  /**
   * Log in. Authenticates a user or a machine client for a grant type and returns an access token. The client
   * identifies itself by HTTP Basic; without it the environment's default public game client is used, where there is
   * one. `POST /users/v1/login`.
   */
  readonly login: (request: LoginInput, options?: CallOptions) => Promise<LoginAnswer>
  /**
   * Log in by redirect. The address of this for a browser; nothing is sent. Open this address in a browser: it sends
   * the player to the portal, and from there back to `redirect_uri` with a `code` for the token exchange, or with
   * `error_code` and `error_description`. `GET /users/v1/oauth/login/{platform}`.
   */
  readonly oauthLogin: (
    platform: "alpha" | "bravo" | "charlie" | "delta" | "echo" | "foxtrot" | "golf" | "hotel" | "india",
    query: OauthLoginQuery,
  ) => string
  /**
   * Return from a portal. The address of this for a browser; nothing is sent. The portal sends the player here. The
   * player goes on to the `redirect_uri` of the login, with a `code` and the `state` of the game, or with `error_code`
   * and `error_description`. An answer works once. `GET /users/v1/oauth/response/{platform}`.
   */
  readonly oauthResponse: (
    platform: "alpha" | "bravo" | "charlie" | "delta" | "echo" | "foxtrot" | "golf" | "hotel" | "india",
    query?: OauthResponseQuery,
  ) => string
  /**
   * Exchange an authorization code. Exchanges an authorization code for tokens. Where agreements are missing the answer
   * names them and carries a regenerated code, usable once they are accepted. `POST /users/v1/oauth/token`.
   */
  readonly exchangeToken: (request: TokenExchangeInput, options?: CallOptions) => Promise<TokenExchangeAnswer>
  /**
   * Log out. Ends the session of the access token: its refresh token stops at once, the access token itself within a
   * minute. `POST /users/v1/logout`.
   */
  readonly logout: (options?: CallOptions) => Promise<LogoutAnswer>
  /**
   * The caller's portal users. Every portal user that logs in as a player of the person, the oldest first, with the
   * time at which it was linked or logged in first. Of one that the player does not know, the account is in danger:
   * unlink it. `GET /users/v1/me/link`.
   */
  readonly portalUsers: (options?: CallOptions) => Promise<PortalUsersAnswer>
  /**
   * Link a portal user. Verifies the credential of a login body and makes its portal user another way to log in as the
   * player, who keeps player_uuid and inventory. A portal user of another player is refused, with counts of what a
   * merge would join. refresh and client_credentials prove no portal user and are refused with invalid_grant_type. A
   * player must have logged in a short time ago; a refresh does not count. The player gets a notification. `POST
   * /users/v1/me/link`.
   */
  readonly linkPortalUser: (request: LoginInput, options?: CallOptions) => Promise<PortalUsersAnswer>
  /**
   * Unlink a portal user. Takes a portal user from the player's person and ends the sessions that were opened through
   * it, the caller's own too. The portal user may then be linked elsewhere, or log in as a new player. The last portal
   * user of a player stays. A portal user that was linked in the last days removes no older one. The player gets a
   * notification. Answers with those that are left. `DELETE /users/v1/me/link/{platform}/{portal_user_id}`.
   */
  readonly unlinkPortalUser: (
    platform: Platform,
    portalUserId: string,
    options?: CallOptions,
  ) => Promise<PortalUsersAnswer>
  /**
   * Public signing keys. The keys that access tokens verify with, as a JSON Web Key Set (RFC 7517). Also at
   * `/users/v1/publickeys`. `GET /.well-known/jwks.json`.
   */
  readonly jwks: (options?: CallOptions) => Promise<KeySetAnswer>
  /** Public signing keys. The same key set as `/.well-known/jwks.json`. `GET /users/v1/publickeys`. */
  readonly publicKeys: (options?: CallOptions) => Promise<KeySetAnswer>
  /**
   * Change the caller's secret or description. `client_secret` becomes the secret at once and the old one stops. With
   * `rotate_secret` the server makes a new secret and the old one stays valid for the configured overlap; giving both
   * is refused. The answer shows a secret only when this call set it. `PUT /v2/account/me/m2m-credentials`.
   */
  readonly updateCredentials: (request?: UpdateCredentialsInput, options?: CallOptions) => Promise<MachineAccountAnswer>
  /**
   * Page of the caller's notifications. Newest first. The cursor of the answer is the `start_at` of the next older
   * page; on the last page it is an end marker, whose page is empty. Clients poll this regularly, with If-None-Match.
   * `GET /notification/v1/playerid/me/notification`.
   */
  readonly notificationPage: (query?: NotificationPageQuery, options?: CallOptions) => Promise<NotificationPageAnswer>
  /**
   * Wait for the caller's notifications. Oldest first. Answers at once if there is something after `exclude_before`,
   * else as soon as something comes, and with an empty list at the deadline. Ask again with the cursor of the answer as
   * `exclude_before`: nothing is left out and nothing comes twice. `GET
   * /notification/v1/playerid/me/stream/notification/lp`.
   */
  readonly notificationPoll: (query?: NotificationPollQuery, options?: CallOptions) => Promise<NewNotificationsAnswer>
  /**
   * Send a notification to a player. Appends to the player's list. Answers with the notification as the player will see
   * it. `POST /notification/v1/playerid/{player_uuid}/notification`.
   */
  readonly createNotification: (
    playerUuid: string,
    request: NotificationContent,
    options?: CallOptions,
  ) => Promise<NotificationAnswer>
  /**
   * Send a notification to many players. To all players, to those who have a role now, or to a list of at most 10,000.
   * Each of them reads it once, among their own notifications. Players who join later do not read it. However many read
   * it, it is stored once. It cannot be taken back. A list with players that do not exist is refused, and names every
   * one of them. `POST /notification/v1/broadcast`.
   */
  readonly broadcastNotification: (request: BroadcastContent, options?: CallOptions) => Promise<BroadcastAnswer>
  /**
   * All vendors with their loot and items. The published catalog version, with the values that count where its author
   * wrote none. `cache_info.etag` can be recomputed: take the resource without `cache_info`, put the etag of each child
   * in its place (`item` of a loot, each `loot` of a vendor, each vendor of the collection), write that as canonical
   * JSON (RFC 8785), and take the SHA-256 of its UTF-8 bytes in base64url. Sent as it is or compressed with gzip, br or
   * zstd, as Accept-Encoding asks; each form has its own ETag. The ETag of the plain form is the collection's in
   * quotes, that of a compressed form has "-gzip", "-br" or "-zstd" before the closing quote. `GET
   * /inventory/v1/catalog/vendor`.
   */
  readonly vendors: (options?: CallOptions) => Promise<VendorCollection>
  /**
   * A vendor with its loot and items. The same bytes that the vendor has in the collection. A client with an older
   * collection asks `vendorEtags` which vendors have another etag now, and fetches these. The ETag is `cache_info.etag`
   * of the vendor in quotes, with "-gzip", "-br" or "-zstd" before the closing quote in a compressed form. `GET
   * /inventory/v1/catalog/vendor/{vendor_id}`.
   */
  readonly vendor: (vendorId: number, options?: CallOptions) => Promise<Vendor>
  /**
   * The etag of each vendor. For clients that hold an older collection: vendors with another etag have changed, those
   * that are missing here are gone. The answer is canonical JSON (RFC 8785). The SHA-256 of its bytes in base64url is
   * the etag of the collection. It is also the ETag here. `GET /inventory/v1/catalog/etag`.
   */
  readonly vendorEtags: (options?: CallOptions) => Promise<VendorEtags>
  /**
   * What loot costs. Every price point that loot names, with its tiers, the tiers of before a sale, and the loot.
   * `current_price_point_guid` of loot in the vendor list leads to the price that a purchase states, and
   * `pre_sale_price_point_guid` to the one that is shown as the price before. A price point that only inactive loot
   * names has no tiers. Sent as it is or compressed with gzip, br or zstd, as Accept-Encoding asks; each form has its
   * own ETag, as the vendor list has. `GET /inventory/v1/catalog/price-point`.
   */
  readonly pricePoints: (options?: CallOptions) => Promise<PricePointsAnswer>
  /**
   * What the loot of a price point costs. The same bytes that the price point has in the list of all. The ETag is its
   * `cache_info.etag` in quotes, with "-gzip", "-br" or "-zstd" before the closing quote in a compressed form. `GET
   * /inventory/v1/catalog/price-point/{price_point_guid}`.
   */
  readonly pricePoint: (pricePointGuid: string, options?: CallOptions) => Promise<PricePointAnswer>
  /**
   * The odds of a loot. What the loot gives on average, how likely it gives any of an item and how much, and which
   * prizes have conditions, for a player without items or for one who owns what is stated: exact fractions, or
   * estimates with bounds where the loot can be drawn in too many ways. `etag` is that of the vendor collection. Not
   * found unless the setting `oddsPublished` is on, and where the loot is not active. Refused while many odds of other
   * loot are computed. `GET /inventory/v1/catalog/loot/{loot_id}/odds`.
   */
  readonly lootOdds: (lootId: number, query?: LootOddsQuery, options?: CallOptions) => Promise<OddsAnswer>
  /**
   * What the caller owns. Records that have not expired, by item, and one `always_owned` record for each item that the
   * catalog gives to every player. `page.cursor` is absent on the last page; a page may hold fewer records than asked
   * for and still have one. Changes of the inventory make no gap and no duplicate among records that are there
   * throughout. `GET /inventory/v1/player/me/inventory`.
   */
  readonly ownInventory: (query?: OwnInventoryQuery, options?: CallOptions) => Promise<InventoryPageAnswer>
  /**
   * What a player owns. Records that have not expired, by item, and one `always_owned` record for each item that the
   * catalog gives to every player. `page.cursor` is absent on the last page; a page may hold fewer records than asked
   * for and still have one. Changes of the inventory make no gap and no duplicate among records that are there
   * throughout. `GET /inventory/v1/player/uuid/{player_uuid}/inventory`.
   */
  readonly playerInventory: (
    playerUuid: string,
    query?: PlayerInventoryQuery,
    options?: CallOptions,
  ) => Promise<InventoryPageAnswer>
  /**
   * @deprecated The caller's recent orders. An empty page means that there were no recent orders. `page.cursor` is
   * absent on the last page. `GET /inventory/v1/player/me/order`.
   */
  readonly orderPage: (query?: OrderPageQuery, options?: CallOptions) => Promise<OrderPageAnswer>
  /**
   * Submit an order. Fulfils the entries and answers with their results. The same client_order_ref_id with the same
   * body answers with the first order for ever; with another body it is refused. A player may submit source CLIENT
   * only. `POST /inventory/v1/player/me/order`.
   */
  readonly submitOwnOrder: (request: OrderInput, options?: CallOptions) => Promise<Order>
  /**
   * Submit an order for a player. Fulfils the entries and answers with their results. The same client_order_ref_id with
   * the same body answers with the first order for ever; with another body it is refused. A player may submit source
   * CLIENT only. `POST /inventory/v1/player/uuid/{player_uuid}/order`.
   */
  readonly submitOrder: (playerUuid: string, request: OrderInput, options?: CallOptions) => Promise<Order>
  /**
   * Submit orders for many players. Submits up to 100 orders, each as if it came by itself: it is stored or refused by
   * itself, and answered in its place, also where others are refused. Orders of one player run in their sequence, those
   * of several players at the same time. To repeat a request safely, give each order a client_order_ref_id: orders that
   * are stored already are answered as they are stored. A broken field of any order refuses the whole request. `POST
   * /inventory/v1/order`.
   */
  readonly submitOrders: (request: OrdersInput, options?: CallOptions) => Promise<OrdersAnswer>
  /**
   * What an order would do. The answer that a submission of this order would get at this moment, without ids; nothing
   * is stored. An order that would be made is nested in its detail. Draws are independent of those of a later
   * submission. A quote does not count against the rate of orders; quotes have a rate of their own, of the same size.
   * With `results` `expected`, each entry has the odds of that entry by itself in place of a result. Such a quote has
   * at most 10 entries, which order at most 1,000 of loot in all. `POST /inventory/v1/player/me/order/quote`.
   */
  readonly quoteOwnOrder: (
    request: QuoteInput,
    options?: CallOptions,
  ) => Promise<ExpectedQuoteAnswer | OrderQuoteAnswer>
  /**
   * What an order for a player would do. The answer that a submission of this order would get at this moment, without
   * ids; nothing is stored. An order that would be made is nested in its detail. Draws are independent of those of a
   * later submission. A quote does not count against the rate of orders; quotes have a rate of their own, of the same
   * size. With `results` `expected`, each entry has the odds of that entry by itself in place of a result. Such a quote
   * has at most 10 entries, which order at most 1,000 of loot in all. `POST
   * /inventory/v1/player/uuid/{player_uuid}/order/quote`.
   */
  readonly quoteOrder: (
    playerUuid: string,
    request: QuoteInput,
    options?: CallOptions,
  ) => Promise<ExpectedQuoteAnswer | OrderQuoteAnswer>
  /**
   * One order of the caller. An order of any age, byte for byte as it was answered when it was submitted. `GET
   * /inventory/v1/player/me/order/{order_id}`.
   */
  readonly ownOrder: (orderId: string, options?: CallOptions) => Promise<Order>
  /**
   * One order of a player. An order of any age, byte for byte as it was answered when it was submitted. `GET
   * /inventory/v1/player/uuid/{player_uuid}/order/{order_id}`.
   */
  readonly playerOrder: (playerUuid: string, orderId: string, options?: CallOptions) => Promise<Order>
  /**
   * How an order came about. Each step by which the order was fulfilled: loot that was skipped and why, each number on
   * the way to a quantity, each check with what it compared, each draw, each change. The stored order is interpreted
   * again with the catalog version and the random numbers of its time; nothing changes. At most 2,000 steps are listed;
   * `steps_left_out` counts the others. `total`, `drawn`, `weight`, `odds`, `candidates` and `excluded` of draws are
   * for callers with `inv:read_order:player:any`, and for players if the server's settings say so. `GET
   * /inventory/v1/player/me/order/{order_id}/explain`.
   */
  readonly explainOwnOrder: (orderId: string, options?: CallOptions) => Promise<OrderExplanationAnswer>
  /**
   * How an order of a player came about. Each step by which the order was fulfilled: loot that was skipped and why,
   * each number on the way to a quantity, each check with what it compared, each draw, each change. The stored order is
   * interpreted again with the catalog version and the random numbers of its time; nothing changes. At most 2,000 steps
   * are listed; `steps_left_out` counts the others. `total`, `drawn`, `weight`, `odds`, `candidates` and `excluded` of
   * draws are for callers with `inv:read_order:player:any`, and for players if the server's settings say so. `GET
   * /inventory/v1/player/uuid/{player_uuid}/order/{order_id}/explain`.
   */
  readonly explainOrder: (playerUuid: string, orderId: string, options?: CallOptions) => Promise<OrderExplanationAnswer>
  /**
   * Begin an inventory session. Takes away the transient records of the session before, and fulfils the loot of every
   * entitlement that the player owns, in one order of source ENTITLEMENTS, which is the answer. The same
   * client_order_ref_id begins one session and is answered with the same order for ever. `POST
   * /inventory/v1/player/me/session`.
   */
  readonly startSession: (request?: SessionInput, options?: CallOptions) => Promise<Order>
  /**
   * The caller's levels. Each active item that has an XP table, with the player's count of it, the level that the count
   * has reached, and the next level. The count is the one that orders of servers see; by a path of one's own, the one
   * that the caller's orders see. `GET /inventory/v1/player/me/levels`.
   */
  readonly ownLevels: (options?: CallOptions) => Promise<LevelsAnswer>
  /**
   * A player's levels. Each active item that has an XP table, with the player's count of it, the level that the count
   * has reached, and the next level. The count is the one that orders of servers see; by a path of one's own, the one
   * that the caller's orders see. `GET /inventory/v1/player/uuid/{player_uuid}/levels`.
   */
  readonly playerLevels: (playerUuid: string, options?: CallOptions) => Promise<LevelsAnswer>
  /**
   * A player's presence. As the caller may see it: `invisible` and stale are `offline`, and an offline record shows no
   * message and no custom data. The player and holders of `presence:read:any` also see do_not_disturb and last_seen,
   * and the true status, `invisible` included. `GET /presence/v1/player/uuid/{player_uuid}/presence`.
   */
  readonly playerPresence: (playerUuid: string, options?: CallOptions) => Promise<PresenceAnswer>
  /**
   * The presence of several players. For a friend list: up to 200 players in one request, each as a lookup by itself
   * would show it to the caller. A caller that is in the list sees itself as it is. Players that do not exist are
   * listed apart, so that one deleted friend does not fail the list. `POST /presence/v1/player/presence:batch`.
   */
  readonly playerPresences: (request: PresenceBatch, options?: CallOptions) => Promise<PresencesAnswer>
  /**
   * The caller's own presence. As the caller may see it: `invisible` and stale are `offline`, and an offline record
   * shows no message and no custom data. The player and holders of `presence:read:any` also see do_not_disturb and
   * last_seen, and the true status, `invisible` included. `GET /presence/v1/player/me/presence`.
   */
  readonly ownPresence: (options?: CallOptions) => Promise<PresenceAnswer>
  /**
   * Report the caller's presence. The heartbeat as well. An absent field stays as it was; null or an empty value clears
   * `message` and `custom_data`, and elsewhere null counts as absent. Without a report for `offline_seconds` the player
   * counts as offline. A change is stored before the answer, a heartbeat that changes nothing within
   * `presenceFlushSeconds`. Answers with the player's own view. `PATCH /presence/v1/player/me/presence`.
   */
  readonly reportPresence: (request?: PresenceReport, options?: CallOptions) => Promise<PresenceAnswer>
  /**
   * How often to report. The interval of heartbeats, and the age at which a player counts as offline; both in seconds.
   * `GET /presence/v1/settings`.
   */
  readonly presenceSettings: (options?: CallOptions) => Promise<PresenceSettings>
  /**
   * Whether the process lives. Answers as long as the process can answer at all, whatever storage does. `GET /livez`.
   */
  readonly livez: (options?: CallOptions) => Promise<HealthAnswer>
  /**
   * Whether requests should be sent here. 503 while storage would take no write, while the server starts or is
   * overloaded, and from the moment it was asked to stop. `desc` says why: `starting`, `unreachable`, `disk_full`,
   * `locked`, `read_only`, `damaged`, `epoch` or `hanging`. `GET /readyz`.
   */
  readonly readyz: (options?: CallOptions) => Promise<HealthAnswer>
  /** This document. The OpenAPI 3.1 document of the service. `GET /openapi.json`. */
  readonly openapi: (options?: CallOptions) => Promise<Readonly<Record<string, unknown>>>
  /**
   * This document, to read and try. The address of this for a browser; nothing is sent. A page that needs nothing from
   * the network but this server. `GET /docs`.
   */
  readonly docs: () => string
}
