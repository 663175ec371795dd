/** Publishing a catalog (decisions, section 10). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, Flag, Text } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { act } from "../../operation/Operation.ts"
import { reverseField } from "../../operation/reverse.ts"
import { catalogActs } from "../acts.ts"
import { Catalogs } from "../Catalogs.ts"
import { CatalogVersion } from "../schema.ts"
import { backTo } from "./servedBefore.ts"

/** Checks a document and serves it. The catalog limits the document itself, which may be larger than other inputs. */
export const publishCatalog = act(catalogActs.publish, {
  title: "Publish a catalog",
  sentence:
    "Checks a catalog document and serves it from now on, as a new version. A document that is current already makes no " +
    "new version, and a refused one changes nothing.",
  input: {
    document: described(Schema.Unknown, "The document, as designers write it, without names of authoring forms."),
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
      reverse: reverseField,
    }).annotate({ identifier: "PublishedVersion" }),
  ),
  refusals: ["catalog_refused", "catalog_not_prepared", "catalog_etag_mismatch"],
  run: ({ allow_unknown: allowUnknown, document, if_match: ifMatch }, by) =>
    Effect.map(
      Catalogs.use((catalogs) => catalogs.publish(document, { allowUnknown, ifMatch }, by)),
      ({ before, unchanged, version }) => ({ ...version, unchanged, ...backTo(before, version.version) }),
    ),
})
