/**
 * The `portal_user_id` of a device: the HMAC of the hash of its secret under a key of the environment. So a short
 * secret cannot be found by trying texts against a `portal_user_id` (decisions, section 4).
 */
import * as Context from "effect/Context"
import * as Digest from "effect/crypto/Digest"
import * as Mac from "effect/crypto/Mac"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Layer from "effect/Layer"
import { AtRest } from "../../environment/AtRest.ts"
import { placeOf, revealed } from "../../environment/Environment.ts"
import { EnvironmentStore } from "../../environment/EnvironmentStore.ts"
import { Transaction } from "../../kernel/work/Transaction.ts"
import { utf8 } from "../../kernel/wire/Utf8.ts"

/** Gives devices their ids. */
export class DeviceIdentities extends Context.Service<
  DeviceIdentities,
  {
    /** The `portal_user_id` of the device with this secret. */
    readonly portalUserId: (secret: string) => Effect.Effect<string>
  }
>()("@garrison/core/login/grant/DeviceIdentities") {
  /** Takes the key of the environment, and makes it where there is none. */
  static readonly layer = Layer.effect(
    DeviceIdentities,
    Effect.gen(function* () {
      const digest = yield* Digest.Digest
      const store = yield* EnvironmentStore
      const stored = (yield* store.secret("anon_secret")) ?? (yield* makeKey)
      const idOf = yield* idsUnder(yield* revealed("anon_secret", stored))
      return {
        portalUserId: (secret) =>
          Effect.flatMap(Effect.orDie(digest.digest(Digest.sha256, utf8(secret))), (hash) =>
            idOf(Base64Url.encode(hash)),
          ),
      }
    }),
  )
}

/** From the SHA-256 of a device's secret to the id of the device. */
const idsUnder = Effect.fnUntraced(function* (secret: Uint8Array) {
  const mac = yield* Mac.Mac
  const key = yield* Effect.orDie(Mac.key(Mac.hmacSha256, secret))
  return (hash: string): Effect.Effect<string> =>
    Effect.orDie(Effect.map(mac.sign(key, utf8(hash)), (tag) => Base64Url.encode(tag)))
})

const makeKey = Effect.gen(function* () {
  const store = yield* EnvironmentStore
  const random = yield* SecureRandom.SecureRandom
  const stored = yield* (yield* AtRest).protect(yield* random.randomBytes(32), placeOf("anon_secret"))
  // Of several nodes that start at once, the first one's stays.
  yield* (yield* Transaction).run(store.replaceSecret("anon_secret", undefined, stored))
  return (yield* store.secret("anon_secret")) ?? (yield* Effect.die(new Error("no key for device secrets")))
})
