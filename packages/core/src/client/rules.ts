/**
 * Decisions about clients that need nothing but data: secrets, grants, and what a change may say (decisions, section
 * 8).
 */
import type { InvalidDetail } from "../kernel/Invalid.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import {
  type Client,
  type ClientKind,
  type ClientSecret,
  type ClientWithSecrets,
  EVERY_GRANT,
  type M2mUpdate,
  type M2mUpdateQuery,
  type NewClient,
} from "./schema.ts"

/** The grant that machine clients log in by, and no other client does. */
const MACHINE_GRANT = "client_credentials"

/** What every generated client secret begins with. */
export const CLIENT_SECRET_PREFIX = "gar_"

/** The characters of a secret that are kept for {@link maskOf}. */
export const lastFourOf = (secret: string): string => Array.from(secret).slice(-4).join("")

/** What stands for a secret in answers: `****` and its last four characters. */
export const maskOf = (secret: ClientSecret | undefined): string => `****${secret?.lastFour ?? ""}`

/** Whether the secret counts now: until `expires`, not at it. */
export const isLive = (secret: ClientSecret, now: Timestamp): boolean =>
  secret.expires === undefined || now < secret.expires

/** The grants of a new client that names none. */
export const defaultGrants = (kind: ClientKind): ReadonlyArray<string> =>
  kind === "machine" ? [MACHINE_GRANT] : [EVERY_GRANT]

/** Whether the client may log in by this grant. `client_credentials` is for machine clients, every other for games. */
export const allowsGrant = (client: Pick<Client, "kind" | "grants">, grantType: string): boolean =>
  (client.kind === "machine") === (grantType === MACHINE_GRANT) &&
  (client.grants.includes(grantType) || client.grants.includes(EVERY_GRANT))

/** What an audit row says of a client: of its secrets, which there are and when they end. */
export const describe = ({ client, secrets }: ClientWithSecrets) => ({
  client_uuid: client.clientUuid,
  kind: client.kind,
  description: client.description,
  org_id: client.orgId,
  permissions: client.permissions,
  grants: client.grants,
  public: client.public,
  disabled: client.disabled,
  secrets: secrets.map(({ created, expires, secretId }) => ({ secret_id: secretId, created, expires })),
})

const clientIdPattern = /^[A-Za-z0-9._~-]{1,128}$/

/** Whether a text can be a `client_id` at all; what cannot names no client. */
export const isClientId = (text: string): boolean => clientIdPattern.test(text)

const valueError = (loc: InvalidDetail["loc"], msg: string): InvalidDetail => ({ loc, msg, type: "value_error" })

/** Rules that involve several fields of a new client: all that it breaks. */
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
  ]
}

/** What is wrong with a rotation of `client`'s secret, whatever the overlap. */
export const invalidRotation = (client: Client): ReadonlyArray<InvalidDetail> =>
  client.public ? [valueError(["client_id"], "a public client has no secret")] : []

/** What is wrong with a change of a machine client by itself, where each field by itself is right. */
export const invalidUpdate = (update: M2mUpdate, query: M2mUpdateQuery): ReadonlyArray<InvalidDetail> =>
  update.client_secret !== undefined && query.rotate_secret === true
    ? [valueError(["client_secret"], "must not be given together with rotate_secret")]
    : []
