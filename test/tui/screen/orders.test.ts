/** The screen of orders: its frames, what it asks page by page and while one types, and refunds of marked orders. */
import { assert, describe, it } from "@effect/vitest"
import { orderScreen } from "@garrison/tui/screen/order/screen"
import { conditionsIn } from "@garrison/tui/screen/orderSearch"
import { ordersScreen } from "@garrison/tui/screen/orders"
import { assertDrawable } from "../../support/tui/anyKeys.ts"
import { type Answers, Driven, Refused } from "../../support/tui/driven.ts"
import { assertFrames } from "../../support/tui/frames.ts"
import { hostileTexts } from "../../support/tui/hostile.ts"

const PLAYER = "019aa1f2-6f5e-7000-8000-000000000001"
const idOf = (at: number): string => `019aa1f3-0000-7000-8000-${String(at).padStart(12, "0")}`

const orderAt = (at: number, text = "CLIENT") => ({
  order_id: idOf(at),
  player_uuid: PLAYER,
  created: new Date(Date.UTC(2026, 2, 1, 11, 0, 60 - at)).toISOString(),
  source: text,
  client_id: text,
  entries: [
    { type: "fill_loot", result: at % 3 === 0 ? "cannot_afford_price" : "success", loot_id: 100 + at, quantity: 1 },
  ],
  item_ids: [1],
})

const PAGE = 50

/** Pages of 120 orders. */
const pages: Answers = (operation, input) => {
  if (operation !== "order.search") return undefined
  const after = Number(Reflect.get(input, "after") ?? 0)
  const orders = Array.from({ length: Math.min(PAGE, 120 - after) }, (__, at) => orderAt(after + at))
  return { orders, next: after + PAGE < 120 ? String(after + PAGE) : null }
}

const open = (answers: Answers = pages, params = {}) =>
  new Driven({ screens: [ordersScreen, orderScreen], screen: "orders", params, answers })

/** The inputs of the questions of a console that keys drive. */
const asked = (keys: (driven: Driven) => void, params = {}): ReadonlyArray<object> => {
  const inputs: Array<object> = []
  const answers: Answers = (operation, input, ask) => {
    inputs.push(input)
    return pages(operation, input, ask)
  }
  keys(open(answers, params))
  return inputs
}

describe("the screen of orders", () => {
  it("is drawn", () => {
    assertFrames(open(), "orders", "all")
    assertFrames(open().press("j", "space", "space"), "orders", "marked")
    assertFrames(open().press("/").type("source=CLIENT item=1"), "orders", "filtering")
    assertFrames(
      open(() => ({ orders: [], next: null })),
      "orders",
      "none",
    )
    assert.strictEqual(open().state.stack.length, 1)
  })

  it("asks for the next page when the cursor comes near its end, and for no more at the last", () => {
    assert.deepStrictEqual(
      asked((driven) => driven.press("G", "G", "G", "G")),
      [{}, { after: "50" }, { after: "100" }],
    )
  })

  it("asks for the orders of its player, and again at each other filter", () => {
    const inputs = asked((driven) => driven.press("/").type("item=7"), { player_uuid: PLAYER })
    assert.deepStrictEqual(inputs[0], { player_uuid: PLAYER })
    assert.deepStrictEqual(inputs.at(-1), { player_uuid: PLAYER, item_id: 7 })
  })

  it("takes words of the filter for what they look like", () => {
    for (const [filter, input] of [
      ["", {}],
      ["item=995 loot=7", { item_id: 995, loot_id: 7 }],
      [`CLIENT success ${PLAYER} 12`, { source: "CLIENT", result: "success", player_uuid: PLAYER, item_id: 12 }],
      ["from=2026-03-01T00:00:00Z to=1772323200", { from: "2026-03-01T00:00:00Z", to: "1772323200" }],
      ["item=", {}],
    ] as const) {
      assert.deepStrictEqual(conditionsIn(filter), { input }, filter)
    }
    for (const [filter, word] of [
      ["toString=1", 'There is no condition "toString"'],
      ["item=7 goblin", '"goblin" is no result'],
      ["result=sucess", 'There is no result "sucess"'],
      ["source=MOON", 'There is no source "MOON"'],
    ] as const) {
      assert.include(JSON.stringify(conditionsIn(filter)), JSON.stringify(word).slice(1, -1))
    }
    const driven = open().press("/").type("goblin").press("enter")
    assert.include(driven.frame(), '"goblin" is no result, source, item or player.')
  })

  it("shows an order, and refunds marked ones together", () => {
    const shown = open()
      .press("j", "enter")
      .state.stack.map(({ screen }) => screen.name)
    assert.deepStrictEqual(shown, ["orders", "order"])
    const driven = open().press("space", "j", "space", "R")
    const [act] = driven.wanted.flatMap(({ request }) => (request.type === "act" ? [request] : []))
    assert.deepStrictEqual(
      act?.inputs,
      [0, 2].map((at) => ({ player_uuid: PLAYER, order_id: idOf(at) })),
    )
    assert.include(open(() => ({ orders: [], next: null })).press("R").state.said?.text ?? "", "no order")
  })

  it("says why the search was refused, and is drawn after any keys with any text", () => {
    const refusal = new Refused({ code: "invalid_input", message: "item_id must be a number." })
    assert.include(open(() => refusal).frame(), "item_id must be a number.")
    const hostile = Object.values(hostileTexts).map((text, at) => orderAt(at, text))
    const answers: Answers = (operation) => (operation === "order.search" ? { orders: hostile, next: null } : undefined)
    assertDrawable(() => open(answers), [ordersScreen])
  })
})
