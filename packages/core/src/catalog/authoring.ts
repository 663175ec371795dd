/** Documents of the catalog without a database: what is authored is read, checked, compared and made publishable. */
export { CatalogPreparation } from "./CatalogPreparation.ts"
export { WitnessJudge } from "./WitnessJudge.ts"
export { expandCatalog, type Expanded } from "./authoring/expand.ts"
export { TABLE_FIELDS } from "./authoring/form/tables.ts"
export { catalogSchema } from "./authoring/jsonSchema.ts"
export { EMPTY_LOCK, lockText, readLock, type Lock } from "./authoring/lock.ts"
export type { AuthoredFinding, AuthoredReport } from "./authoring/places.ts"
export { isMatch } from "./publication.ts"
export {
  checkCatalog,
  checkForPublication,
  prepareCatalog,
  type PreparedCatalog,
  type Publishable,
} from "./publishable.ts"
export type { CatalogPart } from "./rules/differences.ts"
export { FINDINGS_LISTED_MAX, finding, report, type CheckReport, type Finding } from "./rules/findings.ts"
export { isId } from "./rules/keys.ts"
export { labelsOf, namesOf } from "./rules/labels.ts"
export { levelAt } from "./rules/levels.ts"
export { link, lookup, type LinkedCatalog, type LinkedLoot } from "./rules/linked.ts"
export { nameIndexOf, nameProblem, type NamedKind } from "./rules/nameIndex.ts"
export type { PublishedCatalog } from "./rules/published.ts"
export { readPublished } from "./rules/publishedText.ts"
export type { ReadOptions } from "./rules/read.ts"
