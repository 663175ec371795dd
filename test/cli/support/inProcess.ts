/**
 * Runs the command in the process of the tests: with its own arguments, environment, directory and stdin, and with what
 * it writes caught. For everything but the process itself: signals, pipes, terminals, start-up.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { cpSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { vi } from "vitest"
import { Invocation } from "../../../packages/cli/src/Invocation.ts"
import { EXIT_CODES } from "../../../packages/cli/src/output/exitCode.ts"
import { reportOf } from "../../../packages/cli/src/output/report.ts"
import { garrisonRun } from "../../../packages/cli/src/program.ts"
import { LOOPBACK } from "../../support/loopback.ts"
import { sharedFolder } from "../../support/runFolder.ts"
import { ALONE, type Run, type RunOptions, type Served, temporaryDirectory } from "./garrison.ts"
import { withSmallDemo } from "./smallDemo.ts"

// Texts are coloured by the streams of this process, which is no terminal, unless its environment says otherwise.
delete process.env["FORCE_COLOR"]

/** A running `garrison serve` of this process. */
export interface ServedHere extends Pick<Served, "url" | "stdout" | "stderr"> {
  readonly stop: () => Promise<void>
}

/** A run that has not begun, and what it writes. */
const prepared = (args: ReadonlyArray<string>, options: RunOptions) => {
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
  const run = garrisonRun.pipe(
    Effect.provide(
      Stdio.layerTest({
        stdin: Stream.make(new TextEncoder().encode(options.input ?? "")),
        stdinIsTerminal: Effect.succeed(options.isTerminal === true),
        stderrIsTerminal: Effect.succeed(options.isTerminal === true),
      }),
    ),
    Effect.provide(NodeServices.layer),
    Effect.provideService(Invocation, invocation),
    Effect.provideService(Console.Console, caught),
    withSmallDemo,
  )
  return { run, written, invocation }
}

/** Runs the command to its end. */
export const garrison = async (args: ReadonlyArray<string>, options: RunOptions = {}): Promise<Run> => {
  const { invocation, run, written } = prepared(args, options)
  const exit = await Effect.runPromiseExit(run)
  if (Exit.isSuccess(exit)) return { code: EXIT_CODES.ok, ...written }
  const { exitCode, text } = await reportOf(exit.cause, invocation)
  if (text !== "") written.stderr += `${text}\n`
  return { code: exitCode, ...written }
}

/**
 * `garrison serve` in this process, on a free port, once it listens. Its log is for people, or what `env` says, but not
 * JSON: that is for life, and a server of its own process.
 */
export const serveHere = async (args: ReadonlyArray<string>, options: RunOptions = {}): Promise<ServedHere> => {
  const host = args.includes("--host") ? [] : ["--host", LOOPBACK]
  const env = { GARRISON_LOG: "text", ...ALONE, ...options.env }
  const { run, written } = prepared(["serve", ...host, "--port", "0", ...args], { ...options, env })
  // The log of a server goes to the stream itself.
  const stream = vi.spyOn(process.stderr, "write").mockImplementation((lines) => {
    written.stderr += String(lines)
    return true
  })
  const fiber = Effect.runFork(run)
  const ended = Effect.runPromise(Fiber.await(fiber))
  let isOver = false
  void ended.then(() => (isOver = true))
  const stop = async () => {
    await Effect.runPromise(Fiber.interrupt(fiber))
    stream.mockRestore()
  }
  for (;;) {
    const url = /^listening on (http:\S+)$/m.exec(written.stdout)?.[1]
    if (url !== undefined) return { url, stop, stdout: () => written.stdout, stderr: () => written.stderr }
    if (isOver) throw new Error(`serve ended before it listened: ${written.stderr}${String(await ended)}`)
    await new Promise((settle) => setTimeout(settle, 5))
  }
}

const madeDemo = async (): Promise<string> => {
  using shared = sharedFolder("demo-world")
  if (shared.toFill !== undefined) {
    const { code, stderr, stdout } = await garrison(["demo", "--json"], { cwd: shared.toFill })
    if (code !== 0) throw new Error(`garrison demo ended with ${code}: ${stderr}`)
    writeFileSync(join(shared.toFill, "demo.json"), stdout)
    shared.finish()
  }
  return shared.path
}

/**
 * A fresh directory with a database that has the demo world, which is made once a run. What the command printed of it
 * as JSON is in `demo.json`.
 */
export const demoDirectory = async (): Promise<string> => {
  const copy = temporaryDirectory()
  cpSync(await madeDemo(), copy, { recursive: true })
  return copy
}
