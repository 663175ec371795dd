/**
 * The signing keys in force. They are made, rotated and retired automatically, and are the same on every node
 * (decisions, section 3).
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import type { Act } from "../operation/Act.ts"
import { type ActRefused, Audit } from "../audit/Audit.ts"
import { AtRest } from "../environment/AtRest.ts"
import { EnvironmentStore } from "../environment/EnvironmentStore.ts"
import { ENVIRONMENT_SUBJECT } from "../environment/acts.ts"
import { runEvery, warningOf } from "../kernel/work/Background.ts"
import { Purpose } from "../kernel/work/Purpose.ts"
import { withServicesOf } from "../kernel/work/withServicesOf.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { signingKeyActs } from "./acts.ts"
import { promoteNext } from "./promotion.ts"
import {
  isOverdue,
  isPublished,
  KEY_REFRESH_SECONDS,
  replacedAt,
  retiresAt,
  signerOf,
  type SigningKeyRecord,
} from "./rules/keys.ts"
import type { JwksJson, SigningKeyView } from "./schema.ts"
import { TokenSettings } from "./settings.ts"
import type { SigningKey } from "./signature.ts"
import { SigningKeyStore } from "./SigningKeyStore.ts"
import { forgetRetired, importAllKeys, importNewKeys, makeMissing } from "./storedKeys.ts"

/** Seconds between two lookups of keys that are not in memory, so that made-up key ids cost nothing. */
const LOOKUP_INTERVAL_SECONDS = 5

const viewOf = (
  key: SigningKeyRecord,
  keys: ReadonlyArray<SigningKeyRecord>,
  now: Timestamp,
  settings: TokenSettings,
): SigningKeyView => {
  const place = key.sequence - (signerOf(keys, now, settings)?.sequence ?? 0)
  return {
    key_id: key.keyId,
    algorithm: key.algorithm,
    state: place === 0 ? "signing" : place > 0 ? "published" : "retiring",
    published: key.published,
    signs_from: key.signsFrom,
    age_seconds: Math.max(0, Math.floor((now - key.signsFrom) / 1000)),
    replaced: replacedAt(key, keys) ?? null,
    overdue: isOverdue(key, keys, now, settings),
    retires: retiresAt(key, keys, settings) ?? null,
  }
}

const isSame = (key: SigningKeyRecord, other: SigningKeyRecord): boolean => key.keyId === other.keyId

/** What the verbs on stored keys yield. */
const servicesOfStoredKeys = withServicesOf(AtRest, Audit, EnvironmentStore, SecureRandom.SecureRandom, SigningKeyStore)

/** Keeps the signing keys. */
export class SigningKeys extends Context.Service<
  SigningKeys,
  {
    /** The key that signs now. */
    readonly signer: Effect.Effect<SigningKey>
    /**
     * The published key with this id. An unknown id is looked up in storage, at most every five seconds.
     */
    readonly find: (keyId: string) => Effect.Effect<SigningKey | undefined>
    /** The public side of every published key. */
    readonly published: Effect.Effect<JwksJson>
    /** Every published key, in the order in which they sign. */
    readonly list: Effect.Effect<ReadonlyArray<SigningKeyView>>
    /**
     * Replaces the signing key by the next one, as soon as that has been published for `keyPublicationSeconds`. Answers
     * with the key that signs next or signs already.
     */
    readonly rotate: (act: Act) => Effect.Effect<SigningKeyView, ActRefused>
    /** Loads the changes of other nodes, publishes the next key when it is due, and deletes retired keys. */
    readonly refresh: Effect.Effect<void>
  }
>()("@garrison/core/token/SigningKeys") {
  /**
   * Loads the keys, makes missing ones, and refreshes them once a minute. Fails when a key cannot be read with the key
   * secrets of the settings.
   */
  static readonly layer = Layer.effect(
    SigningKeys,
    Effect.gen(function* () {
      const settings = yield* TokenSettings
      const store = yield* SigningKeyStore
      const audit = yield* Audit
      const transaction = yield* Transaction
      const withServices = yield* servicesOfStoredKeys
      // One refresh at a time, so that an older list never replaces a newer one.
      const alone = Semaphore.makeUnsafe(1).withPermits(1)
      let keys: ReadonlyArray<SigningKey> = []
      let lookedUpAt = Number.NEGATIVE_INFINITY

      const published = (now: Timestamp) =>
        keys.filter((key) => key.algorithm === settings.signingAlgorithm && isPublished(key, keys, now, settings))

      const update = Effect.fnUntraced(function* (now: Timestamp) {
        const isReading = (yield* Purpose) === "read"
        const stored = yield* isReading ? store.list : makeMissing(now)
        keys = yield* importNewKeys(stored, keys)
        if (!isReading) yield* forgetRetired(stored, now)
      })

      const refresh = Effect.flatMap(Clock.currentTimeMillis, update).pipe(
        alone,
        withServices,
        Effect.withSpan("SigningKeys.refresh"),
      )

      const lookUp = Effect.fnUntraced(function* () {
        keys = yield* importNewKeys(yield* store.list, keys)
      })

      const find = Effect.fnUntraced(function* (keyId: string) {
        const now = yield* Clock.currentTimeMillis
        const known = published(now).find((key) => key.keyId === keyId)
        if (known !== undefined || now - lookedUpAt < LOOKUP_INTERVAL_SECONDS * 1000) return known
        lookedUpAt = now
        yield* alone(withServices(lookUp()))
        return published(now).find((key) => key.keyId === keyId)
      })

      const replaceSigner = (act: Act) =>
        audit.perform(signingKeyActs.rotate, act, ENVIRONMENT_SUBJECT, (save) =>
          Effect.gen(function* () {
            const now = yield* Clock.currentTimeMillis
            const stored = yield* makeMissing(now)
            const promoted = yield* promoteNext(stored, now, act, save)
            if (act.dryRun !== true) yield* update(now)
            const then = act.dryRun === true ? stored.map((key) => (isSame(key, promoted) ? promoted : key)) : keys
            return viewOf(then.find((key) => isSame(key, promoted)) ?? promoted, then, now, settings)
          }),
        )

      keys = yield* importAllKeys(yield* store.list)
      yield* refresh
      yield* runEvery(`${KEY_REFRESH_SECONDS} seconds`)(warningOf("the signing keys were not refreshed")(refresh))

      return SigningKeys.of({
        signer: Effect.clockWith((clock) => {
          const usable = keys.filter(({ signingKey }) => signingKey !== undefined)
          const key = signerOf(usable, clock.currentTimeMillisUnsafe(), settings)
          return key === undefined ? Effect.die(new Error("no signing key")) : Effect.succeed(key)
        }),
        find,
        published: Effect.map(Clock.currentTimeMillis, (now) => ({ keys: published(now).map((key) => key.publicJwk) })),
        list: Effect.map(Clock.currentTimeMillis, (now) =>
          published(now).map((key) => viewOf(key, keys, now, settings)),
        ),
        rotate: Effect.fn("SigningKeys.rotate")((act) => {
          const replaced = alone(withServices(replaceSigner(act)))
          // A dry run also undoes the key that was made for it.
          return act.dryRun === true ? transaction.rehearse(replaced) : replaced
        }),
        refresh,
      })
    }),
  )
}
