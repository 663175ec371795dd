/** The acts of this area (decisions, section 3). */
import type { Header } from "../operation/Operation.ts"

/** On roles. Giving one to a player or a client is an act on these. */
export const roleActs = {
  put: { name: "role.put", permissions: ["operator:act:role"] },
} as const satisfies Readonly<Record<string, Header>>
