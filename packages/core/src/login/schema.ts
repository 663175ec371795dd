/** Schemas of the login operation (interface, sections 2.3 and 2.4; decisions, section 4). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { errorBodyFields } from "../kernel/ErrorBody.ts"
import { ABSENT_COUNTS_AS, Flag, FlagOrFalse, Integer, ListOf, Text, TextListing, Uuid } from "../kernel/Field.ts"
import { GRANT_TYPES } from "../kernel/GrantType.ts"
import { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import { Platform } from "../kernel/Platform.ts"
import { Restriction } from "../restriction/schema.ts"

const TextOrEmpty = (description: string) =>
  Text.annotate({ description, [ABSENT_COUNTS_AS]: "" }).pipe(Schema.withDecodingDefaultKey(Effect.succeed("")))

/**
 * The login request. `grant_type` is any text here, because a value outside {@link GRANT_TYPES} is
 * `invalid_grant_type` and not a broken body (decisions, section 4).
 */
export const LoginRequest = Schema.Struct({
  grant_type: TextListing(GRANT_TYPES).annotate({
    description: "Any text that is not listed is refused with 403 invalid_grant_type, and not with 422.",
    "x-refused-with": { status: 403, error_code: "invalid_grant_type" },
  }),
  portal_access_token: TextOrEmpty("Token or secret that authenticates the grant type."),
  portal_display_name: TextOrEmpty("Name given by the client, for grant types whose portal gives none."),
  portal_parent_access_token: TextOrEmpty("Second token, for grant types with two tiers."),
  portal_parent_display_name: TextOrEmpty("Second name, for grant types with two tiers."),
  include_refresh: FlagOrFalse("Whether a refresh token is wanted."),
  accept_eula: FlagOrFalse("Whether the user accepts the EULA."),
  accept_tos: FlagOrFalse("Whether the user accepts the terms of service."),
  accept_privacy_policy: FlagOrFalse("Whether the user accepts the privacy policy."),
}).annotate({ identifier: "LoginRequest" })
export type LoginRequest = typeof LoginRequest.Type

const Permissions = ListOf(Text).annotate({ default: [] })
const Restrictions = ListOf(Restriction).annotate({ default: [] })

/** The parent identity of a two-tier login. */
export const PortalParentAuthResult = Schema.Struct({
  platform: Platform,
  /** Deprecated: use `platform`. */
  portal_id: Integer.annotate({ deprecated: true }),
  portal_user_id: Text,
  display_name: Text,
  permissions: Permissions,
  restrictions: Restrictions,
}).annotate({ identifier: "PortalParentAuthResult" })
export type PortalParentAuthResult = typeof PortalParentAuthResult.Type

/**
 * The login result. Fields about a player are absent when a machine client logged in for itself. `permissions` and
 * `restrictions` are at the top level, and also inside the parent identity if there is one (decisions, section 4).
 */
export const LoginResult = Schema.Struct({
  portal_parent_auth_result: Schema.optionalKey(PortalParentAuthResult),
  /** Deprecated: use `active_player_uuid`. */
  active_player_id: Schema.optionalKey(Integer.annotate({ deprecated: true })),
  active_player_uuid: Schema.optionalKey(PlayerUuid),
  platform: Schema.optionalKey(Platform),
  /** Deprecated: use `platform`. */
  portal_id: Schema.optionalKey(Integer.annotate({ deprecated: true })),
  portal_user_id: Schema.optionalKey(Text),
  display_name: Schema.optionalKey(Text),
  role_id: Schema.optionalKey(Integer),
  person_id: Schema.optionalKey(PersonId),
  permissions: Permissions,
  restrictions: Restrictions,
  /** Bearer token of later requests. */
  access_token: Text.annotate({ default: "" }),
  /** Exchangeable for a new access token; present when the request asked for it. */
  refresh_token: Schema.optionalKey(Text),
  publisher_uuid: Uuid,
  tenant_uuid: Uuid,
  config_elector_uuid: Uuid,
  client_uuid: Uuid,
  client_id: Text,
  token_type: Text,
  /** Lifetime of the access token in seconds. */
  expires_in: Integer,
}).annotate({ identifier: "LoginResult" })
export type LoginResult = typeof LoginResult.Type

/** Body of `user_needs_agreements` (interface, section 2.4). */
export const AgreementsRequiredBody = Schema.Struct({
  ...errorBodyFields,
  needs_eula: Flag,
  needs_tos: Flag,
  needs_privacy_policy: Flag,
}).annotate({ identifier: "AgreementsRequired" })
export type AgreementsRequiredBody = typeof AgreementsRequiredBody.Type

/** Body of `user_auth_restricted`: the error body with the restrictions that refuse (decisions, section 4). */
export const LoginRestrictedBody = Schema.Struct({
  ...errorBodyFields,
  restrictions: ListOf(Restriction),
}).annotate({ identifier: "LoginRestricted" })
export type LoginRestrictedBody = typeof LoginRestrictedBody.Type
