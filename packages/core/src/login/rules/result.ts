/** Builds the login result (interface, section 2.4). */
import type { Client } from "../../client/schema.ts"
import type { EnvironmentRecord } from "../../environment/schema.ts"
import type { PersonId, PlayerUuid } from "../../kernel/Identifier.ts"
import { PORTAL_IDS } from "../../kernel/Platform.ts"
import type { PortalUser } from "../../player/schema.ts"
import type { Restriction } from "../../restriction/schema.ts"
import type { IssuedToken } from "../../token/schema.ts"
import type { LoginResult, PortalParentAuthResult } from "../schema.ts"

/** A user that was let in. */
export interface Admitted {
  readonly user: PortalUser
  readonly parent: PortalUser | undefined
  readonly personId: PersonId
  readonly playerUuid: PlayerUuid
  readonly playerId: number
  readonly roleId: number
  readonly permissions: ReadonlyArray<string>
  readonly restrictions: ReadonlyArray<Restriction>
  readonly sessionId: string
  readonly refreshToken: string | undefined
}

const issuedFields = (environment: EnvironmentRecord, client: Client, issued: IssuedToken) => ({
  access_token: issued.token,
  publisher_uuid: environment.publisherUuid,
  tenant_uuid: environment.tenantUuid,
  config_elector_uuid: environment.configElectorUuid,
  client_uuid: client.clientUuid,
  client_id: client.clientId,
  token_type: "Bearer",
  expires_in: issued.expiresInSeconds,
})

const parentResult = (parent: PortalUser, admitted: Admitted): PortalParentAuthResult => ({
  platform: parent.platform,
  portal_id: PORTAL_IDS[parent.platform],
  portal_user_id: parent.portalUserId,
  display_name: parent.displayName,
  permissions: admitted.permissions,
  restrictions: admitted.restrictions,
})

/** The result for a user. */
export const userResult = (
  environment: EnvironmentRecord,
  client: Client,
  admitted: Admitted,
  issued: IssuedToken,
): LoginResult => ({
  ...(admitted.parent === undefined ? {} : { portal_parent_auth_result: parentResult(admitted.parent, admitted) }),
  active_player_id: admitted.playerId,
  active_player_uuid: admitted.playerUuid,
  platform: admitted.user.platform,
  portal_id: PORTAL_IDS[admitted.user.platform],
  portal_user_id: admitted.user.portalUserId,
  display_name: admitted.user.displayName,
  role_id: admitted.roleId,
  person_id: admitted.personId,
  permissions: admitted.permissions,
  restrictions: admitted.restrictions,
  ...(admitted.refreshToken === undefined ? {} : { refresh_token: admitted.refreshToken }),
  ...issuedFields(environment, client, issued),
})

/** The result for a machine client that logged in as itself. */
export const clientResult = (environment: EnvironmentRecord, client: Client, issued: IssuedToken): LoginResult => ({
  permissions: client.permissions,
  restrictions: [],
  ...issuedFields(environment, client, issued),
})
