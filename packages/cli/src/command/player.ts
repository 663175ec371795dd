/** `garrison player`: look players up, change what they own and may do, and create users. */
import * as Command from "effect/cli/Command"
import { makeCodeCommand, rowCommand } from "../row/parser.ts"
import type { rows } from "../rows/player.ts"
import { create, history, list, online, prunable, search, show, watch } from "./player/look.ts"
import { ban, extend, restrictions, role, unban } from "./player/restrictions.ts"
import { link, merge, merges, release, unlink, unmerge } from "./player/ways.ts"

/** Players. */
export const player = Command.make("player").pipe(
  Command.withDescription(
    "Look up players, what they own and what happened to them, ban them, change their roles, give them ways to log in and take them, merge two of them, and create users with a password.",
  ),
  Command.withShortDescription("List, show, ban and unban players, and create users"),
  Command.withSubcommands([
    show,
    watch,
    list,
    search,
    online,
    prunable,
    history,
    makeCodeCommand<typeof rows>()("player inventory", () =>
      import("../action/inventory.ts").then((module) => module.showInventory),
    ),
    rowCommand("player orders"),
    rowCommand("player give"),
    rowCommand("player take"),
    rowCommand("player trace"),
    rowCommand("player claw-back"),
    create,
    ban,
    unban,
    restrictions,
    extend,
    role,
    link,
    unlink,
    release,
    merge,
    unmerge,
    merges,
  ]),
  Command.withExamples([{ command: "garrison player show 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f" }]),
)
