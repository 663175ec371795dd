/**
 * The methods of hosts that are rows over operations, with the sentences of these. `npm run host-types` makes this
 * file; do not edit it by hand.
 */
import type { CatalogReference } from "./catalog/idOfReference.ts"
import type { DocumentNames } from "./defineCatalog.ts"
import type { HostAct, LoginOptions, ReasonedAct } from "./hostAct.ts"
import type { NamedOrder } from "./hostOrders.ts"
import type {
  AcceptAccessRowInput,
  AcceptedAccessRow,
  AcceptedOrders,
  AddedRestriction,
  Attention,
  AuditAnswer,
  AuditQuery,
  AwaitNotificationsQuery,
  AwaitPlayerChangeQuery,
  BroadcastAnswer,
  BroadcastContent,
  BrowseCatalogQuery,
  CatalogDiff,
  CatalogDiffQuery,
  CatalogEntries,
  CatalogEntryQuery,
  CatalogVersionWithDocument,
  CatalogVersions,
  ChangePasswordInput,
  ChangedAccount,
  ChangedClient,
  ClawBackItemInput,
  ClientDetail,
  ClientHistoryQuery,
  ClientWithRetiredSecret,
  ClientWithSecret,
  ClientsAnswer,
  CountPrunablePlayersQuery,
  CreateAccountInput,
  CreateClientInput,
  CreatedClient,
  DeletePlayerInput,
  DeletedPlayer,
  EditClientInput,
  EditClientRedirectsInput,
  EndSessionsInput,
  EndedSessions,
  ExpectedQuoteAnswer,
  Figures,
  FoundOrders,
  FoundPlayers,
  GiveItemInput,
  GivenItem,
  HappeningPage,
  HappeningsQuery,
  HistoryOfClient,
  HistoryOfPlayer,
  InventoryPageAnswer,
  InventoryQuery,
  ItemClawBack,
  KeySet,
  LevelsAnswer,
  LevelsQuery,
  LiftRestrictionsInput,
  LiftedRestrictions,
  LinkByHandInput,
  LinkedByHand,
  LocatedOrderAnswer,
  LoginInput,
  LoginsOfPlayer,
  LoginsQuery,
  MergePlayersInput,
  MergedPersons,
  MergesOfPlayer,
  NamedInventory,
  NamedInventoryQuery,
  NamedInventoryTrace,
  NewNotificationsAnswer,
  NotificationAnswer,
  NotificationContent,
  NotificationPageAnswer,
  NotificationQuery,
  NotificationsOfPlayer,
  OddsAnswer,
  OddsQuery,
  Order,
  OrderExplanationAnswer,
  OrderPageAnswer,
  OrderQuery,
  OrderQuoteAnswer,
  OrderRefund,
  OrderRefunds,
  OrderReplay,
  OrderSummariesQuery,
  OrdersOfPlayer,
  OwedByPlayer,
  PasswordAccount,
  PlayerChange,
  PlayerHistoryQuery,
  PlayerOfOperator,
  PlayerOverview,
  PlayerOverviewQuery,
  PlayersOnlineAnswer,
  PlayersQuery,
  PortalUserInput,
  PortalUsersAnswer,
  PresenceAnswer,
  PresenceReport,
  PresenceSettings,
  PresencesAnswer,
  PricePointAnswer,
  PricePointsAnswer,
  Promotions,
  PrunablePlayers,
  PublishedOddsQuery,
  PutRole,
  PutRoleInput,
  RefundOrderInput,
  ReleaseRestrictionsInput,
  ReleasedRestrictions,
  RemovedClient,
  RepublishCatalogInput,
  RepublishedVersion,
  RestrictInput,
  RestrictionWithOtherEnd,
  RestrictionsOfAll,
  RestrictionsQuery,
  RetireClientSecretInput,
  RoleOfPlayer,
  Roles,
  RotateClientSecretInput,
  SearchOrdersQuery,
  SearchPlayersQuery,
  SecurityEventsOfPlayer,
  SecurityEventsQuery,
  SendNotificationInput,
  SentNotification,
  SentNotificationsQuery,
  SessionInput,
  SessionsOfPlayer,
  SetRestrictionEndInput,
  SettingsInForce,
  ShownCatalogEntry,
  SigningKey,
  SigningKeysAnswer,
  TakeItemInput,
  TakenItem,
  TraceInventoryQuery,
  UnlinkByHandInput,
  UnlinkedPortalUser,
  UnmergePlayersInput,
  UnmergedPersons,
  Vendor,
  VendorCollection,
  VendorEtags,
  VerifiedAudit,
} from "./hostTypes.ts"

/**
 * A method for each operation that a host asks for with plain values. They take names of a catalog, and answers that
 * mention its entries by id have `Beside` beside these.
 */
