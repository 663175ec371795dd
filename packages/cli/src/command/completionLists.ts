/** What flags take one of, for completions: loaded when a completion script is asked for. */
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { PERMISSIONS } from "@garrison/core/permission/names"
import { type FoundKind, isFound } from "@garrison/core/overview/references"
import { leaves } from "../row/leaves.ts"
import { LOG_FORMS } from "../settings/commandSettings.ts"

/** What is named by arguments and flags of commands that are no rows, by their names. */
const NAMED: Readonly<Record<string, FoundKind>> = {
  client: "client",
  item: "item",
  item_id: "item",
  loot: "loot",
  player: "player",
  player_uuid: "player",
  role: "role",
  vendor: "vendor",
}

const named = Object.values(leaves).flatMap((leaf) =>
  [...leaf.arguments, ...leaf.flags].flatMap(({ name, refers }) => (isFound(refers) ? [[name, refers] as const] : [])),
)

/** What arguments and flags name that take an id, by their names. */
export const completionKinds: Readonly<Record<string, FoundKind>> = { ...NAMED, ...Object.fromEntries(named) }

/** The values, by the name of the flag. */
export const completionLists: Readonly<Record<string, ReadonlyArray<string>>> = {
  grant: GRANT_TYPES,
  log: LOG_FORMS,
  permission: PERMISSIONS,
}
