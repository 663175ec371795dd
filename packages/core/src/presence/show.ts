/** What counts of players online look like. */
import { facts, section } from "../operation/show/Shown.ts"
import type { OnlineCounts } from "./schema.ts"

type Counts = typeof OnlineCounts.Encoded

const sumOf = ({ bounded, invisible, players_online: total }: Counts): string => {
  const hidden = invisible === 0 ? "" : `, ${invisible} of them invisible`
  return `${bounded ? "at least " : ""}${total} player${total === 1 ? "" : "s"} online${hidden}`
}

/** Players online by platform. */
export const onlineFacts = facts<Counts>([
  { says: sumOf },
  section<Counts, Counts["platforms"][number]>({
    rows: ({ platforms }) => platforms,
    columns: [
      { name: "platform", kind: "label", of: ({ platform }) => platform },
      { name: "online", kind: "count", of: ({ online }) => online },
      { name: "away", kind: "count", of: ({ away }) => away },
      { name: "invisible", kind: "count", of: ({ invisible }) => invisible },
    ],
  }),
])
