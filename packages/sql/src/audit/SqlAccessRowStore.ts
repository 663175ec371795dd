/** Access rows in SQL. */
import { AccessRowStore } from "@garrison/core/audit/AccessRowStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AccessSeals } from "./AccessSeals.ts"

/** {@link AccessRowStore} on either database, over the seals that the other stores share. */
export const layer = Layer.effect(
  AccessRowStore,
  Effect.map(AccessSeals, ({ store }) => store),
).pipe(Layer.provide(AccessSeals.layer))
