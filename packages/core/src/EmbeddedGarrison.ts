/** The methods of Garrison inside a host's process: plain values in, effects of the core's services out. */
/// <reference lib="esnext.disposable" preserve="true" />
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { withCurrentNames } from "./catalog/currentNames.ts"
import { idOfReference } from "./catalog/idOfReference.ts"
import { publishCatalog } from "./catalog/operations/publishCatalog.ts"
import type { DocumentInCode, DocumentNames, NamesBesideIds, NamesOf } from "./defineCatalog.ts"
import type { GarrisonRequirements, GarrisonServices } from "./Garrison.ts"
import { errorOf } from "./GarrisonError.ts"
import { actOf, type HostAct, type HostActor, type LoginOptions } from "./hostAct.ts"
import type { MachineLoginAnswer, MachineLoginInput, SubmittedOrder } from "./hostAnswers.ts"
import type { HostMethods } from "./hostMethods.ts"
import type { NamedOrderForPlayer } from "./hostOrders.ts"
import { type Hosted, hostRows, type Row } from "./hostRows.ts"
import type { ListenQuery, LoginAnswer, LoginInput, NotificationAnswer, Order } from "./hostTypes.ts"
import type { Caller } from "./kernel/Caller.ts"
import { InvalidInput } from "./kernel/input/Invalid.ts"
import { plainDecoder } from "./kernel/input/PlainInput.ts"
import { readOwnJson } from "./kernel/wire/Json.ts"
import type { WireJson } from "./kernel/wire/WireJson.ts"
import { streamNotifications } from "./notification/operations/streamNotifications.ts"
import { type Act, type Actor, actorOf } from "./operation/Act.ts"
import { writerOf } from "./operation/answer.ts"
import { passPermission } from "./operation/Operation.ts"
import { orderWithIds, withIds } from "./order/namedOrder.ts"
import { endsOf, submitOrders } from "./order/operations/submitOrders.ts"
import { AccessTokens } from "./token/AccessTokens.ts"
import { logOut } from "./token/operations/logOut.ts"

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
 * What one actor may call: the host itself, which has all rights, or who {@link EmbeddedGarrison.as} names. A player is
 * named by `playerUuid`. Integers beyond 2^53 are `bigint`, in and out. A refused call rejects with a `GarrisonError`.
 */
export interface ActorMethods<Names extends DocumentNames = DocumentNames, Beside = unknown> extends HostMethods<
  Names,
  Beside
> {
  /**
   * The same methods, typed by a document of `defineCatalog`: orders and odds take its names alone. Answers that
   * mention entries of the catalog by id have their names beside these, in `item_names`, `loot_names` and
   * `vendor_names`, as the catalog is served now.
   */
  readonly with: <const Document extends DocumentInCode>(
    document: Document,
  ) => ActorMethods<NamesOf<Document>, NamesBesideIds<NamesOf<Document>>>
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
   * Submits up to 100 orders of any players, and answers with the end of each in their sequence. Each is an order of
   * its own: a refused one is an `error` in its place, and concerns no other (decisions, section 12).
   */
  readonly submitOrders: (orders: ReadonlyArray<NamedOrderForPlayer<Names>>) => Promise<ReadonlyArray<SubmittedOrder>>
  /**
   * A player's notifications as they come, oldest first: `for await (const notification of …)`. It begins with the
   * first `next`, by default with what comes from then on. Leaving the loop frees the place of the listener, and
   * `close` ends the loop. Who wants to go on later keeps the last `notification_id` and gives it as `exclude_before`.
   */
  readonly notificationStream: (playerUuid: string, query?: ListenQuery) => AsyncIterableIterator<NotificationAnswer>
  /**
   * Checks a catalog document, with names and authoring forms, and serves it from now on. Answers with its version
   * number. The current document keeps its version. A refused document is `catalog_refused`; `details.report` has each
   * finding with its path and what to write instead.
   */
  readonly publishCatalog: (document: unknown, options?: PublishCatalogOptions) => Promise<number>
}

