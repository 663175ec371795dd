/**
 * The methods of a host as rows over operations. A row says which fields of the input are arguments of their own, in
 * their sequence; the others are one object. An act takes its reason and conditions in that object, too. What a game
 * seldom calls is loaded at the first call. `npm run host-types` writes the types of the methods.
 */
import type { ErrorCode } from "./errorCodes.ts"
import { findPricePoint } from "./catalog/operations/findPricePoint.ts"
import { listPricePoints } from "./catalog/operations/listPricePoints.ts"
import type { GarrisonRequirements, GarrisonServices } from "./Garrison.ts"
import { listInventory } from "./inventory/operations/listInventory.ts"
import { listLevels } from "./inventory/operations/listLevels.ts"
import { linkPortalUser } from "./linking/operations/linkPortalUser.ts"
import { listPortalUsers } from "./linking/operations/listPortalUsers.ts"
import { unlinkPortalUser } from "./linking/operations/unlinkPortalUser.ts"
import { logIn } from "./login/operations/logIn.ts"
import { broadcastNotification } from "./notification/operations/broadcastNotification.ts"
import { createNotification } from "./notification/operations/createNotification.ts"
import { listNotifications } from "./notification/operations/listNotifications.ts"
import { pollNotifications } from "./notification/operations/pollNotifications.ts"
import { computeOdds } from "./odds/operations/computeOdds.ts"
import type { AnyOperation } from "./operation/Operation.ts"
import type { operations } from "./operations.ts"
import { beginSession } from "./order/operations/beginSession.ts"
import { explainOrder } from "./order/operations/explainOrder.ts"
import { listOrders } from "./order/operations/listOrders.ts"
import { locateOrder } from "./order/operations/locateOrder.ts"
import { quoteOrder } from "./odds/operations/quoteOrder.ts"
import { submitOrder } from "./order/operations/submitOrder.ts"
import { countOnline } from "./presence/operations/countOnline.ts"
import { reportPresence } from "./presence/operations/reportPresence.ts"
import { viewPresence } from "./presence/operations/viewPresence.ts"
import { viewPresences } from "./presence/operations/viewPresences.ts"

/** An operation that a host can ask for. */
export type Hosted = AnyOperation<ErrorCode, GarrisonServices | GarrisonRequirements>

/** What a method does in another way than most. */
interface Otherwise<Field extends string> {
  /** Values of fields that the method itself says. */
  readonly fixed?: Readonly<Partial<Record<Field, unknown>>>
  /** Whether the object is an order that may name loot and items. */
  readonly takesNames?: true
  /** Whether the answer mentions entries of the catalog by id, which `with` names. */
  readonly mentions?: true
  /** What stands after the object: where the player is, or what an act says of itself. */
  readonly after?: "address" | "act"
}

/** A method over an operation. */
export interface Row<out One extends Hosted = Hosted> extends Otherwise<string> {
  /** The operation, or what loads it. */
  readonly operation: One | (() => Promise<One>)
  /** The fields that are arguments of their own. */
  readonly fields: ReadonlyArray<string>
}

const row = <One extends Hosted>(
  operation: One | (() => Promise<One>),
  fields: ReadonlyArray<Extract<keyof One["input"], string>> = [],
  otherwise: Otherwise<Extract<keyof One["input"], string>> = {},
): Row<One> => ({ operation, fields, ...otherwise })

