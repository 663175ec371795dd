/** The acts of this area (decisions, section 3). A player's own links are no acts: they are security events. */
import type { AuditedOperation } from "../audit/schema.ts"

/** Each changes a person, and increments its revision. */
export const linkOperations = {
  unlink: { name: "person.unlink", permissions: ["*"], hasRevision: true },
} as const satisfies Readonly<Record<string, AuditedOperation>>
