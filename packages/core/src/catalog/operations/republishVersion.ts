/** Serving an earlier version of the catalog again (decisions, section 10). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, Flag, IntegerOf, Text } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { act } from "../../operation/Operation.ts"
import { reverseField } from "../../operation/reverse.ts"
import { catalogActs } from "../acts.ts"
import { Catalogs } from "../Catalogs.ts"
import { CatalogVersion } from "../schema.ts"
import { backTo } from "./servedBefore.ts"

/** Makes an earlier version the current one. */
export const republishVersion = act(catalogActs.republish, {
  title: "Serve an earlier catalog version again",
  sentence:
    "Make an earlier version of the catalog the current one, unchanged and under its own number. Running servers serve " +
    "it within a second.",
  input: {
    version: described(IntegerOf({ minimum: 1 }), "Publish this earlier version again instead of a file."),
    if_match: described(Schema.optionalKey(Text), "Only if the current catalog still has this etag."),
  },
  answer: value(
    Schema.Struct({
      ...CatalogVersion.fields,
      unchanged: described(Flag, "Whether it was the current version already."),
      reverse: reverseField,
    }).annotate({ identifier: "RepublishedVersion" }),
  ),
  refusals: ["resource_not_found", "catalog_etag_mismatch"],
  run: ({ if_match: ifMatch, version: number }, by) =>
    Effect.map(
      Catalogs.use((catalogs) => catalogs.republish(number, { ifMatch }, by)),
      ({ before, version }) => ({ ...version, unchanged: before === number, ...backTo(before, number) }),
    ),
})
