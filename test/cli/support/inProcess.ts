/**
 * Runs the command in the process of the tests: with its own arguments, environment, directory and stdin, and with what
 * it writes caught. For everything but the process itself: signals, pipes, terminals, start-up.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { cpSync } from "node:fs"
import { Invocation } from "../../../packages/cli/src/Invocation.ts"
import { EXIT_CODES } from "../../../packages/cli/src/output/exitCode.ts"
import { reportOf } from "../../../packages/cli/src/output/report.ts"
import { garrisonRun } from "../../../packages/cli/src/program.ts"
import { sharedFolder } from "../../support/runFolder.ts"
import { type Run, type RunOptions, temporaryDirectory } from "./garrison.ts"

// Texts are coloured by the streams of this process, which is no terminal, unless its environment says otherwise.
delete process.env["FORCE_COLOR"]

/** Runs the command to its end. */
export const garrison = async (args: ReadonlyArray<string>, options: RunOptions = {}): Promise<Run> => {
  const written = { stdout: "", stderr: "" }
  const into = (stream: keyof typeof written) => (text: string) => void (written[stream] += `${text}\n`)
  const caught: Console.Console = Object.assign(Object.create(globalThis.console), {
    log: into("stdout"),
    error: into("stderr"),
  })
  const invocation: Invocation = {
    args,
    environment: options.env ?? {},
    directory: options.cwd ?? temporaryDirectory(),
  }
  const exit = await Effect.runPromiseExit(
    garrisonRun.pipe(
      Effect.provide(Stdio.layerTest({ stdin: Stream.make(new TextEncoder().encode(options.input ?? "")) })),
      Effect.provide(NodeServices.layer),
      Effect.provideService(Invocation, invocation),
      Effect.provideService(Console.Console, caught),
    ),
  )
  if (Exit.isSuccess(exit)) return { code: EXIT_CODES.ok, ...written }
  const { exitCode, text } = reportOf(exit.cause, invocation)
  if (text !== "") caught.error(text)
  return { code: exitCode, ...written }
}

const madeDemo = async (): Promise<string> => {
  using shared = sharedFolder("demo-world")
  if (shared.toFill !== undefined) {
    const { code, stderr } = await garrison(["demo"], { cwd: shared.toFill })
    if (code !== 0) throw new Error(`garrison demo ended with ${code}: ${stderr}`)
    shared.finish()
  }
  return shared.path
}

/** A fresh directory with a database that has the demo world, which is made once a run. */
export const demoDirectory = async (): Promise<string> => {
  const copy = temporaryDirectory()
  cpSync(await madeDemo(), copy, { recursive: true })
  return copy
}
