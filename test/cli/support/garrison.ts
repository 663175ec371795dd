/** Runs the bundled command as people and scripts do: as a child process, with its own directory and environment. */
import { execFileSync, spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { withCompiled } from "../../support/bundled.ts"
import { atFileEnd } from "../../support/fileEnd.ts"
import { LOOPBACK } from "../../support/loopback.ts"
import { sharedFolder } from "../../support/runFolder.ts"
import { withFewMonsters } from "./smallDemo.ts"

const root = resolve(import.meta.dirname, "../../..")

/** When a process of a test counts as hung; well beyond what any takes on a loaded machine. */
export const PROCESS_MILLIS_MAX = 240_000

/** A fresh directory that goes when the tests of the file are over. */
export const temporaryDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), "garrison-cli-"))
  atFileEnd(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** The bundle of the sources as they are now, made once a run, with a small demo catalog. */
export const bundle = (): string => {
  using shared = sharedFolder("bundle")
  if (shared.toFill !== undefined) {
    execFileSync(process.execPath, ["scripts/bundle.ts"], {
      cwd: root,
      env: { ...cleanEnvironment(), GARRISON_BUNDLE_DIR: join(shared.toFill, "dist") },
      stdio: "pipe",
    })
    writeFileSync(join(shared.toFill, "package.json"), '{"type":"module"}')
    const catalog = join(shared.toFill, "dist/demo/catalog.json")
    writeFileSync(catalog, JSON.stringify(withFewMonsters(JSON.parse(readFileSync(catalog, "utf8")))))
    shared.finish()
  }
  return join(shared.path, "dist/garrison.js")
}

/** What a finished run left behind. */
export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** How a run is made. */
export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  /** Whether stdin and stderr are a terminal; only of a run in the process of the tests, without `input`. */
  readonly isTerminal?: boolean
}

/**
 * The environment of the tests without anything that could steer the command, and with a place for what Node compiles
 * that goes with the run.
 */
export const cleanEnvironment = (more: Readonly<Record<string, string>> = {}): Record<string, string> => {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(GARRISON_|NO_COLOR|FORCE_COLOR|NODE_OPTIONS|VITEST)/.test(entry[0]),
  )
  return { ...withCompiled(Object.fromEntries(kept)), ...more }
}

/** Runs the command to its end. */
export const garrison = (args: ReadonlyArray<string>, options: RunOptions = {}): Run => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bundle(), ...args], {
    cwd: options.cwd ?? temporaryDirectory(),
    env: cleanEnvironment(options.env),
    input: options.input ?? "",
    encoding: "utf8",
    timeout: PROCESS_MILLIS_MAX,
  })
  return { code: status, stdout, stderr }
}

/** A running `garrison serve`. */
export interface Served {
  readonly url: string
  readonly child: ChildProcessWithoutNullStreams
  readonly stdout: () => string
  readonly stderr: () => string
  /** Milliseconds from the start of the process to its line on stdout. */
  readonly startMillis: number
  /** Sends a signal and waits for the end. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** The settings of a server without a balancer in front that would have to notice that it stops. */
export const ALONE = { GARRISON_UNREADY_SECONDS: "0" }

/** Starts `garrison serve` on a free port, with a log for people, and waits until it listens. */
export const serve = async (args: ReadonlyArray<string>, options: RunOptions = {}): Promise<Served> => {
  const begun = performance.now()
  const host = args.includes("--host") ? [] : ["--host", LOOPBACK]
  const port = args.includes("--port") ? [] : ["--port", "0"]
  const child = spawn(process.execPath, [bundle(), "serve", ...host, ...port, ...args], {
    cwd: options.cwd ?? temporaryDirectory(),
    env: cleanEnvironment({ GARRISON_LOG: "text", ...ALONE, ...options.env }),
  })
  let isOver = false
  atFileEnd(() => isOver || child.kill("SIGKILL"))
  let stdout = ""
  let stderr = ""
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = new Promise<number | null>((settle) => child.once("close", (code) => settle(code)))
  void ended.then(() => (isOver = true))
  const url = await new Promise<string>((settle, refuse) => {
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString()
      const found = /^listening on (http:\S+)$/m.exec(stdout)?.[1]
      if (found !== undefined) settle(found)
    })
    void ended.then((code) => refuse(new Error(`serve ended with ${code} before it listened: ${stderr}`)))
  })
  const startMillis = performance.now() - begun
  const stop = (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal)
    return ended
  }
  return { url, child, startMillis, stop, stdout: () => stdout, stderr: () => stderr }
}
