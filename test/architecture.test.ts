/**
 * The house, checked: imports point inward, none goes through an index, none goes in a circle, and the rules stay pure.
 * Each check is a function over the sources, and is also shown to fail on a planted violation.
 */
import { assert, describe, it } from "@effect/vitest"
import { importsOf, readSources, resolveImport, type Sources } from "./support/imports.ts"

/** What each package may import: other workspace packages, and packages from outside (`effect` covers `effect/*`). */
const table: Readonly<
  Record<string, { readonly inward: ReadonlyArray<string>; readonly outside: ReadonlyArray<string> }>
> = {
  core: { inward: ["core"], outside: ["effect", "jose"] },
  sql: { inward: ["sql", "core"], outside: ["effect", "@effect/sql-pg", "@effect/platform-node", "node:*"] },
  http: { inward: ["http", "core"], outside: ["effect", "@effect/platform-node", "node:*"] },
  cli: { inward: ["cli", "http", "sql", "core"], outside: ["effect", "@effect/platform-node", "node:*"] },
  tui: { inward: ["tui", "http", "sql", "core"], outside: ["effect", "ink", "react", "node:*"] },
}

const packageOf = (path: string): string => path.split("/")[1] ?? ""

const outsideName = (specifier: string): string =>
  specifier.startsWith("node:")
    ? "node:*"
    : specifier
        .split("/")
        .slice(0, specifier.startsWith("@") ? 2 : 1)
        .join("/")

interface Edge {
  readonly from: string
  readonly specifier: string
  readonly to: string | undefined
}

const edgesOf = (sources: Sources): ReadonlyArray<Edge> =>
  Array.from(sources).flatMap(([from, source]) =>
    importsOf(source).map((specifier) => ({ from, specifier, to: resolveImport(sources, from, specifier) })),
  )

const outwardImports = (sources: Sources): ReadonlyArray<string> =>
  edgesOf(sources).flatMap(({ from, specifier, to }) => {
    const allowed = table[packageOf(from)]
    const fine =
      to === undefined ? allowed?.outside.includes(outsideName(specifier)) : allowed?.inward.includes(packageOf(to))
    return fine === true ? [] : [`${from} imports ${specifier}`]
  })

const unresolvedImports = (sources: Sources): ReadonlyArray<string> =>
  edgesOf(sources).flatMap(({ from, specifier, to }) =>
    to === undefined || sources.has(to) ? [] : [`${from} imports ${specifier}`],
  )

const indexImports = (sources: Sources): ReadonlyArray<string> =>
  edgesOf(sources).flatMap(({ from, specifier, to }) => {
    const viaIndex = to !== undefined && /(^|\/)index\.tsx?$/.test(to)
    const viaBarrel = specifier === "effect" || /^@effect\/[^/]+$/.test(specifier)
    return viaIndex || viaBarrel ? [`${from} imports ${specifier}`] : []
  })

const kernelImports = (sources: Sources): ReadonlyArray<string> =>
  edgesOf(sources).flatMap(({ from, to }) =>
    from.startsWith("packages/core/src/kernel/") && to !== undefined && !to.startsWith("packages/core/src/kernel/")
      ? [`${from} imports ${to}`]
      : [],
  )

const contractImports = (sources: Sources): ReadonlyArray<string> =>
  edgesOf(sources).flatMap(({ from, to }) =>
    from.startsWith("packages/http/src/contract/") &&
    to?.startsWith("packages/http/src/") === true &&
    !to.startsWith("packages/http/src/contract/")
      ? [`${from} imports ${to}`]
      : [],
  )

const isRules = (path: string): boolean => /^packages\/core\/src\/.+\/rules(\.ts|\/)/.test(path)

