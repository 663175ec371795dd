/** What `garrison player prunable` does: counts what a pruning of anonymous players would delete. */
import { countPrunable } from "@garrison/core/player/operations/countPrunable"
import * as Effect from "effect/Effect"
import { withDatabase } from "../local.ts"
import { tellingFields } from "../operate.ts"
import { present, whileProgressing } from "../output/print.ts"
import { operatorAct } from "./operator.ts"

interface PrunableInput {
  readonly days: number
  readonly json: boolean
}

const counted = (count: number): string => count.toLocaleString("en")

/** Goes through all players, part by part. */
const countAll = (days: number) =>
  whileProgressing((show) =>
    Effect.gen(function* () {
      const total = { old: 0, prunable: 0 }
      for (let after: number | null = 0; after !== null;) {
        const input: { readonly days: number; readonly after: number } = { days, after }
        const part: { readonly old: number; readonly prunable: number; readonly next: number | null } =
          yield* countPrunable.run(input, operatorAct())
        total.old += part.old
        total.prunable += part.prunable
        after = part.next
        show(`${counted(total.prunable)} of ${counted(total.old)} anonymous players so far …`)
      }
      return total
    }),
  )

/** Counts the anonymous players that the setting anonymousPruneDays would delete with this many days. */
export const showPrunable = Effect.fn("Player.prunable")(function* ({ days, json }: PrunableInput) {
  const work = Effect.flatMap(countPrunable.decode({ days }), () => withDatabase("read", countAll(days)))
  const total = yield* tellingFields(countPrunable.name)(work)
  yield* present(json, { days, ...total }, () =>
    [
      `${counted(total.prunable)} of ${counted(total.old)} anonymous players that are older than ${days} days never came back, and nothing keeps them.`,
      `Nothing was deleted. The setting anonymousPruneDays=${days} deletes them, and those to come.`,
    ].join("\n"),
  )
})
