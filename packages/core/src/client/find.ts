/** Looks clients up: one by its `client_id`, or all of them page by page. */
import * as Effect from "effect/Effect"
import { InvalidInput } from "../kernel/input/Invalid.ts"
import { ClientStore } from "./ClientStore.ts"
import { ClientNotFound } from "./errors.ts"
import { isClientId } from "./rules.ts"

const LIST_LIMIT_DEFAULT = 100
const LIST_LIMIT_MAX = 1000

/** Refuses an act on a client that does not exist. */
export const notFound = Effect.suspend(() => Effect.fail(new ClientNotFound({ code: "resource_not_found" })))

const notAMarker = () =>
  new InvalidInput({ detail: [{ loc: ["after"], msg: "must be a client_id", type: "value_error" }] })

/** As {@link find}, in the span of the caller. */
export const findClient = Effect.fnUntraced(function* (clientId: string) {
  const store = yield* ClientStore
  const found = isClientId(clientId) ? yield* store.findById(clientId) : undefined
  return found === undefined ? yield* notFound : found.client
})

/** See `Clients.find`. */
export const find = Effect.fn("Clients.find")(findClient)

/** See `Clients.list`. */
export const list = Effect.fn("Clients.list")(function* (
  page: { readonly after?: string; readonly limit?: number } = {},
) {
  const store = yield* ClientStore
  const limit = Math.min(Math.max(1, Math.trunc(page.limit ?? LIST_LIMIT_DEFAULT)), LIST_LIMIT_MAX)
  const { after } = page
  if (after !== undefined && !isClientId(after)) return yield* notAMarker()
  return yield* store.list(after ?? "", limit)
})
