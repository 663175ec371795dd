/** `garrison ledger`: where records came from, and whether inventories are what their ledger comes to. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { changeFlags } from "./actFlags.ts"
import { json } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"
import { limit } from "./limitFlag.ts"
import { playerArgument } from "./player/playerArgument.ts"

const load = () => import("../action/ledger.ts")

const PLAYER = "019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f"
const RECORD = "019aa1f3-02c4-7a30-8a55-1f0c9be7d2a6"

const show = Command.make(
  "show",
  {
    player: playerArgument,
    record: Argument.String("inventory_id").pipe(
      Argument.withDescription("The record; garrison player inventory lists those of a player"),
    ),
    limit,
    before: Flag.Int("before").pipe(
      Flag.withMetavar("REVISION"),
      Flag.withDescription("Only changes older than this revision of the record"),
      Flag.optional,
    ),
    json,
  },
  (input) => lazily(load, (action) => action.showLedger(input)),
).pipe(
  Command.withDescription(
    "Show the changes of a record of a player, the newest first: which order made each, and what else the same entry of that order took and gave. So it says where the record came from and what it paid for.",
  ),
  Command.withShortDescription("Show where a record came from and what it paid for"),
  Command.withExamples([
    { command: `garrison ledger show ${PLAYER} ${RECORD}` },
    { command: `garrison ledger show ${PLAYER} ${RECORD} --json`, description: "For scripts" },
  ]),
)

const verify = Command.make(
  "verify",
  {
    player: Flag.String("player").pipe(
      Flag.withMetavar("PLAYER_UUID"),
      Flag.withDescription("Only the inventory of this player (default: all)"),
      Flag.optional,
    ),
    json,
  },
  (input) => lazily(load, (action) => action.verifyLedger(input)),
).pipe(
  Command.withDescription(
    "Recompute every inventory from the ledger, and the ledger and the claims from the orders, and report each difference from what is stored. Says which orders have a seal that takes the key secret to forge. Only reads, also while servers run. Ends with 1 when there is a difference, and with 4 when seals cannot be checked without the key secret.",
  ),
  Command.withShortDescription("Recompute inventories and ledger"),
  Command.withExamples([
    { command: "garrison ledger verify" },
    { command: `garrison ledger verify --player ${PLAYER} --json`, description: "One player, for scripts" },
  ]),
)

const accept = Command.make(
  "accept",
  {
    player: Flag.String("player").pipe(
      Flag.withMetavar("PLAYER_UUID"),
      Flag.withDescription("The player's player_uuid (default: every player with such orders)"),
      Flag.optional,
    ),
    ...changeFlags,
    json,
  },
  (input) => lazily(load, (action) => action.acceptOrders(input)),
).pipe(
  Command.withDescription(
    "Seal the orders that must have a seal and have none, as a server of an earlier version left them beside a newer schema. Verifies all that the player has before, and seals nothing where anything else differs. Each player is an act in the audit, with what was looked at. Ends with 1 when a player has other differences.",
  ),
  Command.withShortDescription("Take over orders that were stored without a seal"),
  Command.withExamples([
    { command: 'garrison ledger accept --dry-run --reason "a look"' },
    { command: `garrison ledger accept --player ${PLAYER} --reason "the old node of Tuesday"` },
  ]),
)

/** The ledger. */
export const ledger = Command.make("ledger").pipe(
  Command.withDescription("Show the ledger of records, and recompute inventories from it."),
  Command.withShortDescription("Show and verify the ledger of inventories"),
  Command.withSubcommands([show, verify, accept]),
  Command.withExamples([{ command: "garrison ledger verify" }]),
)
