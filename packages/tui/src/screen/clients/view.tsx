/** Draws the screen of clients. */
import { Box } from "ink"
import type { ReactNode } from "react"
import { type Fact, Facts } from "../../part/facts.tsx"
import { minuteOf } from "../../part/time.ts"
import { Table } from "../../part/table/view.tsx"
import type { ViewProps } from "../../Screen.ts"
import { type Client, clientAt, type ClientSecret, type ClientsState, clientsTable, DETAIL_LINES } from "./state.ts"

const useOf = ({ last_used: used }: ClientSecret): string =>
  used === undefined ? "never used" : `used ${minuteOf(used)}`

const secretFact = (secret: ClientSecret): Fact => ({
  label: `${secret.state} secret`,
  value: [
    `…${secret.last_four}`,
    `made ${minuteOf(secret.created)}`,
    useOf(secret),
    ...(secret.expires === undefined ? [] : [`ends ${minuteOf(secret.expires)}`]),
    ...(secret.safe_to_retire === true ? ["safe to end now"] : []),
  ].join(", "),
  tone: secret.state === "former" ? "warning" : undefined,
})

const factsOf = (client: Client): ReadonlyArray<Fact> => [
  { label: "permissions", value: client.permissions.join(" ") || undefined },
  { label: "grants", value: client.grants.join(" ") },
  { label: "returns to", value: client.redirect_uris.join(" ") || undefined },
  ...client.secrets.map(secretFact),
  {
    label: "revision",
    value: `${client.revision}, created ${minuteOf(client.created)}${client.pkce_exempt ? ", needs no PKCE challenge" : ""}`,
  },
]

/** The clients, and under them what the one at the cursor may do and how its secrets stand. */
export const ClientsView = ({ now, size, state, theme }: ViewProps<ClientsState>): ReactNode => {
  const client = clientAt(state)
  return (
    <Box flexDirection="column">
      <Table kind={clientsTable} state={state.table} columns={size.columns} now={now} theme={theme} />
      <Box flexDirection="column" height={DETAIL_LINES} overflow="hidden">
        {client === undefined ? null : <Facts columns={size.columns} theme={theme} facts={factsOf(client)} />}
      </Box>
    </Box>
  )
}
