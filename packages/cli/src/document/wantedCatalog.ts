/**
 * The catalog that arguments name: files that are joined to one document, the number of a published version, or
 * `published` for the current one. The database is read only for the latter two.
 */
import type { Lock, PublishedCatalog } from "@garrison/core/catalog/authoring"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { withDatabase } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { counted } from "@garrison/core/operation/show/counted"
import { nothingPublished } from "../output/explain.ts"
import { readCatalog, shownName } from "./catalogFile.ts"
import { checkedFrom } from "./checkedCatalog.ts"

/** The word for the catalog that players get. */
export const PUBLISHED = "published"

/** A catalog, checked. */
export interface WantedCatalog {
  readonly published: PublishedCatalog
  /** The ids of the names in the document; undefined: it is a published version, or has no names. */
  readonly ids: Lock["ids"] | undefined
}

/** What names a catalog, and what cannot be done with one that has errors. */
export interface Wanted {
  readonly names: ReadonlyArray<string>
  readonly allowUnknown: boolean
  /** Goes on from "The catalog has errors, so". */
  readonly so: string
}

const fromFiles = Effect.fnUntraced(function* ({ allowUnknown, names, so }: Wanted) {
  const read = yield* readCatalog({ files: names, allowUnknown })
  const { publishable, report } = yield* checkedFrom(read)
  if (publishable !== undefined && Result.isSuccess(read.expanded)) {
    return { published: publishable.published, ids: read.expanded.success.lock?.ids } satisfies WantedCatalog
  }
  const shown = names.map(shownName).join(" ")
  return yield* new CommandFailure({
    kind: "usage",
    sentence: `The catalog ${shown} has ${counted(report.refusals, "error")}, so ${so}.`,
    next: `garrison catalog check ${shown} lists every error with its line.`,
  })
})

const noSuchVersion = (version: string): CommandFailure =>
  new CommandFailure({
    kind: "notFound",
    sentence: `There is no catalog version ${version}.`,
    next: `garrison catalog list shows the versions. A file with this name is ./${version}.`,
  })

const ofVersion = (number: number) =>
  withDatabase(
    "read",
    Catalogs.use((catalogs) => catalogs.published(number)),
  ).pipe(Effect.catchTag("CatalogNotFound", () => Effect.fail(noSuchVersion(String(number)))))

const ofPublished = withDatabase(
  "read",
  Catalogs.use((catalogs) => Effect.flatMap(catalogs.current, ({ version }) => catalogs.published(version))),
).pipe(Effect.catchTag("CatalogNotFound", () => Effect.fail(nothingPublished)))

/** Reads the catalog that the arguments name. */
export const wantedCatalog = Effect.fnUntraced(function* (wanted: Wanted) {
  const [name = "", ...others] = wanted.names
  if (others.length === 0 && name === PUBLISHED) return { published: yield* ofPublished, ids: undefined }
  if (others.length === 0 && /^[0-9]{1,15}$/.test(name)) {
    return { published: yield* ofVersion(Number(name)), ids: undefined }
  }
  return yield* fromFiles(wanted)
})
