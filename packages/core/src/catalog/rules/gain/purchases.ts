/**
 * The purchases of loot: at each tier and in each currency, with coupons, and for owners of parts that make it cheaper.
 */
import { isEverAvailable } from "../availability.ts"
import type { LinkedCatalog, LinkedItem, LinkedLoot } from "../linked.ts"
import { reducedPrice } from "../linkedCoupon.ts"
import type { LinkedCurrency, LinkedPricePoint } from "../linkedTables.ts"
import { givesItem, reducingParts, type Sale, salesOf } from "../sales.ts"
import type { WitnessEntry } from "../witness.ts"
import type { Forks } from "./forks.ts"
import { type Circumstances, outcomeOf, outcomeOfBundle, Tally } from "./outcome.ts"
import { ownedOf } from "./plenty.ts"
import { quantitiesOf, type Trade, type Trades } from "./trade.ts"

/** The coupons for each loot. */
export const couponsByLoot = (catalog: LinkedCatalog): ReadonlyMap<number, ReadonlyArray<LinkedItem>> => {
  const coupons = new Map<number, Array<LinkedItem>>()
  for (const item of catalog.items.values()) {
    for (const id of item.coupon?.lootIds ?? []) {
      const known = coupons.get(id)
      if (known === undefined) coupons.set(id, [item])
      else known.push(item)
    }
  }
  return coupons
}

/** A price of loot. */
interface Price {
  readonly sale: Sale
  readonly currency: LinkedCurrency
  readonly coupon: LinkedItem | undefined
  /** The parts that the player owns. */
  readonly owned: ReadonlyArray<LinkedLoot>
  /** The price of one, after reductions. */
  readonly unit: number
}

/** The price of `part.quantity` of the part, which is what owning the part is worth. */
const worthOf = (part: LinkedLoot, itemId: number): number => {
  const { pricePoint, quantity } = part
  if (pricePoint === undefined) return 0
  const sale = salesOf(pricePoint).find(({ least, most }) => least <= quantity && quantity <= most)
  return (sale?.tier.currencies.find(({ price_item_id }) => price_item_id === itemId)?.price ?? 0) * quantity
}

const isPart = (part: LinkedLoot): boolean => givesItem(part) && part.item !== undefined && isEverAvailable(part)

/** Every price of the sales: without and with each coupon, without and with all parts. */
function* pricesOf(
  sales: ReadonlyArray<Sale>,
  parts: ReadonlyArray<LinkedLoot>,
  coupons: ReadonlyArray<LinkedItem>,
): Generator<Price> {
  for (const sale of sales) {
    for (const currency of sale.tier.currencies) {
      const usable = coupons.filter(({ coupon }) => coupon?.currencyItemId === currency.price_item_id)
      for (const owned of parts.length === 0 ? [parts] : [[], parts]) {
        const worth = owned.reduce((sum, part) => sum + worthOf(part, currency.price_item_id), 0)
        for (const coupon of [undefined, ...usable]) {
          yield { sale, currency, coupon, owned, unit: reducedPrice(currency, worth, coupon?.coupon) }
        }
      }
    }
  }
}

/** Prices of one loot that are judged. Of thousands of tiers with thousands of coupons a part is judged. */
const PRICES_MAX = 50_000

/** The first prices, as many as are judged. Each counts as something that was looked at. */
const bounded = (prices: Iterable<Price>, trades: Trades): ReadonlyArray<Price> => {
  const taken: Array<Price> = []
  for (const price of prices) {
    if (taken.length >= PRICES_MAX || trades.looking.left <= 0) {
      trades.cut()
      break
    }
    trades.looking.left -= 1
    taken.push(price)
  }
  return taken
}

/** Which prices take the same: the currency, the coupon and whether parts are owned. */
const kindOf = ({ coupon, currency, owned }: Price): string =>
  `${currency.price_item_id} ${coupon?.item_id ?? ""} ${owned.length}`

/** The lowest price of each kind. */
const lowest = (prices: Iterable<Price>): ReadonlyArray<Price> => {
  const best = new Map<string, Price>()
  for (const price of prices) {
    const known = best.get(kindOf(price))
    if (known === undefined || price.unit < known.unit) best.set(kindOf(price), price)
  }
  return [...best.values()]
}

