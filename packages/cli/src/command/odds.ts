/** `garrison odds`: what a loot, a vendor, a purchase or every loot gives, and how likely. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { ODDS_STEPS_MAX } from "@garrison/core/odds/rules/steps"
import { allowUnknown } from "./documentFlags.ts"
import { json } from "./globalFlags.ts"
import { given, lazily } from "./lazily.ts"

const load = () => import("../action/odds.ts")

const form = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withoutNegation, Flag.withDescription(description), Flag.withDefault(false))

/** Odds. */
export const odds = Command.make(
  "odds",
  {
    files: Argument.String("file").pipe(
      Argument.withDescription(
        "The catalog document, JSON or YAML; several files or 'catalog*.yaml' are joined; - reads stdin; \"published\" or a number: a published version",
      ),
      Argument.variadic({ min: 0 }),
    ),
    allowUnknown,
    published: form("published", "The current catalog of the database instead of a file"),
    loot: Flag.String("loot").pipe(
      Flag.withMetavar("ID|NAME"),
      Flag.withDescription(
        "The loot, by loot_id, by the name in its custom_data, or as vendor/loot. Neither this nor --vendor: all loot",
      ),
      Flag.optional,
    ),
    vendor: Flag.String("vendor").pipe(
      Flag.withMetavar("ID|NAME"),
      Flag.withDescription("All that this vendor gives, instead of a loot"),
      Flag.optional,
    ),
    purchase: Flag.String("purchase").pipe(
      Flag.withMetavar("ID|NAME"),
      Flag.withDescription(
        "Of buying the loot for its price in this item. Without --player, the player owns exactly that price",
      ),
      Flag.optional,
    ),
    choose: Flag.String("choose").pipe(
      Flag.withMetavar("ID|NAME"),
      Flag.withDescription("With --purchase of a dynamic bundle: a part that is bought; once for each part"),
      Flag.atLeast(0),
    ),
    quantity: Flag.Int("quantity").pipe(
      Flag.withAlias("n"),
      Flag.withDescription("How many are ordered in one entry"),
      Flag.withDefault(1),
    ),
    player: Flag.String("player").pipe(
      Flag.withMetavar("UUID|NAME"),
      Flag.withDescription("For a player with the inventory of this one (default: a player without items)"),
      Flag.optional,
    ),
    owning: Flag.String("owning").pipe(
      Flag.withMetavar("ITEM=N"),
      Flag.withDescription("For a player who owns N of this item, by id or name, and nothing else; once for each item"),
      Flag.atLeast(0),
    ),
    xp: Flag.String("xp").pipe(
      Flag.withMetavar("ITEM=N"),
      Flag.withDescription("For a player who has N XP of this item with levels, as --owning; once for each item"),
      Flag.atLeast(0),
    ),
    platform: Flag.String("platform").pipe(
      Flag.withMetavar("PLATFORM"),
      Flag.withDescription("For a session on this platform (default: a server orders)"),
      Flag.optional,
    ),
    longRun: form(
      "long-run",
      "The average of an order that is made again and again, beginning with what the player owns; what it pays is there anew before each",
    ),
    steps: Flag.Int("steps").pipe(
      Flag.withMetavar("NUMBER"),
      Flag.withDescription("Most steps for the odds of a loot, a few million a second; more give narrower bounds"),
      Flag.withDefault(ODDS_STEPS_MAX),
    ),
    csv: form("csv", "Print CSV"),
    markdown: form("markdown", "Print a Markdown table, for publication"),
    json,
  },
  (input) => lazily(load, (action) => action.showOdds(given(input))),
).pipe(
  Command.withDescription(
    "Print how much of each item a loot, a purchase or a vendor gives on average, and how likely it gives any; without --loot and --vendor, of all loot that no other loot leads to. The numbers are exact fractions. Where there are too many ways to draw, they are estimates with bounds, and marked as such. Prizes that are given only on a condition are listed with it, also where this player has no chance: --owning and --xp make up a player who has. With a file no database is needed.",
  ),
  Command.withShortDescription("Print the exact odds of loot, a purchase or a vendor"),
  Command.withExamples([
    { command: "garrison odds catalog.json --loot 1000655" },
    { command: "garrison odds --published --loot Goblin --markdown", description: "For publication" },
    { command: "garrison odds catalog.json --loot 1000655 --quantity 3 --json", description: "Fractions, for scripts" },
    { command: "garrison odds catalog.json --loot shop/chest --purchase coins", description: "Of a purchase" },
    {
      command: "garrison odds catalog.json --loot shop/outfit --purchase coins --choose hat --choose boots",
      description: "Of parts of a dynamic bundle",
    },
    {
      command: "garrison odds catalog.json --loot 1000655 --owning 995=1",
      description: "For a player who owns one of item 995",
    },
    {
      command: "garrison odds 'catalog/*.yaml' --loot pulls/ten --long-run --owning pity=40",
      description: "The average of a pull with pity and guarantee, in the long run",
    },
    { command: "garrison odds --published --markdown > odds.md", description: "Of all loot, for publication" },
  ]),
)
