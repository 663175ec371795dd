/**
 * Bundles the command: its entry, those of the threads which check large catalogs, answer probes of a start
 * and make the documentation, chunks
 * that are loaded when they are needed, nothing outside but Node itself.
 */
import { spawnSync } from "node:child_process"
import { chmodSync, cpSync, existsSync } from "node:fs"
import { resolve } from "node:path"
import type { BuildOptions, CodeSplittingNameFunction, Plugin } from "rolldown"

/** Tests bundle into a place of their own. */
export const dist = process.env["GARRISON_BUNDLE_DIR"] ?? "packages/cli/dist"
const demoCatalog = "examples/demo/catalog.json"

/** The demo catalog travels with the published package, and the command can be started by its name. */
const finish: Plugin = {
  name: "garrison-finish",
  writeBundle() {
    chmodSync(`${dist}/garrison.js`, 0o755)
    if (existsSync(demoCatalog)) cpSync(demoCatalog, `${dist}/demo/catalog.json`)
  },
}

/** An import of a module of Node in a chunk, with the names that it binds. */
const NODE_IMPORT = /\bimport\s*([^"';()]+?)\s*from\s*"(node:[^"]+)";/g

const bindingOf = (bound: string, module: string): string => {
  const got = `process.getBuiltinModule("${module}")`
  const names = /\{([^}]*)\}/.exec(bound)?.[1]
  const whole = /^\*\s*as\s+([\w$]+)/.exec(bound)?.[1] ?? /^([\w$]+)/.exec(bound)?.[1]
  return [
    ...(whole === undefined ? [] : [`const ${whole}=${got};`]),
    ...(names === undefined ? [] : [`const {${names.replaceAll(/\s+as\s+/g, ":")}}=${got};`]),
  ].join("")
}

/**
 * Takes modules of Node as `require` would. An import of one reads each of its exports, some of which load much that
 * the command does not use: that of `node:http` loads an HTTP client. The entry stays as it is, for versions of Node
 * that cannot do this.
 */
const withoutFacades: Plugin = {
  name: "garrison-without-facades",
  renderChunk(code, { name }) {
    if (name === "garrison") return undefined
    return code.replaceAll(NODE_IMPORT, (_, bound: string, module: string) => bindingOf(bound, module))
  },
}

/**
 * The commands that are rows over operations are in the bundle as data, made of the sources: a start of the command
 * loads no operation to read its arguments.
 */
const commandsAsData: Plugin = {
  name: "garrison-commands-as-data",
  load: {
    filter: { id: /cli\/src\/row\/leaves\.ts$/ },
    handler: () => {
      const { status, stderr, stdout } = spawnSync(
        process.execPath,
        ["--conditions=source", resolve("scripts/leaves.ts")],
        { encoding: "utf8" },
      )
      if (status !== 0) throw new Error(stderr)
      return `export const leaves = ${stdout}`
    },
  },
}

/**
 * The layout of Ink decodes its WebAssembly itself. It would ask `fetch` for it, though it is a text in the chunk, and
 * the first mention of `fetch` loads an HTTP client.
 */
const withoutFetch: Plugin = {
  name: "garrison-without-fetch",
  transform: {
    filter: { id: /yoga-wasm-base64-esm\.js$/ },
    handler: (code) => code.replaceAll('"function"!=typeof fetch', "true"),
  },
}

const SIGN = String.raw`\u0020-\u007E\u00A1-\u00A8\u00AA-\u00AC\u00AF-\u00FF\u2010-\u2027\u2039\u203A\u2190-\u2193\u2500-\u25A9\u25B2\u25BC\u25CB\u25CF`

/**
 * Texts of signs that are one column wide each and stand alone, whatever is beside them: ASCII and its escapes,
 * accents, and the lines, blocks and marks that the console draws. `test/cli/consoleChunk.test.ts` holds them to
 * Unicode.
 */
export const SIGNS = new RegExp(`^[${String.raw`\u001B`}${SIGN}]*$`)

const MEASURED = "/^[\\u0020-\\u007E]*$/"

/** A pattern of a module that asks for properties of characters, with its name. */
const PATTERN_OF_UNICODE = /^const (\w+) = (\/.*\\p\{.*\/\w+);$/gm

const segmented =
  "Object.assign(Array.from(text, (segment, index) => ({ segment, index, input: text })), " +
  "{ containing(at = 0) { return this[at] } })"

/**
 * Takes texts of {@link SIGNS} apart without the tables of Unicode: they take 10 ms to load for the first text, and 40
 * ms to make a pattern of emoji. A text with any other character is left to `Intl.Segmenter` and to string-width.
 */
const withoutTables: Plugin = {
  name: "garrison-without-tables",
  transform: {
    filter: { id: /string-width\/index\.js$/ },
    handler(code) {
      if (!code.includes(MEASURED)) this.error("string-width has no pattern of the texts that it measures at once")
      const names = Array.from(code.matchAll(PATTERN_OF_UNICODE), ([, name = ""]) => name)
      const used = new RegExp(`(?<!(?:const|let) )\\b(?:${names.join("|")})\\b(?! \\?\\?=)`, "g")
      return (
        code
          // A text with an escape is stripped before.
          .replace(MEASURED, `/^[${SIGN}]*$/`)
          .replaceAll(used, (name) => `${name}()`)
          .replaceAll(PATTERN_OF_UNICODE, "let $1Made; const $1 = () => ($1Made ??= $2);")
      )
    },
  },
  renderChunk: (code) =>
    code.replaceAll(/\bnew Intl\.Segmenter\(([^()]*)\)/g, (made, how: string) =>
      how.includes("granularity") && !how.includes("grapheme")
        ? made
        : `({ segment(text) { return ${SIGNS.toString()}.test(text) ? ${segmented} : (this.made ??= ${made}).segment(text) } })`,
    ),
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/**
 * Writes every chunk in ASCII. V8 keeps a text with one character beyond Latin-1 in twice the memory, and Node reads
 * and hashes it at each start: 66 characters doubled the largest chunk.
 */
const inAscii: Plugin = {
  name: "garrison-in-ascii",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue
      const behindBackslash = /\\[^\0-\x7F]/.exec(chunk.code)
      if (behindBackslash !== null) this.error(`${chunk.fileName}: ${behindBackslash[0]} cannot be written in ASCII`)
      chunk.code = chunk.code.replaceAll(/[^\0-\x7F]/g, escaped)
    }
  },
}

/** What a wrong flag, completions and `config` need is loaded with these, and nothing of the domain is. */
const starts = ["program.ts", "action/config.ts", "command/completionLists.ts"].map((name) =>
  resolve("packages/cli/src", name),
)

const startModules = new Set<string>()

/** The chunk of what the starts load at once; null: the module is loaded by what runs later. */
const startChunk: CodeSplittingNameFunction = (id, context) => {
  const open = startModules.size === 0 ? [...starts] : []
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (startModules.has(next)) continue
    startModules.add(next)
    open.push(...(context.getModuleInfo(next)?.importedIds ?? []))
  }
  return startModules.has(id) && !starts.includes(id) ? "start" : null
}

const options: BuildOptions = {
  input: {
    garrison: "packages/cli/src/main.ts",
    preparationThread: "packages/sql/src/catalog/preparationThread.ts",
    startingThread: "packages/http/src/server/startingThread.ts",
    documentationThread: "packages/http/src/handlers/documentationThread.ts",
  },
  platform: "node",
  resolve: {
    conditionNames: ["source", "import", "module", "node", "default"],
    // A package with two forms is bundled in that of ECMAScript: the other may load its parts in a way of its own.
    mainFields: ["module", "main"],
    // Ink asks for the first where a developer of Ink inspects its components. Its dependencies each bring a copy of
    // the same string-width, and each copy would compile its table of emoji.
    alias: {
      "react-devtools-core": false,
      "string-width": resolve("packages/tui/node_modules/string-width/index.js"),
    },
  },
  // React has a build for developers, which is slower and twice as large.
  transform: { define: { "process.env.NODE_ENV": '"production"' } },
  plugins: [commandsAsData, withoutFacades, withoutFetch, withoutTables, inAscii, finish],
  output: {
    dir: dist,
    cleanDir: true,
    format: "esm",
    // Names and lines stay, so that a stack in the log can be read. Without comments the chunks are a third larger than
    // with short names, and the command starts as quickly.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
    comments: { legal: true, annotation: false, jsdoc: false },
    banner: ({ name }) => (name === "garrison" ? "#!/usr/bin/env node" : ""),
    // ThreadedPreparation.ts and documentation.ts are in chunks, and find their threads beside them.
    entryFileNames: ({ name }) => (name === "garrison" ? "[name].js" : "chunk/[name].js"),
    chunkFileNames: "chunk/[name]-[hash].js",
    codeSplitting: {
      groups: [
        // The entry loads it first, and must not load another chunk for it.
        { name: "stderrForm", test: /packages\/cli\/src\/stderrForm\.ts$/, priority: 3 },
        { name: "effect", test: /node_modules\/effect\//, minShareCount: 12, priority: 2 },
        { name: startChunk, debugName: "start", test: /packages\/\w+\/src/, priority: 1 },
        { name: "domain", test: /packages\/(?:core|sql|cli)\/src/, minShareCount: 12 },
      ],
    },
  },
}

export default options
