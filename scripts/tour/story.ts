/**
 * What happens on the tour: a player comes in, wins loot, is seen and hides; a game server changes its secret; users
 * log in by every grant.
 */
import { type Answer, bearer, type Call, failWith, text, visit } from "./requests.ts"
import type { TourServer } from "./server.ts"
import { heading } from "./show.ts"

const anon = { grant_type: "anon", portal_access_token: "tour-player-device-secret", portal_display_name: "Tourist" }

interface Loot {
  readonly custom_data?: { readonly name?: string }
}

/** The loot that stands for killing this monster: in the vendor of all kills, loot is named after its monster. */
const killOf = (catalog: Answer, monster: string): number => {
  const vendors = catalog.body["vendors"] as Readonly<Record<string, { loot?: Readonly<Record<string, Loot>> }>>
  const found = Object.entries(vendors["1000000"]?.loot ?? {}).find(([, loot]) => loot.custom_data?.name === monster)
  return found === undefined ? failWith(`the catalog has no ${monster}`) : Number(found[0])
}

/** A player comes in: health, login, refresh, the catalog twice, notifications. */
const arrive = async (call: Call) => {
  heading("The server is up")
  await call({ path: "/readyz", status: 200 })
  await call({ path: "/.well-known/jwks.json", status: 200 })

  heading("A player logs in, and gets a refresh token")
  const login = await call({ path: "/users/v1/login", body: { ...anon, include_refresh: true }, status: 200 })
  const refresh = {
    grant_type: "refresh",
    portal_access_token: text(login.body["refresh_token"]),
    include_refresh: true,
  }
  const player = await call({ path: "/users/v1/login", body: refresh, status: 200 })

  heading("The player gets the catalog once, and the second time nothing has changed")
  const catalog = await call({ path: "/inventory/v1/catalog/vendor", headers: bearer(player), status: 200 })
  const seen = { ...bearer(player), "if-none-match": text(catalog.headers.get("etag")) }
  await call({ path: "/inventory/v1/catalog/vendor", headers: seen, status: 304 })

  heading("The player reads notifications")
  await call({ path: "/notification/v1/playerid/me/notification", headers: bearer(player), status: 200 })
  return { player, catalog }
}

/** The game server reports a kill, twice with the same reference, and sends a notification. */
const fight = async (call: Call, player: Answer, catalog: Answer, server: Answer) => {
  const uuid = text(player.body["active_player_uuid"])
  heading("The game server reports that the player has killed a Cow; its drops are rolled")
  const kill = {
    source: "REWARDS",
    client_order_ref_id: "0e8a3c5e-7d1f-4c52-9f6a-0a2b4c6d8e10",
    match_id: "tour-1",
    entries: [{ type: "fill_loot", loot_id: killOf(catalog, "Cow"), quantity: 1 }],
  }
  const path = `/inventory/v1/player/uuid/${uuid}/order`
  const order = await call({ path, headers: bearer(server), body: kill, status: 200 })
  heading("Reported again with the same reference, it is the same order: nothing is rolled twice")
  const again = await call({ path, headers: bearer(server), body: kill, status: 200 })
  if (order.body["order_id"] !== again.body["order_id"]) failWith("the same reference gave another order")

  heading("The game server sends the player a message")
  const message = { message: "You found loot.", custom_data: { order_id: text(order.body["order_id"]) } }
  await call({
    path: `/notification/v1/playerid/${uuid}/notification`,
    headers: bearer(server),
    body: message,
    status: 200,
  })

  heading("The player sees the order and the message")
  await call({ path: "/inventory/v1/player/me/order?sort=desc&limit=5", headers: bearer(player), status: 200 })
  await call({ path: "/notification/v1/playerid/me/notification?page_size=1", headers: bearer(player), status: 200 })
}

/** Presence: reported, seen by another player, hidden, seen again. */
const appear = async (call: Call, player: Answer) => {
  const own = "/presence/v1/player/me/presence"
  heading("The player reports presence")
  const report = { status: "online", message: "Hunting cows" }
  await call({ method: "PATCH", path: own, headers: bearer(player), body: report, status: 200 })
  heading("Another player looks")
  const friend = await call({
    path: "/users/v1/login",
    body: { grant_type: "anon", portal_access_token: "tour-friend-device-secret" },
    status: 200,
  })
  const view = `/presence/v1/player/uuid/${text(player.body["active_player_uuid"])}/presence`
  const seen = await call({ path: view, headers: bearer(friend), status: 200 })
  const unchanged = { ...bearer(friend), "if-none-match": text(seen.headers.get("etag")) }
  await call({ path: view, headers: unchanged, status: 304 })
  heading("The player hides, and looks offline to others")
  await call({ method: "PATCH", path: own, headers: bearer(player), body: { status: "invisible" }, status: 200 })
  await call({ path: view, headers: bearer(friend), status: 200 })
}

/** The machine client replaces its own secret; the old one works for the overlap. */
const rotate = async (call: Call, server: Answer, basic: string) => {
  heading("The game server rotates its secret; old and new both work for a day")
  const rotated = await call({
    method: "PUT",
    path: "/v2/account/me/m2m-credentials?rotate_secret=true",
    headers: bearer(server),
    body: {},
    status: 200,
  })
  const secret = text(rotated.body["client_secret"])
  const renewed = `Basic ${Buffer.from(`tour-server:${secret}`).toString("base64")}`
  const credentials = { grant_type: "client_credentials" }
  for (const authorization of [renewed, basic]) {
    await call({ path: "/users/v1/login", headers: { authorization }, body: credentials, status: 200 })
  }
}

/** Users of every portal log in, and of the grants that no portal verifies. */
const enter = async (call: Call, sandboxUrl: string) => {
  const credentials = (await (await fetch(`${sandboxUrl}/sandbox/credentials`)).json()) as ReadonlyArray<{
    readonly grant_type: string
    readonly platform: string | null
    readonly body: unknown
  }>
  for (const { body, grant_type, platform } of credentials) {
    heading(`A login by ${grant_type}: ${platform ?? "no user"}`)
    const login = await call({ path: "/users/v1/login", body, status: 200 })
    if ((login.body["platform"] ?? null) !== platform) failWith(`it is not ${platform}`)
  }
}

/** Plays the whole story; answers with how many requests it took. */
export const play = async ({ addresses, operator }: TourServer): Promise<number> => {
  let steps = 0
  const { sandboxUrl, url } = await addresses
  const send = visit(url)
  const call: Call = (step) => {
    steps++
    return send(step)
  }
  const { player, catalog } = await arrive(call)
  heading("An operator creates a machine client, and the game server logs in with it")
  const client = await operator("client", "create", "tour-server", "--kind", "machine", "--permission", "*", "--json")
  const basic = `Basic ${Buffer.from(`tour-server:${text(client["client_secret"])}`).toString("base64")}`
  const server = await call({
    path: "/users/v1/login",
    headers: { authorization: basic },
    body: { grant_type: "client_credentials" },
    status: 200,
  })
  await fight(call, player, catalog, server)
  await appear(call, player)
  await rotate(call, server, basic)
  await enter(call, sandboxUrl)
  return steps
}
