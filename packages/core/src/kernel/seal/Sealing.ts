/**
 * Encrypts what is stored for a caller under a text that the caller alone has, such as a key or a code. Storage keeps a
 * hash of that text at most, so the database does not reveal what is sealed.
 */
import * as Aead from "effect/crypto/Aead"
import * as Digest from "effect/crypto/Digest"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import { utf8 } from "../wire/Utf8.ts"

/** The text that a value is sealed under. It must not be guessable, and its SHA-256 must not be stored. */
export interface SealedUnder {
  readonly secret: string
  /** The place of the sealed value. A value that was moved to another place cannot be unsealed. */
  readonly place: string
}

const NONCE_BYTES = Aead.xchacha20Poly1305.nonceLength

/** JSON in ASCII, so that its bytes are its characters. */
const encodeJson = (value: unknown): Uint8Array =>
  utf8(
    JSON.stringify(value).replace(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  )

const decodeJson = (bytes: Uint8Array): unknown =>
  JSON.parse(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""))

/** Makes the functions that seal a JSON value, and unseal it. A sealed value that was altered is a defect. */
export const makeSealing = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const aead = yield* Aead.Aead
  const digest = yield* Digest.Digest

  const keyOf = (secret: string) =>
    Effect.flatMap(digest.digest(Digest.sha256, utf8(secret)), (hash) => Aead.key(Aead.xchacha20Poly1305, hash))

  const seal = Effect.fnUntraced(function* ({ place, secret }: SealedUnder, value: unknown) {
    const nonce = yield* random.randomBytes(NONCE_BYTES)
    const sealed = yield* aead.encrypt(yield* keyOf(secret), encodeJson(value), { nonce, aad: utf8(place) })
    const bytes = new Uint8Array(nonce.length + sealed.length)
    bytes.set(nonce)
    bytes.set(sealed, nonce.length)
    return bytes
  }, Effect.orDie)

  const unseal = Effect.fnUntraced(function* ({ place, secret }: SealedUnder, sealed: Uint8Array) {
    const [nonce, rest] = [sealed.subarray(0, NONCE_BYTES), sealed.subarray(NONCE_BYTES)]
    return decodeJson(yield* aead.decrypt(yield* keyOf(secret), rest, { nonce, aad: utf8(place) }))
  }, Effect.orDie)

  return { seal, unseal }
}).pipe(Effect.provide(Aead.layerWebCrypto))
