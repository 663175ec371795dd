/** What the types of hosts are called, and the schemas that they are made of. */
import { PricePointCollection, ServedPricePoint } from "@garrison/core/catalog/pricePointSchema"
import { InventoryBucket, InventoryOperation, XpQuantityTransformType } from "@garrison/core/catalog/schema"
import { InventoryPage, InventoryRecord, PlayerLevels } from "@garrison/core/inventory/schema"
import { Platform } from "@garrison/core/kernel/Platform"
import { PortalUserNamed } from "@garrison/core/kernel/PortalUserNamed"
import { LinkedPortalUsers, Merge } from "@garrison/core/linking/schema"
import { LoginRequest, LoginResult } from "@garrison/core/login/schema"
import { BroadcastInput, SentBroadcast } from "@garrison/core/notification/operations/broadcastNotification"
import { streamNotifications } from "@garrison/core/notification/operations/streamNotifications"
import { NewNotifications, NotificationInput, NotificationPage } from "@garrison/core/notification/schema"
import { ExpectedQuote } from "@garrison/core/odds/expectedQuoteSchema"
import { LootOddsAnswer } from "@garrison/core/odds/schema"
import { PrizeRule } from "@garrison/core/odds/schema"
import { EntryDetailType, EntryResult, EntryType, OrderSource, Sort } from "@garrison/core/order/enumerations"
import { OrderExplanation } from "@garrison/core/order/explanation"
import { OrderQuote } from "@garrison/core/order/quoteSchema"
import { locateOrder } from "@garrison/core/order/operations/locateOrder"
import { OrderForPlayer, OrderRequest, PlayerOrderPage, SessionRequest } from "@garrison/core/order/schema"
import {
  OnlineCounts,
  PresencePatch,
  PresenceRecord,
  PresenceRecords,
  PresenceStatus,
} from "@garrison/core/presence/schema"
import { RestrictionType } from "@garrison/core/restriction/schema"
import * as Schema from "effect/Schema"

/** A type that is made of a schema. */
export interface Root {
  readonly name: string
  readonly schema: Schema.Constraint
  /** Whether hosts write it: what is optional may then be `undefined`, which counts as absent. */
  readonly isInput?: boolean
  /** A type of hosts whose members it has, too. */
  readonly also?: "HostAct" | "ReasonedAct"
  /** What it is, where the schema does not say it. */
  readonly sentence?: string
  /** Fields that are always there, though the schema has answers without them. */
  readonly required?: ReadonlyArray<string>
  /** Types of fields that the schema has as any text. */
  readonly types?: Readonly<Record<string, string>>
}

const { player_uuid: _, ...listening } = streamNotifications.input