/** Garrison, open in this process. The host has the database, so its own calls have all rights. */
export interface EmbeddedGarrison extends ActorMethods {
  /**
   * The same methods for an actor who may do less: each is refused with `insufficient_permissions` where the
   * permissions do not suffice, and the audit names the actor. Throws `invalid_input` for an unknown permission.
   */
  readonly as: (actor: HostActor) => ActorMethods
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

/** An effect of the core. */
type Ask<A = unknown> = Effect.Effect<A, unknown, GarrisonServices | GarrisonRequirements>

/** What a host gives a method, as it comes. */
type Given = ReadonlyArray<unknown>

type Members = Readonly<Record<string, unknown>>

const decodePublishing = plainDecoder(
  Schema.Struct({
    allow_unknown: publishCatalog.input.allow_unknown,
    if_match: publishCatalog.input.if_match,
    lock: publishCatalog.input.lock,
  }),
)

/** What the host asks for, and what its other arguments say. What is no object stays as it is, and is refused. */
const joined = (request: unknown, members: Members): unknown =>
  typeof request === "object" && request !== null ? { ...request, ...members } : request

/** Parses JSON that Garrison wrote. */
export const parsed = <A>(wire: WireJson): Effect.Effect<A> => Effect.sync(() => readOwnJson(wire) as A)

/** If the uuid of a player is none, the host hears of its own arguments alone, and not of the object. */
const argumentsFirst =
  (fields: ReadonlyArray<string>) =>
  (error: InvalidInput): InvalidInput =>
    error.detail.some(({ loc }) => loc[0] === "player_uuid")
      ? new InvalidInput({ detail: error.detail.filter(({ loc }) => fields.includes(String(loc[0]))) })
      : error

const REFERENCE = /^(item|loot)_id$/

/** The arguments that are fields. An item or loot may be given by name, so its id is found first. */
const fieldsOf = Effect.fnUntraced(function* (fields: ReadonlyArray<string>, given: Given) {
  const members: Record<string, unknown> = {}
  for (const [at, field] of fields.entries()) {
    const kind = REFERENCE.exec(field)?.[1] as "item" | "loot" | undefined
    const argument = given[at]
    members[field] =
      kind !== undefined && typeof argument === "string" ? yield* idOfReference(kind, argument, kind) : argument
  }
  return members
})

/** Whether nothing of an input needs to be given but for these fields. */
const isOptionalBut = ({ input }: Hosted, fields: ReadonlyArray<string>): boolean =>
  Object.entries(input).every(([name, { ast }]) => fields.includes(name) || SchemaAST.isOptional(ast))

/** Who calls, and whether answers have names beside ids. */
export interface Calls {
  readonly actor: Actor
  readonly isNamed: boolean
}

/** A row with its operation. */
const calling = (row: Row, operation: Hosted, { actor, isNamed }: Calls) => {
  const { after, fields, fixed = {}, mentions, takesNames } = row
  const own = [...fields, ...Object.keys(fixed)]
  const hasObject = Object.keys(operation.input).some((name) => !own.includes(name))
  const absent = isOptionalBut(operation, own) ? {} : undefined
  const objectAt = fields.length
  const act = (given: Given): Effect.Effect<Act, InvalidInput> => {
    if (after === "address") return Effect.succeed(actAt(actor, given[objectAt + 1] as LoginOptions | undefined))
    if (!operation.isAudited) return Effect.succeed({ actor })
    const conditions = given[after === "act" ? objectAt + 1 : objectAt]
    return actOf(actor, conditions === undefined ? {} : conditions)
  }
  return Effect.fnUntraced(function* (given: Given) {
    // Before names are looked up. An act refuses in its unit, which writes the row of the audit.
    if (!operation.isAudited) yield* passPermission({ actor }, operation)
    const object = hasObject ? given[objectAt] : {}
    const members = yield* fieldsOf(fields, given)
    const request = joined(object === undefined ? absent : object, { ...members, ...fixed })
    const asked = takesNames === true ? yield* orderWithIds(request) : request
    const input = yield* Effect.mapError(operation.decode(asked), argumentsFirst(fields))
    const answer = yield* parsed<object>(writerOf(operation.answer)(yield* operation.run(input, yield* act(given))))
    return isNamed && mentions === true ? yield* withCurrentNames(answer) : answer
  })
}

/** The act at the network address of a player. */
const actAt = (actor: Actor, options: LoginOptions = {}): Act => ({
  actor: { ...actor, address: options.address ?? "" },
})

/** The method of a row. Its operation is loaded at the first call, if it is not there yet. */
const methodOf = (row: Row, calls: Calls): ((...given: Given) => Ask) => {
  const { operation } = row
  if (typeof operation !== "function") {
    const call = calling(row, operation, calls)
    return (...given) => call(given)
  }
  let call: ((given: Given) => Ask) | undefined
  return (...given) =>
    call === undefined
      ? Effect.flatMap(Effect.promise(operation), (loaded) => (call = calling(row, loaded, calls))(given))
      : call(given)
}

const authenticate = (accessToken: unknown) =>
  AccessTokens.use((tokens) =>
    tokens.authenticate(typeof accessToken === "string" ? `Bearer ${accessToken}` : undefined),
  )

/** The methods that are code. */
const codeOf = (actor: Actor) => ({
  authenticate,

  logout: (accessToken: unknown) =>
    Effect.flatMap(authenticate(accessToken), (caller) =>
      Effect.asVoid(logOut.run({}, { actor: actorOf(caller, "") })),
    ),

  submitOrders: Effect.fnUntraced(function* (orders: unknown) {
    yield* passPermission({ actor }, submitOrders)
    const identified = Array.isArray(orders) ? yield* withIds(orders, (index) => ["orders", index]) : orders
    const ends = yield* endsOf(yield* submitOrders.decode({ orders: identified }), { actor })
    return yield* Effect.forEach(ends, (end) =>
      Exit.isSuccess(end)
        ? Effect.map(parsed<Order>(end.value.wire), (order): SubmittedOrder => ({ order }))
        : Effect.succeed<SubmittedOrder>({ error: errorOf(Cause.squash(end.cause)) }),
    )
  }),

  publishCatalog: Effect.fnUntraced(function* (document: unknown, given: unknown = {}) {
    const conditions = yield* decodePublishing(given)
    return (yield* publishCatalog.run({ document, ...conditions }, yield* actOf(actor, given))).version
  }),
})

/** The feed of a player's notifications; `open` makes an iterable of it. */
export const notificationFeed = (actor: Actor, playerUuid: unknown, query: unknown = {}) =>
  Effect.flatMap(
    Effect.mapError(
      streamNotifications.decode(joined(query, { player_uuid: playerUuid })),
      argumentsFirst(["player_uuid"]),
    ),
    (input) => streamNotifications.run(input, { actor }),
  )

/** The methods but for the stream, as effects of what the host gives; `open` makes promises of them. */
export const methodsFor = (calls: Calls): Readonly<Record<string, (...given: ReadonlyArray<never>) => Ask>> => ({
  ...Object.fromEntries(Object.entries<Row>(hostRows).map(([name, row]) => [name, methodOf(row, calls)])),
  ...codeOf(calls.actor),
})
