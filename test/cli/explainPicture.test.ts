/**
 * The picture of an explained order is what the command prints: a chest, bought by a coupon. Time and randomness are
 * frozen. `npm run pictures` makes it again.
 */
import { assert, describe, it } from "@effect/vitest"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { Clients } from "@garrison/core/client/Clients"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Logins } from "@garrison/core/login/Logins"
import { Orders } from "@garrison/core/order/Orders"
import type { OrderRequest } from "@garrison/core/order/schema"
import * as Effect from "effect/Effect"
import { join, resolve } from "node:path"
import { localOperator, operatorAct } from "../../packages/cli/src/action/operator.ts"
import { DEMO_GAME } from "../../packages/cli/src/demo/names.ts"
import { svgOf } from "../../scripts/pictures/svg.ts"
import { frozenGarrison } from "../support/frozenGarrison.ts"
import { assertKept } from "../support/tui/kept.ts"
import { inkWidth } from "../support/tui/width.ts"
import { garrison, temporaryDirectory } from "./support/garrison.ts"

const picture = resolve(import.meta.dirname, "../../docs/images/explain.svg")

const name = (text: string) => ({ custom_data: { name: text } })

const catalog = {
  items: {
    1: { type: "unit", ...name("Coins") },
    2: { type: "unit", ...name("Potion") },
    3: { type: "unit", ...name("Steel sword") },
    4: { type: "unit", ...name("Dragon egg") },
    5: {
      type: "unit",
      coupon_discount_percentage: 0.25,
      coupon_consume_on_use: true,
      coupon_discount_currency_item_id: 1,
      coupon_discount_loot: [10],
      ...name("Coupon"),
    },
  },
  vendors: {
    1: {
      type: "recipe",
      loot: { 10: { sub_vendor_id: 2, current_price_point_guid: "chest", ...name("Treasure chest") } },
    },
    2: {
      type: "recipe",
      loot: {
        20: { item_id: 2, quantity: 3, ...name("Three potions") },
        21: { sub_vendor_id: 3, ...name("Surprise") },
      },
    },
    3: {
      type: "randomly_sampled",
      ...name("Surprise"),
      loot: {
        30: { item_id: 4, drop_weight: 1, stack_limit: 1, ...name("Dragon egg") },
        31: { item_id: 3, drop_weight: 15, ...name("Steel sword") },
        32: { item_id: 1, quantity: 50, drop_weight: 48, ...name("Purse") },
      },
    },
    4: {
      type: "recipe",
      loot: {
        40: { item_id: 1, quantity: 500 },
        41: { item_id: 4 },
        42: { item_id: 5 },
      },
    },
  },
  price_points: { chest: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: 1, price: 100 }] }] } },
}

const rewards: OrderRequest = {
  source: "REWARDS",
  entries: [40, 41, 42].map((loot_id) => ({ type: "fill_loot", loot_id, quantity: 1 })),
}

const purchase: OrderRequest = {
  source: "CLIENT",
  entries: [
    {
      type: "purchase_loot",
      loot_id: 10,
      quantity: 1,
      purchase_price: { price_coupon_item_id: 5, currencies: [{ price_item_id: 1, price: 100 }] },
    },
  ],
}

/** Buys the chest, and answers whose order that is. */
const buy = Effect.gen(function* () {
  const access = { clientId: DEMO_GAME, kind: "game", public: true, permissions: [], description: "" } as const
  yield* Clients.use((clients) => clients.create(access, operatorAct()))
  yield* Catalogs.use((catalogs) => catalogs.publish(catalog, {}, operatorAct()))
  const login = {
    grant_type: "anon",
    portal_access_token: "device-of-the-picture-00000001",
    portal_display_name: "Ada",
  }
  const parent = { portal_parent_access_token: "", portal_parent_display_name: "" }
  const origin = { credentials: undefined, credentialsMalformed: false, address: "192.0.2.1", userAgent: "Game/1.4" }
  const { active_player_uuid } = yield* Logins.use((logins) => logins.login({ ...parent, ...login }, origin))
  const player = (active_player_uuid ?? "") as PlayerUuid
  yield* Orders.use((orders) => orders.submit(player, rewards, localOperator))
  const { wire } = yield* Orders.use((orders) => orders.submit(player, purchase, localOperator))
  return { player, order: /"order_id":"([^"]+)"/.exec(wire)?.[1] ?? "" }
})

describe("the picture of an explained order", () => {
  it("is what the command prints", async () => {
    const file = join(temporaryDirectory(), "picture.db")
    const { order, player } = await frozenGarrison(file, "chest", Date.UTC(2026, 10, 2, 20, 15)).pipe(
      Effect.flatMap(({ services }) => Effect.provideContext(buy, services)),
      Effect.scoped,
      Effect.runPromise,
    )
    const { code, stderr, stdout } = garrison(["order", "explain", player, order, "--storage", `sqlite:${file}`])
    assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
    const lines = [
      `$ garrison order explain ${player.slice(0, 8)}… ${order.slice(0, 8)}…`,
      "",
      ...stdout.trimEnd().split("\n"),
    ]
    const columns = Math.max(...lines.map((line) => inkWidth(line)))
    const title = "An explained order: the price with its coupon, a draw with its odds, and what each step changed"
    assertKept(svgOf(lines.join("\n"), { columns, rows: lines.length, title, widthOf: inkWidth }), picture)
    for (const shown of ["The coupon item Coupon (5) leaves 0.75", "odds 16/21", "stack limit is 1", "425 → 475"])
      assert.include(stdout, shown)
  })
})
