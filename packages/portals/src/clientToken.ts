/**
 * The token by which Garrison itself may ask a portal (RFC 6749, section 4.4; decisions, section 4). It is kept until
 * shortly before it expires. However many logins need it, only one request for it is under way at a time.
 */
import { inPlace, placesFor } from "@garrison/core/kernel/Gate"
import * as Cache from "effect/Cache"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import type { Breaker } from "./Breaker.ts"
import { basicHeader } from "./codeExchange.ts"
import { type Destination, OutboundFailed, postForm } from "./outbound.ts"
import type { ClientSettings } from "./settings/fields.ts"

/** How long before it expires a token is used no more, in seconds: a request that begins with it must end in time. */
const SPARE_SECONDS = 30

/** For how long a token is used at most, in seconds, whatever the portal says. */
const KEPT_SECONDS_MAX = 24 * 60 * 60

/** Logins that wait for a token at once: a portal that hangs must not take the places of all the other logins. */
const WAITING_MAX = 64

const TokenAnswer = Schema.Struct({
  /** What a header can carry. */
  access_token: Schema.String.check(Schema.isPattern(/^[!-~]{1,16384}$/)),
  expires_in: Schema.Finite,
})
const decodeAnswer = Schema.decodeUnknownEffect(TokenAnswer)

const keptSeconds = ({ expires_in }: typeof TokenAnswer.Type): number =>
  Math.min(Math.max(expires_in - SPARE_SECONDS, 0), KEPT_SECONDS_MAX)

/** Where a portal gives Garrison its token. */
export interface ClientTokenSource extends ClientSettings {
  readonly url: string
  readonly timeoutSeconds: number
}

/** The token of Garrison at one portal. */
export interface ClientToken {
  /** The token, from the portal if none is kept. */
  readonly get: Effect.Effect<string, OutboundFailed>
  /** Keeps this token no more: the portal has refused it. */
  readonly forget: (token: string) => Effect.Effect<void>
}

const full = Effect.fail(new OutboundFailed({ message: `${WAITING_MAX} logins wait for the token of Garrison` }))

/** The `Authorization` header of a request with a token. */
export const bearer = (token: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${token}` })

/** Makes the token of Garrison at a portal. It asks for none before the first login needs it. */
export const makeClientToken = Effect.fnUntraced(function* (source: ClientTokenSource, { guard }: Breaker) {
  const { timeoutSeconds, url } = source
  const at: Destination = { url, timeoutSeconds, headers: basicHeader(source) }
  const places = placesFor(WAITING_MAX, full)

  const ask = Effect.gen(function* () {
    const { body } = yield* guard(postForm(at, { grant_type: "client_credentials" }))
    return yield* Effect.mapError(
      decodeAnswer(body),
      () => new OutboundFailed({ message: "the answer has no token that can be read" }),
    )
  })
  const kept = yield* Cache.makeWith<"token", typeof TokenAnswer.Type, OutboundFailed>(() => ask, {
    capacity: 1,
    timeToLive: Exit.match({ onFailure: () => 0, onSuccess: (answer) => keptSeconds(answer) * 1000 }),
  })

  const clientToken: ClientToken = {
    get: inPlace(
      places,
      Effect.map(Cache.get(kept, "token"), ({ access_token }) => access_token),
    ),
    forget: (token) => Effect.asVoid(Cache.invalidateWhen(kept, "token", ({ access_token }) => access_token === token)),
  }
  return clientToken
})
