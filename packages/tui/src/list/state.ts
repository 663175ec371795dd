/**
 * What becomes of a list at each event. Pages are asked for as they come near, so that a million rows cost no more than
 * those that are drawn.
 */
import type { OperationAnswer, OperationName } from "../operation.ts"
import { isTableAction } from "../part/table/keys.ts"
import {
  asking,
  chosenRows,
  currentRow,
  isOtherQuestion,
  openTable,
  refreshedTable,
  refusedTable,
  resizedTable,
  restartedTable,
  type TableState,
  typedInTable,
  updateTable,
  withAllRows,
  withNextPage,
} from "../part/table/state.ts"
import { answerTo, type Params, type Request, type ScreenEvent, type Size, type Step, step } from "../Screen.ts"
import { type Lead, type ListAct, type ListState, type MadeList, rowIn } from "./List.ts"
import { placesOf } from "./size.ts"

/** How long a search waits for the next character, in milliseconds. */
const TYPING_MILLIS = 120

/** Pages without a row that are asked for one after the other before the operator is asked to go on. */
const EMPTY_PAGES_MAX = 200

/** The name of the second question. */
const ABOUT = "about"

/** What is asked for now, without the page; or why nothing can be asked for. */
export const questionOf = <Row>(list: MadeList<Row>, { filters, params, table }: ListState<Row>) => {
  const found = list.search?.conditions(table.filter) ?? { input: {} }
  if ("problem" in found) return found
  const chosen = Object.entries(filters).filter(
    ([name, choice]) => choice !== undefined && list.filters?.[name]?.keeps === undefined,
  )
  return { input: { ...list.asks.input?.(params), ...Object.fromEntries(chosen), ...found.input } }
}

const asked = <Row>({ asks: { operation }, name }: MadeList<Row>, input: object, delayMillis?: number): Request => ({
  type: "ask",
  ask: name,
  operation,
  input,
  ...(delayMillis !== undefined && { delayMillis }),
})

const refusedBy = <Row>(state: ListState<Row>, problem: string): Step<ListState<Row>> =>
  step({ ...state, table: refusedTable(state.table, { code: "invalid_input", message: problem }) })

/** Asks for the page that is wanted now, if one is. */
const going = <Row>(list: MadeList<Row>, state: ListState<Row>, delayMillis?: number): Step<ListState<Row>> => {
  const { pages } = list.asks
  if (pages === undefined) return step(state)
  const question = questionOf(list, state)
  if ("problem" in question) return refusedBy(state, question.problem)
  if (state.emptyPages >= EMPTY_PAGES_MAX) return step(state)
  const wanted = asking(state.table)
  if (wanted === undefined) return step(state)
  const after = wanted.page.cursor ?? state.start
  const page = { ...(pages.limit !== undefined && { limit: pages.limit }), ...(after !== undefined && { after }) }
  return step({ ...state, table: wanted.state }, asked(list, { ...question.input, ...page }, delayMillis))
}

/** Asks for all rows, of a list that comes as a whole. */
const whole = <Row>(list: MadeList<Row>, state: ListState<Row>): Step<ListState<Row>> => {
  const question = questionOf(list, state)
  return "problem" in question ? refusedBy(state, question.problem) : step(state, asked(list, question.input))
}

/** Asks again for what is shown. */
const again = <Row>(list: MadeList<Row>, state: ListState<Row>): Step<ListState<Row>> =>
  list.asks.pages === undefined
    ? whole(list, state)
    : going(list, { ...state, table: refreshedTable(state.table), emptyPages: 0 })

/** Asks for other rows, from their beginning. */
const anew = <Row>(list: MadeList<Row>, state: ListState<Row>, delayMillis?: number): Step<ListState<Row>> =>
  list.asks.pages === undefined
    ? whole(list, state)
    : going(list, { ...state, table: restartedTable(state.table), start: undefined, emptyPages: 0 }, delayMillis)

/** The list as it opens. */
export const openList = <Row>(list: MadeList<Row>, params: Params, size: Size): Step<ListState<Row>> => {
  const filters = Object.entries(list.filters ?? {}).map(([name, { choices }]) => {
    const given = params[name]
    return [name, choices.includes(given) ? given : choices[0]] as const
  })
  const table = openTable(list.kind, placesOf(list, size).table.rows)
  const state = {
    params,
    filters: Object.fromEntries(filters),
    table: { ...table, filter: (list.sought === undefined ? undefined : params[list.sought]) ?? "" },
    rows: [],
    start: list.asks.pages?.start?.(params),
    emptyPages: 0,
    about: undefined,
    size,
  }
  const { requests, state: opened } = list.asks.pages === undefined ? whole(list, state) : going(list, state)
  const about = list.about && { type: "ask" as const, ask: ABOUT, operation: list.about.operation }
  return step(opened, ...(about ? [{ ...about, input: list.about?.input(params) ?? {} }] : []), ...requests)
}

/** All rows that the filters leave. */
const withRows = <Row>(list: MadeList<Row>, state: ListState<Row>): ListState<Row> => {
  const local = Object.entries(list.filters ?? {})
  const rows = state.rows.filter((row) =>
    local.every(([name, { keeps }]) => keeps === undefined || keeps(row, state.filters[name])),
  )
  return { ...state, table: withAllRows(list.kind, state.table, rows) }
}

