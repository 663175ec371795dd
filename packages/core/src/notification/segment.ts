/** Who reads a broadcast (decisions, section 9), by what storage knows of a player. */
import { PLAYER_ROLE_ID } from "../permission/schema.ts"

/** To whom a broadcast goes. The players of a list are rows of their own. */
export type Segment =
  | { readonly is: "all" }
  | { readonly is: "role"; readonly roleId: number }
  | { readonly is: "players" }

/** From when on a player has had a role: since there were so many broadcasts. */
export interface RolePeriod {
  readonly since: number
  readonly roleId: number
}

/** What is known of a player as a reader of broadcasts. */
export interface Audience {
  /** How many broadcasts there were when the player was created. */
  readonly joined: number
  /** The earliest first. Before the first of them the player had the role of new players. */
  readonly roles: ReadonlyArray<RolePeriod>
  /** The broadcasts to lists that the player is on. */
  readonly listed: ReadonlySet<number>
  /** How many broadcasts there were when this was read: of later ones it says nothing but `joined`. */
  readonly through: number
}

/** The place of a broadcast in the log, and to whom it goes. */
interface Sent {
  readonly position: number
  readonly segment: Segment
}

/** The role that the player had when the broadcast at this position was sent. */
export const roleAt = (roles: ReadonlyArray<RolePeriod>, position: number): number =>
  roles.findLast(({ since }) => since < position)?.roleId ?? PLAYER_ROLE_ID

/** Whether the player reads the broadcast. {@link isKnown} says whether the audience knows. */
export const isReader = (audience: Audience, { position, segment }: Sent): boolean => {
  if (position <= audience.joined) return false
  switch (segment.is) {
    case "all":
      return true
    case "role":
      return roleAt(audience.roles, position) === segment.roleId
    case "players":
      return audience.listed.has(position)
  }
}

/**
 * Whether the audience was read late enough to say who reads each broadcast of a log, whose newest one that is not for
 * all players is at `lastOfSome`.
 */
export const isKnown = ({ through }: Audience, lastOfSome: number): boolean => lastOfSome <= through
