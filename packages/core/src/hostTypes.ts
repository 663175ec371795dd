/**
 * The JSON of inputs and answers as documented types, for hosts without Effect. `npm run host-types` makes this file
 * from the schemas; do not edit it by hand.
 */
import type { InventoryBucket, InventoryOperation, XpQuantityTransformType } from "./catalog/schema.ts"
import type { HostAct, ReasonedAct } from "./hostAct.ts"
import type { InventoryRecordType } from "./inventory/schema.ts"
import type { GrantType } from "./kernel/GrantType.ts"
import type { Platform } from "./kernel/Platform.ts"
import type { PrizeRule } from "./odds/schema.ts"
import type { EntryDetailType, EntryResult, EntryType, OrderSource, Sort } from "./order/enumerations.ts"
import type { PresenceStatus } from "./presence/schema.ts"
import type { RestrictionType } from "./restriction/schema.ts"

/** The request for a login (interface, section 2.3). */
export interface LoginInput {
  /** Any text that is not listed is refused with 403 invalid_grant_type, and not with 422. */
  readonly grant_type: GrantType | (string & {})
  /** Token or secret that authenticates the grant type. */
  readonly portal_access_token?: string | undefined
  /** Name given by the client, for grant types whose portal gives none. */
  readonly portal_display_name?: string | undefined
  /** Second token, for grant types with two tiers. */
  readonly portal_parent_access_token?: string | undefined
  /** Second name, for grant types with two tiers. */
  readonly portal_parent_display_name?: string | undefined
  /** Whether a refresh token is wanted. */
  readonly include_refresh?: boolean | undefined
  /** Whether the user accepts the EULA. */
  readonly accept_eula?: boolean | undefined
  /** Whether the user accepts the terms of service. */
  readonly accept_tos?: boolean | undefined
  /** Whether the user accepts the privacy policy. */
  readonly accept_privacy_policy?: boolean | undefined
}

/** The answer to a player who logged in. */
export interface LoginAnswer {
  /** The parent identity, where the grant has two tiers. */
  readonly portal_parent_auth_result?: ParentIdentity
  /** @deprecated Number of the player. Use `active_player_uuid`. */
  readonly active_player_id: number
  /** UUID of the player, by which every other method names the player. */
  readonly active_player_uuid: string
  /** Platform that the player logged in at. */
  readonly platform: Platform
  /** @deprecated Number of the platform. Use `platform`. */
  readonly portal_id: number
  /** Id of the player's user at that platform. */
  readonly portal_user_id: string
  /** Name of the player's user at that platform. */
  readonly display_name: string
  /** Number of the player's role. */
  readonly role_id: number
  /** UUID of the person that the player belongs to. */
  readonly person_id: string
  /** What the caller may do. */
  readonly permissions: ReadonlyArray<string>
  /** Restrictions of the account that do not forbid this login; none for a machine. */
  readonly restrictions: ReadonlyArray<AccountRestriction>
  /** Bearer token of later requests. */
  readonly access_token: string
  /** Exchanged for a new `access_token` by the grant `refresh`; present when the request asked for it. */
  readonly refresh_token?: string
  /** UUID of the deployment's publisher. */
  readonly publisher_uuid: string
  /** UUID of the deployment's tenant. */
  readonly tenant_uuid: string
  /** UUID of the deployment's config elector. */
  readonly config_elector_uuid: string
  /** UUID of the client that logged in, or through which the player logged in. */
  readonly client_uuid: string
  /** Id of that client. */
  readonly client_id: string
  /** Scheme of the `access_token`: `Bearer`. */
  readonly token_type: string
  /** Lifetime of the `access_token` in seconds. */
  readonly expires_in: number
}

/** The parent identity of a two-tier login. */
export interface ParentIdentity {
  /** Platform of the parent identity. */
  readonly platform: Platform
  /** @deprecated Number of the platform. Use `platform`. */
  readonly portal_id: number
  /** Id of the user at that platform. */
  readonly portal_user_id: string
  /** Name of the user at that platform. */
  readonly display_name: string
  /** Permissions of the login, the same as at the top level of the answer. */
  readonly permissions: ReadonlyArray<string>
  /** Restrictions of the account, the same as at the top level of the answer. */
  readonly restrictions: ReadonlyArray<AccountRestriction>
}

/** A restriction of an account that does not forbid this login. */
export interface AccountRestriction {
  /** What the restriction does to the account. */
  readonly type: RestrictionType
  /** Reason that the player is given. */
  readonly reason?: string
  /** When the restriction ends, ISO 8601 in UTC; null: never. */
  readonly expiration: string | null
}

/** Names a portal user. */
export interface PortalUserInput {
  /** Platform of the portal user. */
  readonly platform: Platform
  /** Id of the portal user at that platform, 1 to 512 characters. */
  readonly portal_user_id: string
}

/** The portal users of a person. */
export interface PortalUsersAnswer {
  /** The oldest first. */
  readonly portal_users: ReadonlyArray<PortalUserAnswer>
}

/** A portal user of a person. */
export interface PortalUserAnswer {
  /** Platform of the portal user. */
  readonly platform: Platform
  /** Id of the portal user at that platform, 1 to 512 characters. */
  readonly portal_user_id: string
  /** Name of the portal user. */
  readonly display_name: string
  /** UUID of the player that a login of this portal user logs in as. */
  readonly player_uuid?: string
  /** When the portal user was linked, or logged in first, ISO 8601 in UTC. */
  readonly created: string
}

/** What a merge would join; nothing was merged. At most 10000 rows of a kind are counted. */
export interface MergeCounts {
  /** What the caller brings. */
  readonly own: MergeSideCounts
  /** What the owner of the portal user brings. */
  readonly other: MergeSideCounts
  /** Items of which both have records. */
  readonly items_of_both: number
}

/** What one side brings into a merge; at most 10,000 rows of a kind are counted. */
export interface MergeSideCounts {
  /** Players. */
  readonly players: number
  /** Portal users that log in as these players. */
  readonly portal_users: number
  /** Inventory records that have not expired. */
  readonly inventory_records: number
  /** Orders. */
  readonly orders: number
  /** Notifications. */
  readonly notifications: number
  /** Restrictions in force. */
  readonly restrictions: number
}

/** An order to submit. */
export interface OrderInput {
  /** Absent: CLIENT from a player, UNKNOWN from a server. */
  readonly source?: OrderSource | undefined
  /** UUID that makes a retry safe: the same order with the same id is fulfilled once, and gets the same answer. */
  readonly client_order_ref_id?: string | undefined
  /** Id of the game server's instance. */
  readonly instance_id?: string | undefined
  /** Id of the match. */
  readonly match_id?: string | undefined
  /** Whether a failed entry undoes all others. */
  readonly is_transaction?: boolean | undefined
  /** What the order asks for, fulfilled in this sequence; at most 100 entries. */
  readonly entries: ReadonlyArray<OrderEntryInput>
}

/** What an entry of an order asks for. */
export interface OrderEntryInput {
  /** Kind of the entry. It decides which other fields are read. */
  readonly type: EntryType
  /** Loot to fulfil or to buy. */
  readonly loot_id?: number | undefined
  /** How many times, 1 to 1,000,000; in an entry that updates a record, the record's new count, 0 to 2^53-1. */
  readonly quantity: number
  /** @deprecated Version that the vendor must have. Use `vendor_etag`. A `bigint` beyond 2^53. */
  readonly vendor_version?: number | bigint | undefined
  /** Etag that the vendor must have; otherwise the entry fails. */
  readonly vendor_etag?: string | undefined
  /** Loot of a dynamic bundle. */
  readonly dynamic_bundle_loot_ids?: ReadonlyArray<number> | undefined
  /** @deprecated Price that a purchase expects to pay. */
  readonly purchase_price?: PurchasePriceInput | undefined
  /** Id of the transaction in another system. */
  readonly external_tran_id?: string | undefined
  /** Stock keeping unit in another system. */
  readonly external_item_sku?: string | undefined
  /** Bucket for what the entry gives. Default: the loot's bucket, or the bucket of the session's platform. */
  readonly use_inventory_bucket?: InventoryBucket | undefined
  /** Number of the portal's event that this entry answers. A `bigint` beyond 2^53. */
  readonly player_portal_event_id?: number | bigint | undefined
  /** UUID of the record to update. */
  readonly inventory_id?: string | undefined
  /** Number of the record to update. A `bigint` beyond 2^53. */
  readonly legacy_inventory_id?: number | bigint | undefined
  /** Item of the record to create. */
  readonly item_id?: number | undefined
  /** End of the record that is created or updated, ISO 8601 with a zone. */
  readonly expires?: string | undefined
  /** What to write into the record that is created or updated. */
  readonly custom_data?: Readonly<Record<string, string>> | undefined
}

export interface PurchasePriceInput {
  /** Item that is paid with. Use `currencies`. */
  readonly price_item_id?: number | undefined
  /** How many of it for one unit. Use `currencies`. */
  readonly price?: number | undefined
  /** Item of the coupon that lowers the price. */
  readonly price_coupon_item_id?: number | undefined
  /** Price of one unit, in the one currency that is paid. */
  readonly currencies?: ReadonlyArray<PriceCurrency> | undefined
}

/** The price of a unit in a currency. */
export interface PriceCurrency {
  /** Item that is paid with. */
  readonly price_item_id: number
  /** How many of it for one unit, as the catalog has it: before a coupon lowers it. */
  readonly price: number
}

/** One of many orders to submit, with its player. */
export interface OrderForPlayer {
  /** UUID of the player whose order it is. */
  readonly player_uuid: string
  /** Absent: CLIENT from a player, UNKNOWN from a server. */
  readonly source?: OrderSource | undefined
  /** UUID that makes a retry safe: the same order with the same id is fulfilled once, and gets the same answer. */
  readonly client_order_ref_id?: string | undefined
  /** Id of the game server's instance. */
  readonly instance_id?: string | undefined
  /** Id of the match. */
  readonly match_id?: string | undefined
  /** Whether a failed entry undoes all others. */
  readonly is_transaction?: boolean | undefined
  /** What the order asks for, fulfilled in this sequence; at most 100 entries. */
  readonly entries: ReadonlyArray<OrderEntryInput>
}

/** An inventory session to begin. */
export interface SessionInput {
  /** Makes a retry safe: the same id begins one session, and gets the same answer for ever. */
  readonly client_order_ref_id?: string | undefined
}

/** A page of a player's recent orders. */
export interface OrderPageAnswer {
  /** The orders, in the page's direction. */
  readonly data: ReadonlyArray<Order>
  /** Where the page stands. */
  readonly page: OrderPagePosition
}

/** A stored order. */
export interface Order {
  /** Where the order came from. */
  readonly source: OrderSource
  /** UUID that the submitter gave to the order. */
  readonly client_order_ref_id?: string
  /** Number of the platform that the order was submitted from. */
  readonly portal_id?: number
  /** Id of the player's user at that platform. */
  readonly portal_user_id?: string
  /** Id of the game server's instance. */
  readonly instance_id?: string
  /** Id of the match. */
  readonly match_id?: string
  /** Whether a failed entry undoes all others. */
  readonly is_transaction?: boolean
  /** Id of the order. */
  readonly order_id: string
  /** UUID of the player whose order it is. */
  readonly player_uuid: string
  /** When the order was fulfilled, ISO 8601 in UTC. */
  readonly created_time: string
  /** The entries, in the sequence in which they were submitted. */
  readonly entries: ReadonlyArray<OrderEntry>
}

/** An entry with its result. */
export interface OrderEntry {
  /** Kind of the entry. It decides which other fields are read. */
  readonly type: EntryType
  /** Loot to fulfil or to buy. */
  readonly loot_id?: number
  /** How many times, 1 to 1,000,000; in an entry that updates a record, the record's new count, 0 to 2^53-1. */
  readonly quantity: number
  /** @deprecated Version that the vendor must have. Use `vendor_etag`. A `bigint` beyond 2^53. */
  readonly vendor_version?: number | bigint
  /** Etag that the vendor must have; otherwise the entry fails. */
  readonly vendor_etag?: string
  /** Loot of a dynamic bundle. */
  readonly dynamic_bundle_loot_ids?: ReadonlyArray<number>
  /** @deprecated Price that a purchase expects to pay. */
  readonly purchase_price?: PurchasePrice
  /** Id of the transaction in another system. */
  readonly external_tran_id?: string
  /** Stock keeping unit in another system. */
  readonly external_item_sku?: string
  /** Bucket for what the entry gives. Default: the loot's bucket, or the bucket of the session's platform. */
  readonly use_inventory_bucket?: InventoryBucket
  /** Number of the portal's event that this entry answers. A `bigint` beyond 2^53. */
  readonly player_portal_event_id?: number | bigint
  /** UUID of the record to update. */
  readonly inventory_id?: string
  /** Number of the record to update. A `bigint` beyond 2^53. */
  readonly legacy_inventory_id?: number | bigint
  /** Item of the record to create. */
  readonly item_id?: number
  /** End of the record that is created or updated, ISO 8601 with a zone. */
  readonly expires?: string
  /** What to write into the record that is created or updated. */
  readonly custom_data?: Readonly<Record<string, string>>
  /** Id of the entry. */
  readonly entry_id: string
  /** `success`, or why the entry was not fulfilled. */
  readonly result: EntryResult
  /** What the entry did, in sequence. */
  readonly details: ReadonlyArray<OrderEntryDetail>
}

/** The price that a purchase expects to pay. */
export interface PurchasePrice {
  /** @deprecated Item that is paid with. Use `currencies`. */
  readonly price_item_id?: number
  /** @deprecated How many of it for one unit. Use `currencies`. */
  readonly price?: number
  /** Item of the coupon that lowers the price. */
  readonly price_coupon_item_id?: number
  /** Price of one unit, in the one currency that is paid. */
  readonly currencies?: ReadonlyArray<PriceCurrency>
}

/** An effect of an entry. */
export interface OrderEntryDetail {
  /** What this detail reports. It decides which other fields the detail has. */
  readonly type: EntryDetailType
  /** Loot that caused the effect; of `dynamic_bundle_lti`: the part that was chosen. */
  readonly loot_id?: number
  /** Of `inventory_change`: the record before and after. */
  readonly inv_change?: InventoryChange
  /** Of `new_order`: the order that was made. */
  readonly order?: OrderReference
}

/** An inventory record before and after an entry changed it. */
export interface InventoryChange {
  /** Item of the record before; absent: the record is new. */
  readonly before_item_id?: number
  /** Item of the record after. */
  readonly after_item_id: number
  /** The record before; absent: it is new. */
  readonly before?: InventoryRecordAnswer
  /** The record after. */
  readonly after: InventoryRecordAnswer
}

/** A record of what a player owns. */
export interface InventoryRecordAnswer {
  /** UUID of the record. */
  readonly inventory_id: string
  /** How long the record lasts: for ever, until its inventory session ends, or as long as the catalog says. */
  readonly type: InventoryRecordType
  /** Number of the record, unique within the player's inventory. A `bigint` beyond 2^53. */
  readonly legacy_inventory_id: number | bigint
  /** Where the record was earned or bought. */
  readonly bucket: InventoryBucket
  /** How many the player owns. */
  readonly count: number
  /** When the record was made, ISO 8601 in UTC. */
  readonly acquired: string
  /** First moment at which the record no longer counts, ISO 8601 in UTC; absent: it has no end. */
  readonly expires?: string
  /** What a server wrote into the record. */
  readonly custom_data?: Readonly<Record<string, string>>
}

/** Fields of an order that another order refers to. */
export interface OrderReference {
  /** Where the order came from. */
  readonly source: OrderSource
  /** UUID that the submitter gave to the order. */
  readonly client_order_ref_id?: string
  /** Number of the platform that the order was submitted from. */
  readonly portal_id?: number
  /** Id of the player's user at that platform. */
  readonly portal_user_id?: string
  /** Id of the game server's instance. */
  readonly instance_id?: string
  /** Id of the match. */
  readonly match_id?: string
  /** Whether a failed entry undoes all others. */
  readonly is_transaction?: boolean
  /** Id of the order. */
  readonly order_id: string
  /** What the order asked for. */
  readonly entries: ReadonlyArray<OrderEntryReference>
}

/** What an entry asked for, in an order that another order refers to. */
export interface OrderEntryReference {
  /** Kind of the entry. It decides which other fields are read. */
  readonly type: EntryType
  /** Loot to fulfil or to buy. */
  readonly loot_id?: number
  /** How many times, 1 to 1,000,000; in an entry that updates a record, the record's new count, 0 to 2^53-1. */
  readonly quantity: number
  /** @deprecated Version that the vendor must have. Use `vendor_etag`. A `bigint` beyond 2^53. */
  readonly vendor_version?: number | bigint
  /** Etag that the vendor must have; otherwise the entry fails. */
  readonly vendor_etag?: string
  /** Loot of a dynamic bundle. */
  readonly dynamic_bundle_loot_ids?: ReadonlyArray<number>
  /** @deprecated Price that a purchase expects to pay. */
  readonly purchase_price?: PurchasePrice
  /** Id of the transaction in another system. */
  readonly external_tran_id?: string
  /** Stock keeping unit in another system. */
  readonly external_item_sku?: string
  /** Bucket for what the entry gives. Default: the loot's bucket, or the bucket of the session's platform. */
  readonly use_inventory_bucket?: InventoryBucket
  /** Number of the portal's event that this entry answers. A `bigint` beyond 2^53. */
  readonly player_portal_event_id?: number | bigint
  /** UUID of the record to update. */
  readonly inventory_id?: string
  /** Number of the record to update. A `bigint` beyond 2^53. */
  readonly legacy_inventory_id?: number | bigint
  /** Item of the record to create. */
  readonly item_id?: number
  /** End of the record that is created or updated, ISO 8601 with a zone. */
  readonly expires?: string
  /** What to write into the record that is created or updated. */
  readonly custom_data?: Readonly<Record<string, string>>
  /** Id of the entry. */
  readonly entry_id: string
}

/** Where a page of orders stands. */
export interface OrderPagePosition {
  /** Time that the page was asked to start at, ISO 8601 in UTC. */
  readonly starting_position?: string
  /** Cursor that asks for the next page; absent: this is the last page. */
  readonly cursor?: string
  /** Whether the page lists the oldest order first or the newest. */
  readonly sort: Sort
  /** How many orders the page holds at most. */
  readonly limit: number
}

/** What an order would be answered with. It has ids only if the order is stored already. */
export interface OrderQuoteAnswer {
  /** Where the order came from. */
  readonly source: OrderSource
  /** UUID that the submitter gave to the order. */
  readonly client_order_ref_id?: string
  /** Number of the platform that the order was submitted from. */
  readonly portal_id?: number
  /** Id of the player's user at that platform. */
  readonly portal_user_id?: string
  /** Id of the game server's instance. */
  readonly instance_id?: string
  /** Id of the match. */
  readonly match_id?: string
  /** Whether a failed entry undoes all others. */
  readonly is_transaction?: boolean
  /** Present if the order is stored already under this client_order_ref_id. */
  readonly order_id?: string
  /** UUID of the player whose order it would be. */
  readonly player_uuid: string
  /** The time that the quote is for. */
  readonly created_time: string
  /** The entries, in their sequence. */
  readonly entries: ReadonlyArray<QuotedEntry>
}

