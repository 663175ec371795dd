/** `garrison ledger …` as rows. */
import { code } from "../row/Code.ts"

const PLAYER = "019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f"
const RECORD = "019aa1f3-02c4-7a30-8a55-1f0c9be7d2a6"

/** The ledger. */
export const rows = {
  "ledger show": code(undefined, {
    fields: [],
    own: {
      player_uuid: { kind: "text", refers: "player", isRequired: true, sentence: "The player's player_uuid" },
      inventory_id: {
        kind: "text",
        isRequired: true,
        sentence: "The record; garrison player inventory lists those of a player",
      },
      limit: { kind: "integer", sentence: "The newest N, 1 to 1000 (default: 100)" },
      before: {
        kind: "integer",
        metavar: "REVISION",
        sentence: "Only changes older than this revision of the record",
      },
    },
    arguments: ["player_uuid", "inventory_id"],
    title: "Show where a record came from and what it paid for",
    sentence:
      "Show the changes of a record of a player, the newest first: which order made each, and what else the same entry of that order took and gave. So it says where the record came from and what it paid for.",
    examples: [[`${PLAYER} ${RECORD}`], [`${PLAYER} ${RECORD} --json`, "For scripts"]],
  }),
  "ledger verify": code(undefined, {
    fields: [],
    own: {
      player_uuid: {
        kind: "text",
        refers: "player",
        name: "player",
        metavar: "PLAYER_UUID",
        sentence: "Only the inventory of this player (default: all)",
      },
    },
    title: "Recompute inventories and ledger",
    sentence:
      "Recompute every inventory from the ledger, and the ledger and the claims from the orders, and report each difference from what is stored. Says which orders have a seal that takes the key secret to forge. Only reads, also while servers run. Ends with 1 when there is a difference, and with 4 when seals cannot be checked without the key secret.",
    examples: [[""], [`--player ${PLAYER} --json`, "One player, for scripts"]],
  }),
  "ledger accept": code(
    () => import("@garrison/core/order/operations/acceptUnsealed").then(({ acceptUnsealed }) => acceptUnsealed),
    {
      fields: [],
      own: {
        player_uuid: {
          kind: "text",
          name: "player",
          metavar: "PLAYER_UUID",
          sentence: "The player's player_uuid (default: every player with such orders)",
        },
      },
      conditions: ["reason", "dry-run"],
      title: "Take over orders that were stored without a seal",
      sentence:
        "Seal the orders that must have a seal and have none, as a server of an earlier version left them beside a newer schema. Verifies all that the player has before, and seals nothing where anything else differs. Each player is an act in the audit, with what was looked at. Ends with 1 when a player has other differences.",
      examples: [['--dry-run --reason "a look"'], [`--player ${PLAYER} --reason "the old node of Tuesday"`]],
    },
  ),
}
