/** The acts of this area (decisions, sections 3 and 8). */
import type { AuditedOperation } from "../audit/schema.ts"

/**
 * An actor who creates clients could create a client with every permission, so this needs every permission. A machine
 * needs either of two permissions to change itself (interface, section 4.3).
 */
export const clientOperations = {
  create: { name: "client.create", permissions: ["*"], hasRevision: false },
  rotate: { name: "client.rotate", permissions: ["*"], hasRevision: true },
  setDisabled: { name: "client.setDisabled", permissions: ["*"], hasRevision: true },
  editRedirects: { name: "client.editRedirects", permissions: ["*"], hasRevision: true },
  takeRedirects: { name: "client.takeRedirects", permissions: ["*"], hasRevision: true },
  remove: { name: "client.remove", permissions: ["*"], hasRevision: true },
  updateOwn: {
    name: "client.updateOwn",
    permissions: ["accountOrg:config:edit", "account:config:edit"],
    hasRevision: true,
  },
} as const satisfies Readonly<Record<string, AuditedOperation>>
