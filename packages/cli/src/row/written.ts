/**
 * What people write for a field, as the operation takes it: ids in the place of names, absolute times, the spelling of
 * platforms. So a question shows what is stored. What cannot be read so is refused before a database is opened for more
 * than that.
 */
import { PLATFORMS } from "@garrison/core/kernel/Platform"
import { formatTimestamp, TimestampOrUnixText } from "@garrison/core/kernel/time/Timestamp"
import { WRITTEN_TIMES, writtenTime } from "@garrison/core/kernel/time/writtenTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { idMeant, playerUuid } from "../action/identifiers.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import type { Leaf, Parameter } from "./leaf.ts"

const wrong = (sentence: string, next?: string) =>
  new CommandFailure({ kind: "usage", sentence, ...(next !== undefined && { next }) })

/** What a field is called on the command line of a leaf. */
const shownName = ({ flags }: Leaf, parameter: Parameter): string =>
  flags.includes(parameter) ? `--${parameter.name}` : parameter.name

const decodeTime = Schema.decodeUnknownOption(TimestampOrUnixText)

const timeOf = Effect.fnUntraced(function* (name: string, field: string, given: string) {
  const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
  const moment = Option.getOrUndefined(decodeTime(writtenTime(given, now, field === "to")))
  if (moment !== undefined) return formatTimestamp(moment)
  const next = `Write it as ${WRITTEN_TIMES}, or as Unix seconds.`
  return yield* wrong(`${name} must be a date and time, not "${given}".`, next)
})

const platformOf = (given: string) =>
  Effect.fromNullishOr(PLATFORMS.find((platform) => platform.toLowerCase() === given.toLowerCase())).pipe(
    Effect.mapError(() => wrong(`There is no platform "${given}".`, `It must be one of ${PLATFORMS.join(", ")}.`)),
  )

const limitOf = ([least, most]: readonly [number, number], given: number) =>
  given >= least && given <= most
    ? Effect.succeed(given)
    : Effect.fail(wrong(`--limit must be ${least} to ${most}, not ${given}.`))

/** The value of a parameter of a leaf as its operation takes it. */
export const writtenValue = Effect.fnUntraced(function* (leaf: Leaf, parameter: Parameter, given: unknown) {
  const { bounds, field, isAny, kind, refers } = parameter
  const name = shownName(leaf, parameter)
  if (typeof given === "number") {
    return field === "limit" && bounds !== undefined ? yield* limitOf(bounds, given) : given
  }
  if (typeof given !== "string") return given
  if (refers !== undefined && isAny !== true) return yield* idMeant(refers, given)
  if (kind === "time") return yield* timeOf(name, field, given)
  if (field === "platform") return yield* platformOf(given)
  // A marker, which stands for no choice.
  return isAny !== true && field.endsWith("player_uuid") ? yield* playerUuid(given) : given
})