/** The methods that are rows, by name. */
export const hostRows = {
  login: row(logIn, [], { after: "address" }),
  linkPortalUser: row(linkPortalUser, ["player_uuid"], { after: "address" }),
  unlinkPortalUser: row(unlinkPortalUser, ["player_uuid"], { after: "address" }),
  portalUsers: row(listPortalUsers, ["player_uuid"]),
  submitOrder: row(submitOrder, ["player_uuid"], { takesNames: true, mentions: true }),
  quoteOrder: row(quoteOrder, ["player_uuid"], { takesNames: true, mentions: true, fixed: { results: "sampled" } }),
  quoteExpected: row(quoteOrder, ["player_uuid"], { takesNames: true, mentions: true, fixed: { results: "expected" } }),
  beginSession: row(beginSession, ["player_uuid"], { mentions: true }),
  orders: row(listOrders, ["player_uuid"], { mentions: true }),
  explainOrder: row(explainOrder, ["player_uuid", "order_id"]),
  locateOrder: row(locateOrder, ["order_id"]),
  inventory: row(listInventory, ["player_uuid"], { mentions: true }),
  levels: row(listLevels, ["player_uuid"], { mentions: true }),
  odds: row(computeOdds, ["loot_id"], { mentions: true }),
  pricePoints: row(listPricePoints),
  pricePoint: row(findPricePoint, ["price_point_guid"]),
  notify: row(createNotification, ["player_uuid"]),
  broadcast: row(broadcastNotification, [], { after: "act" }),
  notifications: row(listNotifications, ["player_uuid"]),
  awaitNotifications: row(pollNotifications, ["player_uuid"]),
  reportPresence: row(reportPresence, ["player_uuid"]),
  presence: row(viewPresence, ["player_uuid"]),
  presences: row(viewPresences, ["player_uuids"]),
  playersOnline: row(countOnline),

  // Players, and who they are.
  players: row(async () => (await import("./player/operations/listPlayers.ts")).listPlayers),
  searchPlayers: row(async () => (await import("./overview/operations/searchPlayers.ts")).searchPlayers),
  countPrunablePlayers: row(async () => (await import("./login/operations/countPrunable.ts")).countPrunable, ["days"]),
  player: row(async () => (await import("./player/operations/showPlayer.ts")).showPlayer, ["player_uuid"]),
  playerOverview: row(
    async () => (await import("./overview/operations/showOverview.ts")).showOverview,
    ["player_uuid"],
    { mentions: true },
  ),
  awaitPlayerChange: row(
    async () => (await import("./overview/operations/awaitChange.ts")).awaitChange,
    ["player_uuid"],
  ),
  namedInventory: row(
    async () => (await import("./overview/operations/listInventory.ts")).listNamedInventory,
    ["player_uuid"],
  ),
  orderSummaries: row(async () => (await import("./overview/operations/listOrders.ts")).listAllOrders, ["player_uuid"]),
  sentNotifications: row(
    async () => (await import("./overview/operations/listNotifications.ts")).listSentNotifications,
    ["player_uuid"],
  ),
  logins: row(async () => (await import("./overview/operations/listLogins.ts")).listLogins, ["player_uuid"]),
  securityEvents: row(
    async () => (await import("./overview/operations/listSecurityEvents.ts")).listSecurityEvents,
    ["player_uuid"],
  ),
  playerHistory: row(
    async () => (await import("./overview/operations/showPlayerHistory.ts")).showPlayerHistory,
    ["player_uuid"],
  ),
  setPlayerRole: row(
    async () => (await import("./player/operations/setPlayerRole.ts")).setPlayerRole,
    ["player_uuid", "role_id"],
  ),
  deletePlayer: row(async () => (await import("./player/operations/deletePlayer.ts")).deletePlayer, ["player_uuid"]),
  sessions: row(async () => (await import("./overview/operations/listSessions.ts")).listSessions, ["player_uuid"]),
  endSessions: row(async () => (await import("./player/operations/endSessions.ts")).endSessions, ["player_uuid"]),
  restrict: row(
    async () => (await import("./restriction/operations/addRestriction.ts")).addRestriction,
    ["player_uuid"],
  ),
  liftRestrictions: row(
    async () => (await import("./restriction/operations/liftRestrictions.ts")).liftRestrictions,
    ["player_uuid"],
  ),
  releaseRestrictions: row(
    async () => (await import("./restriction/operations/releaseRestrictions.ts")).releaseRestrictions,
  ),
  setRestrictionEnd: row(
    async () => (await import("./restriction/operations/setRestrictionEnd.ts")).setRestrictionEnd,
    ["player_uuid", "restriction_id"],
  ),
  restrictions: row(async () => (await import("./restriction/operations/listRestrictions.ts")).listRestrictions),
  linkByHand: row(async () => (await import("./linking/operations/linkForPlayer.ts")).linkForPlayer, ["player_uuid"]),
  unlinkByHand: row(
    async () => (await import("./linking/operations/unlinkForPlayer.ts")).unlinkForPlayer,
    ["player_uuid"],
  ),
  mergePlayers: row(
    async () => (await import("./merging/operations/mergePersons.ts")).mergePersons,
    ["player_uuid", "other_player_uuid"],
  ),
  unmergePlayers: row(
    async () => (await import("./merging/operations/unmergePersons.ts")).unmergePersons,
    ["player_uuid"],
  ),
  merges: row(async () => (await import("./merging/operations/listMerges.ts")).listMerges, ["player_uuid"]),
  createAccount: row(async () => (await import("./login/operations/createAccount.ts")).createAccount),
  changePassword: row(async () => (await import("./login/operations/changePassword.ts")).changePassword),
  sendNotification: row(
    async () => (await import("./notification/operations/sendNotification.ts")).sendNotification,
    ["player_uuid"],
  ),

  // What players own, and what they play.
  order: row(async () => (await import("./order/operations/findOrder.ts")).findOrder, ["player_uuid", "order_id"], {
    mentions: true,
  }),
  searchOrders: row(async () => (await import("./order/operations/searchOrders.ts")).searchOrders),
  replayOrder: row(
    async () => (await import("./order/operations/replayOrder.ts")).replayOrder,
    ["player_uuid", "order_id"],
  ),
  refundOrder: row(
    async () => (await import("./order/operations/refundOrder.ts")).refundOrder,
    ["player_uuid", "order_id"],
    { mentions: true },
  ),
  refunds: row(
    async () => (await import("./order/operations/showRefunds.ts")).showRefunds,
    ["player_uuid", "order_id"],
    { mentions: true },
  ),
  giveItem: row(async () => (await import("./order/operations/giveItem.ts")).giveItem, ["player_uuid", "item_id"], {
    mentions: true,
  }),
  takeItem: row(async () => (await import("./order/operations/takeItem.ts")).takeItem, ["player_uuid", "item_id"], {
    mentions: true,
  }),
  clawBackItem: row(
    async () => (await import("./order/operations/clawBackItem.ts")).clawBackItem,
    ["player_uuid", "item_id"],
    { mentions: true },
  ),
  traceInventory: row(
    async () => (await import("./order/operations/traceInventory.ts")).traceInventory,
    ["player_uuid"],
  ),
  owed: row(async () => (await import("./order/operations/listOwed.ts")).listOwed, ["player_uuid"], {
    mentions: true,
  }),
  acceptUnsealedOrders: row(
    async () => (await import("./order/operations/acceptUnsealed.ts")).acceptUnsealed,
    ["player_uuid"],
  ),
  publishedOdds: row(async () => (await import("./odds/operations/showOdds.ts")).showOdds, ["loot_id"], {
    mentions: true,
  }),
  presenceSettings: row(
    async () => (await import("./presence/operations/showPresenceSettings.ts")).showPresenceSettings,
  ),

  // The catalog.
  readCatalog: row(async () => (await import("./catalog/operations/readCatalog.ts")).readCatalog),
  vendor: row(async () => (await import("./catalog/operations/findVendor.ts")).findVendor, ["vendor_id"]),
  vendorEtags: row(async () => (await import("./catalog/operations/listVendorEtags.ts")).listVendorEtags),
  browseCatalog: row(async () => (await import("./catalog/operations/browseCatalog.ts")).browseCatalog, ["kind"]),
  catalogEntry: row(async () => (await import("./odds/operations/showEntry.ts")).showEntry, ["id"]),
  catalogVersions: row(async () => (await import("./catalog/operations/listVersions.ts")).listVersions),
  catalogVersion: row(async () => (await import("./catalog/operations/showVersion.ts")).showVersion, ["version"]),
  catalogDiff: row(async () => (await import("./odds/operations/diffVersions.ts")).diffVersions, ["from"]),
  republishCatalog: row(
    async () => (await import("./catalog/operations/republishVersion.ts")).republishVersion,
    ["version"],
  ),
  promotions: row(async () => (await import("./order/operations/listPromotions.ts")).listPromotions),

  // Clients, roles and keys.
  clients: row(async () => (await import("./client/operations/listClients.ts")).listClients),
  client: row(async () => (await import("./client/operations/showClient.ts")).showClient, ["client_id"]),
  clientHistory: row(
    async () => (await import("./overview/operations/showClientHistory.ts")).showClientHistory,
    ["client_id"],
  ),
  createClient: row(async () => (await import("./client/operations/createClient.ts")).createClient),
  editClient: row(async () => (await import("./client/operations/editClient.ts")).editClient, ["client_id"]),
  editClientRedirects: row(
    async () => (await import("./client/operations/editClientRedirects.ts")).editClientRedirects,
    ["client_id"],
  ),
  rotateClientSecret: row(
    async () => (await import("./client/operations/rotateClient.ts")).rotateClient,
    ["client_id"],
  ),
  retireClientSecret: row(
    async () => (await import("./client/operations/retireClientSecret.ts")).retireClientSecret,
    ["client_id"],
  ),
  setClientDisabled: row(
    async () => (await import("./client/operations/setClientDisabled.ts")).setClientDisabled,
    ["client_id", "disabled"],
  ),
  setClientRole: row(
    async () => (await import("./client/operations/setClientRole.ts")).setClientRole,
    ["client_id", "role_id"],
  ),
  removeClient: row(async () => (await import("./client/operations/removeClient.ts")).removeClient, ["client_id"]),
  roles: row(async () => (await import("./role/operations/listRoles.ts")).listRoles),
  putRole: row(async () => (await import("./role/operations/putRole.ts")).putRole, ["role_id"]),
  publicKeys: row(async () => (await import("./token/operations/listPublicKeys.ts")).listPublicKeys),
  signingKeys: row(async () => (await import("./token/operations/listSigningKeys.ts")).listSigningKeys),
  rotateSigningKey: row(async () => (await import("./token/operations/rotateSigningKey.ts")).rotateSigningKey),

  // The deployment.
  figures: row(async () => (await import("./figures/operations/showFigures.ts")).showFigures),
  attention: row(async () => (await import("./attention/operations/listAttention.ts")).listAttention),
  happenings: row(async () => (await import("./happening/operations/listHappenings.ts")).listHappenings),
  settings: row(async () => (await import("./environment/operations/listSettings.ts")).listSettings),
  audit: row(async () => (await import("./audit/operations/listAudit.ts")).listAudit),
  acceptAccessRow: row(async () => (await import("./audit/operations/acceptAccessRow.ts")).acceptAccessRow),
  verifyAudit: row(async () => (await import("./audit/operations/verifyAuditRows.ts")).verifyAuditRows),
} as const

/** The operations whose methods are code, with how these are called: what they take or answer is no plain JSON. */
export const hostCode = {
  "user.logOut": "logout(accessToken)",
  "order.submitMany": "submitOrders(orders)",
  "notification.stream": "notificationStream(playerUuid, query?)",
  "catalog.publish": "publishCatalog(document, options?)",
} as const

const OF_BROWSERS =
  "a browser is sent to an address of the HTTP server, so a server or handler of this process answers it"

/** The operations that are no method, with the reason. */
export const notHosted: Readonly<Partial<Record<(typeof operations)[number]["name"], string>>> = {
  "oauth.begin": OF_BROWSERS,
  "oauth.respond": OF_BROWSERS,
  "oauth.exchange": OF_BROWSERS,
  "client.updateOwn": "a machine client changes itself by its own access token; a host has `editClient`",
}
