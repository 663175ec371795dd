/** `garrison player show`, `list`, `history` … as rows: players, and what happened to them. */
import { historyList } from "@garrison/core/audit/show"
import { SECTIONS } from "@garrison/core/overview/rules"
import { orderList } from "@garrison/core/overview/show"
import { playerList, soughtPlayerList } from "@garrison/core/player/show"
import { onlineFacts } from "@garrison/core/presence/show"
import { command } from "../../row/Row.ts"
import { PLAYER } from "./examplePlayer.ts"

/** Players and what happened to them. */
export const rows = {
  "player show": command(
    () => import("@garrison/core/overview/operations/showOverview").then((one) => one.showOverview),
    {
      title: "Show one player",
      sentence:
        "Show one player: identity, role, permissions, restrictions and accepted agreements. With --section all the player whole: also sessions, inventory, levels, orders, notifications, presence, logins, security events and what operators did.",
      arguments: ["player_uuid"],
      flags: {
        sections: {
          name: "section",
          choices: ["all", ...SECTIONS],
          sentence: "Show this section of the player whole; may be repeated (all: every one)",
        },
      },
      examples: [[PLAYER], [`${PLAYER} --section all`, "Whole"], [`${PLAYER} --json`, "For scripts"]],
    },
  ),
  "player watch": command(
    () => import("@garrison/core/overview/operations/awaitChange").then((one) => one.awaitChange),
    {
      title: "Follow what changes about a player",
      sentence:
        "Follow what changes about a player, a line for each change: the sections that changed, and by whom. Changes of every process are seen. Ctrl-C ends it.",
      arguments: ["player_uuid"],
      omitted: ["mark", "deadline_seconds"],
      writesLines: true,
      examples: [[PLAYER], [`${PLAYER} --ndjson`, "For scripts"]],
    },
  ),
  "player list": command(() => import("@garrison/core/player/operations/listPlayers").then((one) => one.listPlayers), {
    flags: { name: { metavar: "PREFIX" } },
    show: playerList,
    examples: [["--name ad"], ["--limit 1000 --json", "For scripts; next is the marker"]],
  }),
  "player search": command(
    () => import("@garrison/core/overview/operations/searchPlayers").then((one) => one.searchPlayers),
    {
      arguments: ["name"],
      flags: {
        player_uuid: "uuid",
        player_id: "id",
        platform: { metavar: "PLATFORM" },
        portal_user_id: { name: "portal-user", metavar: "ID" },
        environment: { metavar: "NAME" },
        item_id: "item",
      },
      omitted: ["item"],
      show: soughtPlayerList,
      examples: [["ada"], ["--restriction any --online"], ["--item 1000655 --ndjson", "For scripts, a player a line"]],
    },
  ),
  "player online": command(
    () => import("@garrison/core/presence/operations/countOnline").then((one) => one.countOnline),
    { show: onlineFacts, examples: [[""], ["--json", "For scripts"]] },
  ),
  "player prunable": command(
    () => import("@garrison/core/login/operations/countPrunable").then((one) => one.countPrunable),
    {
      sentence:
        "Count the anonymous players that the setting anonymousPruneDays would delete with so many days: those that logged in once, that long ago, and have no order, item, claim, notification, restriction, accepted agreement or link. Deletes nothing.",
      omitted: ["after"],
      examples: [["--days 90"], ["--days 30 --json", "For scripts"]],
    },
  ),
  "player history": command(
    () => import("@garrison/core/overview/operations/showPlayerHistory").then((one) => one.showPlayerHistory),
    {
      arguments: ["player_uuid"],
      flags: { kind: { metavar: "KIND" }, actor: { metavar: "NAME" } },
      show: historyList,
      examples: [
        [PLAYER],
        [`${PLAYER} --kind login_refused --from 2026-11-01T00:00:00Z`, "Refused logins since the first of November"],
        [`${PLAYER} --json`, "For scripts"],
      ],
    },
  ),
  "player orders": command(
    () => import("@garrison/core/overview/operations/listOrders").then((one) => one.listAllOrders),
    {
      arguments: ["player_uuid"],
      show: orderList,
      examples: [[PLAYER], [`${PLAYER} --limit 100 --ndjson`, "For scripts"]],
    },
  ),
  "player create": command(
    () => import("@garrison/core/login/operations/createAccount").then((one) => one.createAccount),
    {
      sentence:
        "Create a password account for the grant basic. The command asks for the password, or reads it from stdin. The player is created at the first login.",
      arguments: ["username"],
      omitted: ["password"],
      examples: [
        ["ada", "Asks for the password"],
        ["ada --display-name Ada --json < password.txt", "For scripts"],
      ],
    },
  ),
}
