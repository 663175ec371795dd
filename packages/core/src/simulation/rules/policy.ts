/**
 * A policy with its names resolved: plain data, so that threads can be given it. Each action has the order that it
 * submits, which is the same each time.
 */
import type { Platform } from "../../kernel/Platform.ts"
import type { InterpretedOrder } from "../../order/rules/interpret/interpret.ts"

/** A number of an item. */
export interface ItemCount {
  readonly itemId: number
  readonly count: number
}

/** A range of whole numbers, both ends included. */
export interface WholeRange {
  readonly min: number
  readonly max: number
}

/** A condition: the player owns at least `count` of the item, or (`isOwned` false) fewer. */
export interface Condition extends ItemCount {
  readonly isOwned: boolean
}

/** What makes items come and go: an action of players, or what happens to a player without one. */
export type FlowSource =
  | { readonly kind: "start" | "entitlements" | "expired" | "session_ended" }
  | { readonly kind: "play" | "claim" | "buy"; readonly lootId: number }
  | { readonly kind: "redeem"; readonly code: string }

/** The sources that every policy has, in the order of their indexes. */
export const OWN_SOURCES = ["start", "entitlements", "expired", "session_ended"] as const
export const START = 0
export const ENTITLEMENTS = 1
export const EXPIRED = 2
export const SESSION_ENDED = 3

/** An action of a session. */
export interface Action {
  /** Its index in the sources of the policy. */
  readonly source: number
  readonly order: InterpretedOrder
  /** Whether a game server submits the order. */
  readonly isServer: boolean
  readonly times: WholeRange
  /** How likely the player does it in a session. */
  readonly chance: number
  /** Most successful orders of a player in the whole simulation. */
  readonly atMost: number
  readonly when: ReadonlyArray<Condition>
  /** Whether the player does not order what the player cannot afford. */
  readonly isWhenAffordable: boolean
  /** What the player must have left, or else does not order. */
  readonly keeping: ReadonlyArray<ItemCount>
}

/** Players who do the same. */
export interface Cohort {
  readonly name: string
  readonly share: number
  /** Sessions in a day: a range, or a mean that is not a whole number. */
  readonly sessions: WholeRange | number
  readonly platform: Platform
  readonly start: ReadonlyArray<ItemCount>
  readonly actions: ReadonlyArray<Action>
}

/** A policy. */
export interface Policy {
  readonly cohorts: ReadonlyArray<Cohort>
  readonly sources: ReadonlyArray<FlowSource>
  /** Items whose flows and balances are measured. */
  readonly currencies: ReadonlyArray<number>
  /** What the time to own is measured of. */
  readonly goals: ReadonlyArray<ItemCount>
}
