/** How many players are online, for operators (decisions, sections 13 and 15). */
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { Presences } from "../Presences.ts"
import { OnlineCounts } from "../schema.ts"

/** Counts players online by platform. */
export const countOnline = read(
  { name: "presence.countOnline", permissions: ["operator:read:player"] },
  {
    title: "Count players online by platform",
    sentence:
      "Count the players who reported within `presenceOfflineSeconds` that they are there, by platform and status. " +
      "Invisible players are counted, and said apart: they play as well, and the counts are for operators alone. They are " +
      "those of all servers together.",
    input: {},
    answer: value(OnlineCounts),
    refusals: [],
    run: () => Presences.use(({ countOnline: counted }) => counted),
  },
)
