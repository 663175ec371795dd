/** The settings of orders (decisions, sections 12 and 15). */
import { count, seconds, slice, toggle } from "../kernel/Setting.ts"

/** The settings of orders. */
export const OrderSettings = slice("@garrison/core/order/settings", {
  orderPageWindowSeconds: seconds(90 * 24 * 60 * 60, "age of the oldest orders that the order page lists"),
  orderEntriesPerWindowMax: count(60, "entries", "order entries per player and window; more are too_many_requests"),
  orderBytesPerWindowMax: count(
    128 * 1024,
    "bytes",
    "bytes that clients may store in orders per player and window; more are too_many_requests",
    { maximum: 1024 ** 3 },
  ),
  couponsEnabled: toggle(true, "whether a purchase may name a coupon; without it, coupons_disabled"),
  dynamicBundlesEnabled: toggle(
    true,
    "whether players may buy dynamic bundles; without it, dynamic_bundles_not_available",
  ),
  orderEntriesWindowSeconds: seconds(10, "length of the window of orderEntriesPerWindowMax and orderBytesPerWindowMax"),
  orderExplanationOdds: toggle(
    false,
    "whether the explanation of an order shows its player the weights, odds and candidates of draws; callers with " +
      "inv:read_order:player:any always see them",
  ),
})
