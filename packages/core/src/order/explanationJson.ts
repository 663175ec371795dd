/**
 * The JSON of an explained order as documented types, for hosts without Effect. The fields are those of
 * `explanation.ts`.
 */
import type { InventoryOperation, XpQuantityTransformType } from "../catalog/schema.ts"
import type { Platform } from "../kernel/Platform.ts"
import type { EntryResult, EntryType, OrderSource } from "./enumerations.ts"

/** A rule with the values that it compared. */
export interface ExplainedRuleAnswer {
  /** Name of the rule. */
  readonly rule: string
  /** The rule with its values, as a sentence. */
  readonly message: string
  /** The values by name: ids, counts, limits, times in ISO 8601. */
  readonly values: Readonly<Record<string, number | string>>
}

/** The steps within a step. */
export interface StepsWithin {
  /** The steps, in the sequence in which they happened. Absent: there are none, or none is listed. */
  readonly steps?: ReadonlyArray<ExplainedStepAnswer>
  /** How many steps within it, at any depth, are not listed. Absent: none. */
  readonly steps_left_out?: number
  /** Why it failed, which undid its changes; from the outside in. Absent: it succeeded. */
  readonly reasons?: ReadonlyArray<ExplainedRuleAnswer>
}

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
export interface RuleStep extends ExplainedRuleAnswer {
  /** Kind of the step. */
  readonly type: "rule"
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

/** A record before or after a change. */
export interface ChangedRecord {
  /** The count of the record. */
  readonly count: number
  /** When the record ends, ISO 8601 in UTC. Absent: never. */
  readonly expires?: string
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
export interface LootStep extends StepsWithin {
  /** Kind of the step. */
  readonly type: "loot"
  /** The loot. */
  readonly loot_id: number
  /** How many of it. Absent: the loot failed before it had a quantity. */
  readonly quantity?: number
}

/** An order that loot made. */
export interface NewOrderStep extends StepsWithin {
  /** Kind of the step. */
  readonly type: "new_order"
  /** The loot that was fulfilled by the order. */
  readonly loot_id: number
  /** Id of the order. Absent: the order was undone. */
  readonly order_id?: string
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

/** A draw. */
export interface DrawStepAnswer extends StepsWithin {
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

/** An entry with the steps of its fulfilment. */
export interface ExplainedEntryAnswer extends StepsWithin {
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
}

/** How a stored order came about (decisions, section 12). */
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
}
