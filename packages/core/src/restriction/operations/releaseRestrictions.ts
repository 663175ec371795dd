/** Lifting what a portal user took along when it left its person (decisions, section 7). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, ListOf } from "../../kernel/input/Field.ts"
import { PortalEnvironmentNamed, PortalUserNamed } from "../../kernel/PortalUserNamed.ts"
import { value } from "../../operation/answer.ts"
import { act } from "../../operation/Operation.ts"
import { restrictionActs } from "../acts.ts"
import { Restrictions } from "../Restrictions.ts"
import { toWire } from "../rules.ts"
import { Restriction } from "../schema.ts"

/** Lifts the restrictions that are kept with a portal user. */
export const releaseRestrictions = act(
  restrictionActs.release,
  {
    title: "Lift the restrictions of a portal user without a player",
    sentence:
      "Lift the restrictions that a portal user took along when it was unlinked, or when its person was deleted. They hold " +
      "for whoever logs in by it next, until they end. A portal user that belongs to a person has none of its own: those of " +
      "the person are lifted by the player.",
    input: { ...PortalUserNamed.fields, environment: PortalEnvironmentNamed },
    answer: value(
      Schema.Struct({
        released: described(ListOf(Restriction), "The restrictions that were lifted."),
      }).annotate({ identifier: "ReleasedRestrictions" }),
    ),
    refusals: ["resource_not_found"],
    run: ({ environment, platform, portal_user_id: portalUserId }, by) =>
      Effect.map(
        Restrictions.use((restrictions) => restrictions.release({ platform, portalUserId, environment }, by)),
        (released) => ({ released: released.map(toWire) }),
      ),
  },
  "required",
)
