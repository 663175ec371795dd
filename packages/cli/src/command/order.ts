/** `garrison order`: submit orders, which change inventories. */
import * as Command from "effect/cli/Command"
import { makeCodeCommand, rowCommand } from "../row/parser.ts"
import type { rows } from "../rows/order.ts"

const codeCommand = makeCodeCommand<typeof rows>()

const load = () => import("../action/order.ts")

/** Orders. */
export const order = Command.make("order").pipe(
  Command.withDescription("Submit orders, and look them up. Every change of an inventory is an order."),
  Command.withShortDescription("Submit orders and look them up"),
  Command.withSubcommands([
    codeCommand("order submit", () => load().then((module) => module.submitOrder)),
    codeCommand("order submit-many", () => import("../action/orderMany.ts").then((module) => module.submitMany)),
    codeCommand("order quote", () => load().then((module) => module.quoteOrder)),
    codeCommand("order show", () => load().then((module) => module.showOrder)),
    codeCommand("order explain", () => load().then((module) => module.explainOrder)),
    rowCommand("order list"),
    rowCommand("order find"),
    rowCommand("order refund"),
    codeCommand("order replay", () => import("../action/orderReplay.ts").then((module) => module.replayOrders)),
    codeCommand("order export", () => import("../action/orderExport.ts").then((module) => module.exportOrders)),
  ]),
  Command.withExamples([{ command: "garrison order submit 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --loot 1000655" }]),
)
