/**
 * The cryptography of access tokens, all of it by jose: making and reading keys, signing, verifying. jose's modules are
 * imported one by one, because its index costs 23 ms of start-up and these cost 9 ms.
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
  /** Undefined when the private part cannot be read; the key then only verifies. */
  readonly signingKey: CryptographicKey | undefined
  readonly verifyingKey: CryptographicKey
}

/** A new key pair. */
export interface GeneratedKey {
  readonly publicJwk: PublicJwk
  /** JSON of the private JWK. */
  readonly privateJwk: string
}

/** A new key pair for a place in the sequence. */
export const generateKey = (times: KeyTimes, keyId: string): Effect.Effect<GeneratedKey> =>
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
    return { publicJwk, privateJwk: JSON.stringify(await exportJWK(pair.privateKey)) }
  })

/** Makes a stored key usable. Without its private JWK, it only verifies. */
export const importKey = (record: SigningKeyRecord, privateJwk: string | undefined): Effect.Effect<SigningKey> =>
  Effect.promise(async () => ({
    ...record,
    signingKey: privateJwk === undefined ? undefined : await importJWK(JSON.parse(privateJwk), record.algorithm),
    verifyingKey: await importJWK({ ...record.publicJwk }, record.algorithm),
  }))

/** The signed token with these claims. */
export const sign = (claims: AccessClaims, { algorithm, keyId, signingKey }: SigningKey): Effect.Effect<string> =>
  signingKey === undefined
    ? Effect.die(new Error(`the signing key ${keyId} cannot be decrypted`))
    : Effect.promise(() =>
        new SignJWT({ ...claims, permissions: [...claims.permissions] })
          .setProtectedHeader({ alg: algorithm, typ: TOKEN_TYPE, kid: keyId })
          .sign(signingKey),
      )

/** Whether the token has a signature by this key, with the key's own algorithm and no other. */
export const verify = (token: string, key: SigningKey): Effect.Effect<boolean> =>
  Effect.promise(() =>
    compactVerify(token, key.verifyingKey, { algorithms: [key.algorithm] }).then(
      () => true,
      () => false,
    ),
  )
