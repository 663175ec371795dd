/** Everything in a catalog that no purchase, code, claim or level ever comes to (decisions, section 10). */
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import { findIdleCoupons } from "./coupons.ts"
import type { Finding } from "./findings.ts"
import { findInheriting } from "./inheriting.ts"
import { labelsOf } from "./labels.ts"
import type { LinkedCatalog } from "./linked.ts"
import { findDisjointPlatforms } from "./platforms.ts"
import { findUnpayable } from "./prices.ts"
import { findUnclaimable } from "./promotions.ts"
import type { PublishedCatalog } from "./published.ts"
import type { Survey } from "./survey.ts"
import { findUngiven } from "./ungiven.ts"
import { findUnreached } from "./unreached.ts"

/** What is never bought, claimed, given or reached, at `now` or later. */
export const findUnavailing = (
  published: PublishedCatalog,
  catalog: LinkedCatalog,
  survey: Survey,
  now: Timestamp,
): ReadonlyArray<Finding> => {
  const labels = labelsOf(catalog)
  return [
    ...findIdleCoupons(published, catalog, labels),
    ...findUnclaimable(catalog, now),
    ...findUnpayable(published, catalog, survey, labels),
    ...findDisjointPlatforms(catalog, survey, labels),
    ...findUngiven(published, catalog, survey, labels),
    ...findUnreached(published, catalog, survey),
    ...findInheriting(catalog, survey),
  ]
}
