/** What happened to the person of a player, for operators. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { actsOn, historyConditions, historyFields, historyMeeting, historyOf } from "./history.ts"
import { HISTORY_LIMIT_DEFAULT } from "../../audit/rules.ts"
import { SecurityEventStore } from "../../audit/SecurityEventStore.ts"
import { HISTORY_OF_PERSON_MAX, LoginHistoryStore } from "../../login/storing/LoginHistoryStore.ts"
import { MergeStore } from "../../merging/MergeStore.ts"
import { value } from "../../operation/answer.ts"
import { NewestLimit, OfPlayer } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { personSubject } from "../../person/personRevision.ts"
import { Players } from "../../player/Players.ts"

/** More events than are kept of a person. */
const EVENTS_MAX = 10_000

/** The rows of all lists, each of which has the newest first. */
const newest = <Row>(lists: ReadonlyArray<ReadonlyArray<Row>>, place: (row: Row) => number): ReadonlyArray<Row> =>
  lists.length === 1 ? (lists[0] ?? []) : lists.flat().toSorted((one, other) => place(other) - place(one))

/** Shows logins, security events and acts of the person that owns a player. */
export const showPlayerHistory = read(
  { name: "player.history", permissions: ["user:audit:any", "operator:audit:player"] },
  {
    title: "Show logins and security events of a player",
    sentence:
      "Show what happened to the person of a player, the newest first: logins, refused logins with their codes, " +
      "security events, and what operators changed, of persons that were merged into it too. Logins and events are kept " +
      "for 90 days.",
    input: { player_uuid: OfPlayer, ...historyConditions, limit: NewestLimit },
    answer: value(
      Schema.Struct({ player_uuid: OfPlayer, ...historyFields }).annotate({ identifier: "HistoryOfPlayer" }),
    ),
    refusals: ["resource_not_found"],
    run: Effect.fnUntraced(function* ({ limit = HISTORY_LIMIT_DEFAULT, player_uuid: player, ...conditions }) {
      const { personId } = yield* (yield* Players).find(player)
      const merges = yield* (yield* MergeStore).ofPerson(personId)
      // Their logins moved with their players. What happened to them stayed with them.
      const merged = merges.flatMap(({ otherPersonId, side, undone }) =>
        side === "kept" && undone === undefined ? [otherPersonId] : [],
      )
      const persons = [personId, ...merged]
      const store = yield* SecurityEventStore
      const events = yield* Effect.forEach(persons, (person) => store.ofPerson(person, EVENTS_MAX))
      const acts = yield* Effect.forEach(persons, (person) => actsOn(personSubject(person)))
      const past = {
        logins: yield* (yield* LoginHistoryStore).ofPerson(personId, HISTORY_OF_PERSON_MAX),
        events: newest(events, ({ at }) => at),
        acts: newest(acts, ({ sequence }) => sequence),
      }
      return { player_uuid: player, ...historyMeeting(yield* historyOf(past), conditions, limit) }
    }),
  },
)
