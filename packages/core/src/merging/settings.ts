/** The settings of merges (decisions, sections 14 and 15). */
import { count, slice, type ValuesOf } from "../kernel/Setting.ts"

/** The settings of merges. */
export const MergeSettings = slice("@garrison/core/merging/settings", {
  mergeUndoDays: count(30, "days", "how long operators may undo a merge of two persons; 0: not at all", {
    minimum: 0,
    maximum: 3650,
  }),
})
export type MergeSettings = ValuesOf<typeof MergeSettings.settings>
