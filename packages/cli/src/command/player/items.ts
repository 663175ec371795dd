/** `garrison player inventory`, `give`, `take`, `trace` and `claw-back`: what a player owns, and whence. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { changeFlags, revisionFlags, takingFlags } from "../actFlags.ts"
import { json, ndjson, yes } from "../globalFlags.ts"
import { lazily } from "../lazily.ts"
import { playerArgument } from "./playerArgument.ts"

const loadRefund = () => import("../../action/refund.ts")

/** `garrison player inventory`. */
export const inventory = Command.make(
  "inventory",
  {
    player: playerArgument,
    json,
    ndjson,
  },
  (input) =>
    lazily(
      () => import("../../action/inventory.ts"),
      (action) => action.showInventory(input),
    ),
).pipe(
  Command.withDescription(
    "Show what one player owns: every record that has not expired, by item, with the name that the catalog gives the item in custom_data.name.",
  ),
  Command.withShortDescription("Show what one player owns"),
  Command.withExamples([
    { command: "garrison player inventory 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f" },
    { command: "garrison player inventory 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --json", description: "For scripts" },
  ]),
)

const buckets = [
  "free",
  "sweat",
  "none",
  "anon",
  "hotel",
  "golf",
  "echo",
  "delta_live",
  "alpha",
  "india",
  "foxtrot_switch",
  "bravo",
  "foxtrot",
  "charlie",
  "alpha_play",
  "foxtrot_ppid",
] as const

const itemFields = {
  player: playerArgument,
  item: Argument.String("item_id").pipe(Argument.withDescription("The item in the catalog, by id or name")),
  count: Argument.Int("count").pipe(Argument.withDescription("How many, 1 to 1,000,000")),
} as const

/** `garrison player give`. */
export const give = Command.make(
  "give",
  {
    ...itemFields,
    bucket: Flag.Literals("bucket", buckets).pipe(
      Flag.withDescription("The bucket of the record (default: none)"),
      Flag.optional,
    ),
    type: Flag.Literals("type", ["persistent", "transient"]).pipe(
      Flag.withDescription("persistent: for ever; transient: until the inventory session ends (default: persistent)"),
      Flag.optional,
    ),
    until: Flag.String("until").pipe(
      Flag.withMetavar("TIME"),
      Flag.withDescription("When the record ends: 2030-01-31T18:00:00Z or Unix seconds (default: never)"),
      Flag.optional,
    ),
    ...revisionFlags,
    json,
  },
  (input) =>
    lazily(
      () => import("../../action/playerItem.ts"),
      (action) => action.giveItemTo(input),
    ),
).pipe(
  Command.withDescription(
    "Give an item to a player by an order of source SUPPORT, which makes a new record of it. Levels that the player reaches by it are rewarded. An order that would not be fulfilled is refused and not stored.",
  ),
  Command.withShortDescription("Give an item to a player"),
  Command.withExamples([
    { command: 'garrison player give 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 1 50 --reason "ticket 4711"' },
    {
      command: 'garrison player give 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 1 50 --reason "ticket 4711" --dry-run --json',
      description: "What would happen",
    },
  ]),
)

/** `garrison player take`. */
export const take = Command.make(
  "take",
  {
    ...itemFields,
    bucket: Flag.Literals("bucket", buckets).pipe(
      Flag.withDescription("From records of this bucket only (default: of any)"),
      Flag.optional,
    ),
    type: Flag.Literals("type", ["persistent", "transient"]).pipe(
      Flag.withDescription("From records of this type only: persistent or transient (default: of any)"),
      Flag.optional,
    ),
    record: Flag.String("record").pipe(
      Flag.withMetavar("INVENTORY_ID"),
      Flag.withDescription("From this record only (default: from any)"),
      Flag.optional,
    ),
    ...revisionFlags,
    yes,
    json,
  },
  (input) =>
    lazily(
      () => import("../../action/playerItem.ts"),
      (action) => action.takeItemFrom(input),
    ),
).pipe(
  Command.withDescription(
    "Take an item from a player by an order of source SUPPORT, from the records that would be spent first. A player who has fewer is left as before. claw-back also follows what was spent or turned into something else.",
  ),
  Command.withShortDescription("Take an item from a player"),
  Command.withExamples([
    { command: 'garrison player take 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 1 50 --reason "ticket 4711" --yes' },
    {
      command: 'garrison player take 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 1 50 --reason "ticket 4711" --dry-run --json',
      description: "What would happen",
    },
  ]),
)

/** `garrison player trace`. */
export const trace = Command.make(
  "trace",
  {
    player: playerArgument,
    item: Flag.String("item").pipe(
      Flag.withMetavar("ID|NAME"),
      Flag.withDescription("Records of this item"),
      Flag.optional,
    ),
    record: Flag.String("record").pipe(
      Flag.withMetavar("INVENTORY_ID"),
      Flag.withDescription("This record"),
      Flag.optional,
    ),
    order: Flag.String("order").pipe(
      Flag.withMetavar("ORDER_ID"),
      Flag.withDescription("Records that this order changed"),
      Flag.optional,
    ),
    json,
  },
  (input) => lazily(loadRefund, (action) => action.traceCounts(input)),
).pipe(
  Command.withDescription(
    "Show where the counts of an item, a record or an order came from, and where they went: which orders added to each record, how many are left, and which orders took the others, with what they gave for them.",
  ),
  Command.withShortDescription("Show where items came from and went"),
  Command.withExamples([
    { command: "garrison player trace 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --item 995" },
    {
      command:
        "garrison player trace 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --order 019aa1f3-0000-7000-8000-1a2b3c4d5e6f --json",
      description: "For scripts",
    },
  ]),
)

/** `garrison player claw-back`. */
export const clawBack = Command.make(
  "claw-back",
  {
    player: playerArgument,
    item: Argument.String("item_id").pipe(Argument.withDescription("The item, by id or name")),
    record: Flag.String("record").pipe(
      Flag.withMetavar("INVENTORY_ID"),
      Flag.withDescription("From this record alone (default: from every record of the item)"),
      Flag.optional,
    ),
    order: Flag.String("order").pipe(
      Flag.withMetavar("ORDER_ID"),
      Flag.withDescription("What this order gave of it (default: whatever gave it)"),
      Flag.optional,
    ),
    count: Flag.Int("count").pipe(
      Flag.withMetavar("N"),
      Flag.withDescription("How many (default: as many as the order gave; without an order, all that can be taken)"),
      Flag.optional,
    ),
    ...takingFlags,
    ...changeFlags,
    yes,
    json,
  },
  (input) => lazily(loadRefund, (action) => action.clawBack(input)),
).pipe(
  Command.withDescription(
    "Take an item from a player, wherever it went: from the records that the ledger names. What was paid for is left alone, unless --from-paid says otherwise. Without --yes the command shows first what can be taken and where the rest went, and asks. The order that takes it can be refunded.",
  ),
  Command.withShortDescription("Take an item from a player"),
  Command.withExamples([
    {
      command: "garrison player claw-back 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 995 --count 100 --dry-run",
      description: "What could be taken",
    },
    {
      command:
        'garrison player claw-back 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 995 --order 019aa1f3-0000-7000-8000-1a2b3c4d5e6f --partial --reason "ticket 4711" --yes',
      description: "What an order gave of the item",
    },
  ]),
)
