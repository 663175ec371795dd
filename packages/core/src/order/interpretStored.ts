/** Interprets orders with random draws, and with the player's stored records and claims. */
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import type { LinkedCatalog } from "../catalog/rules/linked.ts"
import { InventoryStore } from "../inventory/InventoryStore.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { answerAsks } from "./answerAsks.ts"
import { ClaimStore } from "./ClaimStore.ts"
import type { Chooser, ClaimsAsk, EarlierClaims } from "./rules/interpret/ask.ts"
import { Holdings } from "./rules/interpret/holdings.ts"
import { interpret, type InterpretedOrder } from "./rules/interpret/interpret.ts"
import type { TraceSink } from "./rules/explain/trace.ts"
import type { Circumstances } from "./rules/interpret/run.ts"

const unasked = (): never => {
  throw new Error("claims that were not asked for")
}

/** Makes the function that answers with the stored claims. */
const makeClaims = Effect.map(ClaimStore, (store) =>
  Effect.fnUntraced(function* (player: PlayerUuid, { codes, lootIds }: ClaimsAsk) {
    const promotions = new Map<string, ReturnType<EarlierClaims["promotion"]>>()
    const applied = new Map<number, boolean>()
    for (const code of codes) promotions.set(code, yield* store.promotion(player, code))
    for (const lootId of lootIds) applied.set(lootId, yield* store.isApplied(player, lootId))
    return {
      promotion: (code) => promotions.get(code) ?? unasked(),
      isApplied: (lootId) => applied.get(lootId) ?? unasked(),
    } satisfies EarlierClaims
  }),
)

/**
 * Makes the function that interprets an order of a player. Every order runs it, so it looks its services up once.
 * `trace` is called with each step; without it no step is made.
 */
export const makeInterpretStored = Effect.gen(function* () {
  const inventory = yield* InventoryStore
  const claims = yield* makeClaims
  const random = yield* SecureRandom.SecureRandom
  // A draw waits for nothing, so the interpreter draws by a plain call.
  const choose: Chooser = ({ total }) => Effect.runSync(random.intBetween(0, total, { halfOpen: true }))

  return (
    catalog: LinkedCatalog,
    order: InterpretedOrder,
    circumstances: Circumstances,
    player: PlayerUuid,
    trace?: TraceSink,
  ) =>
    answerAsks(interpret(catalog, order, circumstances, Holdings.empty(), choose, trace), {
      records: (ask) => inventory.load(player, ask, circumstances.now),
      part: ({ itemId, part }) => inventory.part(player, itemId, part, circumstances.now),
      claims: (ask) => claims(player, ask),
    })
})
