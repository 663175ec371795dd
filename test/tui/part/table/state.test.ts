/**
 * Tables: walking, marking, sorting and filtering as tables of cases; pages that come and are forgotten as properties,
 * so that a list of a million rows is walked through in bounded memory, every row at its place.
 */
import { assert, describe, it } from "@effect/vitest"
import { type Column, fittedColumns } from "@garrison/tui/part/table/columns"
import { isTableAction, tableBindings } from "@garrison/tui/part/table/keys"
import { type PagedRows, rowAt, rowCount } from "@garrison/tui/part/table/rows"
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
  type TableKind,
  type TableState,
  typedInTable,
  updateTable,
  withAllRows,
  withNextPage,
} from "@garrison/tui/part/table/state"
import * as FastCheck from "fast-check"
import { createElement } from "react"
import { Table } from "../../../../packages/tui/src/part/table/view.tsx"
import { plainTheme } from "../../../support/tui/driven.ts"
import { frameOf } from "../../../support/tui/frame.ts"

interface Row {
  readonly id: number
  readonly name: string
}

const kind: TableKind<Row> = {
  id: ({ id }) => String(id),
  empty: "There is nothing.",
  columns: [
    { name: "id", title: "Id", min: 4, ideal: 8, priority: 2, text: ({ id }) => String(id), sort: ({ id }) => id },
    { name: "name", title: "Name", min: 8, ideal: 20, priority: 1, grows: true, text: ({ name }) => name },
    { name: "note", title: "Note", min: 10, ideal: 30, priority: 3, text: () => "x", sort: false },
  ],
}

const paged: TableKind<Row> = { ...kind, isPaged: true }

const rowOf = (id: number): Row => ({ id, name: `name ${id}` })

const names = ["Éva", "bob", "Ada", "Zoë", "Émile"]
const whole = withAllRows(
  kind,
  openTable(kind, 12),
  names.map((name, id) => ({ id, name })),
)

const order = (state: TableState<Row>) =>
  Array.from({ length: rowCount(state.rows) }, (_, at) => rowAt(state.rows, at)?.name)

describe("a table of known rows", () => {
  it("sorts by each column in turn, turns round, and goes back to how rows came", () => {
    const byId = updateTable(kind, whole, "sort")
    assert.deepStrictEqual(order(byId), names)
    const byName = updateTable(kind, byId, "sort")
    assert.deepStrictEqual(order(byName), ["Ada", "bob", "Émile", "Éva", "Zoë"])
    assert.deepStrictEqual(order(updateTable(kind, byName, "turn")), ["Zoë", "Éva", "Émile", "bob", "Ada"])
    assert.deepStrictEqual(order(updateTable(kind, byName, "sort")), names)
  })

  it("filters without case and accents, and keeps the cursor on its row", () => {
    const at = updateTable(kind, updateTable(kind, whole, "bottom"), "filter")
    const typed = typedInTable(kind, at, "em")
    assert.deepStrictEqual(order(typed), ["Émile"])
    assert.strictEqual(currentRow(typed)?.name, "Émile")
    const gone = updateTable(kind, typed, "filterCancel")
    assert.strictEqual(currentRow(gone)?.name, "Émile")
    assert.strictEqual(gone.typing, undefined)
    const kept = updateTable(kind, updateTable(kind, typed, "textBack"), "filterAccept")
    assert.deepStrictEqual([kept.filter, kept.typing], ["e", undefined])
    assert.deepStrictEqual(order(kept), ["Éva", "Zoë", "Émile"])
  })

  it("marks rows and chooses them, or else the one at the cursor", () => {
    assert.deepStrictEqual(
      chosenRows(kind, whole).map(({ id }) => id),
      [0],
    )
    const two = ["mark", "mark"]
      .filter(isTableAction)
      .reduce((state, action) => updateTable(kind, state, action), whole)
    assert.deepStrictEqual(
      chosenRows(kind, two).map(({ id }) => id),
      [0, 1],
    )
    assert.strictEqual(two.cursor, 2)
    assert.strictEqual(chosenRows(kind, updateTable(kind, two, "markAll")).length, names.length)
    assert.strictEqual(updateTable(kind, two, "unmark").marked.size, 0)
    const without = withAllRows(kind, two, [{ id: 1, name: "bob" }])
    assert.deepStrictEqual(Array.from(without.marked), ["1"])
  })

  it("shows the cursor, within the rows, whatever is pressed", () => {
    const actions = tableBindings.map(({ action }) => action)
    FastCheck.assert(
      FastCheck.property(
        FastCheck.nat(40),
        FastCheck.array(
          FastCheck.oneof(
            FastCheck.constantFrom(...actions),
            FastCheck.nat(30).map((lines) => ({ lines })),
            FastCheck.string({ maxLength: 3 }).map((text) => ({ text })),
            FastCheck.nat(40).map((count) => ({ count })),
          ),
        ),
        (count, steps) => {
          const rowsOf = (many: number) => Array.from({ length: many }, (_, id) => rowOf(id))
          let state = withAllRows(kind, openTable(kind, 10), rowsOf(count))
          for (const one of steps) {
            if (typeof one === "string") state = updateTable(kind, state, one)
            else if ("lines" in one) state = resizedTable(kind, state, one.lines)
            else if ("text" in one) state = typedInTable(kind, state, one.text)
            else state = withAllRows(kind, state, rowsOf(one.count))
            const all = rowCount(state.rows)
            assert.isTrue(state.cursor >= 0 && state.cursor < Math.max(1, all))
            assert.isTrue(state.top <= state.cursor && state.cursor < state.top + state.height)
            assert.isTrue(state.top === 0 || state.top + state.height <= all)
          }
        },
      ),
    )
  })
})

