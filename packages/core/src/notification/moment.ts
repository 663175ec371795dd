/**
 * The one order of all that a player reads: notifications of their own list, and broadcasts (decisions, section 9). A
 * row of the player's own list remembers how many broadcasts there were when it was written: its place is the pair of
 * that number and of its position in the list. The place of broadcast `k` is the pair `(k, 0)`. The pairs, compared one
 * part after the other, are a total order, the same for pages and for streams. What appears later has a later place.
 */

/** A place in that order. */
export interface Moment {
  /** How many broadcasts there were: for a broadcast its own position in the log, which begins at 1. */
  readonly broadcast: number
  /** The position in the player's own list, which begins at 1; 0 for a broadcast. */
  readonly position: number
}

/** Before everything: as `start_at` an empty page, as `exclude_before` no exclusion. */
export const START: Moment = { broadcast: 0, position: 0 }

/** At or after everything. */
export const LATEST: Moment = { broadcast: Number.MAX_SAFE_INTEGER, position: Number.MAX_SAFE_INTEGER }

/** The place of a broadcast. */
export const ofBroadcast = (position: number): Moment => ({ broadcast: position, position: 0 })

/** Below 0 where `one` comes before `other`, 0 where they are the same place. */
export const compareMoments = (one: Moment, other: Moment): number =>
  one.broadcast - other.broadcast || one.position - other.position

/** Whether `one` comes after `other`. */
export const isAfter = (one: Moment, other: Moment): boolean => compareMoments(one, other) > 0

/** The later of the two. */
export const laterOf = (one: Moment, other: Moment): Moment => (isAfter(other, one) ? other : one)

/**
 * Whether the place has the form of a broadcast's. Its text is sealed alike for all players, so that what a broadcast
 * sends is made once for everybody.
 */
export const isOfBroadcast = ({ broadcast, position }: Moment): boolean => position === 0 && broadcast > 0

/**
 * The text that a cursor seals for a place: the position alone while there was no broadcast, which is how cursors were
 * sealed before there were any, and `broadcast.position` otherwise.
 */
export const formatMoment = ({ broadcast, position }: Moment): string =>
  broadcast === 0 ? position.toString(10) : `${broadcast}.${position}`

/** The place in an opened cursor. The text was authenticated, so {@link formatMoment} wrote it. */
export const parseMoment = (text: string): Moment => {
  const [first = "", second] = text.split(".")
  return second === undefined
    ? { broadcast: 0, position: Number(first) }
    : { broadcast: Number(first), position: Number(second) }
}

/** Bounds on the rows of a player's own list. */
export interface OwnBounds {
  /** Rows with a position above this one. */
  readonly positionAbove: number
  readonly positionMax: number
  /** Rows that were written when there were at least so many broadcasts. */
  readonly broadcastsMin: number
  readonly broadcastsMax: number
}

/**
 * The rows of a player's own list in `(after, upTo]`. Along a list the number of broadcasts never falls. So a place of
 * the list itself bounds the positions, and that of a broadcast bounds the number of broadcasts.
 */
export const ownBoundsOf = (after: Moment, upTo: Moment): OwnBounds => ({
  positionAbove: after.position,
  positionMax: isOfBroadcast(upTo) ? Number.MAX_SAFE_INTEGER : upTo.position,
  broadcastsMin: isOfBroadcast(after) ? after.broadcast : 0,
  broadcastsMax: isOfBroadcast(upTo) ? upTo.broadcast - 1 : Number.MAX_SAFE_INTEGER,
})
