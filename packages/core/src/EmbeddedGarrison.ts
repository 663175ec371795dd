/** The methods of Garrison inside a host's process: plain values in, effects of the core's services out. */
/// <reference lib="esnext.disposable" preserve="true" />
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { type Act, localActor, Reason } from "./operation/Act.ts"
import { type Answer, type ResultOf, writerOf } from "./operation/answer.ts"
import { Catalogs } from "./catalog/Catalogs.ts"
import { AuthoredId } from "./catalog/schema.ts"
import { Clients } from "./client/Clients.ts"
import { errorOf } from "./GarrisonError.ts"
import type { MachineLoginAnswer, MachineLoginInput, SubmittedOrder } from "./hostAnswers.ts"
import type {
  ExpectedQuoteAnswer,
  InventoryPageAnswer,
  InventoryQuery,
  LevelsAnswer,
  LoginAnswer,
  LoginInput,
  NotificationAnswer,
  NotificationContent,
  NotificationPageAnswer,
  NotificationQuery,
  OddsAnswer,
  OddsQuery,
  Order,
  OrderExplanationAnswer,
  OrderForPlayer,
  OrderInput,
  OrderPageAnswer,
  OrderQuery,
  OrderQuoteAnswer,
  PortalUserInput,
  PortalUsersAnswer,
  PresenceAnswer,
  PresenceReport,
  SessionInput,
} from "./hostTypes.ts"
import { Inventories } from "./inventory/Inventories.ts"
import { InventoryLimit, InventoryPage } from "./inventory/schema.ts"
import { jsonEncoder } from "./kernel/encoder.ts"
import { Text } from "./kernel/Field.ts"
import { PlayerUuid } from "./kernel/Identifier.ts"
import type { InvalidInput } from "./kernel/Invalid.ts"
import { parseJson } from "./kernel/Json.ts"
import { plainDecoder } from "./kernel/PlainInput.ts"
import { TimestampOrUnix } from "./kernel/Timestamp.ts"
import type { WireJson } from "./kernel/WireJson.ts"
import { Links } from "./linking/Links.ts"
import { LinkedPortalUsers, PortalUserNamed } from "./linking/schema.ts"
import { Logins } from "./login/Logins.ts"
import { LoginRequest, LoginResult } from "./login/schema.ts"
import { createNotification } from "./notification/operations/createNotification.ts"
import { listNotifications } from "./notification/operations/listNotifications.ts"
import { LootOdds } from "./odds/LootOdds.ts"
import { OddsQuantity } from "./odds/schema.ts"
import { Sort } from "./order/enumerations.ts"
import { explanationOf } from "./order/explain.ts"
import { OrderExplanation } from "./order/explanation.ts"
import { Orders } from "./order/Orders.ts"
import { OrderRequest, OrdersRequest, Page, PageLimit, SessionRequest } from "./order/schema.ts"
import { Presences } from "./presence/Presences.ts"
import { PresencePatch, PresenceRecord } from "./presence/schema.ts"
import { AccessTokens } from "./token/AccessTokens.ts"
import { hostCaller } from "./kernel/Caller.ts"
import type { Caller } from "./kernel/Caller.ts"
import { Sessions } from "./token/Sessions.ts"

/** `client_id` of the public game client that `open` makes for players of the host's own game. */
export const EMBEDDED_CLIENT_ID = "embedded"

/** Facts about a login outside of the request. */
export interface LoginOptions {
  /**
   * Network address of the player, by which failed attempts and new identities are limited. All logins without an
   * address share one count of failures, and count as new identities only towards the limit in all.
   */
  readonly address?: string
}

/** Facts for the audit row of a change. */
export interface HostAct {
  /** The reason, in at most 1024 characters. */
  readonly reason?: string
}

/**
 * Garrison, open in this process. The host has the database, so it may do everything, and names the player by
 * `playerUuid`. Integers beyond 2^53 are `bigint`, in and out. A refused call rejects with a `GarrisonError`.
 */
