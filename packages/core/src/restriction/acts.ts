/** The acts of this area (decisions, section 3). */
import type { Header } from "../operation/Operation.ts"

/** Each changes a person, and increments its revision. */
export const restrictionActs = {
  add: {
    name: "restriction.add",
    permissions: ["user:restriction:edit:any", "operator:act:player"],
    revision: "person",
  },
  lift: {
    name: "restriction.lift",
    permissions: ["user:restriction:edit:any", "operator:act:player"],
    revision: "person",
  },
  release: { name: "restriction.release", permissions: ["user:restriction:edit:any", "operator:act:player"] },
  setEnd: {
    name: "restriction.setEnd",
    permissions: ["user:restriction:edit:any", "operator:act:player"],
    revision: "person",
  },
} as const satisfies Readonly<Record<string, Header>>
