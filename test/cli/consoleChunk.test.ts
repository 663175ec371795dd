/**
 * What is loaded when: React and Ink by `garrison console` alone, and operations and storage by what runs one. No other
 * command pays for them.
 */
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { inkWidth } from "../support/tui/width.ts"
import { SIGNS } from "../../rolldown.config.ts"
import { bundle, cleanEnvironment, temporaryDirectory } from "./support/garrison.ts"

/** What stands in the code of Ink, which React comes with, and nowhere else. */
const drawing = ["ink-root"]

/** What stands in every operation, and in every interface of the storage. */
const ofDomain = /\brefusals: \[|"@garrison\/core\/\w+\/\w+Store"/

/** Says on stderr which files Node loads. */
const TELL_LOADED = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from "node:fs"
  import { registerHooks } from "node:module"
  registerHooks({ load: (url, context, next) => (writeSync(2, "loaded " + url + "\\n"), next(url, context)) })
`)}`

interface Chunk {
  readonly name: string
  readonly statics: ReadonlyArray<string>
  readonly lazies: ReadonlyArray<string>
  readonly draws: boolean
  readonly isOfDomain: boolean
  readonly fetches: boolean
  readonly tablesOfEmoji: number
  readonly isAscii: boolean
  /** Statements that take a text apart, or hold it to properties of characters, as soon as the chunk is loaded. */
  readonly tablesAtOnce: ReadonlyArray<string>
}

/** A segmenter, or a large pattern of Unicode, that a module makes for itself and not for a text. */
const AT_ONCE =
  /(?<!this\.made \?\?= )new Intl\.Segmenter\(|[\w$]+ = \/(?:[^/\\\n]|\\.)*?\\p\{(?:RGI_Emoji\}|Nonspacing_Mark)/g

const importsOf = (path: string, root: string, text: string, pattern: RegExp): ReadonlyArray<string> =>
  Array.from(text.matchAll(pattern), ([, found = ""]) => relative(root, resolve(dirname(path), found)))

const chunksOf = (root: string): ReadonlyMap<string, Chunk> => {
  const files = [
    join(root, "garrison.js"),
    ...readdirSync(join(root, "chunk")).map((name) => join(root, "chunk", name)),
  ]
  return new Map(
    files.map((path) => {
      const text = readFileSync(path, "utf8")
      const name = relative(root, path)
      const statics = importsOf(path, root, text, /(?:from|import)\s*["'`](\.[^"'`]+)["'`]/g)
      const lazies = importsOf(path, root, text, /import\(\s*["'`](\.[^"'`]+)["'`]\s*\)/g)
      const fetches = /\bfetch\b(?:\(|\s*[!=]=)/.test(text)
      const tablesOfEmoji = text.split("\\p{RGI_Emoji}").length - 1
      const isAscii = !/[^\0-\x7F]/.test(text)
      const tablesAtOnce = Array.from(text.matchAll(AT_ONCE), ([found]) => found)
      const draws = drawing.some((word) => text.includes(word))
      const isOfDomain = ofDomain.test(text)
      return [
        name,
        { name, statics, lazies, draws, isOfDomain, fetches, tablesOfEmoji, isAscii, tablesAtOnce },
      ] as const
    }),
  )
}

/** What is loaded with a chunk. */
const loadedWith = (chunks: ReadonlyMap<string, Chunk>, name: string): ReadonlySet<string> => {
  const loaded = new Set<string>()
  const open = [name]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (loaded.has(next)) continue
    loaded.add(next)
    open.push(...(chunks.get(next)?.statics ?? []))
  }
  return loaded
}

describe("the bundle", () => {
  const chunks = chunksOf(dirname(bundle()))
  const draws = (name: string): boolean => Array.from(loadedWith(chunks, name)).some((one) => chunks.get(one)?.draws)

  it("has React and Ink", () => {
    assert.isTrue(Array.from(chunks.values()).some((chunk) => chunk.draws))
  })

  it("loads them for the console alone", () => {
    const lazies = new Set(Array.from(chunks.values()).flatMap((chunk) => chunk.lazies))
    assert.isFalse(draws("garrison.js"))
    assert.isAbove(lazies.size, 20)
    assert.deepStrictEqual(
      Array.from(lazies)
        .filter(draws)
        // A hash of eight characters ends the name, and may have a dash.
        .map((name) => name.replace(/^chunk\//, "").replace(/-[\w-]{8}\.js$/, "")),
      ["console"],
    )
  })

  it("opens the database of the console behind its first frame", () => {
    const consoles = Array.from(chunks.keys()).filter((name) => /chunk\/console-[^/]*$/.test(name) && draws(name))
    const connection = Array.from(chunks.keys()).find((name) => name.includes("consoleConnection"))
    assert.strictEqual(consoles.length, 1)
    assert.isFalse(loadedWith(chunks, consoles[0] ?? "").has(connection ?? ""))
  })

  it("is ASCII throughout, which takes half the memory", () => {
    assert.deepStrictEqual(
      Array.from(chunks.values()).flatMap(({ isAscii, name }) => (isAscii ? [] : [name])),
      [],
    )
  })

  it("reads no tables of Unicode before there is a text that needs them", () => {
    assert.deepStrictEqual(
      Array.from(chunks.values()).flatMap(({ tablesAtOnce }) => tablesAtOnce),
      [],
    )
  })

  it("measures without those tables only signs that Unicode has as one column, alone beside every other", () => {
    const signs = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).filter((one) =>
      SIGNS.test(one),
    )
    assert.isAbove(signs.length, 300)
    for (const one of signs)
      if (one !== "\u001B") assert.strictEqual(inkWidth(one), 1, one.codePointAt(0)?.toString(16))
    const segmenter = new Intl.Segmenter()
    for (const one of signs) {
      const text = signs.map((other) => one + other).join("")
      assert.strictEqual(Array.from(segmenter.segment(text)).length, text.length, one)
    }
  })

  it("draws the first frame without an HTTP client, and with one table of emoji", () => {
    const drawn = Array.from(chunks.values()).filter((chunk) => chunk.draws)
    assert.deepStrictEqual(
      drawn.map(({ fetches, tablesOfEmoji }) => ({ fetches, tablesOfEmoji })),
      [{ fetches: false, tablesOfEmoji: 1 }],
    )
  })

  it("loads no operation and no storage for help, a wrong flag, completions and config", () => {
    const root = dirname(bundle())
    const loadedBy = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
      const all = ["--import", TELL_LOADED, bundle(), ...args]
      const options = { encoding: "utf8", env: cleanEnvironment(), cwd: temporaryDirectory() } as const
      const { stderr } = spawnSync(process.execPath, all, options)
      return Array.from(stderr.matchAll(/^loaded file:\/\/(\S+)$/gm), ([, path = ""]) => relative(root, path))
    }
    const loadsDomain = (args: ReadonlyArray<string>): boolean => {
      const loaded = loadedBy(args)
      assert.include(loaded, "garrison.js", args.join(" "))
      return loaded.some((name) => chunks.get(name)?.isOfDomain)
    }
    for (const line of [
      "client list --hlep",
      "catlog --help",
      "client",
      "config",
      "config --json",
      "client create --help",
      "--completions bash",
      "--completions sh",
    ]) {
      assert.isFalse(loadsDomain(line.split(" ")), line)
    }
    // Control: what runs an operation loads it.
    assert.isTrue(loadsDomain(["client", "list"]))
  })
})
