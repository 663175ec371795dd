/**
 * Acts from beginning to end in the bundled console in a real terminal: typed into the palette, rehearsed, confirmed,
 * and then checked in the database and in the audit.
 */
import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { type World, smallWorld } from "../../cli/support/world.ts"
import { smallCatalog } from "../../support/catalog.ts"
import { openConsoleIn } from "../../support/tui/consoleTerminal.ts"
import { noTerminal, type PseudoTerminal, terminalKind, until } from "../../support/tui/pseudoTerminal.ts"

const STARTED = "Needs attention"
const REHEARSED = "This would happen; nothing is stored yet:"

interface AuditRow {
  readonly operation: string
  readonly outcome: string
  readonly reason?: string
}

const auditOf = async ({ json }: World): Promise<ReadonlyArray<AuditRow>> => {
  const { rows } = await json("audit", "list")
  return rows as ReadonlyArray<AuditRow>
}

/** The rows of the audit since a number of them, in the order in which they were written. */
const since = async (world: World, count: number): Promise<ReadonlyArray<AuditRow>> => {
  const rows = await auditOf(world)
  return rows.slice(0, rows.length - count).toReversed()
}

const run = async (terminal: PseudoTerminal, line: string): Promise<void> => {
  await until(terminal, ": go to")
  terminal.press(":")
  await until(terminal, "Screens, the words of the command line")
  terminal.type(line)
  await until(terminal, `: ${line.slice(0, 60)}`)
  terminal.press("enter")
}

const opened = async (options: Parameters<typeof openConsoleIn>[1] = {}) => {
  const world = await smallWorld()
  const terminal = openConsoleIn(world.cwd, { columns: 140, rows: 40, ...options })
  await until(terminal, STARTED)
  return { world, terminal, before: (await auditOf(world)).length }
}

