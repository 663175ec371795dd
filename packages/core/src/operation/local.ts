/**
 * The local layer: runs operations of the table on the database that this process has open. Input and answer are JSON,
 * as over a network, so that a face cannot tell which layer it has.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { Refusal } from "../kernel/Refusal.ts"
import type { Act, Actor } from "./Act.ts"
import { writerOf } from "./answer.ts"
import { type AnyOperation, mayAct } from "./Operation.ts"
import { type RefusalJson, refusalOf } from "./refusal.ts"

/** What an act says of itself besides its input. */
type Conditions = Omit<Act, "actor">

/** Operations by their names, for one actor. */
export interface LocalLayer {
  /** Whether the actor may ask for the operation. */
  readonly mayAct: (name: string) => boolean
  /** Runs an operation. The name is one of the table. */
  readonly run: (name: string, input: object, conditions: Conditions) => Effect.Effect<unknown, RefusalJson>
}

const answered = <R>(
  { answer, decode, run }: AnyOperation<string, R>,
  input: object,
  act: Act,
): Effect.Effect<unknown, Refusal, R> =>
  Effect.flatMap(decode(input), (decoded) =>
    Effect.map(run(decoded, act), (result): unknown => JSON.parse(writerOf(answer)(result))),
  )

/** The layer for an actor, over the services of the fiber that makes it. */
export const makeLocalLayer = <R>(
  table: ReadonlyArray<AnyOperation<string, R>>,
  actor: Actor,
): Effect.Effect<LocalLayer, never, R> =>
  Effect.contextWith((services) => {
    const byName = new Map(table.map((operation) => [operation.name, operation]))
    return Effect.succeed({
      mayAct: (name) => {
        const operation = byName.get(name)
        return operation !== undefined && mayAct(actor, operation)
      },
      run: (name, input, conditions) => {
        const operation = byName.get(name)
        if (operation === undefined) return Effect.die(new Error(`there is no operation ${name}`))
        return answered(operation, input, { ...conditions, actor }).pipe(
          Effect.catchCause((cause) => (Cause.hasInterrupts(cause) ? Effect.interrupt : Effect.fail(refusalOf(cause)))),
          Effect.provideContext(services),
        )
      },
    })
  })
