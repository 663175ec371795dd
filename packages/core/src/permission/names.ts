/** The closed table of permissions, each with what its holder may do (decisions, section 3). */

/**
 * Every permission: the six of the interface, then those that Garrison adds. "One's own" means that of the player of
 * the token, or of the machine client itself.
 */
export const permissionNames = {
  "notification:playerid:*": "read one's own notifications, and send them to any player",
  "notification:playerid:read": "read one's own notifications",
  "notification:playerid:self:*": "read one's own notifications",
  "notification:playerid:self:read": "read one's own notifications",
  "accountOrg:config:edit": "change one's own client secret and description",
  "account:config:edit": "change one's own client secret and description",
  "notification:playerid:write": "send notifications to any player",
  "inv:read_order:player:self": "read one's own orders",
  "inv:read_order:player:any": "read any player's orders",
  "inv:create_order:player:self": "submit orders of source CLIENT for oneself",
  "inv:create_order:player:any": "submit orders of any source for any player",
  "inv:read_inv:player:self": "read one's own inventory",
  "inv:read_inv:player:any": "read any player's inventory",
  "catalog:read": "read the catalog",
  "catalog:edit": "publish catalogs",
  "presence:read": "read presence as other players see it",
  "presence:edit:self": "report one's own presence",
  "presence:read:any": "read any player's presence as it is, invisible or not",
  "user:read:any": "look up any user",
  "user:restriction:read:any": "read the restrictions of any user",
  "user:restriction:edit:any": "restrict any user, and lift restrictions",
  "user:audit:any": "read the security events of any user",
  "*": "everything",
} as const satisfies Readonly<Record<string, string>>

/** One of the permissions. */
export type PermissionName = keyof typeof permissionNames

/** The names of all permissions, in the order of the table. */
export const PERMISSIONS = Object.keys(permissionNames) as ReadonlyArray<PermissionName>