/** An entry as it would be fulfilled. */
export interface QuotedEntry {
  /** Kind of the entry. It decides which other fields are read. */
  readonly type: EntryType
  /** Loot to fulfil or to buy. */
  readonly loot_id?: number
  /** How many times, 1 to 1,000,000; in an entry that updates a record, the record's new count, 0 to 2^53-1. */
  readonly quantity: number
  /** @deprecated Version that the vendor must have. Use `vendor_etag`. A `bigint` beyond 2^53. */
  readonly vendor_version?: number | bigint
  /** Etag that the vendor must have; otherwise the entry fails. */
  readonly vendor_etag?: string
  /** Loot of a dynamic bundle. */
  readonly dynamic_bundle_loot_ids?: ReadonlyArray<number>
  /** @deprecated Price that a purchase expects to pay. */
  readonly purchase_price?: PurchasePrice
  /** Id of the transaction in another system. */
  readonly external_tran_id?: string
  /** Stock keeping unit in another system. */
  readonly external_item_sku?: string
  /** Bucket for what the entry gives. Default: the loot's bucket, or the bucket of the session's platform. */
  readonly use_inventory_bucket?: InventoryBucket
  /** Number of the portal's event that this entry answers. A `bigint` beyond 2^53. */
  readonly player_portal_event_id?: number | bigint
  /** UUID of the record to update. */
  readonly inventory_id?: string
  /** Number of the record to update. A `bigint` beyond 2^53. */
  readonly legacy_inventory_id?: number | bigint
  /** Item of the record to create. */
  readonly item_id?: number
  /** End of the record that is created or updated, ISO 8601 with a zone. */
  readonly expires?: string
  /** What to write into the record that is created or updated. */
  readonly custom_data?: Readonly<Record<string, string>>
  /** Present if the order is stored already under this client_order_ref_id. */
  readonly entry_id?: string
  /** `success`, or why the entry would not be fulfilled. */
  readonly result?: EntryResult
  /**
   * Of a purchase: the prices at this quantity that would match, one for each currency that can be used on the
   * platform. A purchase states one of them. Absent: nothing is bought, or the loot has no price now.
   */
  readonly price_expected?: ReadonlyArray<ExpectedPriceAnswer>
  /** What the quantity would not do, at most 20 sentences. Absent: it does what it says. */
  readonly notes?: ReadonlyArray<ExplainedRuleAnswer>
  /** What the entry would do, in sequence. */
  readonly details?: ReadonlyArray<QuotedEntryDetail>
}

/** A price that a purchase may state. */
export interface ExpectedPriceAnswer {
  /** Item that is paid with. */
  readonly price_item_id: number
  /** How many of it for one unit: what `currencies` of the purchase state. */
  readonly price: number
  /** How many of it the player pays for one unit, after owned parts and the coupon of the entry. Absent: as many. */
  readonly reduced_price?: number
}

/** A rule with the values that it compared. */
export interface ExplainedRuleAnswer {
  /** Name of the rule. */
  readonly rule: string
  /** The rule with its values, as a sentence. */
  readonly message: string
  /** The values by name: ids, counts, limits, times in ISO 8601. */
  readonly values: Readonly<Record<string, number | string>>
}

/** An effect that an entry would have. */
export interface QuotedEntryDetail {
  /** What this detail reports. It decides which other fields the detail has. */
  readonly type: EntryDetailType
  /** Loot that caused the effect; of `dynamic_bundle_lti`: the part that was chosen. */
  readonly loot_id?: number
  /** Of `inventory_change`: the record before and after. */
  readonly inv_change?: QuotedChange
  /** The order that would be made, with the results of its entries. */
  readonly order?: NestedQuote
}

/** A record before and after a change. */
export interface QuotedChange {
  /** Item of the record before; absent: the record is new. */
  readonly before_item_id?: number
  /** Item of the record after. */
  readonly after_item_id: number
  /** The record before; absent: it would be new. */
  readonly before?: QuotedRecord
  /** The record after. */
  readonly after: QuotedRecord
}

/** A record as it would be. */
export interface QuotedRecord {
  /** Absent: the record would be new. */
  readonly inventory_id?: string
  /** How long the record lasts: for ever, until its inventory session ends, or as long as the catalog says. */
  readonly type: InventoryRecordType
  /** Number of the record. Absent: the record would be new. A `bigint` beyond 2^53. */
  readonly legacy_inventory_id?: number | bigint
  /** Where the record was earned or bought. */
  readonly bucket: InventoryBucket
  /** How many the player owns. */
  readonly count: number
  /** When the record was made, ISO 8601 in UTC. */
  readonly acquired: string
  /** First moment at which the record no longer counts, ISO 8601 in UTC; absent: it has no end. */
  readonly expires?: string
  /** What a server wrote into the record. */
  readonly custom_data?: Readonly<Record<string, string>>
}

/** An order that another order would make. */
export interface NestedQuote {
  /** Where the order came from. */
  readonly source: OrderSource
  /** UUID that the submitter gave to the order. */
  readonly client_order_ref_id?: string
  /** Number of the platform that the order was submitted from. */
  readonly portal_id?: number
  /** Id of the player's user at that platform. */
  readonly portal_user_id?: string
  /** Id of the game server's instance. */
  readonly instance_id?: string
  /** Id of the match. */
  readonly match_id?: string
  /** Whether a failed entry undoes all others. */
  readonly is_transaction?: boolean
  /** Present if the order is stored already under this client_order_ref_id. */
  readonly order_id?: string
  /** The entries, in their sequence. */
  readonly entries: ReadonlyArray<QuotedEntry>
}

/** A quote with expected results. */
export interface ExpectedQuoteAnswer {
  /** Where the order came from. */
  readonly source: OrderSource
  /** UUID that the submitter gave to the order. */
  readonly client_order_ref_id?: string
  /** Number of the platform that the order was submitted from. */
  readonly portal_id?: number
  /** Id of the player's user at that platform. */
  readonly portal_user_id?: string
  /** Id of the game server's instance. */
  readonly instance_id?: string
  /** Id of the match. */
  readonly match_id?: string
  /** Whether a failed entry undoes all others. */
  readonly is_transaction?: boolean
  /** UUID of the player whose order it would be. */
  readonly player_uuid: string
  /** The time that the quote is for. */
  readonly created_time: string
  /** That the entries have odds, and no results. */
  readonly results: "expected"
  /** Etag of the vendor collection that the odds belong to. */
  readonly etag: string
  /** The entries, in the sequence of the request. */
  readonly entries: ReadonlyArray<ExpectedEntryAnswer>
}

/** An entry with its odds, as if it were the only one of its order. */
export interface ExpectedEntryAnswer {
  /** Kind of the entry. It decides which other fields are read. */
  readonly type: EntryType
  /** Loot to fulfil or to buy. */
  readonly loot_id?: number
  /** How many times, 1 to 1,000,000; in an entry that updates a record, the record's new count, 0 to 2^53-1. */
  readonly quantity: number
  /** @deprecated Version that the vendor must have. Use `vendor_etag`. A `bigint` beyond 2^53. */
  readonly vendor_version?: number | bigint
  /** Etag that the vendor must have; otherwise the entry fails. */
  readonly vendor_etag?: string
  /** Loot of a dynamic bundle. */
  readonly dynamic_bundle_loot_ids?: ReadonlyArray<number>
  /** @deprecated Price that a purchase expects to pay. */
  readonly purchase_price?: PurchasePrice
  /** Id of the transaction in another system. */
  readonly external_tran_id?: string
  /** Stock keeping unit in another system. */
  readonly external_item_sku?: string
  /** Bucket for what the entry gives. Default: the loot's bucket, or the bucket of the session's platform. */
  readonly use_inventory_bucket?: InventoryBucket
  /** Number of the portal's event that this entry answers. A `bigint` beyond 2^53. */
  readonly player_portal_event_id?: number | bigint
  /** UUID of the record to update. */
  readonly inventory_id?: string
  /** Number of the record to update. A `bigint` beyond 2^53. */
  readonly legacy_inventory_id?: number | bigint
  /** Item of the record to create. */
  readonly item_id?: number
  /** End of the record that is created or updated, ISO 8601 with a zone. */
  readonly expires?: string
  /** What to write into the record that is created or updated. */
  readonly custom_data?: Readonly<Record<string, string>>
  /**
   * Of a purchase: the prices at this quantity that would match, one for each currency that can be used on the
   * platform. A purchase states one of them. Absent: nothing is bought, or the loot has no price now.
   */
  readonly price_expected?: ReadonlyArray<ExpectedPriceAnswer>
  /** What the entry would give. */
  readonly expected: EntryOddsAnswer
}

export interface EntryOddsAnswer {
  /** Whether the numbers are exact; otherwise they are estimates. */
  readonly exact: boolean
  /** How often the loot was fulfilled for the estimates. */
  readonly samples?: number
  /**
   * Whether the server's budget of steps (`oddsStepsMax`) ended the computation: then fewer samples were taken, and the
   * bounds are wider. Absent: it did not.
   */
  readonly cut_short?: boolean
  /** By item id. */
  readonly items: ReadonlyArray<ItemOddsAnswer>
  /** Absent: the entry never fails. */
  readonly failures?: ReadonlyArray<FailureOddsAnswer>
  /**
   * Prizes that are given only on conditions, also those without a chance for this player. The chances of `items` are
   * those for this player. Absent: there are none.
   */
  readonly conditional?: ReadonlyArray<ConditionalPrize>
  /** Whether there may be more conditional prizes. Absent: these are all. */
  readonly conditional_cut_short?: boolean
}

export interface ItemOddsAnswer {
  /** Id of the item in the catalog. */
  readonly item_id: number
  /** By how much the count changes on average; negative: it is spent. */
  readonly expected: string | OddsEstimate
  /** The probability to have more of the item than before. */
  readonly at_least_one: string | OddsEstimate
  /** The smallest change of the count, where it changes; negative: it is spent. Of estimates: that of the samples. */
  readonly least: number
  /** The largest change of the count, where it changes. */
  readonly most: number
}

/** Where `exact` is false: an estimate. The true number is from `low` to `high`, with 99% confidence. */
export interface OddsEstimate {
  /** The estimated number. */
  readonly value: number
  /** The lower bound. */
  readonly low: number
  /** The upper bound. */
  readonly high: number
}

export interface FailureOddsAnswer {
  /** The result of the entry. */
  readonly result: EntryResult
  /** How likely it is. */
  readonly probability: string | OddsEstimate
}

/** A prize that is given only if all its conditions hold, and then with luck. */
export interface ConditionalPrize {
  /** Id of the item in the catalog. */
  readonly item_id: number
  /** The least that is given at a time. Absent: the inventory decides. */
  readonly least?: number
  /** The most that is given at a time. */
  readonly most?: number
  /** All of them have to hold. */
  readonly conditions: ReadonlyArray<PrizeCondition>
}

/** What has to hold for a prize. */
export interface PrizeCondition {
  /** Which condition it is. */
  readonly rule: PrizeRule
  /** The condition in words, which go on from `only if`. */
  readonly message: string
  /** Whether it holds for this player before the entry. Absent: that is not known. */
  readonly is_met?: boolean
  /** The item that it is about. */
  readonly item_id?: number
  /** The count that it compares with. Absent: the inventory decides. */
  readonly count?: number
  /** The level that `count` XP of the item reach. */
  readonly level?: number
  /** The time from which on it holds, ISO 8601 in UTC. */
  readonly from?: string
  /** The platforms on which it holds. */
  readonly platforms?: ReadonlyArray<Platform>
  /** The vendor that has to have loot to draw. */
  readonly vendor_id?: number
}

export interface LocatedOrderAnswer {
  /** Id of the order. */
  readonly order_id: string
  /** The player whose order it is. */
  readonly player_uuid: string
  /** The player's name; absent: there is no such player any more. */
  readonly display_name?: string
  /** When it was fulfilled. */
  readonly created: string
  /** Where the order came from. */
  readonly source: string
  /** The order that made it; absent: it was submitted. */
  readonly parent_order_id?: string
  /** The client that submitted it. */
  readonly client_id?: string
  /** Its entries. */
  readonly entries: ReadonlyArray<EntryOfFoundOrder>
  /** The items whose records it changed. */
  readonly item_ids: ReadonlyArray<number>
  /** The names of the items that the answer mentions, by id; absent: none has a name. */
  readonly item_names?: Readonly<Record<string, string>>
  /** The names of the loot that the answer mentions, by id; absent: none has a name. */
  readonly loot_names?: Readonly<Record<string, string>>
  /** The names of the vendors that the answer mentions, by id; absent: none has a name. */
  readonly vendor_names?: Readonly<Record<string, string>>
}

export interface EntryOfFoundOrder {
  /** Kind of the entry. */
  readonly type: string
  /** `success`, or why the entry was not fulfilled. */
  readonly result: string
  /** Loot that it fulfilled or bought. */
  readonly loot_id?: number
  /** How many times. */
  readonly quantity: number
}

/** How a stored order came about. */
export interface OrderExplanationAnswer {
  /** Id of the submitted order, also where a new order that it made was asked for. */
  readonly order_id: string
  /** UUID of the player whose order it is. */
  readonly player_uuid: string
  /** When the order was fulfilled, ISO 8601 in UTC. */
  readonly created_time: string
  /** Where the order came from. */
  readonly source: OrderSource
  /** Platform of the player's session. Absent: a server submitted the order. */
  readonly platform?: Platform
  /** Version of the catalog by which the order was fulfilled. */
  readonly catalog_version: number
  /** Etag of the vendor collection of that version. */
  readonly catalog_etag: string
  /** Whether the rules of this release lead to the stored order, byte for byte. False: the stored order counts. */
  readonly is_same: boolean
  /** The entries, in the sequence in which they were submitted. */
  readonly entries: ReadonlyArray<ExplainedEntryAnswer>
  /** The names of the items that the answer mentions, by id; absent: none has a name. */
  readonly item_names?: Readonly<Record<string, string>>
  /** The names of the loot that the answer mentions, by id; absent: none has a name. */
  readonly loot_names?: Readonly<Record<string, string>>
  /** The names of the vendors that the answer mentions, by id; absent: none has a name. */
  readonly vendor_names?: Readonly<Record<string, string>>
}

/** An entry with the steps of its fulfilment. */
export interface ExplainedEntryAnswer {
  /** Kind of the entry. */
  readonly type: EntryType
  /** Loot that the entry asked for. */
  readonly loot_id?: number
  /** Item that the entry named. */
  readonly item_id?: number
  /** How many times. */
  readonly quantity: number
  /** `success`, or why the entry was not fulfilled. */
  readonly result: EntryResult
  /** Why it failed, which undid its changes; from the outside in. Absent: it succeeded. */
  readonly reasons?: ReadonlyArray<ExplainedRuleAnswer>
  /** The steps, in the sequence in which they happened. Absent: there are none, or none is listed. */
  readonly steps?: ReadonlyArray<ExplainedStepAnswer>
  /** How many steps within this step, at any depth, are not listed. Absent: none. */
  readonly steps_left_out?: number
}

/** A step of the fulfilment of an entry. `type` says which. */
export type ExplainedStepAnswer =
  | SkippedLootStep
  | QuantityStep
  | PriceStep
  | RuleStep
  | CheckStep
  | ChangeStep
  | LevelStep
  | LootStep
  | NewOrderStep
  | DrawStepAnswer

/** Loot that was skipped, or left out of a bundle. */
export interface SkippedLootStep {
  /** Kind of the step. */
  readonly type: "skipped"
  /** The loot. */
  readonly loot_id: number
  /** Why, from the outside in. */
  readonly reasons: ReadonlyArray<ExplainedRuleAnswer>
}

/** How the quantity of loot came about. Each number follows from the number before it. */
export interface QuantityStep {
  /** Kind of the step. */
  readonly type: "quantity"
  /** The loot. */
  readonly loot_id: number
  /** `quantity` of the loot in the catalog. */
  readonly authored: number
  /** The ordered quantity, or the parent's; 1 for an absolute quantity. */
  readonly multiplier: number
  /** The item whose count multiplies the quantity. */
  readonly multiplier_item_id?: number
  /** The player's count of that item. */
  readonly multiplier_count?: number
  /** The transform of levels into XP. */
  readonly xp_quantity_transform_type?: XpQuantityTransformType
  /** The player's XP before the transform. */
  readonly xp?: number
  /** The number of levels that turned into XP. */
  readonly levels?: number
  /** The cap of the quantity. */
  readonly hard_quantity_maximum?: number
  /** The quantity that all this comes to. */
  readonly quantity: number
}

/** The price of a purchase. */
export interface PriceStep {
  /** Kind of the step. */
  readonly type: "price"
  /** The loot that is bought. */
  readonly loot_id: number
  /** The item that is paid with. */
  readonly item_id: number
  /** The quantity from which the tier holds. */
  readonly tier: number
  /** The price of a unit in the catalog. */
  readonly list_price: number
  /** The prices of the parts that the player owns already. */
  readonly owned_parts: number
  /** The item of the coupon that lowers the price. */
  readonly coupon_item_id?: number
  /** The price of a unit after all discounts. */
  readonly unit_price: number
  /** How many units are bought. */
  readonly quantity: number
}

/** A rule that was looked at, and by which nothing failed. */
export interface RuleStep {
  /** Kind of the step. */
  readonly type: "rule"
  /** Name of the rule. */
  readonly rule: string
  /** The rule with its values, as a sentence. */
  readonly message: string
  /** The values by name: ids, counts, limits, times in ISO 8601. */
  readonly values: Readonly<Record<string, number | string>>
}

/** A check of a count by the operation of loot. */
export interface CheckStep {
  /** Kind of the step. */
  readonly type: "check"
  /** The loot that checks. */
  readonly loot_id: number
  /** The item whose count is checked. */
  readonly item_id: number
  /** How the count is compared. */
  readonly operation: InventoryOperation
  /** The player's count of the item. */
  readonly count: number
  /** The quantity that the count was compared with. */
  readonly quantity: number
  /** Whether the check let the loot go on. */
  readonly is_met: boolean
}

/** A change of an inventory record. */
export interface ChangeStep {
  /** Kind of the step. */
  readonly type: "change"
  /** The loot that changed the record. Absent: the entry changed it without loot. */
  readonly loot_id?: number
  /** The item of the record. */
  readonly item_id: number
  /** UUID of the record. Absent: the record was new, and the change was undone. */
  readonly inventory_id?: string
  /** The record before. Absent: it was new. */
  readonly before?: ChangedRecord
  /** The record after. */
  readonly after: ChangedRecord
  /** Whether a later failure undid the change. */
  readonly undone: boolean
}

export interface ChangedRecord {
  /** The count of the record. */
  readonly count: number
  /** When the record ends, ISO 8601 in UTC. Absent: never. */
  readonly expires?: string
}

/** A level that the count of an item reached, which gives the rewards of the level. */
export interface LevelStep {
  /** Kind of the step. */
  readonly type: "level"
  /** The item with levels. */
  readonly item_id: number
  /** The level. */
  readonly level: number
}

/** Loot that was fulfilled, or failed. */
export interface LootStep {
  /** Kind of the step. */
  readonly type: "loot"
  /** The loot. */
  readonly loot_id: number
  /** How many of it. Absent: the loot failed before it had a quantity. */
  readonly quantity?: number
  /** Why it failed, which undid its changes; from the outside in. Absent: it succeeded. */
  readonly reasons?: ReadonlyArray<ExplainedRuleAnswer>
  /** The steps, in the sequence in which they happened. Absent: there are none, or none is listed. */
  readonly steps?: ReadonlyArray<ExplainedStepAnswer>
  /** How many steps within this step, at any depth, are not listed. Absent: none. */
  readonly steps_left_out?: number
}

/** An order that loot made. */
export interface NewOrderStep {
  /** Kind of the step. */
  readonly type: "new_order"
  /** The loot that was fulfilled by the order. */
  readonly loot_id: number
  /** Id of the order. Absent: the order was undone. */
  readonly order_id?: string
  /** Why it failed, which undid its changes; from the outside in. Absent: it succeeded. */
  readonly reasons?: ReadonlyArray<ExplainedRuleAnswer>
  /** The steps, in the sequence in which they happened. Absent: there are none, or none is listed. */
  readonly steps?: ReadonlyArray<ExplainedStepAnswer>
  /** How many steps within this step, at any depth, are not listed. Absent: none. */
  readonly steps_left_out?: number
}