export interface EmbeddedGarrison {
  /**
   * Logs a player in (interface, section 4.1), or a machine client if `grant_type` is `client_credentials`. The answer
   * to a player has `active_player_uuid`, that to a machine has not.
   */
  readonly login: {
    (request: MachineLoginInput, options?: LoginOptions): Promise<MachineLoginAnswer>
    (request: LoginInput, options?: LoginOptions): Promise<LoginAnswer>
  }
  /**
   * The caller of an `access_token`: `subject` is the player's uuid. Costs almost nothing for a token that was verified
   * before. The end of its session counts at once if this process ended it, and within a minute otherwise.
   */
  readonly authenticate: (accessToken: string) => Promise<Caller>
  /** Ends the session of an `access_token`, with its refresh token. */
  readonly logout: (accessToken: string) => Promise<void>
  /**
   * Makes the portal user of a credential another way to log in as a player. Answers with the portal users of the
   * person. A portal user of another player is refused with `portal_user_taken`; `details.merge` then counts what a
   * merge would join. The host vouches for the player: no recent login is asked for, as it is over HTTP.
   */
  readonly linkPortalUser: (
    playerUuid: string,
    credential: LoginInput,
    options?: LoginOptions,
  ) => Promise<PortalUsersAnswer>
  /**
   * Takes a portal user from the person of a player, and ends the sessions that it opened. The last portal user of a
   * player is refused with `last_portal_user`, a restricted player with `user_auth_restricted`. The host vouches for
   * the player: a portal user of any age is taken. Answers with those that are left.
   */
  readonly unlinkPortalUser: (
    playerUuid: string,
    user: PortalUserInput,
    options?: LoginOptions,
  ) => Promise<PortalUsersAnswer>
  /** The portal users of the person of a player. */
  readonly portalUsers: (playerUuid: string) => Promise<PortalUsersAnswer>
  /** Submits an order for a player with the rights of a game server (interface, section 2.8). */
  readonly submitOrder: (playerUuid: string, request: OrderInput) => Promise<Order>
  /**
   * Submits up to 100 orders of any players, and answers with the end of each in their sequence. Each is an order of
   * its own: a refused one is an `error` in its place, and concerns no other (decisions, section 12).
   */
  readonly submitOrders: (orders: ReadonlyArray<OrderForPlayer>) => Promise<ReadonlyArray<SubmittedOrder>>
  /** What `submitOrder` would answer at this moment. Stores nothing, and draws anew each time. */
  readonly quoteOrder: (playerUuid: string, request: OrderInput) => Promise<OrderQuoteAnswer>
  /**
   * As `quoteOrder`, with the odds of each entry by itself in place of results; at most 10 entries that order at most
   * 1,000 of loot in all. An order that is stored already, or beyond the rate, is answered as by `quoteOrder`: without
   * `etag`.
   */
  readonly quoteExpected: (playerUuid: string, request: OrderInput) => Promise<ExpectedQuoteAnswer | OrderQuoteAnswer>
  /**
   * Begins an inventory session of a player: transient records of the session before go, and each entitlement is
   * fulfilled by an entry of one order, which is the answer (decisions, section 11).
   */
  readonly beginSession: (playerUuid: string, request?: SessionInput) => Promise<Order>
  /** A page of a player's recent orders, oldest first unless `sort` says otherwise (interface, section 4.5). */
  readonly orders: (playerUuid: string, query?: OrderQuery) => Promise<OrderPageAnswer>
  /**
   * How an order of a player came about, also one of any age: each number, rule, check, draw with its odds and change
   * (decisions, section 12). The order is interpreted again with the catalog version of its time; nothing is stored.
   */
  readonly explainOrder: (playerUuid: string, orderId: string) => Promise<OrderExplanationAnswer>
  /** A page of what a player owns, by item (decisions, section 11). */
  readonly inventory: (playerUuid: string, query?: InventoryQuery) => Promise<InventoryPageAnswer>
  /** The levels of a player, by the counts that orders of game servers see (decisions, section 11). */
  readonly levels: (playerUuid: string) => Promise<LevelsAnswer>
  /**
   * The odds of a loot of the current catalog: exact fractions, or estimates where `exact` is false (decisions, section
   * 12). The setting `oddsPublished` does not matter here.
   */
  readonly odds: (lootId: number, query?: OddsQuery) => Promise<OddsAnswer>
  /** Adds a notification to a player's list (interface, section 2.7). */
  readonly notify: (playerUuid: string, input: NotificationContent) => Promise<NotificationAnswer>
  /** A page of a player's notifications, newest first (interface, section 4.4). */
  readonly notifications: (playerUuid: string, query?: NotificationQuery) => Promise<NotificationPageAnswer>
  /**
   * Takes a player's heartbeat with its changes (decisions, section 13); answers with the player's own view.
   */
  readonly reportPresence: (playerUuid: string, patch?: PresenceReport) => Promise<PresenceAnswer>
  /** A player's presence as it is, invisible or not (interface, section 4.7). */
  readonly presence: (playerUuid: string) => Promise<PresenceAnswer>
  /**
   * Checks a catalog document and serves it from now on. Answers with its version number. The current document keeps
   * its version.
   */
  readonly publishCatalog: (document: unknown, act?: HostAct) => Promise<number>
  /** Lets calls under way end and closes the database. Calls that come after it reject with the code `closed`. */
  readonly close: () => Promise<void>
  /** As {@link EmbeddedGarrison.close}, at the end of the block of an `await using`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

const optional = Schema.optionalKey
const decodeLogin = plainDecoder(LoginRequest)
const decodeOrder = plainDecoder(OrderRequest)
const decodeOrders = plainDecoder(OrdersRequest)
const decodeSession = plainDecoder(SessionRequest)
const decodePatch = plainDecoder(PresencePatch, "undefined")
const decodeOrderQuery = plainDecoder(
  Schema.Struct({
    starting_position: optional(TimestampOrUnix),
    cursor: optional(Text),
    sort: optional(Sort),
    limit: optional(PageLimit),
  }),
)
const decodeInventoryQuery = plainDecoder(Schema.Struct({ cursor: optional(Text), limit: optional(InventoryLimit) }))
const decodeOddsQuery = plainDecoder(
  Schema.Struct({
    loot_id: AuthoredId,
    quantity: optional(OddsQuantity),
    player_uuid: optional(PlayerUuid),
  }),
)
const decodePlayer = plainDecoder(Schema.Struct({ player_uuid: PlayerUuid }))
const decodeOrderOf = plainDecoder(Schema.Struct({ player_uuid: PlayerUuid, order_id: Text }))
const decodeAct = plainDecoder(Schema.Struct({ reason: optional(Reason) }))
const decodePortalUser = plainDecoder(PortalUserNamed)
const encodePortalUsers = Schema.encodeSync(LinkedPortalUsers)
const encodeLogin = Schema.encodeSync(LoginResult)
const encodeExplanation = Schema.encodeSync(OrderExplanation)
const encodePage = Schema.encodeSync(Page)
const encodeInventoryPage = jsonEncoder(InventoryPage)
const encodePresence = jsonEncoder(PresenceRecord)

const host = hostCaller(EMBEDDED_CLIENT_ID)

const playerOf = (playerUuid: unknown) =>
  Effect.map(decodePlayer({ player_uuid: playerUuid }), ({ player_uuid }) => player_uuid)

/** A player whose ways to log in the host changes, through the client by which the host logs players in. */
const linkingPlayer = Effect.fnUntraced(function* (playerUuid: unknown, options: LoginOptions = {}) {
  const { address = "" } = options
  const clientId = (yield* Clients).publicIdOf(undefined) ?? EMBEDDED_CLIENT_ID
  return { playerUuid: yield* playerOf(playerUuid), session: undefined, clientId, address, userAgent: "embedded" }
})

/** Parses stored JSON, with large integers exact. Garrison wrote the text, so its depth is not limited. */
const parsed = <A>(wire: WireJson): Effect.Effect<A> =>
  Effect.map(Effect.orDie(Effect.fromResult(parseJson(wire, Number.POSITIVE_INFINITY))), (value) => value as A)

/** What the host asks for of a player. What is no object stays as it is, and is refused. */
const ofPlayer = (playerUuid: unknown, request: unknown): unknown =>
  typeof request === "object" && request !== null ? { ...request, player_uuid: playerUuid } : request

const hostAct: Act = { actor: localActor(EMBEDDED_CLIENT_ID) }

/** Runs an operation for the host, and answers with the JSON of its answer. */
const asked = <Input, A extends Answer, E, R>(
  operation: {
    readonly answer: A
    readonly decode: (given: unknown) => Effect.Effect<Input, InvalidInput>
    readonly run: (input: Input, act: Act) => Effect.Effect<ResultOf<A>, E, R>
  },
  given: unknown,
  act = hostAct,
): Effect.Effect<A["schema"]["Encoded"], E | InvalidInput, R> => {
  const encode = writerOf(operation.answer)
  return Effect.flatMap(operation.decode(given), (input) =>
    Effect.flatMap(operation.run(input, act), (result) => parsed<A["schema"]["Encoded"]>(encode(result))),
  )
}

const authenticate = (accessToken: unknown) =>
  AccessTokens.use((tokens) =>
    tokens.authenticate(typeof accessToken === "string" ? `Bearer ${accessToken}` : undefined),
  )

/** The methods as effects; `open` makes promises of them. */
export const operations = {
  login: Effect.fnUntraced(function* (request: unknown, options?: LoginOptions) {
    const decoded = yield* decodeLogin(request)
    const address = options?.address ?? ""
    const context = { credentials: undefined, credentialsMalformed: false, address, userAgent: "embedded" }
    // A machine's answer has fewer fields, as the type of the method says.
    return encodeLogin(yield* (yield* Logins).login(decoded, context)) as LoginAnswer
  }),

  authenticate,

  logout: Effect.fnUntraced(function* (accessToken: unknown) {
    const caller = yield* authenticate(accessToken)
    yield* (yield* Sessions).end(caller, "logout")
  }),

  linkPortalUser: Effect.fnUntraced(function* (playerUuid: unknown, credential: unknown, options?: LoginOptions) {
    const player = yield* linkingPlayer(playerUuid, options)
    return encodePortalUsers(yield* (yield* Links).link(player, yield* decodeLogin(credential)))
  }),

  unlinkPortalUser: Effect.fnUntraced(function* (playerUuid: unknown, user: unknown, options?: LoginOptions) {
    const player = yield* linkingPlayer(playerUuid, options)
    const { platform, portal_user_id: portalUserId } = yield* decodePortalUser(user)
    return encodePortalUsers(yield* (yield* Links).unlink(player, { platform, portalUserId }))
  }),

  portalUsers: Effect.fnUntraced(function* (playerUuid: unknown) {
    return encodePortalUsers(yield* (yield* Links).ofPlayer(yield* playerOf(playerUuid)))
  }),

  submitOrder: Effect.fnUntraced(function* (playerUuid: unknown, request: unknown) {
    const player = yield* playerOf(playerUuid)
    const { wire } = yield* (yield* Orders).submit(player, yield* decodeOrder(request), host)
    return yield* parsed<Order>(wire)
  }),

  submitOrders: Effect.fnUntraced(function* (given: unknown) {
    const { orders } = yield* decodeOrders({ orders: given })
    const submitted = orders.map(({ player_uuid: player, ...request }) => ({ player, request }))
    return yield* Effect.forEach(yield* (yield* Orders).submitMany(submitted, host), (exit) =>
      Exit.isSuccess(exit)
        ? Effect.map(parsed<Order>(exit.value.wire), (order): SubmittedOrder => ({ order }))
        : Effect.succeed<SubmittedOrder>({ error: errorOf(Cause.squash(exit.cause)) }),
    )
  }),

  quoteOrder: Effect.fnUntraced(function* (playerUuid: unknown, request: unknown) {
    const player = yield* playerOf(playerUuid)
    const { wire } = yield* (yield* Orders).quote(player, yield* decodeOrder(request), host)
    return yield* parsed<OrderQuoteAnswer>(wire)
  }),

  quoteExpected: Effect.fnUntraced(function* (playerUuid: unknown, request: unknown) {
    const player = yield* playerOf(playerUuid)
    const { wire } = yield* (yield* LootOdds).quote(player, yield* decodeOrder(request), host)
    return yield* parsed<ExpectedQuoteAnswer | OrderQuoteAnswer>(wire)
  }),

  beginSession: Effect.fnUntraced(function* (playerUuid: unknown, request: unknown = {}) {
    const player = yield* playerOf(playerUuid)
    const { wire } = yield* (yield* Orders).startSession(player, yield* decodeSession(request), host)
    return yield* parsed<Order>(wire)
  }),

  orders: Effect.fnUntraced(function* (playerUuid: unknown, query: unknown = {}) {
    const player = yield* playerOf(playerUuid)
    const { page, wires } = yield* (yield* Orders).page(player, yield* decodeOrderQuery(query))
    const data = yield* Effect.forEach(wires, parsed<Order>)
    return { data, page: encodePage(page) }
  }),

  explainOrder: Effect.fnUntraced(function* (playerUuid: unknown, orderId: unknown) {
    const named = yield* decodeOrderOf({ player_uuid: playerUuid, order_id: orderId })
    const explained = yield* (yield* Orders).explain(named.player_uuid, named.order_id, host)
    return encodeExplanation(explanationOf(explained)) satisfies OrderExplanationAnswer
  }),

  inventory: Effect.fnUntraced(function* (playerUuid: unknown, query: unknown = {}) {
    const player = yield* playerOf(playerUuid)
    const page = yield* (yield* Inventories).page(player, yield* decodeInventoryQuery(query))
    return yield* parsed<InventoryPageAnswer>(encodeInventoryPage(page))
  }),

  levels: Effect.fnUntraced(function* (playerUuid: unknown) {
    const levels = yield* (yield* Inventories).levels(yield* playerOf(playerUuid), undefined)
    return levels satisfies LevelsAnswer
  }),

  odds: Effect.fnUntraced(function* (lootId: unknown, query: unknown = {}) {
    const asked = yield* decodeOddsQuery(Object.assign({}, query, { loot_id: lootId }))
    const { loot_id, player_uuid, quantity = 1 } = asked
    return (yield* (yield* LootOdds).of(loot_id, quantity, player_uuid)) satisfies OddsAnswer
  }),

  notify: (playerUuid: unknown, input: unknown) => asked(createNotification, ofPlayer(playerUuid, input)),

  notifications: (playerUuid: unknown, query: unknown = {}) => asked(listNotifications, ofPlayer(playerUuid, query)),

  reportPresence: Effect.fnUntraced(function* (playerUuid: unknown, patch: unknown = {}) {
    const player = yield* playerOf(playerUuid)
    const record = yield* (yield* Presences).report(player, yield* decodePatch(patch))
    return yield* parsed<PresenceAnswer>(encodePresence(record))
  }),

  presence: Effect.fnUntraced(function* (playerUuid: unknown) {
    const player = yield* playerOf(playerUuid)
    const record = yield* (yield* Presences).view(player, { isSelf: false, seesAll: true })
    return yield* parsed<PresenceAnswer>(encodePresence(record))
  }),

  publishCatalog: Effect.fnUntraced(function* (document: unknown, given: unknown = {}) {
    const act = { actor: localActor(EMBEDDED_CLIENT_ID), ...(yield* decodeAct(given)) }
    return (yield* (yield* Catalogs).publish(document, {}, act)).version.version
  }),
}
