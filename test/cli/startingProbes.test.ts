/** Probes are answered while a server brings a large database up to date, and a missing backup is told (R183). */
import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { bundle, cleanEnvironment, garrison, PROCESS_MILLIS_MAX, temporaryDirectory } from "./support/garrison.ts"

/** A database of an earlier schema, with so many persons that its steps take a while. */
const large = (count = 300_000): string => {
  const file = join(temporaryDirectory(), "large.db")
  const database = new DatabaseSync(file)
  database.exec(readFileSync(join(import.meta.dirname, "../sql/landed/0008.sqlite.sql"), "utf8"))
  database.exec(`WITH RECURSIVE c (v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM c WHERE v < ${count})
    INSERT INTO person (person_id, created_at) SELECT randomblob(16), v FROM c`)
  database.close()
  return file
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

const ask = async (port: number, path: string): Promise<string> => {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    return `${answer.status} ${await answer.text()}`
  } catch {
    return "nothing"
  }
}

const STARTING = '503 {"auth_success":true,"error_code":"service_unavailable","desc":"not ready: starting"}'

/** What probes on both ports hear from the start of a server until it is ready. */
const heard = async (file: string) => {
  const [port, probePort] = [await freePort(), await freePort()]
  const at = ["--host", "127.0.0.1", "--port", `${port}`, "--set", `probePort=${probePort}`]
  const child = spawn(process.execPath, [bundle(), "serve", ...at, "--storage", `sqlite:${file}`], {
    env: cleanEnvironment({ GARRISON_LOG: "text", GARRISON_UNREADY_SECONDS: "0" }),
  })
  let stderr = ""
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = new Promise((resolve) => child.once("close", resolve))
  const found = { live: new Set<string>(), ready: new Set<string>(), elsewhere: new Set<string>() }
  let ready = ""
  while (!ready.startsWith("200") && child.exitCode === null) {
    ready = await ask(probePort, "/readyz")
    found.ready.add(ready)
    if (ready !== STARTING) continue
    found.live.add(await ask(probePort, "/livez"))
    found.elsewhere.add(await ask(port, "/livez"))
  }
  child.kill("SIGTERM")
  await ended
  return { ...found, stderr }
}

describe("garrison serve", { timeout: PROCESS_MILLIS_MAX }, () => {
  it("answers probes while it changes the schema; a port that no thread holds, and a start without steps, do not", async () => {
    const file = large()
    const upgrade = await heard(file)
    assert.include(upgrade.stderr, "no backup of this database is known: the schema changes now")
    assert.isTrue(upgrade.ready.has(STARTING), upgrade.stderr)
    assert.isTrue(upgrade.live.has('200 {"status":"alive"}'))
    assert.isTrue(upgrade.elsewhere.has("nothing"))
    assert.isTrue(upgrade.ready.has('200 {"status":"ready"}'), upgrade.stderr)

    const again = await heard(file)
    assert.isFalse(again.ready.has(STARTING))
    assert.notInclude(again.stderr, "no backup")
  })

  it("changes the schema where another process has the port, and says that it cannot listen as ever", async () => {
    const file = large(1)
    const holder = createServer().listen(0, "127.0.0.1")
    await new Promise((resolve) => holder.once("listening", resolve))
    const address = holder.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    for (const told of [true, false]) {
      const run = garrison(["serve", "--host", "127.0.0.1", "--port", `${port}`, "--storage", `sqlite:${file}`])
      assert.strictEqual(run.code, 1, run.stderr)
      assert.include(run.stderr, `cannot listen on 127.0.0.1:${port}: another program uses this port.`)
      assert.strictEqual(run.stderr.includes("no backup of this database"), told)
    }
    await new Promise((resolve) => holder.close(resolve))
  })
})