describe.skipIf(noTerminal !== "")(`acts in ${terminalKind}`, () => {
  it("bans a player, and undoes it within a minute", async () => {
    const { before, terminal, world } = await opened()
    await run(terminal, `player ban ${world.ada} --type account_ban --tell Cheating --reason "wall hack"`)
    await until(terminal, "reason (audit)")
    terminal.press("enter")
    const rehearsal = await until(terminal, REHEARSED, "It can be undone")
    assert.include(
      rehearsal,
      `garrison player ban ${world.ada} --type account_ban --tell Cheating --reason 'wall hack'`,
    )
    assert.deepStrictEqual(await since(world, before), [])
    assert.deepStrictEqual(world.rows("SELECT * FROM restriction"), [])
    terminal.press("y")
    await until(terminal, /u undo \(\d+ s\)/)
    assert.strictEqual(world.rows("SELECT * FROM restriction WHERE lifted_at IS NULL").length, 1)
    terminal.press("u")
    await until(terminal, "Lift the restrictions of a player", "reason (audit)")
    terminal.type("the wrong player")
    terminal.press("enter")
    await until(terminal, REHEARSED)
    terminal.press("y")
    await until(terminal, "Done. Lift the restrictions")
    assert.strictEqual(world.rows("SELECT * FROM restriction WHERE lifted_at IS NULL").length, 0)
    const rows = await since(world, before)
    assert.deepStrictEqual(
      rows.map(({ operation, outcome, reason }) => [operation, outcome, reason]),
      [
        ["restriction.add", "done", "wall hack"],
        ["restriction.lift", "done", "the wrong player"],
      ],
    )
  })

  it("rotates the secret of a machine, and shows it in the dialog alone", async () => {
    const { before, terminal, world } = await opened()
    await run(terminal, "client rotate server --overlap 60 --reason due")
    await until(terminal, "reason (audit)")
    terminal.press("enter")
    await until(terminal, REHEARSED, "type this: server")
    terminal.type("server")
    terminal.press("enter")
    const shown = await until(terminal, "It is shown this once")
    const secret = /client_secret\s+(\S+)/.exec(shown)?.[1] ?? ""
    assert.isAbove(secret.length, 20)
    terminal.press("escape")
    await until(terminal, ": go to")
    assert.notInclude(await terminal.screen(), secret)
    // The secret that was shown is the one that is stored: a client can prove itself by it.
    const hash = createHash("sha256").update(secret).digest("hex").toUpperCase()
    const stored =
      "SELECT hex(hash) AS hash FROM client_secret JOIN client USING (client_uuid) WHERE client_id = 'server' AND slot = 0"
    assert.deepStrictEqual(world.rows(stored), [{ hash }])
    terminal.press("q")
    await until(terminal, "ended with 0")
    assert.notInclude(await terminal.screen(), secret)
    assert.deepStrictEqual(
      (await since(world, before)).map(({ operation }) => operation),
      ["client.rotate"],
    )
  })

  it("refunds an order", async () => {
    const { terminal, world } = await opened()
    await world.json("player", "give", world.ada, "1", "5", "--reason", "a present")
    const order = world.rows("SELECT hex(order_id) AS id FROM player_order")[0]?.["id"]
    const id = String(order)
      .toLowerCase()
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
    const before = (await auditOf(world)).length
    const held = () =>
      world.rows("SELECT count FROM inventory_record WHERE count > 0").map(({ count }) => Number(count))
    assert.deepStrictEqual(held(), [5])
    await run(terminal, `order refund ${world.ada} ${id} --reason "by mistake"`)
    await until(terminal, "reason (audit)")
    terminal.press("enter")
    const rehearsal = await until(terminal, REHEARSED)
    assert.deepStrictEqual(held(), [5])
    if (rehearsal.includes("It cannot be undone")) {
      terminal.type(/type this: (\S+)/.exec(rehearsal)?.[1] ?? "")
      terminal.press("enter")
    } else terminal.press("y")
    await until(terminal, "Done. Refund an order")
    assert.deepStrictEqual(held(), [])
    assert.deepStrictEqual(
      (await since(world, before)).map(({ operation, reason }) => [operation, reason]),
      [["order.refund", "by mistake"]],
    )
  })

  it("publishes an earlier catalog again", async () => {
    const { terminal, world } = await opened()
    const file = world.file("second.json", JSON.stringify(smallCatalog))
    await world.run("catalog", "publish", file, "--yes", "--reason", "a second one")
    const versions = () => Number(world.rows("SELECT count(*) AS many FROM catalog_version")[0]?.["many"])
    const many = versions()
    const before = (await auditOf(world)).length
    await run(terminal, "catalog republish 1 --reason back")
    await until(terminal, "reason (audit)")
    terminal.press("enter")
    const rehearsal = await until(terminal, REHEARSED)
    if (rehearsal.includes("It cannot be undone")) {
      terminal.type(/type this: (\S+)/.exec(rehearsal)?.[1] ?? "")
      terminal.press("enter")
    } else terminal.press("y")
    await until(terminal, "Done. ")
    assert.isAtLeast(versions(), many)
    assert.deepStrictEqual(
      (await since(world, before)).map(({ operation, reason }) => [operation, reason]),
      [["catalog.republish", "back"]],
    )
  })

  it("tells the second of two consoles who changed the player meanwhile", async () => {
    const { terminal: first, world } = await opened()
    for (const role of ["1000", "1001"]) {
      await world.json("role", "put", role, "--name", `role-${role}`, "--permission", "operator:read:role")
    }
    const second = openConsoleIn(world.cwd, { columns: 140, rows: 40 })
    await until(second, STARTED)
    const line = `player role ${world.ada} 1000 --if-revision 0 --reason`
    for (const [terminal, role] of [
      [first, "1000"],
      [second, "1001"],
    ] as const) {
      await run(terminal, `${line.replace("1000", role)} test`)
      await until(terminal, "reason (audit)")
      terminal.press("enter")
      await until(terminal, REHEARSED)
    }
    first.press("y")
    await until(first, "Done. ")
    second.press("y")
    const told = await until(second, "Someone changed it after you saw it:")
    assert.match(told, /\d{4}-\d\d-\d\dT\S+ +\S+ +player\.setRole/)
    second.press("r")
    await until(second, STARTED)
  })

  it("offers what a role allows, refuses the rest, and follows the role when it changes", async () => {
    const world = await smallWorld()
    await world.json("role", "put", "2000", "--name", "watcher", "--permission", "operator:read:*")
    const terminal = openConsoleIn(world.cwd, { args: ["--role", "watcher"], columns: 140, rows: 40 })
    await until(terminal, STARTED)
    await run(terminal, `player ban ${world.ada}`)
    await until(terminal, "There is no such screen, command or operation.")
    terminal.press("escape")
    await world.json("role", "put", "2000", "--name", "watcher", "--permission", "operator:read:role")
    assert.match(
      await until(terminal, "You may no longer:"),
      /You may no longer: \w+\.\w+, \w+\.\w+, \w+\.\w+ and \d+ more/,
    )
  })

  it("acts on nothing when it is read-only", async () => {
    const { terminal, world } = await opened({ args: ["--read-only"] })
    assert.include(await terminal.screen(), "read only")
    await run(terminal, `player ban ${world.ada}`)
    await until(terminal, "There is no such screen, command or operation.")
    assert.deepStrictEqual(world.rows("SELECT * FROM restriction"), [])
  })
})

describe.skipIf(noTerminal !== "")(`what ${terminalKind} shows`, () => {
  const coloured = /␛\[(?:[\d;]*;)?(?:3[0-7]|4[0-7]|9[0-7]|38;[\d;]+)m/u

  it.each([
    ["no colour", { NO_COLOR: "1" }, undefined],
    ["sixteen colours", { FORCE_COLOR: "1" }, /␛\[(?:[\d;]*;)?(?:3[0-7]|9[0-7])[;m]/u],
    ["256 colours", { FORCE_COLOR: "2" }, /38[;:]5[;:]\d+/],
    ["true colour", { FORCE_COLOR: "3" }, /38[;:](?:2[;:]|5[;:])/],
  ] as const)("has %s, and says in words which environment it is", async (_, environment, pattern) => {
    const { terminal } = await opened({ environment, args: ["--environment-kind", "production"] })
    assert.include((await terminal.screen()).split("\n")[0], "PRODUCTION")
    const written = (await terminal.coloured()).replaceAll("\u{1B}", "␛")
    if (pattern === undefined) assert.notMatch(written, coloured)
    else assert.match(written, pattern)
  })

  it("is plain lines for a screen reader", async () => {
    const { terminal } = await opened({ environment: { INK_SCREEN_READER: "true" } })
    assert.notMatch(await terminal.screen(), /[▁▂▃▄▅▆▇█╭╮│]/u)
    terminal.press("q")
    await until(terminal, "ended with 0", "terminal as before")
  })
})
