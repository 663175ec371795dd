/**
 * The packages as users get them: packed, unpacked into a project of their own with nothing but the dependencies
 * that they name, compiled against and run there.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type ExecFileOptions, execFile } from "node:child_process"
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative, resolve } from "node:path"
import { promisify } from "node:util"
import { cleanEnvironment } from "./cli/support/garrison.ts"
import {
  installPacked,
  linkInstalled,
  manifestIn,
  publishedPackages,
  publishedTarballs,
} from "./support/packedProject.ts"
import { problemsOf, strictProgram, undocumented } from "./support/typescript5.ts"

const root = resolve(import.meta.dirname, "..")
const folder = realpathSync(mkdtempSync(join(tmpdir(), "garrison-packages-")))
const tarballs = join(folder, "tarballs")
const embedding = join(folder, "embedding")
const isOurs = (file: string): boolean => file.startsWith(folder)

const run = (file: string, args: ReadonlyArray<string>, options: ExecFileOptions = {}) =>
  promisify(execFile)(file, args, { encoding: "utf8", env: cleanEnvironment(), ...options })

/** Runs TypeScript 7 on a project, by one thread: several check the same declarations again. */
const typescript7 = (project: string) =>
  run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "--singleThreaded", "-p", project])

/** Loaded before the command: tells of each thread. */
const threadTeller = "process.on('worker',()=>console.error('a%20thread%20is%20started'))"

const examples = [
  "embed",
  "embed-settings",
  "serve",
  "mount",
  "client",
  "client-machine",
  "client-browser",
  "client-in-process",
]

/** The libraries, by the folders of their packages. Their READMEs have an example each. */
const libraries = ["core", "sql", "portals", "http"]

/** The examples as TypeScript, also those of the packages, and a program that names what the library exports. */
const programs = [...[...examples, ...libraries].map((name) => `${name}.mts`), "embed-layer.ts", "names.mts"]

