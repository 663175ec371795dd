/** What `garrison player ban`, `unban` and `role` do: changes of a player that an operator answers for. */
import type { Act } from "@garrison/core/operation/Act"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { formatTimestamp, type Timestamp, TimestampOrUnixText } from "@garrison/core/kernel/Timestamp"
import { RoleStore } from "@garrison/core/permission/RoleStore"
import { Players } from "@garrison/core/player/Players"
import type { PlayerProfile } from "@garrison/core/player/schema"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import type { RestrictionRecord, RestrictionType } from "@garrison/core/restriction/schema"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { withDatabase } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { type InputNames, noSuchPlayer, wrongInput } from "../output/explain.ts"
import { present } from "../output/print.ts"
import { facts, moment, table } from "../output/table.ts"
import { givenOnly } from "./givenOnly.ts"
import { playerUuid } from "./identifiers.ts"
import { type ActInput, actOf, confirmAct, sayDryRun } from "./operator.ts"

const decodeTime = Schema.decodeUnknownOption(TimestampOrUnixText)

const untilOf = (given: Option.Option<string>): Effect.Effect<Timestamp | undefined, CommandFailure> =>
  Option.match(given, {
    onNone: () => Effect.succeed(undefined),
    onSome: (text) =>
      Effect.fromOption(
        decodeTime(text),
        () =>
          new CommandFailure({
            kind: "usage",
            sentence: `--until must be a date and time, not "${text}".`,
            next: "Write it as 2030-01-31T18:00:00Z, or as Unix seconds.",
          }),
      ),
  })

const found = (player: PlayerUuid) =>
  Effect.flatMap(Players, (players) => players.find(player)).pipe(
    Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))),
    Effect.filterOrFail(
      ({ deletedAt }) => deletedAt === undefined,
      () => noSuchPlayer(player, true),
    ),
  )

/** The player before the change, so that a question can name it. */
const lookUp = (player: PlayerUuid) => withDatabase("read", found(player))

const nameOf = ({ player }: PlayerProfile): string =>
  player.displayName === "" ? player.playerUuid : `${player.displayName} (${player.playerUuid})`

const wire = (restriction: RestrictionRecord) => ({
  restriction_id: restriction.restrictionId,
  person_id: restriction.personId,
  type: restriction.type,
  reason: restriction.reason,
  note: restriction.note,
  issuer: restriction.issuer,
  created: formatTimestamp(restriction.createdAt),
  expiration: restriction.expiresAt === undefined ? null : formatTimestamp(restriction.expiresAt),
  lifted: restriction.liftedAt === undefined ? null : formatTimestamp(restriction.liftedAt),
})

const untilText = (expiresAt: Timestamp | undefined): string =>
  expiresAt === undefined ? "for ever" : `until ${moment(expiresAt)}`

interface BanInput extends ActInput {
  readonly player: string
  readonly type: RestrictionType
  readonly tell: Option.Option<string>
  readonly note: Option.Option<string>
  readonly until: Option.Option<string>
  readonly yes: boolean
  readonly json: boolean
}

/** The fields of a restriction as they are given on the command line. */
const flags: InputNames = { reason: "--tell", note: "--note", expires_at: "--until", type: "--type" }

/** Restricts the person of a player. */
export const banPlayer = Effect.fn("Player.ban")(function* (input: BanInput) {
  const player = yield* playerUuid(input.player)
  const act = yield* actOf(input)
  const expiresAt = yield* untilOf(input.until)
  const profile = yield* lookUp(player)
  yield* confirmAct(
    input,
    `This restricts ${nameOf(profile)} ${untilText(expiresAt)} (${input.type}), with all players of the same person, and ends their sessions.`,
  )
  const restriction = yield* withDatabase(
    "upgrade",
    Restrictions.use((restrictions) =>
      restrictions.add(
        {
          personId: profile.personId,
          type: input.type,
          ...givenOnly({ reason: input.tell, note: input.note }),
          ...(expiresAt === undefined ? {} : { expiresAt }),
        },
        act,
      ),
    ),
  ).pipe(
    Effect.catchTag("InvalidInput", (error) => Effect.fail(wrongInput(error, flags))),
    Effect.catchTag("RestrictionNotFound", () => Effect.fail(noSuchPlayer(player))),
  )
  yield* present(input.json, wire(restriction), () =>
    facts([
      ["player", nameOf(profile)],
      ["restriction_id", restriction.restrictionId],
      ["type", restriction.type],
      ["in force", untilText(restriction.expiresAt)],
    ]),
  )
  yield* sayDryRun(input)
})

