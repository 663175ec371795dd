/** Whether a database has the demo world, or room for it. */
import { CatalogStore } from "@garrison/core/catalog/CatalogStore"
import { ClientStore } from "@garrison/core/client/ClientStore"
import * as Effect from "effect/Effect"
import { DEMO_SERVER } from "./names.ts"

/**
 * `empty`: there is neither a client nor a catalog. `ready`: the demo world is there. `foreign`: the database holds
 * something else, and is left alone.
 */
export type DemoState = "empty" | "ready" | "foreign"

/** Looks whether the demo world is there. */
export const demoState: Effect.Effect<DemoState, never, ClientStore | CatalogStore> = Effect.gen(function* () {
  const clients = yield* ClientStore
  if ((yield* clients.findById(DEMO_SERVER)) !== undefined) return "ready"
  const isEmpty = (yield* clients.list("", 1)).length === 0 && (yield* (yield* CatalogStore).head) === undefined
  return isEmpty ? "empty" : "foreign"
})
