/** The acts of this area (decisions, section 3). */
import type { Header } from "../operation/Operation.ts"

/** On password accounts, which have no revision. */
export const accountActs = {
  create: { name: "account.create", permissions: ["operator:secret:account"] },
  changePassword: { name: "account.changePassword", permissions: ["operator:secret:account"] },
} as const satisfies Readonly<Record<string, Header>>
