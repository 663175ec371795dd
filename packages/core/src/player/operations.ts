/** The acts of this area (decisions, section 3). */
import type { AuditedOperation } from "../audit/schema.ts"

/** Each changes a person or a role, and increments its revision. */
export const playerOperations = {
  setRole: { name: "player.setRole", permissions: ["*"], hasRevision: true },
  endSessions: { name: "player.endSessions", permissions: ["user:restriction:edit:any"], hasRevision: true },
  deletePerson: { name: "person.delete", permissions: ["*"], hasRevision: true },
} as const satisfies Readonly<Record<string, AuditedOperation>>
