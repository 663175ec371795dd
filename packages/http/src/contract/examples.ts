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

const order: Json = {
  source: "CLIENT",
  order_id: "0193a5f1-02c4-7a30-8a55-1f0c9be7d2a4",
  player_uuid: player,
  created_time: moment,
  entries: [
    {
      type: "fill_loot",
      loot_id: 100,
      quantity: 2,
      entry_id: "0193a5f1-02c4-7a30-8a55-1f0c9be7d2a5",
      result: "success",
      details: [],
    },
  ],
}

const submission: Example = {
  request: {
    client_order_ref_id: "6f1f8e9e-5f6b-4a55-9f0f-2b0c1c1f5b6a",
    entries: [{ type: "fill_loot", loot_id: 100, quantity: 2 }],
  },
  answer: order,
}

const presence: Json = {
  online: true,
  message: "In the arena",
  platform: "Anon",
  display_name: "Ada",
  player_uuid: player,
  status: "online",
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
  orderPage: { answer: { data: [order], page: { sort: "asc", limit: 10 } } },
  submitOwnOrder: submission,
  submitOrder: submission,
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
