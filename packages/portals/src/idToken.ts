/**
 * Proves a user by an OpenID Connect id token, which is signed with a key that the portal publishes (decisions, section
 * 4; guarantees R15). jose checks signature and times; this file checks what jose does not.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Result from "effect/Result"
import { jwtVerify } from "jose/jwt/verify"
import { decodeProtectedHeader } from "jose/decode/protected_header"
import type { KeyName, KeyRefusal, KeySet, VerificationKey } from "./KeySet.ts"
import type { IdTokenAlgorithm } from "./settings.ts"

/** Longest token that is read, in characters. */
const TOKEN_LENGTH_MAX = 16 * 1024

/** Longest `kid`, in characters. */
const KEY_ID_LENGTH_MAX = 256

/** How far the clock of a portal may be off, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 60

/** The rules of a portal's id tokens. */
export interface IdTokenRules {
  readonly issuer: string
  /** Every audience of a token must be one of these. */
  readonly audiences: ReadonlyArray<string>
  readonly algorithms: ReadonlyArray<IdTokenAlgorithm>
}

/** The content of a verified id token. */
export interface IdTokenClaims {
  /** The user at the portal: 1 to 255 printable ASCII characters. */
  readonly subject: string
  readonly audiences: ReadonlyArray<string>
  /** The nickname of the user, if the token has one. */
  readonly nickname: string | undefined
}

/** Why an id token proves nothing. `not_valid`: the token itself is wrong. */
export type IdTokenRefusal = KeyRefusal | "not_valid"

const notValid: Effect.Effect<never, IdTokenRefusal> = Effect.fail("not_valid")

/** Whether a credential has the form of a JWT, valid or not: three parts, the first of which begins a JSON object. */
export const hasFormOfJwt = (credential: string): boolean => /^e[^.]*\.[^.]*\.[^.]*$/.test(credential)

/** Whether each part is base64url in its canonical spelling, so that no token has a second spelling. */
const isCanonical = (token: string): boolean =>
  token.split(".").every((part) => {
    const bytes = Base64Url.decode(part)
    return Result.isSuccess(bytes) && Base64Url.encode(bytes.success) === part
  })

/** Header members that carry a key of the sender, or change how the token is read. */
const FORBIDDEN_MEMBERS = ["crit", "b64", "jku", "jwk", "x5u", "x5c", "zip"]

const isTypeOfIdToken = (typ: unknown): boolean =>
  typ === undefined || (typeof typ === "string" && /^(?:application\/)?jwt$/i.test(typ))

/** The key that the token names; undefined when the header is not acceptable. */
const keyNameOf = (token: string, algorithms: ReadonlyArray<string>): KeyName | undefined => {
  if (token.length > TOKEN_LENGTH_MAX || !isCanonical(token)) return undefined
  const read = Result.try(() => decodeProtectedHeader(token))
  if (Result.isFailure(read)) return undefined
  const header = read.success
  const { alg, kid, typ } = header
  if (FORBIDDEN_MEMBERS.some((name) => Object.hasOwn(header, name)) || !isTypeOfIdToken(typ)) return undefined
  if (typeof alg !== "string" || !algorithms.includes(alg)) return undefined
  const isName = typeof kid === "string" && kid !== "" && kid.length <= KEY_ID_LENGTH_MAX
  return isName ? { alg, kid } : undefined
}

const verify = (token: string, key: VerificationKey, { alg }: KeyName, rules: IdTokenRules, nowMillis: number) =>
  Effect.tryPromise({
    try: async () => {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [alg],
        issuer: rules.issuer,
        audience: [...rules.audiences],
        requiredClaims: ["iss", "aud", "sub", "iat", "exp"],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(nowMillis),
      })
      return payload
    },
    catch: (): IdTokenRefusal => "not_valid",
  })

const subjectPattern = /^[!-~](?:[ -~]{0,253}[!-~])?$/

/** Verifies the id token of a portal. */
export const verifyIdToken = Effect.fnUntraced(function* (token: string, rules: IdTokenRules, keys: KeySet) {
  const name = keyNameOf(token, rules.algorithms)
  if (name === undefined) return yield* notValid
  const key = yield* keys.find(name)
  const nowMillis = yield* Clock.currentTimeMillis
  const { aud, iat = Number.NaN, nickname, sub } = yield* verify(token, key, name, rules, nowMillis)
  if (!(iat * 1000 <= nowMillis + CLOCK_TOLERANCE_SECONDS * 1000)) return yield* notValid
  // jose checks that `sub` is present, but not that it is a text.
  if (typeof sub !== "string" || !subjectPattern.test(sub)) return yield* notValid
  const audiences = typeof aud === "string" ? [aud] : (aud ?? [])
  // A token that is also for another owner's service could have been copied there.
  if (!audiences.every((audience) => rules.audiences.includes(audience))) return yield* notValid
  const claims: IdTokenClaims = {
    subject: sub,
    audiences,
    nickname: typeof nickname === "string" ? nickname : undefined,
  }
  return claims
})
