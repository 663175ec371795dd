/**
 * Which 403 for which broken token, in the order of decisions, section 3 (guarantees R15): tokens signed by real keys.
 */
import { assert, describe, it } from "@effect/vitest"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { type TokenCode, tokenCodes } from "@garrison/core/token/errors"
import { SigningKeys } from "@garrison/core/token/SigningKeys"
import type { SessionStore } from "@garrison/core/token/SessionStore"
import type { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { base64url, exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from "jose"
import { codeOf, forge, forgeTexts, goodClaims, playerRequest, revoke, startSeconds, withTokens } from "./services.ts"

type Corpus = ReadonlyArray<
  readonly [what: string, code: TokenCode, authorization: Effect.Effect<string | undefined, never, Services>]
>
type Services = SigningKeys | AccessTokens | SessionStore | Transaction

const part = (value: unknown): string => base64url.encode(typeof value === "string" ? value : JSON.stringify(value))

const good = Effect.flatMap(AccessTokens, (tokens) => Effect.map(tokens.issue(playerRequest), ({ token }) => token))

/** A good token, changed as a text. */
const changed = (change: (header: string, payload: string, signature: string) => string) =>
  Effect.map(good, (token) => {
    const [header = "", payload = "", signature = ""] = token.split(".")
    return `Bearer ${change(header, payload, signature)}`
  })

/** Genuinely signed claims that differ from good ones. */
const withClaims = (claims: Record<string, unknown>) => bearer(forge({ ...goodClaims, ...claims }))

const withoutClaim = (name: string) =>
  bearer(forge(Object.fromEntries(Object.entries(goodClaims).filter(([key]) => key !== name))))

/** The texts of a good header and of good claims. */
const goodHeader = (keyId: string) => JSON.stringify({ alg: "EdDSA", typ: "at+jwt", kid: keyId })
const goodPayload = JSON.stringify(goodClaims)

/** Genuinely signed claims in which a member's text is replaced, such as a number that JavaScript cannot write. */
const withText = (name: string, text: string) =>
  bearer(forgeTexts(goodHeader, goodPayload.replace(new RegExp(`"${name}":[^,]+`), `"${name}":${text}`)))

/** Good claims under another header, genuinely signed. */
const withHeader = (header: Record<string, unknown>) => bearer(forge(goodClaims, header))

const bearer = <R>(token: Effect.Effect<string, never, R>) => Effect.map(token, (text) => `Bearer ${text}`)

/** Good claims signed by a key of another kind, under this service's key id. */
const foreign = (alg: string, header: Record<string, unknown> = {}) =>
  Effect.gen(function* () {
    const { keyId } = yield* (yield* SigningKeys).signer
    const pair = yield* Effect.promise(() => generateKeyPair(alg))
    const token = new SignJWT(goodClaims).setProtectedHeader({ alg, typ: "at+jwt", kid: keyId, ...header })
    return `Bearer ${yield* Effect.promise(() => token.sign(pair.privateKey))}`
  })

/**
 * The public key as the bytes of a shared secret: what a verifier falls for that lets the token choose the algorithm.
 */
const signedWithPublicKey = (form: "pem" | "jwk") =>
  Effect.gen(function* () {
    const { keyId, publicJwk, algorithm } = yield* (yield* SigningKeys).signer
    const pem = yield* Effect.promise(async () =>
      exportSPKI((await importJWK({ ...publicJwk }, algorithm, { extractable: true })) as CryptoKey),
    )
    const secret = new TextEncoder().encode(form === "pem" ? pem : publicJwk.x)
    const token = new SignJWT(goodClaims).setProtectedHeader({ alg: "HS256", typ: "at+jwt", kid: keyId })
    return `Bearer ${yield* Effect.promise(() => token.sign(secret))}`
  })

/** Brings its own key along, signed with it. */
const withOwnKey = Effect.gen(function* () {
  const { keyId } = yield* (yield* SigningKeys).signer
  const pair = yield* Effect.promise(() => generateKeyPair("EdDSA", { extractable: true }))
  const jwk = yield* Effect.promise(() => exportJWK(pair.publicKey))
  const token = new SignJWT(goodClaims).setProtectedHeader({ alg: "EdDSA", typ: "at+jwt", kid: keyId, jwk })
  return `Bearer ${yield* Effect.promise(() => token.sign(pair.privateKey))}`
})

const revoked = Effect.gen(function* () {
  const jti = crypto.randomUUID()
  const token = yield* forge({ ...goodClaims, jti, iss: "another" })
  yield* revoke(jti)
  return `Bearer ${token}`
})

const corpus: Corpus = [
  ["no header", "auth_token_format", Effect.undefined],
  ["an empty header", "auth_token_format", Effect.succeed("")],
  ["the scheme alone", "auth_token_format", Effect.succeed("Bearer")],
  ["the scheme and a space", "auth_token_format", Effect.succeed("Bearer ")],
  ["a good token without a scheme", "auth_token_format", good],
  ["another scheme", "auth_token_format", Effect.map(good, (token) => `Basic ${token}`)],
  ["a scheme that begins alike", "auth_token_format", Effect.map(good, (token) => `BearerX ${token}`)],
  ["a third part", "auth_token_format", Effect.map(good, (token) => `Bearer ${token} more`)],

  ["one word", "auth_not_jwt", Effect.succeed("Bearer token")],
  ["two parts", "auth_not_jwt", changed((header, payload) => `${header}.${payload}`)],
  ["four parts", "auth_not_jwt", changed((...parts) => `${parts.join(".")}.`)],
  ["five parts, as an encrypted token has", "auth_not_jwt", Effect.succeed("Bearer a2.a2.a2.a2.a2")],
  [
    "a character outside of base64url",
    "auth_not_jwt",
    changed((header, payload, tail) => `${header}.${payload}.${tail}+`),
  ],
  ["padding", "auth_not_jwt", changed((header, payload, tail) => `${header}.${payload}.${tail}==`)],
  ["a length that base64url cannot have", "auth_not_jwt", changed((header, payload) => `${header}.${payload}.aaaaa`)],
  [
    "a header of a megabyte",
    "auth_not_jwt",
    changed((_, payload, tail) => `${"e".repeat(1 << 20)}.${payload}.${tail}`),
  ],

  ["an empty header part", "auth_token_unknown", changed((_, payload, tail) => `.${payload}.${tail}`)],
  ["an empty payload part", "auth_token_unknown", changed((header, _, tail) => `${header}..${tail}`)],
  [
    "a header that is not JSON",
    "auth_token_unknown",
    changed((_, payload, tail) => `${part("{alg")}.${payload}.${tail}`),
  ],
  ["a header that is an array", "auth_token_unknown", changed((_, payload, tail) => `${part([])}.${payload}.${tail}`)],
  [
    "a payload that is a text",
    "auth_token_unknown",
    changed((header, _, tail) => `${header}.${part('"text"')}.${tail}`),
  ],
  [
    "a header that names a member twice",
    "auth_token_unknown",
    bearer(forgeTexts((keyId) => goodHeader(keyId).replace("{", '{"alg":"none",'), goodPayload)),
  ],
  [
    "a payload that names a claim twice",
    "auth_token_unknown",
    bearer(forgeTexts(goodHeader, goodPayload.replace("{", '{"permissions":["*"],'))),
  ],
  [
    "a claim twice, once escaped",
    "auth_token_unknown",
    bearer(forgeTexts(goodHeader, goodPayload.replace("{", '{"\\u0073ub":"another",'))),
  ],
  ["a payload with __proto__", "auth_token_unknown", bearer(forgeTexts(goodHeader, `{"__proto__":${goodPayload}}`))],
  [
    "a payload of a thousand arrays",
    "auth_token_unknown",
    bearer(forgeTexts(goodHeader, `{"x":${"[".repeat(1000)}${"]".repeat(1000)}}`)),
  ],
  ["a payload that is null", "auth_token_unknown", changed((header, _, tail) => `${header}.${part("null")}.${tail}`)],

  ["alg none", "auth_malformed_access", Effect.sync(() => `Bearer ${new UnsecuredJWT(goodClaims).encode()}`)],
  [
    "alg none under the right type",
    "auth_malformed_access",
    changed((_, payload) => `${part({ alg: "none", typ: "at+jwt", kid: "k" })}.${payload}.`),
  ],
  [
    "alg None with a signature",
    "auth_malformed_access",
    changed((_, payload, tail) => `${part({ alg: "None", typ: "at+jwt" })}.${payload}.${tail}`),
  ],
  ["no alg", "auth_malformed_access", changed((_, payload, tail) => `${part({ typ: "at+jwt" })}.${payload}.${tail}`)],
  ["HS256 with the public key's PEM", "auth_malformed_access", signedWithPublicKey("pem")],
  ["HS256 with the public key's bytes", "auth_malformed_access", signedWithPublicKey("jwk")],
  ["ES256, which is not configured", "auth_malformed_access", foreign("ES256")],
  ["PS256", "auth_malformed_access", foreign("PS256")],
  ["RS256", "auth_malformed_access", foreign("RS256")],
  ["no typ", "auth_malformed_access", withHeader({ typ: undefined })],
  ["typ JWT", "auth_malformed_access", withHeader({ typ: "JWT" })],
  [
    "typ of a wrong type",
    "auth_malformed_access",
    changed((_, payload, tail) => `${part({ alg: "EdDSA", typ: 1 })}.${payload}.${tail}`),
  ],
  ["a key of its own", "auth_malformed_access", withOwnKey],
  ["jku", "auth_malformed_access", withHeader({ jku: "https://attacker.example/jwks.json" })],
  ["x5u", "auth_malformed_access", withHeader({ x5u: "https://attacker.example/chain.pem" })],
  ["x5c", "auth_malformed_access", withHeader({ x5c: ["MII="] })],
  ["crit", "auth_malformed_access", withHeader({ crit: ["x-unknown"], "x-unknown": 1 })],
  [
    "an empty crit",
    "auth_malformed_access",
    changed((_, payload, tail) => `${part({ alg: "EdDSA", typ: "at+jwt", kid: "k", crit: [] })}.${payload}.${tail}`),
  ],
  ["no claims at all", "auth_malformed_access", bearer(forge({}))],
  ["an unknown platform", "auth_malformed_access", withClaims({ platform: "Zulu" })],
  ["an audience that is a list", "auth_malformed_access", withClaims({ aud: ["garrison"] })],
  ["exp as a text", "auth_malformed_access", withClaims({ exp: `${startSeconds + 900}` })],
  ["exp with a fraction", "auth_malformed_access", withClaims({ exp: startSeconds + 900.5 })],
  ["exp below zero", "auth_malformed_access", withClaims({ exp: -1 })],
  ["exp beyond 2^53", "auth_malformed_access", withText("exp", "9007199254740993")],
  ["exp beyond every number", "auth_malformed_access", withText("exp", "1e400")],
  ["iat below zero", "auth_malformed_access", withClaims({ iat: -1 })],
  ["a fraction as version", "auth_invalid_version", withText("ver", "1.5")],
  ["a header that says it does not encode", "auth_malformed_access", withHeader({ b64: false })],
  ["a header that says it is compressed", "auth_malformed_access", withHeader({ zip: "DEF" })],
  ["ver as a text", "auth_malformed_access", withClaims({ ver: "1" })],
  ["a permission that is no text", "auth_malformed_access", withClaims({ permissions: ["*", 1] })],
  ["a malformed token of another version", "auth_malformed_access", withClaims({ ver: 2, jti: 1 })],

  ["version 2", "auth_invalid_version", withClaims({ ver: 2 })],
  ["version 0", "auth_invalid_version", withClaims({ ver: 0 })],
  [
    "version 2 under an unknown key",
    "auth_invalid_version",
    bearer(forge({ ...goodClaims, ver: 2 }, { kid: "unknown" })),
  ],

  ["no kid", "auth_invalid_key_id", withHeader({ kid: undefined })],
  ["an unknown kid", "auth_invalid_key_id", withHeader({ kid: "unknown" })],
  [
    "a kid of a wrong type",
    "auth_invalid_key_id",
    changed((_, payload, tail) => `${part({ alg: "EdDSA", typ: "at+jwt", kid: 1 })}.${payload}.${tail}`),
  ],
  ["a kid like a path", "auth_invalid_key_id", withHeader({ kid: "../../dev/null" })],
  ["a kid like SQL", "auth_invalid_key_id", withHeader({ kid: "' OR 1=1 --" })],

  ["another signer under our kid", "auth_token_sig_invalid", foreign("EdDSA")],
  ["no signature", "auth_token_sig_invalid", changed((header, payload) => `${header}.${payload}.`)],
  ["a short signature", "auth_token_sig_invalid", changed((header, payload) => `${header}.${payload}.aaaa`)],
  [
    "a payload that says more",
    "auth_token_sig_invalid",
    changed((header, _, tail) => `${header}.${part({ ...goodClaims, permissions: ["*"] })}.${tail}`),
  ],
  [
    "an expired forgery",
    "auth_token_sig_invalid",
    changed((header, _, tail) => `${header}.${part({ ...goodClaims, exp: 1 })}.${tail}`),
  ],

  ["expired at exactly exp", "auth_token_expired", withClaims({ iat: startSeconds - 900, exp: startSeconds })],
  ["expired long ago, from another issuer", "auth_token_expired", withClaims({ exp: 1, iss: "another" })],
  ["revoked, from another issuer", "auth_token_expired", revoked],

  ["another issuer", "auth_token_invalid_claim", withClaims({ iss: "another" })],
  ["another audience", "auth_token_invalid_claim", withClaims({ aud: "another" })],
  ["issued a second from now", "auth_token_invalid_claim", withClaims({ iat: startSeconds + 1 })],
  ["an empty subject", "auth_token_invalid_claim", withClaims({ sub: "" })],
  ["a subject that is no uuid", "auth_token_invalid_claim", withClaims({ sub: "1 OR 1=1" })],
]

const anyNonObject = fc.oneof(fc.string(), fc.integer(), fc.constant([]), fc.constant(null), fc.boolean())

describe("a broken access token", () => {
  it.effect("gets its own code, and the same one again", () =>
    Effect.gen(function* () {
      for (const [what, code, authorization] of corpus) {
        const value = yield* authorization
        assert.strictEqual(yield* codeOf(value), code, what)
        assert.strictEqual(yield* codeOf(value), code, `${what}, presented again`)
      }
      assert.strictEqual(yield* codeOf(yield* bearer(good)), "accepted", "the corpus stands on tokens that work")
      assert.strictEqual(yield* codeOf(yield* bearer(forge(goodClaims))), "accepted")
      assert.strictEqual(yield* codeOf(yield* bearer(forgeTexts(goodHeader, goodPayload))), "accepted")
    }).pipe(withTokens()),
  )

  it("has an entry in the corpus for every code", () => {
    assert.sameMembers([...new Set(corpus.map(([, code]) => code))], Object.keys(tokenCodes))
  })

  it.effect("misses a claim, or has one of a wrong type: malformed, whichever claim it is", () =>
    Effect.gen(function* () {
      for (const name of Object.keys(goodClaims)) {
        assert.strictEqual(yield* codeOf(yield* withoutClaim(name)), "auth_malformed_access", `without ${name}`)
        for (const wrong of [null, true, {}, [1], name === "ver" ? "1" : -1.5]) {
          const authorization = yield* bearer(
            Effect.map(good, (token) => {
              const [header, , signature] = token.split(".")
              return `${header}.${part({ ...goodClaims, [name]: wrong })}.${signature}`
            }),
          )
          assert.strictEqual(yield* codeOf(authorization), "auth_malformed_access", `${name}: ${JSON.stringify(wrong)}`)
        }
      }
    }).pipe(withTokens()),
  )

  it.effect("never passes and never breaks the service, whatever is put in the place of a part", () =>
    Effect.gen(function* () {
      const tokens = yield* AccessTokens
      const token = yield* good
      const [header = "", payload = "", signature = ""] = token.split(".")
      const mutation = fc.oneof(
        fc.string(),
        fc.string().map((text) => `Bearer ${text}`),
        fc.tuple(anyNonObject, fc.nat(1)).map(([value, place]) => {
          const parts = [header, payload, signature]
          parts[place] = part(value)
          return `Bearer ${parts.join(".")}`
        }),
        fc.object().map((value) => `Bearer ${part(value)}.${payload}.${signature}`),
        fc.object().map((value) => `Bearer ${header}.${part({ ...goodClaims, ...value, jti: "x" })}.${signature}`),
        fc.nat(token.length - 2).map((at) => {
          const other = token[at] === "A" ? "B" : "A"
          return `Bearer ${token.slice(0, at)}${token[at] === "." ? "." : other}${token.slice(at + 1)}`
        }),
      )
      for (const authorization of fc.sample(mutation, { numRuns: 2000, seed: 7 })) {
        if (authorization === `Bearer ${token}`) continue
        const answer = yield* Effect.result(tokens.authenticate(authorization))
        assert.strictEqual(answer._tag, "Failure", authorization)
      }
    }).pipe(withTokens()),
  )
})
