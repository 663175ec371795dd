/** The methods of Garrison inside a host's process: plain values in, effects of the core's services out. */
/// <reference lib="esnext.disposable" preserve="true" />
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { findPricePoint } from "./catalog/operations/findPricePoint.ts"
import { listPricePoints } from "./catalog/operations/listPricePoints.ts"
import { publishCatalog } from "./catalog/operations/publishCatalog.ts"
import type { GarrisonServices } from "./Garrison.ts"
import { errorOf } from "./GarrisonError.ts"
import type { NamedOrder, NamedOrderForPlayer } from "./hostOrders.ts"
import type { MachineLoginAnswer, MachineLoginInput, SubmittedOrder } from "./hostAnswers.ts"
import type {
  BroadcastAnswer,
  BroadcastContent,
  ExpectedQuoteAnswer,
  InventoryPageAnswer,
  InventoryQuery,
  LevelsAnswer,
  LoginAnswer,
  LoginInput,
  NewNotificationsAnswer,
  NotificationAnswer,
  NotificationContent,
  NotificationPageAnswer,
  AwaitNotificationsQuery,
  NotificationQuery,
  ListenQuery,
  OddsAnswer,
  OddsQuery,
  Order,
  LocatedOrderAnswer,
  OrderExplanationAnswer,
  OrderPageAnswer,
  OrderQuery,
  OrderQuoteAnswer,
  PortalUserInput,
  PortalUsersAnswer,
  PlayersOnlineAnswer,
  PresenceAnswer,
  PresencesAnswer,
  PricePointAnswer,
  PricePointsAnswer,
  PresenceReport,
  SessionInput,
} from "./hostTypes.ts"
import { listInventory } from "./inventory/operations/listInventory.ts"
import { listLevels } from "./inventory/operations/listLevels.ts"
import type { Caller } from "./kernel/Caller.ts"
import { InvalidInput } from "./kernel/input/Invalid.ts"
import { readOwnJson } from "./kernel/wire/Json.ts"
import { plainDecoder } from "./kernel/input/PlainInput.ts"
import type { WireJson } from "./kernel/wire/WireJson.ts"
import { linkPortalUser } from "./linking/operations/linkPortalUser.ts"
import { listPortalUsers } from "./linking/operations/listPortalUsers.ts"
import { unlinkPortalUser } from "./linking/operations/unlinkPortalUser.ts"
import { logIn } from "./login/operations/logIn.ts"
import { broadcastNotification } from "./notification/operations/broadcastNotification.ts"
import { createNotification } from "./notification/operations/createNotification.ts"
import { listNotifications } from "./notification/operations/listNotifications.ts"
import { pollNotifications } from "./notification/operations/pollNotifications.ts"
import { streamNotifications } from "./notification/operations/streamNotifications.ts"
import { computeOdds } from "./odds/operations/computeOdds.ts"
import { type Act, actorOf, localActor, Reason } from "./operation/Act.ts"
import { type Answer, type ResultOf, writerOf } from "./operation/answer.ts"
import { beginSession } from "./order/operations/beginSession.ts"
import { explainOrder } from "./order/operations/explainOrder.ts"
import { type CatalogReference, idOfReference } from "./catalog/idOfReference.ts"
import { orderWithIds, withIds } from "./order/namedOrder.ts"
import { listOrders } from "./order/operations/listOrders.ts"
import { locateOrder } from "./order/operations/locateOrder.ts"
import { quoteOrder } from "./order/operations/quoteOrder.ts"
import { submitOrder } from "./order/operations/submitOrder.ts"
import { endsOf, submitOrders } from "./order/operations/submitOrders.ts"
import { countOnline } from "./presence/operations/countOnline.ts"
import { reportPresence } from "./presence/operations/reportPresence.ts"
import { viewPresence } from "./presence/operations/viewPresence.ts"
import { viewPresences } from "./presence/operations/viewPresences.ts"
import { AccessTokens } from "./token/AccessTokens.ts"
import { logOut } from "./token/operations/logOut.ts"

/** `client_id` of the public game client that `open` makes for players of the host's own game. */
export const EMBEDDED_CLIENT_ID = "embedded"

/** Facts about a login outside of the request. */
export interface LoginOptions {
  /**
   * Network address of the player, by which failed attempts and new identities are limited. All logins without an
   * address share one count of failures, and count as new identities only towards the limit in all.
   */
  readonly address?: string | undefined
}

/** Facts for the audit row of a change. */
export interface HostAct {
  /** The reason, in at most 1024 characters. */
  readonly reason?: string | undefined
}