/** A draw. */
export interface DrawStepAnswer {
  /** Kind of the step. */
  readonly type: "draw"
  /** The randomly sampled vendor. */
  readonly vendor_id: number
  /** The loot that was drawn. Absent: there was nothing to draw. */
  readonly drawn_loot_id?: number
  /** Sum of the weights of all candidates. */
  readonly total?: number
  /** The number that was drawn, from 0 to below `total`. Candidates have consecutive numbers. */
  readonly drawn?: number
  /** Weight of the loot that was drawn. */
  readonly weight?: number
  /** `weight` of `total`, as a fraction in lowest terms. */
  readonly odds?: string
  /** Loot that could be drawn. */
  readonly candidates?: ReadonlyArray<DrawCandidateAnswer>
  /** How many candidates are not listed. Absent: none. */
  readonly candidates_left_out?: number
  /** Loot of the vendor that could not be drawn. */
  readonly excluded?: ReadonlyArray<DrawExclusionAnswer>
  /** How many of them are not listed. Absent: none. */
  readonly excluded_left_out?: number
  /** Why it failed, which undid its changes; from the outside in. Absent: it succeeded. */
  readonly reasons?: ReadonlyArray<ExplainedRuleAnswer>
  /** The steps, in the sequence in which they happened. Absent: there are none, or none is listed. */
  readonly steps?: ReadonlyArray<ExplainedStepAnswer>
  /** How many steps within this step, at any depth, are not listed. Absent: none. */
  readonly steps_left_out?: number
}

/** Loot that could be drawn. */
export interface DrawCandidateAnswer {
  /** The loot. */
  readonly loot_id: number
  /** Its weight in this draw. */
  readonly weight: number
  /** Its chance to be drawn, as a fraction in lowest terms. */
  readonly odds: string
}

/** Loot of the vendor that could not be drawn. */
export interface DrawExclusionAnswer {
  /** The loot. */
  readonly loot_id: number
  /** Why it could not be drawn. */
  readonly reasons: ReadonlyArray<ExplainedRuleAnswer>
}

/** A page of what a player owns. */
export interface InventoryPageAnswer {
  /** The records, by item and then by `inventory_id`. */
  readonly data: ReadonlyArray<OwnedRecordAnswer>
  /** The position of the page. */
  readonly page: InventoryPagePosition
}

/** A record of a player's inventory, with its item. */
export interface OwnedRecordAnswer {
  /** Id of the item in the catalog. */
  readonly item_id: number
  /** UUID of the record. */
  readonly inventory_id: string
  /** How long the record lasts: for ever, until its inventory session ends, or as long as the catalog says. */
  readonly type: InventoryRecordType
  /** Number of the record. Absent: the record is always owned. A `bigint` beyond 2^53. */
  readonly legacy_inventory_id?: number | bigint
  /** Where the record was earned or bought. Absent: the record is always owned. */
  readonly bucket?: InventoryBucket
  /** How many the player owns. */
  readonly count: number
  /** When the record was made, ISO 8601 in UTC. */
  readonly acquired: string
  /** First moment at which the record no longer counts, ISO 8601 in UTC; absent: it has no end. */
  readonly expires?: string
  /** What a server wrote into the record. */
  readonly custom_data?: Readonly<Record<string, string>>
}

/** The position of a page of an inventory. */
export interface InventoryPagePosition {
  /** Asks for the next page; absent: this is the last page. */
  readonly cursor?: string
  /** Most records in the page. */
  readonly limit: number
}

/** The levels of a player. */
export interface LevelsAnswer {
  /** One for each active item with levels. */
  readonly levels: ReadonlyArray<ItemLevelAnswer>
}

/** The level that a player has reached by an item with levels. */
export interface ItemLevelAnswer {
  /** Id of the item in the catalog. */
  readonly item_id: number
  /** The player's XP: the count of the item. */
  readonly count: number
  /** The level; absent: below the first. */
  readonly level?: number
  /** XP from which that level holds. */
  readonly level_minimum?: number
  /** The level after it; absent: the player is at the last. */
  readonly next_level?: number
  /** XP from which the next level holds. */
  readonly next_level_minimum?: number
}

/** The odds of a loot. */
export interface OddsAnswer {
  /** Etag of the vendor collection that the odds belong to. */
  readonly etag: string
  /** Id of the loot. */
  readonly loot_id: number
  /** How many are ordered in one entry. */
  readonly quantity: number
  /** Whether the numbers are exact; otherwise they are estimates. */
  readonly exact: boolean
  /** How often the loot was fulfilled for the estimates. */
  readonly samples?: number
  /**
   * Whether the server's budget of steps (`oddsStepsMax`) ended the computation: then fewer samples were taken, and the
   * bounds are wider. Absent: it did not.
   */
  readonly cut_short?: boolean
  /** By item id. */
  readonly items: ReadonlyArray<ItemOddsAnswer>
  /** Absent: the entry never fails. */
  readonly failures?: ReadonlyArray<FailureOddsAnswer>
  /**
   * Prizes that are given only on conditions, also those without a chance for this player. The chances of `items` are
   * those for this player. Absent: there are none.
   */
  readonly conditional?: ReadonlyArray<ConditionalPrize>
  /** Whether there may be more conditional prizes. Absent: these are all. */
  readonly conditional_cut_short?: boolean
}

/** What loot costs: its tiers, the tiers of before a sale, and the loot. */
export interface PricePointAnswer {
  /** Its guid, as `current_price_point_guid` of loot names it. */
  readonly price_point_guid: string
  /** Whether only the exact quantities of the tiers are sold. */
  readonly strict_flag: boolean
  /** Whether no more than the highest tier is sold. */
  readonly cap_flag: boolean
  /**
   * The tiers that purchases pay, by rising quantity: the highest that is not above the quantity holds. Empty: nothing
   * is for sale at this price.
   */
  readonly current_breakpoints: ReadonlyArray<PriceTierAnswer>
  /** The tiers of before a sale, for showing. No purchase pays them. */
  readonly pre_sale_breakpoints: ReadonlyArray<PriceTierAnswer>
  /** The loot that names this price point, by its id. */
  readonly loot: ReadonlyArray<PricedLootAnswer>
  /** What revalidates the content. */
  readonly cache_info: CacheInfo
}

/** The price of a unit from a quantity on. */
export interface PriceTierAnswer {
  /** The quantity from which it holds. */
  readonly quantity: number
  /** The price of a unit in each currency. A purchase pays in one of them. */
  readonly currencies: ReadonlyArray<TierPriceAnswer>
}

/** The price of a unit in a currency. */
export interface TierPriceAnswer {
  /** The item that is paid with. */
  readonly price_item_id: number
  /** How many of it a unit costs: what the entry of a purchase states. */
  readonly price: number
  /** Coupons and owned parts lower the price no further than to this. */
  readonly min_reduced_price: number
  /** The platforms on which the item can be paid with. Absent: every platform. */
  readonly platforms?: ReadonlyArray<Platform>
}

/** Loot that names a price point. */
export interface PricedLootAnswer {
  /** The loot. */
  readonly loot_id: number
  /** Its vendor. */
  readonly vendor_id: number
  /** `current`: a purchase of the loot pays this price. `pre_sale`: it is shown as the price before a sale. */
  readonly use: "current" | "pre_sale"
  /** Whether the loot is for sale at some time. False: its author has turned it off. */
  readonly active: boolean
  /**
   * When it begins to be for sale, ISO 8601 in UTC: with itself, or with the time frame of what it gives. Absent: it
   * has begun.
   */
  readonly for_sale_from?: string
  /**
   * When it ends to be for sale, ISO 8601 in UTC, because a time frame of what it gives is over. Absent: it does not
   * end.
   */
  readonly for_sale_until?: string
  /** The windows of time in which alone it is for sale: all of them must be open. Absent: there are no such windows. */
  readonly for_sale_within?: ReadonlyArray<SaleWindow>
  /** The platforms on which the loot is given. Absent: every platform. */
  readonly platforms?: ReadonlyArray<Platform>
}

/** A window of time that repeats. */
export interface SaleWindow {
  /** The start of its first window, ISO 8601 in UTC. */
  readonly start: string
  /** The end of its first window. */
  readonly end: string
  /** After how many hours the window repeats. */
  readonly hour_interval: number
}

/** What revalidates the content. */
export interface CacheInfo {
  /** Names this version of the content. */
  readonly etag: string
  /** The same with quotes, as the header ETag has it. */
  readonly str_rep: string
}

/** What the loot of the catalog costs. */
export interface PricePointsAnswer {
  /** Every price point of loot, by guid. */
  readonly price_points: Readonly<Record<string, PricePointAnswer>>
  /** What revalidates the content. */
  readonly cache_info: CacheInfo
}

/** A notification to send. */
export interface NotificationContent {
  /** Text, at most 4,096 characters. */
  readonly message: string
  /** Link, 1 to 4,096 characters. */
  readonly rh_url?: string | undefined
  /** Data of the game: at most 100 keys, each value 1 to 4,096 characters. */
  readonly custom_data?: Readonly<Record<string, string>> | undefined
  /** Version of the content, 1 to 4,096 characters, for the game's own use. */
  readonly etag?: string | undefined
}

/** A notification to all players, to those with a role, or to a list: exactly one of the three. */
export interface BroadcastContent {
  /** To all players that there are. */
  readonly all?: boolean | undefined
  /** To the players who have this role now. */
  readonly role_id?: number | undefined
  /** To these players, at most 10,000. One that is named twice counts once. */
  readonly player_uuids?: ReadonlyArray<string> | undefined
  /** Text, at most 4,096 characters. */
  readonly message: string
  /** Link, 1 to 4,096 characters. */
  readonly rh_url?: string | undefined
  /** Data of the game: at most 100 keys, each value 1 to 4,096 characters. */
  readonly custom_data?: Readonly<Record<string, string>> | undefined
  /** Version of the content, 1 to 4,096 characters, for the game's own use. */
  readonly etag?: string | undefined
}

/** A broadcast that was sent. */
export interface BroadcastAnswer {
  /** `all`, `role` or `players`. */
  readonly segment: "all" | "role" | "players"
  /** The role, of a broadcast to a role. */
  readonly role_id?: number
  /** How many players are on the list, of a broadcast to a list. */
  readonly player_count?: number
  /** The notification as every one of them will see it. */
  readonly notification: NotificationAnswer
}

/** A notification of a player's list. */
export interface NotificationAnswer {
  /** Text, at most 4,096 characters. */
  readonly message: string
  /** Link, 1 to 4,096 characters. */
  readonly rh_url?: string
  /** Data of the game: at most 100 keys, each value 1 to 4,096 characters. */
  readonly custom_data?: Readonly<Record<string, string>>
  /** Version of the content, 1 to 4,096 characters, for the game's own use. */
  readonly etag?: string
  /** Id of the notification, unique per player; can be used as `start_at` and `exclude_before`. */
  readonly notification_id: string
  /** When the notification was sent, ISO 8601 in UTC. */
  readonly created: string
}

/** A page of a player's notifications. */
export interface NotificationPageAnswer {
  /** The notifications, newest first. */
  readonly notifications: ReadonlyArray<NotificationAnswer>
  /** `start_at` of the next older page; on the last page an end marker, whose page is empty. */
  readonly cursor: string
}

/** What is new for a player. */
export interface NewNotificationsAnswer {
  /** The notifications, oldest first; none: nothing came before the deadline. */
  readonly notifications: ReadonlyArray<NotificationAnswer>
  /** `exclude_before` of the next poll, and `Last-Event-ID` of a stream that goes on from here. */
  readonly cursor: string
}

/** Where a stream of a player's notifications begins. */
export interface ListenQuery {
  /**
   * Opaque: a cursor or an id. What comes after it is given, in the order in which it was sent. Absent: as
   * `offset_reset_strategy` says.
   */
  readonly exclude_before?: string | undefined
  /** Where to begin without `exclude_before`: `latest` gives what comes from now on, `earliest` all. Default latest. */
  readonly offset_reset_strategy?: "latest" | "earliest" | undefined
}

/** Changes of a player's presence; absent fields stay as they are. */
export interface PresenceReport {
  /** New status. Others see `invisible` as `offline`. Null: as it is. */
  readonly status?: PresenceStatus | null | undefined
  /** New message, at most 256 characters; null or empty: none. */
  readonly message?: string | null | undefined
  /** New data, at most 32 keys with values of 4,096 characters; keys with null are left out; null or empty: none. */
  readonly custom_data?: Readonly<Record<string, string | null>> | null | undefined
  /** Whether the player does not want to be disturbed. Null: as it is. */
  readonly do_not_disturb?: boolean | null | undefined
}

/** A player's presence. */
export interface PresenceAnswer {
  /** Whether `status` is `online` or `away`. */
  readonly online: boolean
  /** The player's message. */
  readonly message?: string
  /** Platform that the player was last online at. */
  readonly platform: Platform
  /** Name of the player's user at that platform. */
  readonly display_name: string
  /** Data of the game. */
  readonly custom_data?: Readonly<Record<string, string>>
  /** Number of the player; present when the lookup was by number. */
  readonly player_id?: number
  /** UUID of the player. */
  readonly player_uuid: string
  /** Whether the player does not want to be disturbed. */
  readonly do_not_disturb?: boolean
  /** When the player last reported, ISO 8601 in UTC; absent: never. */
  readonly last_seen?: string
  /** Status that the player reported; `offline` when the report is too old. */
  readonly status: PresenceStatus
}

/** The presence of several players. */
export interface PresencesAnswer {
  /** The presence of each player, in the sequence of the request. */
  readonly presences: ReadonlyArray<PresenceAnswer>
  /** Those of the players that do not exist, or whose person was deleted, in the sequence of the request. */
  readonly not_found: ReadonlyArray<string>
}

/** How many players are online. */
export interface PlayersOnlineAnswer {
  /** When they were counted. */
  readonly time: string
  /** Players who reported a status other than `offline` within `presenceOfflineSeconds`, invisible ones too. */
  readonly players_online: number
  /** How many of them are invisible: a search for players online does not find those. */
  readonly invisible: number
  /** The same by platform, the one with most players first. */
  readonly platforms: ReadonlyArray<PlatformOnline>
  /** Whether there are more than are counted, 100,000: the counts are then least counts. */
  readonly bounded: boolean
}

/** Players online at one platform. */
export interface PlatformOnline {
  /** Platform that others last saw the players online at. */
  readonly platform: Platform
  /** Players who report `online`. */
  readonly online: number
  /** Players who report `away`. */
  readonly away: number
  /** Players who report `invisible`: others see them as `offline`. */
  readonly invisible: number
}

/** What `orders` takes. */
export interface OrderQuery {
  /** Inclusive time of the first order, ISO 8601 or Unix seconds. Ignored when a cursor is given. */
  readonly starting_position?: string | number | undefined
  /** Opaque: `page.cursor` of the page before. */
  readonly cursor?: string | undefined
  /** By the time of the orders. Default asc. */
  readonly sort?: Sort | undefined
  /** How many orders the page holds at most. 1 to 50; default 10. */
  readonly limit?: number | undefined
}

/** What `inventory` takes. */
export interface InventoryQuery {
  /** Opaque: `page.cursor` of the page before. */
  readonly cursor?: string | undefined
  /** How many records the page holds at most. 1 to 100; default 50. */
  readonly limit?: number | undefined
}

/** What `levels` takes. */
export interface LevelsQuery {
  /** Whether to count as for orders of the session that asks. Absent: as for orders of servers. */
  readonly of_session?: boolean | undefined
}

/** What `odds` takes. */
export interface OddsQuery {
  /** How many are ordered in one entry. 1 to 1000000; default 1. */
  readonly quantity?: number | undefined
  /** The player whose inventory counts. Absent: one who owns what is stated, or nothing. */
  readonly player_uuid?: string | undefined
  /** What the player owns, and nothing else, as ITEM=N with commas between: 995=10,key=1; items by id or name. */
  readonly owning?: string | undefined
  /** XP that the player has, as ITEM=N with commas between, of items with levels; owned as all else. */
  readonly xp?: string | undefined
}

/** What `notifications` takes. */
export interface NotificationQuery {
  /** How many notifications the page holds at most. 1 to 100; default 10. */
  readonly page_size?: number | undefined
  /** Opaque. Results start at this index, inclusive; absent: at the latest. */
  readonly start_at?: string | undefined
  /** Opaque. Every notification up to and including this one is left out. */
  readonly exclude_before?: string | undefined
}

/** What `awaitNotifications` takes. */
export interface AwaitNotificationsQuery {
  /**
   * Opaque: a cursor or an id. What comes after it is given, in the order in which it was sent. Absent: as
   * `offset_reset_strategy` says.
   */
  readonly exclude_before?: string | undefined
  /** Where to begin without `exclude_before`: `latest` gives what comes from now on, `earliest` all. Default latest. */
  readonly offset_reset_strategy?: "latest" | "earliest" | undefined
  /** How many notifications the answer holds at most. 1 to 100; default 10. */
  readonly max_page_size?: number | undefined
  /** How long to wait at the most, 0 to 900 seconds. 0 to 900; default 30. */
  readonly deadline?: number | undefined
}

/** What `players` takes. */
export interface PlayersQuery {
  /** How the display names begin; a to z in either case (default: all players). */
  readonly name?: string | undefined
  /** Players on a page, 1 to 1000 (default: 100). */
  readonly limit?: number | undefined
  /** The page after the one that ended with this marker. */
  readonly after?: string | undefined
}

export interface FoundPlayers {
  /** The players by display name. */
  readonly players: ReadonlyArray<FoundPlayer>
  /** The marker of the next page; null on the last one. */
  readonly next: string | null
}

export interface FoundPlayer {
  /** The game identity. */
  readonly player_uuid: string
  /** Deprecated integer identity. */
  readonly player_id: number
  /** Name of the portal user that logged in as this player last. */
  readonly display_name: string
  /** Platform of that portal user. */
  readonly platform: Platform
  /** The role, whose permissions the player's tokens carry. */
  readonly role_id: number
  /** Whether it is the player of the person that logged in last. */
  readonly active: boolean
  /** When the player was created. */
  readonly created: string
  /** When the person was deleted; absent: it was not. */
  readonly deleted?: string
}

/** What `searchPlayers` takes. */
export interface SearchPlayersQuery {
  /** Any part of the display name, whatever its accents and case. */
  readonly name?: string | undefined
  /** The player with this player_uuid. */
  readonly player_uuid?: string | undefined
  /** The player with this deprecated integer identity. */
  readonly player_id?: number | undefined
  /** Platform of the portal user. */
  readonly platform?: Platform | undefined
  /** The player of this portal user of the platform. */
  readonly portal_user_id?: string | undefined
  /** Environment of the portal user, where the platform has environments. */
  readonly environment?: string | undefined
  /** Players who have at least one of this item, without expiry. */
  readonly item_id?: number | undefined
  /** As item_id, by the name of the item in the current catalog. */
  readonly item?: string | undefined
  /** Players under a restriction in force: of this type, or of any. */
  readonly restriction?:
    | "any"
    | "account_ban"
    | "account_lockout"
    | "account_pending_deletion"
    | "account_deny_auth"
    | undefined
  /** Players who are online now. */
  readonly online?: boolean | undefined
  /** Players on a page, 1 to 1000 (default: 100). */
  readonly limit?: number | undefined
  /** The page after the one that ended with this marker. */
  readonly after?: string | undefined
}

/** What `countPrunablePlayers` takes. */
export interface CountPrunablePlayersQuery {
  /** The next of the part before. */
  readonly after?: number | undefined
}

