/**
 * The stored form of long-lived secrets: the keys that sign tokens, authenticate cursors and hide device secrets. They
 * are encrypted if the host gives a `keySecret` (decisions, section 3; guarantees R47).
 */
import * as Context from "effect/Context"
import * as Kdf from "effect/crypto/Kdf"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Layer from "effect/Layer"
import { utf8 } from "../kernel/wire/Utf8.ts"
import type { EncryptionKey } from "./encryption.ts"
import { KeySecretRefused } from "./errors.ts"
import { EnvironmentSettings } from "./settings.ts"

/** A secret that was read from storage. */
export interface Revealed {
  readonly secret: Uint8Array
  /** Whether the stored form is the one that would be written now. If not, the caller stores the secret again. */
  readonly isCurrent: boolean
  /** Whether the stored form was encrypted, by one of the key secrets of the settings. */
  readonly isEncrypted: boolean
}

/** Turns secrets into their stored form, and back. */
export class AtRest extends Context.Service<
  AtRest,
  {
    /** Whether secrets are encrypted: the settings have a key secret. */
    readonly encrypts: boolean
    /** The stored form of a secret in `place`, a name of its row. Reading it from another place fails. */
    readonly protect: (secret: Uint8Array, place: string) => Effect.Effect<Uint8Array>
    /** The secret that was stored in `place`. */
    readonly reveal: (stored: Uint8Array, place: string) => Effect.Effect<Revealed, KeySecretRefused>
  }
>()("@garrison/core/environment/AtRest") {
  static readonly layer = Layer.effect(
    AtRest,
    Effect.gen(function* () {
      const { keySecret, keySecretPrevious } = yield* EnvironmentSettings
      if (keySecret === undefined && keySecretPrevious.length > 0) {
        return yield* refused("keySecretPrevious is given without keySecret, which takes its place")
      }
      const keys = yield* Effect.forEach([...(keySecret === undefined ? [] : [keySecret]), ...keySecretPrevious], keyOf)
      const current = keySecret === undefined ? undefined : keys[0]

      const protect = Effect.fnUntraced(function* (secret: Uint8Array, place: string) {
        if (current === undefined) return secret
        const { encrypt } = yield* loadEncryption
        return utf8(yield* Effect.promise(() => encrypt(secret, place, current)))
      })

      const reveal = Effect.fnUntraced(function* (stored: Uint8Array, place: string) {
        const text = stored.length > PLAIN_BYTES ? asciiOf(stored) : ""
        if (!jwe.test(text)) return { secret: stored, isCurrent: current === undefined, isEncrypted: false }
        const { decrypt } = yield* loadEncryption
        const found = yield* Effect.promise(() => decrypt(text, place, keys))
        if (found === "unknown_key") return yield* refused(keys.length === 0 ? MISSING : WRONG)
        if (found === "damaged") return yield* refused(`what is stored as ${place} was altered or moved`)
        return { secret: found.secret, isCurrent: found.keyId === current?.keyId, isEncrypted: true }
      })

      return { encrypts: current !== undefined, protect, reveal }
    }),
  )
}

const MISSING = "the keys in this database are encrypted, and keySecret is not set to the secret that they need"
const WRONG = "the keys in this database are encrypted with another secret than keySecret and keySecretPrevious"

const refused = (reason: string) => Effect.fail(new KeySecretRefused({ code: "invalid_settings", reason }))

const loadEncryption = Effect.promise(() => import("./encryption.ts"))

/** The length of secrets that are random bytes. Encrypted secrets are longer. */
const PLAIN_BYTES = 32

/** A JWE that contains no wrapped key, because the host gives the key. */
const jwe = /^eyJ[\w-]*\.\.[\w-]+\.[\w-]+\.[\w-]+$/

const asciiOf = (bytes: Uint8Array): string => {
  let text = ""
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

const salt = utf8("garrison key secret")

/** The key that is derived from a secret, with a key name that does not reveal the secret. */
const keyOf = Effect.fnUntraced(function* (secret: string) {
  const kdf = yield* Kdf.Kdf
  const derive = (purpose: string, length: number) =>
    kdf.derive(Kdf.hkdfSha256, utf8(secret), { salt, info: utf8(purpose), length }).pipe(Effect.orDie)
  const key: EncryptionKey = {
    keyId: Base64Url.encode(yield* derive("key id", 9)),
    bytes: yield* derive("encryption at rest", 32),
  }
  return key
})
