/** Checks the seals of the orders of a player, in the sequence of the orders (guarantees R63). */
import * as Effect from "effect/Effect"
import type { LedgerFault } from "../inventory/rules/ledger.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { Seals } from "../kernel/seal/Seals.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { kindOf, makeSealOf } from "./sealOrders.ts"
import type { KeptOrder } from "./OrderStore.ts"
import { type KeptOwner, VerificationStore } from "./VerificationStore.ts"

/** How many submitted orders have seals of each sort. */
export interface SealCounts {
  /** Keyed seals, checked or not. */
  keyed: number
  /** Keyed seals that could not be checked, because their key is missing. */
  unchecked: number
  /** Seals that who knows how they are made can make. */
  plain: number
  /** Orders from before orders were sealed. */
  unsealed: number
}

/** No seals. */
export const noSeals = (): SealCounts => ({ keyed: 0, unchecked: 0, plain: 0, unsealed: 0 })

/** The seals of a player's orders so far. */
export interface SealWalk {
  readonly counts: SealCounts
  /** Orders that were made later than this are sealed. */
  readonly sealsFrom: Timestamp
  /** The last submitted order. */
  last: KeptOrder | undefined
  /** 0: no order had a seal so far; 1: none a keyed one. */
  strength: number
}

const STRENGTH = { plain: 1, keyed: 2 } as const

/** Makes the checks of seals. */
export const makeSealChecks = Effect.gen(function* () {
  const seals = yield* Seals
  const sealOf = yield* makeSealOf
  const store = yield* VerificationStore
  const keyedFrom = seals.keyedFrom?.orders ?? Number.POSITIVE_INFINITY

  const begin = Effect.map(store.sealsFrom, (sealsFrom): SealWalk => ({
    counts: noSeals(),
    sealsFrom,
    last: undefined,
    strength: 0,
  }))

  /** Whether the seal of the unit is one that Garrison made for it, as far as that can be said here. */
  const isSealed = (player: PlayerUuid, rows: ReadonlyArray<KeptOrder>) => {
    const { created = 0, seal = "" } = rows[0] ?? {}
    const kind = kindOf(seal)
    if (kind === undefined || (kind === "plain" && created > keyedFrom)) return "differs"
    const expected = sealOf(player, kind, rows)
    return expected === undefined ? "unchecked" : expected === seal ? kind : "differs"
  }

  /** The faults of the seal of a unit: a submitted order, then the orders that it made. */
  const ofUnit = (walk: SealWalk, player: PlayerUuid, rows: ReadonlyArray<KeptOrder>): ReadonlyArray<LedgerFault> => {
    const [submitted] = rows
    if (submitted === undefined) return []
    walk.last = submitted
    const of = { order_id: submitted.orderId }
    if (submitted.seal === undefined) {
      const mustBeSealed = walk.strength > 0 || submitted.created > Math.min(walk.sealsFrom, keyedFrom)
      if (mustBeSealed) return [{ fault: "seal_missing", ...of }]
      walk.counts.unsealed++
      return []
    }
    const found = isSealed(player, rows)
    const kind = kindOf(submitted.seal) ?? "plain"
    const isWeaker = STRENGTH[kind] < walk.strength
    walk.strength = Math.max(walk.strength, STRENGTH[kind])
    walk.counts[kind]++
    if (found === "unchecked") walk.counts.unchecked++
    return found === "differs" || isWeaker ? [{ fault: "seal_differs", ...of }] : []
  }

  /** The faults at the end of the orders: in the row of their inventory. */
  const atEnd = ({ last }: SealWalk, owner: KeptOwner | undefined): ReadonlyArray<LedgerFault> => {
    const of = last && { order_id: last.orderId }
    const isCut = last?.tokenHash !== (owner?.token && seals.hexOf(owner.token))
    return [
      ...(last !== undefined && owner === undefined ? [{ fault: "owner_missing" as const, ...of }] : []),
      ...(isCut ? [{ fault: "orders_cut" as const, ...of }] : []),
      // Before orders were sealed, the end of a session alone moved an inventory on, too.
      ...(last?.seal !== undefined && owner !== undefined && owner.lastChanged !== last.created
        ? [
            {
              fault: "owner_differs" as const,
              ...of,
              field: "changed_at",
              expected: String(last.created),
              found: String(owner.lastChanged),
            },
          ]
        : []),
    ]
  }

  return { begin, ofUnit, atEnd, isSealed, missing: seals.missing }
})

/** What {@link makeSealChecks} makes. */
export type SealChecks = Effect.Success<typeof makeSealChecks>
