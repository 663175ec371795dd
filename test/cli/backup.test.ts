/**
 * Backups of SQLite: taken beside a server that works, read back, and put in the place of a database that nothing uses
 * (guarantees R70). The control copies the file of a live database, as an operator without the command would.
 */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, watch, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { POUCH_LOOT } from "../support/catalog.ts"
import { LOOPBACK } from "../support/loopback.ts"
import { type ServerProcess, serverProcess } from "../support/serverProcess.ts"
import { bundle, cleanEnvironment, temporaryDirectory } from "./support/garrison.ts"
import { garrison } from "./support/inProcess.ts"

const settings = { orderEntriesPerWindowMax: 1_000_000, orderBytesPerWindowMax: 1024 ** 3 }

const post = async ({ port }: ServerProcess, path: string, body: object, token?: string) => {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const headers = { "content-type": "application/json", ...authorization }
  const answer = await fetch(`http://${LOOPBACK}:${port}${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  })
  return (await answer.json()) as { readonly access_token: string; readonly order_id: string }
}

/** A server whose players order for as long as `goesOn`; `answered` has the ids of the orders that were answered. */
const busyServer = async (file: string) => {
  const server = await serverProcess(file, { settings })
  const state = { goesOn: true, answered: [] as Array<string> }
  const order = { entries: [{ type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 }] }
  const players = Array.from({ length: 4 }, async () => {
    const credential = { grant_type: "anon", portal_access_token: crypto.randomUUID() }
    const { access_token } = await post(server, "/users/v1/login", credential)
    while (state.goesOn) {
      state.answered.push((await post(server, "/inventory/v1/player/me/order", order, access_token)).order_id)
    }
  })
  const stop = async () => {
    state.goesOn = false
    await Promise.all(players)
    server.child.kill("SIGTERM")
    await server.exited
  }
  const answers = async (count: number) => {
    while (state.answered.length < count) await new Promise(setImmediate)
    return [...state.answered]
  }
  return { ...server, answers, stop }
}

/** The ids of the orders in a database file, as it stands. */
const ordersIn = (file: string): ReadonlySet<string> => {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const rows = database.prepare("SELECT lower(hex(order_id)) AS id FROM player_order").all()
    return new Set(rows.map(({ id }) => String(id)))
  } finally {
    database.close()
  }
}

const missingFrom = (file: string, orders: ReadonlyArray<string>) => {
  const stored = ordersIn(file)
  return orders.filter((order) => !stored.has(order.replaceAll("-", ""))).length
}

/** Databases with a few orders each, which no server has open. */
const quiet = { "game.db": "", "other.db": "" }

beforeAll(async () => {
  const directory = temporaryDirectory()
  for (const name of ["game.db", "other.db"] as const) {
    quiet[name] = join(directory, name)
    const { answers, stop } = await busyServer(quiet[name])
    await answers(10)
    await stop()
  }
})

/** A copy of one of them in the directory. */
const quietDatabase = (directory: string, name: keyof typeof quiet = "game.db"): string => {
  copyFileSync(quiet[name], join(directory, name))
  return join(directory, name)
}

describe("garrison backup", () => {
  it("has every order that was answered before it began, beside a server that goes on", async () => {
    const directory = temporaryDirectory()
    const file = join(directory, "game.db")
    const server = await busyServer(file)
    const before = await server.answers(50)
    // The control: what cp copies lacks what is still in the log.
    copyFileSync(file, join(directory, "copied.db"))
    const run = await garrison(["backup", "kept.db", "--storage", `sqlite:${file}`, "--json"], { cwd: directory })
    assert.strictEqual(run.code, 0, run.stderr)
    await server.answers(before.length + 20)
    await server.stop()
    const kept = JSON.parse(run.stdout) as Readonly<Record<string, number>>
    assert.strictEqual(missingFrom(join(directory, "kept.db"), before), 0)
    assert.isAtLeast(kept["orders"] ?? 0, before.length)
    assert.isAtLeast(kept["ledger_rows"] ?? 0, before.length)
    assert.strictEqual(kept["players"], 4)
    assert.isAbove(missingFrom(join(directory, "copied.db"), before), 0, "the control lost nothing")
  })

  it("writes one file, for its owner alone, and nothing beside it", async () => {
    const directory = temporaryDirectory()
    const file = quietDatabase(directory)
    const { code, stdout } = await garrison(["backup", "kept.db", "--storage", `sqlite:${file}`], { cwd: directory })
    assert.strictEqual(code, 0)
    assert.match(
      stdout,
      /^Backed up to .*kept\.db: \d+ bytes, 4 players with an inventory, .* audit rows?\. It was read back\.$/m,
    )
    assert.deepStrictEqual(readdirSync(directory).toSorted(), ["game.db", "kept.db"])
    assert.strictEqual(statSync(join(directory, "kept.db")).mode & 0o777, 0o600)
    const again = await garrison(["backup", "kept.db", "--storage", `sqlite:${file}`], { cwd: directory })
    assert.deepStrictEqual([again.code, /exists already/.test(again.stderr)], [5, true])
    const over = await garrison(["backup", "kept.db", "--replace", "--storage", `sqlite:${file}`], { cwd: directory })
    assert.strictEqual(over.code, 0)
  })

  it("of a database whose inventories and ledger disagree is refused, and leaves no file", async () => {
    const directory = temporaryDirectory()
    const file = quietDatabase(directory)
    const database = new DatabaseSync(file)
    database.exec("UPDATE inventory_record SET count = count + 1000")
    database.close()
    const { code, stderr } = await garrison(["backup", "kept.db", "--storage", `sqlite:${file}`], { cwd: directory })
    assert.strictEqual(code, 1)
    assert.match(stderr, /The copy of the database has \d+ differences between inventories, ledger and orders/)
    assert.deepStrictEqual(readdirSync(directory), ["game.db"])
  })

  it("of a database whose audit was changed is refused; without the key secret its seals are said to be unchecked", async () => {
    const directory = temporaryDirectory()
    const file = quietDatabase(directory)
    const storage = ["--storage", `sqlite:${file}`]
    const env = { GARRISON_KEY_SECRET: "a-key-secret-of-enough-characters-for-a-test" }
    await garrison(["client", "create", "a-machine", "--kind", "machine", ...storage], { cwd: directory, env })
    const keyed = await garrison(["backup", "keyed.db", ...storage, "--json"], { cwd: directory, env })
    assert.isAbove((JSON.parse(keyed.stdout) as { audit_rows: number }).audit_rows, 0)
    assert.notInclude(keyed.stderr, "could not be checked")
    const unkeyed = await garrison(["backup", "unkeyed.db", ...storage], { cwd: directory })
    assert.strictEqual(unkeyed.code, 0, unkeyed.stderr)
    assert.match(unkeyed.stderr, /warning: \d+ keyed seals? of the audit could not be checked, because/)
    // A row that decides who gets in, in a backup and in the database itself.
    const spoiled = new DatabaseSync(join(directory, "keyed.db"))
    spoiled.exec(`UPDATE client SET permissions = '["*"]' WHERE client_id = 'a-machine'`)
    spoiled.close()
    const letIn = await garrison(["restore", "keyed.db", "--replace", ...storage], { cwd: directory, env })
    assert.strictEqual(letIn.code, 1)
    assert.match(letIn.stderr, /keyed\.db has 1 row of who gets in that Garrison did not write so/)
    const database = new DatabaseSync(file)
    database.exec("UPDATE audit SET actor_name = 'nobody' WHERE sequence = 2")
    database.close()
    const changed = await garrison(["backup", "changed.db", ...storage], { cwd: directory, env })
    assert.strictEqual(changed.code, 1)
    assert.match(changed.stderr, /The copy of the database has an audit that was changed at row 2/)
    assert.isFalse(existsSync(join(directory, "changed.db")))
  })

  it("of an earlier schema is taken and verified, and stays as it was", async () => {
    const directory = temporaryDirectory()
    const file = join(directory, "game.db")
    const database = new DatabaseSync(file)
    database.exec(readFileSync(join(import.meta.dirname, "../sql/landed/0001.sqlite.sql"), "utf8"))
    database.close()
    const { code, stderr } = await garrison(["backup", "kept.db", "--storage", `sqlite:${file}`], { cwd: directory })
    assert.strictEqual(code, 0, stderr)
    const kept = new DatabaseSync(join(directory, "kept.db"), { readOnly: true })
    assert.deepStrictEqual({ ...kept.prepare("SELECT MAX(id) AS step FROM garrison_migration").get() }, { step: 1 })
    kept.close()
  })

  it.each([
    [["backup", "x/y/kept.db"], 3, /There is no file .*x\/y\.\nMake the directory first/],
    [["backup", "kept.db", "--storage", "sqlite:none.db"], 3, /There is no file .*none\.db/],
    [
      ["backup", "kept.db", "--storage", "postgres://ada:secret@db.example/game"],
      2,
      /pg_dump --format=custom --file=kept\.db postgres:\/\/ada:\*\*\*\*@/,
    ],
    [["backup", "kept.db", "--storage", "sqlite::memory:"], 2, /A database in memory ends with the command/],
    [["restore", "none.db"], 3, /There is no file .*none\.db/],
    [["restore", "text.db"], 1, /text\.db is damaged: file is not a database/],
    [["restore", "other.db"], 2, /other\.db is not a database of Garrison/],
    [["restore", "text.db", "--storage", "postgres://ada:secret@db.example/game"], 2, /pg_restore --exit-on-error/],
  ])("%j ends with %i and what to do", async (args, status, said) => {
    const directory = temporaryDirectory()
    writeFileSync(
      join(directory, "text.db"),
      "not a database, but a text that is long enough to look like one".repeat(100),
    )
    new DatabaseSync(join(directory, "game.db")).exec("CREATE TABLE t (a)")
    copyFileSync(join(directory, "game.db"), join(directory, "other.db"))
    const before = readdirSync(directory)
    const storage = args.includes("--storage") ? [] : ["--storage", "sqlite:game.db"]
    const { code, stderr } = await garrison([...args, ...storage], { cwd: directory })
    assert.strictEqual(code, status, stderr)
    assert.match(stderr, said)
    assert.notInclude(stderr, "secret@")
    assert.deepStrictEqual(readdirSync(directory), before)
  })
})

describe("garrison restore", () => {
  it("puts the backup where nothing is, and a server goes on with it", async () => {
    const directory = temporaryDirectory()
    const file = quietDatabase(directory)
    const before = [...ordersIn(file)]
    await garrison(["backup", "kept.db", "--storage", `sqlite:${file}`], { cwd: directory })
    const run = await garrison(["restore", "kept.db", "--storage", "sqlite:new.db"], { cwd: directory })
    assert.strictEqual(run.code, 0, run.stderr)
    const server = await busyServer(join(directory, "new.db"))
    await server.answers(5)
    await server.stop()
    assert.strictEqual(missingFrom(join(directory, "new.db"), before), 0)
    assert.isAtLeast(ordersIn(join(directory, "new.db")).size, before.length + 5)
  })

  it("refuses a database in use, also with --replace, and changes nothing", async () => {
    const directory = temporaryDirectory()
    const file = quietDatabase(directory)
    await garrison(["backup", "kept.db", "--storage", `sqlite:${file}`], { cwd: directory })
    const server = await busyServer(file)
    const before = await server.answers(5)
    const run = await garrison(["restore", "kept.db", "--replace", "--storage", `sqlite:${file}`], { cwd: directory })
    assert.strictEqual(run.code, 5, run.stderr)
    assert.match(run.stderr, /is in use by another process; nothing was changed/)
    await server.answers(before.length + 5)
    await server.stop()
    assert.strictEqual(missingFrom(file, before), 0)
  })

  it("refuses a database with data unless told to replace it, and keeps what was there", async () => {
    const directory = temporaryDirectory()
    const file = quietDatabase(directory)
    const other = quietDatabase(directory, "other.db")
    const [here, there] = [[...ordersIn(file)], [...ordersIn(other)]]
    await garrison(["backup", "kept.db", "--storage", `sqlite:${other}`], { cwd: directory })
    const refused = await garrison(["restore", "kept.db", "--storage", `sqlite:${file}`], { cwd: directory })
    assert.deepStrictEqual([refused.code, /holds data already; nothing was changed/.test(refused.stderr)], [5, true])
    assert.strictEqual(missingFrom(file, here), 0)
    const replace = ["restore", "kept.db", "--replace", "--storage", `sqlite:${file}`, "--json"]
    const { replaced } = JSON.parse((await garrison(replace, { cwd: directory })).stdout) as { replaced: string }
    assert.strictEqual(missingFrom(file, there), 0)
    assert.strictEqual(missingFrom(replaced, here), 0)
  })

  it("replaces a database whose first page is broken, without its log, and keeps both", async () => {
    const directory = temporaryDirectory()
    const file = quietDatabase(directory)
    const orders = [...ordersIn(file)]
    await garrison(["backup", "kept.db", "--storage", `sqlite:${file}`], { cwd: directory })
    writeFileSync(file, readFileSync(file).fill(0xff, 0, 100))
    const restore = ["restore", "kept.db", "--storage", `sqlite:${file}`, "--json"]
    assert.strictEqual((await garrison(restore, { cwd: directory })).code, 5)
    writeFileSync(`${file}-wal`, "what was not in the file yet")
    const run = await garrison([...restore, "--replace"], { cwd: directory })
    assert.strictEqual(run.code, 0, run.stderr)
    const { replaced } = JSON.parse(run.stdout) as { replaced: string }
    assert.strictEqual(missingFrom(file, orders), 0)
    assert.isFalse(existsSync(`${file}-wal`))
    assert.strictEqual(readFileSync(`${replaced}-wal`, "utf8"), "what was not in the file yet")
    assert.strictEqual(readFileSync(replaced)[0], 0xff)
  })

  it("may replace a database again at once, and keeps each that was there", async () => {
    const directory = temporaryDirectory()
    const file = quietDatabase(directory)
    await garrison(["backup", "kept.db", "--storage", `sqlite:${file}`], { cwd: directory })
    const replace = ["restore", "kept.db", "--replace", "--storage", `sqlite:${file}`]
    for (let time = 0; time < 5; time++) {
      const { code, stderr } = await garrison(replace, { cwd: directory })
      assert.strictEqual(code, 0, stderr)
    }
    assert.lengthOf(
      readdirSync(directory).filter((name) => name.includes(".replaced-")),
      5,
    )
  })

  it("refuses a backup with a planted trigger, also one of an earlier schema, and names it; the place stays empty", async () => {
    for (const earlier of [false, true]) {
      const folder = temporaryDirectory()
      const file = earlier ? join(folder, "earlier.db") : quietDatabase(folder)
      const place = join(folder, "place.db")
      const database = new DatabaseSync(file)
      if (earlier) database.exec(readFileSync(join(import.meta.dirname, "../sql/landed/0008.sqlite.sql"), "utf8"))
      database.exec(`CREATE TRIGGER letting_in AFTER INSERT ON login_session
        BEGIN UPDATE role SET permissions = '["*"]'; END`)
      database.close()
      const run = await garrison(["restore", file, "--storage", `sqlite:${place}`])
      assert.strictEqual(run.code, 1, run.stderr)
      assert.include(run.stderr, "trigger letting_in of login_session is not declared")
      assert.isFalse(existsSync(place))
    }
  })

  it("refuses a backup with a damaged page", async () => {
    const directory = temporaryDirectory()
    const file = quietDatabase(directory)
    await garrison(["backup", "kept.db", "--storage", `sqlite:${file}`], { cwd: directory })
    const bytes = readFileSync(join(directory, "kept.db"))
    const page = bytes.lastIndexOf('"order_id"')
    bytes.fill(0, page - (page % 4096), page - (page % 4096) + 4096)
    writeFileSync(join(directory, "kept.db"), bytes)
    const { code, stderr } = await garrison(["restore", "kept.db", "--storage", "sqlite:new.db"], { cwd: directory })
    assert.strictEqual(code, 1)
    assert.match(stderr, /kept\.db is damaged/)
    assert.isFalse(existsSync(join(directory, "new.db")))
  })
})

/** Runs the command in a process, which is killed at the change of its directory with that number. */
const killedAt = async (change: number, args: ReadonlyArray<string>, cwd: string): Promise<boolean> => {
  const child: ChildProcess = spawn(process.execPath, [bundle(), ...args], {
    cwd,
    env: cleanEnvironment(),
    stdio: "ignore",
  })
  let changes = 0
  const watcher = watch(cwd, () => ++changes >= change && child.kill("SIGKILL"))
  const [, signal] = (await once(child, "exit")) as [number | null, string | null]
  watcher.close()
  return signal === "SIGKILL"
}

const KILLS_MAX = 8

describe("a kill", () => {
  it("within a backup leaves no file, or a whole one, and the next backup works", async () => {
    const directory = temporaryDirectory()
    const file = quietDatabase(directory)
    const orders = [...ordersIn(file)]
    let kills = 0
    for (let change = 1; change <= KILLS_MAX; change++) {
      const name = `kept-${change}.db`
      const args = ["backup", name, "--storage", `sqlite:${file}`]
      if (await killedAt(change, args, directory)) kills++
      if (existsSync(join(directory, name))) assert.strictEqual(missingFrom(join(directory, name), orders), 0)
      const again = await garrison([...args, "--replace"], { cwd: directory })
      assert.strictEqual(again.code, 0, again.stderr)
      assert.strictEqual(missingFrom(join(directory, name), orders), 0)
    }
    assert.isAbove(kills, 3)
  })

  it("within a restore leaves the database before or the backup, whole", async () => {
    const directory = temporaryDirectory()
    const [here, there] = [quietDatabase(directory), quietDatabase(directory, "other.db")]
    const [former, restored] = [[...ordersIn(here)], [...ordersIn(there)]]
    await garrison(["backup", "former.db", "--storage", `sqlite:${here}`], { cwd: directory })
    await garrison(["backup", "kept.db", "--storage", `sqlite:${there}`], { cwd: directory })
    let kills = 0
    for (let change = 1; change <= KILLS_MAX; change++) {
      if (await killedAt(change, ["restore", "kept.db", "--replace", "--storage", `sqlite:${here}`], directory)) kills++
      const found = [missingFrom(here, former), missingFrom(here, restored)]
      assert.include(found, 0)
      const sound = await garrison(["ledger", "verify", "--storage", `sqlite:${here}`], { cwd: directory })
      assert.strictEqual(sound.code, 0, sound.stderr)
      const back = ["restore", "former.db", "--replace", "--storage", `sqlite:${here}`]
      assert.strictEqual((await garrison(back, { cwd: directory })).code, 0)
    }
    assert.isAbove(kills, 3)
  })
})
