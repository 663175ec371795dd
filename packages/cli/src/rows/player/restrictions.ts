/** `garrison player ban`, `unban`, `extend`, `restrictions` and `role` as rows: what a player may do. */
import { givenRoleFacts, playerName } from "@garrison/core/player/show"
import type { PlayerView } from "@garrison/core/player/view"
import type { addRestriction } from "@garrison/core/restriction/operations/addRestriction"
import { isEqualInForce } from "@garrison/core/restriction/rules"
import {
  addedRestrictionFacts,
  liftedFacts,
  movedRestrictionFacts,
  restrictionList,
  untilText,
} from "@garrison/core/restriction/show"
import type { listRoles } from "@garrison/core/role/operations/listRoles"
import type * as Schema from "effect/Schema"
import { deletedPlayer } from "../../row/missing.ts"
import { command, type Question, type Refused } from "../../row/Row.ts"
import { PLAYER } from "./examplePlayer.ts"

type Player = typeof PlayerView.Encoded
type Wanted = Schema.Struct.Encoded<(typeof addRestriction)["input"]>
type Roles = (typeof listRoles)["answer"]["schema"]["Encoded"]

const RESTRICTION = "019aa1f2-6f5e-7000-8000-1a2b3c4d5e71"

const showPlayer = () => import("@garrison/core/player/operations/showPlayer").then((one) => one.showPlayer)

/** The same line was perhaps run twice, and lifting one of two would change nothing. */
const askAgain = (already: string, consequence: string): Question => ({
  again: `${already} ${consequence}`,
  refused: {
    kind: "conflict",
    sentence: `${already} Nothing was changed.`,
    next: "Add --again for a second restriction; garrison player extend gives the first another end.",
  },
})

const askToRestrict = ({ expires_at: end, type }: Wanted, player: Player, isAgain: boolean): Question => {
  if (player.deleted !== undefined) return deletedPlayer
  const [name, until] = [playerName(player), untilText(end)]
  const consequence = (again: string): string =>
    `This restricts ${name} ${until} (${type})${again}, with all players of the same person, and ends their sessions.`
  const equal = player.restrictions.find((one) => isEqualInForce(one, { type, expiration: end ?? null }))
  if (equal === undefined || isAgain) return consequence("")
  const already = `${name} is restricted so already: ${type} ${until}, since ${equal.created}, by ${equal.issuer}.`
  return askAgain(already, consequence(" a second time"))
}

const notRestricted = (id: string | undefined, player: Player): Refused => {
  if (player.deleted !== undefined) return deletedPlayer
  const [name, next] = [playerName(player), "garrison player show lists the restrictions."]
  if (id === undefined) return { sentence: `No restriction of ${name} is in force.`, next }
  return { sentence: `${name} has no restriction ${id} in force.`, next }
}

/** What players may do. */
export const rows = {
  "player ban": command(
    () => import("@garrison/core/restriction/operations/addRestriction").then((one) => one.addRestriction),
    {
      arguments: ["player_uuid"],
      flags: {
        type: { standard: "account_ban" },
        told: { name: "tell", metavar: "TEXT" },
        note: { metavar: "TEXT" },
        expires_at: "until",
      },
      own: { again: "Add it although one of this type with this end is in force: --yes alone is not enough for that" },
      first: showPlayer,
      ask: (given, player: Player, own) => askToRestrict(given, player, own.has("again")),
      refusals: { RestrictionNotFound: { ...deletedPlayer, sentence: "There is no player {player_uuid}." } },
      show: (_given, player: Player) => addedRestrictionFacts(playerName(player)),
      examples: [
        [`${PLAYER} --tell "Cheating" --reason "ticket 4711" --yes`],
        [`${PLAYER} --until 2999-01-01T00:00:00Z --dry-run`, "What would happen"],
      ],
    },
  ),
  "player unban": command(
    () => import("@garrison/core/restriction/operations/liftRestrictions").then((one) => one.liftRestrictions),
    {
      arguments: ["player_uuid"],
      flags: { restriction_id: { name: "restriction", metavar: "ID" } },
      first: showPlayer,
      refusals: { RestrictionNotFound: ({ restriction_id: id }, player: Player) => notRestricted(id, player) },
      show: liftedFacts,
      examples: [[`${PLAYER} --reason "appeal granted"`], [`${PLAYER} --dry-run --json`, "For scripts"]],
    },
  ),
  "player restrictions": command(
    () => import("@garrison/core/restriction/operations/listRestrictions").then((one) => one.listRestrictions),
    {
      show: restrictionList,
      examples: [["--type account_ban"], ["--state past --ndjson", "A restriction a line"]],
    },
  ),
  "player extend": command(
    () => import("@garrison/core/restriction/operations/setRestrictionEnd").then((one) => one.setRestrictionEnd),
    {
      arguments: ["player_uuid", "restriction_id"],
      flags: { expires_at: "until" },
      first: showPlayer,
      refusals: { RestrictionNotFound: ({ restriction_id: id }, player: Player) => notRestricted(id, player) },
      show: movedRestrictionFacts,
      examples: [
        [`${PLAYER} ${RESTRICTION} --until 2999-01-01T00:00:00Z`],
        [`${PLAYER} ${RESTRICTION} --dry-run --json`, "What would happen"],
      ],
    },
  ),
  "player role": command(
    () => import("@garrison/core/player/operations/setPlayerRole").then((one) => one.setPlayerRole),
    {
      arguments: ["player_uuid", "role_id"],
      first: () => import("@garrison/core/role/operations/listRoles").then((one) => one.listRoles),
      show: (_given, { roles }: Roles) => givenRoleFacts(roles),
      examples: [[`${PLAYER} 1`], [`${PLAYER} 1 --if-revision 0 --dry-run --json`]],
    },
  ),
}