/** An operation that has so many rows, in pages of so many. */
const list = (count: number, size: number) => (cursor: string | undefined) => {
  const from = Number(cursor ?? 0)
  const to = Math.min(count, from + size)
  return {
    rows: Array.from({ length: to - from }, (_, at) => rowOf(from + at)),
    next: to < count ? String(to) : undefined,
  }
}

/** The table after everything that it asks for was answered. */
const settled = (state: TableState<Row>, answer: ReturnType<typeof list>): TableState<Row> => {
  let now = state
  for (let asked = asking(now); asked !== undefined; asked = asking(now)) {
    now = withNextPage(asked.state, answer(asked.page.cursor))
  }
  return now
}

const keptRows = (state: TableState<Row>) =>
  (state.rows as PagedRows<Row>).pages.reduce((sum, { rows }) => sum + (rows?.length ?? 0), 0)

describe("a table of pages", () => {
  it("asks for the first page, then for the next before the last row is seen, then for none", () => {
    const answer = list(70, 25)
    const opened = openTable(paged, 12)
    assert.deepStrictEqual(asking(opened)?.page, { cursor: undefined })
    const first = settled(opened, answer)
    assert.strictEqual(rowCount(first.rows), 25)
    assert.strictEqual(asking(first), undefined)
    const down = updateTable(paged, first, "pageDown")
    assert.deepStrictEqual(asking(down)?.page, { cursor: "25" })
    assert.strictEqual(asking({ ...down, loading: { cursor: "25" } }), undefined)
    const last = Array.from({ length: 10 }).reduce<TableState<Row>>(
      (state) => settled(updateTable(paged, state, "bottom"), answer),
      first,
    )
    assert.strictEqual(rowCount(last.rows), 70)
    assert.strictEqual(currentRow(last)?.id, 69)
  })

  it("walks through a million rows and back in bounded memory, every row at its place", () => {
    const answer = list(1_000_000, 500)
    let state = settled(openTable(paged, 60), answer)
    let most = 0
    while (rowCount(state.rows) < 1_000_000) {
      state = settled(updateTable(paged, state, "bottom"), answer)
      most = Math.max(most, keptRows(state))
      assert.strictEqual(currentRow(state)?.id, state.cursor)
    }
    assert.isAtMost(most, 4000)
    state = settled(updateTable(paged, state, "top"), answer)
    assert.strictEqual(currentRow(state)?.id, 0)
    for (const at of [499, 500, 123_456, 999_999]) {
      state = settled(updateTable(paged, { ...state, cursor: at - 1 }, "down"), answer)
      assert.strictEqual(currentRow(state)?.id, at)
      assert.isAtMost(keptRows(state), 4000)
    }
  })

  it("keeps old rows until another question is answered, but lets none of them be chosen, and then begins at the top", () => {
    const first = settled(openTable(paged, 12), list(70, 25))
    const filtering = updateTable(paged, updateTable(paged, first, "bottom"), "filter")
    const typed = typedInTable(paged, filtering, "7")
    assert.isTrue(isOtherQuestion(filtering, typed))
    const restarted = restartedTable(typed)
    assert.strictEqual(rowCount(restarted.rows), 25)
    assert.strictEqual(currentRow(restarted), undefined)
    assert.deepStrictEqual(chosenRows(paged, restarted), [])
    assert.strictEqual(updateTable(paged, updateTable(paged, restarted, "mark"), "markAll").marked.size, 0)
    const answered = settled(restarted, list(3, 25))
    assert.deepStrictEqual([rowCount(answered.rows), answered.cursor, answered.isRestarting], [3, 0, false])
  })

  it("asks no more after a refusal until the operator moves, and keeps its rows", () => {
    const first = updateTable(paged, settled(openTable(paged, 12), list(70, 25)), "bottom")
    const refused = refusedTable(first, { code: "invalid_input", message: "No." })
    assert.strictEqual(asking(refused), undefined)
    assert.strictEqual(rowCount(refused.rows), 25)
    assert.notStrictEqual(asking(updateTable(paged, refused, "down")), undefined)
  })

  it("asks again for what is drawn when it may have changed, and stays where it is", () => {
    const first = settled(updateTable(paged, settled(openTable(paged, 12), list(70, 25)), "bottom"), list(70, 25))
    const again = refreshedTable(first)
    assert.strictEqual(rowCount(again.rows), rowCount(first.rows))
    assert.notStrictEqual(asking(again), undefined)
    const answered = settled(again, (cursor) => {
      const { next, rows } = list(70, 25)(cursor)
      return { next, rows: rows.map((row) => ({ ...row, name: "new" })) }
    })
    assert.strictEqual(currentRow(answered)?.name, "new")
    assert.strictEqual(answered.cursor, first.cursor)
  })
})

