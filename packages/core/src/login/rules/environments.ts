/** What a start does with portal users that were stored without an environment (decisions, section 4). */
import { type ConfiguredEnvironments, ofEarlierUsers } from "../../kernel/PortalEnvironments.ts"

/** What is stored: whether there are portal users without an environment, and with one. */
export interface StoredUsers {
  readonly without: boolean
  readonly within: boolean
}

/** What a start does. `reason` is part of a sentence. */
export type EnvironmentVerdict =
  | { readonly is: "settled" }
  | { readonly is: "assign"; readonly environment: string }
  | { readonly is: "refused"; readonly reason: string }

/** Decides what a start does. It never guesses: a player whose user got a wrong environment would lose the account. */
export const judgeEnvironments = (configured: ConfiguredEnvironments, stored: StoredUsers): EnvironmentVerdict => {
  if (configured.isShared) {
    if (!stored.within) return { is: "settled" }
    const reason =
      "users of foxtrot are stored with their environments, and would not be found by usersShared. Take it out of the setting foxtrot"
    return { is: "refused", reason }
  }
  if (!stored.without) return { is: "settled" }
  const environment = ofEarlierUsers(configured)
  if (environment !== undefined) return { is: "assign", environment }
  const choices = configured.names.map((name) => JSON.stringify(name)).join(" or ")
  const reason =
    "users of foxtrot are stored without an environment, and the setting foxtrot has several. Add earlierUsers to it, " +
    `which is ${choices}: the environment that they are of. Or add "usersShared": true, if one id is one user in all of them`
  return { is: "refused", reason }
}
