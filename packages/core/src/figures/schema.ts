/** Figures for operators: how many players are online, what they ask for, and how quickly they are answered. */
import * as Schema from "effect/Schema"
import { Decimal, described, Enumeration, Flag, Integer, ListOf, Text } from "../kernel/input/Field.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"
import { countedOnline } from "../presence/schema.ts"

const millis = (sentence: string) => described(Schema.NullOr(Decimal()), sentence)

const latency = {
  p50_ms: millis("Half of them took at most so many milliseconds; null: there was none."),
  p95_ms: millis("95 of 100 took at most so many milliseconds."),
  p99_ms: millis("99 of 100 took at most so many milliseconds."),
} as const

const Counted = Schema.Struct({
  name: described(Text, "What is counted."),
  count: described(Integer, "How many in the last 15 minutes."),
  last_minute: described(Integer, "How many of them in the last minute."),
}).annotate({ identifier: "Counted" })

const perSecond = (sentence: string) => described(ListOf(Integer), sentence)
const millisPerSecond = (sentence: string) => described(ListOf(Schema.NullOr(Decimal())), sentence)

const ServerSeries = Schema.Struct({
  requests: perSecond("Requests that were answered."),
  refused: perSecond("Those with a status from 400 to 499."),
  failed: perSecond("Those with a status of 500 or more."),
  logins: perSecond("Logins that succeeded."),
  logins_refused: perSecond("Logins that did not."),
  orders: perSecond("Orders that were answered."),
  p95_ms: millisPerSecond("95 of 100 requests took at most so many milliseconds; null: there was none."),
  event_loop_ms: millisPerSecond("Longest delay of the event loop, in milliseconds; null: not measured."),
}).annotate({ identifier: "ServerSeries" })

/** What a server counts, over the last 15 minutes at most. */
export const ServerFigures = Schema.Struct({
  version: described(Text, "Version of the server."),
  started: described(Timestamp, "When it started."),
  time: described(Timestamp, "When it answered."),
  seconds: described(Integer, "How many seconds are counted, at most 900: the length of each list in `per_second`."),
  unready: described(ListOf(Text), "What keeps it from being ready; empty: nothing does."),
  per_second: described(ServerSeries, "By second, the oldest first. The second under way is not in it."),
  latency: described(Schema.Struct(latency).annotate({ identifier: "Latency" }), "Of all requests."),
  operations: described(
    ListOf(
      Schema.Struct({
        operation: described(Text, "Name of the operation in the document of the interface."),
        requests: described(Integer, "Requests that were answered."),
        refused: described(Integer, "Those with a status from 400 to 499."),
        failed: described(Integer, "Those with a status of 500 or more."),
        ...latency,
      }).annotate({ identifier: "OperationFigures" }),
    ),
    "By operation, the one with most requests first.",
  ),
  statuses: described(ListOf(Counted), "Answers by HTTP status."),
  codes: described(ListOf(Counted), "Refusals by code, the most frequent first."),
  logins: described(
    ListOf(
      Schema.Struct({
        grant: described(Text, "The grant type."),
        done: described(Integer, "Logins that succeeded."),
        refused: described(Integer, "Logins that did not."),
      }).annotate({ identifier: "LoginFigures" }),
    ),
    "By grant.",
  ),
  order_results: described(ListOf(Counted), "Orders by result: one counts once for each result that its entries have."),
  portals: described(
    ListOf(
      Schema.Struct({
        portal: described(Text, "The portal."),
        calls: described(Integer, "Requests to it."),
        failures: described(Integer, "Those without a usable answer."),
        failures_last_minute: described(Integer, "How many of these in the last minute."),
        last_status: described(
          Schema.optional(Integer),
          "The HTTP status that it answered last; absent: its last request had no answer, or the server is older.",
        ),
        down: described(Flag, "Whether it counts as down: requests fail without being sent."),
      }).annotate({ identifier: "PortalFigures" }),
    ),
    "Third-party portals that were asked.",
  ),
  lanes: described(
    ListOf(
      Schema.Struct({
        lane: described(Text, "What the requests need: `memory`, `storage` or `login`."),
        in_flight: described(Integer, "Requests that have a place."),
        places: described(Schema.NullOr(Integer), "How many places there are; null: no limit."),
        queued: described(Integer, "Requests that wait for a place."),
      }).annotate({ identifier: "LaneFigures" }),
    ),
    "Places of requests, and how many wait for one.",
  ),
}).annotate({ identifier: "ServerFigures" })
export type ServerFigures = typeof ServerFigures.Type

const StoredMinute = Schema.Struct({
  time: described(Timestamp, "When the minute began."),
  logins: described(Integer, "Logins of players."),
  logins_refused: described(Integer, "Logins that were refused with a code."),
  orders: described(Integer, "Orders."),
}).annotate({ identifier: "StoredMinute" })

/** Figures of the database and of a server. */
export const Figures = Schema.Struct({
  time: described(Timestamp, "When they were read."),
  database: described(
    Schema.Struct({
      ...countedOnline,
      minutes: described(ListOf(StoredMinute), "The last 15 minutes, the oldest first. The last one is under way."),
      refused_logins: described(
        ListOf(
          Schema.Struct({
            grant: described(Text, "The grant type, which names the portal where there is one."),
            code: described(Text, "The code of the refusal."),
            count: described(Integer, "How many in the last 15 minutes."),
            portal_status: described(
              Schema.optional(Integer),
              "The HTTP status that the portal answered last; absent: it was not asked, or gave no answer.",
            ),
          }).annotate({ identifier: "RefusedLoginFigures" }),
        ),
        "Refused logins by grant and code, the most frequent first; also of persons who are not known.",
      ),
      bounded: described(
        Flag,
        "Whether there was more than is counted, 100,000 rows of each kind: the counts are then least counts.",
      ),
    }).annotate({ identifier: "StoredFigures" }),
    "What the rows of the database say.",
  ),
  server_state: described(
    Enumeration(["live", "absent"]),
    "`live`: a server answered on its probe port. `absent`: none did.",
  ),
  server_absent: described(Schema.optional(Text), "Why no server answered."),
  server: described(Schema.optional(ServerFigures), "What the server counts; absent where none answered."),
}).annotate({ identifier: "Figures" })
