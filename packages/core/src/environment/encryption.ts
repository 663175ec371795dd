/**
 * Encryption of secrets at rest, all of it by jose: JWE with AES-256-GCM, whose header names the key and the place and
 * is authenticated with the rest. Loaded when there is something to encrypt or decrypt: start-up pays for imports.
 */
import { compactDecrypt } from "jose/jwe/compact/decrypt"
import { CompactEncrypt } from "jose/jwe/compact/encrypt"
import { JWEDecryptionFailed, JWEInvalid } from "jose/errors"

/** An AES-256 key with the name that stands in the header of what it has encrypted. */
export interface EncryptionKey {
  readonly keyId: string
  readonly bytes: Uint8Array
}

const algorithm = "dir"
const cipher = "A256GCM"

/** The JWE of a secret that belongs in `place`. */
export const encrypt = (secret: Uint8Array, place: string, key: EncryptionKey): Promise<string> =>
  new CompactEncrypt(secret)
    .setProtectedHeader({ alg: algorithm, enc: cipher, kid: key.keyId, place })
    .encrypt(key.bytes)

/** A secret, and the id of the key that it was encrypted with. */
export interface Decrypted {
  readonly secret: Uint8Array
  readonly keyId: string
}

/**
 * The secret in a JWE that belongs in `place`. `"unknown_key"`: none of these keys has encrypted it; `"damaged"`: it
 * was altered, or belongs elsewhere.
 */
export const decrypt = async (
  text: string,
  place: string,
  keys: ReadonlyArray<EncryptionKey>,
): Promise<Decrypted | "unknown_key" | "damaged"> => {
  let key: EncryptionKey | undefined
  try {
    const { plaintext, protectedHeader } = await compactDecrypt(
      text,
      ({ kid }) => {
        key = keys.find(({ keyId }) => keyId === kid)
        // Any key: what comes of it is not looked at.
        return key?.bytes ?? new Uint8Array(32)
      },
      { keyManagementAlgorithms: [algorithm], contentEncryptionAlgorithms: [cipher] },
    )
    return key !== undefined && protectedHeader["place"] === place ? { secret: plaintext, keyId: key.keyId } : "damaged"
  } catch (error) {
    if (!(error instanceof JWEDecryptionFailed || error instanceof JWEInvalid)) throw error
    return key === undefined && error instanceof JWEDecryptionFailed ? "unknown_key" : "damaged"
  }
}
