/** The list of permissions, and what the operations of the table ask for: nothing is held for nothing. */
import { assert, describe, it } from "@effect/vitest"
import type { AnyOperation } from "@garrison/core/operation/Operation"
import { operations } from "@garrison/core/operations"
import { PERMISSIONS, type PermissionName } from "@garrison/core/permission/names"
import { covers } from "@garrison/core/permission/rules"

/** Permissions that no operation of the table asks for, and why they exist. */
const otherwise: Partial<Readonly<Record<PermissionName, string>>> = {
  "user:restriction:read:any": "older than the table, and granted: `operator:read:player` reads the same",
}

/** What the command does without an operation, because it works on files, or runs for long. */
const byCommandAlone: ReadonlySet<string> = new Set<PermissionName>([
  "operator:secret:token",
  "operator:audit:ledger",
  "operator:simulation:run",
  "operator:backup:make",
])

const askedBy = ({ ownPermissions = [], permissions }: AnyOperation) => [...permissions, ...ownPermissions]
const asked: ReadonlySet<string> = new Set(operations.flatMap(askedBy))

/** Whether the name stands for others, of which one is asked for. */
const standsForAsked = (name: string): boolean =>
  name.endsWith(":*") && Array.from(asked).some((one) => one !== name && covers(name, one))

describe("a permission", () => {
  it.each(PERMISSIONS.filter((name) => !byCommandAlone.has(name)))(
    "%s is asked for by an operation, or is here with its reason",
    (name) => {
      assert.strictEqual(asked.has(name) || standsForAsked(name), otherwise[name] === undefined)
    },
  )
})
