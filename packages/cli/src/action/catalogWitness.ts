/** What `garrison catalog check --witness` does: rehearses the orders that show findings, on the draft in memory. */
import { link, type LinkedCatalog } from "@garrison/core/catalog/authoring"
import { rehearse } from "@garrison/core/order/rules/interpret/rehearse"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type PlacedFinding, placeFindings, type ReadCatalog } from "../document/catalogFile.ts"
import { checkedFrom } from "../document/checkedCatalog.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { printJson, whileShowing } from "../output/print.ts"

/** What shows the finding; orders with what they need, what they draw, and what a player owns after each round. */
const shownBy = (catalog: LinkedCatalog, { witness, ...finding }: PlacedFinding, now: number) => {
  if (witness?.kind !== "orders") return { ...finding, witness }
  const rehearsed = rehearse(catalog, witness, now)
  if (rehearsed === undefined) return { ...finding, witness: { ...witness, shown: false } }
  if ("reason" in rehearsed)
    return { ...finding, witness: { ...witness, shown: false, because: rehearsed.reason._tag } }
  return { ...finding, witness: { ...witness, shown: true, ...rehearsed } }
}

/** Prints, as JSON, what shows each finding of the code. */
export const printWitnesses = Effect.fn("Catalog.witness")(function* (catalog: ReadCatalog, code: string) {
  const { publishable, report } = yield* checkedFrom(catalog).pipe(whileShowing("checking"))
  if (publishable === undefined) {
    return yield* new CommandFailure({
      kind: "usage",
      sentence: "The catalog has errors, so no order can be tried on it.",
      next: "garrison catalog check lists them.",
    })
  }
  const findings = placeFindings(
    catalog,
    report.findings.filter((finding) => finding.code === code),
  )
  const linked = link(0, publishable.published)
  const now = yield* Clock.currentTimeMillis
  return yield* printJson({ findings: findings.map((finding) => shownBy(linked, finding, now)) })
})
