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
import { AtRest } from "../environment/AtRest.ts"
import { placeOf, revealed } from "../environment/Environment.ts"
import { EnvironmentStore } from "../environment/EnvironmentStore.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { utf8 } from "../kernel/Utf8.ts"
import { PlayerStore } from "../player/PlayerStore.ts"

/** Gives devices their ids. */
export class DeviceIdentities extends Context.Service<
  DeviceIdentities,
  {
    /** The `portal_user_id` of the device with this secret. */
    readonly portalUserId: (secret: string) => Effect.Effect<string>
  }
>()("@garrison/core/login/DeviceIdentities") {
  /**
   * Reads the key of the environment. If there is none, makes it and gives every stored device its new id, both in one
   * unit of work. So a process that is killed meanwhile leaves everything as before for the next.
   */
  static readonly layer = Layer.effect(
    DeviceIdentities,
    Effect.gen(function* () {
      const digest = yield* Digest.Digest
      const store = yield* EnvironmentStore
      const stored = (yield* store.secret("anon_secret")) ?? (yield* makeKey)
      const toNew = yield* idsUnder(yield* revealed("anon_secret", stored))
      return {
        portalUserId: (secret) =>
          Effect.flatMap(Effect.orDie(digest.digest(Digest.sha256, utf8(secret))), (hash) =>
            toNew(Base64Url.encode(hash)),
          ),
      }
    }),
  )
}

/**
 * From the former id of a device, the SHA-256 of its secret, to its id. So devices that were stored before there was a
 * key keep their players, though their secrets are not known.
 */
const idsUnder = Effect.fnUntraced(function* (secret: Uint8Array) {
  const mac = yield* Mac.Mac
  const key = yield* Effect.orDie(Mac.key(Mac.hmacSha256, secret))
  return (former: string): Effect.Effect<string> =>
    Effect.orDie(Effect.map(mac.sign(key, utf8(former)), (tag) => Base64Url.encode(tag)))
})

const makeKey = Effect.gen(function* () {
  const store = yield* EnvironmentStore
  const players = yield* PlayerStore
  const random = yield* SecureRandom.SecureRandom
  const secret = yield* random.randomBytes(32)
  const stored = yield* (yield* AtRest).protect(secret, placeOf("anon_secret"))
  const toNew = yield* idsUnder(secret)
  const unit = Effect.gen(function* () {
    if (yield* store.replaceSecret("anon_secret", undefined, stored)) yield* players.renameDevices(toNew)
  })
  yield* (yield* Transaction).run(unit)
  return (yield* store.secret("anon_secret")) ?? (yield* Effect.die(new Error("no key for device secrets")))
})
