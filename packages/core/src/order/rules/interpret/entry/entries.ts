/** Every entry type, each in its own file (interface, section 2.8). */
import type { EntryType } from "../../../enumerations.ts"
import { create_new_persistent_inventory } from "./create_new_persistent_inventory.ts"
import { create_new_transient_inventory } from "./create_new_transient_inventory.ts"
import type { Entry } from "./Entry.ts"
import { fill_entitled_loot } from "./fill_entitled_loot.ts"
import { fill_loot } from "./fill_loot.ts"
import { fill_loot_single_transient } from "./fill_loot_single_transient.ts"
import { promotion_code } from "./promotion_code.ts"
import { purchase_dynamic_bundle } from "./purchase_dynamic_bundle.ts"
import { purchase_loot } from "./purchase_loot.ts"
import { update_existing_persistent_inventory } from "./update_existing_persistent_inventory.ts"
import { update_existing_transient_inventory } from "./update_existing_transient_inventory.ts"
import { update_inventory } from "./update_inventory.ts"

/** The entry types, in the interface's order. */
export const entries = {
  fill_loot,
  purchase_loot,
  purchase_dynamic_bundle,
  promotion_code,
  fill_loot_single_transient,
  fill_entitled_loot,
  create_new_persistent_inventory,
  update_existing_persistent_inventory,
  create_new_transient_inventory,
  update_existing_transient_inventory,
  update_inventory,
} satisfies Record<EntryType, Entry>
