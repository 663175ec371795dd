/**
 * SHA-256 of texts, computed at once: for what every order does, the steps of an effect for each hash and the bytes of
 * each text cost more than the hash.
 */
import * as Context from "effect/Context"

/** Hashes texts as UTF-8. A surrogate without its other half becomes U+FFFD. */
export class Sha256 extends Context.Service<
  Sha256,
  {
    /** The hash in base64url: 43 characters. */
    readonly hashOf: (text: string) => string
    /** The hash in hexadecimal. */
    readonly hexOf: (text: string) => string
    /** Prepares a key. The function gives the HMAC of a text under it, in base64url. */
    readonly macUnder: (key: Uint8Array) => (text: string) => string
  }
>()("@garrison/core/kernel/seal/Sha256") {}
