/** HTTP from the process of a host against the command's server: the same operations, each on a database of its own. */
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { accessOf, measureOperation, type Plan, requestsOf, startCommand } from "./http.ts"
import { operations } from "./operations.ts"
import { type Server, startServer } from "./processes.ts"
import type { Figure } from "./report.ts"
import { GAME_CLIENT_ID, seed } from "./seed.ts"

/** A read that memory answers, a read of storage, a write. */
const MEASURED = new Set(["presence", "inventory page", "order submit"])

/** Measures a handler of `toNodeHandler` against `garrison serve`. */
export const measureEmbedded = async (plan: Plan): Promise<ReadonlyArray<Figure>> => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-bench-"))
  const servers: Array<Server> = []
  try {
    const [file, copy] = [join(folder, "served.db"), join(folder, "embedded.db")]
    const seeded = await seed(`sqlite:${file}`)
    cpSync(file, copy)
    const host = join(import.meta.dirname, "floors/embedded.ts")
    const embedded = await startServer(["--conditions=source", host, copy, GAME_CLIENT_ID])
    servers.push(embedded)
    const served = await startCommand(file)
    servers.push(served)
    const figures: Array<Figure> = []
    for (const operation of operations.filter(({ name }) => MEASURED.has(name))) {
      const contestants = await Promise.all(
        [
          { name: "toNodeHandler", server: embedded },
          { name: "garrison serve", server: served },
        ].map(async ({ name, server }) => ({
          name,
          server,
          requests: await requestsOf(operation, await accessOf(server.url, seeded)),
        })),
      )
      const named = { ...operation, name: `embedded ${operation.name}`, targets: {} }
      figures.push(...(await measureOperation(named, contestants, plan)))
    }
    return figures
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}