export interface PrunablePlayers {
  /** Anonymous players of this part that were made before that time. */
  readonly old: number
  /** Those of them that never came back and that nothing keeps: anonymousPruneDays would delete them. */
  readonly prunable: number
  /** Where the next part begins; null: this was the last. */
  readonly next: number | null
}

export interface PlayerOfOperator {
  /** The game identity. */
  readonly player_uuid: string
  /** Deprecated integer identity. */
  readonly player_id: number
  /** The person that owns the player. */
  readonly person_id: string
  /** How many acts have changed the person. */
  readonly revision: number
  /** Name of the portal user that logged in as this player last. */
  readonly display_name: string
  /** Platform of that portal user. */
  readonly platform: Platform
  /** The role, whose permissions the player's tokens carry. */
  readonly role_id: number
  /** The permissions of the role. */
  readonly permissions: ReadonlyArray<string>
  /** Whether it is the player of the person that logged in last. */
  readonly active: boolean
  /** When the player was created. */
  readonly created?: string
  /** The last login of the person; absent: there was none. */
  readonly last_login?: string
  /** When the person was deleted; absent: it was not. */
  readonly deleted?: string
  /** The ways to log in of the person, the first seen first. */
  readonly portal_users: ReadonlyArray<PortalUserOfPlayer>
  /** Every player of the person. */
  readonly players: ReadonlyArray<string>
  /** In force or not, the newest first. */
  readonly restrictions: ReadonlyArray<PastRestriction>
  /** Every acceptance of an agreement, the first one first. */
  readonly agreements: ReadonlyArray<AgreementOfPlayer>
}

export interface PortalUserOfPlayer {
  /** Platform of the portal user. */
  readonly platform: Platform
  /** Deprecated number of the platform. */
  readonly portal_id: number
  /** Id of the portal user at that platform. */
  readonly portal_user_id: string
  /** Name of the portal user. */
  readonly display_name: string
  /** When it was linked, or logged in first. */
  readonly created: string
  /** The environment of the platform that knows it; absent: the platform has one alone. */
  readonly environment?: string
  /** The player that it logs in as; absent: the player was removed. */
  readonly player_uuid?: string
  /** The identity one tier up, where its platform has two tiers. */
  readonly parent?: ParentOfPortalUser
}

export interface ParentOfPortalUser {
  /** Platform of the parent. */
  readonly platform: Platform
  /** Id of the parent at that platform. */
  readonly portal_user_id: string
  /** The environment of the platform that knows it; absent: the platform has one alone. */
  readonly environment?: string
}

export interface PastRestriction {
  /** Uuid of the restriction. */
  readonly restriction_id: string
  /** What it does to the account. */
  readonly type: RestrictionType
  /** The reason that the player is told. */
  readonly reason?: string
  /** For operators; the player never sees it. */
  readonly note?: string
  /** Who applied it. */
  readonly issuer: string
  /** Whether it is in force. */
  readonly active: boolean
  /** When it was applied. */
  readonly created: string
  /** When it ends by itself; null: never. */
  readonly expiration: string | null
  /** When an operator lifted it; absent: it was not lifted. */
  readonly lifted?: string
  /** Who lifted it. */
  readonly lifted_by?: string
}

export interface AgreementOfPlayer {
  /** Kind of the document. */
  readonly kind: "eula" | "tos" | "privacy_policy"
  /** Version of the document. */
  readonly version: number
  /** Hex SHA-256 of the text that was accepted. */
  readonly sha256: string
  /** When it was accepted. */
  readonly accepted: string
  /** The client of the login that accepted it. */
  readonly client_uuid: string
  /** Network address of that login. */
  readonly address: string
}

/** What `playerOverview` takes. */
export interface PlayerOverviewQuery {
  /** Only these sections, besides who the player is (default: all). */
  readonly sections?:
    | ReadonlyArray<
        | "identity"
        | "restrictions"
        | "agreements"
        | "sessions"
        | "inventory"
        | "levels"
        | "orders"
        | "notifications"
        | "presence"
        | "logins"
        | "security_events"
        | "audit"
      >
    | undefined
  /** Rows of each list, 1 to 100 (default: 10). */
  readonly limit?: number | undefined
}

export interface PlayerOverview {
  /** The game identity. */
  readonly player_uuid: string
  /** Deprecated integer identity. */
  readonly player_id: number
  /** The person that owns the player. */
  readonly person_id: string
  /** How many acts have changed the person. */
  readonly revision: number
  /** Name of the portal user that logged in as this player last. */
  readonly display_name: string
  /** Platform of that portal user. */
  readonly platform: Platform
  /** The role, whose permissions the player's tokens carry. */
  readonly role_id: number
  /** The permissions of the role. */
  readonly permissions: ReadonlyArray<string>
  /** Whether it is the player of the person that logged in last. */
  readonly active: boolean
  /** When the player was created. */
  readonly created?: string
  /** The last login of the person; absent: there was none. */
  readonly last_login?: string
  /** When the person was deleted; absent: it was not. */
  readonly deleted?: string
  /** The ways to log in of the person, the first seen first. */
  readonly portal_users: ReadonlyArray<PortalUserOfPlayer>
  /** Opaque; differs after any change of what the reader may see of the player. Heartbeats are no changes. */
  readonly mark: string
  /** The other players of the person. */
  readonly other_players: ReadonlyArray<OtherPlayer>
  /** Name of the role; absent: the role is gone. */
  readonly role_name?: string
  /** Restrictions in force or not, the newest first. Absent: not asked for, or the reader may not see it. */
  readonly restrictions?: PlayerOverviewRestriction
  /** Acceptances of agreements, the first one first. Absent: not asked for, or the reader may not see it. */
  readonly agreements?: PlayerOverviewAgreement
  /** Sessions of the person that are kept, the newest first. Absent: not asked for, or the reader may not see it. */
  readonly sessions?: PlayerOverviewSession
  /** What the player owns, by item. Absent: not asked for, or the reader may not see it. */
  readonly inventory?: PlayerOverviewInventory
  /** Levels by each item that has some, by item. Absent: not asked for, or the reader may not see it. */
  readonly levels?: PlayerOverviewLevel
  /** Orders of any age, the newest first. Absent: not asked for, or the reader may not see it. */
  readonly orders?: PlayerOverviewOrder
  /** Notifications, the newest first. Absent: not asked for, or the reader may not see it. */
  readonly notifications?: PlayerOverviewNotification
  /** Presence as it is, invisible or not. Absent: not asked for, or the person was deleted. */
  readonly presence?: PresenceAnswer
  /**
   * Logins of the person, and changes of its ways to log in, the newest first. Absent: not asked for, or the reader may
   * not see it.
   */
  readonly logins?: PlayerOverviewLogin
  /** Security events of the person, the newest first. Absent: not asked for, or the reader may not see it. */
  readonly security_events?: PlayerOverviewSecurityEvent
  /**
   * What operators did to the player and the person, or were refused, the newest first. Absent: not asked for, or the
   * reader may not see it.
   */
  readonly audit?: PlayerOverviewAudit
}

export interface OtherPlayer {
  /** The other player. */
  readonly player_uuid: string
  /** Its deprecated integer identity. */
  readonly player_id: number
  /** Name of the portal user that logged in as it last. */
  readonly display_name: string
  /** Platform of that portal user. */
  readonly platform: Platform
  /** Its role. */
  readonly role_id: number
  /** Whether it is the player of the person that logged in last. */
  readonly active: boolean
  /** When it was created. */
  readonly created: string
}

export interface PlayerOverviewRestriction {
  /** Restrictions in force or not, the newest first. */
  readonly data: ReadonlyArray<PastRestriction>
  /** How the rest is read; absent: this is all. */
  readonly more?: MoreOfList
}

export interface MoreOfList {
  /** The operation that lists the rest. */
  readonly operation: string
  /** Its input. */
  readonly input: Readonly<Record<string, unknown>>
}

export interface PlayerOverviewAgreement {
  /** Acceptances of agreements, the first one first. */
  readonly data: ReadonlyArray<AgreementOfPlayer>
  /** How the rest is read; absent: this is all. */
  readonly more?: MoreOfList
}

export interface PlayerOverviewSession {
  /** Sessions of the person that are kept, the newest first. */
  readonly data: ReadonlyArray<SessionOfPlayer>
  /** How the rest is read; absent: this is all. */
  readonly more?: MoreOfList
}

export interface SessionOfPlayer {
  /** The session: `sid` of its access tokens. */
  readonly session_id: string
  /** The player that logged in. */
  readonly player_uuid: string
  /** Platform of the portal user that logged in. */
  readonly platform: Platform
  /** The client that the player logged in through. */
  readonly client_uuid: string
  /** Its name; absent: the client was deleted. */
  readonly client_id?: string
  /** Whether the session lets anybody in. */
  readonly open: boolean
  /** Whether it has a refresh token. */
  readonly refreshable: boolean
  /** When it began. */
  readonly created: string
  /** When it ends by itself: unused, if it has a refresh token. */
  readonly expires: string
  /** When it was ended; null: it was not, but perhaps its client was. */
  readonly ended: string | null
  /** Why it was ended; null: it was not. */
  readonly ended_for: "logout" | "reuse" | "restriction" | "deletion" | "unlink" | "operator" | "client" | null
}

export interface PlayerOverviewInventory {
  /** What the player owns, by item. */
  readonly data: ReadonlyArray<NamedRecord>
  /** How the rest is read; absent: this is all. */
  readonly more?: MoreOfList
}

export interface NamedRecord {
  /** Id of the item in the catalog. */
  readonly item_id: number
  /** UUID of the record. */
  readonly inventory_id: string
  /** How long the record lasts: for ever, until its inventory session ends, or as long as the catalog says. */
  readonly type: InventoryRecordType
  /** Number of the record. Absent: the record is always owned. A `bigint` beyond 2^53. */
  readonly legacy_inventory_id?: number | bigint
  /** Where the record was earned or bought. Absent: the record is always owned. */
  readonly bucket?: InventoryBucket
  /** How many the player owns. */
  readonly count: number
  /** When the record was made, ISO 8601 in UTC. */
  readonly acquired: string
  /** First moment at which the record no longer counts, ISO 8601 in UTC; absent: it has no end. */
  readonly expires?: string
  /** What a server wrote into the record. */
  readonly custom_data?: Readonly<Record<string, string>>
  /** `custom_data.name` of the item in the catalog; absent: it has none, or the catalog lacks the item. */
  readonly name?: string
}

export interface PlayerOverviewLevel {
  /** Levels by each item that has some, by item. */
  readonly data: ReadonlyArray<NamedLevel>
  /** How the rest is read; absent: this is all. */
  readonly more?: MoreOfList
}

export interface NamedLevel {
  /** Id of the item in the catalog. */
  readonly item_id: number
  /** The player's XP: the count of the item. */
  readonly count: number
  /** The level; absent: below the first. */
  readonly level?: number
  /** XP from which that level holds. */
  readonly level_minimum?: number
  /** The level after it; absent: the player is at the last. */
  readonly next_level?: number
  /** XP from which the next level holds. */
  readonly next_level_minimum?: number
  /** Name of the item in the catalog; absent: it has none. */
  readonly name?: string
}

export interface PlayerOverviewOrder {
  /** Orders of any age, the newest first. */
  readonly data: ReadonlyArray<OrderSummary>
  /** How the rest is read; absent: this is all. */
  readonly more?: MoreOfList
}

export interface OrderSummary {
  /** Id of the order. */
  readonly order_id: string
  /** When it was fulfilled. */
  readonly created: string
  /** Where it came from. */
  readonly source?: OrderSource
  /** How many entries it has. */
  readonly entry_count: number
  /** How many of them were not fulfilled. */
  readonly failed_count: number
  /** The first 5 of them. */
  readonly entries: ReadonlyArray<EntrySummary>
}

export interface EntrySummary {
  /** Kind of the entry. */
  readonly type: EntryType
  /** Loot that it asked for. */
  readonly loot_id?: number
  /** Item that it asked for. */
  readonly item_id?: number
  /** What the catalog calls that loot or item. */
  readonly name?: string
  /** How many times; of a changed record, its new count. */
  readonly quantity: number
  /** `success`, or why the entry was not fulfilled. */
  readonly result: EntryResult
}

export interface PlayerOverviewNotification {
  /** Notifications, the newest first. */
  readonly data: ReadonlyArray<NotificationAnswer>
  /** How the rest is read; absent: this is all. */
  readonly more?: MoreOfList
}

export interface PlayerOverviewLogin {
  /** Logins of the person, and changes of its ways to log in, the newest first. */
  readonly data: ReadonlyArray<LoginOfHistory>
  /** How the rest is read; absent: this is all. */
  readonly more?: MoreOfList
}

export interface LoginOfHistory {
  /** Uuid of the entry. */
  readonly login_id: string
  /** When it was. */
  readonly time: string
  /** How the session logged in; `link` and `unlink`: it changed the ways to log in. */
  readonly grant_type: string
  /** Platform of the portal user. */
  readonly platform?: string
  /** The player; absent: a machine client logged in for itself. */
  readonly player_uuid?: string
  /** The session. */
  readonly session_id: string
  /** The client of the request. */
  readonly client_uuid?: string
  /** Its name; absent: it was deleted. */
  readonly client_id?: string
  /** Network address of the request. */
  readonly address: string
  /** `User-Agent` of the request. */
  readonly user_agent: string
}

export interface PlayerOverviewSecurityEvent {
  /** Security events of the person, the newest first. */
  readonly data: ReadonlyArray<EventOfHistory>
  /** How the rest is read; absent: this is all. */
  readonly more?: MoreOfList
}

export interface EventOfHistory {
  /** Uuid of the event. */
  readonly event_id: string
  /** When it was. */
  readonly time: string
  /** What was observed. */
  readonly kind: string
  /** Of a refused login: how it was attempted. */
  readonly grant_type?: string
  /** Of a refused login: the code that answered it. */
  readonly error_code?: string
  /** The session. */
  readonly session_id?: string
  /** The client of the request. */
  readonly client_uuid?: string
  /** Its name; absent: it was deleted. */
  readonly client_id?: string
  /** Network address of the request. */
  readonly address: string
}

export interface PlayerOverviewAudit {
  /** What operators did to the player and the person, or were refused, the newest first. */
  readonly data: ReadonlyArray<ActOnPlayer>
  /** How the rest is read; absent: this is all. */
  readonly more?: MoreOfList
}

export interface ActOnPlayer {
  /** Number of the row in the audit. */
  readonly sequence: number
  /** When it was done, or refused. */
  readonly time: string
  /** Name of the operation. */
  readonly operation: string
  /** `done`, or the code of the refusal. */
  readonly outcome: string
  /** Who did it. */
  readonly actor: string
  /** Network address of the request; empty: it came over no network. */
  readonly address: string
  /** Why, in the words of the actor. */
  readonly reason?: string
  /** Revision of the person after the change; absent: it was refused. */
  readonly revision?: number
}

/** What `awaitPlayerChange` takes. */
export interface AwaitPlayerChangeQuery {
  /** The mark that was seen last. Absent: answers at once. */
  readonly mark?: string | undefined
  /** How long to wait at the most, 0 to 60 seconds (default: 0). */
  readonly deadline_seconds?: number | undefined
}

export interface PlayerChange {
  /** The player's player_uuid. */
  readonly player_uuid: string
  /** Opaque; differs after any change of what the reader may see of the player. Heartbeats are no changes. */
  readonly mark: string
  /** The sections that differ; empty: nothing changed until the deadline. */
  readonly changed: ReadonlyArray<
    | "identity"
    | "restrictions"
    | "agreements"
    | "sessions"
    | "inventory"
    | "levels"
    | "orders"
    | "notifications"
    | "presence"
    | "logins"
    | "security_events"
    | "audit"
  >
  /** What operators did since, or were refused, the oldest first and at most 20; for who may read the audit. */
  readonly acts: ReadonlyArray<ActOnPlayer>
}

/** What `namedInventory` takes. */
export interface NamedInventoryQuery {
  /** Rows of each list, 1 to 100 (default: 50). */
  readonly limit?: number | undefined
  /** The page after the one that ended with this marker. */
  readonly after?: string | undefined
}

export interface NamedInventory {
  /** The player's player_uuid. */
  readonly player_uuid: string
  /** The records, by item. */
  readonly data: ReadonlyArray<NamedRecord>
  /** The marker of the next page; null on the last one. */
  readonly next: string | null
}

/** What `orderSummaries` takes. */
export interface OrderSummariesQuery {
  /** Rows of each list, 1 to 100 (default: 50). */
  readonly limit?: number | undefined
  /** The page after the one that ended with this marker. */
  readonly after?: string | undefined
}

export interface OrdersOfPlayer {
  /** The player's player_uuid. */
  readonly player_uuid: string
  /** The orders, the newest first. */
  readonly data: ReadonlyArray<OrderSummary>
  /** The marker of the next page; null on the last one. */
  readonly next: string | null
}

/** What `sentNotifications` takes. */
export interface SentNotificationsQuery {
  /** Rows of each list, 1 to 100 (default: 50). */
  readonly limit?: number | undefined
  /** The page after the one that ended with this marker. */
  readonly after?: string | undefined
}

export interface NotificationsOfPlayer {
  /** The player's player_uuid. */
  readonly player_uuid: string
  /** The notifications, the newest first. */
  readonly data: ReadonlyArray<NotificationAnswer>
  /** The marker of the next page; null on the last one. */
  readonly next: string | null
}

/** What `logins` takes. */
export interface LoginsQuery {
  /** Rows of each list, 1 to 100 (default: 50). */
  readonly limit?: number | undefined
  /** The page after the one that ended with this marker. */
  readonly after?: string | undefined
}

export interface LoginsOfPlayer {
  /** The player's player_uuid. */
  readonly player_uuid: string
  /** The logins, the newest first. */
  readonly data: ReadonlyArray<LoginOfHistory>
  /** The marker of the next page; null on the last one. */
  readonly next: string | null
}

/** What `securityEvents` takes. */
export interface SecurityEventsQuery {
  /** Rows of each list, 1 to 100 (default: 50). */
  readonly limit?: number | undefined
  /** The page after the one that ended with this marker. */
  readonly after?: string | undefined
}

export interface SecurityEventsOfPlayer {
  /** The player's player_uuid. */
  readonly player_uuid: string
  /** The events, the newest first. */
  readonly data: ReadonlyArray<EventOfHistory>
  /** The marker of the next page; null on the last one. */
  readonly next: string | null
}

/** What `playerHistory` takes. */
export interface PlayerHistoryQuery {
  /** Only of this kind: login, link or unlink, a kind of event such as login_refused, or the operation of an act. */
  readonly kind?: string | undefined
  /** Only by this actor: the client_id of a login, or who did an act. */
  readonly actor?: string | undefined
  /** Not before this time, ISO 8601 or Unix seconds. */
  readonly from?: string | number | undefined
  /** Not after this time, ISO 8601 or Unix seconds. */
  readonly to?: string | number | undefined
  /** The newest N, 1 to 1000 (default: 100). */
  readonly limit?: number | undefined
}

export interface HistoryOfPlayer {
  /** The player's player_uuid. */
  readonly player_uuid: string
  /** Logins, and changes of the ways to log in. */
  readonly logins: ReadonlyArray<LoginOfHistory>
  /** Refused logins and other security events. */
  readonly events: ReadonlyArray<EventOfHistory>
  /** What operators changed. */
  readonly acts: ReadonlyArray<ActOfHistory>
}

export interface ActOfHistory {
  /** Number of the row in the audit. */
  readonly sequence: number
  /** When it was. */
  readonly time: string
  /** Name of the operation. */
  readonly operation: string
  /** Who did it. */
  readonly actor: string
  /** Network address of the request; empty: it came over no network. */
  readonly address: string
  /** Why, in the words of the actor. */
  readonly reason?: string
  /** Revision of the subject after the change. */
  readonly revision?: number
}

