/**
 * Converts an account id of foxtrot to the PPID of the same user (decisions, section 4). The portal answers with signed
 * tokens, because the PPID becomes the identity of a player.
 */
import type { PortalRefusal } from "@garrison/core/login/portal/PortalGateway"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Breaker } from "./Breaker.ts"
import { verifyIdToken } from "./idToken.ts"
import { makeKeySet } from "./KeySet.ts"
import type { OutboundFailed } from "./outbound.ts"
import { makePortalClient, type NoClientToken } from "./portalClient.ts"
import type { FoxtrotEnvironment, FoxtrotPpidSettings } from "./settings/foxtrot.ts"
import { portalUserIdOf, type SignedTokenRefusal } from "./signedToken.ts"

const ConversionAnswer = Schema.Struct({ accounts: Schema.Array(Schema.Struct({ ppid_token: Schema.String })) })
const decodeAnswer = Schema.decodeUnknownEffect(ConversionAnswer)

const failed = "foxtrot_ppid_conversion_failed" as const

const codesOfToken = {
  keys_not_available: "foxtrot_ppid_key_not_valid",
  key_unknown: "foxtrot_ppid_key_not_valid",
  not_valid: failed,
} as const satisfies Record<SignedTokenRefusal, PortalRefusal<"foxtrot">>

const codeOfFailure = ({ _tag }: OutboundFailed | NoClientToken): PortalRefusal<"foxtrot"> =>
  _tag === "NoClientToken" ? "foxtrot_retrieve_client_credentials_failed" : failed

/** The PPID of the user with this account id. */
export type Convert = (naid: string) => Effect.Effect<string, PortalRefusal<"foxtrot">>

const withoutClient: Convert = () => Effect.fail("foxtrot_env_credentials_not_found")

/** Makes the conversion of an environment. Without the client that it needs, each conversion is refused. */
export const makeConversion = Effect.fnUntraced(function* (
  { algorithms = ["RS256"], audiences, clientId, clientSecret, env }: FoxtrotEnvironment,
  { clientTokenUrl, conversionUrl, issuer, jwksUrl }: FoxtrotPpidSettings,
  timeoutSeconds: number,
  breaker: Breaker,
) {
  if (clientId === undefined || clientSecret === undefined) {
    return withoutClient
  }
  const client = yield* makePortalClient({ clientTokenUrl, clientId, clientSecret, timeoutSeconds }, breaker)
  const keys = yield* makeKeySet({ owner: `foxtrot ${env} (PPIDs)`, url: jwksUrl, timeoutSeconds })
  const rules = { issuer, audiences, algorithms }

  const convert: Convert = Effect.fnUntraced(function* (naid: string) {
    const { body } = yield* Effect.mapError(client.post(conversionUrl, { naid }), codeOfFailure)
    const { accounts } = yield* Effect.mapError(decodeAnswer(body), () => failed)
    const [account, ...others] = accounts
    if (account === undefined) {
      return yield* Effect.fail<PortalRefusal<"foxtrot">>("foxtrot_ppid_conversion_no_accounts_found")
    }
    if (others.length > 0) {
      return yield* Effect.fail<PortalRefusal<"foxtrot">>("foxtrot_ppid_conversion_too_many_accounts_found")
    }
    const verified = verifyIdToken(account.ppid_token, rules, keys)
    const { claims, subject } = yield* Effect.mapError(verified, (refusal) => codesOfToken[refusal])
    // A PPID of another account would log its user in as another one.
    if (subject !== naid) return yield* Effect.fail(failed)
    const ppid = portalUserIdOf(claims["ppid"])
    return ppid ?? (yield* Effect.fail<PortalRefusal<"foxtrot">>("foxtrot_ppid_missing"))
  })
  return convert
})
