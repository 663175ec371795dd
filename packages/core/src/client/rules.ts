/**
 * Decisions about clients that need nothing but data: secrets, grants, and what a change may say (decisions, section
 * 8).
 */
import { codePoints } from "../kernel/Field.ts"
import type { InvalidDetail } from "../kernel/Invalid.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { GRANT_TYPES } from "../login/schema.ts"
import { isPermission } from "../permission/rules.ts"
import {
  type Client,
  type ClientKind,
  type ClientSecret,
  CLIENT_DESCRIPTION_LENGTH_MAX,
  CLIENT_SECRET_LENGTH_MAX,
  CLIENT_SECRET_LENGTH_MIN,
  CLIENT_SECRET_PATTERN,
  CLIENT_SECRET_UNFIT,
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

const grantNames: ReadonlySet<string> = new Set(GRANT_TYPES)
const clientIdPattern = /^[A-Za-z0-9._~-]{1,128}$/
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text can be a `client_id` at all; what cannot names no client. */
export const isClientId = (text: string): boolean => clientIdPattern.test(text)

/** A text that Postgres cannot store. */
const hasNul = (text: string): boolean => text.includes("\0")

const valueError = (field: string, msg: string): InvalidDetail => ({ loc: ["body", field], msg, type: "value_error" })

const invalidDescription = (description: string | undefined): ReadonlyArray<InvalidDetail> => {
  const details: Array<InvalidDetail> = []
  if (description === undefined) return details
  if (hasNul(description)) details.push(valueError("description", "must not contain the character U+0000"))
  if (codePoints(description) > CLIENT_DESCRIPTION_LENGTH_MAX) {
    const msg = `must be at most ${CLIENT_DESCRIPTION_LENGTH_MAX} characters long`
    details.push({ loc: ["body", "description"], msg, type: "string_too_long" })
  }
  return details
}

/** Everything that is wrong with a client to be created. */
export const invalidNewClient = (wanted: NewClient): ReadonlyArray<InvalidDetail> => {
  const details: Array<InvalidDetail> = []
  const unknown = (wanted.grants ?? []).filter((grant) => grant !== EVERY_GRANT && !grantNames.has(grant))
  for (const grant of unknown) details.push(valueError("grants", `knows no grant ${grant}`))
  if (wanted.clientId !== undefined && !isClientId(wanted.clientId)) {
    details.push(valueError("client_id", "must be 1 to 128 letters, digits and . _ ~ -"))
  }
  details.push(...invalidDescription(wanted.description))
  if (wanted.orgId !== undefined && !uuidPattern.test(wanted.orgId)) {
    details.push({ loc: ["body", "org_id"], msg: "must be a UUID", type: "uuid_parsing" })
  }
  for (const [index, permission] of wanted.permissions.entries()) {
    if (isPermission(permission)) continue
    details.push({ loc: ["body", "permissions", index], msg: "is not a permission", type: "enum" })
  }
  if (wanted.kind === "machine" && wanted.public === true) {
    details.push(valueError("public", "a machine client needs a secret"))
  }
  return details
}

/** Longest overlap of a rotation, in seconds: a year. */
const OVERLAP_SECONDS_MAX = 365 * 24 * 60 * 60

/** Everything that is wrong with a rotation of `client`'s secret by an operator. */
export const invalidRotation = (client: Client, overlapSeconds: number): ReadonlyArray<InvalidDetail> => {
  const details: Array<InvalidDetail> = []
  if (client.public) {
    details.push({ loc: ["path", "client_id"], msg: "a public client has no secret", type: "value_error" })
  }
  if (!Number.isInteger(overlapSeconds)) {
    details.push({ loc: ["body", "overlap_seconds"], msg: "must be an integer", type: "int_type" })
  } else if (overlapSeconds < 0) {
    details.push({ loc: ["body", "overlap_seconds"], msg: "must be at least 0", type: "greater_than_equal" })
  } else if (overlapSeconds > OVERLAP_SECONDS_MAX) {
    const msg = `must be at most ${OVERLAP_SECONDS_MAX}`
    details.push({ loc: ["body", "overlap_seconds"], msg, type: "less_than_equal" })
  }
  return details
}

/** Everything that is wrong with a change of a machine client by itself (decisions, section 8). */
export const invalidUpdate = (update: M2mUpdate, query: M2mUpdateQuery): ReadonlyArray<InvalidDetail> => {
  const details: Array<InvalidDetail> = []
  const secret = update.client_secret
  const loc = ["body", "client_secret"]
  if (secret !== undefined && secret.length < CLIENT_SECRET_LENGTH_MIN) {
    details.push({ loc, msg: `must be at least ${CLIENT_SECRET_LENGTH_MIN} characters long`, type: "string_too_short" })
  }
  if (secret !== undefined && secret.length > CLIENT_SECRET_LENGTH_MAX) {
    details.push({ loc, msg: `must be at most ${CLIENT_SECRET_LENGTH_MAX} characters long`, type: "string_too_long" })
  }
  if (secret !== undefined && !CLIENT_SECRET_PATTERN.test(secret)) {
    details.push(valueError("client_secret", CLIENT_SECRET_UNFIT))
  }
  if (secret !== undefined && query.rotate_secret === true) {
    details.push(valueError("client_secret", "must not be given together with rotate_secret"))
  }
  details.push(...invalidDescription(update.description))
  return details
}