/** How a catalog is published. */
export interface PublishCatalogOptions extends HostAct {
  /** Leaves unknown fields out. Absent: they are errors, because a misspelt field would not do what was meant. */
  readonly allow_unknown?: boolean | undefined
  /** Only if the current catalog still has this etag. */
  readonly if_match?: string | undefined
  /**
   * The parsed lock file of the document, `catalog.lock.json`, as `garrison catalog expand --write-lock` writes it. It
   * keeps the ids of names. Absent: ids come from the names, so that a renamed entry is another one.
   */
  readonly lock?: unknown
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
  /**
   * Submits an order for a player with the rights of a game server (interface, section 2.8). An entry may name what it
   * asks for: `loot` instead of `loot_id`, as `item`, `dynamic_bundle_loot`, `price_item` and `price_coupon_item`. An
   * unknown name is refused with `invalid_input`, which says the nearest.
   */
  readonly submitOrder: (playerUuid: string, request: NamedOrder) => Promise<Order>
  /**
   * Submits up to 100 orders of any players, and answers with the end of each in their sequence. Each is an order of
   * its own: a refused one is an `error` in its place, and concerns no other (decisions, section 12).
   */
  readonly submitOrders: (orders: ReadonlyArray<NamedOrderForPlayer>) => Promise<ReadonlyArray<SubmittedOrder>>
  /** What `submitOrder` would answer at this moment. Stores nothing, and draws anew each time. */
  readonly quoteOrder: (playerUuid: string, request: NamedOrder) => Promise<OrderQuoteAnswer>
  /**
   * As `quoteOrder`, with the odds of each entry by itself in place of results; at most 10 entries that order at most
   * 1,000 of loot in all. An order that is stored already, or beyond the rate, is answered as by `quoteOrder`: without
   * `etag`.
   */
  readonly quoteExpected: (playerUuid: string, request: NamedOrder) => Promise<ExpectedQuoteAnswer | OrderQuoteAnswer>
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
  /** Whose an order is, by its id alone: an order of any player and of any age (decisions, section 17). */
  readonly locateOrder: (orderId: string) => Promise<LocatedOrderAnswer>
  /** A page of what a player owns, by item (decisions, section 11). */
  readonly inventory: (playerUuid: string, query?: InventoryQuery) => Promise<InventoryPageAnswer>
  /** The levels of a player, by the counts that orders of game servers see (decisions, section 11). */
  readonly levels: (playerUuid: string) => Promise<LevelsAnswer>
  /**
   * The odds of a loot of the current catalog, by name or id: exact fractions, or estimates where `exact` is false
   * (decisions, section 12). The setting `oddsPublished` does not matter here.
   */
  readonly odds: (loot: CatalogReference, query?: OddsQuery) => Promise<OddsAnswer>
  /**
   * What the loot of the current catalog costs: every price point that loot names, with its tiers (decisions, section
   * 10). `current_price_point_guid` of loot is the key of the price that a purchase of it states.
   */
  readonly pricePoints: () => Promise<PricePointsAnswer>
  /** One of these price points. Rejects with `resource_not_found` where no loot names it. */
  readonly pricePoint: (guid: string) => Promise<PricePointAnswer>
  /** Adds a notification to a player's list (interface, section 2.7). */
  readonly notify: (playerUuid: string, input: NotificationContent) => Promise<NotificationAnswer>
  /**
   * Sends a notification to `all` players, to those with a `role_id`, or to a list of `player_uuids` (decisions,
   * section 9). Players who join later do not read it. It cannot be taken back.
   */
  readonly broadcast: (input: BroadcastContent, options?: HostAct) => Promise<BroadcastAnswer>
  /** A page of a player's notifications, newest first (interface, section 4.4). */
  readonly notifications: (playerUuid: string, query?: NotificationQuery) => Promise<NotificationPageAnswer>
  /**
   * Waits for a player's notifications, oldest first: what comes after `exclude_before`, or nothing at the `deadline`,
   * which is 30 seconds away unless it is given. `cursor` of the answer is the next `exclude_before`.
   */
  readonly awaitNotifications: (playerUuid: string, query?: AwaitNotificationsQuery) => Promise<NewNotificationsAnswer>
  /**
   * A player's notifications as they come, oldest first: `for await (const notification of …)`. It begins with the
   * first `next`, by default with what comes from then on. Leaving the loop frees the place of the listener, and
   * `close` ends the loop. Who wants to go on later keeps the last `notification_id` and gives it as `exclude_before`.
   */
  readonly notificationStream: (playerUuid: string, query?: ListenQuery) => AsyncIterableIterator<NotificationAnswer>
  /**
   * Takes a player's heartbeat with its changes (decisions, section 13); answers with the player's own view.
   */
  readonly reportPresence: (playerUuid: string, patch?: PresenceReport) => Promise<PresenceAnswer>
  /** A player's presence as it is, invisible or not (interface, section 4.7). */
  readonly presence: (playerUuid: string) => Promise<PresenceAnswer>
  /**
   * The presence of up to 200 players as it is, in their sequence, and those that do not exist (decisions, section 13).
   */
  readonly presences: (playerUuids: ReadonlyArray<string>) => Promise<PresencesAnswer>
  /** How many players are online, by platform; invisible ones too (decisions, section 13). */
  readonly playersOnline: () => Promise<PlayersOnlineAnswer>
  /**
   * Checks a catalog document, with names and authoring forms, and serves it from now on. Answers with its version
   * number. The current document keeps its version. A refused document is `catalog_refused`; `details.report` has each
   * finding with its path and what to write instead.
   */
  readonly publishCatalog: (document: unknown, options?: PublishCatalogOptions) => Promise<number>
  /**
   * Does once what otherwise goes on in the background: deletes what has expired, publishes the next signing key when
   * it is due, looks for a new catalog. For a timer of a host that has opened with `background: false`.
   */
  readonly upkeep: () => Promise<void>
  /** Lets calls under way end and closes the database. Calls that come after it reject with the code `closed`. */
  readonly close: () => Promise<void>
  /** As {@link EmbeddedGarrison.close}, at the end of the block of an `await using`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

const decodeReason = plainDecoder(Schema.Struct({ reason: Schema.optionalKey(Reason) }))

const decodePublishing = plainDecoder(
  Schema.Struct({
    reason: Schema.optionalKey(Reason),
    allow_unknown: publishCatalog.input.allow_unknown,
    if_match: publishCatalog.input.if_match,
    lock: publishCatalog.input.lock,
  }),
)

const hostActor = { ...localActor(EMBEDDED_CLIENT_ID), userAgent: "embedded" }

const hostAct: Act = { actor: hostActor }

/** The act of a host for a player at a network address. */
const actAt = (options: LoginOptions = {}): Act => ({ actor: { ...hostActor, address: options.address ?? "" } })

/** What the host asks for, and what its other arguments say. What is no object stays as it is, and is refused. */
const joined = (request: unknown, members: object): unknown =>
  typeof request === "object" && request !== null ? { ...request, ...members } : request

/** Parses JSON that Garrison wrote. */
export const parsed = <A>(wire: WireJson): Effect.Effect<A> => Effect.sync(() => readOwnJson(wire) as A)

/** An operation, as far as a host needs it. */
interface Askable<Input, A extends Answer, E, R> {
  readonly answer: A
  readonly decode: (given: unknown) => Effect.Effect<Input, InvalidInput>
  readonly run: (input: Input, act: Act) => Effect.Effect<ResultOf<A>, E, R>
}

/**
 * Runs an operation for the host, and answers with the JSON of its answer. The documented type `Shown` says of some
 * answers more than their schema, which other callers share.
 */
const asked = <Shown, Input, A extends Answer, E, R>(
  operation: Askable<Input, A, E, R>,
  given: unknown,
  act = hostAct,
): Effect.Effect<Shown & A["schema"]["Encoded"], E | InvalidInput, R> =>
  Effect.flatMap(operation.decode(given), (input) =>
    Effect.flatMap(operation.run(input, act), (result) => parsed(writerOf(operation.answer)(result))),
  )

/** Decodes an input that names a player. If the uuid is none, the host hears of that alone. */
const decodedOf = <Input>(
  { decode }: Pick<Askable<Input, Answer, never, never>, "decode">,
  playerUuid: unknown,
  request: unknown,
): Effect.Effect<Input, InvalidInput> =>
  Effect.mapError(decode(joined(request, { player_uuid: playerUuid })), (error) => {
    const detail = error.detail.filter(({ loc }) => loc[0] === "player_uuid")
    return detail.length === 0 ? error : new InvalidInput({ detail })
  })

/** As {@link asked}, of a player. If the uuid is none, the host hears of that alone. */
const askedOf = <Shown, Input, A extends Answer, E, R>(
  operation: Askable<Input, A, E, R>,
  playerUuid: unknown,
  request: unknown,
  act?: Act,
): Effect.Effect<Shown & A["schema"]["Encoded"], E | InvalidInput, R> => {
  const decode = (given: unknown) => decodedOf(operation, playerUuid, given)
  return asked<Shown, Input, A, E, R>({ ...operation, decode }, request, act)
}

const authenticate = (accessToken: unknown) =>
  AccessTokens.use((tokens) =>
    tokens.authenticate(typeof accessToken === "string" ? `Bearer ${accessToken}` : undefined),
  )

/** What is no single promise of an operation's answer. */
type Own = "notificationStream" | "upkeep" | "close" | typeof Symbol.asyncDispose

/** The feed of a player's notifications; `open` makes an iterable of it. */
export const notificationFeed = (playerUuid: unknown, query: unknown = {}) =>
  Effect.flatMap(decodedOf(streamNotifications, playerUuid, query), (input) => streamNotifications.run(input, hostAct))

/** The methods of {@link EmbeddedGarrison} but for its end, as effects of what the host gives. */
type Methods = {
  readonly [Name in Exclude<keyof EmbeddedGarrison, Own>]: (
    ...given: ReadonlyArray<never>
  ) => Effect.Effect<Awaited<ReturnType<EmbeddedGarrison[Name]>>, unknown, GarrisonServices>
}

/** The methods as effects; `open` makes promises of them. */
export const operations = {
  login: (request: unknown, options?: LoginOptions) => asked(logIn, request, actAt(options)),

  authenticate,

  logout: (accessToken: unknown) =>
    Effect.flatMap(authenticate(accessToken), (caller) =>
      Effect.asVoid(asked(logOut, {}, { actor: actorOf(caller, "") })),
    ),

  linkPortalUser: (playerUuid: unknown, credential: unknown, options?: LoginOptions) =>
    askedOf(linkPortalUser, playerUuid, credential, actAt(options)),

  unlinkPortalUser: (playerUuid: unknown, user: unknown, options?: LoginOptions) =>
    askedOf(unlinkPortalUser, playerUuid, user, actAt(options)),

  portalUsers: (playerUuid: unknown) => asked(listPortalUsers, { player_uuid: playerUuid }),

  submitOrder: (playerUuid: unknown, request: unknown) =>
    Effect.flatMap(orderWithIds(request), (order) => askedOf(submitOrder, playerUuid, order)),

  submitOrders: Effect.fnUntraced(function* (orders: unknown) {
    const identified = Array.isArray(orders) ? yield* withIds(orders, (index) => ["orders", index]) : orders
    const ends = yield* endsOf(yield* submitOrders.decode({ orders: identified }), hostAct)
    return yield* Effect.forEach(ends, (end) =>
      Exit.isSuccess(end)
        ? Effect.map(parsed<Order>(end.value.wire), (order): SubmittedOrder => ({ order }))
        : Effect.succeed<SubmittedOrder>({ error: errorOf(Cause.squash(end.cause)) }),
    )
  }),

  quoteOrder: (playerUuid: unknown, request: unknown) =>
    Effect.flatMap(orderWithIds(request), (order) =>
      askedOf(quoteOrder, playerUuid, joined(order, { results: "sampled" })),
    ),

  quoteExpected: (playerUuid: unknown, request: unknown) =>
    Effect.flatMap(orderWithIds(request), (order) =>
      askedOf(quoteOrder, playerUuid, joined(order, { results: "expected" })),
    ),

  beginSession: (playerUuid: unknown, request: unknown = {}) => askedOf(beginSession, playerUuid, request),

  orders: (playerUuid: unknown, query: unknown = {}) => askedOf(listOrders, playerUuid, query),

  explainOrder: (playerUuid: unknown, orderId: unknown) =>
    asked(explainOrder, { player_uuid: playerUuid, order_id: orderId }),

  locateOrder: (orderId: unknown) => asked(locateOrder, { order_id: orderId }),

  inventory: (playerUuid: unknown, query: unknown = {}) => askedOf(listInventory, playerUuid, query),

  levels: (playerUuid: unknown) => asked(listLevels, { player_uuid: playerUuid }),

  odds: (loot: unknown, query: unknown = {}) =>
    Effect.flatMap(typeof loot === "string" ? idOfReference("loot", loot, "loot") : Effect.succeed(loot), (id) =>
      asked(computeOdds, Object.assign({}, query, { loot_id: id })),
    ),

  pricePoints: () => asked(listPricePoints, {}),

  pricePoint: (guid: unknown) => asked(findPricePoint, { price_point_guid: guid }),

  notify: (playerUuid: unknown, input: unknown) => askedOf(createNotification, playerUuid, input),

  broadcast: (input: unknown, options: unknown = {}) =>
    Effect.flatMap(decodeReason(options), (given) => asked(broadcastNotification, input, { ...hostAct, ...given })),

  notifications: (playerUuid: unknown, query: unknown = {}) => askedOf(listNotifications, playerUuid, query),

  awaitNotifications: (playerUuid: unknown, query: unknown = {}) => askedOf(pollNotifications, playerUuid, query),

  reportPresence: (playerUuid: unknown, patch: unknown = {}) => askedOf(reportPresence, playerUuid, patch),

  presence: (playerUuid: unknown) => asked(viewPresence, { player_uuid: playerUuid }),

  presences: (playerUuids: unknown) => asked(viewPresences, { player_uuids: playerUuids }),

  playersOnline: () => asked(countOnline, {}),

  publishCatalog: Effect.fnUntraced(function* (document: unknown, given: unknown = {}) {
    const { reason, ...conditions } = yield* decodePublishing(given)
    const act = { ...hostAct, ...(reason === undefined ? {} : { reason }) }
    return (yield* publishCatalog.run({ document, ...conditions }, act)).version
  }),
} satisfies Methods
