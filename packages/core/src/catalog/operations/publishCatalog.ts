/** Publishing a catalog (decisions, section 10). */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { described, Flag, Text } from "../../kernel/input/Field.ts"
import { InvalidInput } from "../../kernel/input/Invalid.ts"
import { value } from "../../operation/answer.ts"
import { act } from "../../operation/Operation.ts"
import { reverseField } from "../../operation/reverse.ts"
import { EMPTY_LOCK, LockFile, lockFileOf, lockOf } from "../authoring/lock.ts"
import { catalogActs } from "../acts.ts"
import { Catalogs } from "../Catalogs.ts"
import { CatalogVersion } from "../schema.ts"
import { backTo } from "./servedBefore.ts"

/** The ids that a lock file holds for names; none without a file. */
const heldBy = (file: typeof LockFile.Type | undefined) => {
  const lock = file === undefined ? Result.succeed(EMPTY_LOCK) : lockOf(file)
  if (Result.isSuccess(lock)) return Effect.succeed(lock.success)
  return Effect.fail(
    new InvalidInput({ detail: lock.failure.map((msg) => ({ loc: ["lock"], msg, type: "value_error" })) }),
  )
}

/** Checks a document and serves it. The catalog limits the document itself, which may be larger than other inputs. */
export const publishCatalog = act(catalogActs.publish, {
  title: "Publish a catalog",
  sentence:
    "Checks a catalog document and serves it from now on, as a new version. A document that is current already makes no " +
    "new version, and a refused one changes nothing.",
  input: {
    document: described(Schema.Unknown, "The document, as designers write it, with names and authoring forms."),
    lock: described(
      Schema.optionalKey(LockFile),
      "Its lock file, with the ids of names; absent: ids come from the names.",
    ),
    allow_unknown: described(
      Schema.optionalKey(Flag),
      "Leave unknown fields out with a warning (default: they are errors).",
    ),
    if_match: described(Schema.optionalKey(Text), "Only if the current catalog still has this etag."),
  },
  answer: value(
    Schema.Struct({
      ...CatalogVersion.fields,
      unchanged: described(Flag, "Whether it was the current version already."),
      lock: described(
        Schema.optionalKey(LockFile),
        "The lock file to keep beside the document; absent: it has no names.",
      ),
      reverse: reverseField,
    }).annotate({ identifier: "PublishedVersion" }),
  ),
  refusals: ["catalog_refused", "catalog_not_prepared", "catalog_etag_mismatch"],
  run: Effect.fnUntraced(function* ({ allow_unknown: allowUnknown, document, if_match: ifMatch, lock: file }, by) {
    const lock = yield* heldBy(file)
    const published = yield* Catalogs.use((catalogs) => catalogs.publish(document, { allowUnknown, ifMatch, lock }, by))
    const { before, unchanged, version } = published
    const kept = published.lock === undefined ? {} : { lock: lockFileOf(published.lock) }
    return { ...version, unchanged, ...kept, ...backTo(before, version.version) }
  }),
})
