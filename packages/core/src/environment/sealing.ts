/**
 * The key of the seals, which is made when Garrison first opens a database with a `keySecret`, and stored encrypted by
 * it, together with where keyed seals begin (decisions, section 3; guarantees R63).
 */
import * as Clock from "effect/Clock"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { AuditStore } from "../audit/AuditStore.ts"
import { makeSeals, type SealKey, Seals } from "../kernel/seal/Seals.ts"
import { Purpose } from "../kernel/work/Purpose.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { fromUtf8, utf8 } from "../kernel/wire/Utf8.ts"
import { AtRest } from "./AtRest.ts"
import { claimed, placeOf } from "./Environment.ts"
import { EnvironmentStore } from "./EnvironmentStore.ts"
import { KeySecretRefused } from "./errors.ts"

/**
 * Clocks of servers differ, so an order that another server sealed without the key may be dated this much later than
 * the key.
 */
const LEEWAY_MILLIS = 60_000

/** The secret as it is encrypted: the key, and from where on everything is keyed. */
const StoredKey = Schema.fromJsonString(
  Schema.Struct({ key: Schema.Uint8ArrayFromBase64, orders_from: Schema.Int, audit_from: Schema.Int }),
)
const encode = Schema.encodeSync(StoredKey)
const decode = Schema.decodeUnknownEffect(StoredKey)

const refused = (reason: string) => new KeySecretRefused({ code: "invalid_settings", reason })

/** Reads a stored key. It is taken only if a key secret encrypted it: a plain one would be anybody's. */
const readKey = Effect.fnUntraced(function* (stored: Uint8Array) {
  const { isEncrypted, secret } = yield* (yield* AtRest).reveal(stored, placeOf("seal_key"))
  const altered = refused(`what is stored as ${placeOf("seal_key")} was altered`)
  if (!isEncrypted) return yield* altered
  const text = fromUtf8(secret)
  const { audit_from: audit, key, orders_from: orders } = yield* Effect.mapError(decode(text), () => altered)
  return { _tag: "key", key, from: { audit, orders } } satisfies SealKey
})

/** Makes the key, and stores it unless another server does. Audit rows are keyed from the next one on. */
const makeKey = Effect.gen(function* () {
  const store = yield* EnvironmentStore
  const chain = yield* AuditStore
  const transaction = yield* Transaction
  const key = yield* (yield* SecureRandom.SecureRandom).randomBytes(32)
  const { sequence } = yield* chain.head
  const secret = encode({
    key,
    orders_from: (yield* Clock.currentTimeMillis) + LEEWAY_MILLIS,
    audit_from: sequence + 1,
  })
  const stored = yield* (yield* AtRest).protect(utf8(secret), placeOf("seal_key"))
  yield* transaction.run(
    Effect.gen(function* () {
      // A row that another server has appended meanwhile is plain.
      if ((yield* chain.head).sequence === sequence) yield* store.replaceSecret("seal_key", undefined, stored)
    }),
  )
})

const missing = (reason: string): SealKey => ({ _tag: "missing", reason })
const notMade = missing("keySecret is set, and the database has no key of seals yet")

/** Reads the key, and makes it where there is a key secret and no key, unless who opens the database only reads. */
const openKey = Effect.fnUntraced(function* () {
  const store = yield* EnvironmentStore
  const { encrypts } = yield* AtRest
  yield* claimed
  for (;;) {
    const stored = yield* store.secret("seal_key")
    if (stored !== undefined) return yield* readKey(stored)
    if (!encrypts) return { _tag: "none" } satisfies SealKey
    if ((yield* Purpose) === "read") return notMade
    yield* makeKey
  }
})

/** Reads the key where that is possible, and changes nothing. */
const lookKey = Effect.gen(function* () {
  const stored = yield* (yield* EnvironmentStore).secret("seal_key")
  const { encrypts } = yield* AtRest
  if (stored !== undefined)
    return yield* Effect.match(readKey(stored), {
      onFailure: ({ reason }) => missing(reason),
      onSuccess: (key): SealKey => key,
    })
  return encrypts ? notMade : ({ _tag: "none" } satisfies SealKey)
})

/** The seals of a server. It fails where the stored key cannot be read. */
export const layer = Layer.effect(
  Seals,
  Effect.flatMap(openKey(), (key) => makeSeals(key)),
)

/** The seals for a verification, which works without the key, too, and says what it could not check. */
export const layerReading = Layer.effect(
  Seals,
  Effect.flatMap(lookKey, (key) => makeSeals(key)),
)
