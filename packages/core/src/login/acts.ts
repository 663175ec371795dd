/** The acts of this area (decisions, section 3). */
import type { Header } from "../operation/Operation.ts"

/** On password accounts, which have no revision. */
export const accountActs = {
  create: { name: "account.create", permissions: ["*"] },
  changePassword: { name: "account.changePassword", permissions: ["*"] },
} as const satisfies Readonly<Record<string, Header>>
