/** What a log of what happened looks like. */
import { type Column, facts, list, type Tone } from "../operation/show/Shown.ts"
import type { HappeningKind, HappeningView } from "./schema.ts"
import { whatOf, whoOf } from "./words.ts"

type Happening = typeof HappeningView.Encoded

/** How the kinds are called in a log. */
export const KIND_WORDS: Readonly<Record<HappeningKind, string>> = {
  login: "login",
  login_refused: "refused login",
  security_event: "security",
  machine_login: "machine login",
  order: "order",
  act: "act",
  act_refused: "refused act",
}

const TONES: Readonly<Record<HappeningKind, Tone | undefined>> = {
  login: "good",
  login_refused: "warning",
  security_event: "bad",
  machine_login: "dim",
  order: undefined,
  act: "accent",
  act_refused: "bad",
}

const columns: ReadonlyArray<Column<Happening>> = [
  { name: "time", kind: "moment", min: 19, ideal: 19, priority: 2, of: ({ time }) => time },
  {
    name: "kind",
    kind: "label",
    min: 13,
    ideal: 13,
    priority: 1,
    of: ({ kind }) => KIND_WORDS[kind],
    tone: ({ kind }) => TONES[kind],
  },
  { name: "who", kind: "text", min: 10, ideal: 24, priority: 3, of: whoOf },
  { name: "what", kind: "text", min: 16, ideal: 40, priority: 4, grows: true, of: whatOf },
]

/** What happened. */
export const happeningList = list({
  rows: ({ happenings }: { readonly happenings: ReadonlyArray<Happening> }) => happenings,
  columns,
  empty: "Nothing of these kinds has happened.",
})

/** One thing that happened. */
export const happeningFacts = facts<Happening>([
  ...columns,
  { name: "id", kind: "id", of: ({ id }) => id },
  { name: "player_uuid", kind: "id", of: ({ player_uuid: player }) => player },
  { name: "client", kind: "text", of: ({ client_id: client }) => client },
  { name: "address", kind: "label", of: ({ address }) => address },
])
