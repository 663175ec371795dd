/**
 * Hints between processes by a channel of Postgres. A NOTIFY within a transaction makes its commit wait for the commits
 * of all others that notify, because Postgres holds one lock of the whole server through it (decisions, section 9). So
 * units of work do not notify: what they announce is gathered and sent after they have committed, with one statement
 * under way at a time.
 */
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { warningOf } from "@garrison/core/kernel/work/Background"
import { logWarning } from "@garrison/core/kernel/work/logWarning"
import type { SignalListener } from "@garrison/core/notification/NotificationSignals"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import type { SqlDriver } from "../SqlDriver.ts"

const CHANNEL = "garrison_notification"
/** Players of one message: a message may have 8,000 bytes, and a player takes 37. */
const PLAYERS_AT_ONCE = 200
/** The pause before a broken connection is made again. */
const RECONNECT_MILLIS = 1000
/** How long a process that ends waits for its last hints to be sent. */
const LAST_MILLIS = 2000

const UNHEARD =
  "hints of other processes do not pass the pooler before the database: what they send is delivered late, by looking every streamRecheckSeconds (docs/storage.md)"

type Listen = NonNullable<SqlDriver["Service"]["listen"]>

/** What is announced. */
type Announced = PlayerUuid | "broadcast"

/** Makes the function that sends what is announced, and the last of it when the scope closes. */
const makeSend = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, sender: string) {
  const scope = yield* Effect.scope
  const context = yield* Effect.context()
  const warn = warningOf("other processes were not told of new notifications")
  const waiting = new Set<Announced>()
  let isSending = false

  const sendAll: Effect.Effect<void> = Effect.suspend(() => {
    const part = [...waiting].slice(0, PLAYERS_AT_ONCE)
    if (part.length === 0) return Effect.void
    for (const one of part) waiting.delete(one)
    const told = sql`SELECT pg_notify(${CHANNEL}, ${`${sender} ${part.join()}`})`
    return Effect.flatMap(warn(Effect.orDie(told)), () => sendAll)
  })
  const sending = Effect.ensuring(
    sendAll,
    Effect.sync(() => {
      isSending = false
    }),
  )
  yield* Effect.addFinalizer(() => Effect.ignoreCause(Effect.timeout(sendAll, LAST_MILLIS)))

  return (what: Announced): void => {
    waiting.add(what)
    if (isSending || scope.state._tag === "Closed") return
    isSending = true
    Effect.runForkWith(context)(Effect.forkIn(sending, scope))
  }
})

/** Tells the listener what a message of another process says. */
const tell = (listener: SignalListener, sender: string, payload: string): void => {
  const [from, announced = ""] = payload.split(" ", 2)
  if (from === sender) return
  for (const one of announced.split(",")) {
    if (one === "broadcast") listener.broadcast()
    else listener.grown(PlayerUuid.make(one))
  }
}

/** Makes what tells other processes, and hears them. */
export const makeChannel = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { listen }: SqlDriver["Service"]) {
  const sender = randomUUID()
  const send = yield* makeSend(sql, sender)
  const warn = warningOf("the hints of other processes do not arrive; new notifications are looked for now and then")

  const hear = (listen: Listen, listener: SignalListener) =>
    Effect.scoped(
      Effect.gen(function* () {
        const heard = yield* listen(CHANNEL)
        // Nobody has listened until now.
        listener.missed()
        for (;;) tell(listener, sender, (yield* Queue.take(heard)).payload)
      }),
    )

  let isUnheardTold = false
  /** Says once that there is nothing to hear. */
  const unheard = Effect.suspend(() => {
    if (isUnheardTold) return Effect.never
    isUnheardTold = true
    return Effect.andThen(logWarning(UNHEARD), Effect.never)
  })

  const receive = (listener: SignalListener): Effect.Effect<void> =>
    listen === undefined
      ? unheard
      : Effect.forever(Effect.andThen(warn(hear(listen, listener)), Effect.sleep(RECONNECT_MILLIS)))

  return { send, receive }
})
