/** The acts of this area (decisions, section 3). */
import type { AuditedOperation } from "../audit/schema.ts"

/** What becomes of signing keys, each a change of the environment; all but `rotate` are done by Garrison itself. */
export const signingKeyOperations = {
  rotate: { name: "signingKey.rotate", permissions: ["*"], hasRevision: true },
  publish: { name: "signingKey.publish", permissions: ["*"], hasRevision: true },
  remove: { name: "signingKey.remove", permissions: ["*"], hasRevision: true },
  protect: { name: "signingKey.protect", permissions: ["*"], hasRevision: true },
} as const satisfies Readonly<Record<string, AuditedOperation>>
