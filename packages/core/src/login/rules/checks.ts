/**
 * The checks of a login that are plain functions. Each answers the code of its refusal (decisions, section 4).
 */
import { nameAndSecret } from "../../kernel/input/NameAndSecret.ts"
import { allowsGrant } from "../../client/rules.ts"
import type { Client } from "../../client/schema.ts"
import type { ClientCredentials } from "../../kernel/Caller.ts"
import type { ByKind } from "../../agreement/schema.ts"
import type { Role } from "../../permission/schema.ts"
import type { KnownPortalUser } from "../../player/schema.ts"
import type { PlainLoginCode } from "../errors.ts"
import type { Deployment, Grant, LoginContext, UserGrant } from "../grant/Grant.ts"
import { GRANT_TYPES, type GrantType } from "../../kernel/GrantType.ts"
import { type LoginRequest } from "../schema.ts"
import type { LoginSettings } from "../settings.ts"

/** The code that a login is refused with, or undefined when the check passes. */
export type RefusingCode = PlainLoginCode | undefined

/** The grant type of the request, if it exists. */
export const grantTypeOf = (request: LoginRequest): GrantType | undefined =>
  GRANT_TYPES.find((grantType) => grantType === request.grant_type)

/** The grant, if it proves an identity of its own: not that of a session or of a client. */
export const identityGrantOf = (grant: Grant | undefined): UserGrant | undefined =>
  grant?.kind === "user" && grant.platforms.length > 0 ? grant : undefined

/** `"invalid"`: required credentials cannot be read. undefined: none were given. */
export type PresentedCredentials = ClientCredentials | undefined | "invalid"

/**
 * The client credentials of a login: the Basic header's, or, for a client that logs in as itself, those in
 * `portal_access_token`, split at the first colon. The secret may be empty, as a public client's is.
 */
export const credentialsOf = (grant: Grant, request: LoginRequest, context: LoginContext): PresentedCredentials => {
  if (context.credentialsMalformed) return "invalid"
  if (context.credentials !== undefined || grant.kind === "user") return context.credentials
  const pair = nameAndSecret(request.portal_access_token)
  return pair === undefined ? "invalid" : { clientId: pair.name, secret: pair.secret }
}

/**
 * Whether the credentials have a secret that could be guessed. Only public clients present an empty secret.
 */
export const areGuessable = (credentials: PresentedCredentials): credentials is ClientCredentials =>
  typeof credentials === "object" && credentials.secret !== ""

/** Step 4: whether users, or clients, may log in at all. */
export const policyCode = (settings: LoginSettings, grant: Grant): RefusingCode => {
  if (grant.kind === "client") return settings.clientAuthEnabled ? undefined : "client_auth_disabled"
  return settings.userAuthEnabled ? undefined : "user_auth_disabled"
}

/** Step 5: whether the deployment has this grant, and this client may use it. */
export const grantCode = (deployment: Deployment, client: Client, grantType: GrantType, grant: Grant): RefusingCode =>
  grant.isAvailable(deployment) && allowsGrant(client, grantType) ? undefined : grant.disabledCode

/** Step 6: whether the credential is empty. */
export const emptyCode = (grant: UserGrant, request: LoginRequest): RefusingCode =>
  request.portal_access_token === "" ? grant.emptyCode : undefined

/**
 * Step 8: whether authentication is locked or limited, and for this user. A role that bypasses counts only when the
 * user has it already.
 */
export const lockCode = (
  settings: LoginSettings,
  known: KnownPortalUser | undefined,
  role: Role | undefined,
): RefusingCode => {
  if (known?.player !== undefined && role?.bypassesLock === true) return undefined
  if (settings.authenticationLocked) return "authentication_locked"
  return settings.authenticationLimited && known === undefined ? "authentication_limited" : undefined
}

/** Step 9: whether a new player would be over the limit of its person, who owns `owned` players now. */
export const playerCountCode = (
  settings: LoginSettings,
  known: KnownPortalUser | undefined,
  owned: number,
): RefusingCode => (known === undefined && owned >= settings.playersPerPersonMax ? "too_many_users" : undefined)

/** Step 10: whether role and player could be looked up. */
export const lookupCode = (known: KnownPortalUser | undefined, role: Role | undefined): RefusingCode => {
  if (known !== undefined && known.player === undefined) return "error_retrieving_player_results"
  return role === undefined ? "failed_to_retrieve_roles" : undefined
}

/** The acceptances of a request. */
export const acceptsOf = (request: LoginRequest): ByKind<boolean> => ({
  eula: request.accept_eula === true,
  tos: request.accept_tos === true,
  privacy_policy: request.accept_privacy_policy === true,
})
