/**
 * Units of work on the one connection that writes. Units run one after another. Units that finish within one turn of
 * the event loop share one COMMIT, a savepoint each: the wait for the disk is the cost of a write, and sharing it makes
 * writes fast (architecture, section 5). No unit is answered before its COMMIT. If the COMMIT fails, or an earlier unit
 * of the group is lost, the unit answers with the failure instead of its result.
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as References from "effect/References"
import type * as Scope from "effect/Scope"
import type { TransactionConnection } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { retryWhileBusy, type SqliteConnection, sqliteError } from "./SqliteConnection.ts"
import { type Restore, SqliteLine } from "./SqliteLine.ts"
import { Group, rolledBack, UnitConnection } from "./SqliteUnit.ts"

/** The options of a {@link SqliteWriter}. */
export interface WriterOptions {
  /** Most units that share a COMMIT; with 1 each unit has its own, at once. */
  readonly unitsPerCommitMax: number
  /** How long a unit waits for another process's transaction, in ms of real time. */
  readonly lockWaitMillis: number
  /**
   * Runs before a transaction begins, when it has begun, and after it ended. The first two may refuse it by a throw.
   */
  readonly beforeBegin: () => void
  readonly afterBegin?: () => void
  /** The failure of a unit that found the file locked for too long, with who holds the lock. */
  readonly toldOfLock?: (error: SqlError) => SqlError
  readonly afterEnd: () => void
}

const asItIs = (error: SqlError): SqlError => error

/** Owner of the writing connection. */
export class SqliteWriter {
  private readonly connection: SqliteConnection
  private readonly key: Context.Service<TransactionConnection, TransactionConnection.Service>
  private readonly options: WriterOptions
  /** The line for the connection. The unit with the turn runs alone on it. */
  private readonly line = new SqliteLine(() => this.leave())
  private group: Group | undefined

  constructor(
    connection: SqliteConnection,
    key: Context.Service<TransactionConnection, TransactionConnection.Service>,
    options: WriterOptions,
  ) {
    this.connection = connection
    this.key = key
    this.options = options
  }

  /** Runs a new unit, and answers after its COMMIT. */
  readonly unit = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
    Effect.uninterruptibleMask((restore) => {
      // From now, in line or not, because units in line behind a lock wait for it together.
      const deadline = performance.now() + this.options.lockWaitMillis
      return Effect.flatMap(this.line.enter(restore), () =>
        Effect.flatMap(this.open(restore, deadline), (group) => {
          const level = new UnitConnection(this.connection)
          return Effect.flatMap(
            Effect.exit(restore(Effect.provideService(effect, this.key, [level, 0]))),
            (exit): Effect.Effect<A, E | SqlError> => {
              level.isOpen = false
              const settled = this.close(group, exit)
              if (Exit.isFailure(exit)) return Effect.flatMap(settled, () => exit)
              if (level.callbacks.length === 0) return Effect.as(settled, exit.value)
              return Effect.flatMap(settled, () =>
                Effect.as(Effect.forEach(level.callbacks, afterCommit, { discard: true }), exit.value),
              )
            },
          )
        }),
      )
    })

