/**
 * The portal juliet: the developer API says whose token a token is (RFC 7662). One code answers everything that keeps a
 * token from proving a user (decisions, section 4).
 */
import { logWarning } from "@garrison/core/kernel/work/logWarning"
import type { Portal, PortalRefusal } from "@garrison/core/login/portal/PortalGateway"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { makeBreaker } from "../Breaker.ts"
import { basicHeader } from "../codeExchange.ts"
import { postForm } from "../outbound.ts"
import type { JulietSettings } from "../settings/juliet.ts"
import { audiencesOf, nameOf, portalUserIdOf } from "../signedToken.ts"

/** A setting without audiences would let in the users of every application of the developer API. */
const WITHOUT_AUDIENCES =
  "Every login by juliet is refused: the setting juliet does not say whose tokens log players in. To switch it on, add the client " +
  'ids and audiences of the game at juliet to it, such as "audiences": ["my-game"].'

/** Longest token that is sent, in characters. */
const TOKEN_LENGTH_MAX = 16 * 1024

const invalid: PortalRefusal<"juliet"> = "developer_api_token_invalid"

const Introspection = Schema.Struct({
  active: Schema.Literal(true),
  sub: Schema.String,
  /** The application that the token was issued to. */
  client_id: Schema.optionalKey(Schema.Unknown),
  /** The services that the token is for: one, or a list. */
  aud: Schema.optionalKey(Schema.Unknown),
  username: Schema.optionalKey(Schema.Unknown),
  /** When the token expires, in seconds. */
  exp: Schema.optionalKey(Schema.Number),
})
const decodeAnswer = Schema.decodeUnknownEffect(Introspection)

/**
 * Whether a token is one of these applications. A token that is also for another owner's service could have been copied
 * there, and one for which nothing is named could be anybody's.
 */
const isOf = (accepted: ReadonlyArray<unknown>, { aud, client_id }: typeof Introspection.Type): boolean => {
  const named = [...(client_id === undefined ? [] : [client_id]), ...(aud === undefined ? [] : audiencesOf({ aud }))]
  return named.length > 0 && named.every((one) => accepted.includes(one))
}

/** Makes the portal of these settings; undefined when they do not say whose tokens log players in. */
export const makeJuliet = Effect.fnUntraced(function* (settings: JulietSettings) {
  const { audiences = [], introspectionUrl, timeoutSeconds = 3 } = settings
  if (audiences.length === 0) {
    yield* logWarning(WITHOUT_AUDIENCES)
    return undefined
  }
  const breaker = yield* makeBreaker("juliet", settings)
  const at = { url: introspectionUrl, timeoutSeconds, headers: basicHeader(settings) }

  const prove = Effect.fnUntraced(function* (token: string) {
    if (token.length > TOKEN_LENGTH_MAX) return yield* Effect.fail(invalid)
    const { body } = yield* breaker.guard(
      "introspection",
      introspectionUrl,
      postForm(at, { token, token_type_hint: "access_token" }),
    )
    const answer = yield* decodeAnswer(body)
    const { exp = Number.POSITIVE_INFINITY, sub, username } = answer
    const portalUserId = portalUserIdOf(sub)
    if (!isOf(audiences, answer) || portalUserId === undefined || exp * 1000 <= (yield* Clock.currentTimeMillis))
      return yield* Effect.fail(invalid)
    return { platform: "Juliet" as const, portalUserId, displayName: nameOf(username), parent: undefined }
  })

  const portal: Portal<"juliet"> = {
    prove: ({ token }) => Effect.mapError(prove(token), () => invalid),
  }
  return portal
})
