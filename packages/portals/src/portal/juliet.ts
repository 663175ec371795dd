/**
 * The portal juliet: the developer API says whose token a token is (RFC 7662). One code answers everything that keeps a
 * token from proving a user (decisions, section 4).
 */
import type { Portal, PortalRefusal } from "@garrison/core/login/portal/PortalGateway"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { makeBreaker } from "../Breaker.ts"
import { basicHeader } from "../codeExchange.ts"
import { postForm } from "../outbound.ts"
import type { JulietSettings } from "../settings/juliet.ts"
import { nameOf, portalUserIdOf } from "../signedToken.ts"

/** Longest token that is sent, in characters. */
const TOKEN_LENGTH_MAX = 16 * 1024

const invalid: PortalRefusal<"juliet"> = "developer_api_token_invalid"

const Introspection = Schema.Struct({
  active: Schema.Literal(true),
  sub: Schema.String,
  username: Schema.optionalKey(Schema.Unknown),
  /** When the token expires, in seconds. */
  exp: Schema.optionalKey(Schema.Number),
})
const decodeAnswer = Schema.decodeUnknownEffect(Introspection)

/** Makes the portal of these settings. */
export const makeJuliet = Effect.fnUntraced(function* (settings: JulietSettings) {
  const { introspectionUrl, timeoutSeconds = 3 } = settings
  const breaker = yield* makeBreaker("juliet", settings.failuresMax)
  const at = { url: introspectionUrl, timeoutSeconds, headers: basicHeader(settings) }

  const prove = Effect.fnUntraced(function* (token: string) {
    if (token.length > TOKEN_LENGTH_MAX) return yield* Effect.fail(invalid)
    const { body } = yield* breaker.guard(
      "introspection",
      introspectionUrl,
      postForm(at, { token, token_type_hint: "access_token" }),
    )
    const { exp = Number.POSITIVE_INFINITY, sub, username } = yield* decodeAnswer(body)
    const portalUserId = portalUserIdOf(sub)
    if (portalUserId === undefined || exp * 1000 <= (yield* Clock.currentTimeMillis)) return yield* Effect.fail(invalid)
    return { platform: "Juliet" as const, portalUserId, displayName: nameOf(username), parent: undefined }
  })

  const portal: Portal<"juliet"> = {
    prove: ({ token }) => Effect.mapError(prove(token), () => invalid),
  }
  return portal
})
