/** `garrison player inventory`, `orders`, `give`, `take`, `trace` and `claw-back`: what a player owns, and whence. */
import { labelsBeside } from "@garrison/core/catalog/namesBeside"
import { traceTree } from "@garrison/core/order/inventoryShow"
import { clawBackFacts, madeOrderFacts } from "@garrison/core/order/show"
import { code } from "../../row/Code.ts"
import { command } from "../../row/Row.ts"
import { PLAYER } from "./examplePlayer.ts"
import { lacking } from "../order.ts"

const ORDER = "019aa1f3-0000-7000-8000-1a2b3c4d5e6f"

const record = { name: "record", metavar: "INVENTORY_ID" } as const

const clawBack = () => import("@garrison/core/order/operations/clawBackItem").then(({ clawBackItem }) => clawBackItem)

/** What a player owns. */
export const rows = {
  "player inventory": code(
    () => import("@garrison/core/inventory/operations/listInventory").then(({ listInventory }) => listInventory),
    {
      fields: ["player_uuid"],
      own: {},
      arguments: ["player_uuid"],
      form: "list",
      title: "Show what one player owns",
      sentence:
        "Show what one player owns: every record that has not expired, by item, with the name that the catalog gives the item in custom_data.name.",
      examples: [[PLAYER], [`${PLAYER} --json`, "For scripts"]],
    },
  ),
  "player give": command(() => import("@garrison/core/order/operations/giveItem").then(({ giveItem }) => giveItem), {
    arguments: ["player_uuid", "item_id", "count"],
    flags: { expires_at: "until" },
    names: true,
    show: madeOrderFacts,
    examples: [
      [`${PLAYER} 1 50 --reason "ticket 4711"`],
      [`${PLAYER} 1 50 --reason "ticket 4711" --dry-run --json`, "What would happen"],
    ],
  }),
  "player take": command(() => import("@garrison/core/order/operations/takeItem").then(({ takeItem }) => takeItem), {
    sentence:
      "Take an item from a player by an order of source SUPPORT, from the records that would be spent first. A player who has fewer is left as before. claw-back also follows what was spent or turned into something else.",
    arguments: ["player_uuid", "item_id", "count"],
    flags: { inventory_id: record },
    names: true,
    ask: (given) => `This takes {count} of ${labelsBeside(given).item(given.item_id)} from {player_uuid}.`,
    show: madeOrderFacts,
    examples: [
      [`${PLAYER} 1 50 --reason "ticket 4711" --yes`],
      [`${PLAYER} 1 50 --reason "ticket 4711" --dry-run --json`, "What would happen"],
    ],
  }),
  "player trace": command(
    () => import("@garrison/core/order/operations/traceInventory").then(({ traceInventory }) => traceInventory),
    {
      arguments: ["player_uuid"],
      flags: {
        item_id: "item",
        inventory_id: record,
        order_id: { name: "order", metavar: "ORDER_ID" },
      },
      refuse: ({ inventory_id: of, item_id: id, order_id: order }) =>
        of === undefined && id === undefined && order === undefined
          ? {
              kind: "usage",
              sentence: "A trace needs --item, --record or --order.",
              next: "Run `garrison player trace --help` for examples.",
            }
          : undefined,
      show: traceTree,
      examples: [[`${PLAYER} --item 995`], [`${PLAYER} --order ${ORDER} --json`, "For scripts"]],
    },
  ),
  "player claw-back": command(clawBack, {
    title: "Take an item from a player, wherever it went",
    arguments: ["player_uuid", "item_id"],
    flags: { inventory_id: record, order_id: { name: "order", metavar: "ORDER_ID" } },
    first: clawBack,
    names: true,
    ask: (given, rehearsed) =>
      lacking(rehearsed) ?? `This takes ${labelsBeside(given).item(given.item_id)} from player {player_uuid}.`,
    show: clawBackFacts,
    examples: [
      [`${PLAYER} 995 --count 100 --dry-run`, "What could be taken"],
      [`${PLAYER} 995 --order ${ORDER} --partial --reason "ticket 4711" --yes`, "What an order gave of the item"],
    ],
  }),
}
