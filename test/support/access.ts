/**
 * Who may ask for each operation, and what whoever may gets: written down here a second time, so that the contract
 * cannot change unnoticed. The table has every operation, or it does not compile.
 */
import type { RouteId } from "@garrison/http/contract/routes"

/** What a caller gets: a status, and the `error_code` of a refusal. */
export type Outcome = readonly [status: number, code?: string]

/** An operation that takes an access token. */
export interface Guarded {
  /** Whose token it takes. */
  readonly subject: "player" | "machine" | "any"
  /** The permissions that are enough, each alone; none: every caller of that kind may. */
  readonly anyOf: ReadonlyArray<string>
  /** Whether every player holds one. */
  readonly forPlayers: boolean
  /** The answer to the sample request of a caller who may. */
  readonly allowed: Outcome
}

/** `open` takes no token and no credentials; `client` takes the credentials of a client. */
type Rule = { readonly open: Outcome } | { readonly client: Outcome } | Guarded

const OK: Outcome = [200]
const NOT_FOUND: Outcome = [404, "resource_not_found"]

const guarded = (
  subject: Guarded["subject"],
  anyOf: ReadonlyArray<string>,
  forPlayers: boolean,
  allowed: Outcome = OK,
): Guarded => ({ subject, anyOf, forPlayers, allowed })

/** One of the caller's own: for players, who hold the permission. */
const own = (anyOf: ReadonlyArray<string>, allowed?: Outcome) => guarded("player", anyOf, true, allowed)
/** One for every caller who is logged in or a machine, players among them. */
const shared = (anyOf: ReadonlyArray<string>, allowed?: Outcome) => guarded("any", anyOf, true, allowed)
/** One for servers and operators. */
const privileged = (anyOf: ReadonlyArray<string>, allowed?: Outcome) => guarded("any", anyOf, false, allowed)

const readNotifications = [
  "notification:playerid:*",
  "notification:playerid:read",
  "notification:playerid:self:*",
  "notification:playerid:self:read",
]
const readOwnItems = ["inv:read_inv:player:self", "inv:read_inv:player:any"]
const readOwnOrders = ["inv:read_order:player:self", "inv:read_order:player:any"]
const orderForOneself = ["inv:create_order:player:self", "inv:create_order:player:any"]
const orderForAnyone = ["inv:create_order:player:any", "operator:spend:item"]
const readItems = ["inv:read_inv:player:any", "operator:read:player"]
const readOrders = ["inv:read_order:player:any", "operator:read:order"]

/**
 * The rules (interface, sections 4 and 5; decisions, section 3). The samples of reading one order name an order that
 * was never submitted, so whoever may read gets a 404; those of logins by redirect belong to no login.
 */
export const rules: Readonly<Record<RouteId, Rule>> = {
  login: { client: OK },
  exchangeToken: { client: [403, "authorization_code_not_found"] },
  oauthLogin: { open: [403, "no_redirects_configured"] },
  oauthResponse: { open: [403, "failed_to_verify_state"] },
  oauthResponseForm: { open: [403, "failed_to_verify_state"] },
  jwks: { open: OK },
  publicKeys: { open: OK },
  livez: { open: OK },
  readyz: { open: OK },
  openapi: { open: OK },
  docs: { open: OK },
  logout: shared([]),
  portalUsers: own([]),
  linkPortalUser: own([]),
  unlinkPortalUser: own([], NOT_FOUND),
  updateCredentials: guarded("machine", ["accountOrg:config:edit", "account:config:edit"], false),
  notificationPage: own(readNotifications),
  broadcastNotification: privileged(["operator:broadcast:segment"]),
  notificationPoll: own(readNotifications),
  notificationStream: own(readNotifications),
  createNotification: privileged(["notification:playerid:write", "operator:broadcast:player"]),
  vendors: shared(["catalog:read"]),
  vendor: shared(["catalog:read"]),
  pricePoints: shared(["catalog:read"]),
  pricePoint: shared(["catalog:read"]),
  vendorEtags: shared(["catalog:read"]),
  lootOdds: shared(["catalog:read"]),
  ownInventory: own(readOwnItems),
  playerInventory: privileged(readItems),
  orderPage: own(readOwnOrders),
  submitOwnOrder: own(orderForOneself),
  startSession: own(orderForOneself),
  ownLevels: own(readOwnItems),
  playerLevels: privileged(readItems),
  submitOrder: privileged(orderForAnyone),
  submitOrders: guarded("machine", orderForAnyone, false),
  quoteOwnOrder: own(orderForOneself),
  quoteOrder: privileged(orderForAnyone),
  ownOrder: own(readOwnOrders, NOT_FOUND),
  playerOrder: privileged(readOrders, NOT_FOUND),
  explainOwnOrder: own(readOwnOrders, NOT_FOUND),
  explainOrder: privileged(readOrders, NOT_FOUND),
  playerPresence: shared(["presence:read", "presence:read:any"]),
  playerPresences: shared(["presence:read", "presence:read:any"]),
  ownPresence: own(["presence:read", "presence:edit:self"]),
  reportPresence: own(["presence:edit:self"]),
  presenceSettings: shared(["presence:read", "presence:edit:self"]),
}

/** Whether an operation takes an access token. */
export const isGuarded = (rule: Rule): rule is Guarded => "subject" in rule
