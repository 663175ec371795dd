/** Names for findings: that of the entry at which a finding is, and those of what its witness mentions. */
import { namesFor } from "../namesBeside.ts"
import type { Finding, FindingPath } from "./findings.ts"
import type { LinkedCatalog } from "./linked.ts"
import { namesOf } from "./labels.ts"
import { lootName, nameOf } from "./names.ts"
import type { PublishedCatalog } from "./published.ts"

/** The name of the innermost item, vendor or loot that holds a place. */
const nameAt = ({ items, vendors }: PublishedCatalog, [part, id, within, lootId]: FindingPath): string | undefined => {
  if (part === "items") return nameOf(items[String(id)] ?? {})
  const vendor = part === "vendors" ? vendors[String(id)] : undefined
  if (vendor === undefined) return undefined
  const loot = within === "loot" ? vendor.loot[String(lootId)] : undefined
  return loot === undefined ? nameOf(vendor) : lootName(nameOf(vendor), nameOf(loot))
}

/** The findings with names, as far as the catalog has them. `linked` is absent while there are errors. */
export const withNames = (
  findings: ReadonlyArray<Finding>,
  catalog: PublishedCatalog,
  linked?: LinkedCatalog,
): ReadonlyArray<Finding> => {
  const names = linked && namesOf(linked)
  return findings.map((found) => {
    const name = nameAt(catalog, found.path)
    const { witness } = found
    return {
      ...found,
      ...(name === undefined ? undefined : { name }),
      ...(witness && names && { witness: { ...witness, ...namesFor(witness, names) } }),
    }
  })
}
