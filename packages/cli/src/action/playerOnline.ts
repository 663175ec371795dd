/** What `garrison player online` does: counts players online by platform. */
import { countOnline } from "@garrison/core/presence/operations/countOnline"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { withDatabase } from "../local.ts"
import type { OperationAnswer } from "../operate.ts"
import { counted } from "../output/counted.ts"
import { printData, printJson } from "../output/print.ts"
import { table } from "../output/table.ts"
import { operatorAct } from "./operator.ts"

type Counts = OperationAnswer<typeof countOnline>

const encode = Schema.encodeSync(countOnline.answer.schema)

const shown = ({ bounded, invisible, platforms, players_online: total }: Counts): string => {
  const hidden = invisible === 0 ? "" : `, ${invisible} of them invisible`
  const sum = `${bounded ? "at least " : ""}${counted(total, "player", "players")} online${hidden}`
  if (platforms.length === 0) return sum
  return [
    sum,
    "",
    table(
      [
        { heading: "PLATFORM", text: ({ platform }) => platform },
        { heading: "ONLINE", text: (one) => String(one.online) },
        { heading: "AWAY", text: ({ away }) => String(away) },
        { heading: "INVISIBLE", text: (one) => String(one.invisible) },
      ],
      platforms,
    ),
  ].join("\n")
}

/** Shows how many players are online. */
export const showOnline = Effect.fn("Player.online")(function* ({ json }: { readonly json: boolean }) {
  const counts = yield* withDatabase("read", countOnline.run({}, operatorAct()))
  return yield* json ? printJson(encode(counts)) : printData(shown(counts))
})
