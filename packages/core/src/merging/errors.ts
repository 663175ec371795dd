/** The refusals to merge two persons, and to undo a merge. */
import { notFoundCodes } from "../kernel/NotFound.ts"
import { refusal } from "../kernel/Refusal.ts"
import { linkCodes } from "../linking/errors.ts"

/** The codes of this area, besides those that links have too. */
export const mergeCodes = {
  same_person: "Both players belong to one person already.",
  too_many_players: "The person would have more players than it may have.",
  roles_not_comparable: "Neither role is the lesser one. Give one of the players another role first.",
  merge_undone: "The merge was undone already.",
  merge_over: "The time within which the merge can be undone is over.",
  merge_not_latest: "Another merge of these players came later. Undo that one first.",
  merge_changed: "What the merge moved is not with the person any more, so it cannot be moved back.",
} as const

const codes = { ...mergeCodes, too_many_portal_users: linkCodes.too_many_portal_users }

/** A code that a merge, or its undo, is refused with. */
export type MergeCode = keyof typeof codes

/** Both persons are as they were. */
export class MergeRefused extends refusal("MergeRefused", codes)<{ readonly code: MergeCode }> {}

/** The person has no such merge, or none that was not undone. */
export class MergeNotFound extends refusal("MergeNotFound", notFoundCodes)<{ readonly code: "resource_not_found" }> {
  override get message() {
    return "The person of the player has no such merge."
  }
}