/** The types that have a name of their own, or a sentence. Those within them follow, and those of the methods. */
export const roots: ReadonlyArray<Root> = [
  {
    name: "LoginInput",
    isInput: true,
    schema: LoginRequest,
    sentence: "The request for a login (interface, section 2.3).",
    types: { grant_type: "GrantType | (string & {})" },
  },
  {
    name: "LoginAnswer",
    schema: LoginResult,
    required: [
      "active_player_uuid",
      "active_player_id",
      "platform",
      "portal_id",
      "portal_user_id",
      "display_name",
      "role_id",
      "person_id",
    ],
  },
  { name: "PortalUserInput", schema: PortalUserNamed, isInput: true, sentence: "Names a portal user." },
  { name: "PortalUsersAnswer", schema: LinkedPortalUsers },
  { name: "MergeCounts", schema: Merge },
  { name: "OrderInput", schema: OrderRequest, isInput: true },
  { name: "OrderForPlayer", schema: OrderForPlayer, isInput: true },
  { name: "SessionInput", schema: SessionRequest, isInput: true },
  { name: "OrderPageAnswer", schema: PlayerOrderPage },
  { name: "OrderQuoteAnswer", schema: OrderQuote },
  { name: "ExpectedQuoteAnswer", schema: ExpectedQuote },
  { name: "LocatedOrderAnswer", schema: locateOrder.answer.schema },
  { name: "OrderExplanationAnswer", schema: OrderExplanation },
  { name: "InventoryPageAnswer", schema: InventoryPage },
  { name: "LevelsAnswer", schema: PlayerLevels },
  { name: "OddsAnswer", schema: LootOddsAnswer },
  { name: "PricePointAnswer", schema: ServedPricePoint },
  { name: "PricePointsAnswer", schema: PricePointCollection },
  { name: "NotificationContent", schema: NotificationInput, isInput: true },
  { name: "BroadcastContent", schema: BroadcastInput, isInput: true },
  { name: "BroadcastAnswer", schema: SentBroadcast },
  { name: "NotificationPageAnswer", schema: NotificationPage },
  { name: "NewNotificationsAnswer", schema: NewNotifications },
  {
    name: "ListenQuery",
    isInput: true,
    schema: Schema.Struct(listening),
    sentence: "Where a stream of a player's notifications begins.",
  },
  { name: "PresenceReport", schema: PresencePatch, isInput: true },
  { name: "PresenceAnswer", schema: PresenceRecord },
  { name: "PresencesAnswer", schema: PresenceRecords },
  { name: "PlayersOnlineAnswer", schema: OnlineCounts },
]

/** Names of types by the identifiers of their schemas. A schema that is not here keeps its identifier. */
export const byIdentifier: Readonly<Record<string, string>> = {
  InventoryRecord: "InventoryRecordAnswer",
  OwnedRecord: "OwnedRecordAnswer",
  ItemLevel: "ItemLevelAnswer",
  LinkedPortalUser: "PortalUserAnswer",
  MergeSide: "MergeSideCounts",
  Restriction: "AccountRestriction",
  PortalParentAuthResult: "ParentIdentity",
  Notification: "NotificationAnswer",
  Clients: "ClientsAnswer",
  Audit: "AuditAnswer",
  SigningKeys: "SigningKeysAnswer",
  ExpectedPrice: "ExpectedPriceAnswer",
  PricePoint: "PricePointAnswer",
  PricePointCollection: "PricePointsAnswer",
  Tier: "PriceTierAnswer",
  TierCurrency: "TierPriceAnswer",
  PricedLoot: "PricedLootAnswer",
  EntryOdds: "EntryOddsAnswer",
  ExpectedEntry: "ExpectedEntryAnswer",
  SubmittedEntry: "OrderEntryInput",
  OrderRequest: "OrderInput",
  OrderEntryRequest: "OrderEntryReference",
  EntryDetail: "OrderEntryDetail",
  PlayerOrder: "Order",
  Page: "OrderPagePosition",
  QuotedDetail: "QuotedEntryDetail",
  QuotedOrder: "NestedQuote",
  ExplainedReason: "ExplainedRuleAnswer",
  ExplainedEntry: "ExplainedEntryAnswer",
  ExplainedStep: "ExplainedStepAnswer",
  ExplainedCandidate: "DrawCandidateAnswer",
  ExplainedExclusion: "DrawExclusionAnswer",
}

/** Names of types without an identifier, by the type and the field where they stand. */
export const byPlace: Readonly<Record<string, string>> = {
  "OrderEntryInput.purchase_price": "PurchasePriceInput",
  "EntryOddsAnswer.items": "ItemOddsAnswer",
  "EntryOddsAnswer.failures": "FailureOddsAnswer",
  "ItemOddsAnswer.expected": "OddsEstimate",
  "ItemOddsAnswer.at_least_one": "OddsEstimate",
  "FailureOddsAnswer.probability": "OddsEstimate",
  "OddsAnswer.items": "ItemOddsAnswer",
  "OddsAnswer.failures": "FailureOddsAnswer",
  "LiftedRestrictions.lifted": "LiftedRestriction",
  "LinkedByHand.linked": "PortalUserOfOperator",
  "UnlinkedPortalUser.unlinked": "PortalUserOfOperator",
  "CatalogVersions.versions": "ListedCatalogVersion",
  "CatalogOddsChange.expected": "CatalogOddsBeforeAfter",
  "CatalogOddsChange.at_least_one": "CatalogOddsBeforeAfter",
  "CatalogOddsBeforeAfter.before": "OddsEstimate",
  "CatalogOddsBeforeAfter.after": "OddsEstimate",
  "ChangeStep.before": "ChangedRecord",
  "ChangeStep.after": "ChangedRecord",
}

