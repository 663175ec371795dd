/** The keys of a portal of the sandbox, and the tokens that it signs. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { exportJWK } from "jose/key/export"
import { generateKeyPair } from "jose/key/generate/keypair"
import { SignJWT } from "jose/jwt/sign"
import type { Fault } from "./faults.ts"

/** The algorithm of every key of the sandbox. */
export const SANDBOX_ALGORITHM = "ES256"

/** For how long a token is valid, in seconds. */
const TOKEN_SECONDS = 3600

/** Signs the tokens of one portal. The tokens and keys have the fault that is set for the portal. */
export interface Signer {
  /** `iss` of the tokens. */
  readonly issuer: string
  /** Signs claims; `iss`, `iat` and `exp` are added. `header` is added to `alg`, `kid` and `typ`. */
  readonly sign: (
    claims: Readonly<Record<string, unknown>>,
    header?: Readonly<Record<string, unknown>>,
  ) => Effect.Effect<string>
  /** The public key that tokens are signed with now. */
  readonly publicKey: () => PublicKey
  /** The published key set. */
  readonly keySet: Effect.Effect<{ readonly keys: ReadonlyArray<PublicKey> }>
  /** Takes another key, and publishes the new key alone. */
  readonly rotate: Effect.Effect<void>
}

/** A public key as a portal publishes it. */
export type PublicKey = Readonly<Record<string, unknown>> & { readonly kid: string }

const makeKey = (kid: string) =>
  Effect.promise(async () => {
    const { privateKey, publicKey } = await generateKeyPair(SANDBOX_ALGORITHM)
    const jwk: PublicKey = { ...(await exportJWK(publicKey)), kid, alg: SANDBOX_ALGORITHM, use: "sig" }
    return { kid, privateKey, jwk }
  })

/** Makes a signer of a portal, with its first key. The keys are called by `name`. */
export const makeSigner = Effect.fnUntraced(function* (name: string, issuer: string, fault: () => Fault) {
  let count = 1
  const nextKey = Effect.suspend(() => makeKey(`${name}-${count++}`))
  let key = yield* nextKey

  const sign: Signer["sign"] = Effect.fnUntraced(function* (claims, header = {}) {
    const nowSeconds = Math.floor((yield* Clock.currentTimeMillis) / 1000)
    const issuedAt = fault() === "expired" ? nowSeconds - 2 * TOKEN_SECONDS : nowSeconds
    const audience = fault() === "wrong_audience" && "aud" in claims ? { aud: "another-game" } : {}
    const kid = fault() === "unknown_kid" ? `${key.kid}-unknown` : key.kid
    const token = new SignJWT({ iss: issuer, iat: issuedAt, exp: issuedAt + TOKEN_SECONDS, ...claims, ...audience })
    token.setProtectedHeader({ alg: SANDBOX_ALGORITHM, kid, typ: "JWT", ...header })
    return yield* Effect.promise(() => token.sign(key.privateKey))
  })

  const signer: Signer = {
    issuer,
    sign,
    publicKey: () => key.jwk,
    keySet: Effect.sync(() => ({ keys: [key.jwk] })),
    rotate: Effect.map(nextKey, (next) => {
      key = next
    }),
  }
  return signer
})
