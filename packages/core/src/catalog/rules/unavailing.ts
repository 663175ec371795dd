/** Everything in a catalog that no purchase, code, claim or level ever comes to (decisions, section 10). */
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import { findIdleCoupons } from "./coupons.ts"
import type { Finding } from "./findings.ts"
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
): ReadonlyArray<Finding> => [
  ...findIdleCoupons(published, catalog),
  ...findUnclaimable(catalog, now),
  ...findUnpayable(published, catalog, survey),
  ...findDisjointPlatforms(catalog, survey),
  ...findUngiven(published, catalog, survey),
  ...findUnreached(published, catalog, survey),
]
