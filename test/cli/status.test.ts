/**
 * `garrison status` and `garrison log`: what they show of the database and of a server that runs, in each form, and
 * what verifications and backups leave behind for them.
 */
import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { DatabaseSync } from "node:sqlite"
import { LOOPBACK } from "../support/loopback.ts"
import { smallDisk } from "../support/smallDisk.ts"
import { startServer } from "../support/server.ts"
import { bundle, cleanEnvironment, PROCESS_MILLIS_MAX } from "./support/garrison.ts"
import { json, smallWorld } from "./support/world.ts"

interface Attention {
  readonly rows: ReadonlyArray<{ readonly kind: string }>
}

const kindsOf = (shown: Record<string, unknown>) => (shown["attention"] as Attention).rows.map(({ kind }) => kind)

/** Makes all that happened ten seconds older: what is younger than three is not listed yet. */
const aged = (cwd: string): void => {
  const database = new DatabaseSync(join(cwd, "garrison.db"))
  for (const table of ["login_history", "audit"]) database.exec(`UPDATE ${table} SET at = at - 10000`)
  database.close()
}

const lines = (text: string): ReadonlyArray<Record<string, unknown>> =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe("garrison status", () => {
  it("shows figures and what needs attention, for people and as JSON", async () => {
    const { run } = await smallWorld()
    const shown = await run("status")
    assert.strictEqual(shown.code, 0, shown.stderr)
    assert.match(shown.stdout, /^players online {2}0\n(?:logins|refused logins|orders) /m)
    assert.include(shown.stdout, "server: no probe port is set")
    assert.match(shown.stdout, /^soon {4}The audit was never verified\.\n {8}garrison audit verify$/m)
    const asJson = json(await run("status", "--json"))
    assert.deepInclude(asJson["figures"], { server_state: "absent" })
    assert.include(kindsOf(asJson), "audit_not_verified")
    const [line] = lines((await run("status", "--ndjson")).stdout)
    assert.hasAllKeys(line, ["figures", "attention"])
  })

  it("says of a database that another process has locked, or whose disk is full, what it can, and why not the rest", async () => {
    const { cwd, run } = await smallWorld()
    const other = new DatabaseSync(join(cwd, "garrison.db"))
    other.exec("BEGIN IMMEDIATE")
    const locked = await run("status")
    assert.strictEqual(locked.code, 0, locked.stderr)
    assert.match(locked.stdout, /^database {8}takes no writes: (?:locked, held by process \d+|hanging)/m)
    assert.match(locked.stdout, /^players online {2}0$/m)
    other.close()
    const disk = smallDisk()
    if (disk === undefined) return
    try {
      cpSync(join(cwd, "garrison.db"), join(disk.folder, "test.db"))
      // As beside a server, which has the files of the log open.
      const server = new DatabaseSync(join(disk.folder, "test.db"))
      server.exec("SELECT COUNT(*) FROM person")
      disk.fill()
      const full = await run("status", "--storage", `sqlite:${join(disk.folder, "test.db")}`)
      assert.strictEqual(full.code, 0, full.stderr)
      assert.match(full.stdout, /^database {8}takes no writes: disk_full$/m)
      server.close()
      assert.match(full.stdout, /^players online {2}0$/m)
    } finally {
      disk.remove()
    }
  })

  it("forgets what was done: verifications without a difference, and backups", async () => {
    const { run } = await smallWorld()
    const open = async () => kindsOf(json(await run("status", "--json"))).filter((kind) => /verified|backup/.test(kind))
    assert.sameMembers(await open(), ["backup_old", "audit_not_verified", "ledger_not_verified"])
    assert.strictEqual((await run("audit", "verify")).code, 0)
    assert.sameMembers(await open(), ["backup_old", "ledger_not_verified"])
    assert.strictEqual((await run("ledger", "verify")).code, 0)
    assert.strictEqual((await run("backup", "copy.db")).code, 0)
    assert.deepStrictEqual(await open(), [])
  })

  it("shows what a server counts, within half a second, and says what is wrong with one that does not answer", async () => {
    const { run } = await smallWorld()
    const server = await startServer({ server: { probePort: 0, version: "9.8.7" } })
    const [, port = ""] = /"probe_url":"http:\/\/[^"]+:(\d+)"/.exec(server.log.access) ?? []
    const at = ["--set", `host=${LOOPBACK}`, "--set", `probePort=${port}`]
    await server.player()
    const shown = await run("status", ...at)
    assert.match(shown.stdout, /^server 9\.8\.7: ready$/m)
    assert.match(shown.stdout, /^login +1 +0 +0 /m)
    assert.include(shown.stdout, "The server is of version 9.8.7")
    await server.stop()
    const gone = json(await run("status", "--json", ...at))
    assert.deepInclude(gone["figures"], {
      server_state: "absent",
      server_absent: `no server answered at http://${LOOPBACK}:${port}/figures`,
    })
  })

  it("shows it again and again when it is told to watch", { timeout: PROCESS_MILLIS_MAX }, async () => {
    const { cwd } = await smallWorld()
    const child = spawn(process.execPath, [bundle(), "status", "--watch", "--ndjson"], { cwd, env: cleanEnvironment() })
    const rows = createInterface(child.stdout)[Symbol.asyncIterator]()
    const next = async () =>
      (JSON.parse((await rows.next()).value ?? "{}") as { figures: { time: string } }).figures.time
    assert.isBelow(Date.parse(await next()), Date.parse(await next()))
    child.kill("SIGINT")
    const [code] = (await once(child, "exit")) as [number]
    assert.strictEqual(code, 130)
  })

  it("waits for no server that is silent, and believes none that answers something else", async () => {
    const { run } = await smallWorld()
    let answer: string | undefined
    const other = createServer((_, response) => {
      if (answer !== undefined) response.end(answer)
    })
    await new Promise<void>((resolve) => void other.listen(0, LOOPBACK, resolve))
    const address = other.address()
    const at = ["--set", `host=${LOOPBACK}`, "--set", `probePort=${typeof address === "object" ? address?.port : 0}`]
    for (const said of [undefined, "hello", '{"version":"1"}']) {
      answer = said
      assert.deepInclude(json(await run("status", "--json", ...at))["figures"], { server_state: "absent" })
    }
    other.closeAllConnections()
    other.close()
  })
})

