/**
 * The port to third-party portals: "prove this credential", answered with a verified identity or one of the portal's
 * own codes (decisions, section 4). The possible answers of a portal are data, and the types follow from it. A portal
 * that answers a code or a platform of another portal does not compile.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Platform } from "../../kernel/Platform.ts"
import type { PortalUserKey } from "../../player/schema.ts"
import type { CredentialForm } from "../grant/CredentialForm.ts"
import type { PlainLoginCode } from "../errors.ts"
import type { GrantType } from "../../kernel/GrantType.ts"

/** The grants that a portal verifies. */
export type PortalGrantType = Exclude<GrantType, "anon" | "basic" | "refresh" | "client_credentials">

/** The possible answers of a portal's grant. */
interface PortalAnswers {
  /** The grant is switched off, or its portal is not configured. */
  readonly disabled: PlainLoginCode
  readonly tokenEmpty: PlainLoginCode
  /** The codes with which the portal refuses a credential, and no others. */
  readonly refusals: ReadonlyArray<PlainLoginCode>
  /** The platforms of the portal's users. */
  readonly platforms: ReadonlyArray<Platform>
  readonly credential: CredentialForm
}

const foxtrotAccount = [
  "foxtrot_env_credentials_not_found",
  "foxtrot_access_token_not_valid",
  "foxtrot_no_environment_matches_env_id",
  "foxtrot_retrieve_client_credentials_failed",
  "foxtrot_ppid_conversion_failed",
  "foxtrot_ppid_conversion_too_many_accounts_found",
  "foxtrot_ppid_conversion_no_accounts_found",
  "foxtrot_ppid_missing",
  "foxtrot_ppid_key_not_valid",
  "foxtrot_token_exchange_failed",
] as const

/** Every portal by its grant (interface, section 7; decisions, section 4). */
export const portals = {
  alpha: {
    disabled: "alpha_disabled",
    tokenEmpty: "alpha_token_empty",
    refusals: ["alpha_keys_not_available", "alpha_token_not_valid", "alpha_token_exchange_failed"],
    platforms: ["Alpha", "AlphaPlay"],
    credential: {
      token: "an id token (JWT) of alpha, or an authorization code of at most 4096 characters.",
      example: { portal_access_token: "ID_TOKEN" },
    },
  },
  bravo: {
    disabled: "bravo_disabled",
    tokenEmpty: "bravo_token_empty",
    refusals: [
      "bravo_failed_key_lookup",
      "bravo_token_exchange_failed",
      "bravo_token_key_not_valid",
      "bravo_token_not_valid",
    ],
    platforms: ["Bravo"],
    credential: {
      token: "an id token (JWT) of bravo, or an authorization code of at most 4096 characters.",
      example: { portal_access_token: "ID_TOKEN" },
    },
  },
  charlie: {
    disabled: "charlie_disabled",
    tokenEmpty: "charlie_token_empty",
    refusals: [
      "charlie_v1_token_key_id_invalid",
      "charlie_v1_token_invalid",
      "charlie_v2_keys_not_available",
      "charlie_v2_token_invalid",
      "charlie_oauth_token_exchange_failed",
    ],
    platforms: ["Charlie"],
    credential: {
      token:
        "a token (JWT) of charlie, of its first or second generation, or an authorization code of at most 4096 characters.",
      example: { portal_access_token: "TOKEN" },
    },
  },
  deltalive: {
    disabled: "delta_disabled",
    tokenEmpty: "delta_xsts_token_empty",
    refusals: [
      "delta_access_token_request_failed",
      "delta_xsts_token_exchange_failed",
      "delta_xsts_token_invalid",
      "delta_xtoken_exchange_failed",
      "delta_xtoken_invalid",
    ],
    platforms: ["DeltaLive"],
    credential: {
      token: "an XSTS token of deltalive.",
      example: { portal_access_token: "XSTS_TOKEN" },
    },
  },
  echo4_v1: {
    disabled: "echo4_v1_disabled",
    tokenEmpty: "echo4_v1_token_empty",
    refusals: [
      "echo4_v1_token_expired",
      "echo4_v1_token_exchange_failed",
      "echo4_v1_id_token_request_failed",
      "echo4_v1_id_token_not_valid",
      "echo4_v1_token_details_disabled",
      "echo4_v1_token_details_request_failed",
      "echo_environment_permission_denied",
    ],
    platforms: ["Echo"],
    credential: {
      token: "an authorization code of version 1 of echo, from a device of generation 4.",
      example: { portal_access_token: "CODE" },
    },
  },
  echo4_v3: {
    disabled: "echo4_v3_disabled",
    tokenEmpty: "echo4_v3_token_empty",
    refusals: [
      "echo4_v3_token_details_disabled",
      "echo4_v3_id_token_request_failed",
      "echo4_v3_id_token_not_valid",
      "echo_environment_permission_denied",
    ],
    platforms: ["Echo"],
    credential: {
      token: "an authorization code of version 3 of echo, from a device of generation 4.",
      example: { portal_access_token: "CODE" },
    },
  },
  echo5_v3: {
    disabled: "echo5_v3_disabled",
    tokenEmpty: "echo5_v3_token_empty",
    refusals: [
      "echo5_v3_token_details_disabled",
      "echo5_v3_id_token_request_failed",
      "echo5_v3_id_token_not_valid",
      "echo_environment_permission_denied",
    ],
    platforms: ["Echo"],
    credential: {
      token: "an authorization code of version 3 of echo, from a device of generation 5.",
      example: { portal_access_token: "CODE" },
    },
  },
  foxtrot: {
    disabled: "foxtrot_disabled",
    tokenEmpty: "foxtrot_token_empty",
    refusals: foxtrotAccount,
    platforms: ["FoxtrotNAID", "FoxtrotPPID"],
    credential: {
      token:
        "an account token (JWT) of an environment of foxtrot, or an authorization code of at most 4096 characters.",
      example: { portal_access_token: "ACCOUNT_TOKEN" },
    },
  },
  foxtrot_switch: {
    disabled: "foxtrot_disabled",
    tokenEmpty: "foxtrot_token_empty",
    refusals: [
      ...foxtrotAccount,
      "foxtrot_service_key_url_not_found",
      "foxtrot_service_access_token_not_valid",
      "foxtrot_service_access_token_for_wrong_app",
    ],
    platforms: ["FoxtrotSwitch"],
    credential: {
      token: "a service token (JWT) of an environment of foxtrot.",
      parentToken: "an account token (JWT) of the same environment, which proves the parent identity.",
      example: { portal_access_token: "SERVICE_TOKEN", portal_parent_access_token: "ACCOUNT_TOKEN" },
    },
  },
  golf: {
    disabled: "golf_disabled",
    tokenEmpty: "golf_token_empty",
    refusals: [
      "golf_token_exchange_failed",
      "golf_user_anticheat_banned",
      "golf_user_publisherbanned",
      "golf_user_offline",
      "golf_token_invalid",
      "golf_token_for_wrong_app",
    ],
    platforms: ["Golf"],
    credential: {
      token: "a ticket of golf: 1 to 2048 bytes in hexadecimal digits.",
      example: { portal_access_token: "14000000ABCD" },
    },
  },
  juliet: {
    disabled: "developer_api_disabled",
    tokenEmpty: "developer_api_token_empty",
    refusals: ["developer_api_token_invalid"],
    platforms: ["Juliet"],
    credential: {
      token: "a token of the developer API, of at most 16 KiB.",
      example: { portal_access_token: "TOKEN" },
    },
  },
} as const satisfies Readonly<Record<PortalGrantType, PortalAnswers>>

