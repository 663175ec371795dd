/** What an entry type is: who may submit it, which records decide about it, what it does (decisions, section 12). */
import type { InventorySelection } from "../../../inventory/InventoryStore.ts"
import type { SubmittedEntry } from "../../schema.ts"
import type { Fulfilment } from "../ask.ts"
import type { Refusal } from "../refusal.ts"
import type { Place, Run } from "../run.ts"

/** One entry type. */
export interface Entry {
  /** Whether servers alone may submit it. */
  readonly forServersOnly: boolean
  /**
   * The records that are known to decide about the entry before it begins, so that those of all entries are loaded at
   * once. None where it is refused whatever the player holds.
   */
  readonly needs: (run: Run, request: SubmittedEntry) => InventorySelection
  /** Does what `place.request` asks, or refuses it at once. Where it is refused the caller undoes what was done. */
  readonly fulfil: (run: Run, place: Place) => Fulfilment<Refusal | undefined> | Refusal
}

/** Of an entry that no record decides about. */
export const needsNothing: InventorySelection = { itemIds: [], inventoryIds: [], legacyInventoryIds: [] }

/** Bounds of an entry's quantity (decisions, section 12). */
const QUANTITY_MIN = 1
const QUANTITY_MAX = 1_000_000

/** Why the quantity is not allowed; undefined: it is. */
export const quantityRefusal = ({ quantity }: SubmittedEntry): Refusal | undefined =>
  quantity < QUANTITY_MIN || quantity > QUANTITY_MAX
    ? { _tag: "QuantityOutOfBounds", quantity, minimum: QUANTITY_MIN, maximum: QUANTITY_MAX }
    : undefined
