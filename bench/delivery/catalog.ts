/**
 * Delivery of the catalog: the collection in each coding, its parts, and their 304, against bare `node:http` that sends
 * the same bytes.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { accessOf, forBare, measureOperation, requestsOf, startBare, startCommand } from "../http.ts"
import { type Access, type Operation, PRICE_PATHS } from "../operations.ts"
import type { Server } from "../processes.ts"
import type { Figure } from "../report.ts"
import { seed } from "../seed.ts"

const COLLECTION = "/inventory/v1/catalog/vendor"
const [ALL_PRICES, ONE_PRICE] = PRICE_PATHS

/** What is asked for: 14 MB as they are, 1.4 to 1.8 MB in a coding, and parts of some KB. */
const asked: ReadonlyArray<readonly [name: string, path: string, coding: string]> = [
  ["collection", COLLECTION, "identity"],
  ["collection gzip", COLLECTION, "gzip"],
  ["collection br", COLLECTION, "br"],
  ["collection zstd", COLLECTION, "zstd"],
  ["etags gzip", "/inventory/v1/catalog/etag", "gzip"],
  ["prices gzip", ALL_PRICES, "gzip"],
  ["price", ONE_PRICE, "identity"],
]

const operationOf = (name: string, path: string, coding: string, conditional: boolean): Operation => ({
  name: `delivery ${name}${conditional ? " 304" : ""}`,
  expectedStatus: conditional ? 304 : 200,
  conditional,
  targets: { bare: 0.85 },
  requests: ({ playerToken }: Access) => [
    { method: "GET", path, headers: { authorization: `Bearer ${playerToken}`, "accept-encoding": coding } },
  ],
})

const measured = asked.flatMap(([name, path, coding]) => [
  operationOf(name, path, coding, false),
  operationOf(name, path, coding, true),
])

/** Measures each as it is and as a 304. */
export const measureCatalog = async (plan: { readonly rounds: number; readonly seconds: number }) => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-bench-"))
  const servers: Array<Server> = []
  try {
    const file = join(folder, "ours.db")
    const seeded = await seed(`sqlite:${file}`)
    const ours = await startCommand(file)
    servers.push(ours)
    const access = await accessOf(ours.url, seeded)
    const bare = await startBare(folder, access, measured)
    servers.push(bare)
    const figures: Array<Figure> = []
    for (const operation of measured) {
      const requests = forBare(operation, await requestsOf(operation, access))
      const contestants = [
        { name: "garrison", server: ours, requests },
        { name: "node:http", server: bare, requests },
      ]
      figures.push(...(await measureOperation(operation, contestants, { ...plan, only: undefined })))
    }
    return figures
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}