export interface RoleOfPlayer {
  /** The player's player_uuid. */
  readonly player_uuid: string
  /** The role that the player has now. */
  readonly role_id: number
  /** The role that the player had. */
  readonly previous_role_id: number
  /** The permissions of the role. */
  readonly permissions: ReadonlyArray<string>
  /** How this act is undone; absent: nothing was changed, or it cannot be undone any more. */
  readonly reverse?: Reverse
}

export interface Reverse {
  /** The operation that undoes this act. */
  readonly operation: string
  /** Its input. */
  readonly input: Readonly<Record<string, unknown>>
  /** When it stops being possible; absent: no time limits it. */
  readonly until?: string
}

/** What `deletePlayer` takes. */
export interface DeletePlayerInput extends HostAct {
  /** Let go of it free of the restrictions that the person has. A reason must say why. */
  readonly without_restrictions?: boolean | undefined
}

export interface DeletedPlayer {
  /** The player's player_uuid. */
  readonly player_uuid: string
  /** The restrictions that went with it: they hold for whoever logs in by it next. */
  readonly kept_restrictions: ReadonlyArray<AccountRestriction>
}

export interface SessionsOfPlayer {
  /** The player's player_uuid. */
  readonly player_uuid: string
  /** Every session that is kept, the newest first. */
  readonly sessions: ReadonlyArray<SessionOfPlayer>
}

/** What `endSessions` takes. */
export interface EndSessionsInput extends HostAct {
  /** End this session only (default: all of the person). */
  readonly session_id?: string | undefined
  /** End only the access token with this jti; its session stays open. */
  readonly token_id?: string | undefined
}

export interface EndedSessions {
  /** The player's player_uuid. */
  readonly player_uuid: string
  /** Open sessions that were ended. */
  readonly ended_sessions: number
  /** Access tokens that were ended. */
  readonly ended_tokens: number
}

/** What `restrict` takes. */
export interface RestrictInput extends HostAct {
  /** What it does to the account (default: account_ban). */
  readonly type: RestrictionType
  /** Reason that the player is told at the next login. */
  readonly told?: string | undefined
  /** Note for operators; the player never sees it. */
  readonly note?: string | undefined
  /** When it ends: 2030-01-31T18:00:00Z or Unix seconds (default: never). */
  readonly expires_at?: string | undefined
}

export interface AddedRestriction {
  /** Uuid of the restriction. */
  readonly restriction_id: string
  /** The person whom it restricts, with all players. */
  readonly person_id: string
  /** What it does to the account. */
  readonly type: RestrictionType
  /** The reason that the player is told. */
  readonly reason?: string
  /** For operators; the player never sees it. */
  readonly note?: string
  /** Who applied it. */
  readonly issuer: string
  /** When it was applied. */
  readonly created: string
  /** When it ends by itself; null: never. */
  readonly expiration: string | null
  /** When an operator lifted it; null: it was not lifted. */
  readonly lifted: string | null
  /** Sessions of the person that it ended. */
  readonly ended_sessions: number
  /**
   * From then on every server refuses the tokens of the ended sessions, also one that verified them just before;
   * absent: it ends no session.
   */
  readonly holds_everywhere?: string
  /** How this act is undone; absent: nothing was changed, or it cannot be undone any more. */
  readonly reverse?: Reverse
}

/** What `liftRestrictions` takes. */
export interface LiftRestrictionsInput extends HostAct {
  /** Lift this restriction only (default: all in force). */
  readonly restriction_id?: string | undefined
}

export interface LiftedRestrictions {
  /** The player's player_uuid. */
  readonly player_uuid: string
  /** The restrictions that were lifted, each with what puts it in force again. */
  readonly lifted: ReadonlyArray<LiftedRestriction>
  /** How this act is undone; absent: nothing was changed, or it cannot be undone any more. */
  readonly reverse?: Reverse
}

export interface LiftedRestriction {
  /** Uuid of the restriction. */
  readonly restriction_id: string
  /** The person whom it restricts, with all players. */
  readonly person_id: string
  /** What it does to the account. */
  readonly type: RestrictionType
  /** The reason that the player is told. */
  readonly reason?: string
  /** For operators; the player never sees it. */
  readonly note?: string
  /** Who applied it. */
  readonly issuer: string
  /** When it was applied. */
  readonly created: string
  /** When it ends by itself; null: never. */
  readonly expiration: string | null
  /** When an operator lifted it; null: it was not lifted. */
  readonly lifted: string | null
  /** How this act is undone; absent: nothing was changed, or it cannot be undone any more. */
  readonly reverse?: Reverse
}

/** What `releaseRestrictions` takes. */
export interface ReleaseRestrictionsInput extends ReasonedAct {
  /** Platform of the portal user. */
  readonly platform: Platform
  /** Id of the portal user at that platform, 1 to 512 characters. */
  readonly portal_user_id: string
  /** Environment of the portal, for a platform whose portal has several (default: the configured one); empty: none. */
  readonly environment?: string | undefined
}

export interface ReleasedRestrictions {
  /** The restrictions that were lifted. */
  readonly released: ReadonlyArray<AccountRestriction>
}

/** What `setRestrictionEnd` takes. */
export interface SetRestrictionEndInput extends HostAct {
  /** When it ends: 2030-01-31T18:00:00Z or Unix seconds (default: never). */
  readonly expires_at?: string | undefined
}

export interface RestrictionWithOtherEnd {
  /** The player's player_uuid. */
  readonly player_uuid: string
  /** The restriction with its new end. */
  readonly restriction: RestrictionOfPerson
  /** The one before. */
  readonly replaced: RestrictionOfPerson
  /** How this act is undone; absent: nothing was changed, or it cannot be undone any more. */
  readonly reverse?: Reverse
}

export interface RestrictionOfPerson {
  /** Uuid of the restriction. */
  readonly restriction_id: string
  /** The person whom it restricts, with all players. */
  readonly person_id: string
  /** What it does to the account. */
  readonly type: RestrictionType
  /** The reason that the player is told. */
  readonly reason?: string
  /** For operators; the player never sees it. */
  readonly note?: string
  /** Who applied it. */
  readonly issuer: string
  /** When it was applied. */
  readonly created: string
  /** When it ends by itself; null: never. */
  readonly expiration: string | null
  /** When an operator lifted it; null: it was not lifted. */
  readonly lifted: string | null
}

/** What `restrictions` takes. */
export interface RestrictionsQuery {
  /** Which of them (default: in_force). */
  readonly state?: "in_force" | "past" | undefined
  /** Those of this type only (default: all). */
  readonly type?: RestrictionType | undefined
  /** Those that end, or ended, by then: 2030-01-31T18:00:00Z or Unix seconds (default: all). */
  readonly until?: string | undefined
  /** Restrictions on a page, 1 to 1000 (default: 100). */
  readonly limit?: number | undefined
  /** The page after the one that ended with this marker. */
  readonly after?: string | undefined
}

export interface RestrictionsOfAll {
  /** The restrictions, in their order. */
  readonly restrictions: ReadonlyArray<ListedRestriction>
  /** The marker of the next page; null on the last one. */
  readonly next: string | null
}

export interface ListedRestriction {
  /** The active player of the person. */
  readonly player_uuid: string
  /** Its display name. */
  readonly display_name: string
  /** Uuid of the restriction. */
  readonly restriction_id: string
  /** What it does to the account. */
  readonly type: RestrictionType
  /** The reason that the player is told. */
  readonly reason?: string
  /** For operators; the player never sees it. */
  readonly note?: string
  /** Who applied it. */
  readonly issuer: string
  /** Whether it is in force. */
  readonly active: boolean
  /** When it was applied. */
  readonly created: string
  /** When it ends by itself; null: never. */
  readonly expiration: string | null
  /** When an operator lifted it; absent: it was not lifted. */
  readonly lifted?: string
  /** Who lifted it. */
  readonly lifted_by?: string
}

/** What `linkByHand` takes. */
export interface LinkByHandInput extends HostAct {
  /** Platform of the portal user. */
  readonly platform: Platform
  /** Id of the portal user at that platform, 1 to 512 characters. */
  readonly portal_user_id: string
  /** Environment of the portal, for a platform whose portal has several (default: the configured one); empty: none. */
  readonly environment?: string | undefined
  /** Name of the portal user until it logs in (default: Player). */
  readonly display_name?: string | undefined
}

export interface LinkedByHand {
  /** The player's player_uuid. */
  readonly player_uuid: string
  /** The portal user. */
  readonly linked: PortalUserOfOperator
  /** Those of the person, the oldest first. */
  readonly portal_users: ReadonlyArray<PortalUserAnswer>
  /** How this act is undone; absent: nothing was changed, or it cannot be undone any more. */
  readonly reverse?: Reverse
}

export interface PortalUserOfOperator {
  /** Platform of the portal user. */
  readonly platform: Platform
  /** Id of the portal user at that platform, 1 to 512 characters. */
  readonly portal_user_id: string
}

/** What `unlinkByHand` takes. */
export interface UnlinkByHandInput extends HostAct {
  /** Platform of the portal user. */
  readonly platform: Platform
  /** Id of the portal user at that platform, 1 to 512 characters. */
  readonly portal_user_id: string
  /** Let go of it free of the restrictions that the person has. A reason must say why. */
  readonly without_restrictions?: boolean | undefined
}

export interface UnlinkedPortalUser {
  /** The player's player_uuid. */
  readonly player_uuid: string
  /** The portal user that was taken. */
  readonly unlinked: PortalUserOfOperator
  /** Those that are left, the oldest first. */
  readonly portal_users: ReadonlyArray<PortalUserAnswer>
  /** The restrictions that went with it: they hold for whoever logs in by it next. */
  readonly kept_restrictions: ReadonlyArray<AccountRestriction>
  /** How this act is undone; absent: nothing was changed, or it cannot be undone any more. */
  readonly reverse?: Reverse
}

/** What `mergePlayers` takes. */
export interface MergePlayersInput extends ReasonedAct {
  /** The player that is to be the active one (default: that of the person who logged in last). */
  readonly active_player_uuid?: string | undefined
}

export interface MergedPersons {
  /** Uuid of the merge. */
  readonly merge_id: string
  /** The person that has everything now. */
  readonly kept: PersonOfMerge
  /** The person that has nothing now, until an undo. */
  readonly merged_person_id: string
  /** Players that moved. Each kept its inventory. */
  readonly moved_players: ReadonlyArray<string>
  /** Portal users that moved. */
  readonly moved_portal_users: number
  /** Open sessions of both that were ended. */
  readonly ended_sessions: number
  /** When the merge can be undone for the last time. */
  readonly undo_until: string
  /** How this act is undone; absent: nothing was changed, or it cannot be undone any more. */
  readonly reverse?: Reverse
}

export interface PersonOfMerge {
  /** The person. */
  readonly person_id: string
  /** Its players now. */
  readonly players: ReadonlyArray<PlayerOfMerge>
  /** Portal users that log in as them. */
  readonly portal_users: number
  /** Its restrictions that are in force. */
  readonly restrictions: ReadonlyArray<RestrictionOfPerson>
}

export interface PlayerOfMerge {
  /** The player. */
  readonly player_uuid: string
  /** The role that it has now. */
  readonly role_id: number
  /** The role that it had. */
  readonly previous_role_id: number
  /** Whether it is the active player of its person now. */
  readonly active: boolean
}

/** What `unmergePlayers` takes. */
export interface UnmergePlayersInput extends ReasonedAct {
  /** Uuid of the merge (default: the latest one that is in force). */
  readonly merge_id?: string | undefined
}

export interface UnmergedPersons {
  /** Uuid of the merge. */
  readonly merge_id: string
  /** The person that the players leave. */
  readonly kept: PersonOfMerge
  /** The person that has its players again. */
  readonly merged: PersonOfMerge
  /** Open sessions of both that were ended. */
  readonly ended_sessions: number
  /** How this act is undone; absent: nothing was changed, or it cannot be undone any more. */
  readonly reverse?: Reverse
}

export interface MergesOfPlayer {
  /** The player. */
  readonly player_uuid: string
  /** The newest first. */
  readonly merges: ReadonlyArray<MergeOfPerson>
}

export interface MergeOfPerson {
  /** Uuid of the merge. */
  readonly merge_id: string
  /** Whether this person kept everything, or its players moved. */
  readonly side: "kept" | "merged"
  /** The person of the player that was asked for. */
  readonly person_id: string
  /** The other one. */
  readonly other_person_id: string
  /** The players that this person had before. */
  readonly had_players: ReadonlyArray<string>
  /** How many portal users it had. */
  readonly had_portal_users: number
  /** When they were merged. */
  readonly merged: string
  /** Who merged them. */
  readonly merged_by: string
  /** When the merge can be undone for the last time. */
  readonly undo_until: string
  /** The code that its undo is refused with now; absent: it can be undone, as far as the record says. */
  readonly refused_with?: string
  /** When it was undone; absent: it was not. */
  readonly undone?: string
  /** Who undid it. */
  readonly undone_by?: string
}

/** What `createAccount` takes. */
export interface CreateAccountInput extends HostAct {
  /** The name to log in with. */
  readonly username: string
  /** The password. */
  readonly password: string
  /** The name that others see (default: Player). */
  readonly display_name?: string | undefined
}

export interface PasswordAccount {
  /** The name to log in with, as names are compared. */
  readonly username: string
  /** The name that others see. */
  readonly display_name: string
}

/** What `changePassword` takes. */
export interface ChangePasswordInput extends HostAct {
  /** The name to log in with. */
  readonly username: string
  /** The password from now on. */
  readonly password: string
}

export interface ChangedAccount {
  /** The name to log in with. */
  readonly username: string
}

/** What `sendNotification` takes. */
export interface SendNotificationInput extends HostAct {
  /** Text, at most 4,096 characters. */
  readonly message: string
  /** Link, 1 to 4,096 characters. */
  readonly rh_url?: string | undefined
  /** Data of the game: at most 100 keys, each value 1 to 4,096 characters. */
  readonly custom_data?: Readonly<Record<string, string>> | undefined
  /** Version of the content, 1 to 4,096 characters, for the game's own use. */
  readonly etag?: string | undefined
}

export interface SentNotification {
  /** The player's player_uuid. */
  readonly player_uuid: string
  /** The notification as the player will see it. */
  readonly notification: NotificationAnswer
}

/** What `searchOrders` takes. */
export interface SearchOrdersQuery {
  /** Orders of this player (default: of all players). */
  readonly player_uuid?: string | undefined
  /** An entry fulfilled or bought this loot. */
  readonly loot_id?: number | undefined
  /** The order changed a record of this item. */
  readonly item_id?: number | undefined
  /** An entry has this result, such as success or cannot_afford_price. */
  readonly result?: EntryResult | undefined
  /** The order came from there, such as CLIENT or SUPPORT. */
  readonly source?: OrderSource | undefined
  /** Not before this time, ISO 8601 or Unix seconds. */
  readonly from?: string | number | undefined
  /** Not after this time, ISO 8601 or Unix seconds. */
  readonly to?: string | number | undefined
  /** Orders on a page, 1 to 200 (default: 50). */
  readonly limit?: number | undefined
  /** The page after the one that ended with this marker. */
  readonly after?: string | undefined
}

export interface FoundOrders {
  /** The orders, the newest first. */
  readonly orders: ReadonlyArray<FoundOrder>
  /** How far back the page looked; absent: it looked at all that were left. */
  readonly searched_to?: string
  /** The marker of the next page; null on the last one. */
  readonly next: string | null
  /** The names of the items that the answer mentions, by id; absent: none has a name. */
  readonly item_names?: Readonly<Record<string, string>>
  /** The names of the loot that the answer mentions, by id; absent: none has a name. */
  readonly loot_names?: Readonly<Record<string, string>>
  /** The names of the vendors that the answer mentions, by id; absent: none has a name. */
  readonly vendor_names?: Readonly<Record<string, string>>
}

export interface FoundOrder {
  /** Id of the order. */
  readonly order_id: string
  /** The player whose order it is. */
  readonly player_uuid: string
  /** The player's name; absent: there is no such player any more. */
  readonly display_name?: string
  /** When it was fulfilled. */
  readonly created: string
  /** Where the order came from. */
  readonly source: string
  /** The order that made it; absent: it was submitted. */
  readonly parent_order_id?: string
  /** The client that submitted it. */
  readonly client_id?: string
  /** Its entries. */
  readonly entries: ReadonlyArray<EntryOfFoundOrder>
  /** The items whose records it changed. */
  readonly item_ids: ReadonlyArray<number>
}

/** What a replay of an order comes to. */
export interface OrderReplay {
  /** The submitted order. */
  readonly order_id: string
  /** Whether every byte is the same. */
  readonly is_same: boolean
  /** What differs, at most 10. */
  readonly differences: ReadonlyArray<ReplayDifference>
  /** Why it cannot be replayed. Absent: it was replayed. */
  readonly obstacle?: string
}

export interface ReplayDifference {
  /** The order that differs: the submitted one, or one that it made. */
  readonly order_id: string
  /** Place in the order: names and indexes, with full stops between them. */
  readonly path: string
  /** What is stored, as JSON. Absent: nothing is. */
  readonly stored?: string
  /** What the rules of this release come to, as JSON. Absent: nothing. */
  readonly now?: string
}

/** What `refundOrder` takes. */
export interface RefundOrderInput extends ReasonedAct {
  /** Take what can be taken, and write down what is owed (default: refuse unless all can be taken). */
  readonly partial?: boolean | undefined
  /** Take what the player paid for otherwise too, in place of what is gone. */
  readonly from_paid?: boolean | undefined
}

/** What a refund of an order does. */
export interface OrderRefund {
  /**
   * `done`: it is carried out. `done_before`: an earlier refund of the order is answered, and nothing changes.
   * `refused`: of a dry run, that not all can be taken.
   */
  readonly state: "done" | "done_before" | "refused"
  /** Whether all can be taken. */
  readonly is_whole: boolean
  /** What cannot be taken: it was spent, or turned into something else. */
  readonly lacking: ReadonlyArray<LackingCount>
  /** What the player owes then. Nothing is taken from later gains by itself. */
  readonly owed: ReadonlyArray<OwedCount>
  /** What is taken. */
  readonly taken: ReadonlyArray<TakenCount>
  /** What is given back. */
  readonly given: ReadonlyArray<GivenCount>
  /** What came to its end by itself, and is neither taken nor given back. */
  readonly lapsed: ReadonlyArray<LapsedCount>
  /** The player. */
  readonly player_uuid: string
  /** The order that is refunded. */
  readonly refunded_order_id: string
  /** The order and those that it made, which are refunded with it. */
  readonly order_ids: ReadonlyArray<string>
  /** The order that refunds it. Absent: nothing is stored. */
  readonly order_id?: string
  /** What the player got once by the order. It is given back by a whole refund alone. */
  readonly once: GivenBackOnce
  /** How each record changes by it. */
  readonly records: ReadonlyArray<RecordChange>
  /** How this act is undone; absent: nothing was changed, or it cannot be undone any more. */
  readonly reverse?: Reverse
}

/** Counts that cannot be taken any more. */
export interface LackingCount {
  /** The item. */
  readonly item_id: number
  /** Bucket that they were in. */
  readonly bucket: InventoryBucket
  /** How many cannot be taken. */
  readonly count: number
  /** Where they went: the last orders that took them, at most 50. */
  readonly uses: ReadonlyArray<CountUse>
}

