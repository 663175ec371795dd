/** The bundled console in a real terminal: how it comes, how it goes, and what it leaves. */
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { bundle, cleanEnvironment } from "../../cli/support/garrison.ts"
import { smallWorld } from "../../cli/support/world.ts"
import { openConsoleIn } from "../../support/tui/consoleTerminal.ts"
import {
  noTerminal,
  openTerminal,
  type PseudoTerminal,
  terminalKind,
  until,
  untilScreen,
  untilTrue,
} from "../../support/tui/pseudoTerminal.ts"

const STARTED = "Needs attention"

/** The process of the console in a terminal, by the database that it has open. */
const consoleIn = (cwd: string): number => {
  const { stdout } = spawnSync(
    "sh",
    [
      "-c",
      `for p in /proc/[0-9]*; do [ "$(readlink $p/cwd)" = "${cwd}" ] && tr '\\0' ' ' < $p/cmdline | grep -q "garrison.js console" && basename $p; done | tail -1`,
    ],
    {
      encoding: "utf8",
    },
  )
  return Number(stdout.trim())
}

const isWhole = async (terminal: PseudoTerminal, status: number): Promise<void> => {
  await until(terminal, `ended with ${status}`, "terminal as before")
  assert.deepStrictEqual(await terminal.modes(), { isAlternate: false, hasCursor: true, hasMouse: false })
}

/** Waits for the modes of a console, which may come after its frame. */
const isTheConsoles = (terminal: PseudoTerminal): Promise<void> =>
  untilTrue("the terminal has the modes of a console", async () => {
    const { hasCursor, hasMouse, isAlternate } = await terminal.modes()
    return isAlternate && hasMouse && !hasCursor
  })

/** Whether the screen is one frame and nothing else: the bar above, the keys below, each once. */
const isFrame = (screen: string, columns: number, rows: number): boolean => {
  const lines = screen.replace(/\n$/, "").split("\n")
  const bars = lines.filter((line) => line.includes("sqlite:garrison.db"))
  return (
    lines.length === rows &&
    lines.every((line) => line.length <= columns) &&
    bars.length === 1 &&
    bars[0] === lines[0] &&
    lines.filter((line) => line.endsWith("q quit")).length === 1 &&
    lines.at(-1)?.endsWith("q quit") === true &&
    screen.includes(STARTED)
  )
}

