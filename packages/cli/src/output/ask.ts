/** Questions to the person at the terminal: confirmations and secrets. Nothing is asked of a script. */
import * as Effect from "effect/Effect"
import { createInterface } from "node:readline"
import { Writable } from "node:stream"
import { text as readAll } from "node:stream/consumers"
import { CommandFailure } from "./CommandFailure.ts"

const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY

const silence = new Writable({ write: (_chunk, _encoding, done) => done() })

const line = (question: string, hidden: boolean): Effect.Effect<string> =>
  Effect.callback<string>((resume) => {
    process.stderr.write(question)
    const reader = createInterface({
      input: process.stdin,
      output: hidden ? silence : process.stderr,
      terminal: hidden,
    })
    reader.on("SIGINT", () => {
      reader.close()
      process.kill(process.pid, "SIGINT")
    })
    reader.on("line", (given) => {
      reader.close()
      if (hidden) process.stderr.write("\n")
      resume(Effect.succeed(given))
    })
    return Effect.sync(() => reader.close())
  })

const unasked = (whatHappens: string) =>
  new CommandFailure({
    kind: "usage",
    sentence: `${whatHappens} This needs a confirmation.`,
    next: "Add --yes to confirm.",
  })

const agreed = (answer: string): Effect.Effect<void, CommandFailure> =>
  /^y(es)?$/i.test(answer.trim())
    ? Effect.void
    : Effect.fail(new CommandFailure({ kind: "failure", sentence: "Nothing was changed." }))

/** Goes on only when `yes` was given or the person at the terminal agrees. */
export const confirm = (yes: boolean, whatHappens: string): Effect.Effect<void, CommandFailure> => {
  if (yes) return Effect.void
  return canAsk()
    ? Effect.flatMap(line(`${whatHappens} Continue? [y/N] `, false), agreed)
    : Effect.fail(unasked(whatHappens))
}

/** A secret: asked for on a terminal, read from stdin otherwise. Never taken from the command line. */
export const secret = (question: string): Effect.Effect<string> =>
  canAsk()
    ? line(question, true)
    : Effect.map(
        Effect.promise(() => readAll(process.stdin)),
        (given) => given.replace(/\r?\n$/, ""),
      )
