/** Resources that the examples of operations show, as JSON. */

type Json = Readonly<Record<string, unknown>>

/** The caller, and the player of the example. */
export const caller = "0193a5f0-8c2e-7d41-9b1f-6a2d54c3e8f7"
const moment = "2026-11-21T02:46:00.000Z"

/** Portal users of the caller. */
export const linkedPortalUsers: ReadonlyArray<Json> = [
  {
    platform: "Anon",
    portal_user_id: "Zk3v1n0c8m2XbWEmGzV8Zx2qTtHc0wQm1u4rYpLs7dE",
    display_name: "Ada",
    player_uuid: caller,
    created: moment,
  },
  { platform: "Golf", portal_user_id: "76561190000000001", display_name: "Ada", player_uuid: caller, created: moment },
]

/** A notification as players see it. */
export const notification: Json = {
  message: "Your trade was accepted.",
  custom_data: { trade: "4711" },
  notification_id: "mGzV8Zx2qTtHc0wQm1uXbWE",
  created: moment,
}

/** Loot of the demo world, so that the examples work on a server with it: a goblin's drops. */
export const GOBLIN = 1_000_655
/** The same: the daily reward. */
export const DAILY_REWARD = 2

const record: Json = {
  inventory_id: "0193a5f1-02c4-7a30-8a55-1f0c9be7d2a6",
  type: "persistent",
  legacy_inventory_id: 2_820_415_371_400_870,
  bucket: "anon",
  count: 100,
  acquired: moment,
}

const change = (loot_id: number, item_id: number, count: number): Json => ({
  type: "inventory_change",
  loot_id,
  inv_change: { after_item_id: item_id, after: { ...record, count } },
})

const order = (source: string, entry: Json, detail: Json): Json => ({
  source,
  order_id: "0193a5f1-02c4-7a30-8a55-1f0c9be7d2a4",
  player_uuid: caller,
  created_time: moment,
  entries: [
    {
      ...entry,
      quantity: 1,
      entry_id: "0193a5f1-02c4-7a30-8a55-1f0c9be7d2a5",
      result: "success",
      details: [detail],
    },
  ],
})

/** An order of a player, for the daily reward. */
export const ownOrder = order("CLIENT", { type: "fill_loot", loot_id: DAILY_REWARD }, change(32, 995, 100))

/** An order of a server, for what a goblin drops. */
export const goblinOrder = order("REWARDS", { type: "fill_loot", loot_id: GOBLIN }, change(2_002_018, 526, 1))

/** The order that begins an inventory session of a player with one entitlement. */
export const sessionOrder = order("ENTITLEMENTS", { type: "fill_entitled_loot", item_id: 1 }, change(1, 995, 5))

/** What an order for the daily reward would do. */
export const ownQuote: Json = {
  source: "CLIENT",
  player_uuid: caller,
  created_time: moment,
  entries: [
    {
      type: "fill_loot",
      loot_id: DAILY_REWARD,
      quantity: 1,
      result: "success",
      details: [
        {
          type: "inventory_change",
          loot_id: 32,
          inv_change: {
            after_item_id: 995,
            after: { type: "persistent", bucket: "anon", count: 100, acquired: moment },
          },
        },
      ],
    },
  ],
}

/** How the order of a player came about. */
export const ownExplanation: Json = {
  order_id: ownOrder["order_id"],
  player_uuid: caller,
  created_time: moment,
  source: "CLIENT",
  platform: "Anon",
  catalog_version: 1,
  catalog_etag: "JmQ0wYb7aYw5n0o2m1t3r6c9vXz8kLqPiHgFdSaEuTc",
  is_same: true,
  entries: [
    {
      type: "fill_loot",
      loot_id: DAILY_REWARD,
      quantity: 1,
      result: "success",
      steps: [
        { type: "quantity", loot_id: DAILY_REWARD, authored: 1, multiplier: 1, quantity: 1 },
        {
          type: "loot",
          loot_id: DAILY_REWARD,
          quantity: 1,
          steps: [
            { type: "quantity", loot_id: 32, authored: 100, multiplier: 1, quantity: 100 },
            {
              type: "loot",
              loot_id: 32,
              quantity: 100,
              steps: [
                {
                  type: "change",
                  loot_id: 32,
                  item_id: 995,
                  inventory_id: record["inventory_id"],
                  after: { count: 100 },
                  undone: false,
                },
              ],
            },
          ],
        },
      ],
    },
  ],
}

/** The presence of a player as others see it. */
export const presence: Json = {
  online: true,
  message: "In the arena",
  platform: "Anon",
  display_name: "Ada",
  player_uuid: caller,
  status: "online",
}

/** A presence as the player sees it. */
export const ownPresence: Json = { ...presence, do_not_disturb: false, last_seen: moment }

/** The levels of a player. */
export const levels: Json = {
  levels: [{ item_id: 7, count: 150, level: 3, level_minimum: 100, next_level: 4, next_level_minimum: 200 }],
}

/** What a player owns. */
export const inventory: Json = {
  data: [
    {
      item_id: 995,
      ...record,
    },
  ],
  page: { limit: 50 },
}
