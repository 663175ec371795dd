/** How long the command takes to start, what it holds in memory, and how long publishing the demo catalog takes. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { durationOf, startServer } from "./processes.ts"
import { type Figure, figureOf, type Round } from "./report.ts"

const command = join(import.meta.dirname, "../packages/cli/dist/garrison.js")
const demoCatalog = join(import.meta.dirname, "../examples/demo/catalog.json")

const bareServer = `require("node:http").createServer((_, response) => response.end())
  .listen(0, "127.0.0.1", function () { console.log("listening on http://127.0.0.1:" + this.address().port) })`

const times = async (rounds: number, once: () => Promise<Round>): Promise<ReadonlyArray<Round>> => {
  await once()
  const measured: Array<Round> = []
  for (let round = 0; round < rounds; round++) measured.push(await once())
  return measured
}

/** Long enough for a server to have done what it puts off until it listens: compiling the catalog, tidying memory. */
const SETTLE_MILLISECONDS = 5000

const untilListening = async (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}) => {
  const server = await startServer(args, environment)
  await server.stop()
  return server.startMilliseconds
}

const residentIdle = async (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}) => {
  const server = await startServer(args, environment)
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MILLISECONDS))
  const resident = server.residentMegabytes()
  await server.stop()
  return resident
}

/** Measures start-up, each time against a bare Node process doing as little as can be. */
export const measureStartup = async (rounds: number): Promise<ReadonlyArray<Figure>> => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-bench-"))
  try {
    const storage = (name: string) => ({
      GARRISON_STORAGE: `sqlite:${join(folder, name)}`,
      GARRISON_PORT: "0",
      GARRISON_LOG: "off",
    })
    const empty = join(folder, "empty.cjs")
    writeFileSync(empty, "")
    const bareFile = join(folder, "bare.cjs")
    writeFileSync(bareFile, bareServer)
    const demo = storage("demo.db")
    await untilListening([command, "serve", "--demo"], demo)
    const serve = await times(rounds, async () => ({
      ours: await untilListening([command, "serve", "--demo"], demo),
      floor: await untilListening([bareFile]),
    }))
    const memory: Array<Round> = []
    for (let round = 0; round < Math.min(rounds, 3); round++) {
      memory.push({
        ours: await residentIdle([command, "serve", "--demo"], demo),
        floor: await residentIdle([bareFile]),
      })
    }
    const version = await times(rounds, async () => ({
      ours: await durationOf([command, "--version"]),
      floor: await durationOf([empty]),
    }))
    const check = await times(Math.min(rounds, 3), async () => {
      const started = performance.now()
      const file = join(folder, `publish-${String(started)}.db`)
      const publish = [command, "catalog", "publish", demoCatalog, "--storage", `sqlite:${file}`, "--yes"]
      return { ours: await durationOf(publish), floor: await durationOf([empty]) }
    })
    return [
      figureOf("serve until listening", "ms", "bare node:http server", false, serve),
      figureOf("serve resident idle", "MB", "bare node:http server", false, memory),
      figureOf("--version", "ms", "empty Node program", false, version),
      figureOf("publish demo catalog", "ms", "empty Node program", false, check),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
