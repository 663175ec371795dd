/** `garrison order`: what gives players loot, and takes it. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { json } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"

const submit = Command.make(
  "submit",
  {
    player: Argument.String("player_uuid").pipe(Argument.withDescription("Whom the order is for")),
    file: Flag.String("file").pipe(
      Flag.withAlias("f"),
      Flag.withMetavar("FILE"),
      Flag.withDescription("The order as JSON, the body of the order operation; - reads stdin"),
      Flag.optional,
    ),
    loot: Flag.Int("loot").pipe(
      Flag.withMetavar("LOOT_ID"),
      Flag.withDescription("Without --file: fulfil this loot"),
      Flag.optional,
    ),
    quantity: Flag.Int("quantity").pipe(
      Flag.withAlias("n"),
      Flag.withDescription("With --loot: how many times"),
      Flag.withDefault(1),
    ),
    source: Flag.String("source").pipe(
      Flag.withDescription("With --loot: the order's source"),
      Flag.withDefault("SUPPORT"),
    ),
    ref: Flag.String("ref").pipe(
      Flag.withMetavar("UUID"),
      Flag.withDescription("client_order_ref_id: the same reference never gives twice"),
      Flag.optional,
    ),
    json,
  },
  (input) =>
    lazily(
      () => import("../action/order.ts"),
      (action) => action.submitOrder(input),
    ),
).pipe(
  Command.withDescription(
    "Submit an order for a player and print what became of it. Ends with 1 when an entry was not fulfilled.",
  ),
  Command.withShortDescription("Submit an order for a player"),
  Command.withExamples([
    {
      command: "garrison order submit 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --loot 12 --quantity 3",
      description: "Fulfil loot 12 three times",
    },
    {
      command: "garrison order submit 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --file order.json --json",
      description: "A whole order from a file, for scripts",
    },
  ]),
)

/** Orders. */
export const order = Command.make("order").pipe(
  Command.withDescription("Submit orders: the one way in which inventories change."),
  Command.withShortDescription("Orders"),
  Command.withSubcommands([submit]),
  Command.withExamples([{ command: "garrison order submit 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --loot 12" }]),
)
