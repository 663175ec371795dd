/** What `garrison player merge`, `unmerge` and `merges` do: joining two persons, and parting them again. */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { MergedPersons, MergeView } from "@garrison/core/merging/schema"
import { listMerges } from "@garrison/core/merging/operations/listMerges"
import { mergePersons } from "@garrison/core/merging/operations/mergePersons"
import { unmergePersons } from "@garrison/core/merging/operations/unmergePersons"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { operate, operateAct, showAnswer } from "../operate.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { printMessage } from "../output/print.ts"
import { facts, moment, table } from "../output/table.ts"
import { givenOnly } from "./givenOnly.ts"
import { playerUuid } from "./identifiers.ts"
import { type ActInput, confirmAct } from "./operator.ts"

type Side = MergedPersons["kept"]

const sideTable = ({ players }: Side): string =>
  table<Side["players"][number]>(
    [
      { heading: "PLAYER_UUID", text: (player) => player.player_uuid },
      { heading: "ROLE", text: (player) => String(player.role_id) },
      { heading: "BEFORE", text: (player) => String(player.previous_role_id) },
      { heading: "ACTIVE", text: ({ active }) => (active ? "yes" : "-") },
    ],
    players,
  )

const sideFacts = (name: string, side: Side): ReadonlyArray<readonly [string, string]> => [
  [name, side.person_id],
  ["portal users", String(side.portal_users)],
  ["restrictions", side.restrictions.map(({ type }) => type).join(", ") || "-"],
]

/** The two uuids do not say which one is unknown. */
const unknownPlayers = (players: ReadonlyArray<PlayerUuid>) =>
  new CommandFailure({
    kind: "notFound",
    sentence: `There is no player ${players.join(", or no player ")}.`,
    next: "Check both with garrison player show.",
  })

interface MergeInput extends ActInput {
  readonly player: string
  readonly other: string
  readonly active: Option.Option<string>
  readonly yes: boolean
  readonly json: boolean
}

/** Joins the persons of two players. */
export const mergePlayers = Effect.fn("Player.merge")(function* (input: MergeInput) {
  const player = yield* playerUuid(input.player)
  const other = yield* playerUuid(input.other)
  yield* confirmAct(
    input,
    `This gives the person of ${player} all players and portal users of the person of ${other}, and ends the sessions of both.`,
  )
  const wanted = {
    player_uuid: player,
    other_player_uuid: other,
    ...givenOnly({ active_player_uuid: input.active }),
  }
  yield* operateAct(mergePersons, wanted, input, (merged) =>
    [
      facts([
        ["merge_id", merged.merge_id],
        ...sideFacts("person_id", merged.kept),
        ["merged person", merged.merged_person_id],
        ["sessions ended", String(merged.ended_sessions)],
        ["undo until", moment(merged.undo_until)],
      ]),
      sideTable(merged.kept),
    ].join("\n\n"),
  ).pipe(Effect.catchTag("PlayerNotFound", () => Effect.fail(unknownPlayers([player, other]))))
})

interface UnmergeInput extends ActInput {
  readonly player: string
  readonly merge: Option.Option<string>
  readonly yes: boolean
  readonly json: boolean
}

/** Undoes a merge. */
export const unmergePlayers = Effect.fn("Player.unmerge")(function* (input: UnmergeInput) {
  const player = yield* playerUuid(input.player)
  yield* confirmAct(input, `This undoes a merge of the person of ${player}, and ends all of its sessions.`)
  const wanted = { player_uuid: player, ...givenOnly({ merge_id: input.merge }) }
  yield* operateAct(unmergePersons, wanted, input, (parted) =>
    [
      facts([["merge_id", parted.merge_id], ...sideFacts("person_id", parted.kept)]),
      sideTable(parted.kept),
      facts(sideFacts("person_id", parted.merged)),
      sideTable(parted.merged),
    ].join("\n\n"),
  ).pipe(
    Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))),
    Effect.catchTag("MergeNotFound", () =>
      Effect.fail(
        new CommandFailure({
          kind: "notFound",
          sentence: Option.match(input.merge, {
            onNone: () => `No merge of the person of ${player} is in force.`,
            onSome: (merge) => `The person of ${player} has no merge ${merge}.`,
          }),
          next: `garrison player merges ${player} lists them.`,
        }),
      ),
    ),
  )
})

const stateOf = ({ refused_with: refusedWith, undone }: MergeView): string => {
  if (undone !== undefined) return "undone"
  return refusedWith === undefined ? "can be undone" : refusedWith
}

/** Lists the merges of the person of a player. */
export const showMerges = Effect.fn("Player.merges")(function* (input: {
  readonly player: string
  readonly json: boolean
}) {
  const player = yield* playerUuid(input.player)
  const answered = yield* operate(listMerges, { player_uuid: player }).pipe(
    Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))),
  )
  if (answered.merges.length === 0 && !input.json) return yield* printMessage("This player was not merged.")
  yield* showAnswer(listMerges, input.json, answered, () =>
    table<MergeView>(
      [
        { heading: "MERGE_ID", text: (merge) => merge.merge_id },
        { heading: "SIDE", text: ({ side }) => side },
        { heading: "STATE", text: stateOf },
        { heading: "MERGED", text: ({ merged }) => moment(merged) },
        { heading: "UNDO UNTIL", text: (merge) => moment(merge.undo_until) },
        { heading: "BY", text: (merge) => merge.merged_by, cuttable: true },
      ],
      answered.merges,
    ),
  )
})
