/** Where counts came from and went, read off the rows of a ledger: lots, what takes from them, and what gives back. */
import { assert, describe, it } from "@effect/vitest"
import type { LedgerLine } from "@garrison/core/inventory/LedgerStore"
import { type Lot, lotsOf } from "@garrison/core/order/rules/refund/lots"

/** The rows of a record whose count changes so; each order has the number of its row, and its time. */
const lines = (...deltas: ReadonlyArray<number>): ReadonlyArray<LedgerLine> => {
  let count = 0
  return deltas.map((delta, at): LedgerLine => {
    count += delta
    return {
      inventoryId: "record",
      revision: at + 1,
      itemId: 1,
      orderId: `order ${at}`,
      entryId: `entry ${at}`,
      delta,
      countAfter: count,
      created: at,
      submitterUuid: undefined,
      expires: undefined,
      facts: undefined,
      customData: undefined,
    }
  })
}

const shown = (lots: ReadonlyArray<Lot>) =>
  lots.map(({ created, givenBackAt, left, uses }) => ({
    of: created,
    left,
    ...(givenBackAt !== undefined && { back: givenBackAt }),
    uses: uses.map(({ count, created: by }) => `${count} by ${by}`).join(),
  }))

/** Orders that refund others, each with the number of the refunded one. */
const refunding = (refunds: Readonly<Record<number, number>>) => (orderId: string) =>
  refunds[Number(orderId.slice("order ".length))]

const noRefunds = refunding({})

describe("lots", () => {
  it("are taken from in the order in which they came", () => {
    assert.deepStrictEqual(shown(lotsOf(lines(5, 3, -6, 2, -3), noRefunds)), [
      { of: 0, left: 0, uses: "5 by 2" },
      { of: 1, left: 0, uses: "1 by 2,2 by 4" },
      { of: 3, left: 1, uses: "1 by 4" },
    ])
  })

  it("of a refunded order are taken by its refund, before older ones", () => {
    assert.deepStrictEqual(shown(lotsOf(lines(5, 3, -3), refunding({ 2: 1 }))), [
      { of: 0, left: 5, uses: "" },
      { of: 1, left: 0, uses: "3 by 2" },
    ])
    // What is gone of them is taken from the oldest others.
    assert.deepStrictEqual(shown(lotsOf(lines(3, 5, -4, -4), refunding({ 3: 0 }))), [
      { of: 0, left: 0, uses: "3 by 2" },
      { of: 1, left: 0, uses: "1 by 2,4 by 3" },
    ])
  })

  it("come back as what they were, the last one that was taken first", () => {
    const lots = lotsOf(lines(5, 3, -6, 4, -2), refunding({ 3: 2 }))
    assert.deepStrictEqual(shown(lots), [
      { of: 0, left: 0, uses: "5 by 2" },
      { of: 1, left: 0, uses: "1 by 2,2 by 4" },
      { of: 1, left: 1, back: 3, uses: "" },
      { of: 0, left: 3, back: 3, uses: "" },
    ])
  })

  it("that came back go again with the refund of their refund", () => {
    const lots = lotsOf(lines(5, -5, 5, 2, -5), refunding({ 2: 1, 4: 2 }))
    assert.deepStrictEqual(shown(lots), [
      { of: 0, left: 0, uses: "5 by 1" },
      { of: 0, left: 0, back: 2, uses: "5 by 4" },
      { of: 3, left: 2, uses: "" },
    ])
  })

  it("from before the first known row are of nobody", () => {
    const [, second, third] = lines(5, 3, -6)
    const lots = lotsOf(
      [second, third].flatMap((line) => line ?? []),
      noRefunds,
    )
    assert.deepStrictEqual(
      lots.map(({ count, left, orderId }) => ({ count, left, orderId })),
      [
        { count: 5, left: 0, orderId: undefined },
        { count: 3, left: 2, orderId: "order 1" },
      ],
    )
  })
})