describe("the cost of a table", () => {
  it("is that of the rows which are seen, however many there are", () => {
    let drawn = 0
    const counted: TableKind<Row> = {
      ...paged,
      columns: kind.columns.map((column) => ({
        ...column,
        text: (row: Row) => {
          drawn += 1
          return column.text(row, 0)
        },
      })),
    }
    const draw = (state: TableState<Row>) => {
      drawn = 0
      const props = { kind: counted, state, columns: 120, now: 0, theme: plainTheme }
      const frame = frameOf(createElement(Table<Row>, props), { columns: 120, rows: 40 })
      assert.strictEqual(frame.split("\n").length, 40)
      return drawn
    }
    const tenThousand = withAllRows(
      kind,
      openTable(kind, 40),
      Array.from({ length: 10_000 }, (_, id) => rowOf(id)),
    )
    const seenCells = 38 * kind.columns.length
    assert.strictEqual(draw(updateTable(kind, tenThousand, "bottom")), seenCells)
    assert.strictEqual(draw(settled(openTable(paged, 40), list(1_000_000, 500))), seenCells)
  })
})

describe("the columns of a table", () => {
  it("fill the room, the least important ones left out first, each between its bounds", () => {
    const anyColumn = FastCheck.record({
      min: FastCheck.integer({ min: 1, max: 30 }),
      more: FastCheck.nat(30),
      priority: FastCheck.integer({ min: 1, max: 9 }),
    })
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(anyColumn, { minLength: 1, maxLength: 12 }),
        FastCheck.integer({ min: 10, max: 240 }),
        (given, room) => {
          const columns = given.map(({ min, more, priority }, at): Column<Row> => ({
            name: String(at),
            title: "",
            text: () => "",
            min,
            ideal: min + more,
            priority,
          }))
          const fitted = fittedColumns(columns, room)
          const total = fitted.reduce((sum, { width }) => sum + width, (fitted.length - 1) * 2)
          assert.isAtMost(total, room)
          assert.isTrue(
            fitted.every(({ column, width }) => width <= column.ideal && width >= Math.min(column.min, room)),
          )
          const worst = Math.max(...fitted.map(({ column }) => column.priority))
          const left = columns.filter((column) => fitted.every((one) => one.column !== column))
          assert.isTrue(left.every(({ priority }) => priority >= worst))
        },
      ),
    )
  })
})
