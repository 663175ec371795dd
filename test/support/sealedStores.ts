/** Stores that seal access rows under a key of their own, and prove at the end what they wrote. */
import { type AccessRow, AccessRowStore, sealOfParts } from "@garrison/core/audit/AccessRowStore"
import * as Stores from "@garrison/sql/Stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createHmac } from "node:crypto"
import type { DatabaseServices } from "./databases.ts"

/** Seals a text under a key of the tests. */
export const sealOf = (text: string): string =>
  createHmac("sha256", "a key of this suite").update(text).digest("base64url")

/** Rows whose seal does not fit. Those that a test has made by hand have none, until Garrison writes them. */
const unfit = Effect.gen(function* () {
  const store = yield* AccessRowStore
  const found: Array<string> = []
  let sealed = 0
  for (const table of store.tables) {
    const rows: ReadonlyArray<AccessRow> = yield* store.page(table, undefined, 100_000)
    for (const { id, parts, seal } of rows) {
      if (seal !== undefined) sealed++
      if (seal !== undefined && seal !== sealOfParts(parts, sealOf)) found.push(`${table} ${id}`)
    }
  }
  return { found, sealed }
})

/** Has the stores in context seal. When the layer closes, every row that they have written must fit its seal. */
export const sealing = Layer.effectDiscard(
  Effect.acquireRelease(
    Effect.flatMap(AccessRowStore, ({ begin }) => begin({ sealOf, isBegun: Effect.succeed(false) })),
    () =>
      Effect.flatMap(unfit, ({ found, sealed }) =>
        found.length === 0 && sealed > 0
          ? Effect.void
          : Effect.die(new Error(`${sealed} sealed; unfit: ${found.join()}`)),
      ),
  ),
)

/** All stores over the database, which seal so. */
export const sealedStores = <E>(database: Layer.Layer<DatabaseServices, E>) =>
  sealing.pipe(Layer.provideMerge(Stores.layer), Layer.provideMerge(database))
