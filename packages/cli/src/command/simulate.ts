/** `garrison simulate`: what players come to own, spend and wait for under a catalog. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { allowUnknown } from "./documentFlags.ts"
import { json } from "./globalFlags.ts"
import { given, lazily } from "./lazily.ts"

const load = () => import("../action/simulate.ts")

/** Simulations. */
export const simulate = Command.make(
  "simulate",
  {
    files: Argument.String("file").pipe(
      Argument.withDescription(
        "The catalog document, JSON or YAML; several files or 'catalog*.yaml' are joined; - reads stdin; \"published\" or a number: a published version",
      ),
      Argument.variadic({ min: 1 }),
    ),
    allowUnknown,
    policy: Flag.String("policy").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("What players do, JSON or YAML (default: a policy made from the catalog)"),
      Flag.optional,
    ),
    printPolicy: Flag.String("print-policy").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("Write the policy made from the catalog into a new file, or - for stdout, and end"),
      Flag.optional,
    ),
    players: Flag.Int("players").pipe(Flag.withDescription("How many players"), Flag.withDefault(1000)),
    days: Flag.Int("days").pipe(Flag.withDescription("How many days"), Flag.withDefault(30)),
    seed: Flag.Int("seed").pipe(
      Flag.withMetavar("N"),
      Flag.withDescription("Repeat the simulation with this seed (default: a new one, which is printed)"),
      Flag.optional,
    ),
    start: Flag.String("start").pipe(
      Flag.withMetavar("DAY"),
      Flag.withDescription("The first day, YYYY-MM-DD in UTC (default: today)"),
      Flag.optional,
    ),
    report: Flag.String("report").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("Also write a page with pictures and tables, in HTML"),
      Flag.optional,
    ),
    json,
  },
  (input) => lazily(load, (action) => action.simulate(given(input))),
).pipe(
  Command.withDescription(
    "Simulate players under a catalog document that need not be published: what each currency gains and loses, how balances grow, and how long players take to own an item. Orders are fulfilled by the same rules as on a server, in memory. Needs a database only for published versions. Ctrl-C prints the result of the players so far.",
  ),
  Command.withShortDescription("Simulate an economy"),
  Command.withExamples([
    { command: "garrison simulate catalog.json --players 100 --days 7" },
    { command: "garrison simulate catalog.json --report report.html", description: "With pictures" },
    {
      command: "garrison simulate catalog.json --print-policy policy.yaml",
      description: "A policy to begin with",
    },
    {
      command: "garrison simulate catalog.json --policy policy.yaml --seed 7 --start 2026-12-01 --json",
      description: "The same figures each time, for scripts",
    },
  ]),
)
