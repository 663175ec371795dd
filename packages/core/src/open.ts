/**
 * Garrison for hosts that do not use Effect: plain values in, promises out. Requests and answers are the JSON of the
 * interface, so what a host learns here holds for the HTTP server too.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Schema from "effect/Schema"
import { Catalogs } from "./catalog/Catalogs.ts"
import { Clients } from "./client/Clients.ts"
import { defaultSettings, type DomainSettings, Settings } from "./environment/Settings.ts"
import { describeErrorCode, isErrorCode } from "./errorCodes.ts"
import * as Garrison from "./Garrison.ts"
import { PlayerUuid } from "./kernel/Identifier.ts"
import { Text } from "./kernel/Field.ts"
import { decoder, InvalidInput } from "./kernel/Invalid.ts"
import { withoutNulls } from "./kernel/Json.ts"
import { Logins } from "./login/Logins.ts"
import { LoginRequest, LoginResult } from "./login/schema.ts"
import { Notifications } from "./notification/Notifications.ts"
import {
  type Notification,
  NotificationInput,
  type NotificationPage,
  PAGE_SIZE_DEFAULT,
  PageSize,
} from "./notification/schema.ts"
import { Orders } from "./order/Orders.ts"
import { OrderRequest, type PlayerOrder } from "./order/schema.ts"
import { hostCaller } from "./token/rules/claims.ts"

/** A refusal, with the code that the HTTP server would send, and what else its body says. */
export class GarrisonError extends Error {
  override readonly name = "GarrisonError"
  /** A code of the interface's section 7 or of decisions; `invalid_input` for what HTTP answers with 422. */
  readonly code: string
  /** The failure as the core raised it: broken fields, restrictions, missing agreements, seconds to wait. */
  readonly reason: unknown

  constructor(code: string, description: string, reason: unknown) {
    super(`${code}: ${description}`)
    this.code = code
    this.reason = reason
  }
}

/** `client_id` of the public game client that `open` makes for players of the host's own game. */
export const EMBEDDED_CLIENT_ID = "embedded"

/** Garrison, open in this process. */
export interface EmbeddedGarrison {
  /** Logs a player in (interface, section 4.1). `address` is the player's, for throttling failed attempts. */
  readonly login: (
    request: typeof LoginRequest.Encoded,
    options?: { readonly address?: string },
  ) => Promise<typeof LoginResult.Encoded>
  /** Submits an order for a player with the rights of a game server (interface, section 2.8). */
  readonly submitOrder: (
    playerUuid: string,
    request: typeof OrderRequest.Encoded,
  ) => Promise<typeof PlayerOrder.Encoded>
  /** Adds a notification to a player's list (interface, section 2.7). */
  readonly notify: (playerUuid: string, input: typeof NotificationInput.Encoded) => Promise<typeof Notification.Encoded>
  /** A page of a player's notifications, newest first (interface, section 4.4). */
  readonly notifications: (
    playerUuid: string,
    query?: { readonly page_size?: number; readonly start_at?: string; readonly exclude_before?: string },
  ) => Promise<typeof NotificationPage.Encoded>
  /** Checks a catalog document and serves it from now on; answers with its version number. */
  readonly publishCatalog: (document: unknown) => Promise<number>
  /** Finishes what is under way and closes the database. */
  readonly close: () => Promise<void>
}

const decodeLogin = decoder("body", LoginRequest)
const encodeLogin = Schema.encodeEffect(LoginResult)
const decodeOrder = decoder("body", OrderRequest)
const decodeNotification = decoder("body", NotificationInput)
const decodePageQuery = decoder(
  "query",
  Schema.Struct({
    page_size: Schema.optionalKey(PageSize),
    start_at: Schema.optionalKey(Text),
    exclude_before: Schema.optionalKey(Text),
  }),
)
const decodePlayer = decoder("path", Schema.Struct({ player_uuid: PlayerUuid }))

/** The host itself: it holds the database, so it may do everything. */
const host = hostCaller(EMBEDDED_CLIENT_ID)

