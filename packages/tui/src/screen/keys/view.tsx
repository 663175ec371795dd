/** Draws the screen of signing keys. */
import { Box } from "ink"
import type { ReactNode } from "react"
import { Facts } from "../../part/facts.tsx"
import { Table } from "../../part/table/view.tsx"
import type { ViewProps } from "../../Screen.ts"
import { DETAIL_LINES, keyAt, type KeysState, keysTable } from "./state.ts"

const meaning: Readonly<Record<string, string>> = {
  signing: "It signs the access tokens of every server.",
  published: "It is in the key set, and signs when every copy of the set has it.",
  retiring: "It signs no more. Its tokens are accepted until they expire.",
}

/** The keys, and under them what the one at the cursor is for. */
export const KeysView = ({ now, size, state, theme }: ViewProps<KeysState>): ReactNode => {
  const key = keyAt(state)
  return (
    <Box flexDirection="column">
      <Table kind={keysTable} state={state.table} columns={size.columns} now={now} theme={theme} />
      <Box flexDirection="column" height={DETAIL_LINES} overflow="hidden">
        {key === undefined ? null : (
          <Facts
            columns={size.columns}
            theme={theme}
            facts={[
              { label: "key", value: key.key_id },
              { label: key.state, value: meaning[key.state] },
              {
                label: "due",
                value: key.overdue ? "It signs for too long: no server with this database has rotated it." : undefined,
                tone: "bad",
              },
            ]}
          />
        )}
      </Box>
    </Box>
  )
}
