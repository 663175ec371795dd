/** The token services on a SQLite database, with a spy on the lookups of sessions. */
import { AtRest } from "@garrison/core/environment/AtRest"
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import { defaultSettings, type DomainSettings, settingsInForce } from "@garrison/core/settings"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import type { TokenCode } from "@garrison/core/token/errors"
import type { AccessClaims, TokenRequest } from "@garrison/core/token/schema"
import { SessionStore } from "@garrison/core/token/SessionStore"
import { SigningKeys } from "@garrison/core/token/SigningKeys"
import { VerifiedTokens } from "@garrison/core/token/VerifiedTokens"
import * as SqlEnvironmentStore from "@garrison/sql/environment/SqlEnvironmentStore"
import * as SqlSessionStore from "@garrison/sql/token/SqlSessionStore"
import * as SqlSigningKeyStore from "@garrison/sql/token/SqlSigningKeyStore"
import * as Context from "effect/Context"
import * as Signature from "effect/crypto/Signature"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { base64url, SignJWT } from "jose"
import { auditLayer } from "../../support/acts.ts"
import { type DatabaseServices, sqliteLayer } from "../../support/databases.ts"

/** What the lookups of sessions in a test did, and whether they work. */
export interface Lookups {
  count: number
  isDown: boolean
  /** What happens between a lookup and its answer. */
  meanwhile: Effect.Effect<void>
}

export class SessionLookups extends Context.Service<SessionLookups, Lookups>()("test/SessionLookups") {}

/** Opens the session of {@link playerRequest}, through no client, where it is not open yet. */
const openSession = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { id } = uuids(sql)
  const person = id(personId)
  const of = id(player)
  yield* Effect.orDie(
    (yield* Transaction).run(
      Effect.all([
        sql`INSERT INTO person (person_id, created_at) VALUES (${person}, 0) ON CONFLICT (person_id) DO NOTHING`,
        sql`INSERT INTO player (player_uuid, person_id, created_at) VALUES (${of}, ${person}, 0)
          ON CONFLICT (player_uuid) DO NOTHING`,
        sql`INSERT INTO person_player (person_id, player_uuid, player_id, role_id, active, display_name, platform,
            created_at) VALUES (${person}, ${of}, 1, 1, 1, 'Ada', 'Anon', 0) ON CONFLICT (person_id, player_uuid) DO NOTHING`,
        sql`INSERT INTO login_session (person_id, session_id, client_uuid, player_uuid, platform, portal_user_id,
            created_at, expires_at) VALUES (${person}, ${id(session)}, ${of}, ${of}, 'Anon', 'portal-user', 0, 1)
          ON CONFLICT (person_id, session_id) DO NOTHING`,
        // The session of a machine's token with the same subject.
        sql`INSERT INTO machine_session (client_uuid, session_id, created_at, expires_at)
          VALUES (${of}, ${id(session)}, 0, 1) ON CONFLICT (client_uuid, session_id) DO NOTHING`,
      ]),
    ),
  )
})

const watchedSessions = Layer.effect(
  SessionStore,
  Effect.gen(function* () {
    const lookups = yield* SessionLookups
    const store = yield* SessionStore
    yield* openSession
    return SessionStore.of({
      ...store,
      standing: (...asked) =>
        Effect.suspend(() => {
          lookups.count++
          if (lookups.isDown) return Effect.die(new StorageUnavailable("down"))
          return Effect.tap(store.standing(...asked), lookups.meanwhile)
        }),
    })
  }),
).pipe(
  Layer.provide(SqlSessionStore.layer),
  Layer.provideMerge(Layer.sync(SessionLookups, () => ({ count: 0, isDown: false, meanwhile: Effect.void }))),
)

/** One node: its own memory over the database in context. */
export const nodeLayer = (settings: Partial<DomainSettings> = {}) =>
  Layer.fresh(
    AccessTokens.layer.pipe(
      Layer.provideMerge(Layer.orDie(SigningKeys.layer)),
      Layer.provideMerge(Layer.orDie(AtRest.layer)),
      Layer.provideMerge(
        Layer.mergeAll(
          SqlSigningKeyStore.layer,
          SqlEnvironmentStore.layer,
          watchedSessions,
          VerifiedTokens.layer,
          auditLayer,
        ),
      ),
      Layer.provideMerge(settingsInForce({ ...defaultSettings, ...settings })),
    ),
  )

