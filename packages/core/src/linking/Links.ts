/**
 * Gives a person another way to log in, and takes one away (decisions, section 14). A login by any portal user of a
 * player is a login as that player.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SecureRandom from "effect/crypto/SecureRandom"
import type { Act } from "../operation/Act.ts"
import { type ActRefused, Audit } from "../audit/Audit.ts"
import { SecurityEventStore } from "../audit/SecurityEventStore.ts"
import { Clients } from "../client/Clients.ts"
import { withServicesOf } from "../kernel/work/withServicesOf.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { InvalidInput } from "../kernel/input/Invalid.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import type { LoginBusy, LoginRefused, LoginRestricted } from "../login/errors.ts"
import { LoginHistoryStore } from "../login/storing/LoginHistoryStore.ts"
import { Logins } from "../login/Logins.ts"
import { LoginStore } from "../login/storing/LoginStore.ts"
import type { LoginRequest } from "../login/schema.ts"
import { RoleStore } from "../permission/RoleStore.ts"
import { PersonStore } from "../person/PersonStore.ts"
import { PlayerStore } from "../player/PlayerStore.ts"
import type { PlayerNotFound } from "../player/errors.ts"
import type { PortalUserKey } from "../player/schema.ts"
import { KeptRestrictions } from "../restriction/KeptRestrictions.ts"
import type { KeptRestriction } from "../restriction/KeptRestrictionStore.ts"
import { RestrictionStore } from "../restriction/RestrictionStore.ts"
import type { TokenRefused } from "../token/errors.ts"
import { Sessions } from "../token/Sessions.ts"
import { SessionStore } from "../token/SessionStore.ts"
import type { LinkRefused, PortalUserNotFound, PortalUserTaken } from "./errors.ts"
import { link } from "./link.ts"
import { LinkNotices } from "./LinkNotices.ts"
import { type LinkByHand, type LinkedByHand, linkFor } from "./linkFor.ts"
import { LinkStore, type OwnedPortalUser } from "./LinkStore.ts"
import { personOf } from "./personOf.ts"
import type { LinkingPlayer } from "./record.ts"
import { listed } from "./rules.ts"
import type { LinkedPortalUsers } from "./schema.ts"
import { unlink, unlinkFor } from "./unlink.ts"

/** Everything that a link can be refused with: the refusals of a login up to its credential, and those of the link. */
export type LinkFailure =
  | InvalidInput
  | LoginBusy
  | LoginRefused
  | LoginRestricted
  | LinkRefused
  | PortalUserTaken
  | PlayerNotFound
  | TokenRefused

/** Everything that an unlink by a player can be refused with. */
export type UnlinkFailure = LinkRefused | LoginRestricted | PortalUserNotFound | PlayerNotFound | TokenRefused

/** The portal users of persons. */
export class Links extends Context.Service<
  Links,
  {
    /**
     * Verifies a credential as a login does, and makes its portal user another way to log in as the player; the parent
     * identity, too, if there is one. Answers with the portal users of the person. Nothing changes when the portal user
     * logs in as the player already. Of a portal user of another player nothing is joined; the refusal counts what a
     * merge would join. A session must have begun with a login a short time ago.
     */
    readonly link: (player: LinkingPlayer, request: LoginRequest) => Effect.Effect<LinkedPortalUsers, LinkFailure>
    /**
     * Takes a portal user from the player's person, and ends the sessions that were opened through it. It is free then:
     * it may be linked, or log in as a new person. The last portal user of a player stays. A session of a portal user
     * that was linked lately removes no older one. Answers with those that are left.
     */
    readonly unlink: (player: LinkingPlayer, user: PortalUserKey) => Effect.Effect<LinkedPortalUsers, UnlinkFailure>
    /**
     * As {@link unlink}, by an actor: whatever restriction the person has, and whatever age its portal users. Answers
     * with the one that was taken, too, and with the restrictions that it took along. `isFreed`: it takes none, which
     * the act gives a reason for.
     */
    readonly unlinkFor: (
      player: PlayerUuid,
      user: PortalUserKey,
      act: Act,
      isFreed?: boolean,
    ) => Effect.Effect<
      LinkedPortalUsers & {
        readonly unlinked: OwnedPortalUser | undefined
        readonly kept: ReadonlyArray<KeptRestriction>
      },
      LinkRefused | PortalUserNotFound | PlayerNotFound | InvalidInput | ActRefused
    >
    /**
     * Makes a portal user that nobody proves another way to log in as the player: the actor vouches for it, whatever
     * restriction the person has. One that took a restriction along stays where it is, unless the person had it.
     */
    readonly linkFor: (
      player: PlayerUuid,
      user: LinkByHand,
      act: Act,
    ) => Effect.Effect<
      LinkedByHand,
      LinkRefused | LoginRestricted | PortalUserTaken | PlayerNotFound | InvalidInput | ActRefused
    >
    /** The portal users of the player's person. */
    readonly ofPlayer: (player: PlayerUuid) => Effect.Effect<LinkedPortalUsers, PlayerNotFound>
  }
>()("@garrison/core/linking/Links") {
  static readonly layer = Layer.effect(
    Links,
    Effect.gen(function* () {
      const withServices = yield* withServicesOf(
        Audit,
        Clients,
        KeptRestrictions,
        LinkNotices,
        LinkStore,
        LoginHistoryStore,
        Logins,
        LoginStore,
        PersonStore,
        PlayerStore,
        RestrictionStore,
        RoleStore,
        SecureRandom.SecureRandom,
        SecurityEventStore,
        Sessions,
        SessionStore,
        Transaction,
      )
      return {
        link: (player, request) => withServices(link(player, request)),
        unlink: (player, user) => withServices(unlink(player, user)),
        linkFor: (player, user, act) => withServices(linkFor(player, user, act)),
        unlinkFor: (player, user, act, isFreed) => withServices(unlinkFor(player, user, act, isFreed)),
        ofPlayer: (player) => withServices(Effect.map(personOf(player), listed)),
      }
    }),
  ).pipe(Layer.provide(LinkNotices.layer))
}
