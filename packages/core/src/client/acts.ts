/** The acts of this area (decisions, sections 3 and 8). */
import type { Header } from "../operation/Operation.ts"

/**
 * Nobody gets at a client that holds a permission which the actor lacks, whatever the permission for the act. A machine
 * needs either of two permissions to change itself (interface, section 4.3).
 */
export const clientActs = {
  create: { name: "client.create", permissions: ["operator:secret:client"] },
  rotate: { name: "client.rotate", permissions: ["operator:secret:client"], revision: "client" },
  retireSecret: { name: "client.retireSecret", permissions: ["operator:secret:client"], revision: "client" },
  edit: { name: "client.edit", permissions: ["operator:secret:client"], revision: "client" },
  setDisabled: { name: "client.setDisabled", permissions: ["operator:act:client"], revision: "client" },
  editRedirects: { name: "client.editRedirects", permissions: ["operator:secret:client"], revision: "client" },
  setRole: { name: "client.setRole", permissions: ["operator:act:role"], revision: "client" },
  takeRedirects: { name: "client.takeRedirects", permissions: ["*"], revision: "client" },
  remove: { name: "client.remove", permissions: ["operator:act:client"], revision: "client" },
  updateOwn: {
    name: "client.updateOwn",
    permissions: ["accountOrg:config:edit", "account:config:edit"],
    revision: "client",
  },
} as const satisfies Readonly<Record<string, Header>>
