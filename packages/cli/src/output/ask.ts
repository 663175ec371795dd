/** Questions to the person at the terminal: confirmations and secrets. Nothing is asked of a script. */
import * as Effect from "effect/Effect"
import * as Stdio from "effect/Stdio"
import { createInterface } from "node:readline"
import { Writable } from "node:stream"
import { CommandFailure } from "./CommandFailure.ts"
import { readStdin } from "../document/textFile.ts"

const canAsk = Effect.gen(function* () {
  const { stderrIsTerminal, stdinIsTerminal } = yield* Stdio.Stdio
  return (yield* stdinIsTerminal) && (yield* stderrIsTerminal)
})

const silence = new Writable({ write: (_chunk, _encoding, done) => done() })

/**
 * What is typed at the questions, one after the other; undefined after Ctrl-D. The terminal stops echoing before the
 * first question is shown and not between them, so that nothing of a secret ever appears.
 */
const typedAt = (questions: ReadonlyArray<string>, hidden: boolean) =>
  Effect.callback<ReadonlyArray<string> | undefined>((resume) => {
    const output = hidden ? silence : process.stderr
    const reader = createInterface({ input: process.stdin, output, terminal: true })
    const answers: Array<string> = []
    let isOver = false
    const ask = (): void => {
      const question = questions[answers.length] ?? ""
      if (hidden) process.stderr.write(question)
      else reader.setPrompt(question)
      reader.prompt()
    }
    const end = (result: ReadonlyArray<string> | undefined): void => {
      if (isOver) return
      isOver = true
      reader.close()
      if (result === undefined) process.stderr.write("\n")
      resume(Effect.succeed(result))
    }
    reader.on("line", (given) => {
      answers.push(given)
      if (hidden) process.stderr.write("\n")
      if (answers.length < questions.length) ask()
      else end(answers)
    })
    reader.on("close", () => end(undefined))
    reader.on("SIGINT", () => {
      isOver = true
      reader.close()
      process.stderr.write("\n")
      process.kill(process.pid, "SIGINT")
    })
    ask()
    return Effect.sync(() => {
      isOver = true
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

const agreed = (answers: ReadonlyArray<string> | undefined): Effect.Effect<void, CommandFailure> =>
  /^y(es)?$/i.test(answers?.[0]?.trim() ?? "") ? Effect.void : Effect.fail(nothingChanged)

/**
 * Goes on only when `yes` was given or the person at the terminal agrees. Where nobody can be asked it fails, by
 * default with the word that confirms.
 */
export const confirm = Effect.fnUntraced(function* (
  yes: boolean,
  whatHappens: string,
  otherwise: CommandFailure = unasked(whatHappens),
) {
  if (yes) return
  if (!(yield* canAsk)) return yield* otherwise
  yield* agreed(yield* typedAt([`${whatHappens} Continue? [y/N] `], false))
})

/**
 * The same for what a script does without being asked: asks the person at the terminal, and goes on elsewhere. Answers
 * whether it asked.
 */
export const confirmAtTerminal = Effect.fnUntraced(function* (yes: boolean, whatHappens: string) {
  if (yes || !(yield* canAsk)) return false
  yield* agreed(yield* typedAt([`${whatHappens} Continue? [y/N] `], false))
  return true
})

const differing = new CommandFailure({
  kind: "usage",
  sentence: "The passwords do not match; nothing was changed.",
  next: "Try again.",
})

const nowhereToAsk = new CommandFailure({
  kind: "usage",
  sentence: "The password cannot be asked for: stderr is not a terminal.",
  next: "Let stderr be the terminal, or give the password on stdin.",
})

/**
 * A new secret: asked for twice on a terminal, because it is not shown, and read from stdin otherwise. Never
 * taken from the command line, which other users of the machine can read.
 */
export const newSecret = Effect.fnUntraced(function* (what: string) {
  if (!(yield* canAsk)) {
    if (yield* Effect.flatMap(Stdio.Stdio, ({ stdinIsTerminal }) => stdinIsTerminal)) return yield* nowhereToAsk
    return (yield* readStdin(what)).replace(/\r?\n$/, "")
  }
  const answers = yield* typedAt([`${what}: `, "Repeat it: "], true)
  if (answers === undefined) return yield* nothingChanged
  const [given = "", again] = answers
  return given === again ? given : yield* differing
})
