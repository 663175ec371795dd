/** The acts of this area (decisions, section 3). */
import type { AuditedOperation } from "../audit/schema.ts"

/** On password accounts, which have no revision. */
export const accountOperations = {
  create: { name: "account.create", permissions: ["*"], hasRevision: false },
  changePassword: { name: "account.changePassword", permissions: ["*"], hasRevision: false },
} as const satisfies Readonly<Record<string, AuditedOperation>>
