/**
 * A policy to begin with, made from a catalog: players who claim what they can, are given what game servers order, and
 * buy what they can afford. A designer prints it and goes on from there.
 */
import { isEverAvailable } from "../../catalog/rules/availability.ts"
import { isCondition, type LinkedCatalog, type LinkedLoot } from "../../catalog/rules/linked.ts"
import type { PolicyAction, PolicyDocument, Reference } from "../schema.ts"

/** Most actions of each kind. A larger catalog is represented by some of its loot, evenly spread. */
const ACTIONS_OF_KIND_MAX = 10
/** About how many loot game servers order in a session. */
const PLAYS_PER_SESSION = 5

const spread = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> => {
  const step = Math.max(1, list.length / ACTIONS_OF_KIND_MAX)
  return Array.from(
    { length: Math.min(list.length, ACTIONS_OF_KIND_MAX) },
    (_, index) => list[Math.floor(index * step)],
  ).filter((one) => one !== undefined)
}

const takes = ({ inventory_operation: operation }: LinkedLoot): boolean => operation !== "add" && operation !== "set"

/** The parts of a dynamic bundle that may be chosen; none: the loot is bought whole. */
const choicesOf = ({ item, subVendor }: LinkedLoot): ReadonlyArray<LinkedLoot> =>
  item?.type === "dynamic_bundle" && subVendor?.type === "recipe"
    ? subVendor.loot.filter((part) => isEverAvailable(part) && !isCondition(part))
    : []

const isSold = (loot: LinkedLoot): boolean =>
  loot.pricePoint !== undefined && (loot.item?.type !== "dynamic_bundle" || choicesOf(loot).length > 0)

/** Vendors that act within others, or as rewards of levels. Their loot is not ordered by itself. */
const innerVendors = ({ items, loot }: LinkedCatalog): ReadonlySet<number> => {
  const found = new Set<number>()
  for (const { subVendor } of loot.values()) if (subVendor !== undefined) found.add(subVendor.vendor_id)
  for (const { levelVendor } of items.values()) if (levelVendor !== undefined) found.add(levelVendor.vendor_id)
  return found
}

/** Loot as a policy names it: by its shown name where no other loot has that name. */
const namer = (names: ReadonlyMap<number, string>): ((id: number) => Reference) => {
  const times = new Map<string, number>()
  for (const name of names.values()) times.set(name.toLowerCase(), (times.get(name.toLowerCase()) ?? 0) + 1)
  return (id) => {
    const name = names.get(id)
    return name !== undefined && times.get(name.toLowerCase()) === 1 && !/^\d+$/.test(name) ? name : id
  }
}

/** The policy document. `names`: the shown names of loot by id. */
export const defaultPolicy = (catalog: LinkedCatalog, names: ReadonlyMap<number, string>): PolicyDocument => {
  const inner = innerVendors(catalog)
  const promised = new Set([
    ...Array.from(catalog.promotions.values(), ({ loot_id }) => loot_id),
    ...catalog.entitlements.map(({ entitled_loot_id }) => entitled_loot_id),
  ])
  const nameOf = namer(names)
  const loot = Array.from(catalog.loot.values()).filter(
    (one) => isEverAvailable(one) && !one.broken && !inner.has(one.vendor.vendor_id) && !takes(one),
  )
  const claims = spread(loot.filter((one) => one.is_claimable_by_client))
  const buys = spread(loot.filter(isSold))
  const plays = spread(
    loot.filter((one) => !one.is_claimable_by_client && one.pricePoint === undefined && !promised.has(one.loot_id)),
  )
  const chance = Math.min(1, PLAYS_PER_SESSION / 2 / Math.max(1, plays.length))
  const actions: ReadonlyArray<PolicyAction> = [
    ...claims.map(({ loot_id }) => ({ claim: nameOf(loot_id) })),
    ...plays.map(({ loot_id }) => ({ play: nameOf(loot_id), times: { min: 1, max: 3 }, chance })),
    ...buys.map((one) => {
      const [tier] = one.pricePoint?.current_breakpoints ?? []
      const choose = choicesOf(one).map(({ loot_id }) => nameOf(loot_id))
      return {
        buy: nameOf(one.loot_id),
        ...(tier === undefined || tier.quantity === 1 ? {} : { quantity: tier.quantity }),
        ...(choose.length === 0 ? {} : { choose }),
      }
    }),
  ]
  return {
    cohorts: {
      casual: { share: 80, sessions_per_day: 0.7, actions },
      keen: { share: 20, sessions_per_day: { min: 1, max: 3 }, actions },
    },
  }
}
