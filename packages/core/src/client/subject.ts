/** What an audit row says of a change of a client. */
import type { ClientChanged } from "./ClientStore.ts"
import { describe } from "./rules.ts"

/** A client goes by its `client_id`, by which operators know it. */
export const clientSubject = (clientId: string) => ({ kind: "client", id: clientId }) as const

/** The change, with the client as it now stands for an answer. */
export const changedClient = ({ after, before }: ClientChanged) => ({
  answer: after.client,
  change: { revision: after.client.revision, before: describe(before), after: describe(after) },
})
