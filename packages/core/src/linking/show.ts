/** What ways to log in look like that an operator gives or takes. */
import { each, type Fact, type Facts, facts } from "../operation/show/Shown.ts"
import { restrictionsCalled } from "../restriction/show.ts"
import type { linkForPlayer } from "./operations/linkForPlayer.ts"
import type { unlinkForPlayer } from "./operations/unlinkForPlayer.ts"
import type { PortalUserNamed } from "../kernel/PortalUserNamed.ts"

type User = typeof PortalUserNamed.Encoded
type Linked = (typeof linkForPlayer)["answer"]["schema"]["Encoded"]
type Unlinked = (typeof unlinkForPlayer)["answer"]["schema"]["Encoded"]

const player: Fact<{ readonly player_uuid: string }> = {
  name: "player_uuid",
  kind: "id",
  of: ({ player_uuid }) => player_uuid,
}

const called = (name: string): Facts<User> => [
  { name, kind: "text", of: ({ platform, portal_user_id: id }) => `${platform} ${id}` },
]

/** A way to log in that a player got. */
export const linkedFacts = facts<Linked>([
  player,
  each(({ linked }) => [linked], called("linked")),
  each(({ portal_users }) => portal_users, called("portal user")),
])

/** A way to log in that was taken from a player. */
export const unlinkedFacts = facts<Unlinked>([
  player,
  each(({ unlinked }) => [unlinked], called("unlinked")),
  restrictionsCalled("went with it", ({ kept_restrictions: kept }) => kept),
  each(({ portal_users }) => portal_users, called("left")),
])

/** Restrictions that this portal user has no more. */
export const releasedFacts = (user: User) =>
  facts<{ readonly released: Unlinked["kept_restrictions"] }>([
    each(() => [user], called("portal user")),
    restrictionsCalled("released", ({ released }) => released),
  ])
