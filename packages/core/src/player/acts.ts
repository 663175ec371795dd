/** The acts of this area (decisions, section 3). */
import type { Header } from "../operation/Operation.ts"

/** Each changes a person or a role, and increments its revision. */
export const playerActs = {
  setRole: { name: "player.setRole", permissions: ["operator:act:role"], revision: "person" },
  endSessions: {
    name: "player.endSessions",
    permissions: ["user:restriction:edit:any", "operator:act:player"],
    revision: "person",
  },
  deletePerson: { name: "person.delete", permissions: ["operator:delete:player"], revision: "person" },
} as const satisfies Readonly<Record<string, Header>>
