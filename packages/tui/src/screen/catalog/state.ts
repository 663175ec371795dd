/** The catalog, a list for each kind of entries, and its versions: state and reducer. */
import {
  isTypingInSheets,
  lineAtCursor,
  openSheets,
  resizedSheets,
  type SheetsAction,
  type SheetsState,
  shownSheet,
  shownTable,
  tableOfSheet,
  typedInSheets,
  updateSheets,
  withLines,
  withRefusal,
  withTable,
} from "../../part/sheets/state.ts"
import { isSheetsAction } from "../../part/sheets/keys.ts"
import { asking, isOtherQuestion, refreshedTable, restartedTable, withNextPage } from "../../part/table/state.ts"
import { answerTo, ask, type Params, type Request, type ScreenEvent, type Size, type Step, step } from "../../Screen.ts"
import { isKind, openOf, versionIn } from "../entry/reference.ts"
import {
  catalogSheets,
  type CatalogVersion,
  entryLine,
  promotionLine,
  PROMOTIONS,
  VERSIONS,
  versionLine,
} from "./lines.ts"
import { pairOf, publishing, republishing } from "./versions.ts"

/** What the screen of the catalog does at a key. */
export type CatalogAction = SheetsAction | "open" | "useCurrent" | "compare" | "republish" | "publish" | "reload"

/** What the screen of the catalog shows. */
export interface CatalogState {
  readonly sheets: SheetsState
  /** The version that is looked at; undefined: the current one. */
  readonly version: number | undefined
  /** The version that the last answer was of. */
  readonly seen: number | undefined
  /** The player whose odds entries show; undefined: those of a player without items. */
  readonly player: string | undefined
  readonly versions: ReadonlyArray<CatalogVersion>
  /** The tabs that are to be asked for when they are shown, of those that come whole. */
  readonly old: ReadonlySet<string>
}

/** The line above the tabs: which version is looked at. */
const HEAD_LINES = 1
/** Entries that are asked for at once. */
const PAGE = 100
/** How long a question waits for the next character, in milliseconds. */
const TYPING_MILLIS = 150

const linesOf = ({ rows }: Size): number => rows - HEAD_LINES

const whole: ReadonlySet<string> = new Set([PROMOTIONS, VERSIONS])

/** Asks for what the shown tab lacks. */
const going = (state: CatalogState, delayMillis?: number): Step<CatalogState> => {
  const name = shownSheet(state.sheets)?.name ?? ""
  if (state.old.has(name)) {
    const old = new Set(Array.from(state.old).filter((one) => one !== name))
    const question = name === VERSIONS ? "catalog.listVersions" : "catalog.listPromotions"
    return step({ ...state, old }, ask(name, question, {}))
  }
  const table = shownTable(state.sheets)
  const page = table && asking(table)
  if (page === undefined || !isKind(name)) return step(state)
  const { cursor: after } = page.page
  const find = page.state.filter.trim()
  const input = {
    kind: name,
    limit: PAGE,
    ...(state.version !== undefined && { version: state.version }),
    ...(find !== "" && { find }),
    ...(after !== undefined && { after }),
  }
  const sheets = withTable(state.sheets, name, () => page.state)
  return step({ ...state, sheets }, ask(name, "catalog.browse", input, delayMillis))
}

/** The screen as it opens; `tab` names the tab. */
export const openCatalog = (
  { player_uuid: player, tab = "", version }: Params,
  { size }: { readonly size: Size },
): Step<CatalogState> => {
  const sheets = openSheets(catalogSheets, linesOf(size))
  const at = Math.max(
    0,
    catalogSheets.findIndex(({ name }) => name === tab),
  )
  const number = versionIn(version)
  return going({ sheets: { ...sheets, at }, version: number, seen: undefined, player, versions: [], old: whole })
}

/** The name of the shown tab. */
export const tabOf = ({ sheets }: CatalogState): string => shownSheet(sheets)?.name ?? ""

/** The version at the cursor; undefined: the shown tab is another. */
export const versionAt = (state: CatalogState): number | undefined => {
  const line = lineAtCursor(state.sheets)
  return tabOf(state) === VERSIONS && line !== undefined ? Number(line.id) : undefined
}

/** The two versions that are to be compared, or why there are none. */
export const comparedBy = (state: CatalogState) =>
  tabOf(state) === VERSIONS
    ? pairOf(state.versions, shownTable(state.sheets)?.marked ?? new Set(), lineAtCursor(state.sheets)?.id)
    : NOT_HERE

/** Why a key of versions does nothing on another tab. */
export const NOT_HERE = "Go to the tab Versions first."

