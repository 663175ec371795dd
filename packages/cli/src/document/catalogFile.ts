/**
 * Catalog documents in files: read, parsed, joined and expanded with the ids of their lock file, and findings given the
 * file and line to go to. Every command that takes a catalog document reads it here.
 */
import {
  type Expanded,
  expandCatalog,
  EMPTY_LOCK,
  type Lock,
  lockText,
  readLock,
  type AuthoredFinding,
  type AuthoredReport,
  isId,
  type CheckReport,
  type Finding,
  finding,
  report,
} from "@garrison/core/catalog/authoring"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { existsSync } from "node:fs"
import { glob, rename, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Invocation, pathIn } from "../Invocation.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { readDocumentText, readJson, type ReadText, type TextProblem } from "./documentText.ts"
import { readFileOrReason, readInput } from "./textFile.ts"

/** A file of a document, as it was read. */
interface CatalogFile {
  readonly name: string
  readonly read: Result.Result<ReadText, TextProblem>
}

/** The lock file of a document. */
interface LockFile {
  readonly name: string
  /** undefined: there is no such file. */
  readonly text: string | undefined
  readonly lock: Lock
}

/** A catalog document that was read from its files. */
export interface ReadCatalog {
  readonly files: ReadonlyArray<CatalogFile>
  readonly lockFile: LockFile
  /** Whether unknown fields are left out with a warning. */
  readonly allowUnknown: boolean
  /** The expanded document, or the report of texts that cannot be parsed. */
  readonly expanded: Result.Result<Expanded, CheckReport & { readonly findings: ReadonlyArray<AuthoredFinding> }>
}

/** A finding with its place: the file, and the line and column in it. */
export type PlacedFinding = Finding & { readonly file: string; readonly line: number; readonly column: number }

/** Most files of one document. */
const FILES_MAX = 10_000

/** The name of a lock file, in the folder of the first file of its document. */
const LOCK_NAME = "catalog.lock.json"

const usage = (sentence: string) => new CommandFailure({ kind: "usage", sentence })

