/**
 * A small shop whose orders draw, spend and fail, for processes that order from the same inventory (guarantees R2, R4,
 * R8).
 */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { OrderRequest, SubmittedEntry } from "@garrison/core/order/schema"
import { createHash } from "node:crypto"
import type { Draft } from "./catalogs.ts"
import { randomFrom, uuidOf } from "./seeded.ts"

/** The currency, the item that it buys, and an item of which no player has enough. */
export const COIN = 1
export const SWORD = 2
const GEM = 3

/** The price of a sword, in coins. */
export const PRICE = 10

/** Loot of the shop. */
export const PURSE_LOOT = 100
export const SWORD_LOOT = 101
const CHEST_LOOT = 102
const BROKEN_LOOT = 103
export const GEMS_LOOT = 104

const chest = Array.from({ length: 60 }, (_, at) => [
  400 + at,
  { item_id: at % 3 === 0 ? GEM : COIN, quantity: at + 1, drop_weight: (at % 7) + 1, fill_in_new_order: at % 5 === 0 },
])

const gems = Array.from({ length: 1000 }, (_, at) => [1000 + at, { item_id: GEM, quantity: at + 1 }])

/** The catalog of the shop. */
export const shop: Draft = {
  items: { [COIN]: {}, [SWORD]: {}, [GEM]: {} },
  vendors: {
    10: {
      loot: {
        [PURSE_LOOT]: { item_id: COIN, quantity: 100 },
        [SWORD_LOOT]: { sub_vendor_id: 20 },
        [CHEST_LOOT]: { sub_vendor_id: 40 },
        [GEMS_LOOT]: { sub_vendor_id: 50 },
        [BROKEN_LOOT]: { item_id: GEM, inventory_operation: "subtract", quantity: 1_000_000_000 },
      },
    },
    20: {
      loot: {
        200: { item_id: COIN, quantity: PRICE, inventory_operation: "check_greater_than_or_equal_and_subtract" },
        201: { item_id: SWORD },
      },
    },
    40: { type: "randomly_sampled", loot: Object.fromEntries(chest) },
    50: { type: "randomly_sampled", loot: Object.fromEntries(gems) },
  },
}

/** An entry that fills loot of the shop. */
export const fill = (loot_id: number, quantity = 1): SubmittedEntry => ({ type: "fill_loot", loot_id, quantity })

/**
 * Order `index` of the process `seed`, equal in every process. About a third of the orders hold an entry that fails.
 */
export const orderAt = (seed: string, index: number): OrderRequest => {
  const random = randomFrom(Number.parseInt(uuidOf(`${seed}/${index}`).slice(0, 8), 16))
  const wares = [PURSE_LOOT, SWORD_LOOT, SWORD_LOOT, CHEST_LOOT, CHEST_LOOT, CHEST_LOOT, BROKEN_LOOT]
  const entries = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
    fill(wares[Math.floor(random() * wares.length)] ?? PURSE_LOOT, 1 + Math.floor(random() * 3)),
  )
  return { client_order_ref_id: uuidOf(`${seed}/${index}/reference`), is_transaction: random() < 0.6, entries }
}

/** The player of order `index`. */
export const playerAt = (players: ReadonlyArray<PlayerUuid>, index: number): PlayerUuid => {
  const player = players[index % players.length]
  if (player === undefined) throw new Error("no players")
  return player
}

/** A hash for comparing the bytes of orders. */
export const hashOf = (wire: string): string => createHash("sha256").update(wire).digest("hex")