const impureModules = /^effect\/(Effect|Layer|Context|Clock|Random|Ref|Fiber|Runtime|crypto\/SecureRandom)$/
const impureCalls = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\(|\bperformance\.now\(/

const withoutComments = (source: string): string => source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, "")

const impureRules = (sources: Sources): ReadonlyArray<string> =>
  Array.from(sources).flatMap(([path, source]) => {
    if (!isRules(path)) return []
    const modules = importsOf(source).filter((specifier) => impureModules.test(specifier))
    const calls = impureCalls.exec(withoutComments(source))
    return [...modules, ...(calls ?? [])].map((found) => `${path} uses ${found}`)
  })

const clockInCore = (sources: Sources): ReadonlyArray<string> =>
  Array.from(sources).flatMap(([path, source]) => {
    const found = path.startsWith("packages/core/") ? impureCalls.exec(withoutComments(source)) : null
    return found === null ? [] : [`${path} uses ${found[0]}`]
  })

/** One cycle as a chain of paths, or none. Depth-first, each file visited once. */
const importCycles = (sources: Sources): ReadonlyArray<string> => {
  const targets = new Map<string, Array<string>>()
  for (const { from, to } of edgesOf(sources)) {
    if (to !== undefined && sources.has(to)) targets.set(from, [...(targets.get(from) ?? []), to])
  }
  const done = new Set<string>()
  const cycles: Array<string> = []
  const visit = (path: string, chain: ReadonlyArray<string>): void => {
    const start = chain.indexOf(path)
    if (start !== -1) {
      cycles.push([...chain.slice(start), path].join(" -> "))
      return
    }
    if (done.has(path)) return
    for (const next of targets.get(path) ?? []) visit(next, [...chain, path])
    done.add(path)
  }
  for (const path of sources.keys()) visit(path, [])
  return cycles
}

/** Files that do not open with a comment saying what they are for. */
const unexplainedFiles = (sources: Sources): ReadonlyArray<string> =>
  Array.from(sources).flatMap(([path, source]) => (/^(#![^\n]*\n)?\s*\/\*\*/.test(source) ? [] : [path]))

const forbiddenNames = (sources: Sources): ReadonlyArray<string> =>
  Array.from(sources.keys()).filter((path) =>
    /(^|\/|[a-z])(utils?|helpers?|common|misc|manager)(\/|\.tsx?$)/i.test(path),
  )

const forbiddenTypes = (sources: Sources): ReadonlyArray<string> =>
  Array.from(sources).flatMap(([path, source]) => {
    const found = /\bas any\b(?=\s*(?:[;,)\]}.|&>]|$))|@ts-(?:ignore|nocheck|expect-error)/.exec(
      withoutComments(source) + (source.match(/@ts-\w+/g) ?? []).join(),
    )
    return found === null ? [] : [`${path} uses ${found[0]}`]
  })

const core = "packages/core/src"

/** Each check with a planted violation: the files that break it. */
const checks: ReadonlyArray<{
  readonly rule: string
  readonly check: (sources: Sources) => ReadonlyArray<string>
  readonly planted: Readonly<Record<string, string>>
}> = [
  {
    rule: "imports point inward only",
    check: outwardImports,
    planted: { [`${core}/order/Bad.ts`]: 'import { x } from "@garrison/sql/Database"' },
  },
  {
    rule: "core depends on effect and jose alone",
    check: outwardImports,
    planted: { [`${core}/order/Bad.ts`]: 'import { hash } from "node:crypto"' },
  },
  {
    rule: "http and sql do not know each other",
    check: outwardImports,
    planted: { "packages/http/src/Bad.ts": 'import { x } from "@garrison/sql/Database"' },
  },
  {
    rule: "every import names a file that exists",
    check: unresolvedImports,
    planted: { [`${core}/order/Bad.ts`]: 'import { x } from "./Missing.ts"' },
  },
  {
    rule: "no import goes through an index",
    check: indexImports,
    planted: { "packages/sql/src/Bad.ts": 'import { x } from "@garrison/core"', [`${core}/index.ts`]: "export {}" },
  },
  {
    rule: "no import goes through an index of effect",
    check: indexImports,
    planted: { [`${core}/order/Bad.ts`]: 'import { Effect } from "effect"' },
  },
  {
    rule: "the kernel imports no area",
    check: kernelImports,
    planted: { [`${core}/kernel/Bad.ts`]: 'import type { Order } from "../order/schema.ts"' },
  },
  {
    rule: "the contract imports no handler",
    check: contractImports,
    planted: { "packages/http/src/contract/Bad.ts": 'import { x } from "../handlers/login.ts"' },
  },
  {
    rule: "rules know no Effect, layer, context, clock or randomness",
    check: impureRules,
    planted: { [`${core}/order/rules/bad.ts`]: 'import * as Effect from "effect/Effect"' },
  },
  {
    rule: "rules read no clock and draw nothing",
    check: impureRules,
    planted: { [`${core}/order/rules.ts`]: "export const now = () => Date.now()" },
  },
  {
    rule: "core takes time and randomness from services only",
    check: clockInCore,
    planted: { [`${core}/order/Orders.ts`]: "export const draw = () => Math.random()" },
  },
  {
    rule: "no import goes in a circle",
    check: importCycles,
    planted: { [`${core}/a/A.ts`]: 'import "../b/B.ts"', [`${core}/b/B.ts`]: 'import { type A } from "../a/A.ts"' },
  },
  {
    rule: "every file opens with what it is for",
    check: unexplainedFiles,
    planted: { [`${core}/order/Bad.ts`]: "export const x = 1" },
  },
  {
    rule: "no file is a junk drawer",
    check: forbiddenNames,
    planted: { [`${core}/order/utils.ts`]: "/** x */" },
  },
  {
    rule: "the types are not silenced",
    check: forbiddenTypes,
    planted: { [`${core}/order/Bad.ts`]: "export const x = y as any" },
  },
]

describe("architecture", () => {
  const sources = readSources()

  it("reads the sources it judges", () => {
    assert.isAbove(sources.size, 100)
    assert.isAbove(edgesOf(sources).length, 300)
  })

  it.each(checks)("$rule", ({ check }) => {
    assert.deepStrictEqual(check(sources), [])
  })

  it.each(checks)("notices a violation: $rule", ({ check, planted }) => {
    const found = check(new Map(Object.entries(planted)))
    assert.isAbove(found.length, 0)
  })
})
