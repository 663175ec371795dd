/**
 * A program over a client that is generated from the OpenAPI document, as other developers write one: no cast, no check
 * of members that the document requires. `generatedClient.test.ts` generates `api.ts`, compiles both strictly, and runs
 * the program.
 */
import createClient from "openapi-fetch"
import type { components, paths } from "./api.js"

type Schemas = components["schemas"]

/** What the program is given: where the server is, a machine client with every permission, and a loot to claim. */
export interface Given {
  readonly url: string
  readonly machine: { readonly clientId: string; readonly secret: string }
  readonly lootId: number
}

/** The fifteen, as the compiler knows them: one missing or one more does not compile. */
const grantTypes = {
  anon: true,
  alpha: true,
  bravo: true,
  refresh: true,
  charlie: true,
  deltalive: true,
  echo4_v1: true,
  echo4_v3: true,
  echo5_v3: true,
  foxtrot: true,
  foxtrot_switch: true,
  golf: true,
  basic: true,
  juliet: true,
  client_credentials: true,
} satisfies Record<Schemas["LoginRequest"]["grant_type"], true>

const refused = (error: Schemas["Error"] | Schemas["ValidationError"]): Error =>
  new Error("detail" in error ? error.detail.map(({ msg }) => msg).join() : `${error.error_code}: ${error.desc}`)

const clientWith = (url: string, token: string) =>
  createClient<paths>({ baseUrl: url, headers: { authorization: `Bearer ${token}` } })

const catalogOf = async (client: ReturnType<typeof clientWith>, lootId: number) => {
  const { data, error, response } = await client.GET("/inventory/v1/catalog/vendor")
  if (data === undefined) throw refused(error)
  const tag: string = data.cache_info.etag
  const again = await client.GET("/inventory/v1/catalog/vendor", { params: { header: { "if-none-match": tag } } })
  for (const vendor of Object.values(data.vendors)) {
    const type: "recipe" | "randomly_sampled" = vendor.type
    const loot = vendor.loot[String(lootId)]
    if (loot === undefined) continue
    // Always there, so that no client has to guess what counts where a field is absent.
    const counts: readonly [boolean, number, number, number, boolean] = [
      loot.active,
      loot.quantity,
      loot.drop_weight,
      loot.required_item_count,
      loot.allow_partial_bundles,
    ]
    return {
      type,
      counts,
      operation: loot.inventory_operation,
      tag: response.headers.get("etag"),
      again: again.response.status,
    }
  }
  throw new Error("the loot is in no vendor")
}

const ordersOf = async (client: ReturnType<typeof clientWith>, lootId: number) => {
  const path = "/inventory/v1/player/me/order"
  const { data: order, error } = await client.POST(path, {
    body: { entries: [{ type: "fill_loot", loot_id: lootId, quantity: 2 }] },
  })
  if (order === undefined) throw refused(error)
  const [entry] = order.entries
  if (entry === undefined) throw new Error("the order has no entry")
  const result: Schemas["OrderEntry"]["result"] = entry.result
  const changed = entry.details.map((detail) => detail.inv_change?.after.count)
  const { data: page } = await client.GET(path, { params: { query: { sort: "desc", limit: 1 } } })
  if (page === undefined) throw new Error("there is no page")
  const limit: number = page.page.limit
  const inventory = await client.GET("/inventory/v1/player/me/inventory", { params: { query: { limit: 10 } } })
  if (inventory.data === undefined) throw refused(inventory.error)
  const owned = inventory.data.data.map(({ count, item_id }) => [item_id, count] as const)
  return { result, changed, limit, sort: page.page.sort, orders: page.data.length, owned }
}

const notificationsOf = async (
  player: ReturnType<typeof clientWith>,
  machine: ReturnType<typeof clientWith>,
  playerUuid: string,
) => {
  const send = () =>
    machine.POST("/notification/v1/playerid/{player_uuid}/notification", {
      params: { path: { player_uuid: playerUuid }, header: { "idempotency-key": "of-the-generated-client" } },
      body: { message: "hello" },
    })
  const sent = [await send(), await send()]
  const { data } = await player.GET("/notification/v1/playerid/me/notification", {
    params: { query: { page_size: 5 } },
  })
  const listed = data?.notifications.map(({ message, notification_id }) => [message, notification_id])
  return { ids: sent.map((one) => one.data?.notification_id), listed }
}

/** What the compiler knows of refusals: each has its code, out of those that this operation may answer with. */
const refusalsOf = async (url: string) => {
  const { error } = await clientWith(url, "broken").GET("/presence/v1/settings")
  if (error === undefined || "detail" in error) throw new Error("a broken token was not refused")
  const isRetryable: boolean = error.error_code === "service_unavailable"
  const login = await createClient<paths>({ baseUrl: url }).POST("/users/v1/login", {
    body: { grant_type: "basic", portal_access_token: "ada:wrong" },
  })
  if (login.error === undefined || "detail" in login.error) throw new Error("the login was not refused")
  const missing: boolean = "needs_eula" in login.error ? login.error.needs_eula : false
  return { code: error.error_code, success: error.auth_success, isRetryable, login: login.error.error_code, missing }
}

/** Plays through the contract; answers with what came of it. */
export const play = async ({ lootId, machine, url }: Given) => {
  const open = createClient<paths>({ baseUrl: url })
  const login = await open.POST("/users/v1/login", {
    body: { grant_type: "anon", portal_access_token: "a-device-of-the-generated-client", include_refresh: true },
  })
  if (login.data === undefined) throw refused(login.error)
  const { access_token, active_player_uuid: playerUuid = "", expires_in, permissions } = login.data
  const player = clientWith(url, access_token)
  const account = await open.POST("/users/v1/login", {
    body: { grant_type: "client_credentials", portal_access_token: `${machine.clientId}:${machine.secret}` },
  })
  if (account.data === undefined) throw refused(account.error)
  const server = clientWith(url, account.data.access_token)
  const presence = await player.PATCH("/presence/v1/player/me/presence", { body: { status: "online" } })
  const seen = await server.GET("/presence/v1/player/uuid/{player_uuid}/presence", {
    params: { path: { player_uuid: playerUuid } },
  })
  const given = await server.GET("/inventory/v1/player/uuid/{player_uuid}/inventory", {
    params: { path: { player_uuid: playerUuid } },
  })
  const rotated = await server.PUT("/v2/account/me/m2m-credentials", {
    params: { query: { rotate_secret: true }, header: { "idempotency-key": "a-rotation" } },
  })
  const invalid = await player.GET("/inventory/v1/player/me/order", { params: { query: { limit: 51 } } })
  const results = {
    grantTypes: Object.keys(grantTypes).length,
    expires: expires_in,
    permissions: permissions.length,
    catalog: await catalogOf(player, lootId),
    orders: await ordersOf(player, lootId),
    notifications: await notificationsOf(player, server, playerUuid),
    presence: [presence.data?.status, seen.data?.online],
    inventory: given.data?.data.length,
    rotated: rotated.data?.client_secret.slice(0, 4),
    invalid: invalid.error !== undefined && "detail" in invalid.error ? invalid.error.detail[0]?.type : undefined,
    refusals: await refusalsOf(url),
    keys: (await open.GET("/.well-known/jwks.json")).data?.keys.length,
    ready: (await open.GET("/readyz")).data?.status,
  }
  const { data } = await player.POST("/users/v1/logout")
  return { ...results, ended: data?.sessions_ended }
}
