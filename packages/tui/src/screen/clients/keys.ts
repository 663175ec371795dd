/** The keys of the screen of clients. */
import { actKeys } from "../../actKeys.ts"
import type { Binding } from "../../binding.ts"
import { tableBindings } from "../../part/table/keys.ts"
import { type ClientsAction, type ClientsState, whyNoClient, whyNoRotation } from "./state.ts"

/** The bindings of the screen of clients. */
export const clientsBindings: ReadonlyArray<Binding<ClientsState, ClientsAction>> = [
  ...tableBindings,
  {
    action: "rotation",
    keys: ["enter"],
    sentence: "Show the secrets of the client, and rotate them step by step",
    word: "secrets",
    operation: "client.show",
    unusable: whyNoRotation,
  },
  { action: "create", keys: [actKeys.create], sentence: "Create a client", word: "new", operation: "client.create" },
  {
    action: "edit",
    keys: [actKeys.edit],
    sentence: "Change what the client is for, its permissions and its grants",
    word: "edit",
    operation: "client.edit",
    unusable: whyNoClient,
  },
  {
    action: "redirects",
    keys: [actKeys.redirects],
    sentence: "Change the addresses that logins by redirect return to",
    operation: "client.editRedirects",
    unusable: whyNoClient,
  },
  {
    action: "role",
    keys: [actKeys.role],
    sentence: "Give a machine client the permissions of a role",
    operation: "client.setRole",
    unusable: whyNoClient,
  },
  {
    action: "disable",
    keys: [actKeys.disable],
    sentence: "Refuse the logins of the client, or of the marked ones",
    word: "disable",
    operation: "client.setDisabled",
    unusable: whyNoClient,
  },
  {
    action: "enable",
    keys: [actKeys.enable],
    sentence: "Take the logins of the client again, or of the marked ones",
    operation: "client.setDisabled",
    unusable: whyNoClient,
  },
  {
    action: "remove",
    keys: [actKeys.remove],
    sentence: "Delete the client with its secrets",
    operation: "client.remove",
    unusable: whyNoClient,
  },
  { action: "reload", keys: ["ctrl+r"], sentence: "Ask again", operation: "client.list" },
]
