/**
 * Stores what takes counts back as an order like every other, in the unit of work of an act (decisions, section 12):
 * decided on the locked inventory, and stored whole or not at all.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { Catalogs } from "../catalog/Catalogs.ts"
import type { LinkedCatalog } from "../catalog/rules/linked.ts"
import type { HeldRecord } from "../inventory/schema.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { StorageUnavailable } from "../kernel/work/Transaction.ts"
import { type Act, callerOf } from "../operation/Act.ts"
import { makeBasisOf, makeDecide } from "./decide.ts"
import type { OrderSource } from "./enumerations.ts"
import { RefundImpossible } from "./errors.ts"
import { type OrderBasis, OrderStore, type OwedCount } from "./OrderStore.ts"
import type { TracedUse } from "./provenance.ts"
import type { Restored } from "./rules/refund/netChanges.ts"
import type { Submission, TakingBack } from "./rules/submission.ts"
import { storedOrderIn } from "./rules/wire/storedOrder.ts"
import type { SubmittedEntry } from "./schema.ts"
import type { Taken } from "./taking.ts"

/** Counts that cannot be taken any more, with where they went. */
export interface Lacking extends OwedCount {
  readonly uses: ReadonlyArray<TracedUse>
}

/** Counts of a record. */
export interface RecordCount {
  readonly inventoryId: string
  readonly itemId: number
  readonly bucket: HeldRecord["bucket"]
  readonly count: number
}

/** A record as it is, and as it is to be. */
export interface RecordWrite {
  readonly before: HeldRecord
  readonly after: Restored
}

/** What is to be taken and given, and how each record changes by it. */
export interface TakingPlan {
  readonly lacking: ReadonlyArray<Lacking>
  readonly taken: ReadonlyArray<Taken>
  readonly given: ReadonlyArray<RecordCount>
  readonly lapsed: ReadonlyArray<RecordCount>
  readonly writes: ReadonlyArray<RecordWrite>
}

/** A unit that met another one, and is run again. */
export class TakingOvertaken extends Data.TaggedError("TakingOvertaken") {}

/** How often a unit that was overtaken is run again. */
export const OVERTAKEN_RETRIES_MAX = 4

/** The end of a unit that was overtaken each time. */
export const tooBusy = Effect.die(
  new StorageUnavailable("an inventory changes faster than a refund can follow it", { trouble: "busy" }),
)

/** The entry that makes a record what it is to be; undefined: it is that already. */
export const entryOf = ({ after, before }: RecordWrite): SubmittedEntry | undefined => {
  const isSame = after.count === before.count && after.expires === before.expires
  const hasData = after.customData !== before.customData && after.customData !== undefined
  if (isSame && !hasData) return undefined
  return {
    type: "update_inventory",
    quantity: after.count,
    inventory_id: before.inventoryId,
    ...(after.expires !== undefined && { expires: after.expires }),
    ...(hasData && { custom_data: after.customData }),
  }
}

/** What is owed, without where it went. */
export const owedOf = ({ lacking }: TakingPlan): ReadonlyArray<OwedCount> =>
  lacking.map(({ bucket, count, itemId }) => ({ itemId, bucket, count }))

/** An order that takes back, before its entries are known. */
export interface TakingBegun {
  readonly basis: OrderBasis
  readonly store: (
    entries: ReadonlyArray<SubmittedEntry>,
    takingBack: TakingBack,
  ) => Effect.Effect<string, RefundImpossible | TakingOvertaken>
}

/** Makes the function that begins an order of an act, on the locked inventory of the player. */
export const makeBeginTaking = Effect.gen(function* () {
  const catalogs = yield* Catalogs
  const { store } = yield* OrderStore
  const basisOf = yield* makeBasisOf
  const decide = yield* makeDecide

  /** The catalog of the order. Linking a new one takes long, so it is done before the unit of work. */
  const catalog = Effect.orDie(Effect.map(catalogs.current, ({ linked }) => linked))

  const begin = Effect.fnUntraced(function* (
    player: PlayerUuid,
    source: OrderSource,
    current: LinkedCatalog,
    act: Act,
  ) {
    const { clientId, kind, subject: uuid } = callerOf(act)
    const rights = { isServer: true, source, platform: undefined, portalUserId: undefined }
    const submission: Submission = {
      player,
      request: { source, is_transaction: true, entries: [] },
      submitter: { kind, uuid, clientId, ...rights },
      body: "",
      fingerprint: "",
      catalog: current,
      kind: "order",
      isGuessing: false,
    }
    const basis = yield* basisOf(submission, "locked")
    const stored: TakingBegun["store"] = Effect.fnUntraced(function* (entries, takingBack) {
      const decided = yield* decide.order({ ...submission, takingBack }, { basis, entries })
      const [order] = decided.orders
      if (order === undefined) return yield* Effect.die(new Error("an order without a row"))
      const isDone = storedOrderIn(order.wire).entries.every(({ result }) => result === "success")
      if (!isDone) return yield* new RefundImpossible({ code: "refund_not_possible", why: "no_room" })
      if ((yield* store(decided)) !== "stored") return yield* new TakingOvertaken()
      return order.orderId
    })
    return { basis, store: stored } satisfies TakingBegun
  })

  return { catalog, begin }
})