/** What took counts, and what it gave for them. */
export interface CountUse {
  /** The order that took them, or that began the next inventory session. */
  readonly order_id: string
  /** Its entry. Absent: the inventory session of the record ended. */
  readonly entry_id?: string
  /** When it took them. */
  readonly created: string
  /** Source of the order. Absent: the order is not stored. */
  readonly source?: OrderSource
  /** How many it took. */
  readonly count: number
  /** What the same entry gave for them: what they were turned into. */
  readonly gave: ReadonlyArray<ItemCount>
}

/** How many of an item. */
export interface ItemCount {
  /** The item. */
  readonly item_id: number
  /** How many of it. */
  readonly count: number
}

/** Counts that an order should have taken and could not. */
export interface OwedCount {
  /** The item. */
  readonly item_id: number
  /** Bucket that they were in. */
  readonly bucket: InventoryBucket
  /** How many are owed. */
  readonly count: number
}

/** Counts that are taken from a record. */
export interface TakenCount {
  /** The record that they are taken from. */
  readonly inventory_id: string
  /** The item. */
  readonly item_id: number
  /** Its bucket. */
  readonly bucket: InventoryBucket
  /** How many. */
  readonly count: number
  /**
   * `given`: they are what is to be taken back. `equal`: others of the item and bucket, which were not paid for.
   * `paid`: such that were paid for.
   */
  readonly from: "given" | "equal" | "paid"
}

/** Counts that are given back to a record. */
export interface GivenCount {
  /** The record that they go back to. */
  readonly inventory_id: string
  /** The item. */
  readonly item_id: number
  /** Its bucket. */
  readonly bucket: InventoryBucket
  /** How many. */
  readonly count: number
}

/** Counts that expired, or whose inventory session ended. Nothing is taken or given for them. */
export interface LapsedCount {
  /** The record. */
  readonly inventory_id: string
  /** The item. */
  readonly item_id: number
  /** Its bucket. */
  readonly bucket: InventoryBucket
  /** How many; below 0: they would have been given back. */
  readonly count: number
}

/** What a player gets once, and may get again. */
export interface GivenBackOnce {
  /** Promotion codes whose claim is given back, or taken again by a refund of a refund. */
  readonly codes: ReadonlyArray<string>
  /** Loot of the inventory session that counts as not applied, or as applied. */
  readonly loot_ids: ReadonlyArray<number>
  /** Codes and loot that stay as they are: another order has them by now. */
  readonly not_free: ReadonlyArray<string>
}

/** How a record changes. */
export interface RecordChange {
  /** The record. */
  readonly inventory_id: string
  /** The item. */
  readonly item_id: number
  /** Its bucket. */
  readonly bucket: InventoryBucket
  /** Its type: `persistent` or `transient`. */
  readonly type: string
  /** How many it holds before. */
  readonly count_before: number
  /** How many it holds after. */
  readonly count_after: number
  /** Its end before; absent: it has none. */
  readonly expires_before?: string
  /** Its end after; absent: it has none. */
  readonly expires_after?: string
  /** Its data after; absent: as before. */
  readonly custom_data_after?: Readonly<Record<string, string>>
}

/** What an order has to do with refunds. */
export interface OrderRefunds {
  /** The order. */
  readonly order_id: string
  /** The order that made it. Absent: it was submitted. */
  readonly parent_order_id?: string
  /** The order that it refunds. Absent: it refunds none. */
  readonly refunded_order_id?: string
  /** The order that refunds it. Absent: it is not refunded. */
  readonly refund_order_id?: string
  /** What it should have taken and could not. */
  readonly owed: ReadonlyArray<OwedCount>
}

/** What `giveItem` takes. */
export interface GiveItemInput extends ReasonedAct {
  /** How many, 1 to 1,000,000. */
  readonly count: number
  /** The bucket of the record (default: none). */
  readonly bucket?: InventoryBucket | undefined
  /** persistent: for ever; transient: until the inventory session ends (default: persistent). */
  readonly type?: "persistent" | "transient" | undefined
  /** When the record ends: 2030-01-31T18:00:00Z or Unix seconds (default: never). */
  readonly expires_at?: string | undefined
}

export interface GivenItem {
  /** The player's player_uuid. */
  readonly player_uuid: string
  /** The order, with its entries and their results. */
  readonly order: Order
  /** How this act is undone; absent: nothing was changed, or it cannot be undone any more. */
  readonly reverse?: Reverse
}

/** What `takeItem` takes. */
export interface TakeItemInput extends ReasonedAct {
  /** How many, 1 to 1,000,000. */
  readonly count: number
  /** From records of this bucket only (default: of any). */
  readonly bucket?: InventoryBucket | undefined
  /** From records of this type only: persistent or transient (default: of any). */
  readonly type?: "persistent" | "transient" | undefined
  /** From this record only (default: from any). */
  readonly inventory_id?: string | undefined
}

export interface TakenItem {
  /** The player's player_uuid. */
  readonly player_uuid: string
  /** The order, with its entries and their results. */
  readonly order: Order
  /** How this act is undone; absent: nothing was changed, or it cannot be undone any more. */
  readonly reverse?: Reverse
}

/** What `clawBackItem` takes. */
export interface ClawBackItemInput extends ReasonedAct {
  /** From this record alone (default: from every record of the item). */
  readonly inventory_id?: string | undefined
  /** What this order gave of it (default: whatever gave it). */
  readonly order_id?: string | undefined
  /** How many (default: as many as the order gave; without an order, all that can be taken). */
  readonly count?: number | undefined
  /** Take what can be taken, and write down what is owed (default: refuse unless all can be taken). */
  readonly partial?: boolean | undefined
  /** Take what the player paid for otherwise too, in place of what is gone. */
  readonly from_paid?: boolean | undefined
}

/** What a claw-back of an item does. */
export interface ItemClawBack {
  /**
   * `done`: it is carried out. `done_before`: an earlier refund of the order is answered, and nothing changes.
   * `refused`: of a dry run, that not all can be taken.
   */
  readonly state: "done" | "done_before" | "refused"
  /** Whether all can be taken. */
  readonly is_whole: boolean
  /** What cannot be taken: it was spent, or turned into something else. */
  readonly lacking: ReadonlyArray<LackingCount>
  /** What the player owes then. Nothing is taken from later gains by itself. */
  readonly owed: ReadonlyArray<OwedCount>
  /** What is taken. */
  readonly taken: ReadonlyArray<TakenCount>
  /** What is given back. */
  readonly given: ReadonlyArray<GivenCount>
  /** What came to its end by itself, and is neither taken nor given back. */
  readonly lapsed: ReadonlyArray<LapsedCount>
  /** How many are to be taken. */
  readonly wanted: number
  /** The player. */
  readonly player_uuid: string
  /** The item. */
  readonly item_id: number
  /** The order that takes them. Absent: nothing is stored. */
  readonly order_id?: string
  /** How each record changes by it. */
  readonly records: ReadonlyArray<RecordChange>
  /** How this act is undone; absent: nothing was changed, or it cannot be undone any more. */
  readonly reverse?: Reverse
}

/** What `traceInventory` takes. */
export interface TraceInventoryQuery {
  /** Records of this item. */
  readonly item_id?: number | undefined
  /** This record. */
  readonly inventory_id?: string | undefined
  /** Records that this order changed. */
  readonly order_id?: string | undefined
}

/** Where counts came from, and where they went. */
export interface NamedInventoryTrace {
  /** The player. */
  readonly player_uuid: string
  /** The records, the newest first; at most 50. */
  readonly records: ReadonlyArray<TracedRecord>
  /** The names of the items that the answer mentions, by id; absent: none has a name. */
  readonly item_names?: Readonly<Record<string, string>>
  /** The names of the loot that the answer mentions, by id; absent: none has a name. */
  readonly loot_names?: Readonly<Record<string, string>>
  /** The names of the vendors that the answer mentions, by id; absent: none has a name. */
  readonly vendor_names?: Readonly<Record<string, string>>
}

/** A record with where its counts came from and went. */
export interface TracedRecord {
  /** The record. */
  readonly inventory_id: string
  /** The item. */
  readonly item_id: number
  /** Its bucket. Absent: the record is gone. */
  readonly bucket?: InventoryBucket
  /** How many it holds. 0: also when it is gone. */
  readonly count: number
  /** Its end; absent: it has none. */
  readonly expires?: string
  /** What was added to it, the newest first. */
  readonly lots: ReadonlyArray<CountLot>
  /** How many older lots are not listed. */
  readonly lots_left_out: number
}

/** What an entry added to a record, and what became of it. */
export interface CountLot {
  /** The order that added them. Absent: it is too long ago. */
  readonly order_id?: string
  /** Its entry. */
  readonly entry_id?: string
  /** When they were added. */
  readonly created: string
  /** Source of the order. */
  readonly source?: OrderSource
  /** When a refund gave them back. Absent: they were not given back. */
  readonly given_back_at?: string
  /** How many were added. */
  readonly count: number
  /** How many of them are still there. */
  readonly left: number
  /** Whether they were paid for, with items or in another system. Absent: none of them is left. */
  readonly is_paid?: boolean
  /** Where the others went, the newest first. */
  readonly uses: ReadonlyArray<CountUse>
}

/** What a player owes. */
export interface OwedByPlayer {
  /** The player. */
  readonly player_uuid: string
  /** The orders by which the player owes something, the newest first; at most 100. */
  readonly orders: ReadonlyArray<OwingOrder>
}

/** An order by which a player owes something. */
export interface OwingOrder {
  /** The order that could not take all. */
  readonly order_id: string
  /** When it was made. */
  readonly created: string
  /** The order that it refunds. Absent: it claws an item back. */
  readonly refunded_order_id?: string
  /** What is owed by it. */
  readonly owed: ReadonlyArray<OwedCount>
}

export interface AcceptedOrders {
  /** The player's player_uuid. */
  readonly player_uuid: string
  /** Orders of the player that were verified. */
  readonly orders: number
  /** Records of the inventory that were verified. */
  readonly records: number
  /** Rows of the ledger that were verified. */
  readonly ledger_rows: number
  /** Ids of the submitted orders that have a seal now. */
  readonly accepted: ReadonlyArray<string>
  /** Other differences. Where there is one, nothing was accepted. */
  readonly differences: number
}

/** What `publishedOdds` takes. */
export interface PublishedOddsQuery {
  /** How many are ordered in one entry. 1 to 100; default 1. */
  readonly quantity?: number | undefined
  /** What the player owns, and nothing else, as ITEM=N with commas between: 995=10,key=1; items by id or name. */
  readonly owning?: string | undefined
  /** XP that the player has, as ITEM=N with commas between, of items with levels; owned as all else. */
  readonly xp?: string | undefined
}

/** How often players report. */
export interface PresenceSettings {
  /** How often a player reports. */
  readonly heartbeat_seconds: number
  /** After this long without a report a player counts as offline. */
  readonly offline_seconds: number
}

export interface VendorCollection {
  /** Every vendor, by vendor id. */
  readonly vendors: Readonly<Record<string, Vendor>>
  /** What revalidates the content. */
  readonly cache_info: CacheInfo
}

/** What gives loot: a shop, a chest, a drop table, a reward. */
export interface Vendor {
  /** Texts of your own by key. Clients get them as they are. */
  readonly custom_data?: Readonly<Record<string, string>>
  /** The vendor's uuid. Absent: it is derived from the id. */
  readonly vendor_uuid: string
  /**
   * `recipe` gives all of its loot, in order. `randomly_sampled` draws one loot for each unit of quantity, and none
   * twice.
   */
  readonly type: "recipe" | "randomly_sampled"
  /** A number that Garrison hands to clients and does not use. */
  readonly legacy_type?: number
  /** The version that `vendor_version` of an order is compared with. */
  readonly legacy_config_version?: number
  /** Its loot, by loot id. */
  readonly loot: Readonly<Record<string, Loot>>
  /** What revalidates the content. */
  readonly cache_info: CacheInfo
}

/** An entry of a vendor. Fulfilling it gives its item, or fulfils its sub vendor. */
export interface Loot {
  /** Texts of your own by key. Clients get them as they are. */
  readonly custom_data?: Readonly<Record<string, string>>
  /** The loot's uuid. Absent: it is derived from the id. */
  readonly loot_uuid: string
  /** The uuid of the vendor again, if it is written. */
  readonly vendor_uuid: string
  /** The same by id. */
  readonly item_id?: number
  /** The same by uuid. If both are given, they must agree. */
  readonly item_uuid?: string
  /** The same by id. */
  readonly sub_vendor_id?: number
  /** The same by uuid. If both are given, they must agree. */
  readonly sub_vendor_uuid?: string
  /** How many, or a range `{min, max}` in which every quantity is equally likely. */
  readonly quantity: number
  /**
   * Which record the item goes to: `own` for ever, `rent` longer by each time frame, `rent_timeframe_locked` to the end
   * of the window, where its count begins at 0, `own_transient` for the session, `inherit_entitlement_inventory` as the
   * entitlement.
   */
  readonly inventory_selector_type:
    | "invalid"
    | "own"
    | "rent"
    | "rent_timeframe_locked"
    | "own_transient"
    | "inherit_entitlement_inventory"
  /**
   * What happens to the count: it is added to, subtracted from, set, or compared. A comparison that fails stops the
   * recipe. Works with an item.
   */
  readonly inventory_operation: InventoryOperation
  /** Whether the loot is fulfilled. Inactive loot is skipped, and an order of it fails. */
  readonly active: boolean
  /** Lower is fulfilled first. In a vendor of level rewards: the level. */
  readonly sort_order: number
  /** How likely the loot is drawn against the others. Works in a `randomly_sampled` vendor; 0 is never drawn. */
  readonly drop_weight: number
  /** Whether drawn loot is given by a new order, and stays in the draw. Works in a `randomly_sampled` vendor. */
  readonly fill_in_new_order: boolean
  /** False: loot with a sub vendor is drawn only if all of it can be given. Works in a draw. */
  readonly allow_partial_bundles: boolean
  /** The same by id. */
  readonly required_item_id?: number
  /** The same by uuid. If both are given, they must agree. */
  readonly required_item_uuid?: string
  /** How many of the required item must be owned. Works with `required_item`. */
  readonly required_item_count: number
  /** A count of the loot's item from which on it is not drawn. Works in a `randomly_sampled` vendor. */
  readonly stack_limit?: number
  /** A number for clients. */
  readonly ui_hint?: number
  /** The moment from which on the loot is fulfilled, as ISO 8601 with a zone. */
  readonly effective_from?: string
  /**
   * `relative`: the quantity is multiplied by the ordered quantity. `absolute`: it is not. Works with `quantity`; rows
   * of a drop table are `absolute`.
   */
  readonly quantity_type: "relative" | "absolute"
  /** The same by id. */
  readonly quantity_mult_inventory_item_id?: number
  /** The same by uuid. If both are given, they must agree. */
  readonly quantity_mult_inventory_item_uuid?: string
  /** Whether a player may order the loot without a server. */
  readonly is_claimable_by_client: boolean
  /** The same by id. */
  readonly time_frame_id?: number
  /** The bucket that gets the item. Absent: the bucket of the session. Works with an item. */
  readonly use_inventory_bucket?: InventoryBucket
  /** Turns a number of levels into XP. Works with an item that has an XP table. */
  readonly xp_quantity_transform_type: XpQuantityTransformType
  /**
   * The price, by key. Absent: the loot is not for sale. Works with `purchase_loot`, and with `purchase_dynamic_bundle`
   * for loot whose item is a `dynamic_bundle`.
   */
  readonly current_price_point_guid?: string
  /** The price before a sale, for clients to show. */
  readonly pre_sale_price_point_guid?: string
  /** The largest quantity that the loot gives. 0: no limit. */
  readonly hard_quantity_maximum: number
  /** Id of the loot. */
  readonly loot_id: number
  /** Id of its vendor. */
  readonly vendor_id: number
  /** The item that it gives. */
  readonly item?: Item
  /** What revalidates the content. */
  readonly cache_info: CacheInfo
}

/** Something that players can own. */
export interface Item {
  /** Texts of your own by key. Clients get them as they are. By convention `name` is the name that people see. */
  readonly custom_data?: Readonly<Record<string, string>>
  /** The item's uuid. Absent: it is derived from the id. */
  readonly item_uuid: string
  /** The kind of item. Only `unit` has levels and coupons, only `entitlement` has entitled loot. */
  readonly type: "unit" | "recipe" | "recipe_with_price_reduction" | "entitlement" | "dynamic_bundle"
  /** A number that Garrison hands to clients and does not use. */
  readonly legacy_type?: number
  /** A number that Garrison hands to clients and does not use. */
  readonly legacy_subtype?: number
  /** An item that this one refers to. Garrison does not use it. */
  readonly ref_item_id?: number
  /** Bit 0 (1): the item is inactive, and cannot be given. Bit 1 (2): every player always owns one. */
  readonly availability_flags: number
  /** The same by uuid. If both are given, they must agree. */
  readonly entitled_loot_uuid?: string
  /** The same by id. */
  readonly entitled_loot_id?: number
  /** The same by uuid. If both are given, they must agree. */
  readonly level_xp_table_uuid?: string
  /** The same by id. */
  readonly level_xp_table_id?: number
  /** The same by uuid. If both are given, they must agree. */
  readonly level_vendor_uuid?: string
  /** The same by id. */
  readonly level_vendor_id?: number
  /** An integer in the interface, in spite of its name. It is sent as written. */
  readonly coupon_discount_currency_item_uuid?: number
  /** The same by id. */
  readonly coupon_discount_currency_item_id?: number
  /**
   * The discount of this coupon: 0.25 lowers a price by a quarter. At most 1. Works with type `unit`,
   * `coupon_discount_loot` and `coupon_discount_currency_item`.
   */
  readonly coupon_discount_percentage?: number
  /**
   * Whether a purchase with this coupon takes one of it, and then buys one unit at most. Works with
   * `coupon_discount_percentage`.
   */
  readonly coupon_consume_on_use: boolean
  /** The same by id. */
  readonly item_portal_use_ruleset_id?: number
  /** Which buckets count for this item, by key. Absent: all. */
  readonly inventory_bucket_use_rule_set_id?: string
  /**
   * The loot that this coupon lowers the price of, by id or as `vendor/loot`. Works with `coupon_discount_percentage`.
   */
  readonly coupon_discount_loot: ReadonlyArray<number>
  /** The same by uuid. Both lists count. */
  readonly coupon_discount_loot_uuid: ReadonlyArray<string>
  /** What revalidates the content. */
  readonly cache_info: CacheInfo
}

/** The etags of all vendors. */
export interface VendorEtags {
  /** The etag of each vendor, by vendor id. */
  readonly vendors: Readonly<Record<string, string>>
}

/** What `browseCatalog` takes. */
export interface BrowseCatalogQuery {
  /** This version (default: the current one). */
  readonly version?: number | undefined
  /** A part of the name or id; accents and case do not count. */
  readonly find?: string | undefined
  /** Entries on a page, 1 to 1000 (default: 100). */
  readonly limit?: number | undefined
  /** The page after the one that ended with this marker. */
  readonly after?: string | undefined
}

export interface CatalogEntries {
  /** The version that was looked at. */
  readonly version: number
  /** The entries, by id. */
  readonly entries: ReadonlyArray<CatalogEntry>
  /** The marker of the next page; null: this is the last. */
  readonly next: string | null
}