/** The lowest price of each currency, without coupons and parts. Many loot may share a price point. */
const lowestByPoint = new WeakMap<LinkedPricePoint, ReadonlyArray<Price>>()

const lowestPrices = (point: LinkedPricePoint): ReadonlyArray<Price> => {
  const known = lowestByPoint.get(point)
  if (known !== undefined) return known
  const prices = lowest(pricesOf(salesOf(point), [], []))
  lowestByPoint.set(point, prices)
  return prices
}

const isBundle = ({ item }: LinkedLoot): boolean => item?.type === "dynamic_bundle"

const entryOf = (
  { loot_id }: LinkedLoot,
  quantity: number,
  { coupon, currency }: Price,
  chosen: ReadonlyArray<number> | undefined,
): WitnessEntry => ({
  type: chosen === undefined ? "purchase_loot" : "purchase_dynamic_bundle",
  loot_id,
  quantity,
  ...(chosen === undefined ? undefined : { dynamic_bundle_loot_ids: chosen }),
  purchase_price: {
    currencies: [{ price_item_id: currency.price_item_id, price: currency.price }],
    ...(coupon === undefined ? undefined : { price_coupon_item_id: coupon.item_id }),
  },
})

/** Pays for `quantity`; answers whether that is certain. */
const pay = (tally: Tally, { coupon, currency, owned, unit }: Price, quantity: number): boolean => {
  for (const { item_id, quantity: least } of owned) if (item_id !== undefined) tally.need(item_id, least)
  if (coupon !== undefined) tally.need(coupon.item_id, coupon.always_owned ? 0 : 1)
  return (
    Number.isSafeInteger(unit * quantity) &&
    tally.take(currency.price_item_id, unit * quantity) &&
    (coupon?.coupon?.isConsumed !== true || tally.take(coupon.item_id, 1))
  )
}

/** Adds the purchase of `quantity` at the price. */
const addPurchase = (
  loot: LinkedLoot,
  quantity: number,
  price: Price,
  circumstances: Circumstances,
  trades: Trades,
  plain: Trade | undefined,
): Trade | undefined => {
  const chosen = isBundle(loot) ? outcomeOfBundle(loot, quantity, circumstances)?.chosen : undefined
  if (isBundle(loot) && chosen === undefined) return undefined
  const tally = new Tally(circumstances)
  const isCertain =
    pay(tally, price, quantity) &&
    (chosen === undefined ? tally.fulfil(loot, quantity, true) : tally.fulfilChosen(loot, quantity, chosen))
  if (!isCertain) return undefined
  const entry = entryOf(loot, quantity, price, chosen)
  return trades.add(loot, [{ entry, times: 1 }], tally, plain)
}

/** Adds every purchase of the loot that may be worth most, in the state that is tried. */
export const addPurchases = (
  loot: LinkedLoot,
  coupons: ReadonlyArray<LinkedItem>,
  forks: Forks,
  trades: Trades,
): void => {
  const point = loot.pricePoint
  if (point === undefined) return
  const { isAverage, looking } = trades
  const shape = isBundle(loot)
    ? outcomeOfBundle(loot, 1, { looking, forks, isAverage })?.tally
    : outcomeOf(loot, 1, { looking, forks, isAverage })
  if (shape === undefined) return
  const parts = reducingParts(loot).filter(isPart)
  const isPlainSale = coupons.length + parts.length === 0
  const sales = isPlainSale && shape.isProportional ? [] : salesOf(point)
  const prices = bounded(pricesOf(sales, parts, coupons), trades)
  const judged =
    isPlainSale && shape.isProportional ? lowestPrices(point) : shape.isProportional ? lowest(prices) : prices
  for (const owned of ownedOf(shape, trades)) {
    const plain = new Map<string, Trade | undefined>()
    for (const price of judged) {
      const { least, most } = price.sale
      // A coupon that is used up buys one.
      const isOne = price.coupon?.coupon?.isConsumed === true
      if (isOne && least > 1) continue
      for (const quantity of quantitiesOf(shape, least, isOne ? 1 : most, trades)) {
        if (trades.isSpent) return
        const key = `${price.currency.price_item_id} ${quantity}`
        const added = addPurchase(loot, quantity, price, { looking, owned, forks, isAverage }, trades, plain.get(key))
        if (price.coupon === undefined && price.owned.length === 0) plain.set(key, added)
      }
    }
  }
}
