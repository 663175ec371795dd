/** What `garrison client create --help` lists: the permissions and grants that a client may have. */
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { permissionNames } from "@garrison/core/permission/names"
import type { HelpSection } from "../output/helpSections.ts"

const PLAYERS = GRANT_TYPES.filter((name) => name !== "client_credentials")

/** The lists. */
export const clientLists: ReadonlyArray<HelpSection> = [
  { heading: "PERMISSIONS, for -p of a machine client", rows: Object.entries(permissionNames) },
  {
    heading: "GRANTS, for --grant",
    rows: [
      ["machine", "client_credentials"],
      ["game", PLAYERS.join(", ")],
    ],
  },
]
