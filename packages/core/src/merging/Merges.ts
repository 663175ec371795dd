/** Joins two persons into one, and parts them again (decisions, section 14). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type ActRefused, Audit } from "../audit/Audit.ts"
import { SecurityEventStore } from "../audit/SecurityEventStore.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { InvalidInput } from "../kernel/input/Invalid.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { withServicesOf } from "../kernel/work/withServicesOf.ts"
import { LinkNotices } from "../linking/LinkNotices.ts"
import type { Act } from "../operation/Act.ts"
import { RoleStore } from "../permission/RoleStore.ts"
import { PersonStore } from "../person/PersonStore.ts"
import type { PlayerNotFound } from "../player/errors.ts"
import { Sessions } from "../token/Sessions.ts"
import { ownerOf } from "./both.ts"
import type { MergeNotFound, MergeRefused } from "./errors.ts"
import { merge, type MergeWanted } from "./merge.ts"
import { MergeStore } from "./MergeStore.ts"
import { whyNotUndone } from "./rules.ts"
import { type MergedPersons, type MergesOfPlayer, mergeView, type UnmergedPersons } from "./schema.ts"
import { unmerge, type UnmergeWanted } from "./unmerge.ts"

/** Merges of persons. */
export class Merges extends Context.Service<
  Merges,
  {
    /**
     * Gives the person of a player the players and portal users of another person. No inventory moves: each player
     * keeps its own. The stricter restriction and the lesser role hold, and all sessions of both end.
     */
    readonly merge: (
      wanted: MergeWanted,
      act: Act,
    ) => Effect.Effect<MergedPersons, MergeRefused | PlayerNotFound | InvalidInput | ActRefused>
    /** Undoes a merge within its time. What came since stays with the player that it came to. */
    readonly unmerge: (
      wanted: UnmergeWanted,
      act: Act,
    ) => Effect.Effect<UnmergedPersons, MergeRefused | MergeNotFound | PlayerNotFound | ActRefused>
    /** The merges of the player's person. */
    readonly ofPlayer: (player: PlayerUuid) => Effect.Effect<MergesOfPlayer, PlayerNotFound>
  }
>()("@garrison/core/merging/Merges") {
  static readonly layer = Layer.effect(
    Merges,
    Effect.gen(function* () {
      const withServices = yield* withServicesOf(
        Audit,
        LinkNotices,
        MergeStore,
        PersonStore,
        RoleStore,
        SecureRandom.SecureRandom,
        SecurityEventStore,
        Sessions,
        Transaction,
      )

      const ofPlayer = Effect.fn("Merges.ofPlayer")(function* (player: PlayerUuid) {
        const merges = yield* (yield* MergeStore).ofPerson(yield* ownerOf(player))
        const now = yield* Clock.currentTimeMillis
        return {
          player_uuid: player,
          merges: merges.map((merge) => mergeView(merge, whyNotUndone(merge, merges, now))),
        }
      })

      return {
        merge: (wanted, act) => withServices(merge(wanted, act)),
        unmerge: (wanted, act) => withServices(unmerge(wanted, act)),
        ofPlayer: (player) => withServices(ofPlayer(player)),
      }
    }),
  ).pipe(Layer.provide(LinkNotices.layer))
}
