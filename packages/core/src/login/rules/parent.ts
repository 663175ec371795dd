/** The parent that a portal proves for a known portal user, compared with the stored one (decisions, section 4). */
import type { PersonId } from "../../kernel/Identifier.ts"
import type { KnownPortalUser, PortalUserKey } from "../../player/schema.ts"

/** Whether two portal users are one. */
export const isSame = (one: PortalUserKey, other: PortalUserKey | undefined): boolean =>
  other !== undefined &&
  one.platform === other.platform &&
  one.portalUserId === other.portalUserId &&
  one.environment === other.environment

/** Whose portal user a parent is: that of the same person or of another one; `new`: it has never logged in. */
export type ParentOwner = "new" | "person" | "other"

/** Whose portal user the parent of a user of this person is. `stored`: the parent, if it has logged in before. */
export const ownerOfParent = (stored: KnownPortalUser | undefined, personId: PersonId): ParentOwner => {
  if (stored === undefined) return "new"
  return stored.personId === personId ? "person" : "other"
}
