/** Seals orders that are stored, and checks the seals of stored ones (decisions, section 12; guarantees R63). */
import * as Effect from "effect/Effect"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { made, type SealKind, Seals } from "../kernel/seal/Seals.ts"
import type { KeptOrder } from "./OrderStore.ts"
import { type SealedOrder, sealedText } from "./rules/wire/seal.ts"

const MARKS = { plain: "p", keyed: "k" } as const satisfies Readonly<Record<SealKind, string>>

/** How a stored seal says that it was made; undefined: it says nothing of the kind. */
export const kindOf = (seal: string): SealKind | undefined =>
  seal.startsWith(MARKS.keyed) ? "keyed" : seal.startsWith(MARKS.plain) ? "plain" : undefined

/** Makes the function that computes the seal of the orders of a unit; undefined: the key that it takes is missing. */
export const makeSealOf = Effect.map(
  Seals,
  (seals) =>
    (player: PlayerUuid, kind: SealKind, rows: ReadonlyArray<KeptOrder>): string | undefined => {
      const orders: Array<SealedOrder> = []
      for (const row of rows) {
        const wire = seals.standInOf(kind, row.wire)
        if (wire === undefined) return undefined
        orders.push({ columns: row, wire })
      }
      const { beganSession = false, tokenHash = "" } = rows[0] ?? {}
      const text = seals.sealOf(kind, sealedText(player, tokenHash, beganSession, orders))
      return text === undefined ? undefined : MARKS[kind] + text
    },
)

/** Makes the function that seals the orders of a unit of work, which is to leave `token` behind. */
export const makeSealOrders = Effect.gen(function* () {
  const { hexOf, kind } = yield* Seals
  const sealOf = yield* makeSealOf
  const sealOrders = (player: PlayerUuid, rows: ReadonlyArray<KeptOrder>, token: string): ReadonlyArray<KeptOrder> => {
    const [first, ...further] = rows
    if (first === undefined) return rows
    const submitted = { ...first, tokenHash: hexOf(token) }
    return [{ ...submitted, seal: made(sealOf(player, kind, [submitted, ...further])) }, ...further]
  }
  return sealOrders
})