  /** Runs a part of a unit. If the part fails, the earlier writes of the unit stay. */
  readonly nested = <A, E, R>(
    outer: UnitConnection,
    depth: number,
    effect: Effect.Effect<A, E, R>,
  ): Effect.Effect<A, E | SqlError, R> => {
    const name = `nested_${depth + 1}`
    const level = new UnitConnection(this.connection)
    return outer.nesting.withPermit(
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(outer.execute(`SAVEPOINT ${name}`, []), () =>
          Effect.flatMap(
            Effect.exit(restore(Effect.provideService(effect, this.key, [level, depth + 1]))),
            (exit): Effect.Effect<A, E | SqlError> => {
              level.isOpen = false
              if (!this.connection.database.isTransaction)
                return Exit.isFailure(exit) ? exit : Effect.fail(rolledBack())
              if (Exit.isSuccess(exit)) outer.callbacks.push(...level.callbacks)
              const undo = Exit.isFailure(exit) ? outer.execute(`ROLLBACK TO ${name}`, []) : Effect.void
              return Effect.flatMap(undo, () => Effect.flatMap(outer.execute(`RELEASE ${name}`, []), () => exit))
            },
          ),
        ),
      ),
    )
  }

  /** Runs `effect` while no unit runs and none waits for a COMMIT. */
  readonly alone = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(this.line.enter(restore), () => {
        this.commit()
        return Effect.onExitPrimitive(restore(effect), () => {
          this.leave()
          return undefined
        })
      }),
    )

  /** The connection for as long as the scope, under the same terms as {@link alone}. */
  readonly lease: Effect.Effect<void, SqlError, Scope.Scope> = Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(this.line.enter(restore), () => {
      this.commit()
      return Effect.addFinalizer(() => Effect.sync(() => this.leave()))
    }),
  )

  /** Gives the connection to the next in line, after a COMMIT that is due. */
  private leave(): void {
    const { group } = this
    if (group !== undefined && (group.isDue || group.units >= this.options.unitsPerCommitMax)) this.commit()
    this.line.leave()
  }

  /** Joins the open group behind a savepoint, or opens one, waiting for other processes until `deadline`. */
  private open(restore: Restore, deadline: number): Effect.Effect<Group, SqlError> {
    const begun = Effect.suspend(() => {
      try {
        return Effect.succeed(this.begin())
      } catch (error) {
        return Effect.fail(sqliteError(error))
      }
    })
    const waited = Effect.mapError(retryWhileBusy(begun, deadline), this.options.toldOfLock ?? asItIs)
    return Effect.onExitPrimitive(restore(waited), (exit) => {
      if (Exit.isFailure(exit)) this.leave()
      return undefined
    })
  }

  /** Synchronous, so that an interruption cannot leave a transaction without a group. */
  private begin(): Group {
    const { connection, options } = this
    if (this.group !== undefined) {
      connection.run("SAVEPOINT unit")
      this.group.units++
      return this.group
    }
    // Left over when a rollback itself failed.
    if (connection.database.isTransaction) connection.rollBack()
    options.beforeBegin()
    connection.run("BEGIN IMMEDIATE")
    this.holdBegun()
    const group = new Group()
    group.units = 1
    this.group = group
    if (options.unitsPerCommitMax > 1) setImmediate(() => this.due(group))
    return group
  }

  /** A transaction that is refused is undone. */
  private holdBegun(): void {
    try {
      this.options.afterBegin?.()
    } catch (error) {
      this.connection.rollBack()
      this.options.afterEnd()
      throw error
    }
  }

  private due(group: Group): void {
    group.isDue = true
    if (!this.line.isBusy && this.group === group) this.commit()
  }

  /** Ends a unit, and gives the connection back. The effect answers when its group has. */
  private close(group: Group, exit: Exit.Exit<unknown, unknown>): Effect.Effect<void, SqlError> {
    const { connection } = this
    const isFirst = group.units === 1
    let lone: Effect.Effect<void, SqlError> | undefined
    try {
      if (!connection.database.isTransaction) {
        this.end(Exit.fail(rolledBack()))
        // A failed unit has its own reason. A unit that continued after a lost transaction must not count as stored.
        if (Exit.isFailure(exit)) lone = Effect.void
      } else if (Exit.isFailure(exit) && isFirst) {
        connection.rollBack()
        this.end(Exit.void)
      } else if (!isFirst) {
        if (Exit.isFailure(exit)) connection.run("ROLLBACK TO unit")
        connection.run("RELEASE unit")
      }
    } catch (error) {
      this.abandon(error)
    }
    this.leave()
    return lone ?? group.settled
  }

  private commit(): void {
    if (this.group === undefined) return
    try {
      this.connection.run("COMMIT")
      this.end(Exit.void)
    } catch (error) {
      this.abandon(error)
    }
  }

  /** Gives the group up because of `error`, rolling back what SQLite has not. */
  private abandon(error: unknown): void {
    try {
      if (this.connection.database.isTransaction) this.connection.rollBack()
    } catch {
      // The next BEGIN tries again.
    }
    this.end(Exit.fail(sqliteError(error)))
  }

  private end(outcome: Exit.Exit<void, SqlError>): void {
    const { group } = this
    this.group = undefined
    this.options.afterEnd()
    group?.settle(outcome)
  }
}

/** Written to stderr, because stdout belongs to the program. */
const afterCommit = (callback: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.provideService(
    Effect.ignoreCause(callback, { log: "Unhandled", message: "a callback after a commit died" }),
    References.LogToStderr,
    true,
  )