/** The files that a pattern names, sorted; a path without a wildcard, or of a file that is there, names itself. */
const filesOf = Effect.fnUntraced(function* (pattern: string) {
  const invocation = yield* Invocation
  if (pattern === "-" || !/[*?[{]/.test(pattern) || existsSync(pathIn(invocation, pattern))) return [pattern]
  const found = yield* Effect.promise(async () => {
    const names: Array<string> = []
    for await (const name of glob(pattern, { cwd: invocation.directory })) names.push(name)
    return names
  })
  const documents = found.filter((name) => /\.(?:ya?ml|json)$/i.test(name) && !name.endsWith(LOCK_NAME))
  if (documents.length > 0) return documents.toSorted()
  return yield* new CommandFailure({ kind: "notFound", sentence: `No JSON or YAML file matches ${pattern}.` })
})

/** A file as messages name it. */
export const shownName = (name: string): string => (name === "-" ? "stdin" : name)

const readCatalogFile = Effect.fnUntraced(function* (name: string) {
  const text = yield* readInput(name, "catalog")
  const shown = shownName(name)
  if (text.trim() === "") return yield* usage(`The catalog ${shown} is empty.`)
  const file: CatalogFile = { name: shown, read: yield* readDocumentText(shown, text) }
  return file
})

const readLockFile = Effect.fnUntraced(function* (name: string, isAsked: boolean) {
  const invocation = yield* Invocation
  const isThere = existsSync(pathIn(invocation, name))
  if (!isThere) return { name, text: undefined, lock: EMPTY_LOCK } satisfies LockFile
  const text = yield* readFileOrReason(name).pipe(
    Effect.mapError((reason) => usage(`The lock file ${name} cannot be read: ${reason}.`)),
  )
  const read = readJson(text)
  const lock = Result.isFailure(read) ? Result.fail([read.failure.message]) : readLock(read.success.value)
  if (Result.isSuccess(lock)) return { name, text, lock: lock.success } satisfies LockFile
  return yield* new CommandFailure({
    kind: "usage",
    sentence: `${name} is not a lock file of a catalog: ${lock.failure.slice(0, 3).join("; ")}.`,
    next: isAsked ? "Name another with --lock." : "Name the lock file with --lock.",
  })
})

const noCounts = { items: 0, vendors: 0, loot: 0 }

const unreadable = (files: ReadonlyArray<CatalogFile>) => {
  const findings = files.flatMap(({ read }, file): ReadonlyArray<AuthoredFinding> => {
    if (Result.isSuccess(read)) return []
    const { fix, message, path } = read.failure
    return [{ ...finding("text_unreadable", path, undefined, undefined, fix), message, file }]
  })
  return findings.length === 0 ? undefined : { ...report(findings, noCounts), findings }
}

/** The expanded document; fails with a report where its forms expand into too much, so that nothing is checked. */
const expandedFrom = (files: ReadonlyArray<CatalogFile>, lock: Lock): Result.Result<Expanded, AuthoredReport> => {
  const parsed = files.map(({ name, read }) => ({ name, value: Result.getOrThrow(read).value }))
  const expanded = expandCatalog(parsed, lock)
  return expanded.document === undefined
    ? Result.fail(expanded.authored(report([], noCounts)))
    : Result.succeed(expanded)
}

/** What a command says about the document that it reads. */
export interface DocumentInput {
  /** Paths, patterns (`catalog*.yaml`), or `-` for stdin. */
  readonly files: ReadonlyArray<string>
  /** The path of the lock file. Absent: `catalog.lock.json` in the folder of the first file. */
  readonly lock?: string | undefined
  readonly allowUnknown: boolean
}

/** Reads the files of a catalog document. */
export const readCatalog = Effect.fnUntraced(function* ({ allowUnknown, files: patterns, lock }: DocumentInput) {
  const names = [...new Set((yield* Effect.forEach(patterns, filesOf)).flat())]
  if (names.length > FILES_MAX) return yield* usage(`A catalog may have ${FILES_MAX} files at most.`)
  const files = yield* Effect.forEach(names, readCatalogFile)
  const folder = dirname(names[0] ?? ".")
  const lockFile = yield* readLockFile(lock ?? join(folder, LOCK_NAME), lock !== undefined)
  const broken = unreadable(files)
  const expanded = broken === undefined ? expandedFrom(files, lockFile.lock) : Result.fail(broken)
  return { files, lockFile, allowUnknown, expanded } satisfies ReadCatalog
})

/** The text that the lock file should have; undefined: the file has that text, or the document has no names. */
const lockChange = ({ expanded, lockFile }: ReadCatalog): string | undefined => {
  if (Result.isFailure(expanded)) return undefined
  const { lock } = expanded.success
  if (lock === undefined && lockFile.text === undefined) return undefined
  const text = lock === undefined ? lockFile.text : lockText(lock)
  return text === lockFile.text ? undefined : text
}

/** Writes the lock file of a document, whole or not at all; answers its name when it was changed. */
export const writeLock = Effect.fnUntraced(function* (catalog: ReadCatalog) {
  const text = lockChange(catalog)
  if (text === undefined) return undefined
  const path = pathIn(yield* Invocation, catalog.lockFile.name)
  yield* Effect.tryPromise({
    try: async () => {
      await writeFile(`${path}.new`, text)
      await rename(`${path}.new`, path)
    },
    catch: (error) =>
      new CommandFailure({
        kind: "usage",
        sentence: `The lock file ${catalog.lockFile.name} cannot be written: ${(error as Error).message}.`,
      }),
  })
  return catalog.lockFile.name
})

/** A finding if the lock file does not fit the document; none if it fits. */
export const staleLock = (catalog: ReadCatalog): ReadonlyArray<AuthoredFinding> =>
  lockChange(catalog) === undefined
    ? []
    : [
        {
          ...finding("lock_stale", [], `garrison catalog expand --write-lock writes ${catalog.lockFile.name}`),
          file: 0,
        },
      ]

const byPlace = (left: PlacedFinding, right: PlacedFinding): number =>
  left.line - right.line || left.column - right.column

/** The findings with their places, in the order of the files and of what stands in each. */
export const placeFindings = (
  { files }: ReadCatalog,
  findings: ReadonlyArray<AuthoredFinding>,
): ReadonlyArray<PlacedFinding> =>
  files.flatMap(({ name, read }, index) => {
    const own = findings.filter(({ file }) => file === index)
    if (Result.isFailure(read)) return own.map((finding) => ({ ...finding, file: name, ...read.failure.place }))
    const places = own.length === 0 ? [] : read.success.placesOf(own.map(({ path }) => path))
    return own
      .map((finding, at) => ({ ...finding, file: name, ...(places[at] ?? { line: 1, column: 1 }) }))
      .toSorted(byPlace)
  })

/** One finding on one line, the way compilers write them. */
export const findingText = (finding: PlacedFinding): string => {
  const where = `${finding.file}:${finding.line}:${finding.column}`
  // A path of names says already what is there.
  const name = finding.name !== undefined && finding.path.some((key) => isId(String(key))) ? ` (${finding.name})` : ""
  const path = finding.path.length === 0 ? "" : ` ${finding.path.join(".")}${name}:`
  return `${where}: ${finding.severity === "refusal" ? "error" : "warning"}:${path} ${finding.message} (${finding.code})`
}
