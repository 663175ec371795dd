/** The closed table of permissions, each with what its holder may do (decisions, section 3). */

/**
 * Every permission: the six of the interface, then those that Garrison adds. Those of operators name what one does,
 * then to what, so that `operator:read:*` is all reading. "One's own" means that of the player of
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
  "operator:read:*": "read all that operators read of players, orders, clients, roles and keys",
  "operator:read:player": "look players up: who they are, their sessions, and what they own",
  "operator:read:order": "read, export and compute again the orders of all players",
  "operator:read:client": "list the clients",
  "operator:read:role": "list the roles",
  "operator:read:key": "list the signing keys",
  "operator:act:*": "change players, clients and roles, short of secrets, deletion and items",
  "operator:act:player": "restrict players, lift restrictions, end sessions, and take ways to log in from players",
  "operator:act:client": "disable clients, enable them, and delete them",
  "operator:act:role": "make and change roles, and give them to players and clients",
  "operator:delete:player": "delete players",
  "operator:spend:item": "give items to any player and take them, by orders of any source",
  "operator:secret:*": "make and replace secrets of every kind",
  "operator:secret:client": "create clients, give them new secrets, and say where their logins return to",
  "operator:secret:account": "create password accounts, and change their passwords",
  "operator:secret:token": "issue access tokens for players and clients",
  "operator:secret:key": "rotate the signing keys",
  "operator:catalog:*": "read the versions of the catalog, and publish",
  "operator:catalog:read": "read the versions of the catalog",
  "operator:catalog:publish": "publish catalogs",
  "operator:broadcast:player": "send notifications to any player",
  "operator:broadcast:segment": "send notifications to all players, to a role, or to a list of players",
  "operator:audit:*": "read the audit, histories of logins, and verify that nothing was changed",
  "operator:audit:act": "read the audit of acts, and verify it",
  "operator:audit:player": "read logins, refused logins and security events of players",
  "operator:audit:client": "read the logins of clients, and what was changed of them",
  "operator:audit:ledger": "verify the ledgers of all players",
  "operator:odds:read": "compute the odds of loot",
  "operator:simulation:run": "simulate players on a catalog",
  "operator:backup:make": "copy the database",
  "*": "everything",
} as const satisfies Readonly<Record<string, string>>

/** One of the permissions. */
export type PermissionName = keyof typeof permissionNames

/** The names of all permissions, in the order of the table. */
export const PERMISSIONS = Object.keys(permissionNames) as ReadonlyArray<PermissionName>
