/**
 * Encryption of stored secrets, all of it by jose: JWE with AES-256-GCM. The authenticated header names the key and the
 * place. This file is loaded when there is a secret to encrypt or decrypt, because imports cost time at start-up.
 */
import { compactDecrypt } from "jose/jwe/compact/decrypt"
import { CompactEncrypt } from "jose/jwe/compact/encrypt"
import { JWEDecryptionFailed, JWEInvalid } from "jose/errors"

/** An AES-256 key, and its name in the header of each JWE. */
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
 * The secret in a JWE that belongs in `place`. `"unknown_key"`: none of these keys encrypted it; `"damaged"`: the JWE
 * was altered, or belongs in another place.
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
        // Any key will do, because the result is not used.
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
