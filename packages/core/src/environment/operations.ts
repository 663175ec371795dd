/** The acts of this area (decisions, section 3). */
import type { AuditedOperation, AuditSubject } from "../audit/schema.ts"

/** Garrison itself does these when it opens the database. */
export const environmentOperations = {
  protectSecret: { name: "environment.protectSecret", permissions: ["*"], hasRevision: true },
} as const satisfies Readonly<Record<string, AuditedOperation>>

/** What an audit row about the environment names. */
export const ENVIRONMENT_SUBJECT: AuditSubject = { kind: "environment", id: "environment" }