describe.skipIf(noTerminal !== "")(`the console in ${terminalKind}`, () => {
  it("leaves the terminal as it was, and nothing on it", async () => {
    const { cwd } = await smallWorld()
    const terminal = openConsoleIn(cwd)
    await until(terminal, STARTED)
    await isTheConsoles(terminal)
    terminal.press("q")
    await isWhole(terminal, 0)
    assert.notInclude(await terminal.screen(), "Needs attention")
  })

  it("says in words that a terminal which draws only lines is none for it", async () => {
    const { cwd } = await smallWorld()
    const line = `env TERM=dumb ${process.execPath} ${bundle()} console`
    const terminal = openTerminal({ line, cwd, environment: cleanEnvironment({}) })
    await isWhole(terminal, 2)
    assert.include((await terminal.screen()).replaceAll(/\s+/g, ""), "(TERM=dumb),andtheconsoledrawsascreen")
  })

  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGINT", 130],
  ] as const)("gives the terminal back at %s", async (signal, status) => {
    const { cwd } = await smallWorld()
    const terminal = openConsoleIn(cwd)
    await until(terminal, STARTED)
    process.kill(consoleIn(cwd), signal)
    await isWhole(terminal, status)
    assert.notInclude(await terminal.screen(), STARTED)
  })

  it("gives the terminal back after a crash, and says what crashed", async () => {
    const { cwd, file } = await smallWorld()
    const crash = file("crash.cjs", `process.on("SIGUSR2", () => { throw new Error("a planted crash") })`)
    const terminal = openConsoleIn(cwd, { environment: { NODE_OPTIONS: `--require ./${crash}` } })
    await until(terminal, STARTED)
    process.kill(consoleIn(cwd), "SIGUSR2")
    await isWhole(terminal, 1)
    assert.include(await terminal.screen(), "a planted crash")
  })

  it("writes nothing of others over the screen, and tells it afterwards", async () => {
    const { cwd, file } = await smallWorld()
    const loud = file(
      "loud.cjs",
      `process.on("SIGUSR2", () => { console.log("from a library"); process.stderr.write("a warning of storage\\n") })`,
    )
    const terminal = openConsoleIn(cwd, { environment: { NODE_OPTIONS: `--require ./${loud}` } })
    const before = await until(terminal, STARTED)
    process.kill(consoleIn(cwd), "SIGUSR2")
    const said = await until(terminal, "a warning of storage")
    assert.strictEqual(said.split("\n")[0], before.split("\n")[0])
    assert.match(said, /a warning of storage\s*$/)
    terminal.press("q")
    await isWhole(terminal, 0)
    assert.include(await terminal.screen(), "from a library")
  })

  it("follows every size, and says what it needs when there is too little", async () => {
    const { cwd } = await smallWorld()
    const terminal = openConsoleIn(cwd)
    await until(terminal, STARTED)
    terminal.resize(40, 8)
    await until(terminal, /needs 60 columns and 15\s+rows/)
    for (let size = 20; size <= 240; size += 7) terminal.resize(size, 10 + (size % 50))
    terminal.resize(120, 40)
    await untilScreen(terminal, "a frame of 120 columns, whole", (screen) => isFrame(screen, 120, 40))
    terminal.resize(80, 24)
    await untilScreen(terminal, "a frame of 80 columns, whole", (screen) => isFrame(screen, 80, 24))
    assert.notInclude(await terminal.screen(), "needs 60 columns")
  })

  it("gives the terminal back while it is stopped, and draws again when it goes on", async () => {
    const { cwd } = await smallWorld()
    const terminal = openConsoleIn(cwd)
    await until(terminal, STARTED)
    const id = consoleIn(cwd)
    terminal.press("ctrl+z")
    await untilTrue("the terminal is given back", async () => !(await terminal.modes()).isAlternate)
    await untilTrue("the process stands still", () => / T /.test(readFileSync(`/proc/${id}/stat`, "utf8")))
    assert.deepStrictEqual(await terminal.modes(), { isAlternate: false, hasCursor: true, hasMouse: false })
    process.kill(id, "SIGCONT")
    await untilScreen(terminal, "a frame, whole again", (screen) => isFrame(screen, 100, 30))
    await isTheConsoles(terminal)
    terminal.press("q")
    await isWhole(terminal, 0)
  })

  it("follows the wheel of the mouse", async () => {
    const { cwd } = await smallWorld()
    const terminal = openConsoleIn(cwd)
    await until(terminal, STARTED)
    terminal.press(":")
    await until(terminal, /^› start/m)
    terminal.type("\u{1B}[<65;10;10M\u{1B}[<65;10;10M")
    assert.notMatch(await until(terminal, /^› (?!start)/m), /<65/)
  })

  it("loses no key that comes with others", async () => {
    const { cwd } = await smallWorld()
    const terminal = openConsoleIn(cwd)
    await until(terminal, STARTED)
    const typed = "abcdefghijklmnopqrstuvwxyz0123456789".repeat(2)
    terminal.type(`:${typed}`)
    assert.include(await until(terminal, `: ${typed}`), "There is no such screen")
  })

  it("says that there is no database, and opens it when it is there", async () => {
    const { cwd, run } = await smallWorld()
    const terminal = openConsoleIn(cwd, { args: ["--storage", "sqlite:later.db"] })
    await until(
      terminal,
      "There is no database at sqlite:later.db",
      "Start the server once",
      "tries again every second",
    )
    const copied = spawnSync("cp", ["garrison.db", "later.db"], { cwd })
    assert.strictEqual(copied.status, 0)
    await until(terminal, STARTED, "Needs attention")
    assert.strictEqual((await run("role", "list")).code, 0)
  })

  it("says that another version's database has to be brought up to date", async () => {
    const { cwd, rows } = await smallWorld()
    rows("DELETE FROM garrison_migration WHERE id = (SELECT max(id) FROM garrison_migration)")
    const terminal = openConsoleIn(cwd)
    const screen = await until(terminal, /is of an earlier version: it lacks 1 of/)
    assert.include(screen, "garrison serve")
  })
})
