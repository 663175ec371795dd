/**
 * The steps that the interpreter can report. A submission passes no sink, so no step is made. Tests pass a sink, to
 * compare the reasons of an outcome with the rules.
 */
import type { Exclusion, FailureReason, Skip } from "./failureReason.ts"

/** A step of an interpretation. */
export type TraceEvent =
  | { readonly _tag: "EntryBegan"; readonly index: number }
  | { readonly _tag: "EntryEnded"; readonly index: number; readonly reason: FailureReason | undefined }
  /** Loot was skipped, or left out of a bundle. */
  | { readonly _tag: "LootSkipped"; readonly lootId: number; readonly reason: Skip | Exclusion }
  | { readonly _tag: "LootBegan"; readonly lootId: number; readonly quantity: number }
  | { readonly _tag: "LootEnded"; readonly lootId: number; readonly reason: FailureReason | undefined }
  | {
      readonly _tag: "Quantity"
      readonly lootId: number
      readonly authored: number
      /** The ordered quantity, or the parent's; 1 for an absolute quantity. */
      readonly multiplier: number
      readonly multiplierItem: number | undefined
      readonly result: number
    }
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
  | { readonly _tag: "Checked"; readonly lootId: number; readonly count: number; readonly quantity: number }
  | {
      readonly _tag: "Drawn"
      readonly vendorId: number
      readonly total: number
      readonly drawn: number
      readonly lootId: number
      readonly weight: number
    }
  | { readonly _tag: "LevelReached"; readonly itemId: number; readonly level: number }
  | { readonly _tag: "OrderBegan"; readonly lootId: number; readonly depth: number }

/** Called with each step as it happens. */
export type TraceSink = (event: TraceEvent) => void
