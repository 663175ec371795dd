/**
 * The cryptography of access tokens, all of it by jose: making and reading keys, signing, verifying. jose's modules are
 * taken one by one: its index costs 23 ms of start-up, these 9 ms.
 */
import * as Effect from "effect/Effect"
import { compactVerify } from "jose/jws/compact/verify"
import { SignJWT } from "jose/jwt/sign"
import { exportJWK } from "jose/key/export"
import { generateKeyPair } from "jose/key/generate/keypair"
import { importJWK } from "jose/key/import"
import { TOKEN_TYPE } from "./rules/parse.ts"
import type { KeyTimes, SigningKeyRecord } from "./rules/keys.ts"
import type { AccessClaims, PublicJwk } from "./schema.ts"

/** A key as jose holds it. */
type CryptographicKey = Parameters<SignJWT["sign"]>[0]

/** A signing key ready for use. */
export interface SigningKey extends SigningKeyRecord {
  readonly signingKey: CryptographicKey
  readonly verifyingKey: CryptographicKey
}

/** A new key pair for a place in the sequence. */
export const generateKey = (times: KeyTimes, keyId: string): Effect.Effect<SigningKeyRecord> =>
  Effect.promise(async () => {
    const pair = await generateKeyPair(times.algorithm, { extractable: true })
    const { kty = "", crv = "", x = "", y } = await exportJWK(pair.publicKey)
    const publicJwk: PublicJwk = {
      kty,
      crv,
      x,
      ...(y === undefined ? {} : { y }),
      kid: keyId,
      alg: times.algorithm,
      use: "sig",
    }
    return { ...times, keyId, publicJwk, privateJwk: JSON.stringify(await exportJWK(pair.privateKey)) }
  })

/** Makes a stored key usable. */
export const importKey = (record: SigningKeyRecord): Effect.Effect<SigningKey> =>
  Effect.promise(async () => ({
    ...record,
    signingKey: await importJWK(JSON.parse(record.privateJwk), record.algorithm),
    verifyingKey: await importJWK({ ...record.publicJwk }, record.algorithm),
  }))

/** The signed token with these claims. */
export const sign = (claims: AccessClaims, key: SigningKey): Effect.Effect<string> =>
  Effect.promise(() =>
    new SignJWT({ ...claims, permissions: [...claims.permissions] })
      .setProtectedHeader({ alg: key.algorithm, typ: TOKEN_TYPE, kid: key.keyId })
      .sign(key.signingKey),
  )

/** Whether the token bears a signature by this key, with the key's own algorithm and no other. */
export const verify = (token: string, key: SigningKey): Effect.Effect<boolean> =>
  Effect.promise(() =>
    compactVerify(token, key.verifyingKey, { algorithms: [key.algorithm] }).then(
      () => true,
      () => false,
    ),
  )
