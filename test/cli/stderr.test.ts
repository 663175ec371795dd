/**
 * Where the log is JSON, every line of stderr is: whatever a server says, and however it ends. A collector of logs
 * loses a line that it cannot read.
 */
import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { stderrFormOf, type StartedRun } from "../../packages/cli/src/stderrForm.ts"
import { closedPort, LOOPBACK_HOST } from "../support/loopback.ts"
import { ALONE, bundle, cleanEnvironment, serve, temporaryDirectory } from "./support/garrison.ts"
import { demoDirectory } from "./support/inProcess.ts"
import { smallWorld } from "./support/world.ts"

interface Line {
  readonly event: unknown
  readonly level: unknown
  readonly facts: Readonly<Record<string, unknown>>
}

/** The lines of a log, each of which must be one. */
const linesOf = (stderr: string): ReadonlyArray<Line> =>
  stderr
    .trimEnd()
    .split("\n")
    .map((line) => {
      const { event, level, time, ...facts } = JSON.parse(line) as Readonly<Record<string, unknown>>
      assert.match(String(time), /^\d{4}-.*Z$/)
      assert.include(["info", "warning", "error"], level, line)
      assert.isString(event, line)
      return { event, level, facts }
    })

interface Ended {
  readonly code: number | null
  readonly lines: ReadonlyArray<Line>
}

/** Runs the command to its end. Nothing but an end is waited for, so several may run at once. */
const run = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}, cwd = temporaryDirectory()) =>
  new Promise<Ended>((settle, refuse) => {
    const child = spawn(process.execPath, [bundle(), ...args], { cwd, env: cleanEnvironment({ ...ALONE, ...env }) })
    child.stdin.end()
    let stderr = ""
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()))
    child.once("close", (code) => {
      try {
        settle({ code, lines: linesOf(stderr) })
      } catch (error) {
        refuse(new Error(`${args.join(" ")}: ${String(error)}: ${stderr}`))
      }
    })
  })

/** Options of Node that load a module of this text first. */
const preloading = (text: string) => {
  const file = join(temporaryDirectory(), "preload.mjs")
  writeFileSync(file, text)
  return { NODE_OPTIONS: `--import=file://${file}` }
}

/** Does something as soon as the command has taken stderr over, long before it knows its settings. */
const early = (what: string) =>
  preloading(
    `const set = process.setUncaughtExceptionCaptureCallback
    process.setUncaughtExceptionCaptureCallback = (callback) => {
      process.setUncaughtExceptionCaptureCallback = set
      set.call(process, callback)
      ${what}
    }`,
  )

/** The message of a line, or of the failure in it. */
const messageOf = ({ facts }: Line): unknown =>
  facts["message"] ?? (facts["error"] as { readonly message?: string } | undefined)?.message

