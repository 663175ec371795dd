/** `garrison player`: look players up, change what they own and may do, and create users. */
import * as Command from "effect/cli/Command"
import { makeCodeCommand, rowCommand, workCommand } from "../row/parser.ts"
import type { rows } from "../rows/player.ts"

const verb = (word: string) => rowCommand(`player ${word}`)

const load = () => import("../action/player.ts")

/** Players. */
export const player = Command.make("player").pipe(
  Command.withDescription(
    "Look up players, what they own and what happened to them, ban them, change their roles, give them ways to log in and take them, merge two of them, and create users with a password.",
  ),
  Command.withShortDescription("List, show, ban and unban players, and create users"),
  Command.withSubcommands([
    workCommand("player show", () => load().then((work) => work.showOnePlayer)),
    workCommand("player watch", () => load().then((work) => work.watchPlayer)),
    ...["list", "search", "online"].map(verb),
    workCommand("player prunable", () => load().then((work) => work.showPrunable)),
    verb("history"),
    makeCodeCommand<typeof rows>()("player inventory", () =>
      import("../action/inventory.ts").then((module) => module.showInventory),
    ),
    ...["orders", "give", "take", "trace", "claw-back"].map(verb),
    workCommand("player create", () => load().then((work) => work.createPlayer)),
    ...["ban", "unban", "restrictions", "extend", "role"].map(verb),
    ...["link", "unlink", "release", "merge", "unmerge", "merges"].map(verb),
  ]),
  Command.withExamples([{ command: "garrison player show 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f" }]),
)
