/**
 * The rules of imports: they point inward, never through an index, and never in a circle. `sources.test.ts` has the
 * other rules of the sources.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Path from "node:path"
import { type Check, declareChecks } from "./support/checks.ts"
import { importsOf, readSources, resolveImport, type Sources } from "./support/imports.ts"
import { behindTheWall } from "./support/wall.ts"

/** What a package may import. */
interface Allowed {
  /** Workspace packages. */
  readonly inward: ReadonlyArray<string>
  /** Folders of effect, beside its own modules (`effect/Effect`): what a package knows of the world it runs in. */
  readonly effect: ReadonlyArray<string>
  /** Packages from outside. */
  readonly outside: ReadonlyArray<string>
}

const table: Readonly<Record<string, Allowed>> = {
  core: { inward: ["core"], effect: ["crypto", "encoding"], outside: ["jose"] },
  sql: {
    inward: ["sql", "core"],
    effect: ["crypto", "reactivity", "sql"],
    outside: ["@effect/sql-pg", "node:*"],
  },
  portals: { inward: ["portals", "core"], effect: ["encoding", "http"], outside: ["jose"] },
  // A server for development, which no portal may lean on. Its host provides the HTTP server and the randomness.
  "portals/sandbox": {
    inward: ["portals/sandbox", "portals", "core"],
    effect: ["crypto", "encoding", "http"],
    outside: ["jose"],
  },
  http: { inward: ["http", "core"], effect: ["http", "http-api"], outside: ["node:*"] },
  cli: {
    // The console is one of its commands.
    inward: ["cli", "tui", "http", "portals", "portals/sandbox", "sql", "core"],
    effect: ["cli", "crypto", "encoding"],
    outside: ["@effect/platform-node", "jsonc-parser", "node:*", "yaml"],
  },
  // It knows operations, and not what runs them.
  tui: { inward: ["tui", "core"], effect: [], outside: ["ink", "react", "string-width", "node:*"] },
}

const packageOf = (path: string): string =>
  path.startsWith("packages/portals/src/sandbox/") ? "portals/sandbox" : (path.split("/")[1] ?? "")

const mayImport = (allowed: Allowed, specifier: string): boolean => {
  if (specifier.startsWith("node:")) return allowed.outside.includes("node:*")
  const [first = "", second = ""] = specifier.split("/")
  if (first === "effect") return /^[A-Z]/.test(second) || allowed.effect.includes(second)
  return allowed.outside.includes(first.startsWith("@") ? `${first}/${second}` : first)
}

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
    if (allowed === undefined) return [`${from} is of no known package`]
    const fine = to === undefined ? mayImport(allowed, specifier) : allowed.inward.includes(packageOf(to))
    return fine ? [] : [`${from} imports ${specifier}`]
  })

const unresolvedImports = (sources: Sources): ReadonlyArray<string> =>
  edgesOf(sources).flatMap(({ from, specifier, to }) =>
    to === undefined || sources.has(to) ? [] : [`${from} imports ${specifier}`],
  )

