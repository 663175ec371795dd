/**
 * Decisions about clients that need only data: secrets, grants, and the contents of a change (decisions, section 8).
 */
import type { InvalidDetail } from "../kernel/input/Invalid.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import {
  type Client,
  type ClientEdit,
  type ClientKind,
  type ClientSecret,
  type ClientWithSecrets,
  EVERY_GRANT,
  type M2mUpdate,
  type M2mUpdateQuery,
  type NewClient,
  type RedirectEdit,
} from "./schema.ts"

/** The grant of machine clients. No other client may use it. */
const MACHINE_GRANT = "client_credentials"

/** The first characters of every generated client secret. */
export const CLIENT_SECRET_PREFIX = "gar_"

/** The number of characters of a secret that are kept for {@link maskOf}. */
export const lastFourOf = (secret: string): string => Array.from(secret).slice(-4).join("")

/** The mask of a secret in answers: `****` and its last four characters. */
export const maskOf = (secret: ClientSecret | undefined): string => `****${secret?.lastFour ?? ""}`

/** Whether the secret is valid now. It ends at `expires`. */
export const isLive = (secret: ClientSecret, now: Timestamp): boolean =>
  secret.expires === undefined || now < secret.expires

/** Why the secret before the current one is still needed, or `null` when nothing shows that it is. */
export type StillNeeded = "new_secret_unused" | "used_lately" | null

/** Whether a former secret can be retired early. */
export interface Retirement {
  readonly stillNeeded: StillNeeded
  /** When it can be retired if it is not used again; undefined: now, or once the new secret has been used. */
  readonly safeFrom: Timestamp | undefined
}

/**
 * Whether the former of a client's two secrets can be retired before its time. It can when the current secret has been
 * used, and the former one has not been used for `quietMillis`. That has to be longer than the life of a machine's
 * access token: a server shows which secret it has only when it logs in again.
 */
export const retirementOf = (
  [current, former]: ReadonlyArray<ClientSecret>,
  now: Timestamp,
  quietMillis: number,
): Retirement | undefined => {
  if (current === undefined || former === undefined || !isLive(former, now)) return undefined
  const safeFrom = former.lastUsed === undefined ? undefined : former.lastUsed + quietMillis
  const isQuiet = safeFrom === undefined || safeFrom <= now
  if (current.lastUsed === undefined)
    return { stillNeeded: "new_secret_unused", safeFrom: isQuiet ? undefined : safeFrom }
  return isQuiet ? { stillNeeded: null, safeFrom: undefined } : { stillNeeded: "used_lately", safeFrom }
}

/** The default grants of a new client. */
export const defaultGrants = (kind: ClientKind): ReadonlyArray<string> =>
  kind === "machine" ? [MACHINE_GRANT] : [EVERY_GRANT]

/**
 * Whether the client may log in by this grant. `client_credentials` is for machine clients, the other grants for games.
 */
export const allowsGrant = (client: Pick<Client, "kind" | "grants">, grantType: string): boolean =>
  (client.kind === "machine") === (grantType === MACHINE_GRANT) &&
  (client.grants.includes(grantType) || client.grants.includes(EVERY_GRANT))

/**
 * Whether logins by redirect of the client must begin with a PKCE challenge. It has no secret, so without a
 * challenge a program that sees a code could exchange it (RFC 9700, section 2.1.1).
 */
export const needsChallenge = (client: Client): boolean => client.public && !client.pkceExempt

/** A client as an audit row states it. Of its secrets: which exist, and when they end. */
export const describe = ({ client, secrets }: ClientWithSecrets) => ({
  client_uuid: client.clientUuid,
  kind: client.kind,
  description: client.description,
  org_id: client.orgId,
  permissions: client.permissions,
  grants: client.grants,
  public: client.public,
  disabled: client.disabled,
  redirect_uris: client.redirectUris,
  pkce_exempt: client.pkceExempt,
  secrets: secrets.map(({ created, expires, secretId }) => ({ secret_id: secretId, created, expires })),
})

const clientIdPattern = /^[A-Za-z0-9._~-]{1,128}$/

/** Whether a text can be a `client_id`. Any other text names no client. */
export const isClientId = (text: string): boolean => clientIdPattern.test(text)

const valueError = (loc: InvalidDetail["loc"], msg: string): InvalidDetail => ({ loc, msg, type: "value_error" })

/** Rules that a client's logins by redirect break. */
export const invalidRedirects = (
  client: Pick<NewClient, "kind" | "public">,
  { pkceExempt = false, redirectUris = [] }: RedirectEdit,
): ReadonlyArray<InvalidDetail> => [
  ...(client.kind === "machine" && redirectUris.length > 0
    ? [valueError(["redirect_uris"], "must be empty for a machine client, which logs no player in")]
    : []),
  ...(client.public !== true && pkceExempt
    ? [valueError(["pkce_exempt"], "is for public clients: any other client may leave the challenge out")]
    : []),
]

/** Rules that involve several fields of a new client. Answers with every broken rule. */
export const invalidNewClient = (wanted: NewClient): ReadonlyArray<InvalidDetail> => {
  const { grants = [], kind, permissions, public: isPublic } = wanted
  const wrongPublic = kind === "machine" && isPublic === true
  const wrongPermissions = kind === "game" && permissions.length > 0
  const unfit = (grant: string) => grant !== EVERY_GRANT && (grant === MACHINE_GRANT) !== (kind === "machine")
  return [
    ...(wrongPublic ? [valueError(["public"], "a machine client needs a secret")] : []),
    ...(wrongPermissions
      ? [valueError(["permissions"], "must be empty for a game client: its players have the permissions of their role")]
      : []),
    ...grants.flatMap((grant, index) =>
      unfit(grant)
        ? [valueError(["grants", index], `${MACHINE_GRANT} is for machine clients, every other grant for games`)]
        : [],
    ),
    ...invalidRedirects(wanted, wanted),
  ]
}

/** Rules that a change of `client` breaks. Answers with every broken rule. */
export const invalidEdit = (
  client: Pick<Client, "kind" | "permissions">,
  { grants = [], permissions = [] }: ClientEdit,
): ReadonlyArray<InvalidDetail> => invalidNewClient({ kind: client.kind, grants, permissions })

/** Faults of a rotation of `client`'s secret, with any overlap. */
export const invalidRotation = (client: Client): ReadonlyArray<InvalidDetail> =>
  client.public ? [valueError(["client_id"], "a public client has no secret")] : []

/** Rules that involve several fields of a machine client's change of itself. */
export const invalidUpdate = (update: M2mUpdate, query: M2mUpdateQuery): ReadonlyArray<InvalidDetail> =>
  update.client_secret !== undefined && query.rotate_secret === true
    ? [valueError(["client_secret"], "must not be given together with rotate_secret")]
    : []
