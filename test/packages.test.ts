/**
 * The packages as users get them: packed, unpacked into a project of their own with nothing but the dependencies
 * that they name, compiled against and run there.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type ExecFileOptions, execFile } from "node:child_process"
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { cleanEnvironment } from "./cli/support/garrison.ts"
import { installPacked, linkInstalled, publishedTarballs } from "./support/packedProject.ts"
import { problemsOf, strictProgram, undocumented } from "./support/typescript5.ts"

const root = resolve(import.meta.dirname, "..")
const folder = realpathSync(mkdtempSync(join(tmpdir(), "garrison-packages-")))
const tarballs = join(folder, "tarballs")
const embedding = join(folder, "embedding")
const isOurs = (file: string): boolean => file.startsWith(folder)

const run = (file: string, args: ReadonlyArray<string>, options: ExecFileOptions = {}) =>
  promisify(execFile)(file, args, { encoding: "utf8", env: cleanEnvironment(), ...options })

/** Loaded before the command: tells of each thread. */
const threadTeller = "process.on('worker',()=>console.error('a%20thread%20is%20started'))"

/** The examples of docs/embedding.md as TypeScript, and a program that names what the library exports. */
const programs = ["embed.mts", "embed-settings.mts", "embed-layer.ts", "names.mts"]

const made = new Map<"nodenext" | "bundler", ReturnType<typeof strictProgram>>()

/** What TypeScript 5 makes of those programs and of all that they import. */
const programOf = (way: "nodenext" | "bundler"): ReturnType<typeof strictProgram> => {
  const files = programs.map((name) => join(embedding, name))
  const program = made.get(way) ?? strictProgram(files, way)
  made.set(way, program)
  return program
}

const names = `
import { open, type EntryResult, type GrantType, type LoginAnswer, type Order, type OrderEntry } from "@garrison/core"
import { sqlite } from "@garrison/sql"

await using garrison = await open(sqlite(":memory:"))
const grant: GrantType = "anon"
const answer: LoginAnswer = await garrison.login({ grant_type: grant, portal_access_token: "a-secret-of-this-device" })
const player: string = answer.active_player_uuid
const order: Order = await garrison.submitOrder(player, { entries: [{ type: "fill_loot", loot_id: 1, quantity: 1 }] })
const entry: OrderEntry | undefined = order.entries[0]
const result: EntryResult | undefined = entry?.result
console.log(result)
const machine = await garrison.login({ grant_type: "client_credentials", portal_access_token: "id:secret" })
// @ts-expect-error a machine is no player
console.log(machine.active_player_uuid)
`

/** A catalog that is checked by a thread. */
const largeCatalog = {
  items: { 1: {} },
  vendors: { 1: { loot: Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [at + 1, { item_id: 1 }])) } },
}

const large = `
import { open } from "@garrison/core"
import { sqlite } from "@garrison/sql"

let threads = 0
process.on("worker", () => threads++)
await using garrison = await open(sqlite(":memory:"))
const version = await garrison.publishCatalog(${JSON.stringify(largeCatalog)})
console.log("version " + version + ", checked by " + threads + " thread")
`

beforeAll(async () => {
  await run(process.execPath, [join(root, "scripts/packages.ts"), tarballs])
  installPacked(embedding, tarballs, ["@garrison/core", "@garrison/sql"])
  linkInstalled(embedding, "@types/node")
  for (const name of ["embed.mjs", "embed-settings.mjs"]) {
    copyFileSync(join(root, "examples", name), join(embedding, name))
    copyFileSync(join(root, "examples", name), join(embedding, name.replace(".mjs", ".mts")))
  }
  copyFileSync(join(root, "examples/embed-layer.ts"), join(embedding, "embed-layer.ts"))
  writeFileSync(join(embedding, "names.mts"), names)
  writeFileSync(join(embedding, "large.mjs"), large)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("the packages", () => {
  it("are packed under the names that docs/embedding.md installs, and fit to publish", () => {
    assert.sameMembers(readdirSync(tarballs), [...publishedTarballs.values()])
    const page = readFileSync(join(root, "docs/embedding.md"), "utf8")
    const installed = Array.from(page.matchAll(/\.\/([\w.-]+\.tgz)/g), ([, name]) => name)
    assert.sameMembers([...new Set(installed)], [...publishedTarballs.values()])
  })

  it.each([
    { name: "embed.mjs", says: "success: 100 coins" },
    { name: "embed-settings.mjs", says: "logged in for 300 seconds" },
  ])("run the example $name", async ({ name, says }) => {
    const { stdout } = await run(process.execPath, [name, ":memory:"], { cwd: embedding })
    assert.match(String(stdout), new RegExp(`^${says}\n`))
  })

  it("check a large catalog by a thread", async () => {
    const { stdout } = await run(process.execPath, ["large.mjs"], { cwd: embedding })
    assert.strictEqual(String(stdout), "version 1, checked by 1 thread\n")
  })

  // Every declaration is checked once with each version; the other way of finding modules checks the programs alone.
  it.each(["nodenext", "bundler"] as const)("compile strictly with TypeScript 7, modules found by %s", async (way) => {
    const module = way === "nodenext" ? way : "esnext"
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: "es2024",
      module,
      moduleResolution: way,
      types: ["node"],
      skipLibCheck: way === "bundler",
    }
    const file = join(embedding, `tsconfig.${way}.json`)
    writeFileSync(file, JSON.stringify({ compilerOptions, files: programs }))
    const compiled = await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", file])
    assert.deepStrictEqual(compiled, { stdout: "", stderr: "" })
  })

  it.each(["nodenext", "bundler"] as const)("compile strictly with TypeScript 5, modules found by %s", (way) => {
    assert.deepStrictEqual(problemsOf(programOf(way), isOurs), [])
  })

  it("say of every field of what open answers what it is", () => {
    const file = join(embedding, "node_modules/@garrison/core/dist/index.d.ts")
    const { fields, missing } = undocumented(programOf("nodenext"), file, "open", isOurs)
    assert.deepStrictEqual(missing, [])
    assert.isAbove(fields, 100)
  })
})

describe("the package of the command", () => {
  it("needs only its bundle, with either database", async () => {
    const project = join(folder, "command")
    installPacked(project, tarballs, ["garrison"])
    assert.deepStrictEqual(readdirSync(join(project, "node_modules")), ["garrison"])
    const command = join(project, "node_modules/garrison/bin/garrison.js")
    await run(process.execPath, [command, "demo", "--json"], { cwd: project })
    const { stdout } = await run(process.execPath, [command, "client", "list", "--json"], { cwd: project })
    assert.include(String(stdout), "demo-server")
    writeFileSync(join(project, "large.json"), JSON.stringify(largeCatalog))
    const published = await run(process.execPath, [command, "catalog", "publish", "large.json", "--json"], {
      cwd: project,
      env: { ...cleanEnvironment(), NODE_OPTIONS: `--import=data:text/javascript,${threadTeller}` },
    })
    assert.strictEqual(JSON.parse(String(published.stdout)).report.counts.loot, 2000)
    assert.include(String(published.stderr), "a thread is started")
    const away = run(process.execPath, [command, "client", "list", "--storage", "postgres://me@localhost:1/none"])
    const refusal: unknown = await away.catch((error: unknown) => error)
    assert.include((refusal as { readonly stderr: string }).stderr, "ECONNREFUSED")
  })
})
