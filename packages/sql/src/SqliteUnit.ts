/** A unit of work on SQLite: its view of the connection, and the COMMIT that it shares with other units. */
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Semaphore from "effect/Semaphore"
import { ConnectionError, SqlError, UnknownError } from "effect/sql/SqlError"
import type { SqliteConnection } from "./SqliteConnection.ts"
import { type Rows, StatementConnection } from "./StatementConnection.ts"

/** SQLite ended the transaction, as when the disk is full, so the unit's writes are not stored. */
export const rolledBack = (): SqlError =>
  new SqlError({
    reason: new ConnectionError({
      cause: undefined,
      message: "SQLite rolled the transaction back",
      operation: "transaction",
    }),
  })

const ended = (): SqlError =>
  new SqlError({
    reason: new UnknownError({ cause: undefined, message: "the unit of work has ended", operation: "execute" }),
  })

/** The connection as one unit sees it, at one level of nesting, until that level ends. */
export class UnitConnection extends StatementConnection {
  /** The effects to run after the commit. */
  readonly callbacks: Array<Effect.Effect<void>> = []
  isOpen = true
  private readonly connection: SqliteConnection
  private inTurn: Semaphore.Semaphore | undefined

  constructor(connection: SqliteConnection) {
    super()
    this.connection = connection
  }

  /** Lets one nested unit run at a time. Few units have any. */
  get nesting(): Semaphore.Semaphore {
    this.inTurn ??= Semaphore.makeUnsafe(1)
    return this.inTurn
  }

  /**
   * The rows of a statement that can run now. Undefined: {@link execute} it, which finds out why it cannot, and says
   * so; a statement that fails has changed nothing.
   */
  attempt(sql: string, params: ReadonlyArray<unknown>): Rows | undefined {
    if (!this.canRun) return undefined
    try {
      return this.connection.run(sql, params)
    } catch {
      return undefined
    }
  }

  /** As {@link attempt}, of a statement without RETURNING: how many rows it changed. */
  attemptChange(sql: string, params: ReadonlyArray<unknown>): number | undefined {
    if (!this.canRun) return undefined
    try {
      return this.connection.change(sql, params)
    } catch {
      return undefined
    }
  }

  private get canRun(): boolean {
    return this.isOpen && this.connection.database.isTransaction
  }

  execute(sql: string, params: ReadonlyArray<unknown>): Effect.Effect<Rows, SqlError> {
    return Effect.suspend(() => {
      if (!this.isOpen) return Effect.fail(ended())
      // A full disk ends the transaction, and later writes would be stored without the earlier ones.
      if (!this.connection.database.isTransaction) return Effect.fail(rolledBack())
      return this.connection.execute(sql, params)
    })
  }
}

/** The units under one COMMIT. */
export class Group {
  /** Units that began under it. */
  units = 0
  /** Whether its turn is over, so that it commits as soon as the unit in progress ends. */
  isDue = false
  private outcome: Exit.Exit<void, SqlError> | undefined
  private readonly waiting: Array<(outcome: Exit.Exit<void, SqlError>) => void> = []

  /** Answers with the COMMIT. */
  readonly settled: Effect.Effect<void, SqlError> = Effect.callback<void, SqlError>((resume) => {
    if (this.outcome === undefined) this.waiting.push(resume)
    else resume(this.outcome)
  })

  /** Answers all units that wait or will wait. */
  settle(outcome: Exit.Exit<void, SqlError>): void {
    this.outcome = outcome
    for (const resume of this.waiting) resume(outcome)
  }
}
