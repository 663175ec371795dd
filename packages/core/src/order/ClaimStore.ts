/**
 * The storage interface of what a player gets once, for reading: promotion codes, and loot per inventory session
 * (decisions, section 12). OrderStore.ts stores it.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { PromotionState } from "./rules/interpret/ask.ts"

/**
 * Storage of claims. Claimed codes are kept for ever, also when the catalog no longer has the code. They belong to the
 * player. The number of claims of a limited code is a row of the code, which claims of all players change.
 */
export class ClaimStore extends Context.Service<
  ClaimStore,
  {
    /** The claims of the code. The number of uses may be higher by the time that the order is stored. */
    readonly promotion: (player: PlayerUuid, code: string) => Effect.Effect<PromotionState>
    /** How often each code was claimed while it was limited; codes without such a claim are left out. For operators. */
    readonly uses: Effect.Effect<ReadonlyMap<string, number>>
    /** Whether the loot was applied in the current inventory session. */
    readonly isApplied: (player: PlayerUuid, lootId: number) => Effect.Effect<boolean>
  }
>()("@garrison/core/order/ClaimStore") {}
