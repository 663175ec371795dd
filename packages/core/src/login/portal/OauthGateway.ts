/**
 * The port to the portals at which players log in by redirect: "where does the player log in", and "whom does this code
 * prove" (decisions, section 5). The possible answers of a portal are data, and the types follow from it, as in
 * `PortalGateway.ts`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Switch } from "../../kernel/GrantType.ts"
import type { Platform } from "../../kernel/Platform.ts"
import type { PlainLoginCode } from "../errors.ts"
import { portals, type VerifiedPortalUser } from "./PortalGateway.ts"

/** The portals of logins by redirect, in the order of decisions, section 5. */
export const OAUTH_PORTALS = [
  "alpha",
  "bravo",
  "charlie",
  "delta",
  "echo",
  "foxtrot",
  "golf",
  "hotel",
  "india",
] as const

/** One of {@link OAUTH_PORTALS}. */
export type OauthPortalName = (typeof OAUTH_PORTALS)[number]

/** The possible answers of a portal to a login by redirect. */
interface OauthAnswers {
  /**
   * The grant that must be switched on, and that a client must be allowed. A portal without a grant has a name that the
   * settings switch on, and that only "every grant" allows to a client.
   */
  readonly grant: Switch
  /** The portal is switched off or not configured for logins by redirect, or the client may not use it. */
  readonly disabled: PlainLoginCode
  /** The portal sent an empty code. */
  readonly codeEmpty: PlainLoginCode
  /** The codes with which the portal refuses, and no others. */
  readonly refusals: ReadonlyArray<PlainLoginCode>
  /** The platforms of the portal's users. */
  readonly platforms: ReadonlyArray<Platform>
}

/** The answers of the grant that takes the same credential. */
const asGrant = <const Grant extends keyof typeof portals>(grant: Grant) => ({
  grant,
  disabled: portals[grant].disabled,
  codeEmpty: portals[grant].tokenEmpty,
  refusals: portals[grant].refusals,
  platforms: portals[grant].platforms,
})

/** Every portal of logins by redirect (interface, section 7; decisions, section 5). */
export const oauthPortals = {
  alpha: asGrant("alpha"),
  bravo: asGrant("bravo"),
  charlie: asGrant("charlie"),
  delta: asGrant("deltalive"),
  echo: asGrant("echo5_v3"),
  foxtrot: {
    ...asGrant("foxtrot"),
    refusals: [...portals.foxtrot.refusals, "foxtrot_oauth_env_not_found"],
  },
  golf: asGrant("golf"),
  hotel: {
    grant: "hotel",
    disabled: "hotel_disabled",
    codeEmpty: "hotel_token_empty",
    refusals: ["hotel_invalid_access_token", "hotel_token_exchange_failed"],
    platforms: ["Hotel"],
  },
  india: {
    grant: "india",
    disabled: "india_disabled",
    codeEmpty: "india_token_empty",
    refusals: ["india_token_invalid", "india_keys_not_available", "india_token_exchange_failed"],
    platforms: ["India"],
  },
} as const satisfies Readonly<Record<OauthPortalName, OauthAnswers>>

/** A code with which this portal refuses a login by redirect. */
export type OauthRefusal<Name extends OauthPortalName> =
  | (typeof oauthPortals)[Name]["refusals"][number]
  | (typeof oauthPortals)[Name]["codeEmpty"]

/** The request that a player brings to the portal. */
export interface PortalAuthorization {
  /** Brought back by the player with the answer of the portal. */
  readonly state: string
  /** Repeated in the id token of the portal, if the portal gives one. */
  readonly nonce: string
  /** PKCE (S256): the hash of the verifier that the exchange of the code will present. */
  readonly codeChallenge: string
  /** Where the portal sends the player back to: the response operation of this deployment. */
  readonly redirectUri: string
}

/** A code that a player brought back from the portal. */
export interface PortalCode {
  /** Never empty. */
  readonly code: string
  readonly nonce: string
  readonly codeVerifier: string
  /** The same as in the {@link PortalAuthorization}. */
  readonly redirectUri: string
}

/** The identity that a code proves. Names are those of the portal. */
export interface OauthUser<Name extends OauthPortalName> extends VerifiedPortalUser {
  readonly platform: (typeof oauthPortals)[Name]["platforms"][number]
  /** The identity one tier up, of two-tier portals. */
  readonly parent: VerifiedPortalUser | undefined
}

/** One portal that is configured for logins by redirect. */
export interface OauthPortal<Name extends OauthPortalName> {
  /** The address at which the player logs in. */
  readonly authorizeUrl: (request: PortalAuthorization) => Effect.Effect<string, OauthRefusal<Name>>
  /**
   * Asks the portal which user the code proves. Answers within the portal's time limit. If the portal is down, answers
   * the code for that.
   */
  readonly prove: (code: PortalCode) => Effect.Effect<OauthUser<Name>, OauthRefusal<Name>>
}

/** The portals of a deployment. A portal that is not configured is absent. */
export type OauthPortals = { readonly [Name in OauthPortalName]?: OauthPortal<Name> }

/** The portals that logins by redirect may ask: none, unless the host provides some. */
export const OauthGateway = Context.Reference<OauthPortals>("@garrison/core/login/portal/OauthGateway", {
  defaultValue: () => ({}),
})
