/** One entry of the catalog: what it is, what it costs and gives, and who leads to it. State and reducer. */
import type { RefusalJson } from "@garrison/core/operation/refusal"
import type { OperationAnswer } from "../../operation.ts"
import { isSheetsAction } from "../../part/sheets/keys.ts"
import {
  isTypingInSheets,
  lineAtCursor,
  openSheets,
  resizedSheets,
  type SheetsAction,
  type SheetsState,
  shownSheet,
  typedInSheets,
  updateSheets,
  withLines,
  withRefusal,
} from "../../part/sheets/state.ts"
import { emptyText, type TextInputState, typedText, updateTextInput } from "../../part/textInput/state.ts"
import { answerTo, ask, type Ask, type Params, type ScreenEvent, type Size, type Step, step } from "../../Screen.ts"
import { entrySheets, linesOfEntry, type Odds, conditionLines, oddsLines, type ShownEntry } from "./lines.ts"
import { type EntryKind, isKind, type Looking, openOf, versionIn } from "./reference.ts"

/** What the screen of an entry does at a key. */
export type EntryAction = SheetsAction | "follow" | "forPlayer" | "inVersion" | "reload"

type Promotion = OperationAnswer<"catalog.listPromotions">["promotions"][number]

/** What is asked for in a line: a player, or a version. */
export type Question = "player" | "version"

/** What the screen of an entry shows. */
export interface EntryState extends Looking {
  /** What it was opened with: an id or a name. */
  readonly wanted: string
  readonly kind: EntryKind | undefined
  readonly size: Size
  readonly entry: ShownEntry | undefined
  readonly refusal: RefusalJson | undefined
  /** undefined: nobody looked at them yet. */
  readonly odds: "asked" | Odds | "none" | undefined
  /** Names of items by id, for the odds. */
  readonly names: ReadonlyMap<string, string>
  /** How often names may still be asked for. */
  readonly namePagesLeft: number
  /** The promotion with its uses, where the entry is one of the current catalog. */
  readonly promotion: Promotion | undefined
  readonly sheets: SheetsState
  /** The line that is being typed; undefined: none. */
  readonly typing: { readonly question: Question; readonly line: TextInputState } | undefined
}

/** Lines for facts above the sheets, and the line that is typed or says what is wrong. */
export const FACT_LINES = 8
const HEAD_LINES = FACT_LINES + 1
/** Items whose names are asked for at once, and how often for the odds of one loot. */
const NAMES_PAGE = 1000
const NAME_PAGES_MAX = 20

const linesFor = ({ rows }: Size): number => rows - HEAD_LINES

const inputOf = ({ kind, version, wanted }: EntryState) => ({
  id: wanted,
  ...(kind !== undefined && { kind }),
  ...(version !== undefined && { version }),
})

const entryAsk = (state: EntryState): Ask => ask("entry", "catalog.showEntry", inputOf(state))

/** The screen as it opens. */
export const openEntry = (
  { id = "", kind, player_uuid: player, version }: Params,
  { size }: { readonly size: Size },
): Step<EntryState> => {
  const known = isKind(kind) ? kind : undefined
  const state: EntryState = {
    wanted: id,
    kind: known,
    version: versionIn(version),
    player,
    size,
    entry: undefined,
    refusal: undefined,
    odds: undefined,
    names: new Map(),
    namePagesLeft: NAME_PAGES_MAX,
    promotion: undefined,
    sheets: openSheets(entrySheets[known ?? "item"], linesFor(size)),
    typing: undefined,
  }
  return step(state, entryAsk(state))
}

/** A player's uuid, or what a player owns who is made up: `key=1,995=3`. */
const whoseOdds = (player: string | undefined): { readonly player_uuid?: string; readonly owning?: string } => {
  if (player === undefined) return {}
  return player.includes("=") ? { owning: player } : { player_uuid: player }
}

/** Asks for the odds where they are shown and not known. They can take seconds, so nobody else pays for them. */
const withOdds = (state: EntryState): Step<EntryState> => {
  const shown = shownSheet(state.sheets)?.name
  if ((shown !== "odds" && shown !== "conditions") || state.entry?.kind !== "loot" || state.odds !== undefined) {
    return step(state)
  }
  const input = {
    ...inputOf(state),
    id: state.entry.id,
    kind: state.entry.kind,
    odds: true,
    ...whoseOdds(state.player),
  }
  return step({ ...state, odds: "asked" }, ask("odds", "catalog.showEntry", input))
}

const withEntry = (state: EntryState, entry: ShownEntry): Step<EntryState> => {
  const isSame = state.sheets.sheets === entrySheets[entry.kind]
  const begun = isSame ? state.sheets : openSheets(entrySheets[entry.kind], linesFor(state.size))
  const sheets = Object.entries(linesOfEntry(entry)).reduce((so, [name, lines]) => withLines(so, name, lines), begun)
  const { requests, state: next } = withOdds({ ...state, entry, kind: entry.kind, refusal: undefined, sheets })
  const uses =
    entry.kind === "promotion" && state.version === undefined ? [ask("promotions", "catalog.listPromotions", {})] : []
  return step(next, ...requests, ...uses)
}

const drawnOdds = (state: EntryState): EntryState => {
  const { names, odds, sheets } = state
  if (odds === undefined || odds === "asked") return state
  const drawn = withLines(sheets, "odds", odds === "none" ? [] : oddsLines(odds, names))
  return { ...state, sheets: withLines(drawn, "conditions", odds === "none" ? [] : conditionLines(odds, names)) }
}

