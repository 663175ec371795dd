/** What `garrison player ban`, `unban` and `role` do: changes of a player that an operator answers for. */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { formatTimestamp, type Timestamp, TimestampOrUnixText } from "@garrison/core/kernel/time/Timestamp"
import { WRITTEN_TIMES, writtenTime } from "@garrison/core/kernel/time/writtenTime"
import { setPlayerRole } from "@garrison/core/player/operations/setPlayerRole"
import { showPlayer } from "@garrison/core/player/operations/showPlayer"
import type { PlayerView } from "@garrison/core/player/view"
import { addRestriction } from "@garrison/core/restriction/operations/addRestriction"
import { liftRestrictions } from "@garrison/core/restriction/operations/liftRestrictions"
import { setRestrictionEnd } from "@garrison/core/restriction/operations/setRestrictionEnd"
import { isEqualInForce } from "@garrison/core/restriction/rules"
import type { RestrictionType } from "@garrison/core/restriction/schema"
import { listRoles } from "@garrison/core/role/operations/listRoles"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { operate, operateAct, sayUndo, showAnswer } from "../operate.ts"
import { confirm } from "../output/ask.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { facts, moment, table } from "../output/table.ts"
import { givenOnly } from "./givenOnly.ts"
import { playerUuid } from "./identifiers.ts"
import { type ActInput, actOf, confirmAct, sayDryRun } from "./operator.ts"
import { noSuchRole } from "./role.ts"

const decodeTime = Schema.decodeUnknownOption(TimestampOrUnixText)

const untilOf = (given: Option.Option<string>): Effect.Effect<Timestamp | undefined, CommandFailure> =>
  Option.match(given, {
    onNone: () => Effect.succeed(undefined),
    onSome: (text) =>
      Effect.clockWith((clock) =>
        Effect.fromOption(
          decodeTime(writtenTime(text, clock.currentTimeMillisUnsafe())),
          () =>
            new CommandFailure({
              kind: "usage",
              sentence: `--until must be a date and time, not "${text}".`,
              next: `Write it as ${WRITTEN_TIMES}, or as Unix seconds.`,
            }),
        ),
      ),
  })

/** The player before the change, so that a question can name it, and so that nobody deleted is changed. */
const lookUp = (player: PlayerUuid) =>
  operate(showPlayer, { player_uuid: player }).pipe(
    Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))),
    Effect.filterOrFail(
      ({ deleted }) => deleted === undefined,
      () => noSuchPlayer(player, true),
    ),
  )

const nameOf = (player: PlayerView): string =>
  player.display_name === "" ? player.player_uuid : `${player.display_name} (${player.player_uuid})`

const untilText = (expires: Timestamp | null | undefined): string =>
  typeof expires === "number" ? `until ${moment(expires)}` : "for ever"

interface BanInput extends ActInput {
  readonly player: string
  readonly type: RestrictionType
  readonly tell: Option.Option<string>
  readonly note: Option.Option<string>
  readonly until: Option.Option<string>
  readonly yes: boolean
  readonly again: boolean
  readonly json: boolean
}

/**
 * Asks for consent to a restriction. If an equal one is in force, `--yes` is not enough: the same line was perhaps run
 * twice, and lifting one of two would change nothing.
 */
const confirmBan = (input: BanInput, found: PlayerView, expires: Timestamp | undefined) => {
  const what = `${nameOf(found)} ${untilText(expires)} (${input.type})`
  const end = "with all players of the same person, and ends their sessions."
  const equal = found.restrictions.find((one) => isEqualInForce(one, { type: input.type, expiresAt: expires }))
  if (equal === undefined || input.again || input.dryRun) return confirmAct(input, `This restricts ${what}, ${end}`)
  const already =
    `${nameOf(found)} is restricted so already: ${input.type} ${untilText(expires)}, since ${moment(equal.created)}, ` +
    `by ${equal.issuer}.`
  const refused = new CommandFailure({
    kind: "conflict",
    sentence: `${already} Nothing was changed.`,
    next: "Add --again for a second restriction; garrison player extend gives the first another end.",
  })
  return confirm(false, `${already} This restricts ${what} a second time, ${end}`, refused)
}