/** A code with which this portal refuses a credential. Of two tokens the portal finds the second one empty itself. */
export type PortalRefusal<Portal extends PortalGrantType> =
  | (typeof portals)[Portal]["refusals"][number]
  | (typeof portals)[Portal]["tokenEmpty"]

/** The credential that a login presents to a portal. */
export interface PortalCredential {
  /** `portal_access_token`, never empty. */
  readonly token: string
  /** `portal_parent_access_token`; empty: none. */
  readonly parentToken: string
}

/** A portal user that a credential proves. */
export interface VerifiedPortalUser extends PortalUserKey {
  /** undefined: the login gives none, and a known user keeps its name. */
  readonly displayName: string | undefined
  /** The name of a new user whose login gives none; absent: a neutral name. */
  readonly fallbackName?: string
}

/** The identity that a portal proves. Names are those of the portal. */
export interface ProvedPortalUser<Portal extends PortalGrantType> extends VerifiedPortalUser {
  readonly platform: (typeof portals)[Portal]["platforms"][number]
  /** The identity one tier up, of two-tier portals. */
  readonly parent: VerifiedPortalUser | undefined
}

/** One configured portal. */
export interface Portal<Name extends PortalGrantType> {
  /**
   * Asks the portal which user the credential proves. Answers within the portal's time limit. If the portal is down,
   * answers the code for that.
   */
  readonly prove: (credential: PortalCredential) => Effect.Effect<ProvedPortalUser<Name>, PortalRefusal<Name>>
}

/** The portals of a deployment. A portal that is not configured is absent, and its grant answers `*_disabled`. */
export type Portals = { readonly [Name in PortalGrantType]?: Portal<Name> }

/** The portals that logins may ask: none, unless the host provides some. */
export const PortalGateway = Context.Reference<Portals>("@garrison/core/login/portal/PortalGateway", {
  defaultValue: () => ({}),
})