/** The blocks of a README in a language. */
const blocksOf = (folder: string, language: string): ReadonlyArray<string> =>
  Array.from(
    readFileSync(join(folder, "README.md"), "utf8").matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs")),
    ([, block = ""]) => block,
  )

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
  // attw takes seconds for each library. The compilers below resolve the types of all of them in both ways.
  await run(process.execPath, [join(root, "scripts/packages.ts"), tarballs, "@garrison/portals"])
  installPacked(embedding, tarballs, ["@garrison/core", "@garrison/sql", "@garrison/portals", "@garrison/http"])
  linkInstalled(embedding, "@types/node")
  for (const name of examples) {
    copyFileSync(join(root, "examples", `${name}.mjs`), join(embedding, `${name}.mjs`))
    copyFileSync(join(root, "examples", `${name}.mjs`), join(embedding, `${name}.mts`))
  }
  for (const name of libraries) {
    const [example = ""] = blocksOf(join(root, "packages", name), "js")
    for (const kind of ["mjs", "mts"]) writeFileSync(join(embedding, `${name}.${kind}`), example)
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
    { name: "core.mjs", says: "success" },
    { name: "sql.mjs", says: "1" },
    { name: "portals.mjs", says: "open" },
    { name: "http.mjs", says: "200" },
  ])("run the example $name, which ends by itself", async ({ name, says }) => {
    const cwd = mkdtempSync(join(folder, "run-"))
    const { stdout } = await run(process.execPath, [join(embedding, name), ":memory:"], { cwd })
    assert.match(String(stdout), new RegExp(`^${says}\n`))
  })

  it("say what they are and where they come from, all from the same place", () => {
    const { repository } = manifestIn(root)
    assert.isDefined(repository)
    for (const { folder, manifest } of publishedPackages) {
      const { description = "", engines, keywords = [], name } = manifest
      assert.deepStrictEqual(manifest.repository, { ...repository, directory: relative(root, folder) }, name)
      assert.isAbove(description.length, 40, name)
      assert.isAbove(keywords.length, 4, name)
      assert.deepStrictEqual(keywords, [...new Set(keywords)].toSorted(), name)
      assert.isNotEmpty(blocksOf(folder, "sh"), name)
      assert.deepStrictEqual(engines, { node: ">=24.7" }, name)
    }
  })

  // pnpm and Yarn look for what a tarball depends on in the registry, and not among the tarballs beside it. What it
  // only expects to be there they take from the project.
  it("expect each other in the project, so that no package manager looks for one in the registry", () => {
    for (const { manifest } of publishedPackages) {
      const { dependencies = {}, name, peerDependencies = {}, peerDependenciesMeta = {}, version } = manifest
      const ours = Object.keys(dependencies).filter((dependency) => publishedTarballs.has(dependency))
      assert.deepStrictEqual(ours, [], name)
      const isOver = name.startsWith("@garrison/") && name !== "@garrison/core"
      assert.deepStrictEqual(peerDependencies, isOver ? { "@garrison/core": version } : {}, name)
      // npm would look for it in the registry where a game installs the client alone.
      const isOptional = name === "@garrison/http"
      assert.deepStrictEqual(peerDependenciesMeta, isOptional ? { "@garrison/core": { optional: true } } : {}, name)
    }
  })

  it("end with a sentence on a Node that is too old", async () => {
    const disguise = `Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.20.2"}})`
    const load = libraries.map((name) => `await import("@garrison/${name}").catch(({message})=>console.log(message))`)
    const args = ["--import", `data:text/javascript,${encodeURIComponent(disguise)}`]
    const { stdout } = await run(process.execPath, [...args, "--input-type=module", "-e", load.join("\n")], {
      cwd: embedding,
    })
    const said = String(stdout).trim().split("\n")
    assert.lengthOf(said, libraries.length)
    for (const line of said) {
      assert.match(line, /^Garrison needs Node 24\.7 or later; this is Node 20\.20\.2\. Install a newer one/)
    }
  })

  // An import that Node cannot link ends the process before any line of ours runs.
  it("import nothing of Node by a name that Node 20 lacks", () => {
    const lacking = /import\s*\{[^}]*\bzstd\w*[^}]*\}\s*from\s*"node:zlib"|from\s*"node:sqlite"|import\("node:sqlite"\)/
    const scope = join(embedding, "node_modules/@garrison")
    const files = readdirSync(scope, { recursive: true, encoding: "utf8" }).filter((file) => /dist.*\.js$/.test(file))
    assert.isAbove(files.length, 500)
    assert.deepStrictEqual(
      files.filter((file) => lacking.test(readFileSync(join(scope, file), "utf8"))),
      [],
    )
  })

  // Yarn's Plug'n'Play keeps packages in archives, and loads them by an option in NODE_OPTIONS.
  it("check a large catalog by a thread, which gets the loader of modules where Yarn has set one", async () => {
    const script = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`
    const loader = script(
      `import{isMainThread as m,threadName as n}from"node:worker_threads";if(!m)console.log("in "+n)`,
    )
    const yarn = script(`Object.defineProperty(process,"versions",{value:{...process.versions,pnp:"3"}})`)
    const env = { ...cleanEnvironment(), NODE_OPTIONS: `--import=${loader}` }
    const by = async (...args: ReadonlyArray<string>) =>
      String((await run(process.execPath, [...args, "large.mjs"], { cwd: embedding, env })).stdout)
    const checked = "version 1, checked by 1 thread\n"
    assert.strictEqual(await by(), checked)
    assert.strictEqual(await by("--import", yarn), `in catalog preparation\n${checked}`)
  })

  // Every declaration is checked once with each version; the other way of finding modules checks the programs alone.
  it.each(["nodenext", "bundler"] as const)("compile strictly with TypeScript 7, modules found by %s", async (way) => {
    const module = way === "nodenext" ? way : "esnext"
    const compilerOptions = {
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      target: "es2024",
      module,
      moduleResolution: way,
      types: ["node"],
      skipLibCheck: way === "bundler",
    }
    const file = join(embedding, `tsconfig.${way}.json`)
    writeFileSync(file, JSON.stringify({ compilerOptions, files: programs }))
    assert.deepStrictEqual(await typescript7(file), { stdout: "", stderr: "" })
  })

  it("have a client that compiles strictly for a browser, without the types of Node", async () => {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      target: "es2022",
      lib: ["es2022", "dom", "dom.asynciterable"],
      module: "esnext",
      moduleResolution: "bundler",
      types: [],
    }
    const file = join(embedding, "tsconfig.browser.json")
    writeFileSync(file, JSON.stringify({ compilerOptions, files: ["client-browser.mts"] }))
    assert.deepStrictEqual(await typescript7(file), { stdout: "", stderr: "" })
  })

  it.each(["nodenext", "bundler"] as const)("compile strictly with TypeScript 5, modules found by %s", (way) => {
    assert.deepStrictEqual(problemsOf(programOf(way), isOurs), [])
  })

  it.each([
    ["open", "core/dist/index.d.ts"],
    ["createClient", "http/dist/client.d.ts"],
  ])("say of every field of what %s answers what it is", (name, declarations) => {
    const file = join(embedding, "node_modules/@garrison", declarations)
    const { fields, missing } = undocumented(programOf("nodenext"), file, name, isOurs)
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
    const [, lines = ""] = blocksOf(join(root, "packages/cli"), "sh")
    const shell = lines.replaceAll("npx garrison", `"${process.execPath}" "${command}"`)
    const shown = await run("sh", ["-ec", shell], { cwd: project })
    assert.include(String(shown.stdout), "demo-server")
    assert.isAbove(lines.split("\n").length, 3)
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
