/**
 * The cryptography of access tokens. jose makes and reads keys, and verifies what strangers present. Signing is of our
 * own claims, with nothing to check: the host's `Signature` does it at once, where jose would wait for a thread. jose's
 * modules are imported one by one, because its index costs 23 ms of start-up and these cost 9 ms.
 */
import * as Signature from "effect/crypto/Signature"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import { compactVerify } from "jose/jws/compact/verify"
import { exportJWK } from "jose/key/export"
import { generateKeyPair } from "jose/key/generate/keypair"
import { importJWK } from "jose/key/import"
import { utf8 } from "../kernel/wire/Utf8.ts"
import { TOKEN_TYPE } from "./rules/parse.ts"
import type { KeyTimes, SigningKeyRecord } from "./rules/keys.ts"
import type { AccessClaims, PublicJwk, SigningAlgorithm } from "./schema.ts"

/** A key as jose holds it. */
type CryptographicKey = Awaited<ReturnType<typeof importJWK>>

/** The names of JOSE, as effect knows the algorithms. */
const algorithms = { EdDSA: Signature.ed25519, ES256: Signature.ecdsaP256 } as const satisfies Record<
  SigningAlgorithm,
  Signature.Algorithm
>

/** A signing key ready for use. */
export interface SigningKey extends SigningKeyRecord {
  /** Undefined when the private part cannot be read; the key then only verifies. */
  readonly signingKey: Signature.PrivateKey | undefined
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

/** Reads a private JWK. It is extractable, because the host's `Signature` takes the key out of it. */
const importPrivate = Effect.fnUntraced(function* (privateJwk: string, algorithm: SigningAlgorithm) {
  const key = yield* Effect.promise(() => importJWK(JSON.parse(privateJwk), algorithm, { extractable: true }))
  if (key instanceof Uint8Array) return yield* Effect.die(new Error("a signing key is no pair of keys"))
  return yield* Effect.orDie(Signature.privateKeyFromCryptoKey(algorithms[algorithm], key))
})

/** Makes a stored key usable. Without its private JWK, it only verifies. */
export const importKey = Effect.fnUntraced(function* (record: SigningKeyRecord, privateJwk: string | undefined) {
  const { algorithm, publicJwk } = record
  const key: SigningKey = {
    ...record,
    signingKey: privateJwk === undefined ? undefined : yield* importPrivate(privateJwk, algorithm),
    verifyingKey: yield* Effect.promise(() => importJWK({ ...publicJwk }, algorithm)),
  }
  return key
})

const encoded = (value: object): string => Base64Url.encode(utf8(JSON.stringify(value)))

/** Makes the function that answers with the signed token with these claims. */
export const makeSign = Effect.map(
  Signature.Signature,
  (signature) =>
    (claims: AccessClaims, { algorithm, keyId, signingKey }: SigningKey): Effect.Effect<string> => {
      if (signingKey === undefined) return Effect.die(new Error(`the signing key ${keyId} cannot be decrypted`))
      const signed = `${encoded({ alg: algorithm, typ: TOKEN_TYPE, kid: keyId })}.${encoded(claims)}`
      return Effect.map(
        Effect.orDie(signature.sign(signingKey, utf8(signed))),
        (bytes) => `${signed}.${Base64Url.encode(bytes)}`,
      )
    },
)

/** Whether the token has a signature by this key, with the key's own algorithm and no other. */
export const verify = (token: string, key: SigningKey): Effect.Effect<boolean> =>
  Effect.promise(() =>
    compactVerify(token, key.verifyingKey, { algorithms: [key.algorithm] }).then(
      () => true,
      () => false,
    ),
  )