const notRestricted = (profile: PlayerProfile, id: string | undefined): CommandFailure =>
  new CommandFailure({
    kind: "notFound",
    sentence:
      id === undefined
        ? `No restriction of ${nameOf(profile)} is in force.`
        : `${nameOf(profile)} has no restriction ${id} in force.`,
    next: "garrison player show lists the restrictions.",
  })

/** Lifts restrictions; only the first lift can ask for a revision, which it raises. */
const liftAll = Effect.fnUntraced(function* (restrictions: ReadonlyArray<RestrictionRecord>, act: Act) {
  const { ifRevision: _, ...further } = act
  const service = yield* Restrictions
  return yield* Effect.forEach(restrictions, ({ personId, restrictionId }, index) =>
    service.lift(personId, restrictionId, index === 0 ? act : further),
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
  const act = yield* actOf(input)
  const wanted = Option.getOrUndefined(input.restriction)?.toLowerCase()
  const lifted = yield* withDatabase(
    "upgrade",
    Effect.gen(function* () {
      const profile = yield* found(player)
      const inForce = profile.restrictions.filter(
        ({ active, restrictionId }) => active && (wanted === undefined || restrictionId === wanted),
      )
      if (inForce.length === 0) return yield* notRestricted(profile, wanted)
      return yield* liftAll(inForce, act).pipe(
        Effect.catchTag("RestrictionNotFound", () => Effect.fail(notRestricted(profile, wanted))),
      )
    }),
  )
  yield* present(input.json, { player_uuid: player, lifted: lifted.map(wire) }, () =>
    table<RestrictionRecord>(
      [
        { heading: "LIFTED", text: ({ type }) => type },
        { heading: "RESTRICTION_ID", text: ({ restrictionId }) => restrictionId },
        { heading: "ISSUER", text: ({ issuer }) => issuer },
      ],
      lifted,
    ),
  )
  yield* sayDryRun(input)
})

interface RoleInput extends ActInput {
  readonly player: string
  readonly role: number
  readonly json: boolean
}

const noSuchRole = (role: number): CommandFailure =>
  new CommandFailure({
    kind: "notFound",
    sentence: `There is no role ${role}.`,
    next: "Role 1 is there from the start; programs that embed Garrison make others.",
  })

/** Gives a player another role. */
export const setRole = Effect.fn("Player.role")(function* (input: RoleInput) {
  const player = yield* playerUuid(input.player)
  const act = yield* actOf(input)
  const { before, role } = yield* withDatabase(
    "upgrade",
    Effect.gen(function* () {
      const profile = yield* found(player)
      const [role] = yield* (yield* RoleStore).rolesOf([input.role])
      if (role === undefined) return yield* noSuchRole(input.role)
      yield* (yield* Players)
        .setRole(player, role.roleId, act)
        .pipe(Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))))
      return { before: profile.player.roleId, role }
    }),
  )
  const data = { player_uuid: player, role_id: role.roleId, previous_role_id: before, permissions: role.permissions }
  yield* present(input.json, data, () =>
    facts([
      ["player_uuid", player],
      ["role", `${role.roleId} ${role.name}`],
      ["before", String(before)],
      ["permissions", role.permissions.join(" ")],
    ]),
  )
  yield* sayDryRun(input)
})
