/** The acts of this area (decisions, section 3). */
import type { AuditedOperation } from "../audit/schema.ts"

/** Each changes a person, and increments its revision. */
export const restrictionOperations = {
  add: { name: "restriction.add", permissions: ["user:restriction:edit:any"], hasRevision: true },
  lift: { name: "restriction.lift", permissions: ["user:restriction:edit:any"], hasRevision: true },
} as const satisfies Readonly<Record<string, AuditedOperation>>