/** Names of the steps of an explanation, by their kind. */
export const byKind: Readonly<Record<string, string>> = {
  skipped: "SkippedLootStep",
  quantity: "QuantityStep",
  price: "PriceStep",
  rule: "RuleStep",
  check: "CheckStep",
  change: "ChangeStep",
  level: "LevelStep",
  loot: "LootStep",
  new_order: "NewOrderStep",
  draw: "DrawStepAnswer",
}

/** Closed lists that have a type of their own, with the module that has it. */
export const lists: Readonly<Record<string, readonly [schema: Schema.Constraint, module: string]>> = {
  InventoryBucket: [InventoryBucket, "./catalog/schema.ts"],
  InventoryOperation: [InventoryOperation, "./catalog/schema.ts"],
  XpQuantityTransformType: [XpQuantityTransformType, "./catalog/schema.ts"],
  InventoryRecordType: [InventoryRecord.fields.type, "./inventory/schema.ts"],
  Platform: [Platform, "./kernel/Platform.ts"],
  EntryDetailType: [EntryDetailType, "./order/enumerations.ts"],
  EntryResult: [EntryResult, "./order/enumerations.ts"],
  PrizeRule: [PrizeRule, "./odds/schema.ts"],
  EntryType: [EntryType, "./order/enumerations.ts"],
  OrderSource: [OrderSource, "./order/enumerations.ts"],
  Sort: [Sort, "./order/enumerations.ts"],
  PresenceStatus: [PresenceStatus, "./presence/schema.ts"],
  RestrictionType: [RestrictionType, "./restriction/schema.ts"],
}

/** What the objects are called that methods take, where it is not the name of the method. */
export const inputs: Readonly<Record<string, string>> = {
  linkPortalUser: "LoginInput",
  unlinkPortalUser: "PortalUserInput",
  submitOrder: "NamedOrder",
  quoteOrder: "NamedOrder",
  quoteExpected: "NamedOrder",
  beginSession: "SessionInput",
  orders: "OrderQuery",
  inventory: "InventoryQuery",
  notify: "NotificationContent",
  broadcast: "BroadcastContent",
  notifications: "NotificationQuery",
  reportPresence: "PresenceReport",
}

/** What methods answer with, where it is more narrow than what their operation does. */
export const answers: Readonly<Record<string, string>> = { orders: "OrderPageAnswer", quoteOrder: "OrderQuoteAnswer" }

/** What a method of a host has to say besides the sentence of its operation. */
export const remarks: Readonly<Record<string, string>> = {
  linkPortalUser:
    "`details.merge` of the refusal `portal_user_taken` has these counts. The host vouches for the player: no recent login " +
    "is asked for, as it is over HTTP.",
  unlinkPortalUser: "The host vouches for the player: a portal user of any age is taken.",
  submitOrder:
    "An entry may name what it asks for: `loot` instead of `loot_id`, as `item`, `dynamic_bundle_loot`, `price_item` and " +
    "`price_coupon_item`. An unknown name is refused with `invalid_input`, which says the nearest.",
  quoteExpected: "An order that is stored already, or beyond the rate, is answered as by `quoteOrder`: without `etag`.",
  odds: "The setting `oddsPublished` does not matter here.",
}
