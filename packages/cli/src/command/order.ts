/** `garrison order`: submit orders, which change inventories. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { json } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"
import { rowCommand } from "../row/parser.ts"
import { playerArgument } from "./player/playerArgument.ts"

const load = () => import("../action/order.ts")
const loadExport = () => import("../action/orderExport.ts")
const loadMany = () => import("../action/orderMany.ts")
const loadReplay = () => import("../action/orderReplay.ts")

/** What an order is made of, for submitting and for quoting it. */
const orderInput = {
  player: playerArgument,
  file: Flag.String("file").pipe(
    Flag.withAlias("f"),
    Flag.withMetavar("FILE"),
    Flag.withDescription("The order as JSON or YAML, the body of the order operation; - reads stdin"),
    Flag.optional,
  ),
  loot: Flag.String("loot").pipe(
    Flag.withMetavar("ID|NAME"),
    Flag.withDescription("Without --file: fulfil this loot, by id or as vendor/loot"),
    Flag.optional,
  ),
  quantity: Flag.Int("quantity").pipe(
    Flag.withAlias("n"),
    Flag.withDescription("With --loot: the quantity of an entry. A drop table rolls once, whatever it is"),
    Flag.withDefault(1),
  ),
  times: Flag.Int("times").pipe(
    Flag.withMetavar("N"),
    Flag.withDescription("With --loot: so many equal entries, 1 to 100, each with its own roll"),
    Flag.withDefault(1),
  ),
  source: Flag.String("source").pipe(
    Flag.withDescription("With --loot: the order's source"),
    Flag.withDefault("SUPPORT"),
  ),
  ref: Flag.String("ref").pipe(
    Flag.withMetavar("UUID"),
    Flag.withDescription("client_order_ref_id: orders with the same reference are fulfilled once"),
    Flag.optional,
  ),
  json,
}

const submit = Command.make("submit", orderInput, (input) => lazily(load, (action) => action.submitOrder(input))).pipe(
  Command.withDescription(
    "Submit an order for a player and print the result of each entry. Ends with 1 when an entry was not fulfilled.",
  ),
  Command.withShortDescription("Submit an order for a player"),
  Command.withExamples([
    {
      command: "garrison order submit 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --loot 1000655 --times 3",
      description: "Three kills of loot 1000655, a goblin of the demo world",
    },
    {
      command: "garrison order submit 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --file order.json --json",
      description: "A whole order from a file, for scripts",
    },
  ]),
)

const submitMany = Command.make(
  "submit-many",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("The orders, a line of JSON each or one JSON array; - reads stdin"),
    ),
    dryRun: Flag.Boolean("dry-run").pipe(
      Flag.withoutNegation,
      Flag.withDescription("Quote each order by itself, and store nothing"),
      Flag.withDefault(false),
    ),
    wait: Flag.Boolean("wait").pipe(
      Flag.withDescription("Whether an order beyond the rate of its player waits for it (default: on a terminal)"),
      Flag.optional,
    ),
    json,
  },
  (input) => lazily(loadMany, (action) => action.submitMany(input)),
).pipe(
  Command.withDescription(
    'Submit orders of many players, and print a line for each: its number in the file, the player, the order_id and the result of each entry, or the error. An order is the body of the order operation with its player: {"player_uuid": "…", "entries": [ … ]}. The file is read and checked whole before the first order is submitted; then 100 orders are submitted together, each by itself. Orders count against the rate of their player; with --wait one that is beyond it waits, and otherwise it is answered with too_many_requests. Ctrl-C says how far it came and how to go on. With a client_order_ref_id in each order, the file can be submitted again: what is stored is answered, and not fulfilled again. Ends with 1 when an entry was not fulfilled, or an order was refused.',
  ),
  Command.withShortDescription("Submit orders of many players"),
  Command.withExamples([
    { command: "garrison order submit-many orders.jsonl", description: "Each line an order" },
    { command: "garrison order submit-many orders.jsonl --dry-run", description: "What each would do by itself" },
    { command: "garrison order submit-many - --json", description: "From stdin, for scripts" },
  ]),
)

const quoteInput = {
  ...orderInput,
  expected: Flag.Boolean("expected").pipe(
    Flag.withoutNegation,
    Flag.withDescription("Do not draw: print the odds of each entry by itself, as fractions with --json"),
    Flag.withDefault(false),
  ),
}

const quote = Command.make("quote", quoteInput, (input) => lazily(load, (action) => action.quoteOrder(input))).pipe(
  Command.withDescription(
    "Show what an order would do for a player at this moment, and store nothing. Loot is drawn, and drawn anew when the order is submitted. Ends with 1 when an entry would not be fulfilled. With --expected nothing is drawn: each entry is answered with its odds, how it can fail among them.",
  ),
  Command.withShortDescription("Show what an order would do"),
  Command.withExamples([
    {
      command: "garrison order quote 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --loot 1000655 --times 3",
      description: "What three kills of loot 1000655 would give",
    },
    {
      command: "garrison order quote 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --loot 1000655 --expected",
      description: "What it would give on average, and how likely each item is",
    },
    {
      command: "garrison order quote 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --file order.json --json",
      description: "A whole order from a file, for scripts",
    },
  ]),
)

