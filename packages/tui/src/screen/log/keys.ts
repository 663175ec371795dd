/** The keys of the log. */
import { HAPPENING_KINDS } from "@garrison/core/happening/kinds"
import type { Binding } from "../../binding.ts"
import { filterBindings, walkBindings } from "../../part/table/keys.ts"
import { KIND_WORDS, type LogAction, type LogState } from "./state.ts"

/** The bindings of the log. */
export const logBindings: ReadonlyArray<Binding<LogState, LogAction>> = [
  ...walkBindings,
  ...filterBindings,
  { action: "lead", keys: ["enter"], sentence: "Open the player, the order or the act of the row", word: "open" },
  { action: "player", keys: ["o"], sentence: "Open the player of the row" },
  { action: "pause", keys: ["p"], sentence: "Stop the log, or let it go on", word: "pause" },
  { action: "every", keys: ["0"], sentence: "Show every kind", word: "all kinds" },
  ...HAPPENING_KINDS.map((kind, at) => ({
    action: `kind ${kind}` as const,
    keys: [String(at + 1)],
    sentence: `Show ${KIND_WORDS[kind]}, or no longer`,
  })),
  { action: "reload", keys: ["ctrl+r"], sentence: "Begin anew with the newest", operation: "happening.list" },
]
