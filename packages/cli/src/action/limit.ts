/** How many rows a list shows. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { CommandFailure } from "../output/CommandFailure.ts"

const LIMIT_DEFAULT = 100
const LIMIT_MAX = 1000

/** The number that `--limit` asks for, by default 100. */
export const limitOf = (given: Option.Option<number>): Effect.Effect<number, CommandFailure> => {
  const limit = Option.getOrElse(given, () => LIMIT_DEFAULT)
  if (limit >= 1 && limit <= LIMIT_MAX) return Effect.succeed(limit)
  const sentence = `--limit must be 1 to ${LIMIT_MAX}, not ${limit}.`
  return Effect.fail(new CommandFailure({ kind: "usage", sentence }))
}
