/** How a player returns to the game: with a code, or with the reason why there is none (decisions, section 5). */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { StorageUnavailable } from "../kernel/work/Transaction.ts"
import { loginCodes, LoginRefused, type PlainLoginCode } from "../login/errors.ts"
import { withParameters } from "./rules.ts"
import type { Redirection } from "./schema.ts"

/**
 * Addresses to which logins of every client may return, beside those of its own. A deployment has none: the sandbox has
 * one, on the machine of the developer, and stores it in no client.
 */
export const SharedRedirects = Context.Reference<ReadonlyArray<string>>("@garrison/core/oauth/SharedRedirects", {
  defaultValue: () => [],
})

/** Where a login returns to. The address is one of the client. */
export interface ReturnTo {
  readonly redirectUri: string
  /** The `state` of the client. */
  readonly state?: string | undefined
}

/** The return of a player whose login was refused. */
export const returned = ({ redirectUri, state }: ReturnTo, code: PlainLoginCode): Redirection => ({
  address: withParameters(redirectUri, { error_code: code, error_description: loginCodes[code], state }),
})

/** The work, refused with this code when storage cannot answer now. */
export const orRefused =
  (code: PlainLoginCode) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | LoginRefused, R> =>
    Effect.catchCauseIf(
      work,
      (cause) =>
        cause.reasons.some((reason) => Cause.isDieReason(reason) && reason.defect instanceof StorageUnavailable),
      () => Effect.fail(new LoginRefused({ code })),
    )
