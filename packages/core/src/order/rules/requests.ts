/**
 * What the interpreter asks of whoever runs it. It never draws and never loads by itself (decisions, section 12), so
 * that one definition serves a submission (../carryOut.ts) and whoever answers in another way: tests and benchmarks
 * choose the draws themselves, and stored choices lead to the same outcome again (guarantees R8).
 */
import type { Holdings } from "./holdings.ts"

/** Loot that a draw can pick, with its share of the total. */
export interface DrawCandidate {
  readonly lootId: number
  readonly weight: number
}

/**
 * A random choice, answered with an integer from 0 to below `total`, each equally likely: the candidates own
 * consecutive runs of these numbers, as long as their weights, in the order given.
 */
export interface DrawRequest {
  readonly _tag: "Draw"
  readonly vendorId: number
  /** Sum of the candidates' weights, above 0. */
  readonly total: number
  /** What can be drawn, for whoever looks into a draw; submitting an order only needs `total`. */
  readonly candidates: () => ReadonlyArray<DrawCandidate>
}

/**
 * Records that are needed and were not loaded yet: those of the named items, and those of the items that the named
 * records belong to. Answered by calling `holdings.supply`, then continuing with 0.
 */
export interface InventoryRequest {
  readonly _tag: "Inventory"
  readonly itemIds: ReadonlyArray<number>
  readonly inventoryIds: ReadonlyArray<string>
  readonly legacyInventoryIds: ReadonlyArray<bigint>
  readonly holdings: Holdings
}

/** A part of the interpretation: asks, is answered with a number (0 where the answer is not a draw), ends in `A`. */
export type Fulfilment<A> = Generator<DrawRequest | InventoryRequest, A, number>
