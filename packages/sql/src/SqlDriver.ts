/** What the driver below `SqlClient` can do that effect/sql has no word for. Each client's layer gives it beside it. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import type { SqlError } from "effect/sql/SqlError"
import type { EpochGuard } from "./EpochGuard.ts"
import type { SqliteConnection } from "./SqliteConnection.ts"

/** What is heard on a channel. */
export type Heard = Queue.Dequeue<{ readonly payload: string }, SqlError>

/** The driver of the database that the `SqlClient` in context speaks to. */
export class SqlDriver extends Context.Service<
  SqlDriver,
  {
    /** Where the database is: a file, or host, port and name of a Postgres database, without user and password. */
    readonly place: string
    /**
     * A connection on which statements outside of units of work may run at any moment and answer at once
     * (preparedRead.ts). Undefined on Postgres and in an in-memory database, which have none.
     */
    readonly reading: SqliteConnection | undefined
    /**
     * Has what this unit of work overwrites gone from the files when it has been committed (guarantees R47). SQLite
     * overwrites deleted bytes with zeros (`secure_delete`), but in the log, and in the file until the log is moved
     * there; that is done at once. Another process that reads meanwhile puts it off. Postgres keeps former rows until
     * it vacuums.
     */
    readonly leaveNoResidue: Effect.Effect<void>
    /** Holds units to the epoch of this version, once it is armed. */
    readonly epoch: EpochGuard
    /**
     * Opens a connection of its own that hears what is notified on a channel, for as long as the scope. Fails when the
     * connection breaks. Undefined on SQLite, which has no channels, and behind a pooler that lends connections for one
     * transaction, which passes none on.
     */
    readonly listen?: ((channel: string) => Effect.Effect<Heard, SqlError, Scope.Scope>) | undefined
  }
>()("@garrison/sql/SqlDriver") {}
