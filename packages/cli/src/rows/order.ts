/** `garrison order …` as rows. */
import { foundOrders, locatedFacts, refundFacts } from "@garrison/core/order/show"
import { code } from "../row/Code.ts"
import { command, type Refused } from "../row/Row.ts"

const PLAYER = "019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f"
const ORDER = "019aa1f3-0000-7000-8000-1a2b3c4d5e6f"

const refundOrder = () => import("@garrison/core/order/operations/refundOrder").then((module) => module.refundOrder)

/** The refusal that a rehearsal came to, which is said before any question; undefined: it refuses nothing. */
export const lacking = (rehearsed: unknown): Refused | undefined => {
  if ((rehearsed as { readonly state: string } | undefined)?.state !== "refused") return undefined
  return {
    kind: "conflict",
    sentence: "Not all of it can be taken back. Nobody was asked, and nothing was changed.",
    next: "--partial takes what is there and writes down the rest as owed; --from-paid takes from what was paid for, too.",
  }
}

/** What an order is made of, for submitting and for quoting it. */
const orderParts = {
  file: {
    kind: "text",
    alias: "f",
    metavar: "FILE",
    sentence: "The order as JSON or YAML, the body of the order operation; - reads stdin",
  },
  loot: { kind: "integer", refers: "loot", sentence: "Without --file: fulfil this loot, by id or as vendor/loot" },
  quantity: {
    kind: "integer",
    alias: "n",
    sentence: "With --loot: the quantity of an entry. A drop table rolls once, whatever it is",
  },
  times: { kind: "integer", sentence: "With --loot: so many equal entries, 1 to 100, each with its own roll" },
  source: { kind: "text", sentence: "With --loot: the order's source" },
  ref: {
    kind: "text",
    metavar: "UUID",
    sentence: "client_order_ref_id: orders with the same reference are fulfilled once",
  },
} as const

/** The orders that an export or a replay is about, of which a player is one. */
const scope = (does: string) =>
  ({
    player_uuid: { kind: "text", refers: "player", sentence: `${does} the orders of this player` },
    day: {
      kind: "text",
      metavar: "YYYY-MM-DD",
      sentence: `${does} the orders of every player on this day (UTC)`,
    },
    all: { kind: "flag", sentence: `${does} every order of every player` },
  }) as const

