/** Checks that were overtaken: what they had read changed before the use case could store (decisions, section 4). */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { LoginRefused } from "../errors.ts"

/** Another unit of work changed rows that the checks had read. Reading them again settles it. */
export class Overtaken extends Data.TaggedError("Overtaken") {}

/** How often the checks are repeated before the use case gives up with `internal_error`. */
const OVERTAKEN_MAX = 3

const isOvertaken = (error: unknown): boolean => error instanceof Overtaken

/** Runs `first`, and while it was overtaken, `again`. */
export const unlessOvertaken = <A, E, R>(
  first: Effect.Effect<A, E | Overtaken, R>,
  again: Effect.Effect<A, E | Overtaken, R>,
): Effect.Effect<A, E | LoginRefused, R> => {
  const repeated = Effect.retry(again, { times: OVERTAKEN_MAX - 1, while: isOvertaken })
  return first.pipe(
    Effect.catch((error) => (error instanceof Overtaken ? repeated : Effect.fail(error))),
    Effect.catch((error) =>
      Effect.fail(error instanceof Overtaken ? new LoginRefused({ code: "internal_error" }) : error),
    ),
  )
}
