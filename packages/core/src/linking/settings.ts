/** The settings of linking (decisions, sections 14 and 15). */
import { count, seconds, slice, type ValuesOf } from "../kernel/Setting.ts"

/** The settings of linking. */
export const LinkSettings = slice("@garrison/core/linking/settings", {
  linkProofSeconds: seconds(10 * 60, "how long after its login a session may link portal users"),
  linkTrustDays: count(
    7,
    "days",
    "age at which a linked portal user may remove older ones, and may be the only one left; 0: at once",
    { minimum: 0, maximum: 3650 },
  ),
})
export type LinkSettings = ValuesOf<typeof LinkSettings.settings>
