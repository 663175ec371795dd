/** `garrison ledger`: where records came from, and whether inventories are what their ledger comes to. */
import * as Command from "effect/cli/Command"
import { makeCodeCommand } from "../row/parser.ts"
import type { rows } from "../rows/ledger.ts"

const codeCommand = makeCodeCommand<typeof rows>()

const load = () => import("../action/ledger.ts")

/** The ledger. */
export const ledger = Command.make("ledger").pipe(
  Command.withDescription("Show the ledger of records, and recompute inventories from it."),
  Command.withShortDescription("Show and verify the ledger of inventories"),
  Command.withSubcommands([
    codeCommand("ledger show", () => load().then((module) => module.showLedger)),
    codeCommand("ledger verify", () => load().then((module) => module.verifyLedger)),
    codeCommand("ledger accept", () => load().then((module) => module.acceptOrders)),
  ]),
  Command.withExamples([{ command: "garrison ledger verify" }]),
)
