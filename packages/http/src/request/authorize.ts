/** Authentication, then permission (decisions, section 3). */
import type { AccessTokens } from "@garrison/core/token/AccessTokens"
import { PermissionDenied } from "@garrison/core/permission/errors"
import { holdsAny } from "@garrison/core/permission/rules"
import type { Caller } from "@garrison/core/kernel/Caller"
import type { TokenRefused } from "@garrison/core/token/errors"
import * as Effect from "effect/Effect"
import type { AccessRule } from "../contract/operation.ts"
import { headerOf, type IncomingRequest } from "./Request.ts"

type BearerRule = Extract<AccessRule, { readonly kind: "bearer" }>

const denied = Effect.fail(new PermissionDenied({ code: "insufficient_permissions" }))

/**
 * Whether the caller satisfies the rule. A machine has no player id, so it does not match `me` of a player's route.
 */
const mayCall = (rule: BearerRule, caller: Caller): boolean =>
  (rule.subject === "any" || rule.subject === caller.kind) &&
  (rule.anyOf.length === 0 || holdsAny(caller.permissions, rule.anyOf))

/**
 * Verifies the access token, records the caller in the request, and checks the rule. Answers at once for a token that
 * was verified before.
 */
export const authorize =
  (tokens: Pick<AccessTokens["Service"], "authenticate">, rule: BearerRule) =>
  (request: IncomingRequest): Effect.Effect<Caller, TokenRefused | PermissionDenied> =>
    Effect.flatMap(tokens.authenticate(headerOf(request, "authorization")), (caller) => {
      request.caller = caller
      return mayCall(rule, caller) ? Effect.succeed(caller) : denied
    })
