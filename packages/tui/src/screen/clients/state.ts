/** The clients, and the secrets of the one at the cursor: state and reducer. */
import type { OperationAnswer, OperationName } from "../../operation.ts"
import { isTableAction, type TableAction } from "../../part/table/keys.ts"
import {
  chosenRows,
  currentRow,
  openTable,
  refusedTable,
  resizedTable,
  type TableKind,
  type TableState,
  typedInTable,
  updateTable,
  withAllRows,
} from "../../part/table/state.ts"
import { answerTo, ask, type Params, type Request, type ScreenEvent, type Size, type Step, step } from "../../Screen.ts"
import { minuteOf } from "../../part/time.ts"

/** What the screen of clients does at a key. */
export type ClientsAction =
  | TableAction
  | "rotation"
  | "create"
  | "edit"
  | "redirects"
  | "role"
  | "disable"
  | "enable"
  | "remove"
  | "reload"

/** A client with its secrets. */
export type Client = OperationAnswer<"client.list">["clients"][number]

/** A secret of a client. */
export type ClientSecret = Client["secrets"][number]

/** Lines for the client at the cursor, under the table. */
export const DETAIL_LINES = 8

const linesOf = ({ rows }: Size): number => Math.max(3, rows - DETAIL_LINES)

const load = ask("clients", "client.list", {})

const lastUse = ({ secrets }: Client): string =>
  secrets
    .flatMap(({ last_used: used }) => used ?? [])
    .toSorted()
    .at(-1) ?? ""

const kindOf = ({ kind, public: isPublic }: Client): string => (isPublic ? "public game" : kind)

/** The table of clients. */
export const clientsTable: TableKind<Client> = {
  id: (client) => client.client_id,
  empty: "There is no client yet: n creates one.",
  columns: [
    { name: "client", title: "Client", min: 14, ideal: 30, priority: 1, text: (client) => client.client_id },
    { name: "kind", title: "Kind", min: 7, ideal: 11, priority: 3, text: kindOf },
    {
      name: "state",
      title: "State",
      min: 8,
      ideal: 8,
      priority: 1,
      text: ({ disabled }) => (disabled ? "disabled" : "active"),
      tone: ({ disabled }) => (disabled ? "bad" : "good"),
    },
    {
      name: "secrets",
      title: "Secrets",
      min: 10,
      ideal: 10,
      priority: 2,
      text: ({ secrets }) => (secrets.some(({ state }) => state === "former") ? "in overlap" : String(secrets.length)),
      tone: ({ secrets }) => (secrets.some(({ state }) => state === "former") ? "warning" : undefined),
    },
    {
      name: "used",
      title: "Last used (UTC)",
      min: 16,
      ideal: 16,
      priority: 2,
      text: (client) =>
        client.secrets.length === 0 ? "-" : lastUse(client) === "" ? "never" : minuteOf(lastUse(client)),
      tone: (client) => (client.secrets.length > 0 && lastUse(client) === "" ? "warning" : undefined),
    },
    {
      name: "description",
      title: "For",
      min: 12,
      ideal: 30,
      priority: 4,
      grows: true,
      text: ({ description = "" }) => description,
    },
  ],
}

/** What the screen of clients shows. */
export interface ClientsState {
  readonly table: TableState<Client>
}

/** The screen as it opens; with a `client_id`, filtered by it. */
export const openClients = ({ client_id: filter = "" }: Params, size: Size): Step<ClientsState> =>
  step({ table: { ...openTable(clientsTable, linesOf(size)), filter } }, load)

/** The client at the cursor. */
export const clientAt = ({ table }: ClientsState): Client | undefined => currentRow(table)

const chosen = ({ table }: ClientsState): ReadonlyArray<Client> => chosenRows(clientsTable, table)

/** Why nothing can be done to a client; undefined: it can. */
export const whyNoClient = (state: ClientsState): string | undefined =>
  chosen(state).length === 0 ? "There is no client at the cursor." : undefined

/** Why the client at the cursor has no rotation; undefined: it has. */
export const whyNoRotation = (state: ClientsState): string | undefined =>
  clientAt(state)?.public === true ? "A public client has no secret." : whyNoClient(state)

const act = (
  clients: ReadonlyArray<Client>,
  operation: OperationName,
  fields: ReadonlyArray<string>,
  given: Readonly<Record<string, unknown>> = {},
): Request => ({
  type: "act",
  operation,
  inputs: clients.map((client) => ({ client_id: client.client_id, ...given })),
  subjects: clients.map((client) => client.client_id),
  ifRevisions: clients.map(({ revision }) => revision),
  fields,
})

const creation: Request = { type: "act", operation: "client.create", inputs: [{}], subjects: [] }

/** What an action asks for, of the chosen clients, or of the one at the cursor. */
const wantedBy = (state: ClientsState, action: Exclude<ClientsAction, TableAction>): ReadonlyArray<Request> => {
  const one = clientAt(state)
  if (action === "reload") return [load]
  if (action === "create") return [creation]
  if (one === undefined) return []
  switch (action) {
    case "rotation":
      return [{ type: "open", screen: "rotation", params: { client_id: one.client_id } }]
    case "edit":
      return [act([one], "client.edit", ["description", "permissions", "grants"])]
    case "redirects":
      return [act([one], "client.editRedirects", ["redirect_uris", "pkce_exempt"])]
    case "role":
      return [act([one], "client.setRole", ["role_id"])]
    case "disable":
      return [act(chosen(state), "client.setDisabled", [], { disabled: true })]
    case "enable":
      return [act(chosen(state), "client.setDisabled", [], { disabled: false })]
    case "remove":
      return [act([one], "client.remove", [])]
  }
}

/** The screen after an event. */
export const updateClients = (state: ClientsState, event: ScreenEvent<ClientsAction>): Step<ClientsState> => {
  const withTable = (table: TableState<Client>): Step<ClientsState> => step({ ...state, table })
  switch (event.type) {
    case "action":
      return isTableAction(event.action)
        ? withTable(updateTable(clientsTable, state.table, event.action))
        : step(state, ...wantedBy(state, event.action))
    case "text":
      return withTable(typedInTable(clientsTable, state.table, event.text))
    case "answered":
      return withTable(withAllRows(clientsTable, state.table, answerTo("client.list", event).clients))
    case "refused":
      return withTable(refusedTable(state.table, event.refusal))
    case "resized":
      return withTable(resizedTable(clientsTable, state.table, linesOf(event.size)))
    case "changed":
      return step(state, load)
    case "ticked":
      return step(state)
  }
}
