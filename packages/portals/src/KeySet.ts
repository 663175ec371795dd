/**
 * The public keys of a portal: a JSON Web Key Set that is fetched on demand and kept (decisions, section 4; guarantees
 * R18). However many logins ask, only one request is under way at a time.
 */
import type { Timestamp } from "@garrison/core/kernel/time/Timestamp"
import { tell } from "@garrison/core/kernel/work/Tally"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { HttpClient } from "effect/http/HttpClient"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { createLocalJWKSet } from "jose/jwks/local"
import { statusOf } from "./Breaker.ts"
import { getJson, type JsonAnswer, OutboundFailed } from "./outbound.ts"
import { makePlaces } from "./places.ts"
import { makeWarnings } from "./warnings.ts"

const second = 1000
const hour = 60 * 60 * second

/** How long fetched keys are used without asking again, in ms: as the portal says, within these bounds. */
const FRESH_MILLIS_DEFAULT = hour
const FRESH_MILLIS_MIN = 60 * second
const FRESH_MILLIS_MAX = 24 * hour

/** How long keys that are no longer fresh are used while the portal cannot be asked, in ms. */
const STALE_MILLIS = 24 * hour

/** Least time between two requests, in ms, so that a flood of unknown key ids does not become a flood of requests. */
const REQUEST_PAUSE_MILLIS = 30 * second

/** The same while there are no keys, and no credential of the portal can be proved. */
const REQUEST_PAUSE_WITHOUT_KEYS_MILLIS = 5 * second

/** Most keys in a set. */
const KEYS_MAX = 64

/** The key that a token names, and its algorithm. */
export interface KeyName {
  readonly kid: string
  readonly alg: string
}

/** A public key as jose holds it. */
export type VerificationKey = Awaited<ReturnType<ReturnType<typeof createLocalJWKSet>>>

/** Why a key is missing: keys cannot be fetched now, or the portal publishes none with this name and algorithm. */
export type KeyRefusal = "keys_not_available" | "key_unknown"

/** The public keys of one portal. */
export interface KeySet {
  /** The key of this name. An unknown name causes another fetch, at most once in 30 seconds. */
  readonly find: (name: KeyName) => Effect.Effect<VerificationKey, KeyRefusal>
}

/** A fetched set. */
interface Fetched {
  readonly keyOf: ReturnType<typeof createLocalJWKSet>
  readonly names: ReadonlySet<string>
  readonly at: Timestamp
  readonly freshMillis: number
}

const ageOf = ({ at }: Fetched, now: Timestamp): number => Math.abs(now - at)

const isUsable = (fetched: Fetched | undefined, now: Timestamp): fetched is Fetched =>
  fetched !== undefined && ageOf(fetched, now) < fetched.freshMillis + STALE_MILLIS

const KeySetBody = Schema.Struct({
  keys: Schema.Array(Schema.Struct({ kid: Schema.optionalKey(Schema.String), kty: Schema.String })).check(
    Schema.isMaxLength(KEYS_MAX),
  ),
})
const decodeBody = Schema.decodeUnknownOption(KeySetBody)

const fetchedOf = ({ body, maxAgeSeconds }: JsonAnswer, at: Timestamp) =>
  Effect.gen(function* () {
    const decoded = decodeBody(body)
    if (Option.isNone(decoded)) return yield* new OutboundFailed({ message: "the answer is no JSON Web Key Set" })
    const keyOf = yield* Effect.try({
      try: () => createLocalJWKSet(body as Parameters<typeof createLocalJWKSet>[0]),
      catch: () => new OutboundFailed({ message: "the answer is no JSON Web Key Set" }),
    })
    const wantedMillis = maxAgeSeconds === undefined ? FRESH_MILLIS_DEFAULT : maxAgeSeconds * second
    const fetched: Fetched = {
      keyOf,
      names: new Set(decoded.value.keys.flatMap(({ kid }) => kid ?? [])),
      at,
      freshMillis: Math.min(Math.max(wantedMillis, FRESH_MILLIS_MIN), FRESH_MILLIS_MAX),
    }
    return fetched
  })

