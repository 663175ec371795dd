/** Runs the command tree on the process: its arguments, streams, signals and exit status. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type * as Runtime from "effect/Runtime"
import { garrison } from "./commandTree.ts"
import { EXIT_CODES } from "./output/exitCode.ts"
import { presenter } from "./output/presenter.ts"
import { reportOf } from "./output/report.ts"
import { listenForSignals } from "./output/stopping.ts"
import { VERSION } from "./version.ts"

const services = Layer.mergeAll(
  NodeServices.layer,
  CliOutput.layerPresenter(presenter),
  CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] }),
)

/** A reader that stops reading, as `head` does, ends the command quietly. */
const endWhenNobodyReads = (): void => {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT_CODES.ok)
    throw error
  })
}

const teardown: Runtime.Teardown = (exit, onExit) => {
  if (Exit.isSuccess(exit)) return onExit(EXIT_CODES.ok)
  const { text, exitCode } = reportOf(exit.cause)
  if (text !== "") process.stderr.write(`${text}\n`)
  onExit(exitCode)
}

/** Runs `garrison` with the arguments of the process. */
export const main = (): void => {
  endWhenNobodyReads()
  listenForSignals()
  NodeRuntime.runMain(Effect.provide(Command.run(garrison, { version: VERSION, renderErrors: true }), services), {
    disableErrorReporting: true,
    teardown,
  })
}
