/**
 * Hints between processes on one database. On Postgres a process notifies the others by a channel; on SQLite it looks
 * whether the file has changed. A process does either only while it has listeners.
 */
import { warningOf } from "@garrison/core/kernel/work/Background"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { Signals, type SignalListener, Subscribers } from "@garrison/core/kernel/work/Signals"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { SqlDriver } from "../SqlDriver.ts"
import { makeChannel } from "./channel.ts"
import { makeFileWatch } from "./fileWatch.ts"

/** How long a process goes on hearing hints when its last listener has gone: the next poll may come soon. */
const LINGER_MILLIS = 60_000

/** Makes the subscribers, between the first and a while after the last of whom `receive` runs. */
const makeSubscribers = Effect.fnUntraced(function* (receive: (listener: SignalListener) => Effect.Effect<void>) {
  const scope = yield* Effect.scope
  const context = yield* Effect.context()
  let [isWanted, isReceiving] = [false, false]

  const fork = (work: Effect.Effect<void>): void => {
    Effect.runForkWith(context)(Effect.forkIn(work, scope))
  }
  /** Ends when there has been no listener for a while. */
  const unwanted: Effect.Effect<void> = Effect.flatMap(Effect.sleep(LINGER_MILLIS), () =>
    isWanted ? unwanted : Effect.void,
  )
  // A listener may come while the receiving of before ends, as a connection that closes takes its time.
  const ended = Effect.sync(() => {
    isReceiving = false
    if (isWanted) begin()
  })
  const begin = (): void => {
    if (isReceiving || scope.state._tag === "Closed") return
    isReceiving = true
    fork(Effect.ensuring(Effect.raceFirst(receive(subscribers), unwanted), ended))
  }
  const warn = warningOf("who waits for notifications could not be told of them")
  const subscribers: Subscribers = new Subscribers({
    onFirst: () => {
      isWanted = true
      begin()
    },
    onLast: () => {
      isWanted = false
    },
    onThrown: (error) => fork(warn(Effect.die(error))),
  })
  return subscribers
})

/** {@link Signals} over either database. */
export const layer = Layer.effect(
  Signals,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const driver = yield* SqlDriver
    const { afterCommit } = yield* Transaction
    const makeCarrier = sql.onDialectOrElse({ pg: () => makeChannel, orElse: () => makeFileWatch })
    const { receive, send } = yield* makeCarrier(sql, driver)
    const subscribers = yield* makeSubscribers(receive)
    return Signals.of({
      announce: (player) =>
        afterCommit(
          Effect.sync(() => {
            subscribers.grown(player)
            send?.(player)
          }),
        ),
      announceBroadcast: afterCommit(
        Effect.sync(() => {
          subscribers.broadcast()
          send?.("broadcast")
        }),
      ),
      announceStanding: (whose) =>
        whose.length === 0
          ? Effect.void
          : afterCommit(
              Effect.sync(() => {
                for (const one of whose) {
                  subscribers.standing(one)
                  send?.(`standing:${one}`)
                }
              }),
            ),
      subscribe: (listener) => subscribers.add(listener),
    })
  }),
)
