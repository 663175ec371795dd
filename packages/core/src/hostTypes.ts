/**
 * The JSON of inputs and answers as documented types, for hosts without Effect. `npm run host-types` makes this file
 * from the schemas; do not edit it by hand.
 */
import type { InventoryBucket, InventoryOperation, XpQuantityTransformType } from "./catalog/schema.ts"
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

/** A request for a page of a player's notifications. */
export interface NotificationQuery {
  /** How many notifications the page holds at most. 1 to 100; default 10. */
  readonly page_size?: number | undefined
  /** Opaque. Results start at this index, inclusive; absent: at the latest. */
  readonly start_at?: string | undefined
  /** Opaque. Every notification up to and including this one is left out. */
  readonly exclude_before?: string | undefined
}

/** What is new for a player. */
export interface NewNotificationsAnswer {
  /** The notifications, oldest first; none: nothing came before the deadline. */
  readonly notifications: ReadonlyArray<NotificationAnswer>
  /** `exclude_before` of the next poll, and `Last-Event-ID` of a stream that goes on from here. */
  readonly cursor: string
}

/** What to wait for of a player's notifications. */
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

/** A part of a player's orders to ask for (interface, section 4.5). */
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

/** A request for a page of what a player owns. */
export interface InventoryQuery {
  /** Opaque: `page.cursor` of the page before. */
  readonly cursor?: string | undefined
  /** How many records the page holds at most. 1 to 100; default 50. */
  readonly limit?: number | undefined
}

/** Whose odds are asked for, and of how many. */
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
  readonly presences: ReadonlyArray<PresenceRecord>
  /** Those of the players that do not exist, or whose person was deleted, in the sequence of the request. */
  readonly not_found: ReadonlyArray<string>
}

/** A player's presence. */
export interface PresenceRecord {
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
