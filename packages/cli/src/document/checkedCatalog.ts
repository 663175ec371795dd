/** Checks catalog documents that were read from files. */
import type { Expanded } from "@garrison/core/catalog/authoring/expand"
import type { AuthoredReport } from "@garrison/core/catalog/authoring/places"
import { checkCatalog as examine, type CheckedDocument, checkForPublication } from "@garrison/core/catalog/publishable"
import { digestLayer } from "@garrison/sql/Cryptography"
import type * as Digest from "effect/crypto/Digest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { ReadCatalog } from "./catalogFile.ts"

/** Checks the expanded document; `unreadable` stands for one that cannot be parsed. */
const withDocument = <A>(
  { expanded }: ReadCatalog,
  use: (expanded: Expanded) => Effect.Effect<A, never, Digest.Digest>,
  unreadable: (report: AuthoredReport) => A,
): Effect.Effect<A> =>
  Effect.suspend(() =>
    Result.isFailure(expanded)
      ? Effect.succeed(unreadable(expanded.failure))
      : Effect.provide(use(expanded.success), digestLayer),
  )

/** Everything that the checker finds, at the authored places. */
export const reportOf = (catalog: ReadCatalog): Effect.Effect<AuthoredReport> =>
  withDocument(
    catalog,
    ({ authored, document }) => Effect.map(examine(document), authored),
    (report) => report,
  )

/** A checked document with its report at the authored places; not publishable if its forms have errors. */
export interface Checked extends CheckedDocument {
  readonly report: AuthoredReport
}

/** The document, checked and ready to publish if it has no errors. */
export const checkedFrom = (catalog: ReadCatalog): Effect.Effect<Checked> =>
  withDocument(
    catalog,
    ({ authored, document }) =>
      Effect.map(checkForPublication(document), ({ publishable, report }): Checked => {
        const placed = authored(report)
        return { report: placed, publishable: placed.accepted ? publishable : undefined }
      }),
    (report) => ({ report, publishable: undefined }),
  )