const indexImports = (sources: Sources): ReadonlyArray<string> =>
  edgesOf(sources).flatMap(({ from, specifier, to }) => {
    const viaIndex = to !== undefined && /(^|\/)index\.tsx?$/.test(to)
    const viaBarrel = /^effect(\/[a-z-]+)?$|^@effect\/[^/]+$/.test(specifier)
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

const coreArea = (path: string): string | undefined => /^packages\/core\/src\/([^/]+)\//.exec(path)?.[1]

/** Whether the file declares operations: the outward face of its area. */
const declaresOperation = (path: string): boolean => /^packages\/core\/src\/[^/]+\/operations\//.test(path)

/** The files that say what answers look like. */
const isShow = /\/(?:show|\w+Show)\.ts$/

/** Whether a file says what answers look like: it knows operations by the types of their answers. */
const showsAnswers = (path: string, source: string, to: string): boolean =>
  isShow.test(path) && new RegExp(`import type [^"]*"[^"]*/${Path.posix.basename(to)}"`).test(source)

/** Imports of the core, but for its table of operations and `show.ts`, of a file that declares an operation. */
const importsOfOperations = (sources: Sources): ReadonlyArray<string> =>
  edgesOf(sources).flatMap(({ from, to }) => {
    if (to === undefined || !declaresOperation(to) || declaresOperation(from) || coreArea(from) === undefined) return []
    return showsAnswers(from, sources.get(from) ?? "", to) ? [] : [`${from} imports ${to}`]
  })

/** Areas of the core that import each other: neither can be understood, or changed, without the other. */
const mutualAreas = (sources: Sources): ReadonlyArray<string> => {
  const targets = new Map<string, Set<string>>()
  for (const { from, to } of edgesOf(sources)) {
    // What an answer looks like is told of the types of operations, wherever they stand.
    if (to === undefined || (isShow.test(from) && declaresOperation(to))) continue
    const [area, target] = [coreArea(from), coreArea(to)]
    if (area === undefined || target === undefined || area === target) continue
    targets.set(area, (targets.get(area) ?? new Set()).add(target))
  }
  return Array.from(targets).flatMap(([area, found]) =>
    Array.from(found).flatMap((target) =>
      area < target && targets.get(target)?.has(area) ? `${area} <-> ${target}` : [],
    ),
  )
}

/** Areas of the core that import a file which joins areas: settings, codes, services. They read what is their own. */
const importsOfJoins = (sources: Sources): ReadonlyArray<string> =>
  edgesOf(sources).flatMap(({ from, to }) =>
    coreArea(from) !== undefined && to !== undefined && /^packages\/core\/src\/[^/]+$/.test(to)
      ? [`${from} imports ${to}`]
      : [],
  )

/** What every face may use of the core: operations, what they are made of, schemas, errors, and how answers look. */
const open = /^(kernel|operation)\/|\/operations\/|(^|\/)(operations|errors|errorCodes|show|\w+Show|\w*[sS]chema)$/

/** The module of the core that an edge of a face goes to, if it is none of the open ones. */
const moduleBehind = ({ from, to }: Edge): readonly [face: string, module: string] | undefined => {
  const [face = ""] = packageOf(from).split("/")
  const [, module] = /^packages\/core\/src\/(.+)\.ts$/.exec(to ?? "") ?? []
  return module === undefined || open.test(module) || !(face in behindTheWall) ? undefined : [face, module]
}

const listedBehind = (face: string): ReadonlyArray<string> =>
  Object.values(behindTheWall[face] ?? {}).flatMap((modules) => modules.trim().split(/\s+/))

/** Imports by http, cli and tui of what is neither open nor listed. */
const throughTheWall = (sources: Sources): ReadonlyArray<string> =>
  edgesOf(sources).flatMap((edge) => {
    const [face = "", module = ""] = moduleBehind(edge) ?? []
    return module === "" || listedBehind(face).includes(module) ? [] : [`${edge.from} imports ${edge.to}`]
  })

/** What is listed and no longer imported. */
const needlessBehind = (sources: Sources): ReadonlyArray<string> => {
  const needed = new Set(edgesOf(sources).map((edge) => moduleBehind(edge)?.join(" ")))
  return Object.keys(behindTheWall).flatMap((face) =>
    listedBehind(face).flatMap((module) => (needed.has(`${face} ${module}`) ? [] : [`${face} lists ${module}`])),
  )
}

/** What each package must not import: planted in a file of it. */
const refused: Readonly<Record<string, ReadonlyArray<string>>> = {
  core: [
    "@garrison/portals/portals",
    "@garrison/sql/Database",
    "@garrison/http/Server",
    "garrison/main",
    "effect/sql/SqlClient",
    "effect/sql",
    "effect/http/HttpRouter",
    "effect/http-api/HttpApi",
    "effect/cli/Command",
    "effect/reactivity/Reactivity",
    "@effect/platform-node/NodeCrypto",
    "@effect/sql-pg/PgClient",
    "node:crypto",
  ],
  sql: [
    "@garrison/portals/portals",
    "@garrison/http/Server",
    "garrison/main",
    "effect/http/HttpRouter",
    "effect/http-api/HttpApi",
    "effect/cli/Command",
    "@effect/platform-node/NodeCrypto",
    "jose/jwt/sign",
  ],
  portals: [
    "@garrison/portals/sandbox/Sandbox",
    "@garrison/http/Server",
    "@garrison/sql/Database",
    "garrison/main",
    "effect/http-api/HttpApi",
    "effect/sql/SqlClient",
    "effect/cli/Command",
    "effect/crypto/SecureRandom",
    "@effect/platform-node/NodeHttpClient",
    "node:http",
  ],
  "portals/sandbox": [
    "@garrison/http/Server",
    "@garrison/sql/Database",
    "effect/http-api/HttpApi",
    "@effect/platform-node/NodeHttpServer",
    "node:http",
  ],
  http: [
    "@garrison/portals/portals",
    "@garrison/sql/Database",
    "garrison/main",
    "effect/sql/SqlClient",
    "effect/cli/Command",
    "effect/reactivity/Reactivity",
    "@effect/sql-pg/PgClient",
    "@effect/platform-node/NodeHttpServer",
    "jose/jwt/sign",
  ],
  cli: [
    "effect/sql/SqlClient",
    "effect/http/HttpRouter",
    "effect/http-api/HttpApi",
    "@effect/sql-pg/PgClient",
    "jose/jwt/sign",
  ],
  tui: [
    "garrison/main",
    "@garrison/sql/Database",
    "@garrison/http/server",
    "effect/sql/SqlClient",
    "effect/http/HttpRouter",
    "@effect/sql-pg/PgClient",
    "jose/jwt/sign",
  ],
  unknown: ["effect/Effect"],
}

const core = "packages/core/src"

const checks: ReadonlyArray<Check> = [
  {
    rule: "imports point inward only",
    check: outwardImports,
    planted: { [`${core}/order/Bad.ts`]: 'import { x } from "@garrison/sql/Database"' },
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
    rule: "no import goes through an index of a folder of effect",
    check: indexImports,
    planted: { "packages/sql/src/Bad.ts": 'import { SqlClient } from "effect/sql"' },
  },
  {
    rule: "the kernel imports no area",
    check: kernelImports,
    planted: { [`${core}/kernel/Bad.ts`]: 'import type { Order } from "../order/schema.ts"' },
  },
  {
    rule: "no two areas of the core import each other",
    check: mutualAreas,
    planted: {
      [`${core}/order/Bad.ts`]: 'import type { Item } from "../catalog/schema.ts"',
      [`${core}/catalog/Bad.ts`]: 'import type { Entry } from "../order/schema.ts"',
    },
  },
  {
    rule: "no area of the core imports an operation",
    check: importsOfOperations,
    planted: { [`${core}/order/Bad.ts`]: 'import { x } from "../client/operations/createClient.ts"' },
  },
  {
    rule: "what an answer looks like takes the type of an operation alone",
    check: importsOfOperations,
    planted: { [`${core}/a/show.ts`]: 'import type { y } from "./b.ts"\nimport { x } from "./operations/c.ts"' },
  },
  {
    rule: "no area of the core imports what joins the areas",
    check: importsOfJoins,
    planted: { [`${core}/order/Bad.ts`]: 'import { defaultSettings } from "../settings.ts"' },
  },
  {
    rule: "http, cli and tui use operations, schemas and errors of the core, and what is listed with its reason",
    check: throughTheWall,
    planted: { "packages/tui/src/Bad.ts": 'import { Orders } from "@garrison/core/order/Orders"' },
  },
  {
    rule: "what is listed behind the wall is needed",
    check: needlessBehind,
    planted: { "packages/tui/src/Good.ts": 'import { x } from "@garrison/core/catalog/rules/names"' },
  },
  {
    rule: "the contract imports no handler",
    check: contractImports,
    planted: { "packages/http/src/contract/Bad.ts": 'import { x } from "../handlers/login.ts"' },
  },
  {
    rule: "no import goes in a circle",
    check: importCycles,
    planted: { [`${core}/a/A.ts`]: 'import "../b/B.ts"', [`${core}/b/B.ts`]: 'import { type A } from "../a/A.ts"' },
  },
]

describe("architecture", () => {
  const sources = readSources()

  it("reads the sources it judges", () => {
    assert.isAbove(sources.size, 100)
    assert.isAbove(edgesOf(sources).length, 300)
  })

  for (const [name, specifiers] of Object.entries(refused)) {
    it.each(specifiers)(`notices that ${name} imports %s`, (specifier) => {
      const [folder = "", ...inside] = name.split("/")
      const path = ["packages", folder, "src", ...inside, "Bad.ts"].join("/")
      const planted = new Map([[path, `import { x } from "${specifier}"`]])
      assert.lengthOf(outwardImports(planted), 1)
    })
  }

  declareChecks(sources, checks)
})