/** Asks for names of items from the first unknown one on. `after` is the id that the last answer came to. */
const withNames = (state: EntryState, after: number): Step<EntryState> => {
  const { names, namePagesLeft, odds, version } = state
  if (odds === undefined || typeof odds === "string" || namePagesLeft === 0) return step(state)
  const known = [...odds.items, ...(odds.conditional ?? [])].map(({ item_id: id }) => id)
  const ids = Array.from(new Set(known)).filter((id) => id > after && !names.has(String(id)))
  if (ids.length === 0) return step(state)
  const input = {
    kind: "item" as const,
    limit: NAMES_PAGE,
    after: String(Math.min(...ids) - 1),
    ...(version !== undefined && { version }),
  }
  return step({ ...state, namePagesLeft: namePagesLeft - 1 }, ask("names", "catalog.browse", input))
}

const answered = (state: EntryState, event: { readonly ask: string; readonly answer: unknown }): Step<EntryState> => {
  switch (event.ask) {
    case "entry":
      return withEntry(state, answerTo("catalog.showEntry", event))
    case "odds": {
      const { odds = "none" as const } = answerTo("catalog.showEntry", event)
      return withNames(drawnOdds({ ...state, odds, namePagesLeft: NAME_PAGES_MAX }), -1)
    }
    case "names": {
      const { entries, next } = answerTo("catalog.browse", event)
      const found = entries.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name] as const]))
      const named = drawnOdds({ ...state, names: new Map([...state.names, ...found]) })
      return next === null ? step(named) : withNames(named, Number(next))
    }
    default: {
      const { promotions } = answerTo("catalog.listPromotions", event)
      return step({ ...state, promotion: promotions.find(({ code }) => code === state.entry?.id) })
    }
  }
}

const refused = (state: EntryState, name: string, refusal: RefusalJson): Step<EntryState> => {
  // Names and uses are an extra: without them ids are shown.
  if (name === "entry") return step({ ...state, refusal })
  return step(name === "odds" ? { ...state, odds: "none", sheets: withRefusal(state.sheets, "odds", refusal) } : state)
}

/** Everything again, with what is shown left as it is until the answer comes. */
const reloaded = (state: EntryState): Step<EntryState> =>
  // An answer on its way is that for another player or version.
  step(
    { ...state, odds: undefined },
    { type: "cancel", ask: "odds" },
    { type: "cancel", ask: "names" },
    entryAsk(state),
  )

const took = (state: EntryState, question: Question, text: string): Step<EntryState> => {
  const given = text === "" ? undefined : text
  const next: EntryState = { ...state, typing: undefined }
  if (question === "player") return reloaded({ ...next, player: given })
  const version = versionIn(given)
  if (given !== undefined && version === undefined) {
    return step(next, { type: "say", text: "A version is a number from 1 on.", tone: "bad" })
  }
  return reloaded({ ...next, version, names: new Map(), promotion: undefined })
}

const typed = (
  state: EntryState,
  { line, question }: NonNullable<EntryState["typing"]>,
  action: EntryAction,
): Step<EntryState> => {
  if (action === "filterCancel") return step({ ...state, typing: undefined })
  if (action === "filterAccept") return took(state, question, line.text.trim())
  switch (action) {
    case "textLeft":
    case "textRight":
    case "textStart":
    case "textEnd":
    case "textBack":
    case "textDelete":
    case "textBackWord":
    case "textClear":
      return step({ ...state, typing: { question, line: updateTextInput(line, action) } })
    default:
      return step(state)
  }
}

const asked = (state: EntryState, question: Question): Step<EntryState> => {
  const known = question === "player" ? state.player : state.version
  return step({ ...state, typing: { question, line: emptyText(known === undefined ? "" : String(known)) } })
}

/** Why the row at the cursor leads nowhere; undefined: it leads to an entry. */
export const whyNotFollowed = (state: EntryState): string | undefined => {
  const row = lineAtCursor(state.sheets)?.row
  return row === undefined || openOf(row, state) === undefined ? "This row leads nowhere." : undefined
}

const followed = (state: EntryState): Step<EntryState> => {
  const row = lineAtCursor(state.sheets)?.row
  const request = row && openOf(row, state)
  return request === undefined ? step(state) : step(state, request)
}

const acted = (state: EntryState, action: EntryAction): Step<EntryState> => {
  if (state.typing !== undefined) return typed(state, state.typing, action)
  if (isSheetsAction(action)) return withOdds({ ...state, sheets: updateSheets(state.sheets, action) })
  switch (action) {
    case "follow":
      return followed(state)
    case "forPlayer":
      return asked(state, "player")
    case "inVersion":
      return asked(state, "version")
    case "reload":
      return reloaded(state)
  }
}

const wroteText = (state: EntryState, text: string): EntryState =>
  state.typing === undefined
    ? { ...state, sheets: typedInSheets(state.sheets, text) }
    : { ...state, typing: { ...state.typing, line: typedText(state.typing.line, text) } }

/** Whether characters are text. */
export const isTypingInEntry = ({ sheets, typing }: EntryState): boolean =>
  typing !== undefined || isTypingInSheets(sheets)

/** The screen after an event. */
export const updateEntry = (state: EntryState, event: ScreenEvent<EntryAction>): Step<EntryState> => {
  switch (event.type) {
    case "action":
      return acted(state, event.action)
    case "text":
      return step(wroteText(state, event.text))
    case "answered":
      return answered(state, event)
    case "refused":
      return refused(state, event.ask, event.refusal)
    case "resized":
      return step({ ...state, size: event.size, sheets: resizedSheets(state.sheets, linesFor(event.size)) })
    case "changed":
      return reloaded(state)
    case "ticked":
      return step(state)
  }
}
