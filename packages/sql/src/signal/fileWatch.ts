/**
 * Hints between processes on one SQLite file. SQLite counts for each connection how often others have changed the file;
 * to ask for that count reads no page. When it has changed, the rows that came say whose lists have grown, and whether
 * an act may have ended sessions.
 */
import { mayEndStanding } from "@garrison/core/audit/rules"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { warningOf } from "@garrison/core/kernel/work/Background"
import { ANYBODY, type SignalListener } from "@garrison/core/kernel/work/Signals"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { integer, text } from "../columns.ts"
import type { SqliteConnection } from "../SqliteConnection.ts"
import type { SqlDriver } from "../SqlDriver.ts"
import { uuid } from "../uuid.ts"

/** How often the count is asked for while there are listeners. */
const INTERVAL_MILLIS = 25
/** Most rows of one question. If there are more, all lists are looked at. */
const ROWS_MAX = 500

/** What is new in the file, asked again and again on one connection. */
class FileWatch {
  readonly #reading: SqliteConnection
  readonly #listener: SignalListener
  #version: number
  #newest: number
  #broadcasts: number
  #acts: number

  constructor(reading: SqliteConnection, listener: SignalListener) {
    this.#reading = reading
    this.#listener = listener
    this.#version = this.#dataVersion
    this.#broadcasts = this.#head
    this.#acts = this.#newestAct
    this.#newest = this.#newestRow
  }

  /** SQLite numbers the rows of a table as they come. Times do not rise where a clock was set back. */
  get #newestRow(): number {
    return integer(this.#reading.run("SELECT COALESCE(MAX(rowid), 0) AS newest FROM notification")[0]?.newest)
  }

  get #dataVersion(): number {
    return integer(this.#reading.run("PRAGMA data_version")[0]?.data_version)
  }

  get #head(): number {
    return integer(this.#reading.run("SELECT last_position FROM broadcast_head")[0]?.last_position)
  }

  get #newestAct(): number {
    return integer(this.#reading.run("SELECT sequence FROM audit_head WHERE id = 1")[0]?.sequence)
  }

  /** Tells what has come since the last time. Changes of this process are told twice, which does no harm. */
  look(): void {
    const version = this.#dataVersion
    if (version === this.#version) return
    this.#version = version
    this.#lookAtLists()
    const head = this.#head
    if (head !== this.#broadcasts) this.#listener.broadcast()
    this.#broadcasts = head
    this.#lookAtActs()
  }

  #lookAtLists(): void {
    const [seen, newest] = [this.#newest, this.#newestRow]
    this.#newest = newest
    // The newest rows were deleted, and their numbers may be given again.
    if (newest < seen || newest > seen + ROWS_MAX) return this.#listener.missed()
    const grown = "SELECT DISTINCT player_uuid FROM notification WHERE rowid > ? AND rowid <= ?"
    for (const row of this.#reading.run(grown, [seen, newest])) this.#tell(uuid(row.player_uuid))
  }

  /** Acts may end sessions. The logout of a player leaves no row that could be found without a search. */
  #lookAtActs(): void {
    const head = this.#newestAct
    if (head === this.#acts) return
    const acts = this.#reading.run("SELECT operation FROM audit WHERE sequence > ? ORDER BY sequence LIMIT ?", [
      this.#acts,
      ROWS_MAX,
    ])
    this.#acts = head
    const mayEnd = acts.length === ROWS_MAX || acts.some((row) => mayEndStanding(text(row.operation)))
    if (mayEnd) this.#listener.standing(ANYBODY)
  }

  #tell(player: string): void {
    this.#listener.grown(PlayerUuid.make(player))
  }
}

/** Makes what sees the changes of other processes. They see those of this one in the same way. */
export const makeFileWatch = (_: SqlClient.SqlClient, { reading }: SqlDriver["Service"]) => {
  const warn = warningOf("the changes of other processes are not seen; new notifications are looked for now and then")

  const receive = (listener: SignalListener): Effect.Effect<void> => {
    // An in-memory database is of one process.
    if (reading === undefined) return Effect.never
    const watching = Effect.suspend(() => {
      const watch = new FileWatch(reading, listener)
      listener.missed()
      return Effect.forever(
        Effect.andThen(
          Effect.sleep(INTERVAL_MILLIS),
          Effect.sync(() => watch.look()),
        ),
      )
    })
    return Effect.forever(Effect.andThen(warn(watching), Effect.sleep(INTERVAL_MILLIS)))
  }

  return Effect.succeed({ send: undefined, receive })
}
