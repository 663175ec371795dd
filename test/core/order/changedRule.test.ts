/** A rule that was changed by accident is reported by the corpus of orders (the control of `corpus.test.ts`). */
import { assert, it } from "@effect/vitest"
import { corpusReplay } from "@garrison/core/order/corpus"
import type * as Quantity from "@garrison/core/order/rules/interpret/quantity"
import { digestLayer } from "@garrison/sql/Cryptography"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { vi } from "vitest"

vi.mock(import("../../../packages/core/src/order/rules/interpret/quantity.ts"), async (original) => {
  const rules: typeof Quantity = await original()
  return {
    ...rules,
    quantityOf: (...given: Parameters<typeof rules.quantityOf>) => {
      const quantity = rules.quantityOf(...given)
      // As if a quantity were rounded down to pairs.
      return typeof quantity === "number" && quantity > 1 ? quantity - (quantity % 2) : quantity
    },
  }
})

it.live("a quantity that is rounded otherwise is a difference of each order that has one", () =>
  Effect.gen(function* () {
    const lines = readFileSync(join(import.meta.dirname, "corpus-orders/orders.jsonl"), "utf8")
      .trimEnd()
      .split("\n")
    const found = yield* Effect.forEach(lines, corpusReplay())
    const different = found.filter((one) => one !== undefined && one.replayed.differences.length > 0)
    assert.isAbove(different.length, 3)
    assert.isBelow(different.length, found.length - 1)
  }).pipe(Effect.provide(digestLayer)),
)
