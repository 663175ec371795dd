/**
 * Garrison as a client of a portal: what it asks with a token of its own (RFC 6749, section 4.4; decisions, section 4).
 * The token is kept until shortly before it expires. However many logins need it, only one request for it is under way
 * at a time.
 */
import * as Cache from "effect/Cache"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import type { Breaker } from "./Breaker.ts"
import { basicHeader } from "./codeExchange.ts"
import { type Destination, type JsonAnswer, OutboundFailed, postForm, postJson } from "./outbound.ts"
import { makePlaces, PLACES_MAX } from "./places.ts"
import type { ClientSettings } from "./settings/fields.ts"

/** How long before it expires a token is used no more, in seconds: a request that begins with it must end in time. */
const SPARE_SECONDS = 30

/** For how long a token is used at most, in seconds, whatever the portal says. */
const KEPT_SECONDS_MAX = 24 * 60 * 60

const TokenAnswer = Schema.Struct({
  /** What a header can carry. */
  access_token: Schema.String.check(Schema.isPattern(/^[!-~]{1,16384}$/)),
  expires_in: Schema.Finite,
})
const decodeAnswer = Schema.decodeUnknownEffect(TokenAnswer)

const keptSeconds = ({ expires_in }: typeof TokenAnswer.Type): number =>
  Math.min(Math.max(expires_in - SPARE_SECONDS, 0), KEPT_SECONDS_MAX)

/** Where a portal gives Garrison its token, and how long a request may take. */
export interface ClientTokenSource extends ClientSettings {
  readonly clientTokenUrl: string
  readonly timeoutSeconds: number
}

/** Garrison has no token with which it may ask the portal. */
export class NoClientToken extends Data.TaggedError("NoClientToken")<{ readonly message: string }> {}

/** Garrison at one portal. */
export interface PortalClient {
  /** The answer to a JSON object. After the portal refused the token, the next request gets another one. */
  readonly post: (
    url: string,
    body: Readonly<Record<string, string>>,
  ) => Effect.Effect<JsonAnswer, OutboundFailed | NoClientToken>
}

const full = new OutboundFailed({ message: `${PLACES_MAX} logins wait for the token of Garrison` })

/** The `Authorization` header of a request with a token. */
export const bearer = (token: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${token}` })

/** Whether the portal refuses the token of Garrison, and not what is asked with it (RFC 6750, section 3.1). */
const isTokenRefused = ({ refusal }: OutboundFailed): boolean =>
  refusal?.status === 401 && refusal.error === "invalid_token"

const makeToken = Effect.fnUntraced(function* (source: ClientTokenSource, { guard }: Breaker) {
  const { clientTokenUrl, timeoutSeconds } = source
  const at: Destination = { url: clientTokenUrl, timeoutSeconds, headers: basicHeader(source) }
  const ask = Effect.gen(function* () {
    const { body } = yield* guard("client token", clientTokenUrl, postForm(at, { grant_type: "client_credentials" }))
    return yield* Effect.mapError(
      decodeAnswer(body),
      () => new OutboundFailed({ message: "the answer has no token that can be read" }),
    )
  })
  const kept = yield* Cache.makeWith<"token", typeof TokenAnswer.Type, OutboundFailed>(() => ask, {
    capacity: 1,
    timeToLive: Exit.match({ onFailure: () => 0, onSuccess: (answer) => keptSeconds(answer) * 1000 }),
  })
  const inPlace = makePlaces(timeoutSeconds, full)
  return {
    get: inPlace(Cache.get(kept, "token")).pipe(
      Effect.map(({ access_token }) => access_token),
      Effect.mapError(({ message }) => new NoClientToken({ message })),
    ),
    /** Forgets this token; a newer token stays. */
    forget: (token: string) => Cache.invalidateWhen(kept, "token", ({ access_token }) => access_token === token),
  }
})

/** Makes Garrison a client of a portal. It asks for no token before the first login needs it. */
export const makePortalClient = Effect.fnUntraced(function* (source: ClientTokenSource, breaker: Breaker) {
  const { forget, get } = yield* makeToken(source, breaker)
  const { timeoutSeconds } = source

  const post = Effect.fnUntraced(function* (url: string, body: Readonly<Record<string, string>>) {
    const token = yield* get
    const asking = breaker.guard("exchange", url, postJson({ url, timeoutSeconds, headers: bearer(token) }, body))
    return yield* Effect.catchIf(asking, isTokenRefused, ({ message }) =>
      Effect.andThen(forget(token), Effect.fail(new NoClientToken({ message }))),
    )
  })

  const client: PortalClient = { post }
  return client
})
