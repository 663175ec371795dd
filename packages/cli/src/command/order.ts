/** `garrison order`: submit orders, which change inventories. */
import * as Command from "effect/cli/Command"
import { rowCommand } from "../row/parser.ts"

/** Orders. */
export const order = Command.make("order").pipe(
  Command.withDescription("Submit orders, and look them up. Every change of an inventory is an order."),
  Command.withShortDescription("Submit orders and look them up"),
  Command.withSubcommands([
    rowCommand("order submit"),
    rowCommand("order submit-many"),
    rowCommand("order quote"),
    rowCommand("order show"),
    rowCommand("order explain"),
    rowCommand("order list"),
    rowCommand("order find"),
    rowCommand("order refund"),
    rowCommand("order replay"),
    rowCommand("order export"),
  ]),
  Command.withExamples([{ command: "garrison order submit 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --loot 1000655" }]),
)
