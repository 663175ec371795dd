/**
 * One request and one answer of each operation, as readers of the document see them and `/docs` offers to send them.
 */
import type { OperationId } from "./Api.ts"
import type { Json } from "./jsonSchema.ts"

/** What the document shows of an operation. */
export interface Example {
  readonly request?: Json
  readonly answer?: Json
}

const player = "0193a5f0-8c2e-7d41-9b1f-6a2d54c3e8f7"
const moment = "2026-11-21T02:46:00.000Z"

const notification: Json = {
  message: "Your trade was accepted.",
  custom_data: { trade: "4711" },
  notification_id: "mGzV8Zx2qTtHc0wQm1uXbWE",
  created: moment,
}

/** Loot of the demo world, so that the examples work where people try them: a goblin's drops, the daily reward. */
const GOBLIN = 1_000_655
const DAILY_REWARD = 2

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

const order = (source: string, loot_id: number, detail: Json): Json => ({
  source,
  order_id: "0193a5f1-02c4-7a30-8a55-1f0c9be7d2a4",
  player_uuid: player,
  created_time: moment,
  entries: [
    {
      type: "fill_loot",
      loot_id,
      quantity: 1,
      entry_id: "0193a5f1-02c4-7a30-8a55-1f0c9be7d2a5",
      result: "success",
      details: [detail],
    },
  ],
})

const ownOrder = order("CLIENT", DAILY_REWARD, change(32, 995, 100))

const presence: Json = {
  online: true,
  message: "In the arena",
  platform: "Anon",
  display_name: "Ada",
  player_uuid: player,
  status: "online",
}

const inventory: Json = {
  data: [
    {
      item_id: 995,
      ...record,
    },
  ],
  page: { limit: 50 },
}

/** The examples by operation; those without one answer what needs no example. */
export const examples: Readonly<Partial<Record<OperationId, Example>>> = {
  login: {
    request: { grant_type: "anon", portal_access_token: "any 16 to 256 characters", include_refresh: true },
  },
  exchangeToken: {
    request: { grant_type: "authorization_code", code: "the code from the redirect", accepted_eula: true },
    answer: { needs_eula: true, needs_tos: false, needs_privacy_policy: false, regenerated_code: "another code" },
  },
  logout: { answer: { sessions_ended: 1 } },
  updateCredentials: {
    request: { description: "match server, Frankfurt" },
    answer: { account_id: player, client_secret: "****x7Qa", description: "match server, Frankfurt" },
  },
  notificationPage: { answer: { notifications: [notification], cursor: "kQ2cV0yTqk0m5oZb8n1xAWA" } },
  createNotification: {
    request: { message: "Your trade was accepted.", custom_data: { trade: "4711" } },
    answer: notification,
  },
  ownInventory: { answer: inventory },
  playerInventory: { answer: inventory },
  orderPage: { answer: { data: [ownOrder], page: { sort: "asc", limit: 10 } } },
  submitOwnOrder: {
    request: {
      client_order_ref_id: "6f1f8e9e-5f6b-4a55-9f0f-2b0c1c1f5b6a",
      entries: [{ type: "fill_loot", loot_id: DAILY_REWARD, quantity: 1 }],
    },
    answer: ownOrder,
  },
  submitOrder: {
    request: { source: "REWARDS", entries: [{ type: "fill_loot", loot_id: GOBLIN, quantity: 1 }] },
    answer: order("REWARDS", GOBLIN, change(2_002_018, 526, 1)),
  },
  playerPresence: { answer: presence },
  ownPresence: { answer: { ...presence, do_not_disturb: false, last_seen: moment } },
  reportPresence: {
    request: { status: "online", message: "In the arena" },
    answer: { ...presence, do_not_disturb: false, last_seen: moment },
  },
  presenceSettings: { answer: { heartbeat_seconds: 30, offline_seconds: 60 } },
  livez: { answer: { status: "alive" } },
  readyz: { answer: { status: "ready" } },
}
