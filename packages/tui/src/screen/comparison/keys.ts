/** The keys of the screen of a comparison. */
import { actKeys } from "../../actKeys.ts"
import type { Binding } from "../../binding.ts"
import { sheetsBindings } from "../../part/sheets/keys.ts"
import { comparisonSheets } from "./lines.ts"
import { type ComparisonAction, type ComparisonState, servedBy, whyNotLed } from "./state.ts"

const whyNotServed = (state: ComparisonState): string | undefined => {
  const act = servedBy(state)
  return typeof act === "string" ? act : undefined
}

/** The bindings of the screen of a comparison. */
export const comparisonBindings: ReadonlyArray<Binding<ComparisonState, ComparisonAction>> = [
  {
    action: "follow",
    keys: ["enter"],
    sentence: "Show the entry that the row is about",
    word: "show",
    unusable: whyNotLed,
  },
  ...sheetsBindings(comparisonSheets.map(({ title }) => title)),
  { action: "turnRound", keys: ["x"], sentence: "Compare the other way round", word: "turn round" },
  { action: "withOdds", keys: ["o"], sentence: "Compare the odds too, which can take seconds", word: "odds" },
  {
    action: "republish",
    keys: [actKeys.republish],
    sentence: "Serve the version that is compared to, so that this comes to pass",
    word: "serve it",
    operation: "catalog.republish",
    unusable: whyNotServed,
  },
  { action: "reload", keys: ["ctrl+r"], sentence: "Ask again", operation: "catalog.diff" },
]