describe("stderr of a server whose log is JSON", () => {
  it("is JSON however the start fails", async () => {
    const port = await closedPort()
    const missing = `postgres://me:CANARY@${LOOPBACK_HOST}:${port}/none`
    const folder = temporaryDirectory()
    writeFileSync(join(folder, "garrison.json"), '{"log": "json", "port": "none"}')
    for (const [status, said, ended] of await Promise.all(
      (
        [
          [2, "The settings cannot be used.", ["serve", "--log", "json", "--port", "http"]],
          [2, "The settings cannot be used.", ["serve", "--set", "log=json", "--set", "nothing=1"]],
          [2, "The settings cannot be used.", ["--config", "missing.json", "serve"]],
          [2, "This command has no flag --bogus.", ["serve", "--bogus", "--log=json"]],
          [2, "--demo-public is for the demo world, which was not asked for.", ["serve", "--demo-public"]],
          [1, "cannot be used: there is no directory", ["serve", "--storage", "sqlite:missing/x.db"]],
          [1, "cannot be used: connect ECONNREFUSED", ["serve", "--storage", missing]],
          [1, "The server cannot listen", ["serve", "--storage", "sqlite::memory:", "--host", "192.0.2.1"]],
        ] as const
      ).map(async ([code, words, args]) => [code, words, await run(args)] as const),
    )) {
      const last = ended.lines.at(-1)
      assert.strictEqual(ended.code, status, said)
      assert.deepInclude(last, { level: "error", event: "fatal" })
      assert.include(String(messageOf(last as Line)), said)
      assert.notInclude(JSON.stringify(ended.lines), "CANARY")
    }
    const inFile = await run(["serve"], {}, folder)
    assert.include(JSON.stringify(inFile.lines), "port must be a whole number")
  })

  it("is JSON when Node warns, when an error is caught by nobody, and when a promise is", async () => {
    const memory = ["serve", "--port", "0", "--storage", "sqlite::memory:"]
    const [thrown, rejected, later] = await Promise.all([
      run(memory, early(`throw new Error("early")`)),
      run(memory, early(`Promise.reject(new Error("of a promise"))`)),
      run(
        memory,
        preloading(
          `process.once("newListener", () => process.emitWarning("of the start", "ExperimentalWarning"))
          const write = process.stdout.write.bind(process.stdout)
          process.stdout.write = (text, ...rest) => {
            if (String(text).startsWith("listening")) {
              process.emitWarning("of Node", "DeprecationWarning")
              setTimeout(() => { throw Object.assign(new Error("late, token=CANARY1234567890")) }, 50)
            }
            return write(text, ...rest)
          }`,
        ),
      ),
    ])
    for (const [{ code, lines }, words] of [
      [thrown, "early"],
      [rejected, "of a promise"],
      [later, "late"],
    ] as const) {
      assert.strictEqual(code, 1)
      assert.deepInclude(lines.at(-1), { level: "error", event: "defect" })
      assert.include(String(lines.at(-1)?.facts["cause"]), words)
    }
    for (const warning of ["ExperimentalWarning: of the start", "DeprecationWarning: of Node"]) {
      assert.include(later.lines.map(messageOf), warning)
    }
    assert.notInclude(JSON.stringify(later.lines), "CANARY")
    // The stack names functions and lines, and no letters that stand for them.
    assert.match(String(thrown.lines.at(-1)?.facts["cause"]), /preload\.mjs:\d+:\d+/)
  })

  it("is JSON through the guide, warnings of the start, a database that went away, and the end", async () => {
    const guided = await serve(["--demo", "--log", "json"], { cwd: await demoDirectory() })
    while (!guided.stdout().includes("curl ")) await new Promise((settle) => setTimeout(settle, 5))
    assert.strictEqual(await guided.stop(), 0)
    assert.include(JSON.stringify(linesOf(guided.stderr())), "ready")

    const { cwd } = await smallWorld()
    const file = join(cwd, "garrison.db")
    const served = await serve(["--log", "json"], { cwd, env: { GARRISON_DEFAULT_CLIENT_ID: "game" } })
    const login = () =>
      fetch(`${served.url}/users/v1/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ grant_type: "anon", portal_access_token: crypto.randomUUID() }),
      })
    renameSync(file, `${file}.moved`)
    assert.strictEqual((await login()).status, 503)
    renameSync(`${file}.moved`, file)
    assert.strictEqual(await served.stop("SIGINT"), 130)
    const events = linesOf(served.stderr()).map(({ event }) => event)
    const expected = ["start", "message", "ready", "storage_unavailable", "request", "stopping", "stopped"]
    for (const event of expected) assert.include(events, event)
    const away = linesOf(served.stderr()).find(({ event }) => event === "storage_unavailable")
    assert.deepInclude(away?.facts, { code: "SQLITE_READONLY_DBMOVED", storage: file })
  })
})

describe("the form of stderr", () => {
  const given = (args: string, more: Partial<StartedRun> = {}): StartedRun => ({
    args: args.split(" "),
    environment: {},
    isTerminal: false,
    read: () => undefined,
    ...more,
  })
  const inFile = (text: string) => ({ read: () => text })

  it.each([
    ["serve", {}, "log"],
    ["serve", { isTerminal: true }, "people"],
    ["serve --log json", { isTerminal: true }, "log"],
    ["serve --log=json", { isTerminal: true }, "log"],
    ["serve --log text", {}, "people"],
    ["serve --log off", {}, "people"],
    ["serve --set log=json", { isTerminal: true }, "log"],
    ["serve", { isTerminal: true, environment: { GARRISON_LOG: "json" } }, "log"],
    ["serve --log text", { environment: { GARRISON_LOG: "json" } }, "people"],
    ["serve", { isTerminal: true, ...inFile('{"log": "json"}') }, "log"],
    ["serve", { environment: { GARRISON_LOG: "text" }, ...inFile('{"log": "json"}') }, "people"],
    ["serve", { isTerminal: true, ...inFile("not JSON") }, "people"],
    ["serve --log nonsense", { isTerminal: true }, "people"],
    ["--storage serve client list", {}, "people"],
    ["--storage sqlite:x.db serve", {}, "log"],
    ["client list", {}, "people"],
    ["client list --json", { isTerminal: true }, "json"],
    ["notify x -- --json", {}, "people"],
  ] as const)("of garrison %s, %j, is for %s", (args, more, form) => {
    assert.strictEqual(stderrFormOf(given(args, more)), form)
  })
})
