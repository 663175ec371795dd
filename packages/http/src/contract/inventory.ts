/** The catalog, inventories and orders. */
import { area } from "./area.ts"
import { explainOrder } from "./inventory/explainOrder.ts"
import { explainOwnOrder } from "./inventory/explainOwnOrder.ts"
import { lootOdds } from "./inventory/lootOdds.ts"
import { orderPage } from "./inventory/orderPage.ts"
import { ownInventory } from "./inventory/ownInventory.ts"
import { ownOrder } from "./inventory/ownOrder.ts"
import { ownLevels } from "./inventory/ownLevels.ts"
import { playerInventory } from "./inventory/playerInventory.ts"
import { playerLevels } from "./inventory/playerLevels.ts"
import { playerOrder } from "./inventory/playerOrder.ts"
import { startSession } from "./inventory/startSession.ts"
import { quoteOrder } from "./inventory/quoteOrder.ts"
import { quoteOwnOrder } from "./inventory/quoteOwnOrder.ts"
import { submitOrder } from "./inventory/submitOrder.ts"
import { submitOrders } from "./inventory/submitOrders.ts"
import { submitOwnOrder } from "./inventory/submitOwnOrder.ts"
import { pricePoint } from "./inventory/pricePoint.ts"
import { pricePoints } from "./inventory/pricePoints.ts"
import { vendor } from "./inventory/vendor.ts"
import { vendorEtags } from "./inventory/vendorEtags.ts"
import { vendors } from "./inventory/vendors.ts"

/** They are under `/inventory/v1`. */
export const inventory = area("inventory", "The catalog, orders for what is in it, and what players own.", [
  vendors,
  vendor,
  vendorEtags,
  pricePoints,
  pricePoint,
  lootOdds,
  ownInventory,
  playerInventory,
  orderPage,
  submitOwnOrder,
  submitOrder,
  submitOrders,
  quoteOwnOrder,
  quoteOrder,
  ownOrder,
  playerOrder,
  explainOwnOrder,
  explainOrder,
  startSession,
  ownLevels,
  playerLevels,
])
