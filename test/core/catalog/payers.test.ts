/** Catalogs that pay without end: what the interpreter does with a round of orders, again and again. */
import { assert, describe, it } from "@effect/vitest"
import type { OrdersWitness } from "@garrison/core/catalog/rules/witness"
import { rehearse, WAYS } from "@garrison/core/order/rules/interpret/rehearse"
import { catalogOf, type Draft } from "../order/catalogs.ts"
import { NOW } from "../order/fulfilling.ts"
import { payers } from "./payers.ts"

/** Whether the round gains with each way to draw. */
const gainsSurely = (draft: Draft, round: Omit<OrdersWitness, "kind">): boolean =>
  WAYS.every((way) => {
    const done = rehearse(catalogOf(draft), { kind: "orders", ...round }, NOW, [way])
    return done !== undefined && !("reason" in done)
  })

describe("a catalog that pays without end", () => {
  for (const { mistake, nearMisses, round, what } of payers) {
    it(`pays in each round: ${what}`, () => {
      assert.isTrue(gainsSurely(mistake, round))
    })

    for (const [near, draft] of nearMisses) {
      it(`does not pay where ${near}: ${what}`, () => {
        assert.isFalse(gainsSurely(draft, round))
      })
    }
  }
})
