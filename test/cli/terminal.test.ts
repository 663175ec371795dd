/** The command at a real terminal: questions, secrets, progress, and keys that end things. */
import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { cpSync, existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { POUCH_LOOT } from "../support/catalog.ts"
import { LOOPBACK } from "../support/loopback.ts"
import { bundle, cleanEnvironment, temporaryDirectory } from "./support/garrison.ts"
import { smallWorld } from "./support/world.ts"

/** Of util-linux; gives a process a terminal of its own. Not everywhere, and of another kind on a Mac. */
const SCRIPT = "/usr/bin/script"

/** What the terminal shows, and how the command ended. */
interface Session {
  readonly screen: string
  readonly code: number | null
}

const ENTER = "\r"
const CTRL_C = "\u0003"
const CTRL_D = "\u0004"

/** Runs the command at a terminal; each answer is typed when the text before it has appeared. */
const atTerminal = async (
  args: ReadonlyArray<string>,
  answers: ReadonlyArray<readonly [after: string, keys: string]>,
  options: { readonly cwd: string; readonly columns?: number },
): Promise<Session> => {
  const words = [process.execPath, bundle(), ...args].map((word) => `'${word}'`).join(" ")
  const line = `stty cols ${options.columns ?? 80}; exec ${words}`
  const child = spawn(SCRIPT, ["-qefc", line, "/dev/null"], {
    cwd: options.cwd,
    env: cleanEnvironment({ TERM: "xterm" }),
  })
  const waiting = [...answers]
  let screen = ""
  let seen = 0
  child.stdout.on("data", (chunk: Buffer) => {
    screen += chunk.toString()
    const [next] = waiting
    const at = next === undefined ? -1 : screen.indexOf(next[0], seen)
    if (next === undefined || at === -1) return
    seen = at + next[0].length
    waiting.shift()
    child.stdin.write(next[1])
  })
  const code = await new Promise<number | null>((settle) => child.once("close", settle))
  return { screen, code }
}

describe.skipIf(process.platform !== "linux" || !existsSync(SCRIPT))("at a terminal", () => {
  const rotate = ["client", "rotate", "server"]

  it("a confirmation is asked for, and answered by what is typed", async () => {
    const { cwd } = await smallWorld()
    for (const [keys, code, said] of [
      [`y${ENTER}`, 0, "gar_"],
      [`n${ENTER}`, 1, "Nothing was changed."],
      [CTRL_D, 1, "Nothing was changed."],
    ] as const) {
      const { screen, code: ended } = await atTerminal(rotate, [["[y/N] ", keys]], { cwd })
      assert.strictEqual(ended, code, screen)
      assert.include(screen, said)
    }
  })

  it("Ctrl-C at a question ends with 130 and changes nothing", async () => {
    const { cwd } = await smallWorld()
    const { screen, code } = await atTerminal(rotate, [["[y/N] ", CTRL_C]], { cwd })
    assert.strictEqual(code, 130, screen)
    assert.notInclude(screen, "gar_")
    assert.notMatch(screen, /error|at .*\.js/)
  })

  it("Ctrl-C stops a server at once, however long it stays unready for a balancer", async () => {
    const cwd = temporaryDirectory()
    writeFileSync(join(cwd, "garrison.json"), JSON.stringify({ host: LOOPBACK, port: 0, unreadySeconds: 3600 }))
    const { code, screen } = await atTerminal(["serve"], [["listening on", CTRL_C]], { cwd })
    assert.strictEqual(code, 130, screen)
  })

  it("a password is asked for twice and never shown", async () => {
    const { cwd } = await smallWorld()
    const created = await atTerminal(
      ["player", "create", "ada"],
      [
        ["Password for ada: ", `correct horse${ENTER}`],
        ["Repeat it: ", `correct horse${ENTER}`],
      ],
      { cwd },
    )
    assert.strictEqual(created.code, 0, created.screen)
    assert.notInclude(created.screen, "horse")
    const differing = await atTerminal(
      ["player", "create", "bob"],
      [
        ["Password for bob: ", `correct horse${ENTER}`],
        ["Repeat it: ", `correct house${ENTER}`],
      ],
      { cwd },
    )
    assert.strictEqual(differing.code, 2)
    assert.include(differing.screen, "do not match")
    for (const [keys, code] of [
      [`abc${CTRL_C}`, 130],
      [CTRL_D, 1],
    ] as const) {
      const left = await atTerminal(["player", "create", "eve"], [["Password for eve: ", keys]], { cwd })
      assert.strictEqual(left.code, code, left.screen)
    }
  })

  it("a password that is typed ahead of its question is not shown either", async () => {
    const { cwd } = await smallWorld()
    const ahead = `correct horse${ENTER}correct horse${ENTER}`
    const created = await atTerminal(["player", "create", "ada"], [["Password for ada: ", ahead]], { cwd })
    assert.strictEqual(created.code, 0, created.screen)
    assert.notInclude(created.screen, "horse")
  })

  it("what takes its time says so, and leaves no trace", async () => {
    const cwd = temporaryDirectory()
    cpSync(join(import.meta.dirname, "../../examples/demo/catalog.json"), join(cwd, "catalog.json"))
    const { screen, code } = await atTerminal(["catalog", "publish", "catalog.json", "--yes"], [], { cwd })
    assert.strictEqual(code, 0, screen)
    assert.include(screen, "publishing …\r\u001b[KCreated a new database")
  })

  it("many orders wait for the rate, and Ctrl-C says how far they came and how to go on", async () => {
    const { ada, brian, cwd, rows } = await smallWorld()
    writeFileSync(
      join(cwd, "garrison.json"),
      JSON.stringify({ orderEntriesPerWindowMax: 1, orderEntriesWindowSeconds: 600 }),
    )
    const orders = [ada, ada, brian].map((player_uuid) => ({
      player_uuid,
      client_order_ref_id: crypto.randomUUID(),
      entries: [{ type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 }],
    }))
    writeFileSync(join(cwd, "orders.json"), JSON.stringify(orders))
    const many = ["order", "submit-many", "orders.json"]
    const { code, screen } = await atTerminal(many, [["waiting for the rate of a player …", CTRL_C]], { cwd })
    assert.strictEqual(code, 130, screen)
    assert.include(
      screen,
      "Stopped: 2 of 3 orders were submitted, 2 fulfilled and 0 not. Submit the same file again to go on",
    )
    assert.match(screen, /1 {2}\S+ {2}\S+ {2}success\r\n3 {2}\S+ {2}\S+ {2}success\r\n/)
    assert.lengthOf(rows("SELECT 1 FROM player_order"), 2)
    const hurried = await atTerminal([...many, "--no-wait"], [], { cwd })
    assert.strictEqual(hurried.code, 1, hurried.screen)
    assert.include(hurried.screen, "1 of 3 orders was only partly fulfilled: too_many_requests (1).")
  })

  it("tables and help fit a narrow terminal", async () => {
    const { ada, cwd, run } = await smallWorld()
    const order = await run("order", "submit", ada, "--loot", String(POUCH_LOOT))
    assert.strictEqual(order.code, 0, order.stderr)
    for (const args of [
      ["client", "list"],
      ["player", "search", "a"],
      ["audit", "list"],
      ["order", "list"],
      ["order", "list", "--help"],
      ["client", "rotate", "--help"],
    ]) {
      const { screen } = await atTerminal(args, [], { cwd, columns: 80 })
      // What was shown while it took its time is erased again.
      // eslint-disable-next-line no-control-regex
      const lines = screen.replace(/\u001b\[[\d;]*m|[^\n]*\r\u001b\[K/g, "").split(/\r?\n/)
      assert.isAbove(lines.length, 2)
      for (const line of lines) assert.isAtMost(line.length, 80, line)
    }
  })
})
