/** Changes of a client, as audit rows state them. */
import type { ClientChanged } from "./ClientStore.ts"
import { describe } from "./rules.ts"

/** The subject of an act on a client. Operators know a client by its `client_id`. */
export const clientSubject = (clientId: string) => ({ kind: "client", id: clientId }) as const

/** The change for the audit row, and the changed client as the answer. */
export const changedClient = ({ after, before }: ClientChanged) => ({
  answer: after.client,
  change: { revision: after.client.revision, before: describe(before), after: describe(after) },
})
