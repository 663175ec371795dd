/** What `garrison catalog diff` does. */
import { compareCatalogs } from "@garrison/core/odds/rules"
import * as Effect from "effect/Effect"
import { wantedCatalog } from "../document/wantedCatalog.ts"
import { differenceText } from "../output/catalogDifference.ts"
import { present, printData, whileShowing } from "../output/print.ts"

/** The catalog that an argument names. */
const catalogNamed = (name: string, allowUnknown: boolean) =>
  Effect.map(wantedCatalog({ names: [name], allowUnknown, so: "it cannot be compared" }), ({ published }) => published)

/** Prints what differs, before something is asked. */
export const printDifference = (comparison: ReturnType<typeof compareCatalogs>) =>
  Effect.flatMap(whileShowing("computing odds")(comparison), (compared) => printData(`${differenceText(compared)}\n`))

/** Prints what changed between two catalogs. */
export const diffCatalogs = Effect.fn("Catalog.diff")(function* (input: {
  readonly before: string
  readonly after: string
  readonly allowUnknown: boolean
  readonly json: boolean
}) {
  const before = yield* catalogNamed(input.before, input.allowUnknown).pipe(whileShowing("reading"))
  const after = yield* catalogNamed(input.after, input.allowUnknown).pipe(whileShowing("reading"))
  const compared = yield* compareCatalogs(before, after, true).pipe(whileShowing("computing odds"))
  yield* present(input.json, compared, () => differenceText(compared))
})