export interface HostMethods<Names extends DocumentNames = DocumentNames, Beside = unknown> {
  /**
   * Link a portal user. Verifies the credential of a login body and makes its portal user another way to log in as the
   * player, who keeps player_uuid and inventory. A portal user of another player is refused, with counts of what a
   * merge would join. refresh and client_credentials prove no portal user and are refused with invalid_grant_type. A
   * player must have logged in a short time ago; a refresh does not count. The player gets a notification.
   * `details.merge` of the refusal `portal_user_taken` has these counts. The host vouches for the player: no recent
   * login is asked for, as it is over HTTP. Permission: `*`.
   */
  readonly linkPortalUser: (
    playerUuid: string,
    request: LoginInput,
    options?: LoginOptions,
  ) => Promise<PortalUsersAnswer>
  /**
   * Unlink a portal user. Takes a portal user from the player's person and ends the sessions that were opened through
   * it, the caller's own too. The portal user may then be linked elsewhere, or log in as a new player. The last portal
   * user of a player stays. A portal user that was linked in the last days removes no older one. The player gets a
   * notification. Answers with those that are left. The host vouches for the player: a portal user of any age is taken.
   * Permission: `*`.
   */
  readonly unlinkPortalUser: (
    playerUuid: string,
    request: PortalUserInput,
    options?: LoginOptions,
  ) => Promise<PortalUsersAnswer>
  /**
   * A player's portal users. Every portal user that logs in as a player of the person, the oldest first, with the time
   * at which it was linked or logged in first. Of one that the player does not know, the account is in danger: unlink
   * it. Permission: `user:read:any` or `operator:read:player`.
   */
  readonly portalUsers: (playerUuid: string) => Promise<PortalUsersAnswer>
  /**
   * Submit an order. Fulfils the entries and answers with their results. The same client_order_ref_id with the same
   * body answers with the first order for ever; with another body it is refused. A player may submit source CLIENT
   * only. An entry may name what it asks for: `loot` instead of `loot_id`, as `item`, `dynamic_bundle_loot`,
   * `price_item` and `price_coupon_item`. An unknown name is refused with `invalid_input`, which says the nearest.
   * Permission: `inv:create_order:player:any` or `operator:spend:item`.
   */
  readonly submitOrder: (playerUuid: string, request: NamedOrder<Names>) => Promise<Order & Beside>
  /**
   * What an order would do. The answer that a submission of this order would get at this moment, without ids; nothing
   * is stored. An order that would be made is nested in its detail. Draws are independent of those of a later
   * submission. A quote does not count against the rate of orders; quotes have a rate of their own, of the same size.
   * With `results` `expected`, each entry has the odds of that entry by itself in place of a result. Such a quote has
   * at most 10 entries, which order at most 1,000 of loot in all. Permission: `inv:create_order:player:any` or
   * `operator:spend:item`.
   */
  readonly quoteOrder: (playerUuid: string, request: NamedOrder<Names>) => Promise<OrderQuoteAnswer & Beside>
  /**
   * What an order would do. The answer that a submission of this order would get at this moment, without ids; nothing
   * is stored. An order that would be made is nested in its detail. Draws are independent of those of a later
   * submission. A quote does not count against the rate of orders; quotes have a rate of their own, of the same size.
   * With `results` `expected`, each entry has the odds of that entry by itself in place of a result. Such a quote has
   * at most 10 entries, which order at most 1,000 of loot in all. An order that is stored already, or beyond the rate,
   * is answered as by `quoteOrder`: without `etag`. Permission: `inv:create_order:player:any` or `operator:spend:item`.
   */
  readonly quoteExpected: (
    playerUuid: string,
    request: NamedOrder<Names>,
  ) => Promise<(ExpectedQuoteAnswer | OrderQuoteAnswer) & Beside>
  /**
   * Begin an inventory session. Takes away the transient records of the session before, and fulfils the loot of every
   * entitlement that the player owns, in one order of source ENTITLEMENTS, which is the answer. The same
   * client_order_ref_id begins one session and is answered with the same order for ever. Permission:
   * `inv:create_order:player:any` or `operator:spend:item`.
   */
  readonly beginSession: (playerUuid: string, request?: SessionInput) => Promise<Order & Beside>
  /**
   * Recent orders. An empty page means that there were no recent orders. `page.cursor` is absent on the last page.
   * Permission: `inv:read_order:player:any` or `operator:read:order`.
   */
  readonly orders: (playerUuid: string, query?: OrderQuery) => Promise<OrderPageAnswer & Beside>
  /**
   * How an order came about. Each step by which the order was fulfilled: loot that was skipped and why, each number on
   * the way to a quantity, each check with what it compared, each draw, each change. The stored order is interpreted
   * again with the catalog version and the random numbers of its time; nothing changes. At most 2,000 steps are listed;
   * `steps_left_out` counts the others. `total`, `drawn`, `weight`, `odds`, `candidates` and `excluded` of draws are
   * for callers with `inv:read_order:player:any`, and for players if the server's settings say so. Permission:
   * `inv:read_order:player:any` or `operator:read:order`.
   * @param orderId Id of the order.
   */
  readonly explainOrder: (playerUuid: string, orderId: string) => Promise<OrderExplanationAnswer>
  /**
   * Find an order by its id. Say whose an order is, by the id of the order alone. After an upgrade from a version that
   * had no such lookup, orders from before it are entered beside the work of the servers, the newest first. Permission:
   * `operator:read:order`.
   * @param orderId Id of the order.
   */
  readonly locateOrder: (orderId: string) => Promise<LocatedOrderAnswer>
  /**
   * What a player owns. Records that have not expired, by item, and one `always_owned` record for each item that the
   * catalog gives to every player. `page.cursor` is absent on the last page; a page may hold fewer records than asked
   * for and still have one. Changes of the inventory make no gap and no duplicate among records that are there
   * throughout. Permission: `inv:read_inv:player:any` or `operator:read:player`.
   */
  readonly inventory: (playerUuid: string, query?: InventoryQuery) => Promise<InventoryPageAnswer & Beside>
  /**
   * A player's levels. Each active item that has an XP table, with the player's count of it, the level that the count
   * has reached, and the next level. The count is the one that orders of servers see; by a path of one's own, the one
   * that the caller's orders see. Permission: `inv:read_inv:player:any` or `operator:read:player`.
   */
  readonly levels: (playerUuid: string, query?: LevelsQuery) => Promise<LevelsAnswer & Beside>
  /**
   * The odds of a loot for a player. What the loot gives on average, how likely it gives any of an item and how much,
   * and which prizes have conditions: to a player with the inventory of this player, to one who owns what is stated, or
   * to one without items. The odds need not be published. The setting `oddsPublished` does not matter here. Permission:
   * `operator:odds:read`.
   * @param loot Id of the loot.
   */
  readonly odds: (loot: CatalogReference<Names["loot"]>, query?: OddsQuery) => Promise<OddsAnswer & Beside>
  /**
   * What loot costs. Every price point that loot names, with its tiers, the tiers of before a sale, and the loot.
   * `current_price_point_guid` of loot in the vendor list leads to the price that a purchase states, and
   * `pre_sale_price_point_guid` to the one that is shown as the price before. A price point that only inactive loot
   * names has no tiers. Permission: `catalog:read`.
   */
  readonly pricePoints: () => Promise<PricePointsAnswer>
  /**
   * What the loot of a price point costs. As the price point is in the list of all. Found by the guid that loot of the
   * vendor list names. Permission: `catalog:read`.
   * @param pricePointGuid Guid of the price point, as loot names it.
   */
  readonly pricePoint: (pricePointGuid: string) => Promise<PricePointAnswer>
  /**
   * Send a notification to a player. Appends to the player's list. Answers with the notification as the player will see
   * it. Permission: `notification:playerid:write` or `operator:broadcast:player`.
   */
  readonly notify: (playerUuid: string, request: NotificationContent) => Promise<NotificationAnswer>
  /**
   * Send a notification to many players. To all players, to those who have a role now, or to a list of at most 10,000.
   * Each of them reads it once, among their own notifications. Players who join later do not read it. However many read
   * it, it is stored once. It cannot be taken back. A list with players that do not exist is refused, and names every
   * one of them. Permission: `operator:broadcast:segment`.
   */
  readonly broadcast: (request: BroadcastContent, options?: HostAct) => Promise<BroadcastAnswer>
  /**
   * Page of a player's notifications. Newest first. The cursor of the answer is the `start_at` of the next older page;
   * on the last page it is an end marker, whose page is empty. Clients poll this regularly, with If-None-Match.
   * Permission: `*`.
   */
  readonly notifications: (playerUuid: string, query?: NotificationQuery) => Promise<NotificationPageAnswer>
  /**
   * Wait for a player's notifications. Oldest first. Answers at once if there is something after `exclude_before`, else
   * as soon as something comes, and with an empty list at the deadline. Ask again with the cursor of the answer as
   * `exclude_before`: nothing is left out and nothing comes twice. Permission: `*`.
   */
  readonly awaitNotifications: (playerUuid: string, query?: AwaitNotificationsQuery) => Promise<NewNotificationsAnswer>
  /**
   * Report a player's presence. The heartbeat as well. An absent field stays as it was; null or an empty value clears
   * `message` and `custom_data`, and elsewhere null counts as absent. Without a report for `offline_seconds` the player
   * counts as offline. A change is stored before the answer, a heartbeat that changes nothing within
   * `presenceFlushSeconds`. Answers with the player's own view. Permission: `*`.
   */
  readonly reportPresence: (playerUuid: string, request?: PresenceReport) => Promise<PresenceAnswer>
  /**
   * A player's presence. As the caller may see it: `invisible` and stale are `offline`, and an offline record shows no
   * message and no custom data. The player and holders of `presence:read:any` also see do_not_disturb and last_seen,
   * and the true status, `invisible` included. Permission: `presence:read` or `presence:read:any`.
   */
  readonly presence: (playerUuid: string) => Promise<PresenceAnswer>
  /**
   * The presence of several players. For a friend list: up to 200 players in one request, each as a lookup by itself
   * would show it to the caller. A caller that is in the list sees itself as it is. Players that do not exist are
   * listed apart, so that one deleted friend does not fail the list. Permission: `presence:read` or
   * `presence:read:any`.
   * @param playerUuids The players, at most 200. One that is named twice is answered once.
   */
  readonly presences: (playerUuids: ReadonlyArray<string>) => Promise<PresencesAnswer>
  /**
   * Count players online by platform. Count the players who reported within `presenceOfflineSeconds` that they are
   * there, by platform and status. Invisible players are counted, and said apart: they play as well, and the counts are
   * for operators alone. They are those of all servers together. Permission: `operator:read:player`.
   */
  readonly playersOnline: () => Promise<PlayersOnlineAnswer>
  /**
   * List players by display name, a page at a time, those of deleted persons too. Each page but the last ends with the
   * marker of the next. Permission: `operator:read:player` or `user:read:any`.
   */
  readonly players: (query?: PlayersQuery) => Promise<FoundPlayers>
  /**
   * Search players. Find players by any part of the display name, by uuid, number or portal user, by an item that they
   * hold, a restriction in force, or whether they are online; those who meet all conditions. A page looks at a bounded
   * number of players: where few meet the conditions it may be short, or empty, and still end with the marker of the
   * next. Permission: `operator:read:player` or `user:read:any`.
   */
  readonly searchPlayers: (query?: SearchPlayersQuery) => Promise<FoundPlayers>
  /**
   * Count anonymous players that a pruning would delete. Count the anonymous players that the setting
   * anonymousPruneDays would delete: those that logged in once, that long ago, and have no order, item, claim,
   * notification, restriction, accepted agreement or link. Looks at a bounded number of players, and says where to go
   * on. Deletes nothing. Permission: `operator:read:player` or `user:read:any`.
   * @param days Days since the one login.
   */
  readonly countPrunablePlayers: (days: number, query?: CountPrunablePlayersQuery) => Promise<PrunablePlayers>
  /**
   * Show one player: identity, role, permissions, restrictions and accepted agreements. Permission:
   * `operator:read:player` or `user:read:any`.
   */
  readonly player: (playerUuid: string) => Promise<PlayerOfOperator>
  /**
   * Show one player whole. Who the player is, and the newest rows of each list about the player and its person. Each
   * list says how its rest is read. Orders, logins, security events and the audit are for who may read them. `mark` is
   * what player.awaitChange takes. Permission: `operator:read:player`.
   */
  readonly playerOverview: (playerUuid: string, query?: PlayerOverviewQuery) => Promise<PlayerOverview & Beside>
  /**
   * Wait until a player changes. Answer at once if the player differs from the mark that was seen, else as soon as it
   * changes, or at the deadline. Changes by every process are seen. What becomes old by time alone, as an item that
   * expires or the time of the last heartbeat, is no change, but a restriction or a session that ends is one.
   * Permission: `operator:read:player`.
   */
  readonly awaitPlayerChange: (playerUuid: string, query?: AwaitPlayerChangeQuery) => Promise<PlayerChange>
  /**
   * List what a player owns, with names. Records that have not expired, by item, each with the name of its item in the
   * catalog. A page may hold fewer records than asked for and still have a next one. Permission:
   * `operator:read:player`.
   */
  readonly namedInventory: (playerUuid: string, query?: NamedInventoryQuery) => Promise<NamedInventory>
  /**
   * List the orders of a player, of any age, in a few fields each, the newest first and a page at a time. Each page but
   * the last ends with the marker of the next. order.find has all of an order. Permission: `inv:read_order:player:any`
   * or `operator:read:order`.
   */
  readonly orderSummaries: (playerUuid: string, query?: OrderSummariesQuery) => Promise<OrdersOfPlayer>
  /**
   * List the notifications of a player. What the player finds in the list of notifications, the newest first. It takes
   * no place of the player's. Permission: `operator:read:player`.
   */
  readonly sentNotifications: (playerUuid: string, query?: SentNotificationsQuery) => Promise<NotificationsOfPlayer>
  /**
   * List the logins of a player. Logins of the person of a player, and changes of its ways to log in, the newest first.
   * Kept for 90 days. Permission: `user:audit:any` or `operator:audit:player`.
   */
  readonly logins: (playerUuid: string, query?: LoginsQuery) => Promise<LoginsOfPlayer>
  /**
   * List the security events of a player. Refused logins of the person of a player and other security events, the
   * newest first. Kept for 90 days. Permission: `user:audit:any` or `operator:audit:player`.
   */
  readonly securityEvents: (playerUuid: string, query?: SecurityEventsQuery) => Promise<SecurityEventsOfPlayer>
  /**
   * Show logins and security events of a player. Show what happened to the person of a player, the newest first:
   * logins, refused logins with their codes, security events, and what operators changed, of persons that were merged
   * into it too. Logins and events are kept for 90 days. Permission: `user:audit:any` or `operator:audit:player`.
   */
  readonly playerHistory: (playerUuid: string, query?: PlayerHistoryQuery) => Promise<HistoryOfPlayer>
  /**
   * Give a player another role. What only the role before held is withdrawn from the player's tokens at once, and on
   * other servers within a minute; what only the new one holds comes with the next token. No session ends. Permission:
   * `operator:act:role`.
   * @param roleId The role_id of the role.
   */
  readonly setPlayerRole: (playerUuid: string, roleId: number, act?: HostAct) => Promise<RoleOfPlayer>
  /**
   * Delete the person of a player. Delete the person that owns the player, with all its players: no login reaches it
   * again, and its sessions end. Restrictions in force go with its portal users, as digests, and hold for whoever logs
   * in by them next. Permission: `operator:delete:player`.
   */
  readonly deletePlayer: (playerUuid: string, request?: DeletePlayerInput) => Promise<DeletedPlayer>
  /**
   * List the sessions of a player. List the sessions of the person of a player, the newest first: when each began,
   * through which client, and whether it is open. Tokens are never shown. Permission: `operator:read:player`.
   */
  readonly sessions: (playerUuid: string) => Promise<SessionsOfPlayer>
  /**
   * End the sessions of a player. End sessions of the person of a player. Refresh tokens are refused at once, access
   * tokens by servers that have verified them within verificationCacheSeconds. The player may log in again. Permission:
   * `user:restriction:edit:any` or `operator:act:player`.
   */
  readonly endSessions: (playerUuid: string, request?: EndSessionsInput) => Promise<EndedSessions>
  /**
   * Restrict a player. Keep the person of a player from logging in, with all players of that person, and end their
   * sessions. Servers that have verified a token of theirs refuse it within verificationCacheSeconds. Permission:
   * `user:restriction:edit:any` or `operator:act:player`.
   */
  readonly restrict: (playerUuid: string, request: RestrictInput) => Promise<AddedRestriction>
  /**
   * Lift the restrictions of a player. Lift the restrictions of the person of a player that are in force. They stay in
   * the history, as lifted. Each has its row in the audit. Permission: `user:restriction:edit:any` or
   * `operator:act:player`.
   */
  readonly liftRestrictions: (playerUuid: string, request?: LiftRestrictionsInput) => Promise<LiftedRestrictions>
  /**
   * Lift the restrictions of a portal user without a player. Lift the restrictions that a portal user took along when
   * it was unlinked, or when its person was deleted. They hold for whoever logs in by it next, until they end. A portal
   * user that belongs to a person has none of its own: those of the person are lifted by the player. Permission:
   * `user:restriction:edit:any` or `operator:act:player`.
   */
  readonly releaseRestrictions: (request: ReleaseRestrictionsInput) => Promise<ReleasedRestrictions>
  /**
   * Give a restriction another end. Let a restriction in force end later, earlier or never. It is lifted and added anew
   * with this end, at once: the history shows both, and the player is free at no moment. Permission:
   * `user:restriction:edit:any` or `operator:act:player`.
   * @param restrictionId Uuid of the restriction.
   */
  readonly setRestrictionEnd: (
    playerUuid: string,
    restrictionId: string,
    request?: SetRestrictionEndInput,
  ) => Promise<RestrictionWithOtherEnd>
  /**
   * List restrictions of all players. List the restrictions of all persons, a page at a time: those in force, with the
   * nearest end first, or past ones, with the one that ended last first. Each page but the last ends with the marker of
   * the next. Permission: `operator:read:player`.
   */
  readonly restrictions: (query?: RestrictionsQuery) => Promise<RestrictionsOfAll>
  /**
   * Give a player a way to log in. Make a portal user another way to log in as a player, without a proof: the operator
   * vouches for it. A portal user of another player is refused, with counts of what a merge would join; so is one that
   * left another person with a restriction that refuses login. The player gets a notification. Nobody gives one to a
   * person with a permission that the actor lacks. Permission: `operator:act:player`.
   */
  readonly linkByHand: (playerUuid: string, request: LinkByHandInput) => Promise<LinkedByHand>
  /**
   * Take a way to log in from a player. Take a way to log in from the person of a player, and end the sessions that
   * were opened by it. It may then be linked elsewhere, or log in as a new player. Restrictions in force go with it,
   * and hold for whoever logs in by it next. The last one of a player stays. Nobody takes one from a person with a
   * permission that the actor lacks. Permission: `operator:act:player`.
   */
  readonly unlinkByHand: (playerUuid: string, request: UnlinkByHandInput) => Promise<UnlinkedPortalUser>
  /**
   * Merge two persons. Give the person of a player all players and portal users of another person, who has nothing
   * afterwards. Each player keeps its inventory, orders and notifications. The restrictions of both hold, all players
   * get the lesser of their roles, and all sessions of both end. It can be undone for mergeUndoDays. Nobody merges a
   * person with a permission that the actor lacks. Permission: `operator:act:player`.
   * @param otherPlayerUuid A player of the other person, whose players and portal users move.
   */
  readonly mergePlayers: (
    playerUuid: string,
    otherPlayerUuid: string,
    request: MergePlayersInput,
  ) => Promise<MergedPersons>
  /**
   * Undo a merge of two persons. Part two persons that were merged: the players that moved go back with their portal
   * users, and so does what came to them since. Roles and restrictions of before hold again; a restriction that was
   * added since holds for both. All sessions of both end. Of several merges the latest is undone first. Permission:
   * `operator:act:player`.
   */
  readonly unmergePlayers: (playerUuid: string, request: UnmergePlayersInput) => Promise<UnmergedPersons>
  /**
   * List the merges of a player. List the merges of the person of a player, the newest first: with whom, by whom, and
   * until when each can be undone. Permission: `operator:read:player`.
   */
  readonly merges: (playerUuid: string) => Promise<MergesOfPlayer>
  /**
   * Create a user with a password. Create a password account for the grant basic. The player is created at the first
   * login. Permission: `operator:secret:account`.
   */
  readonly createAccount: (request: CreateAccountInput) => Promise<PasswordAccount>
  /**
   * Give an account another password. Give a password account another password. Nobody changes that of a person with a
   * permission which the actor lacks. Permission: `operator:secret:account`.
   */
  readonly changePassword: (request: ChangePasswordInput) => Promise<ChangedAccount>
  /**
   * Send a notification to a player, as an operator. Append to the player's list of notifications, with a row in the
   * audit. It comes first on the next page that the player reads, and cannot be taken back. Permission:
   * `operator:broadcast:player`.
   */
  readonly sendNotification: (playerUuid: string, request: SendNotificationInput) => Promise<SentNotification>
  /**
   * One order. An order of any age, byte for byte as it was answered when it was submitted. Permission:
   * `inv:read_order:player:any` or `operator:read:order`.
   * @param orderId Id of the order.
   */
  readonly order: (playerUuid: string, orderId: string) => Promise<Order & Beside>
  /**
   * Search orders. Find orders of one player or of all, the newest first, by time, source, loot, item and result. A
   * page looks at a bounded number of orders: where few meet the conditions it may be short, or empty, and still end
   * with the marker of the next. Permission: `operator:read:order` or `inv:read_order:player:any`.
   */
  readonly searchOrders: (query?: SearchOrdersQuery) => Promise<FoundOrders>
  /**
   * Replay an order. Interpret a stored order again, with the catalog version, the draws and the records of its time,
   * and say where the rules of this release come to something else than what is stored. Nothing changes. Permission:
   * `operator:read:order`.
   * @param orderId Id of the order.
   */
  readonly replayOrder: (playerUuid: string, orderId: string) => Promise<OrderReplay>
  /**
   * Refund an order. Take back what an order gave, with the orders that it made, and give back what it took, as it was.
   * What is gone is taken from others of the same item and bucket that were not paid for. A dry run says what can be
   * taken, and where the rest went. An order is refunded once; a second refund answers the first one. A refund can be
   * refunded. Permission: `operator:spend:item`.
   * @param orderId Id of the order. It was submitted: an order that another one made is refunded with that.
   */
  readonly refundOrder: (
    playerUuid: string,
    orderId: string,
    request: RefundOrderInput,
  ) => Promise<OrderRefund & Beside>
  /**
   * Refunds of an order. Which order it refunds, which order refunds it, and what it should have taken and could not.
   * Permission: `operator:read:order`.
   * @param orderId Id of the order.
   */
  readonly refunds: (playerUuid: string, orderId: string) => Promise<OrderRefunds & Beside>
  /**
   * Give an item to a player by an order of source SUPPORT, which makes a new record of it. Levels that the player
   * reaches by it are rewarded. An order that would not be fulfilled is refused and not stored. Permission:
   * `operator:spend:item`.
   * @param item The item in the catalog.
   */
  readonly giveItem: (
    playerUuid: string,
    item: CatalogReference<Names["item"]>,
    request: GiveItemInput,
  ) => Promise<GivenItem & Beside>
  /**
   * Take an item from a player by an order of source SUPPORT, from the records that would be spent first. A player who
   * has fewer is left as before. inventory.clawBack also follows what was spent or turned into something else.
   * Permission: `operator:spend:item`.
   * @param item The item in the catalog.
   */
  readonly takeItem: (
    playerUuid: string,
    item: CatalogReference<Names["item"]>,
    request: TakeItemInput,
  ) => Promise<TakenItem & Beside>
  /**
   * Claw an item back. Take an item from a player, wherever it went: from the records that the ledger names. What was
   * paid for is left alone, unless from_paid says otherwise. A dry run says what can be taken, and where the rest went.
   * The order that takes it can be refunded. Permission: `operator:spend:item`.
   * @param item The item.
   */
  readonly clawBackItem: (
    playerUuid: string,
    item: CatalogReference<Names["item"]>,
    request: ClawBackItemInput,
  ) => Promise<ItemClawBack & Beside>
  /**
   * Where counts came from and went. Show where the counts of an item, of a record or of what an order changed came
   * from, and where they went: which orders added to each record, how many are left, and which orders took the others,
   * with what they gave for them. Who takes from a record takes what was added first. Without item, record and order
   * the answer is empty. Permission: `operator:read:player`.
   */
  readonly traceInventory: (playerUuid: string, query?: TraceInventoryQuery) => Promise<NamedInventoryTrace>
  /**
   * What a player owes. What refunds and claw-backs should have taken and could not, the newest first, without those
   * that were refunded themselves. Nothing of it is taken from later gains by itself. Permission:
   * `operator:read:player`.
   */
  readonly owed: (playerUuid: string) => Promise<OwedByPlayer & Beside>
  /**
   * Take over orders without a seal. Seal the orders of a player that must have a seal and have none, as a server of an
   * earlier version left them beside a newer schema. Inventory, ledger, orders and claims of the player are verified
   * before. Where anything else differs, nothing is sealed. The audit says what was looked at, and which orders were
   * taken over. Permission: `operator:spend:item`.
   */
  readonly acceptUnsealedOrders: (playerUuid: string, act: ReasonedAct) => Promise<AcceptedOrders>
  /**
   * The odds of a loot. What the loot gives on average, how likely it gives any of an item and how much, and which
   * prizes have conditions, for a player without items or for one who owns what is stated: exact fractions, or
   * estimates with bounds where the loot can be drawn in too many ways. `etag` is that of the vendor collection. Not
   * found unless the setting `oddsPublished` is on, and where the loot is not active. Refused while many odds of other
   * loot are computed. Permission: `catalog:read`.
   * @param loot Id of the loot.
   */
  readonly publishedOdds: (
    loot: CatalogReference<Names["loot"]>,
    query?: PublishedOddsQuery,
  ) => Promise<OddsAnswer & Beside>
  /**
   * How often to report. The interval of heartbeats, and the age at which a player counts as offline; both in seconds.
   * Permission: `presence:read` or `presence:edit:self`.
   */
  readonly presenceSettings: () => Promise<PresenceSettings>
  /**
   * All vendors with their loot and items. The published catalog version, with the values that count where its author
   * wrote none. `cache_info.etag` can be recomputed: take the resource without `cache_info`, put the etag of each child
   * in its place (`item` of a loot, each `loot` of a vendor, each vendor of the collection), write that as canonical
   * JSON (RFC 8785), and take the SHA-256 of its UTF-8 bytes in base64url. Permission: `catalog:read`.
   */
  readonly readCatalog: () => Promise<VendorCollection>
  /**
   * A vendor with its loot and items. As the vendor is in the collection. A client with an older collection asks for
   * the etags of all vendors, and fetches those that have another etag now. Permission: `catalog:read`.
   * @param vendorId Id of the vendor.
   */
  readonly vendor: (vendorId: number) => Promise<Vendor>
  /**
   * The etag of each vendor. For clients that hold an older collection: vendors with another etag have changed, those
   * that are missing here are gone. The answer is canonical JSON (RFC 8785). The SHA-256 of its bytes in base64url is
   * the etag of the collection. Permission: `catalog:read`.
   */
  readonly vendorEtags: () => Promise<VendorEtags>
  /**
   * List items, vendors, loot, prices or promotions. List entries of one kind of a version of the catalog by id, a page
   * at a time, with their names, prices and how many entries lead to each. Each page but the last ends with the marker
   * of the next. Permission: `catalog:edit` or `operator:catalog:read`.
   * @param kind What is listed.
   */
  readonly browseCatalog: (
    kind: "item" | "vendor" | "loot" | "price_point" | "promotion",
    query?: BrowseCatalogQuery,
  ) => Promise<CatalogEntries>
  /**
   * Show one item, vendor, loot, price point or promotion. Show one entry of a version of the catalog whole: its
   * fields, the loot of a vendor, prices with the names of their items, and every entry that leads to it. Of loot on
   * request also the odds, for a player without items or for one. Permission: `catalog:edit` or
   * `operator:catalog:read`.
   * @param id The id of the entry, or its name; accents and case do not count.
   */
  readonly catalogEntry: (id: string, query?: CatalogEntryQuery) => Promise<ShownCatalogEntry>
  /**
   * List catalog versions. List the published versions of the catalog, the newest first. Permission: `catalog:edit` or
   * `operator:catalog:read`.
   */
  readonly catalogVersions: () => Promise<CatalogVersions>
  /**
   * Show a catalog version. Show a version of the catalog with its authored document: the current one, or any other.
   * Permission: `catalog:edit` or `operator:catalog:read`.
   * @param version This version (default: the current one).
   */
  readonly catalogVersion: (version?: number) => Promise<CatalogVersionWithDocument>
  /**
   * Compare two catalog versions. Compare two versions of the catalog: entries that are new, gone or changed, prices,
   * chances of draws, vendors that clients fetch again, items that can no longer be obtained, and on request odds.
   * Permission: `catalog:edit` or `operator:catalog:read`.
   * @param from The earlier version.
   */
  readonly catalogDiff: (from: number, query?: CatalogDiffQuery) => Promise<CatalogDiff>
  /**
   * Serve an earlier catalog version again. Make an earlier version of the catalog the current one, unchanged and under
   * its own number. Running servers serve it within a second. Permission: `catalog:edit` or `operator:catalog:publish`.
   * @param version Publish this earlier version again instead of a file.
   */
  readonly republishCatalog: (version: number, request?: RepublishCatalogInput) => Promise<RepublishedVersion>
  /**
   * List promotion codes. List the promotion codes of the current catalog: what each gives, how often it was used and
   * may be, and when and where it works. Uses are counted of codes with a limit. Permission: `catalog:edit` or
   * `operator:catalog:read`.
   */
  readonly promotions: () => Promise<Promotions>
  /**
   * List clients. List all clients, by client_id, with when their secrets were made, used and end. Secrets are never
   * shown. Permission: `operator:read:client`.
   */
  readonly clients: () => Promise<ClientsAnswer>
  /**
   * Show one client, also a disabled one, with when its secrets were made, used and end, and whether the former one can
   * be ended. Secrets are never shown. Permission: `operator:read:client`.
   * @param clientId The client's client_id.
   */
  readonly client: (clientId: string) => Promise<ClientDetail>
  /**
   * Show logins and changes of a client. Show the logins of a machine client as itself, and what operators and the
   * client itself changed, the newest first. Logins are kept for 90 days. Permission: `operator:audit:client`.
   * @param clientId The client's client_id.
   */
  readonly clientHistory: (clientId: string, query?: ClientHistoryQuery) => Promise<HistoryOfClient>
  /**
   * Create a client. Its secret is answered once and stored only as a hash. Nobody creates a client that holds a
   * permission which the actor lacks. Permission: `operator:secret:client`.
   */
  readonly createClient: (request: CreateClientInput) => Promise<CreatedClient>
  /**
   * Change what a client is and may do. Change the description, the organisation, the permissions or the grants of a
   * client. Lists take the place of those that it has. A permission that it loses is withdrawn from its tokens at once,
   * and on other servers within a minute. Nobody gives a permission that the actor lacks, or edits a client that holds
   * one. Permission: `operator:secret:client`.
   * @param clientId The client's client_id.
   */
  readonly editClient: (clientId: string, request?: EditClientInput) => Promise<ChangedClient>
  /**
   * Change the logins by redirect of a client. Change where logins by redirect of a game return to, and whether they
   * must begin with a PKCE challenge. The addresses that are given take the place of all that the client has.
   * Permission: `operator:secret:client`.
   * @param clientId The client's client_id.
   */
  readonly editClientRedirects: (clientId: string, request?: EditClientRedirectsInput) => Promise<ChangedClient>
  /**
   * Give a client a new secret. The current one keeps working for the overlap, so that servers can be switched one by
   * one. The sessions of a machine client end with the secret that opened them. It cannot be undone. Permission:
   * `operator:secret:client`.
   * @param clientId The client's client_id.
   */
  readonly rotateClientSecret: (clientId: string, request?: RotateClientSecretInput) => Promise<ClientWithSecret>
  /**
   * End the former secret of a client now. End the overlap of a rotation now: the former secret is refused at once, and
   * the sessions that a machine client opened with it end within a minute. client show says whether the secret is still
   * used. It cannot be undone. Permission: `operator:secret:client`.
   * @param clientId The client's client_id.
   */
  readonly retireClientSecret: (clientId: string, request: RetireClientSecretInput) => Promise<ClientWithRetiredSecret>
  /**
   * Disable or enable a client. Refuse every login of a client, and end its sessions, until it is enabled again.
   * Nothing of it is deleted, and ended sessions stay ended. Permission: `operator:act:client`.
   * @param clientId The client's client_id.
   * @param disabled Whether the client's logins are refused from now on.
   */
  readonly setClientDisabled: (clientId: string, disabled: boolean, act?: HostAct) => Promise<ChangedClient>
  /**
   * Give a machine client the permissions of a role. Give a machine client the permissions that a role has now, in the
   * place of those that it had. What it loses is withdrawn from its tokens at once, and on other servers within a
   * minute. Permission: `operator:act:role`.
   * @param clientId The client's client_id.
   * @param roleId The role_id of the role.
   */
  readonly setClientRole: (clientId: string, roleId: number, act?: HostAct) => Promise<ChangedClient>
  /**
   * Delete a client with its secrets, and end its sessions. Permission: `operator:act:client`.
   * @param clientId The client's client_id.
   */
  readonly removeClient: (clientId: string, act?: HostAct) => Promise<RemovedClient>
  /**
   * List roles. List the roles of the database, and the ready-made ones that it does not have yet. Permission:
   * `operator:read:role`.
   */
  readonly roles: () => Promise<Roles>
  /**
   * Make or change a role. Make a role, or replace the one with this role_id. A permission that it loses is withdrawn
   * from its players at once, and on other servers within a minute; one that it gets comes with their next token.
   * Clients keep what the role held when it was given to them. Nobody puts a permission in a role, or takes one from
   * it, that the actor lacks; nor the right to log in during a lock. The name of a ready-made role is kept for it, and
   * its role_id counts as that role. Permission: `operator:act:role`.
   * @param roleId The role_id of the role.
   */
  readonly putRole: (roleId: number, request: PutRoleInput) => Promise<PutRole>
  /** Public signing keys. The keys that access tokens verify with, as a JSON Web Key Set (RFC 7517). */
  readonly publicKeys: () => Promise<KeySet>
  /**
   * List the signing keys. List the published signing keys, in the order in which they sign, with the time from which
   * each signs, its age, when the next key signs in its place, and when its last tokens are refused. Private parts are
   * never shown. Permission: `operator:read:key`.
   */
  readonly signingKeys: () => Promise<SigningKeysAnswer>
  /**
   * Rotate the signing keys now. Let the next signing key sign as soon as it has been published for
   * keyPublicationSeconds. Tokens of the current key stay valid until they expire. Keys rotate by themselves; this does
   * it earlier. Permission: `operator:secret:key`.
   */
  readonly rotateSigningKey: (act?: HostAct) => Promise<SigningKey>
  /**
   * Show the figures of the last 15 minutes. Show how many players are online, and the logins and orders of the last 15
   * minutes, from the database. Where a server runs with a probe port, also what it counts: requests, refusals,
   * latencies, portals, places and queues. Permission: `operator:read:player` or `operator:read:order` or
   * `operator:read:key`.
   */
  readonly figures: () => Promise<Figures>
  /**
   * List what needs attention. List signing keys that are due, secrets that were never used or are about to end,
   * restrictions that end within a day, portals that fail, what was not verified for a week or backed up for a day, a
   * clock that is off, and what keeps the server from being ready; each with the command that does something about it.
   * A reader gets the rows of what they may read elsewhere. Permission: `operator:read:*` or `operator:read:player` or
   * `operator:read:client` or `operator:read:key`.
   */
  readonly attention: () => Promise<Attention>
  /**
   * List what happened. List logins, refused logins, orders and acts of all players by time: the newest, what is older
   * than a marker, or what came after one. What happened is listed when it is three seconds old, so that whoever
   * follows the list sees everything once. What was stored later than that is listed among what is older. Permission:
   * `operator:audit:*`.
   */
  readonly happenings: (query?: HappeningsQuery) => Promise<HappeningPage>
  /**
   * List the settings in force. List every setting with its value and where the value comes from. Secrets are masked.
   * Permission: `operator:read:*`.
   */
  readonly settings: () => Promise<SettingsInForce>
  /**
   * List the newest changes of players, clients, accounts, roles, keys and the catalog, and refused attempts, the
   * newest first, a page at a time. A page looks at a bounded number of rows: where few meet the conditions it may be
   * short, or empty, and still end with the marker of the next. Permission: `operator:audit:act`.
   */
  readonly audit: (query?: AuditQuery) => Promise<AuditAnswer>
  /**
   * Accept an access row as it stands. Accept a role, client, password account, signing key or person that somebody
   * mended by hand in the database, or the rows of one table that belong to a client or person, so that a verification
   * of the audit names it no more. Of one that was removed, the audit then says that it may be gone. Compare it with a
   * backup before. Whoever accepts it vouches for what it allows. Permission: `*`.
   */
  readonly acceptAccessRow: (request: AcceptAccessRowInput) => Promise<AcceptedAccessRow>
  /**
   * Verify the audit. Read the whole audit, and name the first row that was altered, removed or inserted by hand; then
   * name the roles, clients, passwords, signing keys and persons whose rows are not as Garrison wrote them. Permission:
   * `operator:audit:act`.
   */
  readonly verifyAudit: () => Promise<VerifiedAudit>
}
