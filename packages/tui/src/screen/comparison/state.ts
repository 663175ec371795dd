/** Two versions of the catalog compared: state and reducer. The later state can be served from here. */
import type { RefusalJson } from "@garrison/core/operation/refusal"
import { isSheetsAction } from "../../part/sheets/keys.ts"
import {
  lineAtCursor,
  openSheets,
  resizedSheets,
  type SheetsAction,
  type SheetsState,
  typedInSheets,
  updateSheets,
  withLines,
} from "../../part/sheets/state.ts"
import { answerTo, ask, type Params, type Request, type ScreenEvent, type Size, type Step, step } from "../../Screen.ts"
import type { CatalogVersion } from "../catalog/lines.ts"
import { republishing } from "../catalog/versions.ts"
import { openOf, versionIn } from "../entry/reference.ts"
import { type Comparison, comparisonSheets, linesOfComparison } from "./lines.ts"

/** What the screen of a comparison does at a key. */
export type ComparisonAction = SheetsAction | "follow" | "turnRound" | "withOdds" | "republish" | "reload"

/** What the screen of a comparison shows. */
export interface ComparisonState {
  readonly from: number
  /** undefined: the current version. */
  readonly to: number | undefined
  readonly hasOdds: boolean
  readonly found: Comparison | undefined
  readonly refusal: RefusalJson | undefined
  readonly versions: ReadonlyArray<CatalogVersion>
  readonly sheets: SheetsState
}

/** Lines above the sheets: what is compared, and how much differs. */
const HEAD_LINES = 3

const linesFor = ({ rows }: Size): number => rows - HEAD_LINES

const asks = ({ from, hasOdds, to }: ComparisonState): ReadonlyArray<Request> => [
  ask("comparison", "catalog.diff", {
    from,
    ...(to !== undefined && { to }),
    ...(hasOdds && { odds: true }),
  }),
  ask("versions", "catalog.listVersions", {}),
]

const unknown = (state: ComparisonState): ComparisonState => ({ ...state, found: undefined, refusal: undefined })

/** The screen as it opens. */
export const openComparison = ({ from, to }: Params, { size }: { readonly size: Size }): Step<ComparisonState> => {
  const state: ComparisonState = {
    from: versionIn(from) ?? 1,
    to: versionIn(to),
    hasOdds: false,
    found: undefined,
    refusal: undefined,
    versions: [],
    sheets: openSheets(comparisonSheets, linesFor(size)),
  }
  return step(state, ...asks(state))
}

/** The later state that was compared; undefined: not known yet. */
export const comparedTo = ({ found, to }: ComparisonState): number | undefined => found?.to ?? to

/** The act that serves the version that was compared to, or why it cannot be. */
export const servedBy = (state: ComparisonState) => republishing(state.versions, comparedTo(state))

/** Where the row at the cursor leads: to the entry as it is after the change, or was where it is gone. */
const leadOf = (state: ComparisonState): Request | undefined => {
  const row = lineAtCursor(state.sheets)?.row
  const version = row?.["change"] === "removed" ? state.from : comparedTo(state)
  return row && openOf(row, { version, player: undefined })
}

/** Why the row at the cursor leads nowhere; undefined: it leads to an entry. */
export const whyNotLed = (state: ComparisonState): string | undefined =>
  leadOf(state) === undefined ? "This row leads nowhere." : undefined

const again = (state: ComparisonState): Step<ComparisonState> => step(state, ...asks(state))

const wanted = (state: ComparisonState, request: Request | string | undefined): Step<ComparisonState> =>
  request === undefined || typeof request === "string" ? step(state) : step(state, request)

const acted = (state: ComparisonState, action: ComparisonAction): Step<ComparisonState> => {
  if (isSheetsAction(action)) return step({ ...state, sheets: updateSheets(state.sheets, action) })
  switch (action) {
    case "follow":
      return wanted(state, leadOf(state))
    case "turnRound": {
      const from = comparedTo(state)
      return from === undefined ? step(state) : again(unknown({ ...state, from, to: state.from }))
    }
    case "withOdds":
      return again({ ...state, hasOdds: true })
    case "republish":
      return wanted(state, servedBy(state))
    case "reload":
      return again(state)
  }
}

const answered = (
  state: ComparisonState,
  event: { readonly ask: string; readonly answer: unknown },
): ComparisonState => {
  if (event.ask === "versions") return { ...state, versions: answerTo("catalog.listVersions", event).versions }
  const found = answerTo("catalog.diff", event)
  const sheets = Object.entries(linesOfComparison(found)).reduce(
    (so, [name, lines]) => withLines(so, name, lines),
    state.sheets,
  )
  return { ...state, found, refusal: undefined, sheets }
}

/** The screen after an event. */
export const updateComparison = (
  state: ComparisonState,
  event: ScreenEvent<ComparisonAction>,
): Step<ComparisonState> => {
  switch (event.type) {
    case "action":
      return acted(state, event.action)
    case "text":
      return step({ ...state, sheets: typedInSheets(state.sheets, event.text) })
    case "answered":
      return step(answered(state, event))
    case "refused":
      // Without the list of versions nothing can be served from here, and all else stands.
      return step(event.ask === "versions" ? state : { ...state, refusal: event.refusal })
    case "resized":
      return step({ ...state, sheets: resizedSheets(state.sheets, linesFor(event.size)) })
    case "changed":
      return again(state)
    case "ticked":
      return step(state)
  }
}
