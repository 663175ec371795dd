/** The services of a Garrison that a host has opened, with those that HTTP adds to them. */
import { GarrisonError } from "@garrison/core/GarrisonError"
import { type Lending, lendingOf } from "@garrison/core/lending"
import { StorageProbe } from "@garrison/core/kernel/work/StorageProbe"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Lifecycle } from "../Lifecycle.ts"
import { Readiness } from "../Readiness.ts"

/** What a Garrison lends. Throws `invalid_input` when `garrison` is not what `open` answered with. */
export const borrow = (garrison: unknown, borrower: string): Lending => {
  const lending = lendingOf(garrison)
  if (lending !== undefined) return lending
  const isPromise = typeof garrison === "object" && garrison !== null && "then" in garrison
  throw new GarrisonError(
    "invalid_input",
    `${borrower} takes what open of @garrison/core answers with. ` +
      (isPromise ? `Await it first: ${borrower}(await open(storage)).` : `Write: ${borrower}(await open(storage)).`),
  )
}

/** Storage that a host wrote itself may have no probe. It then counts as answering. */
const probe = (services: Context.Context<never>): Context.Context<StorageProbe> =>
  Context.make(
    StorageProbe,
    Context.getOrElse(services, StorageProbe, () => StorageProbe.of({ ask: Effect.void })),
  )

/** The services of a Garrison, and its readiness and lifecycle as a server has them. */
export const httpServices = ({ services }: Lending) =>
  Layer.merge(Lifecycle.layer, Readiness.layer).pipe(
    Layer.provideMerge(Layer.succeedContext(Context.merge(services, probe(services)))),
  )
