/** Logins as values, for suites of storage: what a login stores, without the checks before it. */
import { SessionId } from "@garrison/core/kernel/Identifier"
import type { CountedPlace } from "@garrison/core/login/throttle/FailureStore"
import {
  type KnownPlayer,
  LoginStore,
  type LoginToStore,
  type NewPlayer,
  type SessionToStore,
} from "@garrison/core/login/storing/LoginStore"
import type { PortalUser } from "@garrison/core/player/schema"
import type { Rotation, SessionOwner } from "@garrison/core/token/SessionStore"
import * as Effect from "effect/Effect"
import { randomBytes, randomUUID } from "node:crypto"
import { type MadeUser, newClientUuid, newPortalUser } from "./identities.ts"

/** The client of these logins. */
const client = newClientUuid()

/** The hash of a token that nobody has. */
export const hashOf = () => Uint8Array.from(randomBytes(32))

let made = 0

/** An id after all those before it, as ids are that are made with time. */
export const laterId = () => `${(0xe0000000 + made++).toString(16)}-${randomUUID().slice(9)}`

/** A place of its own where new identities are counted. */
export const place = (subject: "new_at_address" | "new_in_all", capacityMillis: number): CountedPlace => ({
  key: { subject, bucket: made++ },
  limit: { capacityMillis, leakMillis: 100 },
})

const entryOf = ({ personId, platform, playerUuid }: SessionOwner, at: number): LoginToStore["entry"] => ({
  loginId: laterId(),
  at,
  sessionId: SessionId.make(laterId()),
  grantType: "anon",
  clientUuid: client,
  address: "192.0.2.1",
  userAgent: "test",
  player: { personId, playerUuid, platform },
})

/** A session that the login opens, of which a player may have three. */
const opening = (owner: SessionOwner, sessionId: SessionId, at: number) => ({
  opened: { sessionId, clientUuid: client, clientGeneration: undefined, owner, createdAt: at, expiresAt: at + 9000 },
  token: { hash: hashOf(), expiresAt: at + 5000 },
  sessionsMax: 3,
})

const userOf = ({ environment, platform, portalUserId }: SessionOwner): PortalUser => ({
  platform,
  portalUserId,
  environment,
  displayName: "Ada",
})

/** A login of a known player that changes nothing of it. */
const unchanged: KnownPlayer = {
  is: "known",
  recalled: undefined,
  revision: 0,
  logins: 1,
  isRenamed: false,
  isShownAnew: false,
  movedTo: undefined,
}

/** The login of a known player at `at`, which opens a session. */
export const knownLogin = (owner: SessionOwner, at = 1000, player: Partial<KnownPlayer> = {}) => {
  const entry = entryOf(owner, at)
  const login = {
    user: userOf(owner),
    player: { ...unchanged, ...player },
    session: opening(owner, entry.sessionId, at),
    entry,
    historyMax: 100,
    receipts: [],
  } satisfies LoginToStore
  return login
}

/** The login of a known player that goes on with a session of it. */
export const continuedLogin = (
  owner: SessionOwner,
  session: Extract<SessionToStore, { readonly rotation: Rotation } | { readonly extended: unknown }>,
  sessionId: SessionId,
  at = 2000,
): LoginToStore => {
  const { entry, ...login } = knownLogin(owner, at, { logins: 2 })
  const clientUuid = "rotation" in session ? session.rotation.clientUuid : client
  return { ...login, session, entry: { ...entry, sessionId, clientUuid } }
}

/** The first login of a portal user, of a new person unless told otherwise. */
export const newLogin = (given: Partial<MadeUser> = {}, player: Partial<NewPlayer> = {}) => {
  const { at, parent, personId, playerUuid, user } = newPortalUser(given)
  const { displayName: _, ...key } = user
  const owner: SessionOwner = { personId, playerUuid, ...key }
  const entry = entryOf(owner, at)
  const places = [place("new_at_address", 200), place("new_in_all", 200)]
  const login = {
    user,
    player: {
      is: "new",
      person: undefined,
      parent,
      roleId: 1,
      broadcasts: 0,
      places,
      keptUnder: undefined,
      ...player,
    },
    session: opening(owner, entry.sessionId, at),
    entry,
    historyMax: 100,
    receipts: [],
  } satisfies LoginToStore
  return { login, owner }
}

/** Stores a login. */
export const storeLogin = (login: LoginToStore) => Effect.flatMap(LoginStore, (store) => store.store(login))

/** Why a login was not stored; `"stored"` where it was. */
export const outcomeOf = (login: LoginToStore) => Effect.map(storeLogin(login), ({ is }) => is)

/** Exchanges a refresh token. Says whether the exchange took place. */
export const rotates = (owner: SessionOwner, rotation: Rotation) =>
  Effect.map(outcomeOf(continuedLogin(owner, { rotation }, rotation.sessionId, rotation.at)), (is) => is === "stored")
