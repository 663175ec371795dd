/**
 * Verifies a JWT that a portal signed, by rules that are data (decisions, section 4; guarantees R15). jose checks
 * signature and times; this file checks what jose does not.
 */
import { isCanonicalBase64Url } from "@garrison/core/kernel/wire/CanonicalBase64Url"
import { objectInPart } from "@garrison/core/kernel/wire/TokenPart"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { jwtVerify } from "jose/jwt/verify"
import type { KeyName, KeyRefusal, KeySet, VerificationKey } from "./KeySet.ts"
import type { SignatureAlgorithm } from "./settings/fields.ts"

/** Longest token that is read, in characters. */
const TOKEN_LENGTH_MAX = 16 * 1024

/** Longest `kid`, in characters. */
const KEY_ID_LENGTH_MAX = 256

/** How far the clock of a portal may be off, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 60

/** The rules of one sort of token. */
export interface SignedTokenRules {
  readonly issuer: string
  /** Every audience of a token must be one of these; undefined: a token needs no audience. */
  readonly audiences: ReadonlyArray<string> | undefined
  readonly algorithms: ReadonlyArray<SignatureAlgorithm>
  /** Claims that a token must have, beside `iss`, `iat` and `exp`. */
  readonly requiredClaims: ReadonlyArray<string>
  /** The one address that the header may name as that of its keys (`jku`); undefined: it may name none. */
  readonly keyUrl?: string
}

/** Why a token proves nothing. `not_valid`: the token itself is wrong. */
export type SignedTokenRefusal = KeyRefusal | "not_valid"

/** The claims of a token by name. */
export type Claims = Readonly<Record<string, unknown>>

const notValid: Effect.Effect<never, SignedTokenRefusal> = Effect.fail("not_valid")

/** Whether a credential has the form of a JWT, valid or not: three parts, the first of which begins a JSON object. */
export const hasFormOfJwt = (credential: string): boolean => /^e[^.]*\.[^.]*\.[^.]*$/.test(credential)

/** Whether each part is in its canonical spelling, so that no token has a second spelling. */
const isCanonical = (token: string): boolean => token.split(".").every(isCanonicalBase64Url)

/** The content of a token that is not verified. */
interface Unverified {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Claims
}

/** Header and claims of a token; undefined when they cannot be read, or a member is given twice in one of them. */
const readUnverified = (token: string): Unverified | undefined => {
  if (token.length > TOKEN_LENGTH_MAX) return undefined
  const [headerPart = "", claimsPart = "", ...others] = token.split(".")
  const header = objectInPart(headerPart)
  const claims = objectInPart(claimsPart)
  return header === undefined || claims === undefined || others.length !== 1 ? undefined : { header, claims }
}

/** The claims of a token that is not verified: to choose the rules for it, and for nothing else. */
export const unverifiedClaims = (token: string): Claims => readUnverified(token)?.claims ?? {}

/** The address of keys that the header of a token names, which is not verified: to be compared, not to be fetched. */
export const unverifiedKeyUrl = (token: string): unknown => readUnverified(token)?.header["jku"]

/** Header members that carry a key of the sender, or change how the token is read. */
const FORBIDDEN_MEMBERS = ["crit", "b64", "jwk", "x5u", "x5c", "zip"]

const isTypeOfJwt = (typ: unknown): boolean =>
  typ === undefined || (typeof typ === "string" && /^(?:application\/)?jwt$/i.test(typ))

/** The key that the token names; undefined when it cannot be read, or the header is not acceptable. */
const keyNameOf = (token: string, { algorithms, keyUrl }: SignedTokenRules): KeyName | undefined => {
  const { header } = readUnverified(token) ?? {}
  if (header === undefined || !isCanonical(token)) return undefined
  const { alg, jku, kid, typ } = header
  if (FORBIDDEN_MEMBERS.some((name) => Object.hasOwn(header, name)) || !isTypeOfJwt(typ)) return undefined
  if (Object.hasOwn(header, "jku") && (keyUrl === undefined || jku !== keyUrl)) return undefined
  if (typeof alg !== "string" || !algorithms.some((algorithm) => algorithm === alg)) return undefined
  const isName = typeof kid === "string" && kid !== "" && kid.length <= KEY_ID_LENGTH_MAX
  return isName ? { alg, kid } : undefined
}

const verify = (token: string, key: VerificationKey, { alg }: KeyName, rules: SignedTokenRules, nowMillis: number) =>
  Effect.tryPromise({
    try: async () => {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [alg],
        issuer: rules.issuer,
        ...(rules.audiences && { audience: [...rules.audiences] }),
        requiredClaims: ["iss", "iat", "exp", ...rules.requiredClaims],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(nowMillis),
      })
      return payload
    },
    catch: (): SignedTokenRefusal => "not_valid",
  })

/** The audiences that a token names. */
export const audiencesOf = ({ aud }: Claims): ReadonlyArray<unknown> => (Array.isArray(aud) ? aud : [aud])

/** The claims of a token of a portal. */
export const verifySignedToken = Effect.fnUntraced(function* (token: string, rules: SignedTokenRules, keys: KeySet) {
  const name = keyNameOf(token, rules)
  if (name === undefined) return yield* notValid
  const key = yield* keys.find(name)
  const nowMillis = yield* Clock.currentTimeMillis
  const payload = yield* verify(token, key, name, rules, nowMillis)
  const { iat = Number.NaN } = payload
  if (!(iat * 1000 <= nowMillis + CLOCK_TOLERANCE_SECONDS * 1000)) return yield* notValid
  // A token that is also for another owner's service could have been copied there.
  const isOurs = (audience: unknown) => rules.audiences?.some((ours) => ours === audience) ?? true
  if (!audiencesOf(payload).every(isOurs)) return yield* notValid
  const claims: Claims = payload
  return claims
})

const portalUserIdPattern = /^[!-~](?:[ -~]{0,253}[!-~])?$/

/** The id of a user at a portal, 1 to 255 printable ASCII characters; undefined when the value is no such text. */
export const portalUserIdOf = (value: unknown): string | undefined =>
  typeof value === "string" && portalUserIdPattern.test(value) ? value : undefined

/** A name that a portal gives its user; undefined when the value is no text. */
export const nameOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)
