/**
 * The signing keys in force: made, rotated and retired by themselves, the same on every node (decisions, section 3).
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { AtRest } from "../environment/AtRest.ts"
import { runEvery, warningOf } from "../kernel/Background.ts"
import { Transaction } from "../kernel/Transaction.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { forgetRetired, importAllKeys, importNewKeys, type KeyServices, makeMissing } from "./keyUpkeep.ts"
import {
  isPublished,
  KEY_REFRESH_SECONDS,
  promotionTime,
  retiresAt,
  signerOf,
  type SigningKeyRecord,
  successorOf,
} from "./rules/keys.ts"
import type { JwksJson, SigningAlgorithm } from "./schema.ts"
import { TokenSettings } from "./settings.ts"
import type { SigningKey } from "./signature.ts"
import { SigningKeyStore } from "./SigningKeyStore.ts"

/** Seconds that must pass between two lookups of keys that are not in memory, so that made-up key ids cost nothing. */
const LOOKUP_INTERVAL_SECONDS = 5

/** What an operator sees of a key. */
export interface SigningKeyView {
  readonly keyId: string
  readonly algorithm: SigningAlgorithm
  readonly state: "published" | "signing" | "retiring"
  readonly published: Timestamp
  readonly signsFrom: Timestamp
  /** When it leaves the key set; undefined while no other key is to follow it. */
  readonly retires: Timestamp | undefined
}

const viewOf = (
  key: SigningKeyRecord,
  keys: ReadonlyArray<SigningKeyRecord>,
  now: Timestamp,
  settings: TokenSettings,
): SigningKeyView => {
  const place = key.sequence - (signerOf(keys, now, settings)?.sequence ?? 0)
  return {
    keyId: key.keyId,
    algorithm: key.algorithm,
    state: place === 0 ? "signing" : place > 0 ? "published" : "retiring",
    published: key.published,
    signsFrom: key.signsFrom,
    retires: retiresAt(key, keys, settings),
  }
}

/** Keeps the signing keys. */
export class SigningKeys extends Context.Service<
  SigningKeys,
  {
    /** The key that signs now. */
    readonly signer: Effect.Effect<SigningKey>
    /**
     * The published key with this id, looked up again in storage, at most every five seconds, when it is not known
     * here.
     */
    readonly find: (keyId: string) => Effect.Effect<SigningKey | undefined>
    /** The public side of every published key. */
    readonly published: Effect.Effect<JwksJson>
    /** Every published key, in the order in which they sign. */
    readonly list: Effect.Effect<ReadonlyArray<SigningKeyView>>
    /**
     * Puts the next key in the place of the signing one: at once when it has been published for
     * `keyPublicationSeconds`, otherwise then. Answers with the key that is next to sign or signs already.
     */
    readonly rotate: Effect.Effect<SigningKeyView>
    /** Takes over what other nodes did, publishes the next key when it is due, forgets keys that are past use. */
    readonly refresh: Effect.Effect<void>
  }
>()("@garrison/core/token/SigningKeys") {
  /**
   * Loads the keys, makes those that are missing, and looks after them once a minute. Fails when one of them cannot be
   * read with the key secrets of the settings.
   */
  static readonly layer = Layer.effect(
    SigningKeys,
    Effect.gen(function* () {
      const settings = yield* TokenSettings
      const on: KeyServices = {
        atRest: yield* AtRest,
        store: yield* SigningKeyStore,
        transaction: yield* Transaction,
        random: yield* SecureRandom.SecureRandom,
        settings,
      }
      // One at a time, so that an older listing never takes the place of a newer one.
      const alone = Semaphore.makeUnsafe(1).withPermits(1)
      let keys: ReadonlyArray<SigningKey> = []
      let lookedUpAt = Number.NEGATIVE_INFINITY

      const published = (now: Timestamp) =>
        keys.filter((key) => key.algorithm === settings.signingAlgorithm && isPublished(key, keys, now, settings))

      const update = Effect.fnUntraced(function* (now: Timestamp) {
        const stored = yield* makeMissing(on, now)
        keys = yield* importNewKeys(on, stored, keys)
        yield* forgetRetired(on, stored, now)
      })

      const refresh = Effect.flatMap(Clock.currentTimeMillis, update).pipe(
        alone,
        Effect.withSpan("SigningKeys.refresh"),
      )

      const lookUp = Effect.fnUntraced(function* () {
        keys = yield* importNewKeys(on, yield* on.store.list, keys)
      })

      const find = Effect.fnUntraced(function* (keyId: string) {
        const now = yield* Clock.currentTimeMillis
        const known = published(now).find((key) => key.keyId === keyId)
        if (known !== undefined || now - lookedUpAt < LOOKUP_INTERVAL_SECONDS * 1000) return known
        lookedUpAt = now
        yield* alone(lookUp())
        return published(now).find((key) => key.keyId === keyId)
      })

      const replaceSigner = Effect.fnUntraced(function* () {
        const now = yield* Clock.currentTimeMillis
        const stored = yield* makeMissing(on, now)
        const next = successorOf(stored, now, settings)
        if (next === undefined) return yield* Effect.die(new Error("no signing key to rotate to"))
        yield* on.transaction.run(on.store.promote(next.keyId, promotionTime(next, now, settings)))
        yield* update(now)
        return viewOf(keys.find((key) => key.keyId === next.keyId) ?? next, keys, now, settings)
      })

      keys = yield* importAllKeys(on, yield* on.store.list)
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
        rotate: alone(replaceSigner()).pipe(Effect.withSpan("SigningKeys.rotate")),
        refresh,
      })
    }),
  )
}
