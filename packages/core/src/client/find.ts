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

const findEither = Effect.fnUntraced(function* (clientId: string) {
  const store = yield* ClientStore
  const found = isClientId(clientId) ? yield* store.findById(clientId) : undefined
  return found === undefined ? yield* notFound : found
})

/** As {@link find}, in the span of the caller. */
export const findClient = (clientId: string) => Effect.map(findEither(clientId), ({ client }) => client)

/** See `Clients.findWithSecrets`. */
export const findWithSecrets = Effect.fn("Clients.findWithSecrets")(findEither)

/** See `Clients.find`. */
export const find = Effect.fn("Clients.find")(findClient)

interface Page {
  readonly after?: string
  readonly limit?: number
}

const pageOf = Effect.fnUntraced(function* ({ after, limit = LIST_LIMIT_DEFAULT }: Page) {
  if (after !== undefined && !isClientId(after)) return yield* notAMarker()
  return [after ?? "", Math.min(Math.max(1, Math.trunc(limit)), LIST_LIMIT_MAX)] as const
})

/** See `Clients.list`. */
export const list = Effect.fn("Clients.list")(function* (page: Page = {}) {
  const store = yield* ClientStore
  return yield* store.list(...(yield* pageOf(page)))
})

/** See `Clients.listWithSecrets`. */
export const listWithSecrets = Effect.fn("Clients.listWithSecrets")(function* (page: Page = {}) {
  const store = yield* ClientStore
  return yield* store.listWithSecrets(...(yield* pageOf(page)))
})