describe("garrison log", () => {
  it("lists what happened, the newest at the end, by kind and by page", async () => {
    const { cwd, run } = await smallWorld()
    aged(cwd)
    const all = lines((await run("log", "--ndjson")).stdout)
    const times = all.map(({ time }) => String(time))
    assert.deepStrictEqual(times, times.toSorted())
    const logins = await run("log", "--kind", "login", "--limit", "2")
    assert.match(logins.stdout, /^\S+ \S+ UTC +login +Brian \(\S+\) {2}anon Anon by game from 192\.0\.2\.1\n.* Grace /)
    const [, marker = ""] = /--before (\S+)/.exec(logins.stderr) ?? []
    const older = lines((await run("log", "--kind", "login", "--limit", "2", "--before", marker, "--ndjson")).stdout)
    assert.deepStrictEqual(
      older.map((row) => row["display_name"]),
      ["Ada"],
    )
    const page = json(await run("log", "--json", "--limit", "1"))
    assert.deepStrictEqual(json(await run("log", "--json", "--after", String(page["follow"])))["happenings"], [])
  })

  it("goes on with what happens, until it is asked to stop", { timeout: PROCESS_MILLIS_MAX }, async () => {
    const { cwd, run } = await smallWorld()
    aged(cwd)
    const child = spawn(process.execPath, [bundle(), "log", "--follow", "--ndjson", "--kind", "act"], {
      cwd,
      env: cleanEnvironment(),
    })
    const rows = createInterface(child.stdout)[Symbol.asyncIterator]()
    const next = async () => JSON.parse((await rows.next()).value ?? "{}") as Record<string, unknown>
    const first = await next()
    assert.strictEqual((await run("client", "create", "later", "--kind", "game", "--public")).code, 0)
    let seen = 1
    for (let row = first; row["subject_id"] !== "later"; seen++) row = await next()
    assert.isAbove(seen, 2)
    child.kill("SIGTERM")
    const [code] = (await once(child, "exit")) as [number]
    assert.strictEqual(code, 143)
  })

  it("refuses a marker that is none", async () => {
    const { run } = await smallWorld()
    const refused = await run("log", "--before", "nonsense")
    assert.strictEqual(refused.code, 2)
    assert.include(refused.stderr, "--before: must be a marker of this list")
  })
})
