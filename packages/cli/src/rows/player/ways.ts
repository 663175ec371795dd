/** `garrison player link`, `unlink`, `release`, `merge`, `unmerge` and `merges` as rows: ways to log in. */
import { linkedFacts, releasedFacts, unlinkedFacts } from "@garrison/core/linking/show"
import { mergedFacts, mergeList, unmergedFacts } from "@garrison/core/merging/show"
import { command, type Refused } from "../../row/Row.ts"
import { PLAYER } from "./examplePlayer.ts"

const OTHER = "019aa1f2-6f5e-7000-8000-1a2b3c4d5e70"
const PORTAL_USER = "Golf 76561190000000001"
const REASON = '--reason "ticket 4711"'

const noSuchMerge = (id: string | undefined): Refused => ({
  sentence:
    id === undefined
      ? "No merge of the person of {player_uuid} is in force."
      : "The person of {player_uuid} has no merge {merge_id}.",
  next: "garrison player merges {player_uuid} lists them.",
})

/** Ways to log in, and players that become one. */
export const rows = {
  "player link": command(
    () => import("@garrison/core/linking/operations/linkForPlayer").then((one) => one.linkForPlayer),
    {
      arguments: ["player_uuid", "platform", "portal_user_id"],
      flags: { environment: { metavar: "NAME" }, display_name: { metavar: "TEXT" } },
      // No credential proves that the portal user is the player's.
      question: "Whoever has {platform} {portal_user_id} may then log in as {player_uuid}.",
      show: linkedFacts,
      examples: [
        [`${PLAYER} ${PORTAL_USER} ${REASON} --yes`],
        [`${PLAYER} ${PORTAL_USER} --dry-run --json`, "What would happen"],
      ],
    },
  ),
  "player unlink": command(
    () => import("@garrison/core/linking/operations/unlinkForPlayer").then((one) => one.unlinkForPlayer),
    {
      arguments: ["player_uuid", "platform", "portal_user_id"],
      flags: { portal_user_id: { sentence: "Its portal_user_id; garrison player show lists both" } },
      show: unlinkedFacts,
      examples: [
        [`${PLAYER} ${PORTAL_USER} ${REASON}`],
        [`${PLAYER} ${PORTAL_USER} --dry-run --json`, "What would happen"],
      ],
    },
  ),
  "player release": command(
    () => import("@garrison/core/restriction/operations/releaseRestrictions").then((one) => one.releaseRestrictions),
    {
      arguments: ["platform", "portal_user_id"],
      flags: { environment: { metavar: "NAME" } },
      refusals: {
        RestrictionNotFound: {
          sentence: "No restriction is kept with this portal user.",
          next: "A portal user that belongs to a player has none of its own: garrison player unban lifts those of the player.",
        },
      },
      show: (given) => releasedFacts(given),
      examples: [[`${PORTAL_USER} ${REASON}`], [`${PORTAL_USER} --dry-run --json`, "What would happen"]],
    },
  ),
  "player merge": command(
    () => import("@garrison/core/merging/operations/mergePersons").then((one) => one.mergePersons),
    {
      arguments: ["player_uuid", "other_player_uuid"],
      flags: { active_player_uuid: "active" },
      question:
        "This gives the person of {player_uuid} all players and portal users of the person of {other_player_uuid}, and ends the sessions of both.",
      refusals: {
        // The two uuids do not say which one is unknown.
        PlayerNotFound: {
          sentence: "There is no player {player_uuid}, or no player {other_player_uuid}.",
          next: "Check both with garrison player show.",
        },
      },
      show: mergedFacts,
      examples: [
        [`${PLAYER} ${OTHER} ${REASON} --yes`],
        [`${PLAYER} ${OTHER} ${REASON} --dry-run --json`, "What would happen"],
      ],
    },
  ),
  "player unmerge": command(
    () => import("@garrison/core/merging/operations/unmergePersons").then((one) => one.unmergePersons),
    {
      arguments: ["player_uuid"],
      flags: { merge_id: { name: "merge", metavar: "ID" } },
      question: "This undoes a merge of the person of {player_uuid}, and ends all of its sessions.",
      refusals: { MergeNotFound: ({ merge_id: id }) => noSuchMerge(id) },
      show: unmergedFacts,
      examples: [
        [`${PLAYER} --reason "wrong player" --yes`],
        [`${PLAYER} --reason "wrong player" --dry-run --json`, "What would happen"],
      ],
    },
  ),
  "player merges": command(() => import("@garrison/core/merging/operations/listMerges").then((one) => one.listMerges), {
    arguments: ["player_uuid"],
    show: mergeList,
    examples: [[PLAYER], [`${PLAYER} --json`, "For scripts"]],
  }),
}
