/**
 * Rules of the sources, except those of imports: pure rules stay pure, types are not silenced, every file states its
 * purpose.
 */
import { describe } from "@effect/vitest"
import { type Check, declareChecks } from "./support/checks.ts"
import { exportsWithoutReader } from "./support/exports.ts"
import { importsOf, readPrograms, readSources, type Sources, withoutComments } from "./support/imports.ts"

const isRules = (path: string): boolean => /^packages\/core\/src\/.+\/rules(\.ts|\/)/.test(path)

const impureModules = /^effect\/(Effect|Layer|Context|Clock|Random|Ref|Fiber|Runtime|crypto\/SecureRandom)$/
const impureCalls = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\(|\bperformance\.now\(/

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

/** Casts that say "believe me", and why nothing better is there. Each place has exactly as many as it says. */
const casts: Readonly<Record<string, { readonly count: number; readonly because: string }>> = {
  "packages/cli/src/settings/resolve.ts": { count: 2, because: "a record is filled name by name" },
  "packages/core/src/kernel/Setting.ts": { count: 1, because: "Object.fromEntries forgets the names" },
  "packages/http/src/contract/area.ts": { count: 1, because: "Object.fromEntries forgets the names" },
  "packages/http/src/contract/route.ts": { count: 2, because: "a row's type follows from its place" },
  "packages/http/src/request/pipeline.ts": { count: 4, because: "a declaration says what its handler gets" },
}

const unlistedCasts = (sources: Sources): ReadonlyArray<string> =>
  Array.from(sources).flatMap(([path, source]) => {
    const count = withoutComments(source).match(/\bas\s+(?:unknown\s+as|never)\b/g)?.length ?? 0
    const allowed = casts[path]?.count ?? 0
    return count === allowed ? [] : [`${path} casts ${count} times, not ${allowed}`]
  })

const programs = readPrograms()
const unread = (sources: Sources) => exportsWithoutReader(new Map([...sources, ...programs]))

/** Hashes that are compared byte by byte, which tells by its time how much of a guess was right. */
const hastyComparisons = (sources: Sources): ReadonlyArray<string> =>
  Array.from(sources).flatMap(([path, source]) => {
    const found = /\bhash\b\s*[!=]==(?!\s*undefined)|[!=]==\s*(?:\w+\.)*hash\b|\bhash\.every\(/i.exec(
      withoutComments(source),
    )
    return found === null ? [] : [`${path} compares ${found[0]}`]
  })

/** The core names fields; which part of a request each came in is for the edge to say. */
const requestParts = (sources: Sources): ReadonlyArray<string> =>
  Array.from(sources).flatMap(([path, source]) => {
    const found = path.startsWith("packages/core/")
      ? /(["'`])(?:query|path|body|headers?)\1/.exec(withoutComments(source))
      : null
    return found === null ? [] : [`${path} says ${found[0]}`]
  })

/** Files that may name the fields which say when loot is available: the rule, and those that declare the fields. */
const availabilityFiles: ReadonlySet<string> = new Set([
  ...["rules/availability.ts", "schema.ts", "authoring/fieldNotes.ts"].map(
    (path) => `packages/core/src/catalog/${path}`,
  ),
  // The types of the schema, for hosts and the typed client.
  "packages/core/src/hostTypes.ts",
])

/** Other files that read these fields. Linked loot does not have them, so that only the authored loot is left. */
const availabilityReaders = (sources: Sources): ReadonlyArray<string> =>
  Array.from(sources).flatMap(([path, source]) => {
    const found = /\beffective_from\b|\b(?:loot|part|inner|one|own|authored)\??\.active\b|lootDefaults\.active\b/.exec(
      withoutComments(source).replaceAll(/`[^`]*`/g, ""),
    )
    return found === null || availabilityFiles.has(path) ? [] : [`${path} reads ${found[0]}`]
  })

const core = "packages/core/src"

/** Where the settings of the lifetime may be named: their declaration, and the one place that decides by them. */
const decidesLifetime = /^packages\/core\/src\/token\/(settings|rules\/lifetime)\.ts$/

const lifetimesElsewhere = (sources: Sources): ReadonlyArray<string> =>
  Array.from(sources).flatMap(([path, source]) =>
    !decidesLifetime.test(path) && /\baccessSeconds(Player|Machine)\b/.test(withoutComments(source))
      ? [`${path} decides the lifetime of a token`]
      : [],
  )

const checks: ReadonlyArray<Check> = [
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
    rule: "the lifetime of access tokens is decided in one place",
    check: lifetimesElsewhere,
    planted: { [`${core}/token/Bad.ts`]: "const end = at + settings.accessSecondsPlayer * 1000" },
  },
  {
    rule: "hashes of secrets are compared in constant time (guarantees R23)",
    check: hastyComparisons,
    planted: { [`${core}/client/Bad.ts`]: "export const isProven = secret.hash === hash" },
  },
  {
    rule: "core names fields, and no part of a request",
    check: requestParts,
    planted: { [`${core}/order/Bad.ts`]: 'const loc = ["query", "cursor"]' },
  },
  {
    rule: "one place reads when loot is available",
    check: availabilityReaders,
    planted: { [`${core}/odds/rules/bad.ts`]: "const isOff = ({ effective_from }: Loot, now) => effective_from > now" },
  },
  {
    rule: "one place reads whether loot is active",
    check: availabilityReaders,
    planted: { [`${core}/catalog/rules/bad.ts`]: "const isOff = (loot) => !loot.active" },
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
  {
    rule: "casts that the compiler cannot judge are few and listed",
    check: unlistedCasts,
    planted: { [`${core}/order/Bad.ts`]: "export const x = y as unknown as Caller" },
  },
  {
    rule: "casts to never are few and listed",
    check: unlistedCasts,
    planted: { "packages/http/src/request/pipeline.ts": "f(x as never, y as never, z as never)" },
  },
  {
    rule: "no cast stays listed that is gone",
    check: unlistedCasts,
    planted: { "packages/http/src/request/pipeline.ts": "f(x as never)" },
  },
  {
    rule: "no export lives for tests alone",
    check: unread,
    planted: {
      [`${core}/order/Bad.ts`]: "/** alone */ \nexport const alone = 1",
      [`${core}/order/Importer.ts`]: 'import { other } from "./Bad.ts"',
      [`${core}/order/Namesake.ts`]: "const alone = 2",
    },
  },
]

describe("the sources", () => {
  declareChecks(readSources(), checks)
})
