/**
 * Roles for the people who run a game, each less than root but the last (decisions, section 3). A database has one of
 * them from the moment at which it is given to somebody.
 */
import type { PermissionName } from "./names.ts"
import { DEFAULT_PLAYER_PERMISSIONS } from "./rules.ts"
import type { Role } from "./schema.ts"

/** Above any id that a deployment has taken so far, and within 32 bits. */
const FIRST_ID = 2_000_000_001

const roles: ReadonlyArray<readonly [name: string, permissions: ReadonlyArray<PermissionName>]> = [
  ["support", ["operator:read:player", "operator:read:order", "operator:act:player", "operator:audit:player"]],
  ["economy designer", ["operator:catalog:*", "operator:odds:read", "operator:simulation:run", "operator:read:order"]],
  [
    "operations",
    [
      "operator:read:*",
      "operator:act:*",
      "operator:audit:*",
      "operator:catalog:read",
      "operator:secret:client",
      "operator:secret:key",
      "operator:broadcast:player",
      "operator:broadcast:segment",
      "operator:odds:read",
      "operator:backup:make",
    ],
  ],
  ["administrator", ["*"]],
]

/** The ready-made roles. Who has one plays, too: each has the permissions of a new player. */
export const READY_MADE_ROLES: ReadonlyArray<Role> = roles.map(([name, permissions], index) => ({
  roleId: FIRST_ID + index,
  name,
  permissions: [...DEFAULT_PLAYER_PERMISSIONS, ...permissions],
  bypassesLock: name === "operations" || name === "administrator",
}))
