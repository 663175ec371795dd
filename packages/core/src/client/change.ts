/** Changes of a client: in its unit of work, and as audit rows state them. */
import * as Effect from "effect/Effect"
import type { Act } from "../operation/Act.ts"
import { Audit } from "../audit/Audit.ts"
import { ANYBODY } from "../kernel/work/Signals.ts"
import { recheckTokens } from "../token/recheck.ts"
import { passHolder } from "../role/holder.ts"
import { type ClientChange, type ClientChanged, ClientStore } from "./ClientStore.ts"
import { notFound } from "./find.ts"
import { describe } from "./rules.ts"
import type { Client } from "./schema.ts"

/** The subject of an act on a client. Operators know a client by its `client_id`. */
export const clientSubject = (clientId: string) => ({ kind: "client", id: clientId }) as const

/** The change for the audit row, the changed client as the answer, and the client before. */
export const changedClient = ({ after, before }: ClientChanged) => ({
  answer: after.client,
  before,
  change: { revision: after.client.revision, before: describe(before), after: describe(after) },
})

/** The answer of an act that can be undone: the client before and after it. */
export const beforeAndAfter = ({ answer: after, before, change: stated }: ReturnType<typeof changedClient>) => ({
  answer: { before: before.client, after },
  change: stated,
})

/** The unit of work of a change. When it is durable, cached tokens of the client are checked again. */
export const change = Effect.fnUntraced(function* ({ clientUuid, clientId }: Client, act: Act, wanted: ClientChange) {
  const store = yield* ClientStore
  const changed = yield* store.change(clientUuid, { ...wanted, ifRevision: act.ifRevision })
  if (changed === "not_found") return yield* missing(clientId, act)
  yield* recheckClient(clientId)
  return changedClient(changed)
})

/**
 * As {@link change}, of what lets one log in as the client. Also refused to an actor who lacks one of its permissions,
 * those of the moment of the change.
 */
export const changeAsHolder = Effect.fnUntraced(function* (client: Client, act: Act, wanted: ClientChange) {
  const changed = yield* change(client, act, wanted)
  yield* passHolder(act, changed.answer.permissions)
  return changed
})

/** Refuses an act on a client that does not exist, or that has another revision than the act asks for. */
export const missing = Effect.fnUntraced(function* (clientId: string, act: Act) {
  const store = yield* ClientStore
  const audit = yield* Audit
  const found = yield* store.findById(clientId)
  if (found === undefined || act.ifRevision === undefined) return yield* notFound
  return yield* audit.changedSince(clientSubject(clientId), act, found.client.revision)
})

/**
 * Makes cached access tokens of this client be checked again, as soon as the running unit of work is durable, and the
 * sessions of those who listen: players may have logged in through it.
 */
export const recheckClient = (clientId: string) => recheckTokens((caller) => caller.clientId === clientId, ANYBODY)