/** The act that serves the version at the cursor again, or why it cannot be. */
export const republishedBy = (state: CatalogState) =>
  tabOf(state) === VERSIONS ? republishing(state.versions, versionAt(state)) : NOT_HERE

/** Everything of another version, from the first tab on. */
const lookingAt = (state: CatalogState, version: number | undefined): Step<CatalogState> => {
  const sheets = catalogSheets.reduce(
    (so, { name }) => (whole.has(name) ? so : withTable(so, name, restartedTable)),
    state.sheets,
  )
  return going({ ...state, version, seen: undefined, sheets: { ...sheets, at: 0 } })
}

const opened = (state: CatalogState): Step<CatalogState> => {
  const version = versionAt(state)
  if (version !== undefined) return lookingAt(state, version)
  const row = lineAtCursor(state.sheets)?.row
  if (row === undefined) return step(state)
  // The list of promotions is that of the current version, whatever is looked at.
  const looking = tabOf(state) === PROMOTIONS ? { ...state, version: undefined } : state
  const request = openOf(row, looking)
  return request === undefined ? step(state) : step(state, request)
}

const wanted = (state: CatalogState, request: Request | string): Step<CatalogState> =>
  typeof request === "string" ? step(state) : step(state, request)

const compared = (state: CatalogState): Step<CatalogState> => {
  const pair = comparedBy(state)
  if (typeof pair === "string") return step(state)
  const params = { from: String(pair.from), to: String(pair.to) }
  return step(state, { type: "open", screen: "comparison", params })
}

/** The sheets after a key or a text: another filter is another question. */
const changed = (state: CatalogState, sheets: SheetsState): Step<CatalogState> => {
  const name = tabOf(state)
  const [before, after] = [tableOfSheet(state.sheets, name), tableOfSheet(sheets, name)]
  if (before === undefined || after === undefined || whole.has(name) || !isOtherQuestion(before, after)) {
    return going({ ...state, sheets })
  }
  return going({ ...state, sheets: withTable(sheets, name, restartedTable) }, TYPING_MILLIS)
}

/** What is shown may be old: all of it is asked for again when it is shown. */
const refreshed = (state: CatalogState): Step<CatalogState> => {
  const sheets = catalogSheets.reduce((so, { name }) => withTable(so, name, refreshedTable), state.sheets)
  return going({ ...state, sheets, old: whole })
}

const acted = (state: CatalogState, action: CatalogAction): Step<CatalogState> => {
  if (isSheetsAction(action)) return changed(state, updateSheets(state.sheets, action))
  switch (action) {
    case "open":
      return opened(state)
    case "useCurrent":
      return lookingAt(state, undefined)
    case "compare":
      return compared(state)
    case "republish":
      return wanted(state, republishedBy(state))
    case "publish":
      return step(state, publishing(state.versions))
    case "reload":
      return refreshed(state)
  }
}

const answered = (state: CatalogState, event: { readonly ask: string; readonly answer: unknown }): CatalogState => {
  if (event.ask === VERSIONS) {
    const { versions } = answerTo("catalog.listVersions", event)
    return { ...state, versions, sheets: withLines(state.sheets, VERSIONS, versions.map(versionLine)) }
  }
  if (event.ask === PROMOTIONS) {
    const { promotions } = answerTo("catalog.listPromotions", event)
    return { ...state, sheets: withLines(state.sheets, PROMOTIONS, promotions.map(promotionLine)) }
  }
  const { entries, next, version } = answerTo("catalog.browse", event)
  const page = { rows: entries.map(entryLine), next: next ?? undefined }
  return { ...state, seen: version, sheets: withTable(state.sheets, event.ask, (table) => withNextPage(table, page)) }
}

/** Whether a filter is being typed. */
export const isTypingInCatalog = ({ sheets }: CatalogState): boolean => isTypingInSheets(sheets)

/** The screen after an event. */
export const updateCatalog = (state: CatalogState, event: ScreenEvent<CatalogAction>): Step<CatalogState> => {
  switch (event.type) {
    case "action":
      return acted(state, event.action)
    case "text":
      return changed(state, typedInSheets(state.sheets, event.text))
    case "answered":
      return going(answered(state, event))
    case "refused":
      return step({ ...state, sheets: withRefusal(state.sheets, event.ask, event.refusal) })
    case "resized":
      return going({ ...state, sheets: resizedSheets(state.sheets, linesOf(event.size)) })
    case "changed":
      return refreshed(state)
    case "ticked":
      return step(state)
  }
}
