/** The acts of this area (decisions, section 3). */
import type { AuditedOperation } from "../audit/schema.ts"

/** Changes of signing keys; each changes the environment. Garrison itself does all but `rotate`. */
export const signingKeyOperations = {
  rotate: { name: "signingKey.rotate", permissions: ["*"], hasRevision: true },
  publish: { name: "signingKey.publish", permissions: ["*"], hasRevision: true },
  remove: { name: "signingKey.remove", permissions: ["*"], hasRevision: true },
  protect: { name: "signingKey.protect", permissions: ["*"], hasRevision: true },
} as const satisfies Readonly<Record<string, AuditedOperation>>
