/** The storage interface of portal users whose platform has environments, for giving them theirs. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersonId } from "../../kernel/Identifier.ts"
import type { Platform } from "../../kernel/Platform.ts"

/** A place in the list of portal users, which is sorted by the bytes of its members in this order. */
export interface PortalUserPlace {
  /** Empty: the portal user has none. */
  readonly environment: string
  readonly portalUserId: string
  readonly platform: Platform | ""
}

/** A portal user, with the person that it logs in as. */
export interface ListedPortalUser extends PortalUserPlace {
  readonly platform: Platform
  readonly personId: PersonId
}

/** Storage of the portal users of platforms that have environments. */
export class PortalUserStore extends Context.Service<
  PortalUserStore,
  {
    /** At most `limit` portal users behind a place. */
    readonly list: (after: PortalUserPlace, limit: number) => Effect.Effect<ReadonlyArray<ListedPortalUser>>
    /**
     * Gives a portal user without an environment this one, with its parent and its sessions. Takes part in the running
     * unit of work. False, and nothing changes: it has one meanwhile, or the environment has another user of its id.
     */
    readonly assign: (user: ListedPortalUser, environment: string) => Effect.Effect<boolean>
  }
>()("@garrison/core/login/storing/PortalUserStore") {}
