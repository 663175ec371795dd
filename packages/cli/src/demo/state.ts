/** How far the demo world has come in a database. */
import { CatalogStore } from "@garrison/core/catalog/CatalogStore"
import { ClientStore } from "@garrison/core/client/ClientStore"
import * as Effect from "effect/Effect"
import { DEMO_GAME, DEMO_SERVER } from "./names.ts"

/**
 * `empty`: nothing has been put into the database yet. `begun`: a first start was cut short. `ready`: the demo world is
 * there. `foreign`: the database holds something else, and is left alone.
 */
export type DemoState = "empty" | "begun" | "ready" | "foreign"

/** Looks how far the demo world has come. */
export const demoState: Effect.Effect<DemoState, never, ClientStore | CatalogStore> = Effect.gen(function* () {
  const clients = yield* ClientStore
  if ((yield* clients.findById(DEMO_SERVER)) !== undefined) return "ready"
  if ((yield* clients.findById(DEMO_GAME)) !== undefined) return "begun"
  const isEmpty = (yield* clients.list("", 1)).length === 0 && (yield* (yield* CatalogStore).head) === undefined
  return isEmpty ? "empty" : "foreign"
})
