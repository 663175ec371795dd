/**
 * Exchanges an authorization code for the token answer of a portal (RFC 6749, section 4.1.3; decisions, section 4). The
 * code is the credential of a user, so it is in the body of the request alone.
 */
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Schema from "effect/Schema"
import type { Breaker } from "./Breaker.ts"
import { type Destination, OutboundFailed, postForm } from "./outbound.ts"
import type { ClientSettings, CodeSettings, RequestSettings } from "./settings/fields.ts"

/** Longest code that is sent, in characters. */
const CODE_LENGTH_MAX = 4096

/** How a client names itself at a portal (RFC 6749, section 2.3.1): in the header, or in the form. */
export type ClientAuthentication = "client_secret_basic" | "client_secret_post"

/** Where codes are exchanged, and by which client of the portal. */
export interface CodeExchange extends ClientSettings {
  readonly tokenUrl: string
  readonly authentication: ClientAuthentication
  readonly timeoutSeconds: number
}

/** The code exchange of a portal's settings; undefined: the portal exchanges no codes. */
export const codeExchangeOf = (
  { clientId, clientSecret, timeoutSeconds = 3, tokenUrl }: CodeSettings & RequestSettings,
  authentication: ClientAuthentication,
): CodeExchange | undefined =>
  tokenUrl === undefined || clientId === undefined || clientSecret === undefined
    ? undefined
    : { tokenUrl, clientId, clientSecret, authentication, timeoutSeconds }

const formEncoded = (text: string): string => new URLSearchParams({ "": text }).toString().slice(1)

/** The header by which a client names itself. Its parts are form-encoded first, so that they may hold a colon. */
export const basicHeader = ({ clientId, clientSecret }: ClientSettings): Readonly<Record<string, string>> => ({
  authorization: `Basic ${Base64.encode(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`,
})

const secretsOf = ({ authentication, clientId, clientSecret }: CodeExchange) =>
  authentication === "client_secret_basic"
    ? { headers: basicHeader({ clientId, clientSecret }), form: {} }
    : { headers: {}, form: { client_id: clientId, client_secret: clientSecret } }

/** The part of a token answer that a login reads. */
const TokenAnswer = Schema.Struct({
  id_token: Schema.optionalKey(Schema.String),
  access_token: Schema.optionalKey(Schema.String),
})
const decodeAnswer = Schema.decodeUnknownEffect(TokenAnswer)

/** A code as a login, or a return from the portal, has it. */
export interface PresentedCode {
  readonly code: string
  /** Where the portal sent the code; absent where it was given to the game itself. */
  readonly redirectUri?: string | undefined
  /** Proves that the exchange belongs to the request for the code (RFC 7636). */
  readonly verifier?: string | undefined
}

/** The tokens that a portal gives for a code. */
export const exchangeCode = Effect.fnUntraced(function* (
  exchange: CodeExchange,
  { code, redirectUri, verifier }: PresentedCode,
  { guard }: Breaker,
) {
  if (code.length > CODE_LENGTH_MAX) return yield* new OutboundFailed({ message: "the code is too long" })
  const { form, headers } = secretsOf(exchange)
  const at: Destination = { url: exchange.tokenUrl, timeoutSeconds: exchange.timeoutSeconds, headers }
  const { body } = yield* guard(
    "code exchange",
    at.url,
    postForm(at, {
      grant_type: "authorization_code",
      code,
      ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
      ...(verifier !== undefined && { code_verifier: verifier }),
      ...form,
    }),
  )
  return yield* Effect.mapError(
    decodeAnswer(body),
    () => new OutboundFailed({ message: "the answer has no tokens that can be read" }),
  )
})

const without = (what: string) => Effect.fail(new OutboundFailed({ message: `the portal gives no ${what} for a code` }))

/** The access token that a portal gives for a code. Fails when the portal exchanges no codes. */
export const exchangeForAccessToken = Effect.fnUntraced(function* (
  exchange: CodeExchange | undefined,
  code: PresentedCode,
  breaker: Breaker,
) {
  if (exchange === undefined) return yield* without("tokens")
  const { access_token } = yield* exchangeCode(exchange, code, breaker)
  return access_token ?? (yield* without("access token"))
})

/** The id token that a portal gives for a code. Fails when the portal exchanges no codes. */
export const exchangeForIdToken = Effect.fnUntraced(function* (
  exchange: CodeExchange | undefined,
  code: PresentedCode,
  breaker: Breaker,
) {
  if (exchange === undefined) return yield* without("tokens")
  const { id_token } = yield* exchangeCode(exchange, code, breaker)
  return id_token ?? (yield* without("id token"))
})
