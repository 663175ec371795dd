/** The acts of this area (decisions, sections 3 and 8). */
import type { Header } from "../operation/Operation.ts"

/**
 * An actor who creates clients could create a client with every permission, so this needs every permission. A machine
 * needs either of two permissions to change itself (interface, section 4.3).
 */
export const clientActs = {
  create: { name: "client.create", permissions: ["*"] },
  rotate: { name: "client.rotate", permissions: ["*"], revision: "client" },
  setDisabled: { name: "client.setDisabled", permissions: ["*"], revision: "client" },
  editRedirects: { name: "client.editRedirects", permissions: ["*"], revision: "client" },
  takeRedirects: { name: "client.takeRedirects", permissions: ["*"], revision: "client" },
  remove: { name: "client.remove", permissions: ["*"], revision: "client" },
  updateOwn: {
    name: "client.updateOwn",
    permissions: ["accountOrg:config:edit", "account:config:edit"],
    revision: "client",
  },
} as const satisfies Readonly<Record<string, Header>>
