/** Sending a notification to many players at once (decisions, section 9). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Audit } from "../../audit/Audit.ts"
import type { AuditSubject } from "../../audit/schema.ts"
import { Idempotency } from "../../idempotency/Idempotency.ts"
import { described, Flag, Integer, IntegerOf, ListOf, refersTo } from "../../kernel/input/Field.ts"
import { PlayerUuid } from "../../kernel/Identifier.ts"
import { type InvalidDetail, InvalidInput } from "../../kernel/input/Invalid.ts"
import { type Act, callerOf } from "../../operation/Act.ts"
import { value } from "../../operation/answer.ts"
import { notification } from "../../operation/examples.ts"
import { act } from "../../operation/Operation.ts"
import { RoleNotFound } from "../../role/errors.ts"
import { notificationActs } from "../acts.ts"
import { Broadcasts, type Recipients } from "../Broadcasts.ts"
import { Notification, NotificationInput } from "../schema.ts"

/** Most players of a list (decisions, section 9). */
const BROADCAST_PLAYERS_MAX = 10_000

const segment = {
  all: Schema.optionalKey(described(Flag, "To all players that there are.")),
  role_id: Schema.optionalKey(
    described(refersTo("role", IntegerOf({ minimum: 1 })), "To the players who have this role now."),
  ),
  player_uuids: Schema.optionalKey(
    described(
      ListOf(PlayerUuid, BROADCAST_PLAYERS_MAX),
      "To these players, at most 10,000. One that is named twice counts once.",
    ),
  ),
}

/** A notification with the segment that it is for. */
export const BroadcastInput = Schema.Struct({ ...segment, ...NotificationInput.fields }).annotate({
  identifier: "BroadcastInput",
  description: "A notification to all players, to those with a role, or to a list: exactly one of the three.",
})
type BroadcastInput = typeof BroadcastInput.Type

/** What was sent, and to whom. */
export const SentBroadcast = Schema.Struct({
  segment: described(Schema.Literals(["all", "role", "players"]), "`all`, `role` or `players`."),
  role_id: Schema.optionalKey(described(Integer, "The role, of a broadcast to a role.")),
  player_count: Schema.optionalKey(described(Integer, "How many players are on the list, of a broadcast to a list.")),
  notification: described(Notification, "The notification as every one of them will see it."),
}).annotate({ identifier: "SentBroadcast", description: "A broadcast that was sent." })
type SentBroadcast = typeof SentBroadcast.Type

/** The kept part of the answer. A repetition sends the rest again. */
interface Kept {
  readonly id: string
  readonly created: number
}

const oneOf = "give exactly one of all, role_id and player_uuids"

const wrong = (loc: InvalidDetail["loc"], msg: string): InvalidDetail => ({ loc, msg, type: "value_error" })

/** What no single field shows: that the segment is missing, empty, or named in two ways. */
const flawsOf = ({ all, player_uuids: players, role_id: roleId }: BroadcastInput): ReadonlyArray<InvalidDetail> => {
  const given = [
    ...(all === true ? ["all"] : []),
    ...(roleId === undefined ? [] : ["role_id"]),
    ...(players === undefined ? [] : ["player_uuids"]),
  ]
  if (given.length !== 1) return [wrong(given.slice(1, 2), oneOf)]
  return players?.length === 0 ? [wrong(["player_uuids"], "must have at least one player")] : []
}

const recipientsOf = ({ player_uuids: players, role_id: roleId }: BroadcastInput): Recipients => {
  if (players !== undefined) return { is: "players", players: [...new Set(players)] }
  return roleId === undefined ? { is: "all" } : { is: "role", roleId }
}

const subjectOf = (to: Recipients): AuditSubject => ({
  kind: "segment",
  id: to.is === "role" ? `role ${to.roleId}` : to.is,
})

const sentTo = (to: Recipients, sent: Notification): SentBroadcast => ({
  segment: to.is,
  ...(to.is === "role" && { role_id: to.roleId }),
  ...(to.is === "players" && { player_count: to.players.length }),
  notification: sent,
})

/** Refuses players and roles that do not exist. Of players, it names every one. */
const refuseUnknown = Effect.fnUntraced(function* (to: Recipients, named: ReadonlyArray<PlayerUuid>) {
  const unknown = yield* (yield* Broadcasts).unknownOf(to)
  if (unknown === "role") return yield* new RoleNotFound({ code: "resource_not_found" })
  if (unknown.length === 0) return
  const places = new Map(named.map((player, index) => [player, index]))
  const detail = unknown.map((player) => wrong(["player_uuids", places.get(player) ?? 0], `${player} is no player`))
  return yield* new InvalidInput({ detail })
})

const send = Effect.fnUntraced(function* (input: BroadcastInput, by: Act) {
  const [audit, broadcasts] = [yield* Audit, yield* Broadcasts]
  const { all: _, player_uuids: named = [], role_id: __, ...content } = input
  const to = recipientsOf(input)
  return yield* audit.perform(notificationActs.broadcast, by, subjectOf(to), (save) =>
    Effect.gen(function* () {
      const flaws = flawsOf(input)
      if (flaws.length > 0) return yield* new InvalidInput({ detail: flaws })
      yield* refuseUnknown(to, named)
      const unit = Effect.map(broadcasts.publish(to, content), (sent) => {
        const { notification: __, ...whom } = sentTo(to, sent)
        return { answer: sent, change: { after: { ...whom, notification_id: sent.notification_id } } }
      })
      return yield* save(unit)
    }),
  )
})

/** Sends a broadcast, with an audit row. */
export const broadcastNotification = act(notificationActs.broadcast, {
  title: "Send a notification to many players",
  sentence:
    "To all players, to those who have a role now, or to a list of at most 10,000. Each of them reads it once, among " +
    "their own notifications. Players who join later do not read it. However many read it, it is stored once. It " +
    "cannot be taken back. A list with players that do not exist is refused, and names every one of them.",
  input: BroadcastInput.fields,
  answer: value(SentBroadcast),
  refusals: ["resource_not_found", "idempotency_key_conflict"],
  example: {
    input: { all: true, message: "The servers restart at noon." },
    answer: { segment: "all", notification: { ...notification, message: "The servers restart at noon." } },
  },
  run: Effect.fnUntraced(function* (input, by) {
    const { all: _, player_uuids: __, role_id: ___, ...content } = input
    const idempotency = yield* Idempotency
    const sent = yield* idempotency.run(
      {
        caller: callerOf(by).subject,
        operation: "broadcastNotification",
        shares: "audit_chain",
        key: by.dryRun === true ? undefined : by.idempotencyKey,
        request: input,
        keep: ({ created, notification_id: id }: Notification): Kept => ({ id, created }),
        recall: (kept) => {
          const { created, id } = kept as Kept
          return Effect.succeed({ ...content, notification_id: id, created })
        },
      },
      send(input, by),
    )
    return sentTo(recipientsOf(input), sent)
  }),
})
