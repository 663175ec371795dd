/** Undoing a merge of two persons, by an operator (decisions, section 14). */
import * as Schema from "effect/Schema"
import { described, Uuid } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { act } from "../../operation/Operation.ts"
import { mergeActs } from "../acts.ts"
import type { MergeCode } from "../errors.ts"
import { Merges } from "../Merges.ts"
import { UnmergedPersons } from "../schema.ts"

const refusals: ReadonlyArray<MergeCode | "resource_not_found"> = [
  "resource_not_found",
  "merge_undone",
  "merge_over",
  "merge_not_latest",
  "merge_changed",
]

/** Undoes a merge. */
export const unmergePersons = act(
  mergeActs.unmerge,
  {
    title: "Undo a merge of two persons",
    sentence:
      "Part two persons that were merged: the players that moved go back with their portal users, and so does what came to " +
      "them since. Roles and restrictions of before hold again; a restriction that was added since holds for both. All " +
      "sessions of both end. Of several merges the latest is undone first.",
    input: {
      player_uuid: OfPlayer,
      merge_id: described(Schema.optionalKey(Uuid), "Uuid of the merge (default: the latest one that is in force)."),
    },
    answer: value(UnmergedPersons),
    refusals,
    run: ({ merge_id: mergeId, player_uuid: player }, by) =>
      Merges.use((merges) => merges.unmerge({ player, mergeId: mergeId?.toLowerCase() }, by)),
  },
  "required",
)
