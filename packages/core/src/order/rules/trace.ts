/**
 * What the interpreter can tell of its way. Submitting an order listens to none of it, and then nothing is made; tests
 * do, to hold the reasons of an outcome against the rules.
 */
import type { Exclusion, Refusal, Skip } from "./refusal.ts"

/** One step of an interpretation. */
export type TraceEvent =
  | { readonly _tag: "EntryBegan"; readonly index: number }
  | { readonly _tag: "EntryEnded"; readonly index: number; readonly refusal: Refusal | undefined }
  /** Loot was passed over, or left out of a bundle. */
  | { readonly _tag: "LootSkipped"; readonly lootId: number; readonly reason: Skip | Exclusion }
  | { readonly _tag: "LootBegan"; readonly lootId: number; readonly quantity: number }
  | { readonly _tag: "LootEnded"; readonly lootId: number; readonly refusal: Refusal | undefined }
  | {
      readonly _tag: "Quantity"
      readonly lootId: number
      readonly authored: number
      /** Ordered quantity or parent's; 1 where the quantity is absolute. */
      readonly multiplier: number
      readonly multiplierItem: number | undefined
      readonly result: number
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

/** Takes the steps as they happen. */
export type TraceSink = (event: TraceEvent) => void
