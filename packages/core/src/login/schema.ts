/** Shapes of the login operation (interface, sections 2.3 and 2.4; decisions, section 4). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { errorBodyFields } from "../kernel/ErrorBody.ts"
import { Flag, Integer, ListOf, Text, TextListing, Uuid } from "../kernel/Field.ts"
import { GRANT_TYPES } from "../kernel/GrantType.ts"
import { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import { Platform } from "../kernel/Platform.ts"
import { Restriction } from "../restriction/schema.ts"

const TextOrEmpty = Text.pipe(Schema.withDecodingDefaultKey(Effect.succeed("")))

/**
 * The login request. `grant_type` is any text here: a value outside {@link GRANT_TYPES} is not a broken body but
 * `invalid_grant_type` (decisions, section 4).
 */
export const LoginRequest = Schema.Struct({
  grant_type: TextListing(GRANT_TYPES),
  /** Token or secret that authenticates the grant type. */
  portal_access_token: TextOrEmpty,
  /** Name given by the client, for grants whose portal names nobody. */
  portal_display_name: TextOrEmpty,
  /** Second token, for grants with two-tier authentication. */
  portal_parent_access_token: TextOrEmpty,
  portal_parent_display_name: TextOrEmpty,
  /** The client wants a refresh token returned. */
  include_refresh: Schema.optionalKey(Flag),
  accept_eula: Schema.optionalKey(Flag),
  accept_tos: Schema.optionalKey(Flag),
  accept_privacy_policy: Schema.optionalKey(Flag),
}).annotate({ identifier: "LoginRequest" })
export type LoginRequest = typeof LoginRequest.Type

const Permissions = ListOf(Text).annotate({ default: [] })
const Restrictions = ListOf(Restriction).annotate({ default: [] })

/** The parent identity of a two-tier login. */
export const PortalParentAuthResult = Schema.Struct({
  platform: Platform,
  /** Deprecated: use `platform`. */
  portal_id: Integer,
  portal_user_id: Text,
  display_name: Text,
  permissions: Permissions,
  restrictions: Restrictions,
}).annotate({ identifier: "PortalParentAuthResult" })
export type PortalParentAuthResult = typeof PortalParentAuthResult.Type

/**
 * The login result. Fields about a player are absent when a machine client logged in for itself. `permissions` and
 * `restrictions` stand at the top level and, where there is a parent identity, inside it too (decisions, section 4).
 */
export const LoginResult = Schema.Struct({
  portal_parent_auth_result: Schema.optionalKey(PortalParentAuthResult),
  /** Deprecated: use `active_player_uuid`. */
  active_player_id: Schema.optionalKey(Integer),
  active_player_uuid: Schema.optionalKey(PlayerUuid),
  platform: Schema.optionalKey(Platform),
  /** Deprecated: use `platform`. */
  portal_id: Schema.optionalKey(Integer),
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
