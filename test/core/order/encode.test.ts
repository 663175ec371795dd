/** An order or a quote that is encoded in parts has the bytes of one that is encoded at once. */
import { assert, describe, it } from "@effect/vitest"
import { finished } from "@garrison/core/kernel/work/Work"
import {
  encodeOrder,
  encodeQuote,
  encodingOrder,
  encodingQuote,
  identify,
  identityCount,
  type OrderHeader,
} from "@garrison/core/order/rules/wire/encode"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
import { fulfil } from "@garrison/core/order/rules/interpret/interpret"
import type { Outcome } from "@garrison/core/order/rules/interpret/outcome"
import * as fc from "fast-check"
import { catalogOf, type Draft } from "./catalogs.ts"
import { fill, items, NOW as TIME, run } from "./fulfilling.ts"
import { draft, inventory, NOW, orders, share } from "./randomOrders.ts"

const header: OrderHeader = {
  source: "SYSTEM",
  client_order_ref_id: "0a0a0a0a-0000-4000-8000-000000000000",
  portal_id: undefined,
  portal_user_id: 'a "name"',
  instance_id: undefined,
  match_id: "m",
  is_transaction: true,
  player_uuid: "0b0b0b0b-0000-4000-8000-000000000000",
  created: TIME,
}

/** Compares both ways; answers with the parts that the order was encoded in. */
const compared = (outcome: Outcome): number => {
  const ids = Array.from(
    { length: identityCount(outcome) },
    (_, at) => `0c0c0c0c-0000-4000-8000-${String(at).padStart(12, "0")}`,
  )
  const identities = identify(outcome, ids)
  for (const order of [outcome.order, ...outcome.newOrders]) {
    const whole = encodeOrder(header, order, identities)
    assert.strictEqual(finished(encodingOrder(header, order, identities)), whole)
    assert.strictEqual(finished(encodingQuote(header, order)), encodeQuote(header, order))
  }
  let parts = 1
  const work = encodingOrder(header, outcome.order, identities)
  while (work.next().done !== true) parts++
  return parts
}

describe("orders and quotes in parts", () => {
  it("have the same bytes, on random catalogs", () => {
    let parts = 0
    const circumstances = { platform: "Echo", isServer: true, now: NOW } as const
    fc.assert(
      fc.property(draft, inventory, orders, share, (drafted, records, list, shares) => {
        const holdings = Holdings.complete(records)
        const choose = ({ total }: { readonly total: number }) =>
          Math.min(total - 1, Math.floor((shares.next().value as number) * total))
        for (const order of list) {
          parts += compared(fulfil(catalogOf(drafted), order, circumstances, holdings, choose))
          holdings.settle()
        }
      }),
      { numRuns: 300, seed: 1 },
    )
    assert.isAtLeast(parts, 300)
  })

  it("have the same bytes where an entry has thousands of details, and pause", () => {
    const many: Draft = {
      items: items(1300),
      vendors: {
        1: { loot: { 1: { sub_vendor_id: 2 } } },
        2: { loot: Object.fromEntries(Array.from({ length: 1300 }, (_, at) => [10 + at, { item_id: 1 + at }])) },
      },
    }
    assert.strictEqual(compared(run({ draft: many, entries: [fill(1), fill(1), fill(999)] }).outcome), 5)
  })
})
