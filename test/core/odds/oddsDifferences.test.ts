/** What loot gives otherwise in another catalog (decisions, section 10). */
import { assert, describe, it } from "@effect/vitest"
import { checkForPublication } from "@garrison/core/catalog/publishable"
import { link } from "@garrison/core/catalog/rules/linked"
import { oddsDifferences } from "@garrison/core/odds/oddsDifferences"
import * as Effect from "effect/Effect"
import { cryptoLayer } from "../../support/crypto.ts"

const linked = Effect.fnUntraced(function* (document: unknown) {
  const { publishable, report } = yield* checkForPublication(document)
  if (publishable === undefined) return yield* Effect.die(new Error(JSON.stringify(report.findings)))
  return link(1, publishable.published)
}, Effect.provide(cryptoLayer))

/** A chest that holds a table, and another one beside it. */
const world = (weight: number, more: object = {}) => ({
  items: { 1: {}, 2: {}, 3: { level_xp_table_id: 1 } },
  xp_tables: { 1: { levels: { 1: 10, 2: 20 } } },
  vendors: {
    10: { loot: { 100: { sub_vendor_id: 20 }, 101: { item_id: 1, quantity: 4 } } },
    20: { type: "randomly_sampled", loot: { 200: { item_id: 1 }, 201: { item_id: 2, drop_weight: weight } } },
    30: { loot: { 300: { item_id: 2 } } },
    40: {
      loot: { 400: { item_id: 3, xp_quantity_transform_type: "from_zero_to_target_exact_level_min_xp" } },
    },
  },
  ...more,
})

const differences = (before: object, after: object) =>
  Effect.gen(function* () {
    const state = { now: 0, records: [], platform: undefined }
    return yield* oddsDifferences(yield* linked(before), yield* linked(after), state)
  })

describe("the odds of two catalogs", () => {
  it.effect("differ where a table deep within a loot has other weights", () =>
    Effect.gen(function* () {
      const found = yield* differences(world(1), world(3))
      const of = (loot_id: number, item_id: number, before: string, after: string) => ({
        loot_id,
        item_id,
        expected: { before, after },
        at_least_one: { before, after },
      })
      assert.deepStrictEqual(found, {
        differences: [of(100, 1, "1/2", "1/4"), of(100, 2, "1/2", "3/4")],
        not_compared: 0,
      })
    }),
  )

  it.effect("differ where a quantity or a level differs, and for an item that is new or gone", () =>
    Effect.gen(function* () {
      const after = world(1, { xp_tables: { 1: { levels: { 1: 15, 2: 20 } } } })
      Object.assign(after.vendors["10"].loot["101"], { item_id: 2, quantity: 5 })
      const found = yield* differences(world(1), after)
      assert.deepStrictEqual(
        found.differences.map(({ expected, item_id, loot_id }) => [loot_id, item_id, expected.before, expected.after]),
        [
          [101, 1, "4", "0"],
          [101, 2, "0", "5"],
          [400, 3, "10", "15"],
        ],
      )
    }),
  )

  it.effect("are the same for the same catalog, and where only what clients show has changed", () =>
    Effect.gen(function* () {
      const renamed = world(1)
      Object.assign(renamed.vendors["20"], { custom_data: { name: "table" } })
      assert.deepStrictEqual((yield* differences(world(1), world(1))).differences, [])
      assert.deepStrictEqual((yield* differences(world(1), renamed)).differences, [])
    }),
  )
})
