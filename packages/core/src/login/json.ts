/** The JSON of a login as documented types, for hosts without Effect. The fields are those of `schema.ts`. */
import type { Platform } from "../kernel/Platform.ts"
import type { RestrictionType } from "../restriction/schema.ts"
import type { GrantType } from "../kernel/GrantType.ts"

/** The request for a login (interface, section 2.3). */
export interface LoginInput {
  /** Way to log in, one of {@link GrantType}; any other text is refused with `invalid_grant_type`. */
  readonly grant_type: GrantType | (string & {})
  /** Token or secret that authenticates the grant type. */
  readonly portal_access_token?: string
  /** Name given by the client, for grants whose portal gives none. */
  readonly portal_display_name?: string
  /** Second token, for grants with two-tier authentication. */
  readonly portal_parent_access_token?: string
  /** Name given by the client for the parent identity of a two-tier grant. */
  readonly portal_parent_display_name?: string
  /** True: the answer has a `refresh_token`. */
  readonly include_refresh?: boolean
  /** True: the player accepts the current end user licence agreement. */
  readonly accept_eula?: boolean
  /** True: the player accepts the current terms of service. */
  readonly accept_tos?: boolean
  /** True: the player accepts the current privacy policy. */
  readonly accept_privacy_policy?: boolean
}

/** A login by which a machine client logs in as itself. */
export interface MachineLoginInput extends LoginInput {
  /** The grant of machine clients. */
  readonly grant_type: "client_credentials"
  /** The client's id and secret, as `CLIENT_ID:SECRET`. */
  readonly portal_access_token: string
}

/** A restriction of an account that does not forbid this login. */
export interface AccountRestriction {
  /** What the restriction does to the account. */
  readonly type: RestrictionType
  /** Reason that the player is given. */
  readonly reason?: string
  /** When the restriction ends, ISO 8601 in UTC; null: never. */
  readonly expiration: string | null
}

/** The parent identity of a two-tier login. */
export interface ParentIdentity {
  /** Platform of the parent identity. */
  readonly platform: Platform
  /** @deprecated Number of the platform: use `platform`. */
  readonly portal_id: number
  /** Id of the user at that platform. */
  readonly portal_user_id: string
  /** Name of the user at that platform. */
  readonly display_name: string
  /** Permissions of the login, the same as at the top level of the answer. */
  readonly permissions: ReadonlyArray<string>
  /** Restrictions of the account, the same as at the top level of the answer. */
  readonly restrictions: ReadonlyArray<AccountRestriction>
}

/** The answer to a machine client that logged in as itself. Every login answer has these fields. */
export interface MachineLoginAnswer {
  /** What the caller may do. */
  readonly permissions: ReadonlyArray<string>
  /** Restrictions of the account that do not forbid this login; none for a machine. */
  readonly restrictions: ReadonlyArray<AccountRestriction>
  /** Bearer token of later requests. */
  readonly access_token: string
  /** Scheme of the `access_token`: `Bearer`. */
  readonly token_type: string
  /** Lifetime of the `access_token` in seconds. */
  readonly expires_in: number
  /** UUID of the client that logged in, or through which the player logged in. */
  readonly client_uuid: string
  /** Id of that client. */
  readonly client_id: string
  /** UUID of the deployment's publisher. */
  readonly publisher_uuid: string
  /** UUID of the deployment's tenant. */
  readonly tenant_uuid: string
  /** UUID of the deployment's config elector. */
  readonly config_elector_uuid: string
}

/** The answer to a player who logged in (interface, section 2.4). */
export interface LoginAnswer extends MachineLoginAnswer {
  /** UUID of the player, by which every other method names the player. */
  readonly active_player_uuid: string
  /** @deprecated Number of the player: use `active_player_uuid`. */
  readonly active_player_id: number
  /** Platform that the player logged in at. */
  readonly platform: Platform
  /** @deprecated Number of the platform: use `platform`. */
  readonly portal_id: number
  /** Id of the player's user at that platform. */
  readonly portal_user_id: string
  /** Name of the player's user at that platform. */
  readonly display_name: string
  /** Number of the player's role. */
  readonly role_id: number
  /** UUID of the person that the player belongs to. */
  readonly person_id: string
  /** Exchanged for a new `access_token` by the grant `refresh`; present when the request asked for it. */
  readonly refresh_token?: string
  /** The parent identity, where the grant has two tiers. */
  readonly portal_parent_auth_result?: ParentIdentity
}
