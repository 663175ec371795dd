/** Inputs for operations, which name nobody and nothing that there is. */

/** The uuid of no player. */
const NOBODY = "00000000-0000-4000-8000-000000000009"

/** A value for each field that an operation asks for. */
export const given: Readonly<Record<string, unknown>> = {
  player_uuid: NOBODY,
  other_player_uuid: NOBODY,
  player_uuids: [NOBODY],
  restriction_id: NOBODY,
  client_id: "nobody",
  order_id: NOBODY,
  item_id: 1,
  role_id: 7,
  name: "moderator",
  kind: "machine",
  permissions: [],
  disabled: true,
  username: "nobody",
  password: "correct horse battery",
  type: "account_ban",
  platform: "Golf",
  portal_user_id: "nobody",
  grant_type: "anon",
  portal_access_token: "nobody",
  message: "Hello",
  entries: [{ type: "fill_loot", loot_id: 1, quantity: 1 }],
  orders: [],
  vendor_id: 1,
  price_point_guid: "p",
  from: 1,
  id: "nobody",
  version: 1,
  days: 90,
  document: {},
  loot_id: 1,
  count: 1,
  state: "nobody",
  code: "nobody",
  portal: "alpha",
  status: "online",
}

/** The same for one operation, by its name. */
export const ofOne: Readonly<Record<string, object>> = {
  "restriction.list": { state: "past" },
  "item.give": { type: "persistent" },
  "item.take": { type: "persistent" },
  "catalog.browse": { kind: "item" },
  "catalog.showEntry": { kind: "item" },
  // Otherwise it would wait, and the clock of a test stands still.
  "notification.poll": { deadline: 0 },
  "audit.accept": { table: "role", id: "99" },
  "oauth.begin": { platform: "alpha", response_path: "/", redirect_uri: "http://127.0.0.1:9/" },
  "oauth.respond": { platform: "alpha" },
  "oauth.exchange": { grant_type: "authorization_code" },
}
