/**
 * The storage interface of what a player gets once: promotion codes, and loot per inventory session (decisions, section
 * 12).
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type { PromotionState } from "./rules/ask.ts"
import type { Outcome } from "./rules/outcome.ts"

/** What the entries of an order got once. */
export type Claims = Pick<Outcome, "claims" | "applied">

/**
 * Storage of claims. Claimed codes are kept for ever, also when the catalog no longer has the code. They belong to the
 * player. The number of claims of a limited code is a row of the code, which claims of all players change.
 */
export class ClaimStore extends Context.Service<
  ClaimStore,
  {
    /** The claims of the code. The number of uses may be higher by the time that the unit of work writes. */
    readonly promotion: (player: PlayerUuid, code: string) => Effect.Effect<PromotionState>
    /** How often each of the codes was claimed while it was limited; codes without such a claim are left out. */
    readonly uses: (codes: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, number>>
    /** Whether the loot was applied in the current inventory session. */
    readonly isApplied: (player: PlayerUuid, lootId: number) => Effect.Effect<boolean>
    /**
     * Stores the claims of an order and counts the limited ones. `conflict`: the player has claimed a code or applied
     * loot meanwhile, or no use is left, so the caller must undo the unit of work. Call it last: other players wait for
     * the row of a limited code until the unit of work ends. Rows are taken in the order of the codes, so that two
     * units that claim the same codes never wait for each other.
     */
    readonly add: (
      player: PlayerUuid,
      orderId: string,
      claims: Claims,
      created: Timestamp,
    ) => Effect.Effect<"added" | "conflict">
    /** Forgets the loot that was applied in the current inventory session, because the session ends. */
    readonly endSession: (player: PlayerUuid) => Effect.Effect<void>
  }
>()("@garrison/core/order/ClaimStore") {}
