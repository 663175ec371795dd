/** The acts of this area (decisions, sections 3 and 10). */
import type { AuditedOperation } from "../audit/schema.ts"

/** The revision of the catalog is the number of the publication. */
export const catalogOperations = {
  publish: { name: "catalog.publish", permissions: ["catalog:edit"], hasRevision: true },
  republish: { name: "catalog.republish", permissions: ["catalog:edit"], hasRevision: true },
} as const satisfies Readonly<Record<string, AuditedOperation>>