/** Restricts the person of a player. */
export const banPlayer = Effect.fn("Player.ban")(function* (input: BanInput) {
  const player = yield* playerUuid(input.player)
  const act = yield* actOf(input)
  const expires = yield* untilOf(input.until)
  const found = yield* lookUp(player)
  yield* confirmBan(input, found, expires)
  const wanted = {
    player_uuid: player,
    type: input.type,
    ...givenOnly({ told: input.tell, note: input.note }),
    ...(expires !== undefined && { expires_at: formatTimestamp(expires) }),
  }
  const restriction = yield* operate(addRestriction, wanted, act).pipe(
    Effect.catchTag("RestrictionNotFound", () => Effect.fail(noSuchPlayer(player))),
  )
  const { holds_everywhere: everywhere } = restriction
  yield* showAnswer(addRestriction, input.json, restriction, () =>
    facts([
      ["player", nameOf(found)],
      ["restriction_id", restriction.restriction_id],
      ["type", restriction.type],
      ["in force", untilText(restriction.expiration)],
      ["sessions ended", String(restriction.ended_sessions)],
      ["everywhere", everywhere === undefined ? undefined : `from ${moment(everywhere)}`],
    ]),
  )
  yield* sayUndo(restriction, input)
  yield* sayDryRun(input)
})

const notRestricted = (player: PlayerView, id: string | undefined): CommandFailure =>
  new CommandFailure({
    kind: "notFound",
    sentence:
      id === undefined
        ? `No restriction of ${nameOf(player)} is in force.`
        : `${nameOf(player)} has no restriction ${id} in force.`,
    next: "garrison player show lists the restrictions.",
  })

interface ExtendInput extends ActInput {
  readonly player: string
  readonly restriction: string
  readonly until: Option.Option<string>
  readonly json: boolean
}

/** Gives a restriction of a player another end. */
export const extendRestriction = Effect.fn("Player.extend")(function* (input: ExtendInput) {
  const player = yield* playerUuid(input.player)
  const expires = yield* untilOf(input.until)
  const wanted = {
    player_uuid: player,
    restriction_id: input.restriction,
    ...(expires !== undefined && { expires_at: formatTimestamp(expires) }),
  }
  yield* operateAct(setRestrictionEnd, wanted, input, ({ replaced, restriction }) =>
    facts([
      ["restriction_id", restriction.restriction_id],
      ["type", restriction.type],
      ["in force", untilText(restriction.expiration)],
      ["before", untilText(replaced.expiration)],
    ]),
  ).pipe(
    Effect.catchTag("RestrictionNotFound", () =>
      Effect.flatMap(lookUp(player), (found) => Effect.fail(notRestricted(found, input.restriction))),
    ),
  )
})

interface UnbanInput extends ActInput {
  readonly player: string
  readonly restriction: Option.Option<string>
  readonly json: boolean
}

/** Lifts the restrictions of the person of a player that are in force, or one of them. */
export const unbanPlayer = Effect.fn("Player.unban")(function* (input: UnbanInput) {
  const player = yield* playerUuid(input.player)
  const one = Option.getOrUndefined(input.restriction)?.toLowerCase()
  const wanted = { player_uuid: player, ...(one !== undefined && { restriction_id: one }) }
  yield* operateAct(liftRestrictions, wanted, input, ({ lifted }) =>
    table<(typeof lifted)[number]>(
      [
        { heading: "LIFTED", text: ({ type }) => type },
        { heading: "RESTRICTION_ID", text: (restriction) => restriction.restriction_id },
        { heading: "ISSUER", text: ({ issuer }) => issuer },
      ],
      lifted,
    ),
  ).pipe(
    Effect.catchTag("RestrictionNotFound", () =>
      Effect.flatMap(lookUp(player), (found) => Effect.fail(notRestricted(found, one))),
    ),
  )
})

interface RoleInput extends ActInput {
  readonly player: string
  readonly role: number
  readonly json: boolean
}

/** Gives a player another role. */
export const setRole = Effect.fn("Player.role")(function* (input: RoleInput) {
  const player = yield* playerUuid(input.player)
  const act = yield* actOf(input)
  yield* lookUp(player)
  const given = yield* operate(setPlayerRole, { player_uuid: player, role_id: input.role }, act).pipe(
    Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))),
    Effect.catchTag("RoleNotFound", () => Effect.fail(noSuchRole(String(input.role)))),
  )
  const { roles } = yield* operate(listRoles, {})
  const name = roles.find(({ role_id: id }) => id === given.role_id)?.name ?? ""
  yield* showAnswer(setPlayerRole, input.json, given, () =>
    facts([
      ["player_uuid", player],
      ["role", `${given.role_id} ${name}`],
      ["before", String(given.previous_role_id)],
      ["permissions", given.permissions.join(" ")],
    ]),
  )
  yield* sayUndo(given, input)
  yield* sayDryRun(input)
})