/** The list after a key or a text of its table. */
const changed = <Row>(list: MadeList<Row>, state: ListState<Row>, table: TableState<Row>): Step<ListState<Row>> =>
  list.asks.pages !== undefined && isOtherQuestion(state.table, table)
    ? anew(list, { ...state, table }, TYPING_MILLIS)
    : going(list, { ...state, table, emptyPages: 0 })

/** The rows that an act is for. */
export const actedOn = <Row>(
  { kind, subject }: MadeList<Row>,
  { isOfOne }: Pick<ListAct<Row>, "isOfOne">,
  { table }: ListState<Row>,
): ReadonlyArray<Row> => {
  const one = currentRow(table)
  const rows = isOfOne !== true ? chosenRows(kind, table) : one === undefined ? [] : [one]
  return subject?.only === undefined ? rows : rows.filter(subject.only.rows)
}

const revisionOf = (row: unknown): unknown =>
  typeof row === "object" && row !== null && "revision" in row ? row.revision : undefined

const wanted = <Row>(list: MadeList<Row>, act: ListAct<Row>, state: ListState<Row>): ReadonlyArray<Request> => {
  const { fields, given, on, operation } = act
  const shared = { type: "act", operation, ...(fields && { fields }) } as const
  if (on !== undefined) {
    const { input, subject } = on(state)
    return [{ ...shared, inputs: [input], subjects: subject === undefined ? [] : [subject] }]
  }
  const rows = actedOn(list, act, state)
  const { subject } = list
  if (rows.length === 0 || subject === undefined) return []
  const revisions = rows.map(revisionOf).filter((revision) => typeof revision === "number")
  return [
    {
      ...shared,
      inputs: rows.map((row) => ({ ...subject.input(row), ...given?.(row) })),
      subjects: rows.map((row) => subject.name(row)),
      ...(revisions.length === rows.length && { ifRevisions: revisions }),
    },
  ]
}

const led = <Row>(list: MadeList<Row>, state: ListState<Row>, { fromList, to }: Lead<Row>): Step<ListState<Row>> => {
  const row = rowIn(state)
  const target = fromList?.(state.params) ?? (row === undefined ? undefined : to?.(row))
  if (target?.type === "find") {
    return anew(list, {
      ...state,
      shown: undefined,
      table: { ...state.table, filter: target.words, typing: undefined },
    })
  }
  if (target !== undefined) return step(state, target)
  return row === undefined
    ? step(state)
    : step(state, { type: "say", text: `This ${list.one} leads nowhere.`, tone: "info" })
}

const filtered = <Row>(list: MadeList<Row>, state: ListState<Row>, name: string): Step<ListState<Row>> => {
  const { choices = [], keeps } = list.filters?.[name] ?? {}
  const choice = choices[(choices.indexOf(state.filters[name]) + 1) % choices.length]
  const chosen = { ...state, filters: { ...state.filters, [name]: choice } }
  return keeps === undefined ? anew(list, chosen) : step(withRows(list, chosen))
}

const acted = <Row>(list: MadeList<Row>, state: ListState<Row>, action: string): Step<ListState<Row>> => {
  if (isTableAction(action)) return changed(list, state, updateTable(list.kind, state.table, action))
  if (action === "reload") return again(list, state)
  const act = list.acts?.[action]
  if (act !== undefined) return step(state, ...wanted(list, act, state))
  const lead = list.open?.[action]
  return lead === undefined ? filtered(list, state, action) : led(list, state, lead)
}

const markerIn = (answer: unknown): string | undefined =>
  typeof answer === "object" && answer !== null && "next" in answer && typeof answer.next === "string"
    ? answer.next
    : undefined

const answered = <Row>(
  list: MadeList<Row>,
  state: ListState<Row>,
  answer: OperationAnswer<OperationName>,
): Step<ListState<Row>> => {
  const { columns } = list
  const question = questionOf(list, state)
  const rows = columns
    .rows(answer, "input" in question ? question.input : {})
    .map((row) => columns.told?.(row, answer) ?? row)
  if (list.asks.pages === undefined) return step(withRows(list, { ...state, rows }))
  const table = withNextPage(state.table, { rows, next: markerIn(answer) })
  return going(list, { ...state, table, emptyPages: rows.length === 0 ? state.emptyPages + 1 : 0 })
}

/** The list after an event. */
export const updateList = <Row>(
  list: MadeList<Row>,
  state: ListState<Row>,
  event: ScreenEvent,
): Step<ListState<Row>> => {
  switch (event.type) {
    case "action":
      return acted(list, state, event.action)
    case "text":
      return changed(list, state, typedInTable(list.kind, state.table, event.text))
    case "answered":
      return event.ask === ABOUT
        ? step({ ...state, about: event.answer })
        : answered(list, state, answerTo(list.asks.operation, event))
    case "refused":
      // A refusal of the second question leaves the rows as they are.
      return event.ask === ABOUT ? step(state) : step({ ...state, table: refusedTable(state.table, event.refusal) })
    case "resized": {
      const table = resizedTable(list.kind, state.table, placesOf(list, event.size).table.rows)
      return going(list, { ...state, size: event.size, table })
    }
    case "changed":
      return again(list, state)
    case "ticked":
      return step(state)
  }
}
