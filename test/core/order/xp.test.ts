/** XP transforms and levels, with the figures of decisions, section 12. */
import { assert, describe, it } from "@effect/vitest"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
import { fulfil } from "@garrison/core/order/rules/interpret/interpret"
import { levelsReached, transformXp } from "@garrison/core/catalog/rules/levels"
import { catalogOf } from "./catalogs.ts"

const levels = [
  { level: 1, xp: 20 },
  { level: 2, xp: 50 },
  { level: 3, xp: 100 },
  { level: 4, xp: 200 },
  { level: 5, xp: 400 },
]

const examples = {
  from_current_xp_to_target_additional_level_min_xp: [200, 400, 400],
  from_current_level_min_xp_to_target_additional_level_min_xp: [250, 450, 450],
  from_zero_to_target_exact_level_min_xp: [170, 200, 250],
} as const
type Transform = keyof typeof examples
const transforms = Object.keys(examples) as ReadonlyArray<Transform>

describe("XP", () => {
  for (const type of transforms) {
    for (const [index, total] of examples[type].entries()) {
      it(`${type}: a player at 150 who gets ${index + 1} has ${total}`, () => {
        assert.strictEqual(150 + (transformXp(type, levels, 150, index + 1) ?? Number.NaN), total)

        const catalog = catalogOf({
          items: { 1: { level_xp_table_id: 1 } },
          xp_tables: { 1: { levels: { 1: 20, 2: 50, 3: 100, 4: 200, 5: 400 } } },
          vendors: {
            1: { loot: { 1: { item_id: 1, quantity: 150 }, 2: { item_id: 1, xp_quantity_transform_type: type } } },
          },
        })
        const outcome = fulfil(
          catalog,
          {
            source: "SYSTEM",
            isTransaction: true,
            entries: [
              { type: "fill_loot", loot_id: 1, quantity: 1 },
              { type: "fill_loot", loot_id: 2, quantity: index + 1 },
            ],
          },
          { platform: undefined, isServer: true, now: 0 },
          Holdings.complete([]),
          () => 0,
        )
        assert.strictEqual(outcome.changes.at(-1)?.after.count, total)
      })
    }

    it(`${type}: a player at the top level gets no XP`, () => {
      assert.isUndefined(transformXp(type, levels, 400, 1))
      assert.isUndefined(transformXp(type, levels, 1_000_000, 1))
      assert.isDefined(transformXp(type, levels, 399, 1))
      assert.isUndefined(transformXp(type, [], 0, 1))
    })
  }

  it("below the first level, XP count from 0", () => {
    assert.strictEqual(transformXp("from_current_xp_to_target_additional_level_min_xp", levels, 5, 1), 15)
    assert.strictEqual(transformXp("from_current_level_min_xp_to_target_additional_level_min_xp", levels, 5, 2), 50)
    assert.strictEqual(transformXp("from_zero_to_target_exact_level_min_xp", levels, 5, 0), 0)
    assert.strictEqual(transformXp("from_zero_to_target_exact_level_min_xp", levels, 5, 99), 400)
  })

  it("a rise reaches every level whose minimum it passes, in order, and each once", () => {
    assert.deepStrictEqual(levelsReached(levels, 0, 19), [])
    assert.deepStrictEqual(levelsReached(levels, 0, 20), [1])
    assert.deepStrictEqual(levelsReached(levels, 20, 20), [])
    assert.deepStrictEqual(levelsReached(levels, 20, 200), [2, 3, 4])
    assert.deepStrictEqual(levelsReached(levels, 400, 9999), [])
  })
})
