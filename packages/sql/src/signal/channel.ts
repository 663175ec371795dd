/**
 * Hints between processes by a channel of Postgres. A NOTIFY within a transaction makes its commit wait for the commits
 * of all others that notify, because Postgres holds one lock of the whole server through it (decisions, section 9). So
 * units of work do not notify: what they announce is gathered and sent after they have committed, with one statement
 * under way at a time.
 */
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { warningOf } from "@garrison/core/kernel/work/Background"
import { logWarning } from "@garrison/core/kernel/work/logWarning"
import { ANYBODY, type SignalListener, type Standing } from "@garrison/core/kernel/work/Signals"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import type { SqlDriver } from "../SqlDriver.ts"

const CHANNEL = "garrison_notification"
/** Hints of one message: a message may have 8,000 bytes, and a hint takes 46 at most. */
const HINTS_AT_ONCE = 150
/** The pause before a broken connection is made again. */
const RECONNECT_MILLIS = 1000
/** How long a process that ends waits for its last hints to be sent. */
const LAST_MILLIS = 2000

const UNHEARD =
  "hints of other processes do not pass the pooler before the database: what they send is delivered late, by looking every streamRecheckSeconds (docs/storage.md)"

type Listen = NonNullable<SqlDriver["Service"]["listen"]>

/** What is announced: whose list has grown, that the log of broadcasts has, or whose standing is to be looked up. */
type Announced = PlayerUuid | "broadcast" | `standing:${Standing}`

/** Makes the function that sends what is announced, and the last of it when the scope closes. */
const makeSend = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, sender: string) {
  const scope = yield* Effect.scope
  const context = yield* Effect.context()
  const warn = warningOf("other processes were not told of new notifications")
  const waiting = new Set<Announced>()
  let isSending = false

  const sendAll: Effect.Effect<void> = Effect.suspend(() => {
    const part = [...waiting].slice(0, HINTS_AT_ONCE)
    if (part.length === 0) {
      // In one step with the look: what is announced after it begins the next sending.
      isSending = false
      return Effect.void
    }
    for (const one of part) waiting.delete(one)
    const notifying = sql`SELECT pg_notify(${CHANNEL}, ${`${sender} ${part.join()}`})`
    return Effect.flatMap(warn(Effect.orDie(notifying)), () => sendAll)
  })
  yield* Effect.addFinalizer(() => Effect.ignoreCause(Effect.timeout(sendAll, LAST_MILLIS)))

  return (what: Announced): void => {
    waiting.add(what)
    if (isSending || scope.state._tag === "Closed") return
    isSending = true
    Effect.runForkWith(context)(Effect.forkIn(sendAll, scope))
  }
})

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The standing in a hint; undefined: the hint is none of one. */
const standingIn = (text: string): Standing | undefined => {
  const [word, whose = "", ...more] = text.split(":", 3)
  return word === "standing" && more.length === 0 && (whose === ANYBODY || UUID.test(whose)) ? whose : undefined
}

const isAnnounced = (text: string): text is Announced =>
  text === "broadcast" || UUID.test(text) || standingIn(text) !== undefined

/**
 * What a message on the channel announces. Whoever may connect to the database may send there, so everything that is no
 * hint is passed over, and so is what this process (`receiver`) has sent itself.
 */
export const announcedIn = (payload: string, receiver: string): ReadonlyArray<Announced> => {
  const [sender = "", announced = "", ...more] = payload.split(" ", 3)
  if (sender === receiver || !UUID.test(sender) || more.length > 0) return []
  return announced.split(",").filter(isAnnounced)
}

/** Tells the listener what a message of another process says. */
const tell = (listener: SignalListener, announced: ReadonlyArray<Announced>): void => {
  for (const one of announced) {
    const whose = standingIn(one)
    if (whose !== undefined) listener.standing(whose)
    else if (one === "broadcast") listener.broadcast()
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
        // Hints from before were not heard.
        listener.missed()
        for (;;) tell(listener, announcedIn((yield* Queue.take(heard)).payload, sender))
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
