/**
 * What strangers generate from the OpenAPI document. It compiles under the strictest options, with the compiler of
 * today and with the one before, and the program over it talks to a real server. What the document forbids does not
 * compile.
 */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Clients } from "@garrison/core/client/Clients"
import * as Effect from "effect/Effect"
import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { GOLD, POUCH_LOOT } from "../../support/catalog.ts"
import { useServer } from "../../support/server.ts"
import { generatedTypes } from "./generated/generate.ts"
import { testAct } from "../../support/acts.ts"

const root = join(import.meta.dirname, "../../..")
const generated = join(import.meta.dirname, "generated")

/** The compiler that this repository uses, and the last one of the line before, which the generator runs on. */
const compilers = {
  "TypeScript 7": join(root, "node_modules/typescript/bin/tsc"),
  "TypeScript 5.9": join(generated, "node_modules/typescript/bin/tsc"),
}

const strictest = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  target: "es2022",
  module: "nodenext",
  lib: ["es2022", "dom", "dom.iterable"],
  types: [],
  // Of the libraries; what was generated is checked like a source.
  skipLibCheck: true,
}

/** What does not compile: a text of the program, what takes its place, and what the compiler names then. */
const mistakes = [
  ["an unknown grant type", 'grant_type: "anon"', 'grant_type: "anonymous"', '"anonymous"'],
  ["a required field left out", 'grant_type: "anon", portal', "portal", "'grant_type' is missing"],
  ["an entry type that there is not", 'type: "fill_loot"', 'type: "fill_lots"', '"fill_lots"'],
  ["a code that the operation never answers", '=== "service_unavailable"', '=== "no_such_code"', "no overlap"],
  ["a path that there is not", '"/inventory/v1/catalog/vendor")', '"/inventory/v1/vendor")', "error"],
] as const

describe("a client generated from the OpenAPI document", () => {
  const server = useServer()
  let folder: string
  let told: string

  const compile = (compiler: keyof typeof compilers, files: ReadonlyArray<string>, options: object) => {
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { ...strictest, ...options }, files }),
    )
    const { status, stdout } = spawnSync(process.execPath, [compilers[compiler], "-p", folder], {
      cwd: folder,
      encoding: "utf8",
    })
    return { status, stdout }
  }

  beforeAll(async () => {
    const document = (await server.current.call("GET", "/openapi.json")).json as object
    folder = mkdtempSync(join(tmpdir(), "garrison-generated-"))
    writeFileSync(join(folder, "package.json"), '{"type":"module"}')
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
    writeFileSync(join(folder, "api.ts"), await generatedTypes(document))
    cpSync(join(generated, "client.ts"), join(folder, "client.ts"))
    const source = readFileSync(join(generated, "client.ts"), "utf8")
    const wrong = mistakes.map(([mistake, right, mistaken], index) => {
      assert.include(source, right, mistake)
      writeFileSync(join(folder, `wrong${index}.ts`), source.replace(right, mistaken))
      return `wrong${index}.ts`
    })
    // All at once, because what takes time is to read the libraries. What is wrong is written out as well.
    told = compile("TypeScript 7", ["client.ts", ...wrong], { outDir: "out", rootDir: "." }).stdout
    return () => rmSync(folder, { recursive: true, force: true })
  })

  /** What TypeScript 7 says of the program and of its copies with a mistake each, one by one. */
  const toldOf = (): ReadonlyArray<string> => told.split(/^(?=\S)/m).filter((line) => line !== "")

  it("compiles strictly, with TypeScript 7", () => {
    const others = toldOf().filter((line) => !/^wrong\d\.ts\(/.test(line))
    assert.deepStrictEqual(others, [])
  })

  it("compiles strictly, with TypeScript 5.9", () => {
    assert.deepStrictEqual(compile("TypeScript 5.9", ["client.ts"], { noEmit: true }), { status: 0, stdout: "" })
  })

  it("does not compile with what the document forbids", () => {
    mistakes.forEach(([mistake, , , why], index) => {
      const lines = toldOf().filter((line) => line.startsWith(`wrong${index}.ts(`))
      assert.isNotEmpty(lines, mistake)
      assert.include(lines.join(""), why, mistake)
    })
  })

  it("runs against a real server", async () => {
    const machine = await server.current.run(
      Effect.flatMap(Clients, (clients) => clients.create({ kind: "machine", permissions: ["*"] }, testAct)),
    )
    const { play } = (await import(pathToFileURL(join(folder, "out/client.js")).href)) as {
      readonly play: (given: object) => Promise<Readonly<Record<string, unknown>>>
    }
    const { clientId } = machine.client
    const played = await play({
      url: server.current.url,
      lootId: POUCH_LOOT,
      machine: { clientId, secret: machine.secret },
    })
    const { catalog, notifications, orders, ...others } = played
    assert.deepInclude(others, {
      grantTypes: 15,
      expires: 900,
      permissions: 8,
      presence: ["online", true],
      inventory: 0,
      rotated: "gar_",
      invalid: "less_than_equal",
      refusals: {
        code: "auth_not_jwt",
        success: false,
        isRetryable: false,
        login: "basic_disabled",
        missing: false,
      },
      keys: 2,
      ready: "ready",
      ended: 1,
    })
    assert.deepInclude(catalog, { type: "recipe", counts: [true, 50, 1, 1, true], operation: "add", again: 304 })
    assert.deepStrictEqual(orders, {
      result: "success",
      changed: [100],
      limit: 1,
      sort: "desc",
      orders: 1,
      owned: [[GOLD, 100]],
    })
    const { ids, listed } = notifications as { readonly ids: ReadonlyArray<string>; readonly listed: unknown }
    assert.strictEqual(new Set(ids).size, 1)
    assert.deepStrictEqual(listed, [["hello", ids[0]]])
  })
})
