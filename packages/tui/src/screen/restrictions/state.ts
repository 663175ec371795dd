/** The restrictions of all players, in force or past: state and reducer. */
import { RESTRICTION_TYPES } from "@garrison/core/restriction/schema"
import type { OperationAnswer } from "../../operation.ts"
import { isTableAction, type TableAction } from "../../part/table/keys.ts"
import {
  asking,
  chosenRows,
  currentRow,
  openTable,
  refreshedTable,
  refusedTable,
  resizedTable,
  restartedTable,
  type TableKind,
  type TableState,
  updateTable,
  withNextPage,
} from "../../part/table/state.ts"
import { answerTo, ask, type Params, type Request, type ScreenEvent, type Size, type Step, step } from "../../Screen.ts"
import { minuteOf } from "../../part/time.ts"

/** What the screen of restrictions does at a key. */
export type RestrictionsAction = TableAction | "state" | "type" | "player" | "lift" | "extend" | "reload"

type Restriction = OperationAnswer<"restriction.list">["restrictions"][number]
type Type = (typeof RESTRICTION_TYPES)[number]

/** Rows that are asked for at once. */
const PAGE = 100
/** Lines above and under the table. */
const HEAD_LINES = 1
/** Lines for the restriction at the cursor. */
export const DETAIL_LINES = 4

const DAY_MILLIS = 24 * 60 * 60 * 1000

const endOf = ({ expiration, lifted }: Restriction): string => {
  if (lifted !== undefined) return `lifted ${minuteOf(lifted)}`
  return expiration === null ? "never" : minuteOf(expiration)
}

const endsSoon = ({ active, expiration }: Restriction, now: number): boolean =>
  active && expiration !== null && Date.parse(expiration) - now < DAY_MILLIS

/** The table of restrictions. */
export const restrictionsTable: TableKind<Restriction> = {
  id: (restriction) => `${restriction.restriction_id} ${restriction.player_uuid}`,
  empty: "There is no such restriction.",
  isPaged: true,
  columns: [
    {
      name: "player",
      title: "Player",
      min: 12,
      ideal: 24,
      priority: 1,
      text: (restriction) => restriction.display_name,
      sort: false,
    },
    {
      name: "type",
      title: "Type",
      min: 15,
      ideal: 24,
      priority: 2,
      text: ({ type }) => type,
      tone: ({ active }) => (active ? "bad" : "dim"),
      sort: false,
    },
    {
      name: "end",
      title: "Ends (UTC)",
      min: 16,
      ideal: 23,
      priority: 1,
      text: endOf,
      tone: (restriction, now) => (endsSoon(restriction, now) ? "warning" : undefined),
      sort: false,
    },
    { name: "issuer", title: "By", min: 8, ideal: 16, priority: 3, text: ({ issuer }) => issuer, sort: false },
    {
      name: "told",
      title: "Told",
      min: 16,
      ideal: 30,
      priority: 4,
      grows: true,
      text: ({ reason = "" }) => reason,
      sort: false,
    },
  ],
}

/** What the screen of restrictions shows. */
export interface RestrictionsState {
  readonly shows: "in_force" | "past"
  /** Undefined: every type. */
  readonly type: Type | undefined
  readonly table: TableState<Restriction>
}

/** Asks for the page that is wanted now, if one is. */
const asked = (state: RestrictionsState): Step<RestrictionsState> => {
  const wanted = asking(state.table)
  if (wanted === undefined) return step(state)
  const { cursor } = wanted.page
  const { shows, type } = state
  const input = {
    state: shows,
    limit: PAGE,
    ...(type !== undefined && { type }),
    ...(cursor !== undefined && { after: cursor }),
  }
  return step({ ...state, table: wanted.state }, ask("restrictions", "restriction.list", input))
}

const isType = (word: string | undefined): word is Type => RESTRICTION_TYPES.some((type) => type === word)

const linesOf = ({ rows }: Size): number => Math.max(3, rows - HEAD_LINES - DETAIL_LINES)

/** The screen as it opens; `type` and `state` may be words of the palette. */
export const openRestrictions = ({ state, type }: Params, size: Size): Step<RestrictionsState> =>
  asked({
    shows: state === "past" ? "past" : "in_force",
    type: isType(type) ? type : undefined,
    table: openTable(restrictionsTable, linesOf(size)),
  })

/** The restriction at the cursor. */
export const restrictionAt = ({ table }: RestrictionsState): Restriction | undefined => currentRow(table)

/** The restrictions that an act is for: those in force of the marked ones, or of the one at the cursor. */
const chosen = ({ table }: RestrictionsState): ReadonlyArray<Restriction> =>
  chosenRows(restrictionsTable, table).filter(({ active }) => active)

/** Why nothing can be lifted or extended; undefined: it can. */
export const whyNoAct = (state: RestrictionsState): string | undefined =>
  chosen(state).length === 0 ? "No restriction in force is chosen." : undefined

const wantAct = (
  state: RestrictionsState,
  operation: "restriction.lift" | "restriction.setEnd",
  fields: ReadonlyArray<string>,
): Request => {
  const rows = chosen(state)
  return {
    type: "act",
    operation,
    inputs: rows.map((row) => ({
      player_uuid: row.player_uuid,
      restriction_id: row.restriction_id,
      // The form begins with the end that stands.
      ...(fields.includes("expires_at") && row.expiration !== null && { expires_at: row.expiration }),
    })),
    subjects: rows.map((row) => row.display_name),
    fields,
  }
}

const restarted = (state: RestrictionsState): Step<RestrictionsState> =>
  asked({ ...state, table: restartedTable(state.table) })

/** Every type, then one after the other. */
const nextType = (type: Type | undefined): Type | undefined =>
  RESTRICTION_TYPES[type === undefined ? 0 : RESTRICTION_TYPES.indexOf(type) + 1]

const acted = (state: RestrictionsState, action: RestrictionsAction): Step<RestrictionsState> => {
  if (isTableAction(action)) return asked({ ...state, table: updateTable(restrictionsTable, state.table, action) })
  switch (action) {
    case "state":
      return restarted({ ...state, shows: state.shows === "past" ? "in_force" : "past" })
    case "type":
      return restarted({ ...state, type: nextType(state.type) })
    case "reload":
      return restarted(state)
    case "player": {
      const player = restrictionAt(state)?.player_uuid
      return player === undefined
        ? step(state)
        : step(state, { type: "open", screen: "player", params: { player_uuid: player } })
    }
    case "lift":
      return whyNoAct(state) === undefined ? step(state, wantAct(state, "restriction.lift", [])) : step(state)
    case "extend":
      return whyNoAct(state) === undefined
        ? step(state, wantAct(state, "restriction.setEnd", ["expires_at"]))
        : step(state)
  }
}

/** The screen after an event. */
export const updateRestrictions = (
  state: RestrictionsState,
  event: ScreenEvent<RestrictionsAction>,
): Step<RestrictionsState> => {
  switch (event.type) {
    case "action":
      return acted(state, event.action)
    case "answered": {
      const { next, restrictions } = answerTo("restriction.list", event)
      return asked({ ...state, table: withNextPage(state.table, { rows: restrictions, next: next ?? undefined }) })
    }
    case "refused":
      return step({ ...state, table: refusedTable(state.table, event.refusal) })
    case "resized":
      return asked({ ...state, table: resizedTable(restrictionsTable, state.table, linesOf(event.size)) })
    case "changed":
      return asked({ ...state, table: refreshedTable(state.table) })
    case "text":
    case "ticked":
      return step(state)
  }
}
