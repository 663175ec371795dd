/** The screen of an order: its frames, what it asks and when, and how it leads to refunds. */
import { assert, describe, it } from "@effect/vitest"
import type { Conditions, OperationName } from "@garrison/tui/operation"
import { orderScreen } from "@garrison/tui/screen/order/screen"
import { assertDrawable } from "../../support/tui/anyKeys.ts"
import { type Answers, Driven, Refused } from "../../support/tui/driven.ts"
import { assertFrames } from "../../support/tui/frames.ts"

const PLAYER = "019aa1f2-6f5e-7000-8000-000000000001"
const ORDER = "019aa1f3-0000-7000-8000-000000000002"
const REFUND = "019aa1f4-0000-7000-8000-000000000003"
const MAKER = "019aa1f5-0000-7000-8000-000000000004"

const record = "019aa1f3-0000-7000-8000-00000000000a"

const explanation = {
  order_id: ORDER,
  player_uuid: PLAYER,
  created_time: "2026-03-01T11:00:00.000Z",
  source: "CLIENT",
  platform: "Echo",
  catalog_version: 7,
  catalog_etag: "collection",
  is_same: true,
  entries: [
    {
      type: "fill_loot",
      loot_id: 101,
      quantity: 1,
      result: "success",
      steps: [
        {
          type: "loot",
          loot_id: 200,
          quantity: 10,
          steps: [
            { type: "quantity", loot_id: 200, authored: 10, multiplier: 1, quantity: 10 },
            {
              type: "check",
              loot_id: 200,
              item_id: 1,
              operation: "check_greater_than_or_equal",
              count: 100,
              quantity: 10,
              is_met: true,
            },
            {
              type: "change",
              item_id: 1,
              inventory_id: record,
              before: { count: 100 },
              after: { count: 90 },
              undone: false,
            },
          ],
        },
        {
          type: "draw",
          vendor_id: 40,
          drawn_loot_id: 400,
          odds: "1/4",
          candidates: [{ loot_id: 400, weight: 1, odds: "1/4" }],
          candidates_left_out: 3,
          excluded: [{ loot_id: 401, reasons: [{ rule: "Inactive", message: "loot 401 is not active", values: {} }] }],
          steps: [{ type: "new_order", loot_id: 400, order_id: REFUND, steps: [] }],
        },
        { type: "rule", rule: "ItemUsable", message: "item 2 may be used", values: {} },
        { type: "level", item_id: 3, level: 2 },
      ],
    },
    {
      type: "fill_loot",
      loot_id: 9,
      quantity: 1,
      result: "loot_not_found",
      reasons: [{ rule: "LootMissing", message: "loot 9 does not exist", values: {} }],
    },
  ],
}

const trace = {
  player_uuid: PLAYER,
  records: [
    {
      inventory_id: record,
      item_id: 1,
      bucket: "none",
      count: 90,
      lots: [
        {
          order_id: MAKER,
          entry_id: record,
          created: "2026-03-01T10:00:00.000Z",
          source: "REWARDS",
          count: 100,
          left: 90,
          is_paid: true,
          uses: [
            {
              order_id: ORDER,
              entry_id: record,
              created: "2026-03-01T11:00:00.000Z",
              source: "CLIENT",
              count: 10,
              gave: [{ item_id: 2, count: 1 }],
            },
          ],
        },
      ],
      lots_left_out: 4,
    },
  ],
}

const answering =
  (given: Readonly<Partial<Record<OperationName, unknown>>> = {}): Answers =>
  (operation) =>
    ({
      "order.explain": explanation,
      "order.refunds": { order_id: ORDER, owed: [] },
      "inventory.trace": trace,
      "order.replay": { order_id: ORDER, is_same: true, differences: [] },
      ...given,
    })[operation as string]

const open = (answers = answering()) =>
  new Driven({ screens: [orderScreen], screen: "order", params: { player_uuid: PLAYER, order_id: ORDER }, answers })

const refunded = answering({
  "order.refunds": {
    order_id: ORDER,
    parent_order_id: MAKER,
    refund_order_id: REFUND,
    owed: [{ item_id: 2, bucket: "none", count: 3 }],
  },
})

const acts = (driven: Driven) => driven.wanted.flatMap(({ request }) => (request.type === "act" ? [request] : []))

/** What a refund of the order does, as far as not all can be taken. */
const refundOf = (state: "refused" | "done", orderId?: string) => ({
  state,
  is_whole: false,
  lacking: [
    {
      item_id: 2,
      bucket: "none",
      count: 2,
      uses: [{ order_id: MAKER, created: "2026-03-01T11:30:00.000Z", count: 2, gave: [{ item_id: 4, count: 1 }] }],
    },
  ],
  owed: [{ item_id: 2, bucket: "none", count: 2 }],
  taken: [{ inventory_id: record, item_id: 2, bucket: "none", count: 1, from: "given" }],
  given: [{ inventory_id: record, item_id: 1, bucket: "none", count: 10 }],
  lapsed: [],
  player_uuid: PLAYER,
  refunded_order_id: ORDER,
  order_ids: [ORDER],
  ...(orderId !== undefined && { order_id: orderId }),
  once: { codes: [], loot_ids: [], not_free: [] },
  records: [],
  reverse: { operation: "order.refund", input: { player_uuid: PLAYER, order_id: REFUND } },
})

