/**
 * The steps that the interpreter can report. A submission passes no sink, so no step is made. An explanation and tests
 * pass a sink. A rule of an entry type, of a price, a promotion or a record is a `RuleApplied` with what it compared.
 *
 * Events nest. What happens between `EntryBegan` and `EntryEnded`, `LootBegan` and `LootEnded`, `DrawBegan` and
 * `DrawEnded`, `OrderBegan` and `OrderEnded` belongs to that entry, loot, draw or order. Its changes are undone when it
 * ended with a reason.
 */
import type { InventoryOperation, XpQuantityTransformType } from "../../../catalog/schema.ts"
import type { AppliedRule } from "../reasons/appliedRule.ts"
import type { DrawCandidate } from "../interpret/ask.ts"
import type { Exclusion, ExpectedPrice, FailureReason, NotDrawable, Skip } from "../reasons/failureReason.ts"
import type { Change, OrderOutcome } from "../interpret/outcome.ts"

/** How the quantity of loot came about. Each number follows from the number before it. */
export interface QuantityTrace {
  readonly _tag: "Quantity"
  readonly lootId: number
  readonly authored: number
  /** The ordered quantity, or the parent's; 1 for an absolute quantity. */
  readonly multiplier: number
  readonly multiplierItem: number | undefined
  /** The player's count of the multiplier item; undefined: the loot has no such item. */
  readonly multiplierCount: number | undefined
  /** The XP transform: the player's XP, and the number of levels that it turned into XP. undefined: no transform. */
  readonly transform:
    | { readonly type: XpQuantityTransformType; readonly xp: number; readonly levels: number }
    | undefined
  /** `hard_quantity_maximum`; undefined: no cap. */
  readonly maximum: number | undefined
  readonly result: number
}

/** The pool of a draw. Only the sink may call the functions, before it returns: the pool changes afterwards. */
export interface PoolTrace {
  readonly vendorId: number
  /** Loot that can be drawn. The cost is a pass over all loot of the vendor. */
  readonly candidates: () => ReadonlyArray<DrawCandidate>
  /** Loot that cannot be drawn, with the reason. The cost is a pass over all loot of the vendor. */
  readonly excluded: () => ReadonlyArray<NotDrawable>
}

/** A step of an interpretation. */
export type TraceEvent =
  | { readonly _tag: "EntryBegan"; readonly index: number }
  | { readonly _tag: "EntryEnded"; readonly index: number; readonly reason: FailureReason | undefined }
  /** Loot was skipped, or left out of a bundle. */
  | { readonly _tag: "LootSkipped"; readonly lootId: number; readonly reason: Skip | Exclusion }
  /** Loot failed before it began: it is broken, has no quantity, or would pass a bound. */
  | { readonly _tag: "LootRefused"; readonly lootId: number; readonly reason: FailureReason }
  | { readonly _tag: "LootBegan"; readonly lootId: number; readonly quantity: number }
  | { readonly _tag: "LootEnded"; readonly lootId: number; readonly reason: FailureReason | undefined }
  | QuantityTrace
  | {
      readonly _tag: "Checked"
      readonly lootId: number
      readonly itemId: number
      readonly operation: InventoryOperation
      readonly count: number
      readonly quantity: number
      readonly isMet: boolean
    }
  /** The prices of which a purchase must state one. */
  | { readonly _tag: "PricesExpected"; readonly prices: ReadonlyArray<ExpectedPrice> }
  /** A purchase that is paid next. `quantity` units cost `unitPrice` each, after all discounts. */
  | {
      readonly _tag: "Priced"
      readonly lootId: number
      readonly itemId: number
      /** Quantity from which the tier holds. */
      readonly tier: number
      /** The price of a unit in the catalog. */
      readonly listPrice: number
      /** The prices of the parts that the player owns already. */
      readonly ownedParts: number
      readonly couponItemId: number | undefined
      readonly unitPrice: number
      readonly quantity: number
    }
  /** A rule was looked at, and nothing fails by it. */
  | { readonly _tag: "RuleApplied"; readonly rule: AppliedRule }
  | { readonly _tag: "Changed"; readonly change: Change }
  | ({ readonly _tag: "DrawBegan"; readonly total: number } & PoolTrace)
  | {
      readonly _tag: "Drawn"
      readonly vendorId: number
      readonly total: number
      readonly drawn: number
      readonly lootId: number
      readonly weight: number
    }
  | { readonly _tag: "DrawEnded"; readonly vendorId: number; readonly reason: FailureReason | undefined }
  /** A further draw was due, and no loot was left to draw. */
  | ({ readonly _tag: "NothingToDraw" } & PoolTrace)
  | { readonly _tag: "LevelReached"; readonly itemId: number; readonly level: number }
  | { readonly _tag: "OrderBegan"; readonly lootId: number; readonly depth: number; readonly order: OrderOutcome }
  | { readonly _tag: "OrderEnded"; readonly lootId: number; readonly reason: FailureReason | undefined }

/** Called with each step as it happens. */
export type TraceSink = (event: TraceEvent) => void
