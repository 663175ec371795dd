/** What may be linked and unlinked, and what a merge would join (decisions, section 14). */
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { type ConfiguredEnvironments, isWithEnvironments } from "../kernel/PortalEnvironments.ts"
import { isSame } from "../login/rules/parent.ts"
import type { KnownPortalUser, PortalUserKey } from "../player/schema.ts"
import type { SessionOrigin } from "../token/SessionStore.ts"
import type { Holdings, LinkedPerson, OwnedPortalUser } from "./LinkStore.ts"
import type { LinkedPortalUsers, Merge, MergeSide } from "./schema.ts"

/** What is known of a link that a player asks for. */
export interface LinkFacts {
  /** The caller's person and player. */
  readonly person: LinkedPerson
  readonly player: PlayerUuid
  /** The portal user, if it has logged in before or is linked. */
  readonly known: KnownPortalUser | undefined
  /** Its parent, if the identity has one. */
  readonly parent: { readonly known: KnownPortalUser | undefined } | undefined
  readonly portalUsersMax: number
}

/** The result of a link. `taken`: by the owner of `by`, the portal user or its parent. */
export type LinkVerdict =
  | { readonly is: "linked_before" }
  | { readonly is: "free"; readonly parentIsNew: boolean }
  | { readonly is: "taken"; readonly by: KnownPortalUser }
  | { readonly is: "too_many" }

/** Decides on a link. A parent of the same person may log in as another player of it, as at a login. */
export const judgeLink = ({ known, parent, person, player, portalUsersMax }: LinkFacts): LinkVerdict => {
  if (known !== undefined) {
    const isOwn = known.personId === person.personId && known.player?.playerUuid === player
    return isOwn ? { is: "linked_before" } : { is: "taken", by: known }
  }
  const above = parent?.known
  if (above !== undefined && above.personId !== person.personId) return { is: "taken", by: above }
  const parentIsNew = parent !== undefined && above === undefined
  const wanted = person.portalUsers.length + (parentIsNew ? 2 : 1)
  return wanted > portalUsersMax ? { is: "too_many" } : { is: "free", parentIsNew }
}

/** When the session of a caller began, and how. */
type Opening = Pick<SessionOrigin, "isLogin" | "openedAt">

/** Whether a credential opened the session, at most so long ago. A refresh does not count. */
export const isRecentLogin = ({ isLogin, openedAt }: Opening, now: Timestamp, proofMillis: number): boolean =>
  isLogin && now - openedAt <= proofMillis

/** The portal user of this key, if it is one of the person's. */
export const portalUserOf = ({ portalUsers }: LinkedPerson, key: PortalUserKey): OwnedPortalUser | undefined =>
  portalUsers.find((one) => isSame(one, key))

/** Whether the person has this portal user. */
export const hasPortalUser = (person: LinkedPerson, key: PortalUserKey): boolean =>
  portalUserOf(person, key) !== undefined

/** What is known of an unlink that a player asks for in a session. */
export interface UnlinkFacts {
  readonly person: LinkedPerson
  /** The portal user to take away. */
  readonly user: PortalUserKey
  /** The portal user of the caller's session. */
  readonly asking: PortalUserKey
  readonly now: Timestamp
  readonly trustMillis: number
}

/**
 * Whether the caller's portal user is too new to remove this one. A young portal user removes none that is
 * older than itself. And one that may remove it must stay with its player: else a copied token could link a new portal
 * user, and then take away the one that it belongs to. Where no other one stays, storage refuses.
 */
export const isTooNew = ({ asking, now, person, trustMillis, user }: UnlinkFacts): boolean => {
  const wanted = portalUserOf(person, user)
  if (wanted === undefined) return false
  const mayRemove = ({ createdAt }: OwnedPortalUser): boolean =>
    createdAt <= wanted.createdAt || now - createdAt >= trustMillis
  const asker = portalUserOf(person, asking)
  const others = person.portalUsers.filter((one) => one !== wanted && one.playerUuid === wanted.playerUuid)
  if (others.length === 0) return false
  return asker === undefined || !mayRemove(asker) || !others.some(mayRemove)
}

/** A side of a merge: players of a person, and what they have. */
export interface Side {
  readonly person: LinkedPerson
  readonly players: ReadonlyArray<PlayerUuid>
}

/**
 * The sides of a merge: all players of both persons; of one person the two players. Undefined for a player that was
 * removed, which has nothing.
 */
export const sidesOf = (
  own: LinkedPerson,
  player: PlayerUuid,
  other: LinkedPerson,
  otherPlayer: PlayerUuid | undefined,
): readonly [Side, Side] =>
  own.personId === other.personId
    ? [
        { person: own, players: [player] },
        { person: other, players: otherPlayer === undefined ? [] : [otherPlayer] },
      ]
    : [
        { person: own, players: own.players },
        { person: other, players: other.players },
      ]

const mergeSide = ({ person, players }: Side, holdings: Holdings): MergeSide => ({
  players: players.length,
  portal_users: person.portalUsers.filter(({ playerUuid }) => playerUuid !== undefined && players.includes(playerUuid))
    .length,
  inventory_records: holdings.inventoryRecords,
  orders: holdings.orders,
  notifications: holdings.notifications,
  restrictions: holdings.restrictions,
})

/** What a merge of these sides would join. */
export const mergeOf = (own: Side, ofOwn: Holdings, other: Side, ofOther: Holdings): Merge => {
  const items = new Set(ofOther.itemIds)
  return {
    own: mergeSide(own, ofOwn),
    other: mergeSide(other, ofOther),
    items_of_both: ofOwn.itemIds.filter((itemId) => items.has(itemId)).length,
  }
}

/**
 * The portal user of a person that a caller names by platform and id. Of two environments with one id it is the one
 * that was linked last: the caller sees no environments, and a second unlink takes the other away.
 */
export const namedBy = ({ portalUsers }: LinkedPerson, { platform, portalUserId }: PortalUserKey): PortalUserKey => {
  const found = portalUsers.findLast((user) => user.platform === platform && user.portalUserId === portalUserId)
  return { platform, portalUserId, environment: found?.environment }
}

/** The environment of a portal user that an operator names, or what is wrong with it; undefined: it has none. */
export const environmentOf = (
  { environment, platform }: PortalUserKey,
  configured: ConfiguredEnvironments | undefined,
): string | undefined | { readonly wrong: string } => {
  if (!isWithEnvironments(platform)) {
    return environment === undefined || environment === "" ? undefined : { wrong: "is for users of foxtrot alone" }
  }
  if (configured?.isShared === true) {
    return environment === undefined || environment === "" ? undefined : { wrong: "must be empty: users are shared" }
  }
  const names = configured?.names ?? []
  const one = environment ?? (names.length === 1 ? names[0] : undefined)
  if (one === undefined) return { wrong: "must be given: users of this platform belong to an environment" }
  if (names.length > 0 && !names.includes(one)) return { wrong: "must be a configured environment" }
  return one === "" ? undefined : one
}

/** The portal users of a person as its player sees them. */
export const listed = ({ portalUsers }: LinkedPerson): LinkedPortalUsers => ({
  portal_users: portalUsers.map(({ createdAt, displayName, platform, playerUuid, portalUserId }) => ({
    platform,
    portal_user_id: portalUserId,
    display_name: displayName,
    ...(playerUuid !== undefined && { player_uuid: playerUuid }),
    created: createdAt,
  })),
})
