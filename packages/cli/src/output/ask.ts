/** Questions to the person at the terminal: confirmations and secrets. Nothing is asked of a script. */
import * as Effect from "effect/Effect"
import { createInterface } from "node:readline"
import { Writable } from "node:stream"
import { CommandFailure } from "./CommandFailure.ts"
import { readStdin } from "../document/textFile.ts"

const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY

const silence = new Writable({ write: (_chunk, _encoding, done) => done() })

/** The line that is typed; undefined when there is none, after Ctrl-D. */
const line = (question: string, hidden: boolean): Effect.Effect<string | undefined> =>
  Effect.callback<string | undefined>((resume) => {
    if (hidden) process.stderr.write(question)
    const output = hidden ? silence : process.stderr
    const reader = createInterface({ input: process.stdin, output, terminal: true, prompt: hidden ? "" : question })
    reader.prompt()
    const end = (given: string | undefined): void => {
      reader.close()
      if (hidden || given === undefined) process.stderr.write("\n")
      resume(Effect.succeed(given))
    }
    let isAnswered = false
    const once = (given: string | undefined): void => {
      if (isAnswered) return
      isAnswered = true
      end(given)
    }
    reader.on("SIGINT", () => {
      isAnswered = true
      reader.close()
      process.stderr.write("\n")
      process.kill(process.pid, "SIGINT")
    })
    reader.on("line", once)
    reader.on("close", () => once(undefined))
    return Effect.sync(() => {
      isAnswered = true
      reader.close()
    })
  })

const nothingChanged = new CommandFailure({ kind: "failure", sentence: "Nothing was changed." })

const unasked = (whatHappens: string) =>
  new CommandFailure({
    kind: "usage",
    sentence: `${whatHappens} This needs a confirmation.`,
    next: "Add --yes to confirm.",
  })

const agreed = (answer: string | undefined): Effect.Effect<void, CommandFailure> =>
  answer !== undefined && /^y(es)?$/i.test(answer.trim()) ? Effect.void : Effect.fail(nothingChanged)

/** Goes on only when `yes` was given or the person at the terminal agrees. */
export const confirm = (yes: boolean, whatHappens: string): Effect.Effect<void, CommandFailure> => {
  if (yes) return Effect.void
  return canAsk()
    ? Effect.flatMap(line(`${whatHappens} Continue? [y/N] `, false), agreed)
    : Effect.fail(unasked(whatHappens))
}

const typed = (question: string): Effect.Effect<string, CommandFailure> =>
  Effect.flatMap(line(question, true), (given) =>
    given === undefined ? Effect.fail(nothingChanged) : Effect.succeed(given),
  )

const differing = new CommandFailure({
  kind: "usage",
  sentence: "The two are not the same; nothing was changed.",
  next: "Try again.",
})

const nowhereToAsk = new CommandFailure({
  kind: "usage",
  sentence: "There is nowhere to ask: stderr is not a terminal.",
  next: "Leave stderr alone, or give the secret on stdin.",
})

/**
 * A new secret: asked for twice on a terminal, because nobody sees what is typed, and read from stdin otherwise. Never
 * taken from the command line, which other users of the machine can read.
 */
export const newSecret = (what: string): Effect.Effect<string, CommandFailure> => {
  if (process.stdin.isTTY && !canAsk()) return Effect.fail(nowhereToAsk)
  if (!canAsk()) return Effect.map(readStdin(what), (given) => given.replace(/\r?\n$/, ""))
  return Effect.gen(function* () {
    const given = yield* typed(`${what}: `)
    const again = yield* typed("Once more: ")
    return given === again ? given : yield* differing
  })
}
