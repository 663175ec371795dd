/** Verifies the inventories, ledgers and orders of all players, one after another (guarantees R3 and R63). */
import * as Effect from "effect/Effect"
import type { LedgerFault } from "../inventory/rules/ledger.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { FAULTS_MAX, Ledger } from "./Ledger.ts"
import { noSeals, type SealCounts } from "./verifySeals.ts"

/** A difference with its player. */
export type FoundFault = LedgerFault & { readonly player_uuid: PlayerUuid }

/** What was found so far. */
export interface LedgerTotals {
  /** At most {@link FAULTS_MAX}. */
  readonly faults: Array<FoundFault>
  /** Players whose inventories changed each time that they were read. */
  readonly changing: Array<PlayerUuid>
  players: number
  records: number
  ledgerRows: number
  orders: number
  readonly seals: SealCounts
}

/** Totals of nothing. */
export const noTotals = (): LedgerTotals => ({
  faults: [],
  changing: [],
  players: 0,
  records: 0,
  ledgerRows: 0,
  orders: 0,
  seals: noSeals(),
})

const SORTS = ["keyed", "unchecked", "plain", "unsealed"] as const

const addFault = ({ faults }: LedgerTotals, player: PlayerUuid, fault: LedgerFault): void => {
  if (faults.length < FAULTS_MAX) faults.push({ player_uuid: player, ...fault })
}

/** Verifies a player, and adds what was found to the totals. */
export const verifyInto = Effect.fnUntraced(function* (totals: LedgerTotals, player: PlayerUuid) {
  const found = yield* (yield* Ledger).verify(player)
  totals.players++
  totals.records += found.records
  totals.ledgerRows += found.ledgerRows
  totals.orders += found.orders
  for (const sort of SORTS) totals.seals[sort] += found.seals[sort]
  if (found.state === "changing") totals.changing.push(player)
  for (const fault of found.faults) addFault(totals, player, fault)
})

/** Players that are looked up at once, and how many are verified between two reports about the progress. */
const PAGE_PLAYERS = 500
const PLAYERS_BETWEEN_REPORTS = 10_000

/** Verifies every player with an inventory. `report` is called from time to time with what was found so far. */
export const verifyAll = Effect.fn("Ledger.verifyAll")(function* <E, R>(
  report: (totals: Readonly<LedgerTotals>) => Effect.Effect<void, E, R>,
) {
  const ledger = yield* Ledger
  const totals = noTotals()
  for (let after: PlayerUuid | undefined; ;) {
    const players: ReadonlyArray<PlayerUuid> = yield* ledger.owners(after, PAGE_PLAYERS)
    for (const player of players) {
      // Nothing of Garrison deletes an inventory, or a player that has one.
      yield* Effect.catchTag(verifyInto(totals, player), "PlayerNotFound", () =>
        Effect.sync(() => addFault(totals, player, { fault: "owner_unknown" })),
      )
      if (totals.players % PLAYERS_BETWEEN_REPORTS === 0) yield* report(totals)
    }
    after = players.at(-1)
    if (players.length < PAGE_PLAYERS) return totals
  }
})
