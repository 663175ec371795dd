/** Draws the audit: its rows, or one of them with its subject before and after. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import { Diff } from "../../part/diff.tsx"
import { Facts } from "../../part/facts.tsx"
import { safeText } from "../../part/safeText.ts"
import { Table } from "../../part/table/view.tsx"
import { toned } from "../../part/tone.ts"
import type { ViewProps } from "../../Screen.ts"
import { type AuditState, auditTable, changeRows, FACT_LINES } from "./state.ts"
import { AUDIT_WORDS } from "../auditSearch.ts"
import { secondOf } from "../../part/time.ts"

const Rows = ({ now, size, state, theme }: ViewProps<AuditState>): ReactNode => {
  const { filter, typing } = state.table
  const isHelped = filter === "" || typing !== undefined
  return (
    <Box flexDirection="column">
      <Text wrap="truncate" {...toned(theme, isHelped ? "dim" : "accent")}>
        {isHelped ? AUDIT_WORDS : safeText(`rows with ${filter}`, size.columns)}
      </Text>
      <Table kind={auditTable} state={state.table} columns={size.columns} now={now} theme={theme} />
    </Box>
  )
}

const One = ({
  shown,
  size,
  theme,
}: Pick<ViewProps<AuditState>, "size" | "theme"> & { readonly shown: NonNullable<AuditState["shown"]> }): ReactNode => {
  const { lines, row, top } = shown
  const facts = [
    { label: "row", value: `${row.sequence}, ${secondOf(row.time)} UTC` },
    { label: "operation", value: row.operation },
    { label: "outcome", value: row.outcome, tone: row.outcome === "done" ? ("good" as const) : ("bad" as const) },
    { label: "actor", value: `${row.actor} (${row.actor_kind} ${row.actor_id})` },
    { label: "address", value: row.address === "" ? undefined : row.address },
    { label: "subject", value: `${row.subject_kind} ${row.subject_id}` },
    { label: "revision", value: row.revision === undefined ? undefined : String(row.revision) },
    { label: "reason", value: row.reason },
  ]
  const isUnchanged = row.before === undefined && row.after === undefined
  return (
    <Box flexDirection="column" height={size.rows} overflow="hidden">
      <Box flexDirection="column" height={FACT_LINES - 1} overflow="hidden" flexShrink={0}>
        <Facts facts={facts} columns={size.columns} theme={theme} />
      </Box>
      <Text bold wrap="truncate" {...toned(theme, "accent")}>
        {isUnchanged ? "It changed nothing that the audit keeps." : "Before (-) and after (+)"}
      </Text>
      {isUnchanged ? null : (
        <Diff lines={lines} top={top} rows={changeRows(size)} columns={size.columns} theme={theme} />
      )}
    </Box>
  )
}

/** The rows, or the one that is shown. */
export const AuditView = (props: ViewProps<AuditState>): ReactNode =>
  props.state.shown === undefined ? <Rows {...props} /> : <One {...props} shown={props.state.shown} />
