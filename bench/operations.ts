/** The requests that are measured: the seven operations, their 304 answers, login, order submit, what clients poll. */
import type { LoadRequest } from "./load.ts"
import { EXCHANGES_PER_ROUND, SIMPLE_LOOT } from "./seed.ts"

/** What the requests to one server are made of; each server has players and tokens of its own. */
export interface Access {
  readonly url: string
  readonly players: ReadonlyArray<string>
  readonly credentials: ReadonlyArray<string>
  /** Authorization codes of players, each good for one exchange; none unless the exchange is measured. */
  readonly codes: ReadonlyArray<string>
  readonly playerToken: string
  readonly machineToken: string
}

/** One measurement. */
export interface Operation {
  readonly name: string
  readonly expectedStatus: number
  /** The ratio to reach against bare `node:http`, and against Fastify by hand. */
  readonly targets: { readonly bare?: number; readonly fastify?: number }
  /** Answers with 304: the requests get the current ETag. */
  readonly conditional: boolean
  /**
   * How many requests a round has, where each can be sent once only. The first request of all shows the answer. Absent:
   * the requests are sent again and again.
   */
  readonly requestsPerRound?: number
  /**
   * Requests that change what is measured, sent once to ours and to the Fastify floor. The floor of prepared bytes
   * still sends the answer of before.
   */
  readonly before?: (access: Access) => ReadonlyArray<LoadRequest>
  /** The requests, sent in turn. */
  readonly requests: (access: Access) => ReadonlyArray<LoadRequest>
}

/** The name of the exchange of an authorization code, which needs codes made for it. */
const EXCHANGE = "oauth token"

/** How many codes a run needs that measures only operations whose names contain `only`. */
export const codesNeeded = (rounds: number, only: string | undefined): number =>
  only === undefined || EXCHANGE.includes(only) ? 1 + EXCHANGES_PER_ROUND * (rounds + 1) : 0

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const json = { "content-type": "application/json" }

const get = (path: (access: Access) => string, token: "playerToken" | "machineToken") => (access: Access) => [
  { method: "GET", path: path(access), headers: bearer(access[token]) } as const,
]

const login = (access: Access): ReadonlyArray<LoadRequest> =>
  access.credentials.map((credential) => ({
    method: "POST",
    path: "/users/v1/login",
    headers: json,
    body: JSON.stringify({ grant_type: "anon", portal_access_token: credential, include_refresh: true }),
  }))

const exchange = ({ codes }: Access): ReadonlyArray<LoadRequest> =>
  codes.map((code) => ({
    method: "POST",
    path: "/users/v1/oauth/token",
    headers: json,
    body: JSON.stringify({ grant_type: "authorization_code", code }),
  }))

const submit = (access: Access): ReadonlyArray<LoadRequest> =>
  access.players.map((player) => ({
    method: "POST",
    path: `/inventory/v1/player/uuid/${player}/order`,
    headers: { ...json, ...bearer(access.machineToken) },
    body: JSON.stringify({
      source: "IN_GAME",
      entries: [{ type: "fill_loot", loot_id: SIMPLE_LOOT.loot_id, quantity: 1 }],
    }),
  }))

const notifications = get(() => "/notification/v1/playerid/me/notification?page_size=10", "playerToken")

/** Four broadcasts, three of which the player reads: the page has them before the newest of the player's own list. */
const broadcasts = ({ machineToken, players }: Access): ReadonlyArray<LoadRequest> =>
  [
    { all: true, message: "Maintenance begins in an hour" },
    { role_id: 1, message: "A new season has begun" },
    { player_uuids: players.slice(0, 2), message: "Your guild was named" },
    { player_uuids: players.slice(1, 3), message: "Another guild was named" },
  ].map((broadcast) => ({
    method: "POST",
    path: "/notification/v1/broadcast",
    headers: { ...json, ...bearer(machineToken) },
    body: JSON.stringify(broadcast),
  }))

/** As clients ask for it: the whole catalog of the demo is 14 MB, 1.8 MB with gzip. */
const vendors = ({ playerToken }: Access): ReadonlyArray<LoadRequest> => [
  {
    method: "GET",
    path: "/inventory/v1/catalog/vendor",
    headers: { ...bearer(playerToken), "accept-encoding": "gzip" },
  },
]
/** What loot costs: all prices, and the one that a shop looks up, of the demo. */
export const PRICE_PATHS = ["/inventory/v1/catalog/price-point", "/inventory/v1/catalog/price-point/shark"] as const
const [ALL_PRICES, ONE_PRICE] = PRICE_PATHS
const prices = get(() => ALL_PRICES, "playerToken")
const price = get(() => ONE_PRICE, "playerToken")