/** The address of a key set, and how long a request for it may take. `owner` names the set in the log. */
export interface KeySource {
  readonly owner: string
  readonly url: string
  readonly timeoutSeconds: number
}

/** Makes the key set of a portal. It fetches nothing before the first login asks for a key. */
export const makeKeySet = Effect.fnUntraced(function* ({ owner, timeoutSeconds, url }: KeySource) {
  const scope = yield* Effect.scope
  const context = yield* Effect.context<HttpClient>()
  const warnings = makeWarnings(owner)
  let held: Fetched | undefined
  let requestedAt = Number.NEGATIVE_INFINITY
  let hasFailed = false
  let underWay: Deferred.Deferred<void> | undefined

  const take = Effect.gen(function* () {
    const asking = Effect.onExit(getJson({ url, timeoutSeconds }), (exit) =>
      tell((tally) => tally.askedPortal(owner, Exit.isSuccess(exit), statusOf(exit))),
    )
    held = yield* fetchedOf(yield* asking, yield* Clock.currentTimeMillis)
    hasFailed = false
  }).pipe(
    Effect.catchTag("OutboundFailed", (failure) => {
      hasFailed = true
      return warnings.failed("keys", failure)
    }),
    Effect.provideContext(context),
  )

  /** Fetches in a fiber of its own, because a client that goes away must not end a fetch that other logins wait for. */
  const request = (now: Timestamp) =>
    Effect.uninterruptibleMask((restore) => {
      const done = (underWay = Deferred.makeUnsafe<void>())
      requestedAt = now
      const end = Effect.sync(() => {
        underWay = undefined
        Deferred.doneUnsafe(done, Exit.void)
      })
      const fetching = Effect.ensuring(restore(take), end)
      return Effect.andThen(Effect.forkIn(fetching, scope), restore(Deferred.await(done)))
    })

  const isDue = (now: Timestamp): boolean =>
    Math.abs(now - requestedAt) >= (isUsable(held, now) ? REQUEST_PAUSE_MILLIS : REQUEST_PAUSE_WITHOUT_KEYS_MILLIS)

  const inPlace = makePlaces<KeyRefusal>(timeoutSeconds, "keys_not_available")

  /** Fetches the keys if that is due, and waits for a request that is under way. */
  const refresh = inPlace(
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (underWay !== undefined) return Deferred.await(underWay)
      return isDue(now) ? request(now) : Effect.void
    }),
  )

  const hasFresh = (kid: string, now: Timestamp): boolean =>
    held !== undefined && ageOf(held, now) < held.freshMillis && held.names.has(kid)

  const find = Effect.fnUntraced(function* (name: KeyName) {
    const now = yield* Clock.currentTimeMillis
    if (!hasFresh(name.kid, now)) {
      const isOld = isUsable(held, now) && held.names.has(name.kid)
      yield* isOld ? Effect.ignore(refresh) : refresh
    }
    const found = held
    if (!isUsable(found, now)) return yield* Effect.fail<KeyRefusal>("keys_not_available")
    if (!found.names.has(name.kid))
      return yield* Effect.fail<KeyRefusal>(hasFailed ? "keys_not_available" : "key_unknown")
    return yield* Effect.tryPromise({ try: () => found.keyOf({ ...name }), catch: (): KeyRefusal => "key_unknown" })
  })

  const keySet: KeySet = { find }
  return keySet
})

/** A public key as the settings have it: a JSON Web Key. */
export type ConfiguredKey = Readonly<Record<string, unknown>> & { readonly kid: string }

/** The key set of a portal whose keys are configured, and never fetched. */
export const fixedKeys = (configured: ReadonlyArray<ConfiguredKey>): KeySet => {
  const keyOf = createLocalJWKSet({ keys: configured.map((key) => ({ ...key })) })
  return {
    find: (name) => Effect.tryPromise({ try: () => keyOf({ ...name }), catch: (): KeyRefusal => "key_unknown" }),
  }
}
