/** The screen of clients. */
import type { Screen } from "../../Screen.ts"
import { clientsBindings } from "./keys.ts"
import { clientAt, type ClientsAction, type ClientsState, openClients, updateClients } from "./state.ts"
import { ClientsView } from "./view.tsx"

/** Every client, and how its secrets stand. */
export const clientsScreen: Screen<ClientsState, ClientsAction> = {
  name: "clients",
  sentence: "The clients, what they may do, and how their secrets stand",
  needs: [],
  operations: ["client.list"],
  bindings: clientsBindings,
  open: (params, { size }) => openClients(params, size),
  update: updateClients,
  crumb: () => "clients",
  isTyping: ({ table }) => table.typing !== undefined,
  isFiltered: ({ table }) => table.filter !== "",
  selected: (state) => {
    const row = clientAt(state)
    return row && { id: row.client_id, row, operation: "client.show", input: { client_id: row.client_id } }
  },
  view: ClientsView,
}
