/**
 * Logins by redirect: the player logs in at a portal with a browser, and the game exchanges a code for tokens
 * (interface, section 4.2; decisions, section 5).
 */
import * as Context from "effect/Context"
import * as Digest from "effect/crypto/Digest"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AgreementStore } from "../agreement/AgreementStore.ts"
import { SecurityEventStore } from "../audit/SecurityEventStore.ts"
import { Clients } from "../client/Clients.ts"
import { withServicesOf } from "../kernel/work/withServicesOf.ts"
import { ForwardClock } from "../kernel/time/ForwardClock.ts"
import type { InvalidInput } from "../kernel/input/Invalid.ts"
import { RefusedLogins } from "../figures/RefusedLogins.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { loginsAtMost } from "../login/throttle/capacity.ts"
import type { LoginBusy, LoginRefused } from "../login/errors.ts"
import { FailedAttempts } from "../login/throttle/FailedAttempts.ts"
import type { LoginContext } from "../login/grant/Grant.ts"
import { KnownAddresses } from "../login/throttle/KnownAddresses.ts"
import { LoginHistoryStore } from "../login/storing/LoginHistoryStore.ts"
import { LoginStore } from "../login/storing/LoginStore.ts"
import { NewIdentities } from "../login/throttle/NewIdentities.ts"
import { OauthGateway, type OauthPortalName } from "../login/portal/OauthGateway.ts"
import { LoginSettings } from "../login/settings.ts"
import { PlayerStore } from "../player/PlayerStore.ts"
import { KeptRestrictions } from "../restriction/KeptRestrictions.ts"
import { Sessions } from "../token/Sessions.ts"
import { type LoginBeginning, makeBegin } from "./begin.ts"
import { makeExchange } from "./exchange.ts"
import { makeRespond } from "./respond.ts"
import type { PortalResponse, Redirection, TokenExchangeRequest, TokenExchangeResponse } from "./schema.ts"

/** Logs players in by redirect. */
export class Oauth extends Context.Service<
  Oauth,
  {
    /**
     * Begins a login: answers with the address of the portal, or with the address to return to and an `error_code`. It
     * fails while that address is not known to be safe, or is not this client's to use, and without the PKCE challenge
     * that the client must send. Nothing is stored.
     */
    readonly begin: (beginning: LoginBeginning) => Effect.Effect<Redirection, LoginRefused | InvalidInput>
    /**
     * Takes the answer of a portal: answers with the address to return to, with a `code` or an `error_code`. Fails with
     * `failed_to_verify_state` when the answer belongs to no login at this portal, or came before, and when too many
     * answers come. `address` is that of the player, behind trusted proxies; empty when unknown.
     */
    readonly respond: (
      portal: OauthPortalName,
      answer: PortalResponse,
      address: string,
    ) => Effect.Effect<Redirection, LoginRefused | LoginBusy>
    /**
     * Exchanges a code. The client is identified, and its wrong secrets are counted, as for a login. A code that is
     * unknown, expired, used, another client's, or without its verifier is `authorization_code_not_found`. A second
     * exchange of a code ends the session that the first one opened.
     */
    readonly exchange: (
      request: TokenExchangeRequest,
      context: LoginContext,
    ) => Effect.Effect<TokenExchangeResponse, LoginRefused | LoginBusy>
  }
>()("@garrison/core/oauth/Oauth") {
  static readonly layer = Layer.effect(
    Oauth,
    Effect.gen(function* () {
      const withinCapacity = loginsAtMost((yield* LoginSettings).loginsInFlightMax)
      const withServices = yield* withServicesOf(
        AgreementStore,
        Clients,
        Digest.Digest,
        FailedAttempts,
        KeptRestrictions,
        KnownAddresses,
        LoginHistoryStore,
        LoginStore,
        NewIdentities,
        OauthGateway,
        PlayerStore,
        SecureRandom.SecureRandom,
        SecurityEventStore,
        Sessions,
        Transaction,
      )
      const { counting } = yield* RefusedLogins
      const begin = yield* makeBegin
      const respond = yield* makeRespond
      const exchange = yield* makeExchange
      return {
        begin: (beginning) => withServices(begin(beginning)),
        respond: (portal, answer, address) => withinCapacity(withServices(respond(portal, answer, address))),
        exchange: (request, context) =>
          counting("authorization_code", withServices(exchange(request, context)), (answer) => {
            if (answer.access_token !== undefined) return { is: "done" }
            // An exchange that names missing agreements has neither opened a session nor been refused.
            return answer.error_message === undefined
              ? { is: "pending" }
              : { is: "refused", code: "user_auth_restricted" }
          }),
      }
    }),
  ).pipe(Layer.provide(Layer.merge(ForwardClock.layer, RefusedLogins.layer)))
}
