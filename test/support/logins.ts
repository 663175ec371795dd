/** The whole of logging in over a real database, and short ways to ask for it. */
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { Clients } from "@garrison/core/client/Clients"
import type { ClientCredentials } from "@garrison/core/kernel/Caller"
import { AtRest } from "@garrison/core/environment/AtRest"
import { Environment } from "@garrison/core/environment/Environment"
import { PersonId, PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { Links } from "@garrison/core/linking/Links"
import { Merges } from "@garrison/core/merging/Merges"
import { DeviceIdentities } from "@garrison/core/login/grant/DeviceIdentities"
import { FailedAttempts } from "@garrison/core/login/throttle/FailedAttempts"
import type { LoginContext } from "@garrison/core/login/grant/Grant"
import { KnownAddresses } from "@garrison/core/login/throttle/KnownAddresses"
import { type LoginFailure, Logins } from "@garrison/core/login/Logins"
import { LoginStore } from "@garrison/core/login/storing/LoginStore"
import { NewIdentities } from "@garrison/core/login/throttle/NewIdentities"
import { Passwords } from "@garrison/core/login/password/Passwords"
import { OauthGateway, type OauthPortals } from "@garrison/core/login/portal/OauthGateway"
import { PortalGateway, type Portals } from "@garrison/core/login/portal/PortalGateway"
import type { LoginRequest, LoginResult } from "@garrison/core/login/schema"
import type { AuthorizationCodeStore } from "@garrison/core/oauth/AuthorizationCodeStore"
import { Broadcasts } from "@garrison/core/notification/Broadcasts"
import { Listeners } from "@garrison/core/notification/Listeners"
import { Notifications } from "@garrison/core/notification/Notifications"
import { Oauth } from "@garrison/core/oauth/Oauth"
import type { UsedStateStore } from "@garrison/core/oauth/UsedStateStore"
import { PersonStore } from "@garrison/core/person/PersonStore"
import { Players } from "@garrison/core/player/Players"
import { KeptRestrictions } from "@garrison/core/restriction/KeptRestrictions"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { defaultSettings, type DomainSettings, settingsInForce } from "@garrison/core/settings"
import { Sessions } from "@garrison/core/token/Sessions"
import { SigningKeys } from "@garrison/core/token/SigningKeys"
import { VerifiedTokens } from "@garrison/core/token/VerifiedTokens"
import * as Stores from "@garrison/sql/Stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type * as Kdf from "effect/crypto/Kdf"
import { type DatabaseServices, sqliteLayer } from "./databases.ts"
import { testAct, sealedAudit } from "./acts.ts"
import { cursorsLayer } from "./notifications.ts"

type OauthStores = AuthorizationCodeStore | UsedStateStore

/** Where the made-up games are. */
export const REDIRECT = "http://127.0.0.1:9/callback"

/** What the layer below changes for a test. */
export interface LoginWorld {
  readonly settings?: Partial<DomainSettings>
  /** Addresses of the default client; by themselves none. */
  readonly redirectUris?: ReadonlyArray<string>
  readonly database?: Layer.Layer<DatabaseServices>
  /** The portals that logins may ask; by themselves none. */
  readonly portals?: Portals
  /** The portals of logins by redirect; by themselves none. */
  readonly oauthPortals?: OauthPortals
  /** Stores of logins by redirect in place of the usual ones, which they may use. */
  readonly replaced?: Layer.Layer<AuthorizationCodeStore, never, OauthStores | SqlClient.SqlClient>
  /** In place of the host's key derivation. */
  readonly kdf?: Layer.Layer<Kdf.Kdf>
}

/** Settings of the tests: a default public client, the basic grant on. */
export const testSettings: DomainSettings = {
  ...defaultSettings,
  defaultClientId: "game",
  grantsEnabled: ["anon", "basic", "refresh", "client_credentials"],
}

/** The stores of a world. */
const storesOf = ({ replaced }: LoginWorld) =>
  replaced === undefined ? Stores.layer : Layer.provideMerge(replaced, Stores.layer)

const notifications = Notifications.layer.pipe(
  Layer.provideMerge(Broadcasts.layer),
  Layer.provide(Layer.merge(Listeners.layer, cursorsLayer)),
)

/** Every service that logging in needs, over a fresh database. */
const loginLayer = (world: LoginWorld = {}) => {
  const database = world.database ?? sqliteLayer
  const host = world.kdf === undefined ? database : Layer.merge(database, world.kdf)
  return Layer.mergeAll(Links.layer, Merges.layer, Oauth.layer, Players.layer, Restrictions.layer).pipe(
    Layer.provideMerge(Layer.merge(Logins.layer, notifications)),
    Layer.provideMerge(
      Layer.mergeAll(
        AccessTokens.layer,
        FailedAttempts.layer,
        KnownAddresses.layer,
        NewIdentities.layer,
        Passwords.layer,
        Sessions.layer,
      ),
    ),
    Layer.provideMerge(
      Layer.mergeAll(Clients.layer, DeviceIdentities.layer, KeptRestrictions.layer, SigningKeys.layer),
    ),
    Layer.provideMerge(Layer.provideMerge(Environment.layer, Layer.merge(AtRest.layer, sealedAudit))),
    Layer.provideMerge(VerifiedTokens.layer),
    Layer.provideMerge(storesOf(world)),
    Layer.provideMerge(host),
    Layer.provideMerge(Layer.succeed(PortalGateway, world.portals ?? {})),
    Layer.provideMerge(Layer.succeed(OauthGateway, world.oauthPortals ?? {})),
    Layer.provideMerge(settingsInForce({ ...testSettings, ...world.settings })),
  )
}

/** Another node: services of its own, caches of its own, over the database of the one in context. */
export const secondNode = Layer.fresh(
  Layer.mergeAll(Links.layer, Merges.layer, Oauth.layer, Restrictions.layer).pipe(
    Layer.provideMerge(Layer.merge(Logins.layer, notifications)),
    Layer.provideMerge(
      Layer.mergeAll(
        AccessTokens.layer,
        FailedAttempts.layer,
        KnownAddresses.layer,
        NewIdentities.layer,
        Passwords.layer,
        Sessions.layer,
      ),
    ),
    Layer.provideMerge(
      Layer.mergeAll(Clients.layer, DeviceIdentities.layer, KeptRestrictions.layer, SigningKeys.layer),
    ),
    Layer.provideMerge(Layer.provideMerge(Environment.layer, Layer.merge(AtRest.layer, sealedAudit))),
    Layer.provideMerge(VerifiedTokens.layer),
  ),
)

/** A store of logins that stores one whatever has changed the person since its checks. */
export const storingBlindly = Layer.effect(
  LoginStore,
  Effect.gen(function* () {
    const logins = yield* LoginStore
    const persons = yield* PersonStore
    return LoginStore.of({
      ...logins,
      store: (login, inLoginUnit) =>
        Effect.flatMap(persons.revision(login.entry.player.personId), (revision = 0) => {
          const player = login.player.is === "known" ? { ...login.player, revision } : login.player
          return logins.store({ ...login, player }, inLoginUnit)
        }),
    })
  }),
)

/** Creates the public client that logins without credentials use. Its logins by redirect need no PKCE challenge. */
const createDefaultClient = (redirectUris: ReadonlyArray<string> = []) =>
  Effect.flatMap(Clients, (clients) =>
    clients.create(
      { clientId: "game", kind: "game", permissions: [], public: true, pkceExempt: true, redirectUris },
      testAct,
    ),
  ).pipe(Effect.orDie)

/** Runs a test in such a world, with the default client in it. */
export const inLoginWorld =
  (world: LoginWorld = {}) =>
  <A, E, R>(test: Effect.Effect<A, E, R>) =>
    Effect.provide(Effect.andThen(createDefaultClient(world.redirectUris), test), loginLayer(world))

/** A request with every default in place. */
export const request = (given: Partial<LoginRequest> & Pick<LoginRequest, "grant_type">): LoginRequest => ({
  portal_access_token: "",
  portal_display_name: "",
  portal_parent_access_token: "",
  portal_parent_display_name: "",
  ...given,
})

/** Where the tests' requests come from. */
export const context = (given: Partial<LoginContext> = {}): LoginContext => ({
  credentials: undefined,
  credentialsMalformed: false,
  address: "192.0.2.1",
  userAgent: "test",
  ...given,
})

/** Logs in. */
export const login = (
  given: Partial<LoginRequest> & Pick<LoginRequest, "grant_type">,
  from: Partial<LoginContext> = {},
): Effect.Effect<LoginResult, LoginFailure, Logins> =>
  Effect.flatMap(Logins, (logins) => logins.login(request(given), context(from)))

/** A device secret; another one for another number. */
export const deviceSecret = (number = 1): string => `device-secret-${number}`.padEnd(24, "x")

/** Logs a device in. */
export const loginAnon = (number = 1, given: Partial<LoginRequest> = {}, from: Partial<LoginContext> = {}) =>
  login({ grant_type: "anon", portal_access_token: deviceSecret(number), ...given }, from)

/** Uses a refresh token, asking for its successor unless told otherwise. */
export const useRefresh = (
  token: string | undefined,
  given: Partial<LoginRequest> = {},
  from: Partial<LoginContext> = {},
) => login({ grant_type: "refresh", portal_access_token: token ?? "", include_refresh: true, ...given }, from)

/** The code of whatever an effect fails with; `"ok"` when it does not. */
export const codeOf = <A, E extends { readonly _tag: string }, R>(
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<string, never, R> =>
  Effect.match(effect, {
    onSuccess: () => "ok",
    onFailure: (error) => ("code" in error && typeof error.code === "string" ? error.code : error._tag),
  })

/** A confidential game client with its credentials. */
export const createGameClient = (clientId: string, grants?: ReadonlyArray<string>) =>
  Effect.flatMap(Clients, (clients) =>
    clients.create(
      {
        clientId,
        kind: "game",
        permissions: [],
        redirectUris: [REDIRECT],
        ...(grants === undefined ? {} : { grants }),
      },
      testAct,
    ),
  ).pipe(
    Effect.orDie,
    Effect.map(({ client, secret }) => {
      const credentials: ClientCredentials = { clientId: client.clientId, secret: secret ?? "" }
      return { client, credentials }
    }),
  )

/** The person and the player of a login. */
export const whoIs = (result: LoginResult) => ({
  personId: PersonId.make(result.person_id ?? ""),
  playerUuid: PlayerUuid.make(result.active_player_uuid ?? ""),
})

/** Tables in which a login can leave a trace. */
const tables = [
  "person",
  "player",
  "portal_user",
  "login_session",
  "refresh_exchange",
  "login_history",
  "machine_session",
  "machine_login",
  "agreement_receipt",
  "login_failure",
] as const

/**
 * How many rows each of these tables has, but for buckets that became empty; of new identities, which are counted
 * beside failures, how many buckets; and how many refresh tokens are known, live and exchanged ones.
 */
export const rowCounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const held = sql.literal(table === "login_failure" ? "WHERE forgotten_at > 0" : "")
    const [row] = yield* sql`SELECT COUNT(*) AS total FROM ${sql(table)} ${held}`
    counts[table] = Number(row?.total)
  }
  const [row] = yield* sql`SELECT COUNT(*) AS total FROM login_failure
    WHERE subject LIKE 'new_%' AND forgotten_at > 0`
  const newIdentities = Number(row?.total)
  counts["login_failure"] = (counts["login_failure"] ?? 0) - newIdentities
  counts["new_identities"] = newIdentities
  const live = yield* sql`SELECT 1 FROM login_session WHERE token_hash IS NOT NULL`
  counts["refresh_token"] = live.length + (counts["refresh_exchange"] ?? 0)
  return counts
}).pipe(Effect.orDie)

/** Runs a write of the test's own. */
export const write = <A, E, R>(statement: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, (transaction) => transaction.run(statement)).pipe(Effect.orDie)
