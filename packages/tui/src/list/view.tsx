/** Draws a list: a line above the rows, the rows, and the facts of the one at the cursor under or beside them. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import { Facts } from "../part/facts.tsx"
import { safeText } from "../part/safeText.ts"
import { drawnFacts } from "../part/shown.ts"
import { currentRow } from "../part/table/state.ts"
import { Table } from "../part/table/view.tsx"
import { toned } from "../part/tone.ts"
import type { ViewProps } from "../Screen.ts"
import type { HeadText, ListState, MadeList } from "./List.ts"
import { BESIDE_GAP, hasHead, placesOf } from "./size.ts"

type Props<Row> = ViewProps<ListState<Row>> & { readonly list: MadeList<Row> }

/** The words that can be searched, or those that are. */
const searchHead = (words: string, { filter, typing }: ListState["table"]): ReadonlyArray<HeadText> =>
  filter === "" || typing !== undefined
    ? [{ text: words, tone: "dim" }]
    : [{ text: `found by: ${filter}`, tone: "accent" }]

const Head = <Row,>({ list, size, state, theme }: Props<Row>): ReactNode => (
  <Text wrap="truncate">
    {(list.head?.(state) ?? searchHead(list.search?.words ?? "", state.table)).map(
      ({ isBold = false, text, tone }, at) => (
        <Text key={at} bold={isBold} {...toned(theme, tone)}>
          {`${at > 0 ? "  " : ""}${safeText(text, size.columns)}`}
        </Text>
      ),
    )}
  </Text>
)

const Detail = <Row,>({
  list: { detail },
  columns,
  now,
  row,
  theme,
}: Omit<Props<Row>, "size" | "state"> & { readonly row: Row; readonly columns: number }): ReactNode => (
  <Box flexDirection="column" flexShrink={0}>
    <Facts columns={columns} theme={theme} facts={detail === undefined ? [] : drawnFacts(detail.facts, row, now)} />
  </Box>
)

/** A list. */
export const ListView = <Row,>(props: Props<Row>): ReactNode => {
  const { list, now, size, state, theme } = props
  const { detail, isBeside, table } = placesOf(list, size)
  const row = currentRow(state.table)
  return (
    <Box flexDirection="column">
      {hasHead(list) ? <Head {...props} /> : null}
      <Box flexDirection={isBeside ? "row" : "column"} gap={isBeside ? BESIDE_GAP : 0}>
        <Table kind={list.kind} state={state.table} columns={table.columns} now={now} theme={theme} />
        {detail.rows === 0 ? null : (
          <Box flexDirection="column" width={detail.columns} height={detail.rows} overflow="hidden">
            {row === undefined ? null : (
              <Detail list={list} row={row} columns={detail.columns} now={now} theme={theme} />
            )}
          </Box>
        )}
      </Box>
    </Box>
  )
}