export interface CatalogEntry {
  /** What it is. */
  readonly kind: "item" | "vendor" | "loot" | "price_point" | "promotion"
  /** Its id: a number, the name of a price point, or the code of a promotion. */
  readonly id: string
  /** Its name, if the catalog has one in `custom_data.name`. */
  readonly name?: string
  /** The type of an item or vendor. */
  readonly type?: string
  /** The vendor that has the loot. */
  readonly vendor_id?: number
  /** Its name. */
  readonly vendor_name?: string
  /** The item that the loot changes. */
  readonly item_id?: number
  /** Its name. */
  readonly item_name?: string
  /** The vendor that the loot fulfils. */
  readonly sub_vendor_id?: number
  /** Its name. */
  readonly sub_vendor_name?: string
  /** The loot that the promotion gives. */
  readonly loot_id?: number
  /** Its name. */
  readonly loot_name?: string
  /** What the loot does with its item. */
  readonly operation?: string
  /** How many of it. */
  readonly quantity?: number
  /** The weight of the loot in a draw of its vendor. */
  readonly drop_weight?: number
  /** Whether the item is switched on. */
  readonly active?: boolean
  /** How much loot the vendor has. */
  readonly size?: number
  /** What a unit costs, by tier and currency. */
  readonly prices?: ReadonlyArray<CatalogPrice>
  /** How many entries lead to it. */
  readonly led_to_by: number
}

export interface CatalogPrice {
  /** From how many units on a unit costs this. */
  readonly quantity: number
  /** The item that it is paid in. */
  readonly price_item_id: number
  /** Its name. */
  readonly price_item_name?: string
  /** How many of that item a unit costs. */
  readonly price: number
}

/** What `catalogEntry` takes. */
export interface CatalogEntryQuery {
  /** What it is (default: whatever has this id or name). */
  readonly kind?: "item" | "vendor" | "loot" | "price_point" | "promotion" | undefined
  /** This version (default: the current one). */
  readonly version?: number | undefined
  /** Whether the odds of loot are computed, which can take seconds. */
  readonly odds?: boolean | undefined
  /** The player whose inventory counts for the odds (default: a player without items). */
  readonly player_uuid?: string | undefined
  /** What the player owns, and nothing else, as ITEM=N with commas between: 995=10,key=1; items by id or name. */
  readonly owning?: string | undefined
  /** XP that the player has, as ITEM=N with commas between, of items with levels; owned as all else. */
  readonly xp?: string | undefined
}

export interface ShownCatalogEntry {
  /** The version that was looked at. */
  readonly version: number
  /** What it is. */
  readonly kind: "item" | "vendor" | "loot" | "price_point" | "promotion"
  /** Its id: a number, the name of a price point, or the code of a promotion. */
  readonly id: string
  /** Its name, if the catalog has one in `custom_data.name`. */
  readonly name?: string
  /** The type of an item or vendor. */
  readonly type?: string
  /** The vendor that has the loot. */
  readonly vendor_id?: number
  /** Its name. */
  readonly vendor_name?: string
  /** The item that the loot changes. */
  readonly item_id?: number
  /** Its name. */
  readonly item_name?: string
  /** The vendor that the loot fulfils. */
  readonly sub_vendor_id?: number
  /** Its name. */
  readonly sub_vendor_name?: string
  /** The loot that the promotion gives. */
  readonly loot_id?: number
  /** Its name. */
  readonly loot_name?: string
  /** What the loot does with its item. */
  readonly operation?: string
  /** How many of it. */
  readonly quantity?: number
  /** The weight of the loot in a draw of its vendor. */
  readonly drop_weight?: number
  /** Whether the item is switched on. */
  readonly active?: boolean
  /** How much loot the vendor has. */
  readonly size?: number
  /** What a unit costs, by tier and currency. */
  readonly prices?: ReadonlyArray<CatalogPrice>
  /** How many entries lead to it. */
  readonly led_to_by: number
  /** Its fields as they are published, without its loot. */
  readonly authored: unknown
  /** The loot of a vendor, the first 500; empty for anything else. */
  readonly loot: ReadonlyArray<CatalogEntry>
  /** Who leads here, the first 500 of `led_to_by`. */
  readonly leads: ReadonlyArray<CatalogLead>
  /** What the loot gives, ordered once. Absent: nobody asked, it is no loot, or it is not active. */
  readonly odds?: OddsAnswer
}

export interface CatalogLead {
  /** What leads here. */
  readonly kind: "item" | "vendor" | "loot" | "price_point" | "promotion"
  /** Its id. */
  readonly id: string
  /** Its name. */
  readonly name?: string
  /** How it leads here. */
  readonly by:
    | "gives"
    | "takes"
    | "checks"
    | "requires"
    | "multiplies_by"
    | "fulfils"
    | "holds"
    | "costs"
    | "cost_before_the_sale"
    | "is_paid_in"
    | "entitles_to"
    | "rewards_levels_by"
    | "discounts"
    | "refers_to"
    | "is_a_code_for"
  /** The vendor of the loot that leads here. */
  readonly vendor_id?: number
  /** Its name. */
  readonly vendor_name?: string
}

export interface CatalogVersions {
  /** The newest first. */
  readonly versions: ReadonlyArray<ListedCatalogVersion>
}

export interface ListedCatalogVersion {
  /** Number of the version. */
  readonly version: number
  /** Etag of the vendor collection, which clients see. */
  readonly etag: string
  /** Etag of the whole authored document. */
  readonly document_etag: string
  /** When the version was first published. */
  readonly created: string
  /** Whether this version is served now. */
  readonly current: boolean
}

export interface CatalogVersionWithDocument {
  /** Number of the version. */
  readonly version: number
  /** Etag of the vendor collection, which clients see. */
  readonly etag: string
  /** Etag of the whole authored document. */
  readonly document_etag: string
  /** When the version was first published. */
  readonly created: string
  /** Whether this version is served now. */
  readonly current: boolean
  /** The authored document. */
  readonly document: unknown
}

/** What `catalogDiff` takes. */
export interface CatalogDiffQuery {
  /** The later version (default: the current one). */
  readonly to?: number | undefined
  /** Whether odds are compared, which can take seconds. */
  readonly odds?: boolean | undefined
}

export interface CatalogDiff {
  /** The earlier version. */
  readonly from: number
  /** The later version. */
  readonly to: number
  /** Entries that are new, gone or changed. */
  readonly entries: ReadonlyArray<CatalogChange>
  /** Prices of a unit that differ. */
  readonly prices: ReadonlyArray<CatalogPriceChange>
  /** Chances of a draw that differ, when all loot of the vendor can be drawn. */
  readonly chances: ReadonlyArray<CatalogChanceChange>
  /** Vendors that clients fetch again. */
  readonly vendors_with_new_etag: ReadonlyArray<number>
  /** Items that no loot gives any more. */
  readonly items_no_longer_obtainable: ReadonlyArray<number>
  /** Items that loot gives now. */
  readonly items_newly_obtainable: ReadonlyArray<number>
  /** The names of the items of these two lists, by id. */
  readonly item_names: Readonly<Record<string, string>>
  /** Loot whose results differ, ordered once by a player who owns nothing. */
  readonly odds: ReadonlyArray<CatalogOddsChange>
  /** Loot that may have other odds, and was not compared. */
  readonly odds_not_compared: number
}

export interface CatalogChange {
  /** What it is. */
  readonly part:
    | "catalog"
    | "item"
    | "vendor"
    | "loot"
    | "price_point"
    | "xp_table"
    | "time_frame"
    | "inventory_bucket_use_rule_set"
    | "item_portal_use_ruleset"
    | "promotion"
  /** Its id; `document` for the fields of the document itself. */
  readonly id: string
  /** Its name, if the catalog has one. */
  readonly name?: string
  /** What happened to it. */
  readonly change: "added" | "removed" | "changed"
  /** The fields of a changed entry that differ. */
  readonly fields: ReadonlyArray<CatalogChangeField>
}

export interface CatalogChangeField {
  /** The field. */
  readonly field: string
  /** Its former value; absent: it had none. */
  readonly before?: unknown
  /** Its value now; absent: it has none. */
  readonly after?: unknown
}

export interface CatalogPriceChange {
  /** The loot. */
  readonly loot_id: number
  /** Its name, if the catalog has one. */
  readonly loot_name?: string
  /** Which of its prices. */
  readonly price: "current" | "pre_sale"
  /** From how many units on. */
  readonly quantity: number
  /** The item that it is paid in. */
  readonly price_item_id: number
  /** Its name, if the catalog has one. */
  readonly price_item_name?: string
  /** With this coupon, without reductions. Absent: without one. */
  readonly coupon_item_id?: number
  /** Its name, if the catalog has one. */
  readonly coupon_item_name?: string
  /** What a unit cost; absent: it was not for sale so. */
  readonly before?: number
  /** What a unit costs now; absent: it is not for sale so. */
  readonly after?: number
}

export interface CatalogChanceChange {
  /** The vendor that is drawn from. */
  readonly vendor_id: number
  /** Its name, if the catalog has one. */
  readonly vendor_name?: string
  /** The loot that is drawn. */
  readonly loot_id: number
  /** Its name, if the catalog has one. */
  readonly loot_name?: string
  /** Its former chance, a fraction in lowest terms. */
  readonly before: string
  /** Its chance now. */
  readonly after: string
}

export interface CatalogOddsChange {
  /** The loot. */
  readonly loot_id: number
  /** Its name, if the catalog has one. */
  readonly loot_name?: string
  /** The item whose count changes. */
  readonly item_id: number
  /** Its name, if the catalog has one. */
  readonly item_name?: string
  /** By how much the count changes on average. */
  readonly expected: CatalogOddsBeforeAfter
  /** The probability to have more of the item than before. */
  readonly at_least_one: CatalogOddsBeforeAfter
}

export interface CatalogOddsBeforeAfter {
  /** In the earlier catalog. */
  readonly before: string | OddsEstimate
  /** In the later catalog. */
  readonly after: string | OddsEstimate
}

/** What `republishCatalog` takes. */
export interface RepublishCatalogInput extends HostAct {
  /** Only if the current catalog still has this etag. */
  readonly if_match?: string | undefined
}

export interface RepublishedVersion {
  /** Number of the version. */
  readonly version: number
  /** Etag of the vendor collection, which clients see. */
  readonly etag: string
  /** Etag of the whole authored document. */
  readonly document_etag: string
  /** When the version was first published. */
  readonly created: string
  /** Whether this version is served now. */
  readonly current: boolean
  /** Whether it was the current version already. */
  readonly unchanged: boolean
  /** How this act is undone; absent: nothing was changed, or it cannot be undone any more. */
  readonly reverse?: Reverse
}

export interface Promotions {
  /** The promotions, by code. */
  readonly promotions: ReadonlyArray<Promotion>
}

export interface Promotion {
  /** The code that a player enters. */
  readonly code: string
  /** The loot that it gives. */
  readonly loot_id: number
  /** How often it gives it. */
  readonly quantity: number
  /** How often it was used; absent: its uses are not limited, and not counted. */
  readonly uses?: number
  /** How often it may be used by all players together. */
  readonly uses_maximum?: number
  /** From when it is good. */
  readonly start?: string
  /** Until when it is good. */
  readonly end?: string
  /** Where it is good; absent: everywhere. */
  readonly platforms?: ReadonlyArray<Platform>
}

export interface ClientsAnswer {
  /** Every client, by client_id. */
  readonly clients: ReadonlyArray<ClientDetail>
}

export interface ClientDetail {
  /** Uuid of the client, the subject of a machine client's tokens. */
  readonly client_uuid: string
  /** The name by which the client logs in. */
  readonly client_id: string
  /** `game`: logs players in. `machine`: logs in as itself. */
  readonly kind: "game" | "machine"
  /** What the client is for. */
  readonly description?: string
  /** The organisation that the client belongs to. */
  readonly org_id?: string
  /** The permissions of a machine client's tokens. */
  readonly permissions: ReadonlyArray<string>
  /** The grants that the client may use; `*` is every grant of its kind. */
  readonly grants: ReadonlyArray<string>
  /** Whether it has no secret: a game that ships to players. */
  readonly public: boolean
  /** Whether its logins are refused. */
  readonly disabled: boolean
  /** Where its logins by redirect may return to. */
  readonly redirect_uris: ReadonlyArray<string>
  /** Whether it is public and yet needs no PKCE challenge. */
  readonly pkce_exempt: boolean
  /** When it was created. */
  readonly created: string
  /** How many acts have changed it. */
  readonly revision: number
  /** Its secrets: the current one, then the former one of a rotation. */
  readonly secrets: ReadonlyArray<ClientSecret>
  /**
   * Servers write uses of secrets once a minute: `last_used` has those up to this moment, and not all later ones. A
   * server that was killed may have lost its last minute.
   */
  readonly uses_known_until: string
}

export interface ClientSecret {
  /** Id of the secret. */
  readonly secret_id: string
  /** Its last four characters. */
  readonly last_four: string
  /** When it was made. */
  readonly created: string
  /** When it ends: the end of an overlap. Absent: it does not end. */
  readonly expires?: string
  /** When a client last proved itself by it, known up to `uses_known_until`. Absent: never. */
  readonly last_used?: string
  /** `current`: the newest. `former`: a rotation left it valid for a while. `ended`: it is refused. */
  readonly state: "current" | "former" | "ended"
  /** Whether no client has proved itself by it yet. */
  readonly never_used: boolean
  /**
   * Whether the former secret can be ended now: the new one is in use, and this one has not been for twice the time
   * that an access token is accepted. Absent: not a former secret.
   */
  readonly safe_to_retire?: boolean
  /** Why it is not safe: nobody has used the new secret yet, or somebody still uses this one. */
  readonly still_needed?: "new_secret_unused" | "used_lately"
  /** When it is safe if nobody uses it again, and the new one is used by then. */
  readonly safe_from?: string
}

/** What `clientHistory` takes. */
export interface ClientHistoryQuery {
  /** Only of this kind: login, link or unlink, a kind of event such as login_refused, or the operation of an act. */
  readonly kind?: string | undefined
  /** Only by this actor: the client_id of a login, or who did an act. */
  readonly actor?: string | undefined
  /** Not before this time, ISO 8601 or Unix seconds. */
  readonly from?: string | number | undefined
  /** Not after this time, ISO 8601 or Unix seconds. */
  readonly to?: string | number | undefined
  /** The newest N, 1 to 1000 (default: 100). */
  readonly limit?: number | undefined
}

export interface HistoryOfClient {
  /** The client's client_id. */
  readonly client_id: string
  /** Logins, and changes of the ways to log in. */
  readonly logins: ReadonlyArray<LoginOfHistory>
  /** Refused logins and other security events. */
  readonly events: ReadonlyArray<EventOfHistory>
  /** What operators changed. */
  readonly acts: ReadonlyArray<ActOfHistory>
}

/** What `createClient` takes. */
export interface CreateClientInput extends HostAct {
  /** The name by which the client logs in; unique. */
  readonly client_id?: string | undefined
  /** game logs players in, machine logs in as itself. */
  readonly kind: "game" | "machine"
  /** What the client is for. */
  readonly description?: string | undefined
  /** Organisation that the client belongs to. */
  readonly org_id?: string | undefined
  /** The permissions of a machine client's tokens. */
  readonly permissions: ReadonlyArray<string>
  /** The grants that the client may use (default: every grant of its kind). */
  readonly grants?:
    | ReadonlyArray<
        | "*"
        | "anon"
        | "alpha"
        | "bravo"
        | "refresh"
        | "charlie"
        | "deltalive"
        | "echo4_v1"
        | "echo4_v3"
        | "echo5_v3"
        | "foxtrot"
        | "foxtrot_switch"
        | "golf"
        | "basic"
        | "juliet"
        | "client_credentials"
      >
    | undefined
  /** A game client without a secret, such as one that ships to players. */
  readonly public?: boolean | undefined
  /** Where logins by redirect of a game may return to, letter by letter. */
  readonly redirect_uris?: ReadonlyArray<string> | undefined
  /** Let a public client begin logins by redirect without a PKCE challenge. */
  readonly pkce_exempt?: boolean | undefined
}

export interface CreatedClient {
  /** Uuid of the client, the subject of a machine client's tokens. */
  readonly client_uuid: string
  /** The name by which the client logs in. */
  readonly client_id: string
  /** `game`: logs players in. `machine`: logs in as itself. */
  readonly kind: "game" | "machine"
  /** What the client is for. */
  readonly description?: string
  /** The organisation that the client belongs to. */
  readonly org_id?: string
  /** The permissions of a machine client's tokens. */
  readonly permissions: ReadonlyArray<string>
  /** The grants that the client may use; `*` is every grant of its kind. */
  readonly grants: ReadonlyArray<string>
  /** Whether it has no secret: a game that ships to players. */
  readonly public: boolean
  /** Whether its logins are refused. */
  readonly disabled: boolean
  /** Where its logins by redirect may return to. */
  readonly redirect_uris: ReadonlyArray<string>
  /** Whether it is public and yet needs no PKCE challenge. */
  readonly pkce_exempt: boolean
  /** When it was created. */
  readonly created: string
  /** How many acts have changed it. */
  readonly revision: number
  /** The new secret, shown this once; absent for a public client, and in a dry run. */
  readonly client_secret?: string
  /** How this act is undone; absent: nothing was changed, or it cannot be undone any more. */
  readonly reverse?: Reverse
}

/** What `editClient` takes. */
export interface EditClientInput extends HostAct {
  /** What the client is for. */
  readonly description?: string | null | undefined
  /** Organisation that the client belongs to. */
  readonly org_id?: string | null | undefined
  /** All permissions of a machine client's tokens from now on. */
  readonly permissions?: ReadonlyArray<string> | undefined
  /** All grants that the client may use from now on; `*` is every grant of its kind. */
  readonly grants?:
    | ReadonlyArray<
        | "*"
        | "anon"
        | "alpha"
        | "bravo"
        | "refresh"
        | "charlie"
        | "deltalive"
        | "echo4_v1"
        | "echo4_v3"
        | "echo5_v3"
        | "foxtrot"
        | "foxtrot_switch"
        | "golf"
        | "basic"
        | "juliet"
        | "client_credentials"
      >
    | undefined
}

export interface ChangedClient {
  /** Uuid of the client, the subject of a machine client's tokens. */
  readonly client_uuid: string
  /** The name by which the client logs in. */
  readonly client_id: string
  /** `game`: logs players in. `machine`: logs in as itself. */
  readonly kind: "game" | "machine"
  /** What the client is for. */
  readonly description?: string
  /** The organisation that the client belongs to. */
  readonly org_id?: string
  /** The permissions of a machine client's tokens. */
  readonly permissions: ReadonlyArray<string>
  /** The grants that the client may use; `*` is every grant of its kind. */
  readonly grants: ReadonlyArray<string>
  /** Whether it has no secret: a game that ships to players. */
  readonly public: boolean
  /** Whether its logins are refused. */
  readonly disabled: boolean
  /** Where its logins by redirect may return to. */
  readonly redirect_uris: ReadonlyArray<string>
  /** Whether it is public and yet needs no PKCE challenge. */
  readonly pkce_exempt: boolean
  /** When it was created. */
  readonly created: string
  /** How many acts have changed it. */
  readonly revision: number
  /** How this act is undone; absent: nothing was changed, or it cannot be undone any more. */
  readonly reverse?: Reverse
}

/** What `editClientRedirects` takes. */
export interface EditClientRedirectsInput extends HostAct {
  /** Where logins by redirect of a game may return to, letter by letter. */
  readonly redirect_uris?: ReadonlyArray<string> | undefined
  /** Let the client, which is public, begin logins by redirect without a PKCE challenge. */
  readonly pkce_exempt?: boolean | undefined
}

/** What `rotateClientSecret` takes. */
export interface RotateClientSecretInput extends HostAct {
  /** How long the current secret keeps working (default: secretOverlapSeconds, one day). */
  readonly overlap_seconds?: number | undefined
}

