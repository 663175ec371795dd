/** The token endpoints of the portals in the sandbox, which exchange an authorization code. */
import * as Digest from "effect/crypto/Digest"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import { utf8 } from "@garrison/core/kernel/wire/Utf8"
import type { ClientSettings } from "../settings/fields.ts"
import { answered, isFrom, type Received, refused } from "./answers.ts"
import type { CodeUse } from "./codes.ts"
import type { Stage } from "./SandboxPortal.ts"

/** The PKCE challenge of a verifier (RFC 7636, section 4.2). */
export const challengeOf = (text: string) =>
  Effect.flatMap(Digest.Digest, (digest) => digest.digest(Digest.sha256, utf8(text))).pipe(
    Effect.map(Base64Url.encode),
    Effect.provide(Digest.layerWebCrypto),
    Effect.orDie,
  )

/** Whether the request is for the login that the code was given in; a code that a game was given is bound to none. */
const isBound = Effect.fnUntraced(function* ({ code_challenge, redirect_uri }: CodeUse, { form }: Received) {
  if (code_challenge === undefined) return true
  return form["redirect_uri"] === redirect_uri && (yield* challengeOf(form["code_verifier"] ?? "")) === code_challenge
})

const isRecord = (value: unknown): value is CodeUse => typeof value === "object" && value !== null

/** What a code was given for, once, to this client. */
export const redeemed = Effect.fnUntraced(function* (client: ClientSettings, { codes }: Stage, request: Received) {
  if (!isFrom(client, request)) return refused(401, "invalid_client")
  const use = codes.redeem(request.form["code"])
  if (use === undefined || !(yield* isBound(use, request))) return refused(400, "invalid_grant")
  return { claims: isRecord(use["claims"]) ? use["claims"] : use }
})

/**
 * Exchanges the codes of a portal for id tokens, for this client alone. A code stands for the claims that it was issued
 * with.
 */
export const tokenEndpoint = (client: ClientSettings, stage: Stage) =>
  Effect.fnUntraced(function* (request: Received) {
    const found = yield* redeemed(client, stage, request)
    if (!("claims" in found)) return found
    return answered({ id_token: yield* stage.signer.sign(found.claims), token_type: "Bearer" })
  })

/** Exchanges the codes of a portal for opaque tokens, written in this form, for this client alone. */
export const accessTokenEndpoint = (client: ClientSettings, stage: Stage, written = (token: string) => token) =>
  Effect.fnUntraced(function* (request: Received) {
    const found = yield* redeemed(client, stage, request)
    if (!("claims" in found)) return found
    const access_token = written(yield* stage.codes.issue(found.claims))
    return answered({ access_token, token_type: "Bearer" })
  })
