/** The prices that a purchase of a quote with expected results may state. */
import * as Effect from "effect/Effect"
import { InventoryStore } from "../inventory/InventoryStore.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { answerAsks } from "../order/answerAsks.ts"
import type { SubmittedEntry } from "../order/schema.ts"
import type { QuoteBasis } from "../order/submit.ts"
import { Notes } from "../order/rules/explain/notes.ts"
import type { EarlierClaims } from "../order/rules/interpret/ask.ts"
import { Holdings } from "../order/rules/interpret/holdings.ts"
import { interpret } from "../order/rules/interpret/interpret.ts"

/** Prices do not depend on draws: each draws the first number. */
const first = () => 0

/** The prices of the entry, as it would be the only one of its order; undefined: it buys nothing that has a price. */
export const pricesOfEntry = Effect.fnUntraced(function* (
  player: PlayerUuid,
  request: SubmittedEntry,
  { catalog, circumstances }: Pick<QuoteBasis, "catalog" | "circumstances">,
  claims: EarlierClaims,
) {
  if (request.type !== "purchase_loot" && request.type !== "purchase_dynamic_bundle") return undefined
  const inventory = yield* InventoryStore
  const collected = new Notes()
  const order = { source: "UNKNOWN", isTransaction: false, entries: [request] } as const
  const { outcome } = yield* answerAsks(
    interpret(catalog, order, circumstances, Holdings.empty(), first, collected.sink),
    {
      records: (ask) => inventory.load(player, ask, circumstances.now),
      part: ({ itemId, part }) => inventory.part(player, itemId, part, circumstances.now),
      claims: () => Effect.succeed(claims),
    },
  )
  const [entry] = outcome.order.entries
  return entry && collected.pricesOf(outcome).get(entry)
})
