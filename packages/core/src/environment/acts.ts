/** The acts of this area (decisions, section 3). */
import { BEGUN } from "../audit/accessRows.ts"
import type { AuditSubject } from "../audit/schema.ts"
import type { Header } from "../operation/Operation.ts"

/** Garrison itself does these when it opens the database. */
export const environmentActs = {
  sealAccessRows: { name: BEGUN, permissions: ["*"] },
  protectSecret: { name: "environment.protectSecret", permissions: ["*"], revision: "environment" },
} as const satisfies Readonly<Record<string, Header>>

/** What an audit row about the environment names. */
export const ENVIRONMENT_SUBJECT: AuditSubject = { kind: "environment", id: "environment" }
