/** Figures for the first screen of an operator: of the database, and of the server where one runs. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { Presences } from "../../presence/Presences.ts"
import { COUNTED_BY_MINUTE, FiguresStore } from "../FiguresStore.ts"
import { RunningServer } from "../RunningServer.ts"
import { Figures } from "../schema.ts"

const MINUTE_MILLIS = 60_000
const MINUTES = 15

/** Rows of each kind that are counted. */
const ROWS_MAX = 100_000

const stored = Effect.fnUntraced(function* (now: number) {
  const store = yield* FiguresStore
  const presences = yield* Presences
  const from = (Math.floor(now / MINUTE_MILLIS) - MINUTES + 1) * MINUTE_MILLIS
  const online = yield* presences.countOnline
  const counts = yield* Effect.forEach(COUNTED_BY_MINUTE, (what) => store.byMinute(what, from, ROWS_MAX), {
    concurrency: "unbounded",
  })
  const [logins, refused, orders] = counts
  const refusedLogins = yield* store.refused(Math.floor(from / MINUTE_MILLIS))
  const sums = counts.map((count) => Array.from(count.values()).reduce((sum, one) => sum + one, 0))
  return {
    players_online: online.players_online,
    invisible: online.invisible,
    platforms: online.platforms,
    minutes: Array.from({ length: MINUTES }, (_, minute) => ({
      time: from + minute * MINUTE_MILLIS,
      logins: logins?.get(minute) ?? 0,
      logins_refused: refused?.get(minute) ?? 0,
      orders: orders?.get(minute) ?? 0,
    })),
    refused_logins: refusedLogins.map(({ code, count, grant, portalStatus }) => ({
      grant,
      code,
      count,
      ...(portalStatus !== undefined && { portal_status: portalStatus }),
    })),
    bounded: online.bounded || sums.some((sum) => sum >= ROWS_MAX),
  }
})

/** Shows the figures. */
export const showFigures = read(
  { name: "figures.show", permissions: ["operator:read:player", "operator:read:order", "operator:read:key"] },
  {
    title: "Show the figures of the last 15 minutes",
    sentence:
      "Show how many players are online, and the logins and orders of the last 15 minutes, from the database. Where a " +
      "server runs with a probe port, also what it counts: requests, refusals, latencies, portals, places and queues.",
    input: {},
    answer: value(Figures),
    refusals: [],
    run: Effect.fnUntraced(function* () {
      const now = yield* Clock.currentTimeMillis
      const { ask } = yield* RunningServer
      const [database, server] = yield* Effect.all([stored(now), ask], { concurrency: "unbounded" })
      return server.state === "live"
        ? { time: now, database, server_state: server.state, server: server.figures }
        : { time: now, database, server_state: server.state, server_absent: server.because }
    }),
  },
)
