/**
 * Takes over orders that were stored without a seal, as a server of an earlier version left them beside a newer schema
 * (guarantees R182). They are sealed as they stand, once everything else of the player's inventory vouches for them.
 * The act is in the audit, with what was looked at: from then on the seals say no more than that this operator took
 * them over.
 */
import * as Context from "effect/Context"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type ActRefused, Audit, type Done, type Store } from "../audit/Audit.ts"
import { InventoryStore } from "../inventory/InventoryStore.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Act } from "../operation/Act.ts"
import { PlayerNotFound } from "../player/errors.ts"
import { orderActs } from "./acts.ts"
import { FAULTS_MAX, Ledger, type Verified } from "./Ledger.ts"
import type { KeptOrder } from "./OrderStore.ts"
import { makeSealOrders } from "./sealOrders.ts"
import { VerificationStore } from "./VerificationStore.ts"

/** What was looked at, and what was done. */
export interface Accepted {
  readonly orders: number
  readonly records: number
  readonly ledgerRows: number
  /** The submitted orders that have a seal now, by time; each with the orders that it made. */
  readonly accepted: ReadonlyArray<string>
  /** Differences besides the seals that are missing. Nothing was accepted where there is one. */
  readonly differences: number
}

/** Orders without a seal. */
export class UnsealedOrders extends Context.Service<
  UnsealedOrders,
  {
    /**
     * Seals the orders of the player that have to have a seal and have none. It does nothing where an order, a record
     * or a claim does not fit, or where orders change the inventory meanwhile each time that it is read.
     */
    readonly accept: (player: PlayerUuid, act: Act) => Effect.Effect<Accepted, PlayerNotFound | ActRefused>
  }
>()("@garrison/core/order/UnsealedOrders") {
  static readonly layer = Layer.effect(
    UnsealedOrders,
    Effect.suspend(() => make),
  )
}

/** An order came between look and change. */
class Overtaken extends Data.TaggedError("Overtaken") {}

/** Orders that are read at once. */
const PAGE_ORDERS = 50

/** How often it begins again when an order came between look and change. */
const ATTEMPTS_MAX = 5

/** Most ids that an audit row names. */
const NAMED_MAX = 100

/** The orders that lack a seal, and how many other differences there are. */
const lackingIn = ({ faults, state }: Verified) => {
  const unsealed = new Set(faults.flatMap((one) => (one.fault === "seal_missing" ? [one.order_id] : [])))
  // What an order without a seal leaves behind is no token.
  const others = faults.filter(
    ({ fault, order_id: id }) => fault !== "seal_missing" && !(fault === "orders_cut" && unsealed.has(id)),
  )
  const isUnknown = state === "changing" || faults.length >= FAULTS_MAX
  return { unsealed, differences: others.length + (isUnknown ? 1 : 0) }
}

/** Every unit of the player: a submitted order with those that it made, which have its time. */
const unitsOf = Effect.fnUntraced(function* (rows: VerificationStore["Service"], player: PlayerUuid) {
  const units: Array<Array<KeptOrder>> = []
  for (let after = { created: Number.MIN_SAFE_INTEGER, orderId: "" }; ;) {
    const page = yield* rows.orders(player, after, PAGE_ORDERS)
    for (const kept of page) {
      const unit = units.at(-1)
      if (unit !== undefined && unit[0]?.created === kept.created) unit.push(kept)
      else units.push([kept])
    }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE_ORDERS) return units
    after = last
  }
})

const make = Effect.gen(function* () {
  const [audit, inventory, ledger, rows] = [
    yield* Audit,
    yield* InventoryStore,
    yield* Ledger,
    yield* VerificationStore,
  ]
  const random = yield* SecureRandom.SecureRandom
  const sealOrders = yield* makeSealOrders

  /** The unit of work that seals them. */
  const sealing = Effect.fnUntraced(function* (
    player: PlayerUuid,
    unsealed: ReadonlySet<unknown>,
    lastChanged: number,
  ) {
    const units = yield* unitsOf(rows, player)
    const last = units.at(-1)
    let left: string | undefined
    const sealed: Array<KeptOrder> = []
    for (const unit of units) {
      if (!unsealed.has(unit[0]?.orderId)) continue
      const token = yield* random.uuidV4()
      if (unit === last) left = token
      sealed.push(...sealOrders(player, unit, token).slice(0, 1))
    }
    // Undone, where another unit was first.
    if (!(yield* rows.keepSeals(player, lastChanged, sealed, left))) return yield* new Overtaken()
    return sealed
  })

  const attempt = Effect.fnUntraced(function* (player: PlayerUuid, store: Store) {
    const owner = yield* inventory.owner(player)
    if (owner === "not_found") return yield* new PlayerNotFound({ code: "resource_not_found" })
    const verified = yield* ledger.verify(player)
    const { differences, unsealed } = lackingIn(verified)
    const { ledgerRows, orders, records } = verified
    const nothing: Accepted = { orders, records, ledgerRows, accepted: [], differences }
    if (differences > 0 || unsealed.size === 0) return nothing
    const unit = Effect.map(sealing(player, unsealed, owner.lastChanged), (sealed): Done<Accepted> => {
      const accepted = sealed.map(({ orderId }) => orderId)
      const after = {
        accepted: accepted.length,
        order_ids: accepted.slice(0, NAMED_MAX),
        looked_at: { orders, records, ledger_rows: ledgerRows },
      }
      return { answer: { ...nothing, accepted }, change: { after } }
    })
    return yield* Effect.catchTag(store(unit), "Overtaken", () => Effect.undefined)
  })

  const accept = Effect.fn("UnsealedOrders.accept")((player: PlayerUuid, act: Act) =>
    audit.perform(orderActs.accept, act, { kind: "player", id: player }, (store) =>
      Effect.gen(function* () {
        for (let count = 0; count < ATTEMPTS_MAX; count++) {
          const done = yield* attempt(player, store)
          if (done !== undefined) return done
        }
        const busy: Accepted = { orders: 0, records: 0, ledgerRows: 0, accepted: [], differences: 1 }
        return busy
      }),
    ),
  )

  return UnsealedOrders.of({ accept })
})
