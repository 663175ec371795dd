/** The way of the console to the database of the settings. It is loaded after the first frame. */
import { makeLocalLayer } from "@garrison/core/operation/local"
import type { RefusalJson } from "@garrison/core/operation/refusal"
import { operations } from "@garrison/core/operations"
import type { OperationName, Operations } from "@garrison/tui/operation"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { Invocation } from "../Invocation.ts"
import { type DatabaseServices, withDatabase } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { operatorAct } from "./operator.ts"

/** Why the database cannot be opened now. The console tries again, and says meanwhile what to do. */
const unavailable = (error: unknown): RefusalJson => ({
  code: "service_unavailable",
  message:
    error instanceof CommandFailure
      ? [error.sentence, error.next].filter((part) => part !== undefined).join(" ")
      : error instanceof Error
        ? error.message
        : String(error),
})

/** The run without a terminal to show progress on: the console draws on it. */
const quietly = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.updateService(work, Invocation, ({ args, directory, environment }) => ({
    args,
    directory,
    environment: { ...environment, TERM: "dumb" },
  }))

/** Who acts, and with which role where it lessens what they may do. */
const nameOf = (name: string, role: string | undefined): string => (role === undefined ? name : `${name} as ${role}`)

/** Runs operations on the database until the scope ends. `role` lessens what the operator may do. */
export const connected = Effect.fnUntraced(function* (role: string | undefined) {
  const { actor } = operatorAct()
  const opened = yield* Deferred.make<Operations, RefusalJson>()
  const layer = makeLocalLayer<DatabaseServices, OperationName>(operations, actor, role)
  const staysOpen = Effect.flatMap(layer, (made) =>
    Effect.andThen(
      Deferred.succeed(opened, { ...made, actor: nameOf(actor.name, role), table: operations }),
      Effect.never,
    ),
  )
  yield* withDatabase("read", staysOpen, "operate").pipe(
    quietly,
    Effect.catch((error) => Deferred.fail(opened, unavailable(error))),
    Effect.forkScoped,
  )
  return yield* Deferred.await(opened)
})
