/**
 * Which permissions exist, and when the held ones are enough (interface, section 5; decisions, section 3). Names are
 * colon-separated; a trailing `*` stands for any rest.
 */
import { PERMISSIONS, type PermissionName } from "./names.ts"
import type { Role } from "./schema.ts"

/** The permissions of the default player role: the `self` ones, reading the catalog, and presence. */
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

/** Whether `name` is in the closed table. Other names cannot be granted. */
export const isPermission = (name: string): name is PermissionName => known.has(name)

/**
 * Whether `held` is enough for `required`. The `*` stands for whole parts: `a:*` covers `a:b:c`, not `ab`.
 */
export const covers = (held: string, required: string): boolean => {
  if (held === required || held === "*") return true
  return held.endsWith(":*") && required.length >= held.length && required.startsWith(held.slice(0, -1))
}

/**
 * Whether one of the held permissions covers one of the required ones. An empty list of required ones is never
 * covered.
 */
export const holdsAny = (held: ReadonlyArray<string>, required: ReadonlyArray<string>): boolean => {
  for (const one of held) {
    for (const other of required) {
      if (covers(one, other)) return true
    }
  }
  return false
}

/** Whether the held permissions are enough where one of `asked` is. An empty list asks for none. */
export const suffices = (held: ReadonlyArray<string>, asked: ReadonlyArray<string>): boolean =>
  asked.length === 0 || holdsAny(held, asked)

/**
 * Stands, among what a role gives, for the right of its holders to log in while authentication is locked. No token has
 * it. So it is held by who has such a role, and by who holds everything.
 */
export const BYPASSES_LOCK = "bypasses_lock"

/** What a role gives to its holders. */
export const givenBy = ({ bypassesLock, permissions }: Pick<Role, "bypassesLock" | "permissions">) =>
  bypassesLock ? [...permissions, BYPASSES_LOCK] : permissions

/**
 * The permissions that both lists give: each one of the one that the other covers. So what a token has is narrowed to
 * what its bearer holds now, and nothing is added.
 */
export const inBoth = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set([
    ...one.filter((permission) => holdsAny(other, [permission])),
    ...other.filter((permission) => holdsAny(one, [permission])),
  ]),
]

/**
 * The permissions of `wanted` that the holder of `held` lacks. What `everyone` has who logs in for the first time is
 * nobody's privilege. Who lacks a permission gets at nothing that holds it: no secret, role, link or password
 * (decisions, section 3).
 */
export const lacking = (
  held: ReadonlyArray<string>,
  wanted: ReadonlyArray<string>,
  everyone: ReadonlyArray<string>,
): ReadonlyArray<string> => wanted.filter((permission) => !holdsAny([...held, ...everyone], [permission]))
