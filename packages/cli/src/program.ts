/** Runs the command tree on the process: its arguments, streams, signals and exit status. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Runtime from "effect/Runtime"
import { format } from "node:util"
import { completions } from "./command/completions.ts"
import { garrison } from "./commandTree.ts"
import { Invocation, processInvocation } from "./Invocation.ts"
import { endWell, endWith } from "./output/ending.ts"
import { messageJson, speak, wantsJson } from "./output/form.ts"
import { EXIT_CODES } from "./output/exitCode.ts"
import { presenter } from "./output/presenter.ts"
import { reportOf } from "./output/report.ts"
import { listenForSignals, STOP_SIGNALS } from "./output/stopping.ts"
import { watchStreams } from "./output/streams.ts"
import type { StderrForm } from "./stderrForm.ts"
import { VERSION } from "./version.ts"

const cliServices = Layer.mergeAll(
  CliOutput.layerPresenter(presenter),
  CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, completions] }),
)

const subcommandsOf = (command: Command.Command.Any): ReadonlyArray<Command.Command.Any> =>
  command.subcommands.flatMap(({ commands }) => commands)

/** Whether the words before the first flag name a command that there is not. */
const namesNoCommand = (args: ReadonlyArray<string>): boolean => {
  let at: Command.Command.Any = garrison
  for (const word of args) {
    if (word.startsWith("-") || at.subcommands.length === 0) return false
    const found = subcommandsOf(at).find(({ name }) => name === word)
    if (found === undefined) return true
    at = found
  }
  return false
}

/** Whether a word is the marker of a page that begins with a hyphen. The parser would take it for flags. */
const isMarker = (args: ReadonlyArray<string>, at: number): boolean =>
  args[at - 1] === "--after" && /^-[\w-]{8,}$/.test(args[at] ?? "")

const withMarkers = (args: ReadonlyArray<string>): ReadonlyArray<string> =>
  args.flatMap((word, at) => (isMarker(args, at + 1) ? [] : isMarker(args, at) ? [`--after=${word}`] : [word]))

/**
 * The arguments as the parser understands them. `garrison help …` and `garrison version`, which many try first, are the
 * flags of that name. Help for a command that there is not would be that of the command above it: without `--help` the
 * parser says what is wrong.
 */
const spelledOut = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first, ...rest] = args
  if (first === "version" && rest.length === 0) return ["--version"]
  const words = first === "help" ? [...rest, "--help"] : args
  return withMarkers(namesNoCommand(words) ? words.filter((word) => word !== "--help" && word !== "-h") : words)
}

/** Runs `garrison` with the arguments of the invocation; what it needs of the platform is to be provided. */
export const garrisonRun = Effect.flatMap(Invocation, ({ args }) =>
  Effect.provide(Command.runWith(garrison, { version: VERSION, renderErrors: true })(spelledOut(args)), cliServices),
)

const tellFailure = async (cause: Cause.Cause<unknown>): Promise<number> => {
  const { text, exitCode } = await reportOf(cause, processInvocation())
  if (text !== "") process.stderr.write(`${text}\n`)
  return exitCode
}

const teardown: Runtime.Teardown = (exit, onExit) => {
  if (Exit.isSuccess(exit)) return onExit(EXIT_CODES.ok)
  return void tellFailure(exit.cause).then(onExit)
}

/** Runs an effect until it ends or a signal interrupts it, and ends the process as `teardown` says. */
const runMain = Runtime.makeRunMain(({ fiber, teardown: finish }) => {
  let isInterrupted = false
  const interrupt = (): void => {
    isInterrupted = true
    fiber.interruptUnsafe(fiber.id)
  }
  for (const signal of STOP_SIGNALS) process.on(signal, interrupt)
  fiber.addObserver((exit) => {
    for (const signal of STOP_SIGNALS) process.removeListener(signal, interrupt)
    finish(exit, (status) => {
      if (isInterrupted || status !== EXIT_CODES.ok) endWith(status, isInterrupted)
      else endWell()
    })
  })
})

/**
 * The streams of the process, as they are: a line is written in one piece, and one that cannot be is an `error`
 * there.
 */
const processConsole: Console.Console = Object.assign(Object.create(globalThis.console), {
  log: (...parts: ReadonlyArray<unknown>) => void process.stdout.write(`${format(...parts)}\n`),
  error: (...parts: ReadonlyArray<unknown>) => void process.stderr.write(`${format(...parts)}\n`),
})

/** What Effect is asked to log, as messages of the command; the server has its own log. */
const messageLogger = Logger.make<unknown, void>(({ cause, logLevel, message }) => {
  const level = logLevel === "Warn" || logLevel === "Error" || logLevel === "Fatal" ? "warning" : "info"
  const text = Array.isArray(message) ? message.filter((part) => !Cause.isCause(part)).join(" ") : String(message)
  const why = cause.reasons.length === 0 ? "" : `: ${messageOf(Cause.squash(cause))}`
  const line = wantsJson([])
    ? messageJson(level, `${text}${why}`)
    : `${level === "warning" ? "warning: " : ""}${text}${why}`
  process.stderr.write(`${line}\n`)
})

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Runs `garrison` with the arguments of the process, whose stderr has this form. */
export const main = (form: StderrForm): void => {
  speak(form)
  watchStreams()
  listenForSignals()
  const run = garrisonRun.pipe(
    Effect.provide(NodeServices.layer),
    Effect.provideService(Invocation, processInvocation()),
    Effect.provideService(Console.Console, processConsole),
    Effect.provide(Logger.layer([messageLogger])),
  )
  runMain(run, { disableErrorReporting: true, teardown })
}
