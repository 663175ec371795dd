/** The acts of this area (decisions, sections 3 and 10). */
import type { Header } from "../operation/Operation.ts"

/** The revision of the catalog is the number of the publication. */
export const catalogActs = {
  publish: { name: "catalog.publish", permissions: ["catalog:edit", "operator:catalog:publish"], revision: "catalog" },
  republish: {
    name: "catalog.republish",
    permissions: ["catalog:edit", "operator:catalog:publish"],
    revision: "catalog",
  },
} as const satisfies Readonly<Record<string, Header>>
