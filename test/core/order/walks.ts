/**
 * Random walks for the model of orders, as plain data, so that a failing walk shrinks and is printed (model.test.ts).
 */
import type { InventoryBucket } from "@garrison/core/catalog/schema"
import type { EntryType } from "@garrison/core/order/enumerations"
import * as fc from "fast-check"
import { draws, recipes, wares } from "./modelWorld.ts"

/** An entry. Fields that its type does not use are ignored. */
export interface EntryPlan {
  readonly type: EntryType
  readonly lootId: number
  readonly quantity: number
  readonly bucket: InventoryBucket | undefined
  readonly item: number
  /** The stored record that the entry names, or an id without a record. */
  readonly record: number | "none" | "nobody's" | "always owned"
  readonly isByLegacyId: boolean
  /** In ms from now. */
  readonly expiresIn: number | undefined
  /** How many keys `custom_data` has. */
  readonly attributes: number | undefined
}

/** An order, a repetition of a reference, or a step of the clock. */
export type Step =
  | {
      readonly kind: "submit"
      /** Server, server in the player's Echo session, the player on Golf. */
      readonly caller: 0 | 1 | 2
      readonly source: "SYSTEM" | "CLIENT" | undefined
      readonly isTransaction: boolean | undefined
      readonly entries: ReadonlyArray<EntryPlan>
    }
  | { readonly kind: "repeat"; readonly index: number; readonly isChanged: boolean }
  | { readonly kind: "pass"; readonly milliseconds: number }

const often = <A>(weight: number, usual: fc.Arbitrary<A>, other: fc.Arbitrary<A>): fc.Arbitrary<A> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other })

const lootId = often(
  30,
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...Object.keys(wares).map(Number)) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(recipes).map(Number)) },
    { weight: 2, arbitrary: fc.constantFrom(...Object.keys(draws).map(Number)) },
  ),
  fc.constant(9999),
)

/** Orders that an entry may make. Another test covers too many. */
const NEW_ORDERS_MAX = 30

const isWithinBounds = ({ lootId: id, quantity }: EntryPlan): boolean =>
  quantity <= NEW_ORDERS_MAX || quantity > 1_000_000 || !(draws[id]?.some(({ isNewOrder }) => isNewOrder) ?? false)

const anyEntry: fc.Arbitrary<EntryPlan> = fc.record({
  type: fc.oneof(
    { weight: 12, arbitrary: fc.constant("fill_loot" as const) },
    {
      weight: 3,
      arbitrary: fc.constantFrom("create_new_persistent_inventory" as const, "create_new_transient_inventory" as const),
    },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        "update_existing_persistent_inventory" as const,
        "update_existing_transient_inventory" as const,
        "update_inventory" as const,
      ),
    },
    { weight: 1, arbitrary: fc.constant("purchase_loot" as const) },
  ),
  lootId,
  quantity: often(20, fc.integer({ min: 1, max: 4 }), fc.constantFrom(0, 30, 1_000_000, 1_000_001)),
  bucket: fc.constantFrom(undefined, undefined, "echo" as const, "golf" as const, "free" as const),
  item: fc.integer({ min: 1, max: 8 }),
  record: often<EntryPlan["record"]>(
    12,
    fc.nat(40),
    fc.constantFrom("none" as const, "nobody's" as const, "always owned" as const),
  ),
  isByLegacyId: fc.boolean(),
  expiresIn: fc.constantFrom(undefined, undefined, -1, 0, 1, 2000, 9000),
  attributes: fc.constantFrom(undefined, undefined, 0, 2, 20, 21),
})

const entry = anyEntry.filter(isWithinBounds)

const submit: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant("submit" as const),
  caller: fc.constantFrom(0 as const, 1 as const, 2 as const),
  source: fc.constantFrom(undefined, "SYSTEM" as const, "CLIENT" as const),
  isTransaction: fc.constantFrom(undefined, false, true),
  entries: fc.array(entry, { minLength: 1, maxLength: 4 }),
})

const repeat: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant("repeat" as const),
  index: fc.nat(40),
  isChanged: fc.boolean(),
})

const pass: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant("pass" as const),
  milliseconds: fc.constantFrom(1, 500, 1999, 3000, 7000, 10_000, 20_000),
})

/** A walk. */
export const walk: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.oneof({ weight: 10, arbitrary: submit }, { weight: 2, arbitrary: repeat }, { weight: 3, arbitrary: pass }),
  { minLength: 1, maxLength: 25, size: "max" },
)
