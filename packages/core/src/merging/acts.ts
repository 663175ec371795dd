/** The acts of this area (decisions, section 14). */
import type { Header } from "../operation/Operation.ts"

/** Each changes two persons, and increments the revision of both. `ifRevision` is that of the person that stays. */
export const mergeActs = {
  merge: { name: "person.merge", permissions: ["operator:act:player"], revision: "person" },
  unmerge: { name: "person.unmerge", permissions: ["operator:act:player"], revision: "person" },
} as const satisfies Readonly<Record<string, Header>>
