/**
 * Sends many requests made from the OpenAPI document to a server, by a seed that it prints: `npm run fuzz` and the
 * options below. The suite sends a few of them, by a seed of its own.
 */
import { spawnSync } from "node:child_process"
import { randomInt } from "node:crypto"
import { join } from "node:path"
import { parseArgs } from "node:util"

const help = `npm run fuzz -- [options]

  --requests N   requests of each of the four parts, on each database (default 25000)
  --seed S       makes the same requests as the run that printed this seed
  --database D   "sqlite" or "postgres" alone`

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "25000" },
    seed: { type: "string", default: String(randomInt(2 ** 31)) },
    database: { type: "string" },
    help: { type: "boolean", default: false },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}
const { database, requests, seed } = values
const suites: Readonly<Record<string, string>> = { sqlite: "on SQLite", postgres: "on Postgres" }
const isWhole = (text: string): boolean => /^\d{1,10}$/.test(text)
if (!isWhole(requests) || !isWhole(seed) || (database !== undefined && suites[database] === undefined)) {
  console.error(`--requests and --seed take whole numbers, --database takes "sqlite" or "postgres"\n\n${help}`)
  process.exit(2)
}

console.log(`seed ${seed}, ${requests} requests a part: npm run fuzz -- --seed ${seed} --requests ${requests}`)
const only = database === undefined ? [] : ["-t", suites[database] ?? ""]
const { status } = spawnSync("npx", ["vitest", "run", "test/http/fuzz.test.ts", ...only], {
  cwd: join(import.meta.dirname, ".."),
  stdio: "inherit",
  env: { ...process.env, GARRISON_FUZZ_REQUESTS: requests, GARRISON_FUZZ_SEED: seed },
})
process.exitCode = status ?? 1
