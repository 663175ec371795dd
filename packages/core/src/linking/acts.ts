/** The acts of this area (decisions, section 3). A player's own links are no acts: they are security events. */
import type { Header } from "../operation/Operation.ts"

/** Each changes a person, and increments its revision. */
export const linkActs = {
  link: { name: "person.link", permissions: ["operator:act:player"], revision: "person" },
  unlink: { name: "person.unlink", permissions: ["operator:act:player"], revision: "person" },
} as const satisfies Readonly<Record<string, Header>>
