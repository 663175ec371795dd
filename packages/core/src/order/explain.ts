/** Explains a stored order: interprets it again from its evidence, with a trace (decisions, section 12). */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { namesFor } from "../catalog/namesBeside.ts"
import type { LinkedCatalog } from "../catalog/rules/linked.ts"
import { calledNamesOf, labelsOf } from "../catalog/rules/labels.ts"
import { InventoryStore } from "../inventory/InventoryStore.ts"
import { withServicesOf } from "../kernel/work/withServicesOf.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { holdsAny } from "../permission/rules.ts"
import type { Caller } from "../kernel/Caller.ts"
import { explainedEntry, type OrderExplanation, type Telling } from "./explanation.ts"
import { OrderStore } from "./OrderStore.ts"
import { asLoaded, recordsBefore, repeat } from "./repeat.ts"
import { type ExplainedEntry, Explainer } from "./rules/explain/explain.ts"
import { differencesOf, storedIdentities } from "./rules/wire/storedOrder.ts"
import { OrderSettings } from "./settings.ts"
import { loadStored, makeLinkedVersions, type StoredOrder } from "./storedOrders.ts"

/** The permission to read the orders of every player. */
const READ_ANY = "inv:read_order:player:any"

/** An order with the steps of each entry. */
export interface ExplainedOrder {
  readonly stored: StoredOrder
  readonly catalog: LinkedCatalog
  /** Whether the interpretation led to the stored order, byte for byte. */
  readonly isSame: boolean
  readonly entries: ReadonlyArray<ExplainedEntry>
  readonly telling: Telling
}

const explainFrom = Effect.fnUntraced(function* (
  stored: StoredOrder,
  catalog: LinkedCatalog,
  seen: Pick<Telling, "withOdds" | "withOthers">,
) {
  const explainer = new Explainer()
  const { outcome } = yield* repeat(stored, catalog, asLoaded(yield* recordsBefore(stored.order)), explainer.sink)
  return {
    stored,
    catalog,
    isSame: differencesOf(stored.family, stored.wires, outcome).length === 0,
    entries: explainer.entries(outcome),
    telling: {
      ids: storedIdentities(stored.family, outcome),
      lasting: new Set([...outcome.changes, ...outcome.newOrders]),
      ...seen,
      labels: labelsOf(catalog),
    },
  } satisfies ExplainedOrder
})

/** The explanation as it is sent. */
export const explanationOf = ({
  catalog,
  entries,
  isSame,
  stored: { evidence, order },
  telling,
}: ExplainedOrder): OrderExplanation => {
  const explained = entries.map((entry) => explainedEntry(entry, telling))
  return {
    order_id: order.order_id,
    player_uuid: order.player_uuid,
    created_time: order.created_time,
    source: order.source,
    ...(evidence.platform === undefined ? undefined : { platform: evidence.platform }),
    catalog_version: catalog.version,
    catalog_etag: catalog.etag,
    is_same: isSame,
    entries: explained,
    ...namesFor(explained, calledNamesOf(catalog)),
  }
}

/**
 * The `explain` of the Orders service. `by` decides whether draws have odds. An interpretation holds the processor, so
 * one runs at a time.
 */
export const makeExplain = Effect.gen(function* () {
  const linkedVersion = yield* makeLinkedVersions
  const { orderExplanationOdds } = yield* OrderSettings
  const inStorage = yield* withServicesOf(InventoryStore, OrderStore)
  const alone = Semaphore.makeUnsafe(1).withPermits(1)
  return Effect.fn("Orders.explain")(function* (player: PlayerUuid, orderId: string, by: Caller) {
    const stored = yield* inStorage(loadStored(player, orderId))
    const withOthers = holdsAny(by.permissions, [READ_ANY])
    const seen = { withOdds: orderExplanationOdds || withOthers, withOthers }
    const explaining = Effect.flatMap(linkedVersion(stored.catalogVersion), (catalog) =>
      explainFrom(stored, catalog, seen),
    )
    return yield* inStorage(alone(explaining))
  })
})