/** One node on a fresh SQLite database. */
const tokensLayer = (
  settings: Partial<DomainSettings> = {},
): Layer.Layer<AccessTokens | SigningKeys | SessionStore | SessionLookups | VerifiedTokens | DatabaseServices> =>
  nodeLayer(settings).pipe(Layer.provideMerge(sqliteLayer))

export const player = "0190a000-0000-7000-8000-000000000001"
const session = "0190a000-0000-7000-8000-000000000002"
const personId = "0190a000-0000-7000-8000-000000000003"

/** What a player's login asks for. */
export const playerRequest: TokenRequest = {
  kind: "player",
  subject: player,
  clientId: "game",
  permissions: ["catalog:read", "presence:read"],
  sessionId: session,
  platform: "Anon",
  portalUserId: "portal-user",
}

/** Revokes one access token in storage. */
export const revoke = (tokenId: string) =>
  Effect.gen(function* () {
    const transaction = yield* Transaction
    const sessions = yield* SessionStore
    yield* transaction.run(sessions.revokeToken(tokenId, Number.MAX_SAFE_INTEGER))
  })

/** The claims in a token, unverified. */
export const claimsIn = (token: string): AccessClaims =>
  JSON.parse(new TextDecoder().decode(base64url.decode(token.split(".")[1] ?? "")))

/** The key that signs now, as Web Cryptography takes it. */
const signer = Effect.gen(function* () {
  const key = yield* (yield* SigningKeys).signer
  if (key.signingKey === undefined) return yield* Effect.die(new Error("no private key"))
  const seed = yield* Effect.orDie(Signature.toBytes(key.signingKey))
  const pkcs8 = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed])
  const cryptoKey = yield* Effect.promise(() => crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", false, ["sign"]))
  return { ...key, cryptoKey }
})

/** A token with a genuine signature and whatever header and claims are given. */
export const forge = (
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
): Effect.Effect<string, never, SigningKeys> =>
  Effect.gen(function* () {
    const key = yield* signer
    return yield* Effect.promise(() =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: key.algorithm, typ: "at+jwt", kid: key.keyId, ...header })
        .sign(key.cryptoKey, { crit: { "x-unknown": true } }),
    )
  })

/** A token with a genuine signature over whatever texts are given as its header and payload. */
export const forgeTexts = (
  header: (keyId: string) => string,
  payload: string,
): Effect.Effect<string, never, SigningKeys> =>
  Effect.gen(function* () {
    const key = yield* signer
    const signingInput = `${base64url.encode(header(key.keyId))}.${base64url.encode(payload)}`
    const signature = yield* Effect.promise(() =>
      crypto.subtle.sign("Ed25519", key.cryptoKey, new TextEncoder().encode(signingInput)),
    )
    return `${signingInput}.${base64url.encode(new Uint8Array(signature))}`
  })

/** When the tests begin. */
export const start = Date.UTC(2026, 0, 1)
export const startSeconds = start / 1000

/** The claims of a good player token of that moment. */
export const goodClaims: Readonly<Record<string, unknown>> = {
  jti: "0190a000-0000-7000-8000-00000000000a",
  iss: "garrison",
  aud: "garrison",
  sub: player,
  client_id: "game",
  iat: startSeconds,
  exp: startSeconds + 900,
  ver: 1,
  sid: session,
  platform: "Anon",
  portal_user_id: "portal-user",
  permissions: ["catalog:read"],
}

/** Runs a test on one node from {@link start} on. */
export const withTokens =
  (settings: Partial<DomainSettings> = {}) =>
  <A, E, R>(use: Effect.Effect<A, E, R>) =>
    TestClock.setTime(start).pipe(Effect.andThen(Effect.provide(use, tokensLayer(settings))))

/** What becomes of the value of an Authorization header. */
export const codeOf = (authorization: string | undefined): Effect.Effect<TokenCode | "accepted", never, AccessTokens> =>
  AccessTokens.pipe(
    Effect.flatMap((tokens) => tokens.authenticate(authorization)),
    Effect.as("accepted" as const),
    Effect.catch((refusal) => Effect.succeed(refusal.code)),
  )

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

/** The token with the same signature bytes, spelt differently: base64url leaves the last bits of 64 bytes free. */
export const respelt = (token: string): string =>
  token.slice(0, -1) + alphabet.charAt(alphabet.indexOf(token.slice(-1)) ^ 1)
