/**
 * What may be permitted, and when a holder of permissions may do something (interface, section 5; decisions, section
 * 3). Names are colon-separated; a trailing `*` stands for any rest.
 */
import { PERMISSIONS, type PermissionName } from "./names.ts"

/** What the default player role holds: the `self` ones, reading the catalog, and presence. */
export const DEFAULT_PLAYER_PERMISSIONS = [
  "notification:playerid:self:*",
  "notification:playerid:self:read",
  "inv:read_order:player:self",
  "inv:create_order:player:self",
  "inv:read_inv:player:self",
  "catalog:read",
  "presence:read",
  "presence:edit:self",
] as const satisfies ReadonlyArray<PermissionName>

const known: ReadonlySet<string> = new Set(PERMISSIONS)

/** Whether `name` is in the closed table. Nothing else can be granted. */
export const isPermission = (name: string): name is PermissionName => known.has(name)

/**
 * Whether holding `held` is enough where `required` is asked for. The `*` stands for whole parts: `a:*` covers `a:b:c`,
 * not `ab`.
 */
export const covers = (held: string, required: string): boolean => {
  if (held === required || held === "*") return true
  return held.endsWith(":*") && required.length >= held.length && required.startsWith(held.slice(0, -1))
}

/**
 * Whether one of the permissions held covers one of those required. An empty list of required ones is covered by
 * nothing.
 */
export const holdsAny = (held: ReadonlyArray<string>, required: ReadonlyArray<string>): boolean => {
  for (const one of held) {
    for (const other of required) {
      if (covers(one, other)) return true
    }
  }
  return false
}