const presence = get(({ players }) => `/presence/v1/player/uuid/${players[0]}/presence`, "playerToken")

/** A friend list: the presence of 200 players, the reader among them. */
const friends = ({ playerToken, players }: Access): ReadonlyArray<LoadRequest> => [
  {
    method: "POST",
    path: "/presence/v1/player/presence:batch",
    headers: { ...json, ...bearer(playerToken) },
    body: JSON.stringify({ player_uuids: players.slice(0, 200) }),
  },
]

const inventory = get(() => "/inventory/v1/player/me/inventory", "playerToken")

/** The heartbeat of a client, which names the status as it stands. */
const report = ({ playerToken }: Access): ReadonlyArray<LoadRequest> => [
  {
    method: "PATCH",
    path: "/presence/v1/player/me/presence",
    headers: { ...json, ...bearer(playerToken) },
    body: JSON.stringify({ status: "online" }),
  },
]

/** The heartbeat that the pages ask for: without a body. */
const heartbeat = ({ playerToken }: Access): ReadonlyArray<LoadRequest> => [
  { method: "PATCH", path: "/presence/v1/player/me/presence", headers: bearer(playerToken) },
]

const plain = { expectedStatus: 200, conditional: false } as const
const unchanged = { expectedStatus: 304, conditional: true } as const

/** Everything that is measured over HTTP, in the order of the interface. */
export const operations: ReadonlyArray<Operation> = [
  { ...plain, name: "login", targets: {}, requests: login },
  { ...plain, name: EXCHANGE, targets: { fastify: 0.8 }, requestsPerRound: EXCHANGES_PER_ROUND, requests: exchange },
  {
    ...plain,
    name: "m2m credentials",
    targets: {},
    requests: ({ machineToken }) => [
      {
        method: "PUT",
        path: "/v2/account/me/m2m-credentials",
        headers: { ...json, ...bearer(machineToken) },
        body: JSON.stringify({ description: "measured" }),
      },
    ],
  },
  { ...plain, name: "notification page", targets: { fastify: 0.9 }, requests: notifications },
  { ...unchanged, name: "notification page 304", targets: { fastify: 0.9 }, requests: notifications },
  {
    ...plain,
    name: "order page",
    targets: { fastify: 0.7 },
    requests: get(() => "/inventory/v1/player/me/order?limit=10", "playerToken"),
  },
  { ...plain, name: "inventory page", targets: { fastify: 0.7 }, requests: inventory },
  { ...unchanged, name: "inventory page 304", targets: { fastify: 0.7 }, requests: inventory },
  { ...plain, name: "catalog", targets: { bare: 0.85 }, requests: vendors },
  { ...unchanged, name: "catalog 304", targets: { bare: 0.85 }, requests: vendors },
  { ...plain, name: "catalog prices", targets: { bare: 0.85 }, requests: prices },
  { ...unchanged, name: "catalog prices 304", targets: { bare: 0.85 }, requests: prices },
  { ...plain, name: "catalog price", targets: { bare: 0.85 }, requests: price },
  { ...unchanged, name: "catalog price 304", targets: { bare: 0.85 }, requests: price },
  { ...plain, name: "presence", targets: { fastify: 0.9 }, requests: presence },
  { ...unchanged, name: "presence 304", targets: { fastify: 0.9 }, requests: presence },
  { ...plain, name: "presence list of 200", targets: {}, requests: friends },
  { ...plain, name: "presence report", targets: { fastify: 0.7 }, requests: report },
  { ...plain, name: "presence heartbeat", targets: { fastify: 0.9 }, requests: heartbeat },
  { ...plain, name: "order submit", targets: { fastify: 0.5 }, requests: submit },
  // Last, because the broadcasts stand in every page from then on.
  {
    ...plain,
    name: "notification page, broadcasts",
    targets: { fastify: 0.9 },
    before: broadcasts,
    requests: notifications,
  },
  {
    ...unchanged,
    name: "notification page, broadcasts 304",
    targets: { fastify: 0.9 },
    before: broadcasts,
    requests: notifications,
  },
]
