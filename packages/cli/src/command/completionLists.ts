/** What flags take one of, for completions: loaded when a completion script is asked for. */
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { PERMISSIONS } from "@garrison/core/permission/names"
import { LOG_FORMS } from "../settings/commandSettings.ts"

/** The values, by the name of the flag. */
export const completionLists: Readonly<Record<string, ReadonlyArray<string>>> = {
  grant: GRANT_TYPES,
  log: LOG_FORMS,
  permission: PERMISSIONS,
}