/** Orders. */
export const rows = {
  "order submit": code(() => import("@garrison/core/order/operations/submitOrder").then((one) => one.submitOrder), {
    fields: ["player_uuid"],
    own: orderParts,
    arguments: ["player_uuid"],
    title: "Submit an order for a player",
    sentence:
      "Submit an order for a player and print the result of each entry. Ends with 1 when an entry was not fulfilled.",
    examples: [
      [`${PLAYER} --loot 1000655 --times 3`, "Three kills of loot 1000655, a goblin of the demo world"],
      [`${PLAYER} --file order.json --json`, "A whole order from a file, for scripts"],
    ],
  }),
  "order submit-many": code(undefined, {
    fields: [],
    own: {
      file: {
        kind: "text",
        isRequired: true,
        sentence: "The orders, a line of JSON each or one JSON array; - reads stdin",
      },
      dryRun: { kind: "flag", name: "dry-run", sentence: "Quote each order by itself, and store nothing" },
      wait: {
        kind: "flag",
        sentence: "Let an order beyond the rate of its player wait for it (default: on a terminal)",
        without: ["no-wait", "Refuse such an order"],
      },
    },
    arguments: ["file"],
    title: "Submit orders of many players",
    sentence:
      'Submit orders of many players, and print a line for each: its number in the file, the player, the order_id and the result of each entry, or the error. An order is the body of the order operation with its player: {"player_uuid": "…", "entries": [ … ]}. The file is read and checked whole before the first order is submitted; then 100 orders are submitted together, each by itself. Orders count against the rate of their player; with --wait one that is beyond it waits, and otherwise it is answered with too_many_requests. Ctrl-C says how far it came and how to go on. With a client_order_ref_id in each order, the file can be submitted again: what is stored is answered, and not fulfilled again. Ends with 1 when an entry was not fulfilled, or an order was refused.',
    examples: [
      ["orders.jsonl", "Each line an order"],
      ["orders.jsonl --dry-run", "What each would do by itself"],
      ["- --json", "From stdin, for scripts"],
    ],
  }),
  "order quote": code(() => import("@garrison/core/odds/operations/quoteOrder").then((one) => one.quoteOrder), {
    fields: ["player_uuid"],
    own: {
      ...orderParts,
      expected: {
        kind: "flag",
        sentence: "Do not draw: print the odds of each entry by itself, as fractions with --json",
      },
    },
    arguments: ["player_uuid"],
    title: "Show what an order would do",
    sentence:
      "Show what an order would do for a player at this moment, and store nothing. Loot is drawn, and drawn anew when the order is submitted. Ends with 1 when an entry would not be fulfilled. With --expected nothing is drawn: each entry is answered with its odds, how it can fail among them.",
    examples: [
      [`${PLAYER} --loot 1000655 --times 3`, "What three kills of loot 1000655 would give"],
      [`${PLAYER} --loot 1000655 --expected`, "What it would give on average, and how likely each item is"],
      [`${PLAYER} --file order.json --json`, "A whole order from a file, for scripts"],
    ],
  }),
  "order show": code(() => import("@garrison/core/order/operations/findOrder").then((one) => one.findOrder), {
    fields: ["player_uuid", "order_id"],
    own: {},
    arguments: ["player_uuid", "order_id"],
    title: "Show one order and who submitted it",
    sentence:
      "Show all that is stored of one order: its entries and results, the player or machine client that submitted it, the catalog version, and the numbers that were drawn. --json also has the inventory records that the order read.",
    examples: [[`${PLAYER} ${ORDER}`], [`${PLAYER} ${ORDER} --json`, "For scripts"]],
  }),
  "order explain": code(
    () => import("@garrison/core/order/operations/explainOrder").then(({ explainOrder }) => explainOrder),
    {
      fields: ["player_uuid", "order_id"],
      own: {},
      arguments: ["player_uuid", "order_id"],
      title: "Show how an order came about",
      sentence:
        "Show how a stored order came about, as a tree: loot that was skipped and why, each number, each check with what it compared, each draw with its odds, each change. The order is interpreted again with the catalog version of its time; nothing is changed.",
      examples: [[`${PLAYER} ${ORDER}`], [`${PLAYER} ${ORDER} --json`, "For scripts"]],
    },
  ),
  "order replay": code(undefined, {
    fields: [],
    own: {
      ...scope("Replay"),
      order_id: { kind: "text", sentence: "Only this order" },
      after_player_uuid: {
        kind: "text",
        name: "after",
        metavar: "PLAYER_UUID",
        sentence: "With --day or --all: go on after this player, as an interrupted replay says",
      },
      corpus: {
        kind: "text",
        metavar: "FILE",
        sentence: "Replay the orders of a file of `garrison order export`; needs no database",
      },
    },
    arguments: ["player_uuid", "order_id"],
    title: "Check that orders still come to what is stored",
    sentence:
      "Interpret stored orders again, with the catalog version, the draws and the records of their time, and report each difference between what is stored and what the rules of this release come to. Only reads, also while servers run. Ends with 1 when there is a difference, or an order that cannot be replayed.",
    examples: [
      ["--day 2026-11-21", "One day, before an update"],
      [PLAYER, "One player"],
      ["--all --json", "Everything, for scripts"],
    ],
  }),
  "order export": code(undefined, {
    fields: [],
    own: {
      ...scope("Export"),
      after_player_uuid: {
        kind: "text",
        name: "after",
        metavar: "PLAYER_UUID",
        sentence: "With --day or --all: only players after this one",
      },
    },
    arguments: ["player_uuid"],
    form: "none",
    title: "Print orders as a corpus for replays",
    sentence:
      "Print stored orders with all that a replay needs, one line of JSON each: the order, what was drawn, the records that it read, and each catalog version once. `garrison order replay --corpus FILE` replays them without a database. The lines name players and what they own. Ends with 1 when an order cannot be read and is left out.",
    examples: [["--day 2026-11-21 > orders.jsonl", "One day"]],
  }),
  "order list": command(
    () => import("@garrison/core/order/operations/searchOrders").then(({ searchOrders }) => searchOrders),
    {
      arguments: ["player_uuid"],
      flags: {
        player_uuid: { flag: "player" },
        loot_id: "loot",
        item_id: "item",
        after: { metavar: "MARKER" },
      },
      show: foundOrders,
      examples: [
        [""],
        [`${PLAYER} --source CLIENT`],
        ["--loot monsters/goblin --from 2030-01-31T18:00:00Z"],
        ["--result cannot_afford_price --ndjson", "For scripts, an order a line"],
      ],
    },
  ),
  "order find": command(
    () => import("@garrison/core/order/operations/locateOrder").then(({ locateOrder }) => locateOrder),
    {
      arguments: ["order_id"],
      refusals: { OrderNotFound: { sentence: "There is no such order." } },
      show: locatedFacts,
      after: (order) => `All of it: garrison order show ${order.player_uuid} ${order.order_id}`,
      examples: [[ORDER]],
    },
  ),
  "order refund": command(refundOrder, {
    arguments: ["player_uuid", "order_id"],
    first: refundOrder,
    ask: (_given, rehearsed) => lacking(rehearsed) ?? "This refunds order {order_id} of player {player_uuid}.",
    names: true,
    show: refundFacts,
    examples: [
      [`${PLAYER} ${ORDER} --dry-run`, "What could be taken, and where the rest went"],
      [`${PLAYER} ${ORDER} --partial --reason "ticket 4711" --yes`, "Take what is there, and write down what is owed"],
    ],
  }),
}
