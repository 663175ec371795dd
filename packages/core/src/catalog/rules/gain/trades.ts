/** Every trade of a catalog: each purchase, each claim and each inventory session (decisions, section 10). */
import { isEverAvailable } from "../availability.ts"
import { ORDER_QUANTITY_MAX } from "../bounds.ts"
import { innermostFirst } from "../drops.ts"
import type { LinkedCatalog, LinkedItem, LinkedLoot, LinkedVendor } from "../linked.ts"
import type { WitnessEntry } from "../witness.ts"
import { Forks } from "./forks.ts"
import { outcomeOf, Tally } from "./outcome.ts"
import { ownedOf } from "./plenty.ts"
import { addPurchases, couponsByLoot } from "./purchases.ts"
import { quantitiesOf, type Trade, Trades } from "./trade.ts"

/** The largest quantity of which every amount is a number that is judged; undefined: there is none above 1. */
const MANY = [ORDER_QUANTITY_MAX, 1000]

const claimOf = ({ loot_id }: LinkedLoot, quantity: number): WitnessEntry => ({ type: "fill_loot", loot_id, quantity })

const addClaims = (loot: LinkedLoot, forks: Forks, trades: Trades): void => {
  const { isAverage, looking } = trades
  const shape = outcomeOf(loot, 1, { looking, forks, isAverage })
  if (shape === undefined) return
  for (const owned of ownedOf(shape, trades)) {
    const tallyOf = (quantity: number): Tally | undefined =>
      outcomeOf(loot, quantity, { looking, owned, forks, isAverage })
    const add = (quantity: number): Trade | undefined => {
      const tally = tallyOf(quantity)
      return tally && trades.add(loot, [{ entry: claimOf(loot, quantity), times: 1 }], tally)
    }
    const most = MANY.find((quantity) => tallyOf(quantity) !== undefined) ?? 1
    const [one, ...others] = quantitiesOf(shape, 1, most, trades).map(add)
    const many = others.at(-1)
    if (one !== undefined && many !== undefined) trades.scaled.push({ loot, one, many })
  }
}

/** The loot that each session gives to the owner of an entitlement. */
const addSessions = (item: LinkedItem, forks: Forks, trades: Trades): void => {
  const { catalog, looking } = trades
  const loot = item.entitled_loot_id === undefined ? undefined : catalog.loot.get(item.entitled_loot_id)
  if (loot === undefined || !isEverAvailable(loot)) return
  const inherited = item.always_owned ? "transient" : "persistent"
  const shape = outcomeOf(loot, 1, { looking, inherited, forks })
  if (shape === undefined) return
  for (const owned of ownedOf(shape, trades)) {
    const tally = new Tally({ looking, inherited, owned, forks })
    if (!item.always_owned) tally.need(item.item_id, 1)
    if (tally.fulfil(loot, 1, true)) trades.add(loot, [{ entry: undefined, times: 1 }], tally)
  }
}

/** Adds trades for one state of the player after another. */
const eachState = (trades: Trades, add: (forks: Forks) => void): void => {
  const forks = new Forks()
  do add(forks)
  while (!trades.isSpent && forks.next())
}

/** The vendors that draw among several, or lead to one that does. */
const drawingVendors = (catalog: LinkedCatalog): ReadonlySet<LinkedVendor> => {
  const drawing = new Set<LinkedVendor>()
  for (const vendor of innermostFirst(catalog)) {
    const leads = vendor.loot.some(({ subVendor }) => subVendor !== undefined && drawing.has(subVendor))
    if (vendor.candidates.length > 1 || leads) drawing.add(vendor)
  }
  return drawing
}

/** The purchases and claims that cost something and draw, with the average of what is drawn. */
export const averageTrades = (catalog: LinkedCatalog, isLeftOut: (loot: LinkedLoot) => boolean): Trades => {
  const trades = new Trades(catalog, true)
  const coupons = couponsByLoot(catalog)
  const drawing = drawingVendors(catalog)
  for (const loot of catalog.loot.values()) {
    if (trades.isSpent) break
    const { is_claimable_by_client: isClaimable, pricePoint, subVendor } = loot
    if (subVendor === undefined || !drawing.has(subVendor) || !isEverAvailable(loot) || isLeftOut(loot)) continue
    const own = coupons.get(loot.loot_id) ?? []
    if (pricePoint !== undefined) eachState(trades, (forks) => addPurchases(loot, own, forks, trades))
    if (isClaimable) eachState(trades, (forks) => addClaims(loot, forks, trades))
  }
  return trades
}

/** Every trade of clients: purchases, then claims, then sessions. `isLeftOut`: loot that is reported in another way. */
export const findTrades = (catalog: LinkedCatalog, isLeftOut: (loot: LinkedLoot) => boolean): Trades => {
  const trades = new Trades(catalog)
  const coupons = couponsByLoot(catalog)
  const ordered = [...catalog.loot.values()].filter((loot) => isEverAvailable(loot) && !isLeftOut(loot))
  for (const loot of ordered) {
    if (trades.isSpent) break
    if (loot.pricePoint === undefined) continue
    eachState(trades, (forks) => addPurchases(loot, coupons.get(loot.loot_id) ?? [], forks, trades))
  }
  for (const loot of ordered) {
    if (trades.isSpent) break
    if (loot.is_claimable_by_client) eachState(trades, (forks) => addClaims(loot, forks, trades))
  }
  for (const item of catalog.entitlements) eachState(trades, (forks) => addSessions(item, forks, trades))
  if (trades.isSpent) trades.cut()
  return trades
}