describe("the refund dialog", () => {
  it("shows what is gone, owed, taken and given back, asks why, refunds, and offers the way back", () => {
    const ran: Array<{ readonly input: object; readonly conditions: Conditions }> = []
    const driven = new Driven({
      screens: [orderScreen],
      screen: "order",
      params: { player_uuid: PLAYER, order_id: ORDER },
      answers: answering(),
      acts: (_, input, conditions) => {
        ran.push({ input, conditions })
        return refundOf("partial" in input && input.partial === true ? "done" : "refused", REFUND)
      },
    })
    driven.press("R").type("ticket 4711")
    assertFrames(driven, "order", "refund-asked")
    driven.press("enter")
    assertFrames(driven, "order", "refund-refused")
    driven.press("p")
    assertFrames(driven, "order", "refund-rehearsed")
    const frame = driven.resize({ columns: 120, rows: 40 }).frame()
    for (const line of [
      "item_id 2 · bucket none · count 2",
      "item_id 1 · bucket none · count 10",
      "It can be undone",
    ]) {
      assert.include(frame, line)
    }
    driven.press("y")
    const of = { player_uuid: PLAYER, order_id: ORDER }
    const partial = { ...of, partial: true }
    assert.deepStrictEqual(
      ran.map(({ conditions, input: given }) => [
        JSON.parse(JSON.stringify(given)),
        conditions.dryRun === true,
        conditions.reason,
      ]),
      [
        [of, true, "ticket 4711"],
        [partial, true, "ticket 4711"],
        [partial, false, "ticket 4711"],
      ],
    )
    // The undo is the refund of the refund.
    driven.press("u")
    assert.include(driven.frame(), "Refund an order")
  })
})

describe("the screen of an order", () => {
  it("is drawn", () => {
    assertFrames(open(), "order", "explained")
    assertFrames(open().press("+"), "order", "opened")
    assertFrames(open().press("2", "+"), "order", "traced")
    assertFrames(open().press("3"), "order", "replayed")
    assertFrames(open(refunded), "order", "refunded")
    const differing = answering({
      "order.replay": {
        order_id: ORDER,
        is_same: false,
        obstacle: "the catalog version is missing",
        differences: [{ order_id: ORDER, path: "entries.0.result", stored: '"success"', now: '"loot_not_active"' }],
      },
    })
    assertFrames(open(differing).press("3"), "order", "differing")
    assert.strictEqual(open().state.stack.length, 1)
  })

  it("asks for a trace and a replay when they are looked at, and once", () => {
    const asked: Array<string> = []
    const answers: Answers = (operation, ...rest) => {
      asked.push(operation)
      return answering()(operation, ...rest)
    }
    const driven = open(answers)
    assert.deepStrictEqual(asked, ["order.explain", "order.refunds"])
    driven.press("2", "3", "2", "1")
    assert.deepStrictEqual(asked.slice(2), ["inventory.trace", "order.replay"])
    driven.press("2", "ctrl+r")
    assert.deepStrictEqual(asked.slice(4), ["order.explain", "order.refunds", "inventory.trace"])
  })

  it("wants a refund, and asks for the rest of the input", () => {
    const [act] = acts(open().press("R"))
    assert.deepInclude(act, {
      operation: "order.refund",
      inputs: [{ player_uuid: PLAYER, order_id: ORDER }],
      fields: ["partial", "from_paid"],
    })
  })

  it("wants none of an order that is refunded, or that another one made, and says why", () => {
    const driven = open(refunded).press("R")
    assert.deepStrictEqual(acts(driven), [])
    assert.include(driven.state.said?.text ?? "", "refunded already")
    const made = open(answering({ "order.refunds": { order_id: ORDER, parent_order_id: MAKER, owed: [] } })).press("R")
    assert.deepStrictEqual(acts(made), [])
    assert.include(made.state.said?.text ?? "", "Another order made it")
  })

  it("leads to its refund and to the order that made it", () => {
    const params = (driven: Driven) => driven.state.stack.map(({ state }) => Reflect.get(Object(state), "orderId"))
    assert.deepStrictEqual(params(open(refunded).press("f")), [ORDER, REFUND])
    assert.deepStrictEqual(params(open(refunded).press("m")), [ORDER, MAKER])
    assert.deepStrictEqual(params(open().press("f", "m", "enter")), [ORDER])
    // The order that a count came from.
    assert.deepStrictEqual(params(open().press("2", "+", "j", "enter")), [ORDER, MAKER])
  })

  it("keeps the place of the cursor when it is asked again, and says why a tab has no answer", () => {
    const driven = open().press("+", "j", "j")
    const before = driven.frame()
    assert.strictEqual(driven.press("ctrl+r").frame(), before)
    const refusal = new Refused({ code: "insufficient_permissions", message: "It is not for you." })
    const refused = open(answering({ "inventory.trace": refusal })).press("2")
    assert.include(refused.frame(), "It is not for you.")
    assert.notInclude(refused.press("1").frame(), "It is not for you.")
  })

  it("is drawn after any keys", () => {
    assertDrawable(() => open(refunded), [orderScreen])
    assert.include(open(refunded).frame(), "refunds it")
  })
})
