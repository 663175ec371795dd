/** Odds without a database: what loot gives, and what two catalogs give differently. */
export { compareCatalogs, type CatalogComparison } from "./comparison.ts"
export {
  activeLoot,
  buyingLoot,
  entryOdds,
  givingLoot,
  longRun,
  lootOdds,
  outermostLoot,
  vendorOdds,
  type UnitPrice,
} from "./computeOdds.ts"
export type { OddsState } from "./expectedOf.ts"
export { heldBy } from "./heldBy.ts"
export { ownedIn, recordsOf, type OwnedCount } from "./owned.ts"
export { ODDS_LIMITS } from "./rules/odds.ts"
export { CONFIDENCE } from "./rules/sample.ts"
