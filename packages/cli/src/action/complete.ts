/** What `garrison complete` does. It prints candidates alone: a message would stand within the line that is typed. */
import { type Called, type FoundKind, lookups } from "@garrison/core/overview/references"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { lookedUp } from "../local.ts"
import { jsonOf } from "../operate.ts"
import { printData } from "../output/print.ts"
import { readOf } from "./identifiers.ts"
import { operatorAct } from "./operator.ts"

/** Most things that are read for one key. */
const LIMIT = 200

const isKind = (kind: string): kind is FoundKind => Object.hasOwn(lookups, kind)

/** The name, or the id where that begins so. What would be a flag or more than a line is none. */
const wordsOf = ({ id, name }: Called, text: string): ReadonlyArray<string> =>
  [name, id].filter((word) => word.toLowerCase().startsWith(text.toLowerCase()) && !/^-|\p{Cc}/u.test(word)).slice(0, 1)

/** Those that begin so, as the database has them now. */
const candidates = Effect.fnUntraced(function* (kind: FoundKind, text: string) {
  const lookup = lookups[kind]
  const read = yield* readOf(kind)
  const wanted = yield* read.decode(lookup.input(text, LIMIT))
  const answer = yield* lookedUp(read.run(wanted, operatorAct())).pipe(Effect.timeoutOption("100 millis"))
  const found = Option.getOrUndefined(answer)
  return found === undefined ? [] : lookup.called(jsonOf(read, found)).flatMap((one) => wordsOf(one, text))
})

const silent: Console.Console = Object.assign(Object.create(globalThis.console), { error: () => undefined })

/** Prints what begins so, a line each. */
export const printCandidates = Effect.fn("Complete")(function* (input: {
  readonly kind: string
  readonly text: string
}) {
  if (!isKind(input.kind)) return
  // A shell gives the word as it is typed, with what quotes it.
  const text = input.text.replaceAll(/^["']|\\/g, "")
  const found = yield* candidates(input.kind, text).pipe(
    Effect.provideService(Console.Console, silent),
    Effect.catchCause(() => Effect.succeed([])),
  )
  if (found.length > 0) yield* printData([...new Set(found)].join("\n"))
})