const show = Command.make(
  "show",
  {
    player: playerArgument,
    order: Argument.String("order_id").pipe(Argument.withDescription("Id of the order")),
    json,
  },
  (input) => lazily(load, (action) => action.showOrder(input)),
).pipe(
  Command.withDescription(
    "Show all that is stored of one order: its entries and results, the player or machine client that submitted it, the catalog version, and the numbers that were drawn. --json also has the inventory records that the order read.",
  ),
  Command.withShortDescription("Show one order and who submitted it"),
  Command.withExamples([
    {
      command: `garrison order show 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 019aa1f3-0000-7000-8000-1a2b3c4d5e6f`,
    },
    {
      command: `garrison order show 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 019aa1f3-0000-7000-8000-1a2b3c4d5e6f --json`,
      description: "For scripts",
    },
  ]),
)

const explain = Command.make(
  "explain",
  {
    player: playerArgument,
    order: Argument.String("order_id").pipe(Argument.withDescription("Id of the order")),
    json,
  },
  (input) => lazily(load, (action) => action.explainOrder(input)),
).pipe(
  Command.withDescription(
    "Show how a stored order came about, as a tree: loot that was skipped and why, each number, each check with what it compared, each draw with its odds, each change. The order is interpreted again with the catalog version of its time; nothing is changed.",
  ),
  Command.withShortDescription("Show how an order came about"),
  Command.withExamples([
    {
      command: `garrison order explain 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 019aa1f3-0000-7000-8000-1a2b3c4d5e6f`,
    },
    {
      command: `garrison order explain 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 019aa1f3-0000-7000-8000-1a2b3c4d5e6f --json`,
      description: "For scripts",
    },
  ]),
)

const replay = Command.make(
  "replay",
  {
    player: Argument.String("player_uuid").pipe(
      Argument.withDescription("Replay the orders of this player"),
      Argument.optional,
    ),
    order: Argument.String("order_id").pipe(Argument.withDescription("Only this order"), Argument.optional),
    day: Flag.String("day").pipe(
      Flag.withMetavar("YYYY-MM-DD"),
      Flag.withDescription("Replay the orders of every player on this day (UTC)"),
      Flag.optional,
    ),
    all: Flag.Boolean("all").pipe(
      Flag.withoutNegation,
      Flag.withDescription("Replay every order of every player"),
      Flag.withDefault(false),
    ),
    after: Flag.String("after").pipe(
      Flag.withMetavar("PLAYER_UUID"),
      Flag.withDescription("With --day or --all: go on after this player, as an interrupted replay says"),
      Flag.optional,
    ),
    corpus: Flag.String("corpus").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("Replay the orders of a file of `garrison order export`; needs no database"),
      Flag.optional,
    ),
    json,
  },
  (input) => lazily(loadReplay, (action) => action.replayOrders(input)),
).pipe(
  Command.withDescription(
    "Interpret stored orders again, with the catalog version, the draws and the records of their time, and report each difference between what is stored and what the rules of this release come to. Only reads, also while servers run. Ends with 1 when there is a difference, or an order that cannot be replayed.",
  ),
  Command.withShortDescription("Check that orders still come to what is stored"),
  Command.withExamples([
    { command: "garrison order replay --day 2026-11-21", description: "One day, before an update" },
    { command: "garrison order replay 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f", description: "One player" },
    { command: "garrison order replay --all --json", description: "Everything, for scripts" },
  ]),
)

const exported = Command.make(
  "export",
  {
    player: Argument.String("player_uuid").pipe(
      Argument.withDescription("Export the orders of this player"),
      Argument.optional,
    ),
    day: Flag.String("day").pipe(
      Flag.withMetavar("YYYY-MM-DD"),
      Flag.withDescription("Export the orders of every player on this day (UTC)"),
      Flag.optional,
    ),
    all: Flag.Boolean("all").pipe(
      Flag.withoutNegation,
      Flag.withDescription("Export every order of every player"),
      Flag.withDefault(false),
    ),
    after: Flag.String("after").pipe(
      Flag.withMetavar("PLAYER_UUID"),
      Flag.withDescription("With --day or --all: only players after this one"),
      Flag.optional,
    ),
  },
  (input) => lazily(loadExport, (action) => action.exportOrders(input)),
).pipe(
  Command.withDescription(
    "Print stored orders with all that a replay needs, one line of JSON each: the order, what was drawn, the records that it read, and each catalog version once. `garrison order replay --corpus FILE` replays them without a database. The lines name players and what they own. Ends with 1 when an order cannot be read and is left out.",
  ),
  Command.withShortDescription("Print orders as a corpus for replays"),
  Command.withExamples([{ command: "garrison order export --day 2026-11-21 > orders.jsonl", description: "One day" }]),
)

/** Orders. */
export const order = Command.make("order").pipe(
  Command.withDescription("Submit orders, and look them up. Every change of an inventory is an order."),
  Command.withShortDescription("Submit orders and look them up"),
  Command.withSubcommands([
    submit,
    submitMany,
    quote,
    show,
    explain,
    rowCommand("order list"),
    rowCommand("order find"),
    rowCommand("order refund"),
    replay,
    exported,
  ]),
  Command.withExamples([{ command: "garrison order submit 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --loot 1000655" }]),
)