export interface ClientWithSecret {
  /** Uuid of the client, the subject of a machine client's tokens. */
  readonly client_uuid: string
  /** The name by which the client logs in. */
  readonly client_id: string
  /** `game`: logs players in. `machine`: logs in as itself. */
  readonly kind: "game" | "machine"
  /** What the client is for. */
  readonly description?: string
  /** The organisation that the client belongs to. */
  readonly org_id?: string
  /** The permissions of a machine client's tokens. */
  readonly permissions: ReadonlyArray<string>
  /** The grants that the client may use; `*` is every grant of its kind. */
  readonly grants: ReadonlyArray<string>
  /** Whether it has no secret: a game that ships to players. */
  readonly public: boolean
  /** Whether its logins are refused. */
  readonly disabled: boolean
  /** Where its logins by redirect may return to. */
  readonly redirect_uris: ReadonlyArray<string>
  /** Whether it is public and yet needs no PKCE challenge. */
  readonly pkce_exempt: boolean
  /** When it was created. */
  readonly created: string
  /** How many acts have changed it. */
  readonly revision: number
  /** The new secret, shown this once; absent for a public client, and in a dry run. */
  readonly client_secret?: string
}

/** What `retireClientSecret` takes. */
export interface RetireClientSecretInput extends ReasonedAct {
  /** Only if this is the former secret, which a rotation in the meantime replaces. */
  readonly secret_id?: string | undefined
}

export interface ClientWithRetiredSecret {
  /** Uuid of the client, the subject of a machine client's tokens. */
  readonly client_uuid: string
  /** The name by which the client logs in. */
  readonly client_id: string
  /** `game`: logs players in. `machine`: logs in as itself. */
  readonly kind: "game" | "machine"
  /** What the client is for. */
  readonly description?: string
  /** The organisation that the client belongs to. */
  readonly org_id?: string
  /** The permissions of a machine client's tokens. */
  readonly permissions: ReadonlyArray<string>
  /** The grants that the client may use; `*` is every grant of its kind. */
  readonly grants: ReadonlyArray<string>
  /** Whether it has no secret: a game that ships to players. */
  readonly public: boolean
  /** Whether its logins are refused. */
  readonly disabled: boolean
  /** Where its logins by redirect may return to. */
  readonly redirect_uris: ReadonlyArray<string>
  /** Whether it is public and yet needs no PKCE challenge. */
  readonly pkce_exempt: boolean
  /** When it was created. */
  readonly created: string
  /** How many acts have changed it. */
  readonly revision: number
  /** The secret that is refused from now on. */
  readonly retired: RetiredSecret
}

export interface RetiredSecret {
  /** Id of the secret. */
  readonly secret_id: string
  /** Its last four characters. */
  readonly last_four: string
  /** When it was made. */
  readonly created: string
  /** When it ends: the end of an overlap. Absent: it does not end. */
  readonly expires?: string
  /** When a client last proved itself by it, known up to `uses_known_until`. Absent: never. */
  readonly last_used?: string
}

export interface RemovedClient {
  /** The client's client_id. */
  readonly client_id: string
}

export interface Roles {
  /** Every role, by role_id. */
  readonly roles: ReadonlyArray<Role>
}

export interface Role {
  /** Its number. */
  readonly role_id: number
  /** Its name, for operators. */
  readonly name: string
  /** What its holders may do. */
  readonly permissions: ReadonlyArray<string>
  /** Whether its holders log in while authentication is limited or locked. */
  readonly bypasses_lock: boolean
  /** Whether the database has it; a ready-made role is stored when it is first given. */
  readonly stored: boolean
}

/** What `putRole` takes. */
export interface PutRoleInput extends HostAct {
  /** Its name, for operators; unique. */
  readonly name: string
  /** Every permission of the role. */
  readonly permissions: ReadonlyArray<string>
  /** Let its holders log in while authentication is limited or locked. */
  readonly bypasses_lock?: boolean | undefined
}

export interface PutRole {
  /** Its number. */
  readonly role_id: number
  /** Its name, for operators. */
  readonly name: string
  /** What its holders may do. */
  readonly permissions: ReadonlyArray<string>
  /** Whether its holders log in while authentication is limited or locked. */
  readonly bypasses_lock: boolean
  /** Whether the database has it; a ready-made role is stored when it is first given. */
  readonly stored: boolean
  /** How this act is undone; absent: nothing was changed, or it cannot be undone any more. */
  readonly reverse?: Reverse
}

/** The keys that access tokens verify with. */
export interface KeySet {
  /** The public side of every published key. */
  readonly keys: ReadonlyArray<PublicKey>
}

/** A public signing key. */
export interface PublicKey {
  /** Key type (RFC 7517, section 4.1). */
  readonly kty: string
  /** The curve. */
  readonly crv: string
  /** The public key, or its first coordinate, in base64url. */
  readonly x: string
  /** The second coordinate of an ES256 key, in base64url. */
  readonly y?: string
  /** Id of the key: `kid` of the tokens that it signs. */
  readonly kid: string
  /** The signature algorithm. */
  readonly alg: "EdDSA" | "ES256"
  /** What the key is for: signatures. */
  readonly use: "sig"
}

export interface SigningKeysAnswer {
  /** Every published key, in the order in which they sign. */
  readonly keys: ReadonlyArray<SigningKey>
}

export interface SigningKey {
  /** Id of the key: `kid` of the tokens that it signs. */
  readonly key_id: string
  /** The signature algorithm. */
  readonly algorithm: "EdDSA" | "ES256"
  /** `published`: signs later. `signing`: signs now. `retiring`: its tokens are still accepted. */
  readonly state: "published" | "signing" | "retiring"
  /** When the key entered the key set. */
  readonly published: string
  /** When the key signs, or began to sign. */
  readonly signs_from: string
  /** For how long it has signed; 0 before that. */
  readonly age_seconds: number
  /** When the next key signs in its place; null while there is none. */
  readonly replaced: string | null
  /** Whether it signs for longer than keyRotationSeconds: then no process with this database has rotated it. */
  readonly overdue: boolean
  /** When the key leaves the key set, and its last tokens are refused; null while it has no successor. */
  readonly retires: string | null
}

export interface Figures {
  /** When they were read. */
  readonly time: string
  /** What the rows of the database say. */
  readonly database: StoredFigures
  /** `live`: a server answered on its probe port. `absent`: none did. */
  readonly server_state: "live" | "absent"
  /** Why no server answered. */
  readonly server_absent?: string
  /** What the server counts; absent where none answered. */
  readonly server?: ServerFigures
}

export interface StoredFigures {
  /** Players who reported a status other than `offline` within `presenceOfflineSeconds`, invisible ones too. */
  readonly players_online: number
  /** How many of them are invisible: a search for players online does not find those. */
  readonly invisible: number
  /** The same by platform, the one with most players first. */
  readonly platforms: ReadonlyArray<PlatformOnline>
  /** The last 15 minutes, the oldest first. The last one is under way. */
  readonly minutes: ReadonlyArray<StoredMinute>
  /** Refused logins by grant and code, the most frequent first; also of persons who are not known. */
  readonly refused_logins: ReadonlyArray<RefusedLoginFigures>
  /** Whether there was more than is counted, 100,000 rows of each kind: the counts are then least counts. */
  readonly bounded: boolean
}

export interface StoredMinute {
  /** When the minute began. */
  readonly time: string
  /** Logins of players. */
  readonly logins: number
  /** Logins that were refused with a code. */
  readonly logins_refused: number
  /** Orders. */
  readonly orders: number
}

export interface RefusedLoginFigures {
  /** The grant type, which names the portal where there is one. */
  readonly grant: string
  /** The code of the refusal. */
  readonly code: string
  /** How many in the last 15 minutes. */
  readonly count: number
  /** The HTTP status that the portal answered last; absent: it was not asked, or gave no answer. */
  readonly portal_status?: number
}

export interface ServerFigures {
  /** Version of the server. */
  readonly version: string
  /** When it started. */
  readonly started: string
  /** When it answered. */
  readonly time: string
  /** How many seconds are counted, at most 900: the length of each list in `per_second`. */
  readonly seconds: number
  /** What keeps it from being ready; empty: nothing does. */
  readonly unready: ReadonlyArray<string>
  /** By second, the oldest first. The second under way is not in it. */
  readonly per_second: ServerSeries
  /** Of all requests. */
  readonly latency: Latency
  /** By operation, the one with most requests first. */
  readonly operations: ReadonlyArray<OperationFigures>
  /** Answers by HTTP status. */
  readonly statuses: ReadonlyArray<Counted>
  /** Refusals by code, the most frequent first. */
  readonly codes: ReadonlyArray<Counted>
  /** By grant. */
  readonly logins: ReadonlyArray<LoginFigures>
  /** Orders by result: one counts once for each result that its entries have. */
  readonly order_results: ReadonlyArray<Counted>
  /** Third-party portals that were asked. */
  readonly portals: ReadonlyArray<PortalFigures>
  /** Places of requests, and how many wait for one. */
  readonly lanes: ReadonlyArray<LaneFigures>
}

export interface ServerSeries {
  /** Requests that were answered. */
  readonly requests: ReadonlyArray<number>
  /** Those with a status from 400 to 499. */
  readonly refused: ReadonlyArray<number>
  /** Those with a status of 500 or more. */
  readonly failed: ReadonlyArray<number>
  /** Logins that succeeded. */
  readonly logins: ReadonlyArray<number>
  /** Logins that did not. */
  readonly logins_refused: ReadonlyArray<number>
  /** Orders that were answered. */
  readonly orders: ReadonlyArray<number>
  /** 95 of 100 requests took at most so many milliseconds; null: there was none. */
  readonly p95_ms: ReadonlyArray<number | null>
  /** Longest delay of the event loop, in milliseconds; null: not measured. */
  readonly event_loop_ms: ReadonlyArray<number | null>
}

export interface Latency {
  /** Half of them took at most so many milliseconds; null: there was none. */
  readonly p50_ms: number | null
  /** 95 of 100 took at most so many milliseconds. */
  readonly p95_ms: number | null
  /** 99 of 100 took at most so many milliseconds. */
  readonly p99_ms: number | null
}

export interface OperationFigures {
  /** Name of the operation in the document of the interface. */
  readonly operation: string
  /** Requests that were answered. */
  readonly requests: number
  /** Those with a status from 400 to 499. */
  readonly refused: number
  /** Those with a status of 500 or more. */
  readonly failed: number
  /** Half of them took at most so many milliseconds; null: there was none. */
  readonly p50_ms: number | null
  /** 95 of 100 took at most so many milliseconds. */
  readonly p95_ms: number | null
  /** 99 of 100 took at most so many milliseconds. */
  readonly p99_ms: number | null
}

export interface Counted {
  /** What is counted. */
  readonly name: string
  /** How many in the last 15 minutes. */
  readonly count: number
  /** How many of them in the last minute. */
  readonly last_minute: number
}

export interface LoginFigures {
  /** The grant type. */
  readonly grant: string
  /** Logins that succeeded. */
  readonly done: number
  /** Logins that did not. */
  readonly refused: number
}

export interface PortalFigures {
  /** The portal. */
  readonly portal: string
  /** Requests to it. */
  readonly calls: number
  /** Those without a usable answer. */
  readonly failures: number
  /** How many of these in the last minute. */
  readonly failures_last_minute: number
  /** The HTTP status that it answered last; absent: its last request had no answer, or the server is older. */
  readonly last_status?: number
  /** Whether it counts as down: requests fail without being sent. */
  readonly down: boolean
}

export interface LaneFigures {
  /** What the requests need: `memory`, `storage` or `login`. */
  readonly lane: string
  /** Requests that have a place. */
  readonly in_flight: number
  /** How many places there are; null: no limit. */
  readonly places: number | null
  /** Requests that wait for a place. */
  readonly queued: number
}

export interface Attention {
  /** The most urgent first. */
  readonly rows: ReadonlyArray<AttentionRow>
  /** Whether more restrictions end within a day than are listed, which are 20. */
  readonly restrictions_cut: boolean
}

export interface AttentionRow {
  /** What it is. */
  readonly kind:
    | "server_unready"
    | "server_version"
    | "portal_failing"
    | "key_due"
    | "secret_ends"
    | "secret_unused"
    | "backup_old"
    | "audit_not_verified"
    | "ledger_not_verified"
    | "clock_off"
    | "restriction_ends"
  /** `now`: something fails, or is about to. `soon`: somebody should do something. `notice`: it is good to know. */
  readonly urgency: "now" | "soon" | "notice"
  /** What it is, in words. */
  readonly sentence: string
  /** What it is about; absent: the deployment. */
  readonly subject_kind?: "signing_key" | "client" | "player" | "person" | "portal"
  /** Which of these. */
  readonly subject_id?: string
  /** The command that does something about it; absent: there is none. */
  readonly command?: string
  /** When it ends, or should have been done. */
  readonly due?: string
}

/** What `happenings` takes. */
export interface HappeningsQuery {
  /** The kinds that are listed (default: all). */
  readonly kinds?:
    | ReadonlyArray<"login" | "login_refused" | "security_event" | "machine_login" | "order" | "act" | "act_refused">
    | undefined
  /** What is older: `next` of the page before. */
  readonly before?: string | undefined
  /** What came since, the oldest first: `follow` of the page before. */
  readonly after?: string | undefined
  /** Rows on a page, 1 to 1000 (default: 100). */
  readonly limit?: number | undefined
}

export interface HappeningPage {
  /** The newest first; with `after`, the oldest first. */
  readonly happenings: ReadonlyArray<Happening>
  /** Marker of what is older, for `before`; null: there is nothing older, or `after` was given. */
  readonly next: string | null
  /** Marker of what comes, for `after`: asked with it again and again, nothing is left out. */
  readonly follow: string
}

export interface Happening {
  /** When it was. */
  readonly time: string
  /**
   * `security_event`: a token that was used again, or a change of the ways to log in. `act_refused`: an operator was
   * refused.
   */
  readonly kind: "login" | "login_refused" | "security_event" | "machine_login" | "order" | "act" | "act_refused"
  /** Uuid of the login, event or order; of an act, its number in the audit. */
  readonly id: string
  /** The player. Of a refused login: the active player of the person. */
  readonly player_uuid?: string
  /** The player's name. */
  readonly display_name?: string
  /** The person of the player. */
  readonly person_id?: string
  /** The client of the request; its uuid where the client was deleted. */
  readonly client_id?: string
  /** Network address of the request. */
  readonly address?: string
  /** How the login was attempted. */
  readonly grant_type?: string
  /** Platform of the portal user. */
  readonly platform?: string
  /** The code of a refusal. */
  readonly error_code?: string
  /** What was observed, of a security event. */
  readonly event?: string
  /** Source of an order. */
  readonly source?: string
  /** How many entries an order has. */
  readonly entries?: number
  /** The results of an order's entries, each once. */
  readonly results?: ReadonlyArray<string>
  /** The order that made this one. */
  readonly parent_order_id?: string
  /** Name of the operation, of an act. */
  readonly operation?: string
  /** Who acted. */
  readonly actor?: string
  /** What was changed. */
  readonly subject_kind?: string
  /** Which of these. */
  readonly subject_id?: string
  /** Why, in the words of the actor. */
  readonly reason?: string
}

export interface SettingsInForce {
  /** In the order of the documentation. */
  readonly settings: ReadonlyArray<SettingInForce>
}

export interface SettingInForce {
  /** Name of the setting. */
  readonly name: string
  /** Its value as text; a secret is masked. */
  readonly value: string
  /** Where the value comes from: a flag, a variable, the file and its line, or `default`. */
  readonly source: string
  /** The variable of the environment that sets it. */
  readonly environment: string
  /** The purpose of the setting. */
  readonly description: string
  /** What is wrong with the value; absent: nothing. */
  readonly problem?: string
}

/** What `audit` takes. */
export interface AuditQuery {
  /** Who did it: the name that operators know, or the id. */
  readonly actor?: string | undefined
  /** What was changed: person, client, catalog and others. */
  readonly subject_kind?: string | undefined
  /** Which of these was changed. */
  readonly subject_id?: string | undefined
  /** Name of the operation, such as restriction.add. */
  readonly operation?: string | undefined
  /** done, or the code of the refusal. */
  readonly outcome?: string | undefined
  /** Not before this time, ISO 8601 or Unix seconds. */
  readonly from?: string | number | undefined
  /** Not after this time, ISO 8601 or Unix seconds. */
  readonly to?: string | number | undefined
  /** The newest N, 1 to 1000 (default: 100). */
  readonly limit?: number | undefined
  /** The page after the one that ended with this marker. */
  readonly after?: string | undefined
}

export interface AuditAnswer {
  /** The newest first. */
  readonly rows: ReadonlyArray<AuditRow>
  /** The marker of the next page; null on the last one. */
  readonly next: string | null
}

export interface AuditRow {
  /** Counts up from 1 without a gap. */
  readonly sequence: number
  /** When it was done, or refused. */
  readonly time: string
  /** Name of the operation. */
  readonly operation: string
  /** `done`, or the code of the refusal. */
  readonly outcome: string
  /** What was changed. */
  readonly subject_kind: string
  /** Which of these. */
  readonly subject_id: string
  /** Revision of the subject after the change; absent: it has none. */
  readonly revision?: number
  /** `player`, `machine`, `local` or `system`. */
  readonly actor_kind: string
  /** Uuid of the player or client; otherwise the name. */
  readonly actor_id: string
  /** The name that operators know. */
  readonly actor: string
  /** Network address of the request; empty: it came over no network. */
  readonly address: string
  /** Why, in the words of the actor. */
  readonly reason?: string
  /** The subject before the change, without secrets. */
  readonly before?: unknown
  /** The subject after the change, in the same form. */
  readonly after?: unknown
  /** How the row is sealed; absent: as rows were before there were kinds. */
  readonly sealing?: string
  /** The seal of the row, and of the row before it. */
  readonly seal: string
}

/** What `acceptAccessRow` takes. */
export interface AcceptAccessRowInput extends ReasonedAct {
  /** The table that garrison audit verify names. */
  readonly table: string
  /** What garrison audit verify names the row by. */
  readonly id: string
}

export interface AcceptedAccessRow {
  /** The table that garrison audit verify names. */
  readonly table: string
  /** What garrison audit verify names the row by. */
  readonly id: string
  /** What the verification says of it. `sound`: nothing, so nothing was accepted. */
  readonly was: "altered" | "inserted" | "removed" | "sound"
  /** The keyed seal of what was accepted, which the audit has too. */
  readonly seal?: string
}

export interface VerifiedAudit {
  /** Rows that were read. */
  readonly rows: number
  /** The first row with a keyed seal; absent: none has one. */
  readonly keyed_from?: number
  /** Rows whose seals could not be checked, because their key is missing. */
  readonly not_checkable: number
  /** Why the key is missing. */
  readonly missing?: string
  /** The first row that was changed; absent: none was found. */
  readonly broken?: BrokenPlace
  /** The rows that decide who gets in, and what they may do. */
  readonly access: VerifiedAccess
}

export interface BrokenPlace {
  /** Number of the row. */
  readonly sequence: number
  /** `missing`: it was removed. `altered`: it does not fit its seal. `inserted`: the chain had ended before it. */
  readonly because: "missing" | "altered" | "inserted"
}

export interface VerifiedAccess {
  /** Rows that were read. */
  readonly rows: number
  /** Rows without a seal, while sealing has not begun. */
  readonly unsealed: number
  /** Rows that Garrison did not write as they are, at most 100. */
  readonly changed: ReadonlyArray<ChangedAccessRow>
  /** Why no seal could be checked. */
  readonly missing?: string
}

export interface ChangedAccessRow {
  /** The table with the change. */
  readonly table: string
  /** What the row is found by, or the client or person that the rows of the table belong to. */
  readonly id: string
  /**
   * `altered`: it does not fit its seal; of a client or person, a row may have been altered, removed or inserted.
   * `inserted`: it has no seal, or the person is none. `astray`: a login by a portal user of the person leads
   * elsewhere. `removed`: the audit says that it is there.
   */
  readonly because: "altered" | "inserted" | "astray" | "removed"
}
