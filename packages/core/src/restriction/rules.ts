/** The effects of restrictions (decisions, section 7). */
import type { InvalidDetail } from "../kernel/input/Invalid.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { Restriction, RestrictionRecord, RestrictionType } from "./schema.ts"

/** Types that refuse login and end the person's sessions. The others are only reported. */
export const REFUSING_TYPES = [
  "account_ban",
  "account_lockout",
  "account_deny_auth",
] as const satisfies ReadonlyArray<RestrictionType>

/** Whether a restriction of this type refuses login. */
export const refusesLogin = (type: RestrictionType): boolean => REFUSING_TYPES.some((refusing) => refusing === type)

/** Whether the restriction is in force: not lifted, and permanent or not yet expired. */
export const isActive = (record: RestrictionRecord, now: Timestamp): boolean =>
  record.liftedAt === undefined && (record.expiresAt === undefined || now < record.expiresAt)

interface Ending {
  readonly type: RestrictionType
  /** ISO 8601; null: never. */
  readonly expiration: string | null
}

/** Whether a restriction is in force that does the same to an account, until the same moment. */
export const isEqualInForce = (
  { active, expiration, type }: Ending & { readonly active: boolean },
  wanted: Ending,
): boolean => active && type === wanted.type && expiration === wanted.expiration

/** The complaint about the end of a restriction that begins at `now`: it must be later than `now`. */
export const invalidExpiry = (expiresAt: Timestamp | undefined, now: Timestamp): ReadonlyArray<InvalidDetail> =>
  expiresAt === undefined || !(expiresAt <= now)
    ? []
    : [{ loc: ["expires_at"], msg: "must be in the future", type: "value_error" }]

/** The restriction as the player sees it: without the note and without the issuer. */
export const toWire = (record: Pick<RestrictionRecord, "type" | "reason" | "expiresAt">): Restriction => ({
  type: record.type,
  ...(record.reason === undefined ? {} : { reason: record.reason }),
  expiration: record.expiresAt ?? null,
})
