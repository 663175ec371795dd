/**
 * Draws a table of the console again and again as its cursor moves, on a terminal that only counts, and prints how long
 * each frame took as JSON. Run as a bundle, because Node does not run JSX, and with React as operators have it.
 */
import { Box, render, Text } from "ink"
import { Writable } from "node:stream"
import type { ReactNode } from "react"
import {
  asking,
  openTable,
  type TableKind,
  type TableState,
  updateTable,
  withAllRows,
  withNextPage,
} from "../../packages/tui/src/part/table/state.ts"
import { Table } from "../../packages/tui/src/part/table/view.tsx"
import { themeOf } from "../../packages/tui/src/theme.ts"

interface Row {
  readonly id: number
}

const COLUMNS = 200
const ROWS = 60
const FRAMES = 600
const PAGE = 200
const theme = themeOf({ FORCE_COLOR: "3" })
const names = ["Ada Lovelace", "Émile Zola", "日本語の名前", "bob", "Αλέξανδρος", "مرحبا", "Zoë 🏰"]

const kind: TableKind<Row> = {
  id: ({ id }) => String(id),
  empty: "",
  columns: [
    {
      name: "id",
      title: "Id",
      min: 10,
      ideal: 12,
      priority: 2,
      align: "right",
      text: ({ id }) => String(id),
      sort: ({ id }) => id,
    },
    {
      name: "name",
      title: "Name",
      min: 12,
      ideal: 30,
      priority: 1,
      text: ({ id }) => `${names[id % names.length]} ${id}`,
    },
    {
      name: "state",
      title: "State",
      min: 8,
      ideal: 10,
      priority: 3,
      text: ({ id }) => (id % 3 === 0 ? "online" : "away"),
      tone: ({ id }) => (id % 3 === 0 ? "good" : "dim"),
    },
    {
      name: "seen",
      title: "Last seen",
      min: 20,
      ideal: 24,
      priority: 4,
      text: ({ id }) => new Date(id * 1e6).toISOString(),
    },
    {
      name: "uuid",
      title: "Player",
      min: 36,
      ideal: 36,
      priority: 5,
      text: ({ id }) => `019aa1f2-6f5e-7000-8000-${String(id).padStart(12, "0")}`,
    },
    {
      name: "note",
      title: "Note",
      min: 10,
      ideal: 40,
      priority: 6,
      grows: true,
      text: ({ id }) => `a note of ${id}`.repeat(4),
    },
  ],
}

const rowsOf = (from: number, count: number): ReadonlyArray<Row> =>
  Array.from({ length: count }, (_, at) => ({ id: from + at }))

/** The table after every page that it wants was answered. */
const settled = (state: TableState<Row>, count: number): TableState<Row> => {
  let now = state
  for (let asked = asking(now); asked !== undefined; asked = asking(now)) {
    const from = Number(asked.page.cursor ?? 0)
    const to = Math.min(count, from + PAGE)
    now = withNextPage(asked.state, { rows: rowsOf(from, to - from), next: to < count ? String(to) : undefined })
  }
  return now
}

/** A million rows, walked through to the last. */
const million = (): TableState<Row> => {
  let state = settled(openTable({ ...kind, isPaged: true }, ROWS), 1_000_000)
  while (state.rows.kind === "paged" && !state.rows.isEnded)
    state = settled(updateTable(kind, state, "bottom"), 1_000_000)
  return state
}

let written = 0
const stdout = Object.assign(
  new Writable({
    write: (_, __, done) => {
      written += 1
      done()
    },
  }),
  { columns: COLUMNS, rows: ROWS, isTTY: true },
) as unknown as NodeJS.WriteStream

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** The median milliseconds of a frame, each another one. */
const measured = (frame: (at: number) => ReactNode): number => {
  const drawn = render(frame(0), { stdout, debug: true, patchConsole: false, exitOnCtrlC: false })
  const times = Array.from({ length: FRAMES }, (_, at) => {
    const before = written
    const start = performance.now()
    drawn.rerender(frame(at + 1))
    if (written === before) throw new Error("no frame was written")
    return performance.now() - start
  })
  drawn.unmount()
  return median(times.slice(FRAMES / 2))
}

const walked = (first: TableState<Row>, action: "down" | "up") => {
  let state = first
  return measured(() => {
    state = updateTable(kind, state, action)
    return <Table kind={kind} state={state} columns={COLUMNS} now={0} theme={theme} />
  })
}

const plain = measured((at) => (
  <Box flexDirection="column">
    {rowsOf(at, ROWS).map(({ id }, line) => (
      <Text key={line}>{`${id} `.padEnd(COLUMNS - 1, "x")}</Text>
    ))}
  </Box>
))
const tenThousand = walked(withAllRows(kind, openTable(kind, ROWS), rowsOf(0, 10_000)), "down")
const last = walked(million(), "up")
console.log(JSON.stringify({ plain, tenThousand, million: last }))
process.exit(0)
