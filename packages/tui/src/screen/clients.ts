/** The screen of clients: every client, and how its secrets stand. */
import { clientDetail, clientList } from "@garrison/core/client/show"
import { listScreen } from "../list/listScreen.ts"

/** Every client, and how its secrets stand. */
export const clientsScreen = listScreen({
  name: "clients",
  sentence: "The clients, what they may do, and how their secrets stand",
  one: "client",
  asks: { operation: "client.list" },
  columns: clientList,
  id: (client) => client.client_id,
  keys: ["mark", "sort", "filter"],
  sought: "client_id",
  shown: ({ client_id }) => ({ operation: "client.show", input: { client_id } }),
  open: {
    rotation: {
      keys: ["enter"],
      sentence: "Show the secrets of the client, and rotate them step by step",
      word: "secrets",
      operation: "client.show",
      unusable: (client) => (client.public ? "A public client has no secret." : undefined),
      to: ({ client_id }) => ({ type: "open", screen: "rotation", params: { client_id } }),
    },
  },
  subject: { input: ({ client_id }) => ({ client_id }), name: (client) => client.client_id },
  acts: {
    create: {
      key: "create",
      operation: "client.create",
      sentence: "Create a client",
      word: "new",
      on: () => ({ input: {} }),
    },
    edit: {
      key: "edit",
      operation: "client.edit",
      sentence: "Change what the client is for, its permissions and its grants",
      word: "edit",
      isOfOne: true,
      fields: ["description", "permissions", "grants"],
    },
    redirects: {
      key: "redirects",
      operation: "client.editRedirects",
      sentence: "Change the addresses that logins by redirect return to",
      isOfOne: true,
      fields: ["redirect_uris", "pkce_exempt"],
    },
    role: {
      key: "role",
      operation: "client.setRole",
      sentence: "Give a machine client the permissions of a role",
      isOfOne: true,
      fields: ["role_id"],
    },
    disable: {
      key: "disable",
      operation: "client.setDisabled",
      sentence: "Refuse the logins of the client, or of the marked ones",
      word: "disable",
      given: () => ({ disabled: true }),
      fields: [],
    },
    enable: {
      key: "enable",
      operation: "client.setDisabled",
      sentence: "Take the logins of the client again, or of the marked ones",
      given: () => ({ disabled: false }),
      fields: [],
    },
    remove: {
      key: "remove",
      operation: "client.remove",
      sentence: "Delete the client with its secrets",
      isOfOne: true,
      fields: [],
    },
  },
  detail: { facts: clientDetail, lines: () => 8 },
})
