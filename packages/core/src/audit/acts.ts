/** The acts of this area (decisions, section 3). */
import type { Header } from "../operation/Operation.ts"

/** Who accepts a row vouches for what it allows, which may be everything. */
export const auditActs = {
  accept: { name: "audit.accept", permissions: ["*"] },
} as const satisfies Readonly<Record<string, Header>>