const refusalOf = (failure: unknown): unknown => {
  if (failure instanceof InvalidInput) {
    const fields = failure.detail.map(({ loc, msg }) => `${loc.join(".")} ${msg}`).join("; ")
    return new GarrisonError("invalid_input", fields, failure)
  }
  const code = typeof failure === "object" && failure !== null && "code" in failure ? failure.code : undefined
  return isErrorCode(code) ? new GarrisonError(code, describeErrorCode(code), failure) : failure
}

/** Logins without client credentials are made through this client, unless the settings name another. */
const ensureEmbeddedClient = Effect.gen(function* () {
  const clients = yield* Clients
  yield* clients
    .create({ clientId: EMBEDDED_CLIENT_ID, kind: "game", permissions: [], public: true })
    .pipe(Effect.catchTag("ClientConflict", () => Effect.void))
})

const playerOf = (playerUuid: string) =>
  Effect.map(decodePlayer({ player_uuid: playerUuid }), ({ player_uuid }) => player_uuid)

const login = Effect.fnUntraced(function* (request: unknown, address: string) {
  const decoded = yield* decodeLogin(withoutNulls(request))
  const logins = yield* Logins
  const context = { credentials: undefined, credentialsMalformed: false, address, userAgent: "embedded" }
  return yield* Effect.flatMap(logins.login(decoded, context), (result) => Effect.orDie(encodeLogin(result)))
})

const submitOrder = Effect.fnUntraced(function* (playerUuid: string, request: unknown) {
  const player = yield* playerOf(playerUuid)
  const decoded = yield* decodeOrder(withoutNulls(request))
  const { wire } = yield* (yield* Orders).submit(player, decoded, host)
  return JSON.parse(wire) as typeof PlayerOrder.Encoded
})

const notify = Effect.fnUntraced(function* (playerUuid: string, input: unknown) {
  const player = yield* playerOf(playerUuid)
  const decoded = yield* decodeNotification(withoutNulls(input))
  const { wire } = yield* (yield* Notifications).append(player, decoded)
  return JSON.parse(wire) as typeof Notification.Encoded
})

const notifications = Effect.fnUntraced(function* (playerUuid: string, query: unknown) {
  const player = yield* playerOf(playerUuid)
  const decoded = yield* decodePageQuery(withoutNulls(query ?? {}))
  const { wires, cursor } = yield* (yield* Notifications).page(player, { page_size: PAGE_SIZE_DEFAULT, ...decoded })
  return { notifications: wires.map((wire) => JSON.parse(wire) as typeof Notification.Encoded), cursor }
})

const publishCatalog = Effect.fnUntraced(function* (document: unknown) {
  const { version } = yield* (yield* Catalogs).publish(document)
  return version.version
})

/**
 * Opens Garrison on `storage` (a layer of `@garrison/sql`: `sqlite(file)` or `postgres(url)`) with the given settings
 * over the defaults. Rejects when the database cannot be opened. Every method of the result rejects with
 * {@link GarrisonError} when the request is refused.
 */
export const open = async <E>(
  storage: Layer.Layer<Garrison.GarrisonRequirements, E>,
  settings: Partial<DomainSettings> = {},
): Promise<EmbeddedGarrison> => {
  const inForce = { ...defaultSettings, defaultClientId: EMBEDDED_CLIENT_ID, ...settings }
  const runtime = ManagedRuntime.make(
    Garrison.layer.pipe(Layer.provideMerge(storage), Layer.provideMerge(Layer.succeed(Settings, inForce))),
  )
  const run = async <A, F>(effect: Effect.Effect<A, F, Garrison.GarrisonServices>): Promise<A> => {
    const exit = await runtime.runPromiseExit(effect)
    if (Exit.isSuccess(exit)) return exit.value
    throw refusalOf(Cause.squash(exit.cause))
  }
  try {
    await run(ensureEmbeddedClient)
  } catch (failure) {
    await runtime.dispose()
    throw failure
  }
  return {
    login: (request, options) => run(login(request, options?.address ?? "127.0.0.1")),
    submitOrder: (playerUuid, request) => run(submitOrder(playerUuid, request)),
    notify: (playerUuid, input) => run(notify(playerUuid, input)),
    notifications: (playerUuid, query) => run(notifications(playerUuid, query)),
    publishCatalog: (document) => run(publishCatalog(document)),
    close: () => runtime.dispose(),
  }
}
