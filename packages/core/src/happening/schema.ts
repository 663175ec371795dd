/** What happened, as operators read it: logins, refused logins, orders and acts, of all players, by time. */
import * as Schema from "effect/Schema"
import { described, Enumeration, Integer, ListOf, Text } from "../kernel/input/Field.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"
import { HAPPENING_KINDS } from "./kinds.ts"

/** A kind of what happens. */
export const HappeningKind = Enumeration(HAPPENING_KINDS)
export type HappeningKind = typeof HappeningKind.Type

const absent = <S extends Schema.Top>(field: S, sentence: string) => described(Schema.optional(field), sentence)

/** One thing that happened. Which fields it has depends on its kind. */
export const HappeningView = Schema.Struct({
  time: described(Timestamp, "When it was."),
  kind: described(
    HappeningKind,
    "`security_event`: a token that was used again, or a change of the ways to log in. `act_refused`: an operator was " +
      "refused.",
  ),
  id: described(Text, "Uuid of the login, event or order; of an act, its number in the audit."),
  player_uuid: absent(Text, "The player. Of a refused login: the active player of the person."),
  display_name: absent(Text, "The player's name."),
  person_id: absent(Text, "The person of the player."),
  client_id: absent(Text, "The client of the request; its uuid where the client was deleted."),
  address: absent(Text, "Network address of the request."),
  grant_type: absent(Text, "How the login was attempted."),
  platform: absent(Text, "Platform of the portal user."),
  error_code: absent(Text, "The code of a refusal."),
  event: absent(Text, "What was observed, of a security event."),
  source: absent(Text, "Source of an order."),
  entries: absent(Integer, "How many entries an order has."),
  results: absent(ListOf(Text), "The results of an order's entries, each once."),
  parent_order_id: absent(Text, "The order that made this one."),
  operation: absent(Text, "Name of the operation, of an act."),
  actor: absent(Text, "Who acted."),
  subject_kind: absent(Text, "What was changed."),
  subject_id: absent(Text, "Which of these."),
  reason: absent(Text, "Why, in the words of the actor."),
}).annotate({ identifier: "Happening" })
export type HappeningView = typeof HappeningView.Type

/** A part of what happened. */
export const HappeningPage = Schema.Struct({
  happenings: described(ListOf(HappeningView), "The newest first; with `after`, the oldest first."),
  next: described(
    Schema.NullOr(Text),
    "Marker of what is older, for `before`; null: there is nothing older, or `after` was given.",
  ),
  follow: described(Text, "Marker of what comes, for `after`: asked with it again and again, nothing is left out."),
}).annotate({ identifier: "HappeningPage" })
