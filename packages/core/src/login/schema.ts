/** Schemas of the login operation (interface, sections 2.3 and 2.4; decisions, section 4). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { errorBodyFields } from "../kernel/wire/ErrorBody.ts"
import {
  described,
  ABSENT_COUNTS_AS,
  Flag,
  FlagOrFalse,
  Integer,
  ListOf,
  Text,
  TextListing,
  Uuid,
} from "../kernel/input/Field.ts"
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
  platform: described(Platform, "Platform of the parent identity."),
  portal_id: described(Integer.annotate({ deprecated: true }), "Number of the platform. Use `platform`."),
  portal_user_id: described(Text, "Id of the user at that platform."),
  display_name: described(Text, "Name of the user at that platform."),
  permissions: described(Permissions, "Permissions of the login, the same as at the top level of the answer."),
  restrictions: described(Restrictions, "Restrictions of the account, the same as at the top level of the answer."),
}).annotate({ identifier: "PortalParentAuthResult", description: "The parent identity of a two-tier login." })
export type PortalParentAuthResult = typeof PortalParentAuthResult.Type

/**
 * The login result. Fields about a player are absent when a machine client logged in for itself. `permissions` and
 * `restrictions` are at the top level, and also inside the parent identity if there is one (decisions, section 4).
 */
export const LoginResult = Schema.Struct({
  portal_parent_auth_result: described(
    Schema.optionalKey(PortalParentAuthResult),
    "The parent identity, where the grant has two tiers.",
  ),
  active_player_id: described(
    Schema.optionalKey(Integer.annotate({ deprecated: true })),
    "Number of the player. Use `active_player_uuid`.",
  ),
  active_player_uuid: described(
    Schema.optionalKey(PlayerUuid),
    "UUID of the player, by which every other method names the player.",
  ),
  platform: described(Schema.optionalKey(Platform), "Platform that the player logged in at."),
  portal_id: described(
    Schema.optionalKey(Integer.annotate({ deprecated: true })),
    "Number of the platform. Use `platform`.",
  ),
  portal_user_id: described(Schema.optionalKey(Text), "Id of the player's user at that platform."),
  display_name: described(Schema.optionalKey(Text), "Name of the player's user at that platform."),
  role_id: described(Schema.optionalKey(Integer), "Number of the player's role."),
  person_id: described(Schema.optionalKey(PersonId), "UUID of the person that the player belongs to."),
  permissions: described(Permissions, "What the caller may do."),
  restrictions: described(
    Restrictions,
    "Restrictions of the account that do not forbid this login; none for a machine.",
  ),
  access_token: described(Text.annotate({ default: "" }), "Bearer token of later requests."),
  refresh_token: described(
    Schema.optionalKey(Text),
    "Exchanged for a new `access_token` by the grant `refresh`; present when the request asked for it.",
  ),
  publisher_uuid: described(Uuid, "UUID of the deployment's publisher."),
  tenant_uuid: described(Uuid, "UUID of the deployment's tenant."),
  config_elector_uuid: described(Uuid, "UUID of the deployment's config elector."),
  client_uuid: described(Uuid, "UUID of the client that logged in, or through which the player logged in."),
  client_id: described(Text, "Id of that client."),
  token_type: described(Text, "Scheme of the `access_token`: `Bearer`."),
  expires_in: described(Integer, "Lifetime of the `access_token` in seconds."),
}).annotate({ identifier: "LoginResult", description: "The answer to a player who logged in." })
export type LoginResult = typeof LoginResult.Type

/** Body of `user_needs_agreements` (interface, section 2.4). */
export const AgreementsRequiredBody = Schema.Struct({
  ...errorBodyFields,
  needs_eula: described(Flag, "Whether the end user licence agreement must be accepted."),
  needs_tos: described(Flag, "Whether the terms of service must be accepted."),
  needs_privacy_policy: described(Flag, "Whether the privacy policy must be accepted."),
}).annotate({ identifier: "AgreementsRequired" })
export type AgreementsRequiredBody = typeof AgreementsRequiredBody.Type

/** Body of `user_auth_restricted`: the error body with the restrictions that refuse (decisions, section 4). */
export const LoginRestrictedBody = Schema.Struct({
  ...errorBodyFields,
  restrictions: described(ListOf(Restriction), "The restrictions that refuse the login."),
}).annotate({ identifier: "LoginRestricted" })
export type LoginRestrictedBody = typeof LoginRestrictedBody.Type
