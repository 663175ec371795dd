/**
 * What the command writes: data on stdout, messages on stderr, nothing in between. Both go through effect's `Console`;
 * what is shown for a while goes to the terminal itself.
 */
import { exactInteger } from "@garrison/core/kernel/wire/Json"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { styleText } from "node:util"
import { Invocation } from "../Invocation.ts"
import { messageJson, wantsJson } from "./form.ts"

const yellow = (text: string): string => styleText("yellow", text, { stream: process.stderr })

/** Whether people are reading stderr. */
export const onTerminal = (): boolean => process.stderr.isTTY

/**
 * A text without control characters, which a terminal would obey: names and messages come from players. Line breaks and
 * tabs are shown as spaces.
 */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (character) =>
    /\s/.test(character) ? " " : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )

/** Something is shown on the last line of the terminal, and has to go before anything else is written there. */
let isShowing = false

const canShow = ({ args, environment }: Invocation): boolean =>
  onTerminal() && environment["TERM"] !== "dumb" && !wantsJson(args) && !isShowing

const show = (activity: string): void => {
  isShowing = true
  process.stderr.write(`${activity} …`)
}

const clear = (): void => {
  if (isShowing) process.stderr.write("\r\u001b[K")
  isShowing = false
}

/** Writes data. */
export const printData = (text: string): Effect.Effect<void> => Effect.andThen(Effect.sync(clear), Console.log(text))

/** Writes a text to stderr, or JSON with `--json`. */
const printEither = (forPeople: () => string, json: () => string): Effect.Effect<void> =>
  Effect.flatMap(Invocation, ({ args }) => {
    clear()
    return Console.error(wantsJson(args) ? json() : forPeople())
  })

/**
 * Writes a message for people; with `--json`, one JSON object on a line of its own, so that scripts can read stderr.
 */
export const printMessage = (text: string): Effect.Effect<void> =>
  printEither(
    () => text,
    () => messageJson("info", text),
  )

/** Writes a warning for people: what is probably not meant, while the command goes on. */
export const printWarning = (text: string): Effect.Effect<void> =>
  printEither(
    () => `${yellow("warning")}: ${text}`,
    () => messageJson("warning", text),
  )

const exactNumbers = (_key: string, value: unknown): unknown =>
  typeof value === "bigint" ? exactInteger(value) : value

/** Writes a value as JSON, integers beyond 2^53 with all their digits. */
export const printJson = (value: unknown): Effect.Effect<void> => printData(JSON.stringify(value, exactNumbers, 2))

/** Writes values as JSON, each on a line of its own. */
export const printLines = (values: ReadonlyArray<unknown>): Effect.Effect<void> =>
  values.length === 0 ? Effect.void : printData(values.map((value) => JSON.stringify(value, exactNumbers)).join("\n"))

/** Writes `value` as JSON when asked to, and for people otherwise. */
export const present = (json: boolean, value: unknown, forPeople: () => string): Effect.Effect<void> =>
  json ? printJson(value) : Effect.suspend(() => printData(forPeople()))

/** Shows what is being done while it takes its time; on a terminal only, and gone when it is done. */
export const whileShowing =
  (activity: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Invocation, (invocation) =>
      canShow(invocation)
        ? Effect.acquireUseRelease(
            Effect.sync(() => show(activity)),
            () => Effect.yieldNow.pipe(Effect.andThen(work)),
            () => Effect.sync(clear),
          )
        : work,
    )

/** As {@link whileShowing}, for work that says how far it is: `use` gets the function that shows it. */
export const whileProgressing = <A, E, R>(
  use: (show: (progress: string) => void) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Invocation, (invocation) =>
    canShow(invocation)
      ? Effect.acquireUseRelease(
          Effect.sync(() => (progress: string) => {
            clear()
            isShowing = true
            process.stderr.write(progress)
          }),
          use,
          () => Effect.sync(clear),
        )
      : use(() => undefined),
  )

/** How long something may take before it is told what is waited for, in ms. */
const PATIENCE_MILLIS = 500

/** As {@link whileShowing}, for what is usually done at once: shown only when it is not. */
export const whileWaiting =
  (activity: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Invocation, (invocation) =>
      canShow(invocation)
        ? Effect.acquireUseRelease(
            Effect.sync(() => setTimeout(() => show(activity), PATIENCE_MILLIS)),
            () => work,
            (timer) => Effect.sync(() => (clearTimeout(timer), clear())),
          )
        : work,
    )
