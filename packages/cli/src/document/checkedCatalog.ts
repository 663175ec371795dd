/** Checks catalog documents that were read from files. */
import {
  type Expanded,
  type AuthoredReport,
  CatalogPreparation,
  checkCatalog as examine,
  checkForPublication,
  type PreparedCatalog,
  type Publishable,
  type ReadOptions,
  WitnessJudge,
} from "@garrison/core/catalog/authoring"
import type { CatalogNotPrepared } from "@garrison/core/catalog/errors"
import { refutes } from "@garrison/core/order/rules/interpret/rehearse"
import { layer as threadedPreparation } from "@garrison/sql/catalog/ThreadedPreparation"
import { digestLayer } from "@garrison/sql/Cryptography"
import type * as Digest from "effect/crypto/Digest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { ReadCatalog } from "./catalogFile.ts"

/** Checks the expanded document; `unreadable` stands for one that cannot be parsed. */
const withDocument = <A, E = never>(
  { allowUnknown, expanded }: ReadCatalog,
  use: (expanded: Expanded, options: ReadOptions) => Effect.Effect<A, E, Digest.Digest>,
  unreadable: (report: AuthoredReport) => A,
): Effect.Effect<A, E> =>
  Effect.suspend(() =>
    Result.isFailure(expanded)
      ? Effect.succeed(unreadable(expanded.failure))
      : use(expanded.success, { allowUnknown }).pipe(
          Effect.provide(digestLayer),
          Effect.provideService(WitnessJudge, refutes),
        ),
  )

/** Everything that the checker finds, at the authored places. */
export const reportOf = (catalog: ReadCatalog): Effect.Effect<AuthoredReport> =>
  withDocument(
    catalog,
    ({ authored, document }, options) => Effect.map(examine(document, options), authored),
    (report) => report,
  )

/** A checked document with its report at the authored places; not publishable if its forms have errors. */
export interface Checked {
  readonly report: AuthoredReport
  readonly publishable: Publishable | undefined
}

/** The document, checked and ready to publish if it has no errors. */
export const checkedFrom = (catalog: ReadCatalog): Effect.Effect<Checked> =>
  withDocument(
    catalog,
    ({ authored, document }, options) =>
      Effect.map(checkForPublication(document, options), ({ publishable, report }): Checked => {
        const placed = authored(report)
        return { report: placed, publishable: placed.accepted ? publishable : undefined }
      }),
    (report) => ({ report, publishable: undefined }),
  )

/** The document, checked and ready to be stored, with its report at the authored places. */
export interface Prepared extends PreparedCatalog {
  readonly report: AuthoredReport
}

/** As {@link checkedFrom}, for a caller that only stores the document. A large document is checked by a thread. */
export const preparedFrom = (catalog: ReadCatalog): Effect.Effect<Prepared, CatalogNotPrepared> =>
  withDocument(
    catalog,
    ({ authored, document }, options) =>
      CatalogPreparation.use(({ prepare }) => prepare(document, options)).pipe(
        Effect.map(({ report, texts }): Prepared => {
          const placed = authored(report)
          return { report: placed, texts: placed.accepted ? texts : undefined, lock: undefined }
        }),
        Effect.provide(threadedPreparation),
      ),
    (report) => ({ report, texts: undefined, lock: undefined }),
  )
