/** Units of work over `SqlClient`, and the handling of SQL failures (kernel/work/Transaction.ts). */
import type { PersonId, PlayerUuid } from "@garrison/core/kernel/Identifier"
import { type StorageTrouble, StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { databaseSaid } from "./databaseSaid.ts"
import { EPOCH_ADVICE, EpochEnded } from "./EpochGuard.ts"
import { ofOneOwner, ofSharedLock, OwnerTurns, type TurnLimits } from "./OwnerTurns.ts"
import { isBroken } from "./SqliteDamage.ts"
import { limitIn } from "./SqliteLine.ts"

const has = (value: unknown, key: string): Record<string, unknown> | undefined =>
  typeof value === "object" && value !== null && key in value ? (value as Record<string, unknown>) : undefined

/** Primary result codes of SQLite that mean "not now": PERM, BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN. */
const sqliteUnavailable: ReadonlySet<number> = new Set([3, 5, 6, 7, 8, 10, 13, 14])

/**
 * SQLSTATE classes and codes of Postgres that mean the same: out of resources, intervention, system error, read-only, a
 * transaction that it ended because its program was idle or took too long.
 */
const postgresUnavailable = /^(53|57P|58|25006|25P0[34])/

/**
 * The words by which a Postgres that passes statements on to others says that it has lost one of them; it has no code
 * of its own for that (XX000, "internal error"). The first five are those of libpq, the last is that of Citus.
 */
const lostPeer =
  /server closed the connection unexpectedly|SSL SYSCALL error|SSL connection has been closed|could not (?:receive data from|send data to|connect to) server|(?:no connection to the server|connection not open)|failure on connection marked as essential|connection to the remote node .* failed/i

/** Whether the failure is that of a server behind this one. */
const isLostPeer = (cause: unknown): boolean =>
  has(cause, "code")?.code === "XX000" && lostPeer.test(String(has(cause, "message")?.message))

/** Whether the time of this version has ended. */
const isEnded = ({ reason }: SqlError): boolean => reason.cause instanceof EpochEnded

/** Whether the failure means that storage cannot answer now, and not that the statement is wrong. */
export const isUnavailable = (error: SqlError): boolean => {
  if (isEnded(error)) return true
  switch (error.reason._tag) {
    case "ConnectionError":
    case "AuthenticationError":
    case "LockTimeoutError":
    case "StatementTimeoutError":
    case "DeadlockError":
    case "SerializationError":
      return true
    default: {
      const cause = error.reason.cause
      const sqlite = has(cause, "errno")?.errno
      if (typeof sqlite === "number") return sqliteUnavailable.has(sqlite & 0xff)
      const postgres = has(cause, "code")?.code
      return typeof postgres === "string" && (postgresUnavailable.test(postgres) || isLostPeer(cause))
    }
  }
}

/** IOERR and FULL of SQLite: other pages of the file may still be written. */
const sqliteFull: ReadonlySet<unknown> = new Set([10, 13])

/** disk_full and io_error of Postgres: rows that need no new page may still be written. */
const postgresFull: ReadonlySet<unknown> = new Set(["53100", "58030"])

const isFull = (cause: unknown): boolean =>
  sqliteFull.has(Number(has(cause, "errno")?.errno) & 0xff) || postgresFull.has(has(cause, "code")?.code)

/** READONLY of SQLite, and a standby of Postgres. */
const isReadOnly = (cause: unknown): boolean =>
  (Number(has(cause, "errno")?.errno) & 0xff) === 8 || has(cause, "code")?.code === "25006"

/** What keeps storage from answering. A lock of Postgres is that of a row, a lock of SQLite that of the whole file. */
const troubleIn = (error: SqlError): StorageTrouble => {
  const { reason } = error
  if (isEnded(error)) return "epoch"
  if (isBroken(reason.cause)) return "damaged"
  if (isFull(reason.cause)) return "full"
  if (isReadOnly(reason.cause)) return "read_only"
  if (reason._tag === "LockTimeoutError") return "locked"
  return reason._tag === "DeadlockError" || reason._tag === "SerializationError" || limitIn(reason) ? "busy" : "away"
}

/** Storage that cannot answer, with what the database said, and the failure as its cause. */
export const unavailableBy = (error: SqlError): StorageUnavailable => {
  const { code, message = error.message, next } = databaseSaid(error)
  const limit = limitIn(error.reason)
  const advice = limit === undefined ? { code, next: isEnded(error) ? EPOCH_ADVICE : next } : { limit }
  return new StorageUnavailable(message, { cause: error, trouble: troubleIn(error), ...advice })
}

/** The failure, whose stack begins with what the database said in place of the words of the driver. */
const told = (error: SqlError): SqlError => {
  const { code, message } = databaseSaid(error)
  const text = [message, ...(code === undefined ? [] : [`(${code})`])].join(" ")
  if (message !== undefined) error.stack = `SqlError: ${text}\n${(error.stack ?? "").replace(/^[^]*?\n(?= +at )/, "")}`
  return error
}

/** The defect that a SQL failure becomes: {@link StorageUnavailable} with the failure as its cause, or the failure. */
const toDefect = (error: SqlError): unknown =>
  isUnavailable(error) || isBroken(error.reason.cause) ? unavailableBy(error) : told(error)

/**
 * Takes SQL failures out of the error channel: storage that cannot answer now is a {@link StorageUnavailable} defect,
 * any other failure of a statement is a defect as it stands. Other errors pass.
 */
export const orUnavailable = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, SqlError>, R> =>
  Effect.catchIf(
    self,
    (error): error is E & SqlError => isSqlError(error),
    (error) => Effect.die(toDefect(error)),
  ) as Effect.Effect<A, Exclude<E, SqlError>, R>

/**
 * The failure of a unit, with every SQL failure in it a defect of {@link toDefect}. When a connection is lost, the
 * rollback fails too, and effect/sql replaces the unit's own failure by that of the rollback, as a bare defect.
 */
const withStorageDefects = <E>(cause: Cause.Cause<E | SqlError>): Cause.Cause<E> =>
  Cause.fromReasons(
    cause.reasons.map((reason) => {
      const failure = Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : undefined
      return isSqlError(failure) ? Cause.makeDieReason(toDefect(failure)) : reason
    }) as ReadonlyArray<Cause.Reason<E>>,
  )

/** Whether a statement that is a whole unit of work was undone because it lost against another unit. */
export const isUndone = (error: unknown): boolean =>
  isSqlError(error) && (error.reason._tag === "DeadlockError" || error.reason._tag === "SerializationError")

/** Most runs of a unit that Postgres asks to repeat. */
const attemptsMax = 6

/** Whether the unit lost against another unit and may succeed when it runs again. */
export const isConflict = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => {
    const failure = Cause.isDieReason(reason) ? reason.defect : Cause.isFailReason(reason) ? reason.error : undefined
    return isUndone(failure instanceof StorageUnavailable ? failure.cause : failure)
  })

/** Whether a unit has stored nothing because another process held the lock for longer than a unit waits. */
export const isLocked = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => {
    const defect = Cause.isDieReason(reason) ? reason.defect : undefined
    const error = defect instanceof StorageUnavailable ? defect.cause : undefined
    return isSqlError(error) && error.reason._tag === "LockTimeoutError"
  })

/**
 * Waits before attempt `attempt`, for a random real time, so that units that collided do not collide again. Time and
 * chance are not those of the domain: a test that stops the clock must not stop a unit of work.
 */
const pause = (attempt: number): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const timer = setTimeout(() => resume(Effect.void), Math.random() * 2 ** attempt)
    return Effect.sync(() => clearTimeout(timer))
  })

/** The failure by which a successful rehearsed unit is undone. */
class Rehearsed<A> {
  readonly answer: A
  constructor(answer: A) {
    this.answer = answer
  }
}

/** Effects that wait for the end of a unit, by the fiber that runs it. */
class Waiting {
  readonly #byFiber = new WeakMap<object, Array<Effect.Effect<void>>>()

  add(fiber: object, effect: Effect.Effect<void>): void {
    const effects = this.#byFiber.get(fiber)
    if (effects === undefined) this.#byFiber.set(fiber, [effect])
    else effects.push(effect)
  }

  take(fiber: object): ReadonlyArray<Effect.Effect<void>> {
    const effects = this.#byFiber.get(fiber) ?? []
    this.#byFiber.delete(fiber)
    return effects
  }
}

/** {@link Transaction} over the `SqlClient` in context. */
export const layer = Layer.effect(
  Transaction,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const waiting = new Waiting()
    const isInUnit = (fiber: Fiber.Fiber<unknown, unknown>) =>
      Context.getOrUndefined(fiber.context, sql.transactionService) !== undefined

    const attempt = <A, E, R>(unit: Effect.Effect<A, E, R>, count: number): Effect.Effect<A, E | SqlError, R> =>
      Effect.catchCauseIf(
        sql.withTransaction(unit),
        (cause) => count < attemptsMax && isConflict(cause),
        () =>
          Effect.withFiber((fiber) => {
            waiting.take(fiber)
            return Effect.flatMap(pause(count), () => attempt(unit, count + 1))
          }),
      )

    const run = <A, E, R>(unit: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.withFiber((fiber) =>
        isInUnit(fiber)
          ? unit
          : Effect.catchCause(attempt(unit, 1), (cause) => {
              const effects = waiting.take(fiber)
              const failure = Effect.failCause(withStorageDefects(cause))
              return effects.length === 0 ? failure : Effect.andThen(Effect.all(effects, { discard: true }), failure)
            }),
      )

    const rehearse = <A, E, R>(unit: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
      const undone = Effect.flatMap(unit, (answer) => Effect.fail(new Rehearsed(answer)))
      return Effect.catchCause(attempt(undone, 1), (cause) => {
        const [reason] = cause.reasons
        return reason !== undefined && Cause.isFailReason(reason) && reason.error instanceof Rehearsed
          ? Effect.succeed(reason.error.answer)
          : Effect.failCause(withStorageDefects(cause as Cause.Cause<E | SqlError>))
      })
    }

    const afterUnit = (effect: Effect.Effect<void>) =>
      Effect.withFiber((fiber) => {
        if (!isInUnit(fiber)) return effect
        waiting.add(fiber, effect)
        const onCommit = Effect.suspend(() => Effect.all(waiting.take(fiber), { discard: true }))
        return sql.afterCommit(onCommit)
      })

    const turnsOf = (limits: TurnLimits) => {
      const turns = sql.onDialectOrElse({ pg: () => new OwnerTurns(limits), orElse: () => undefined })
      return <A, E, R>(owners: ReadonlyArray<string>, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        turns === undefined || owners.length === 0
          ? work
          : Effect.withFiber((fiber) => (isInUnit(fiber) ? work : turns.run(owners, work)))
    }
    const [ofOwners, inTurn] = [turnsOf(ofOneOwner), turnsOf(ofSharedLock)]
    const ofOwner = <A, E, R>(owner: PlayerUuid | PersonId, work: Effect.Effect<A, E, R>) => ofOwners([owner], work)

    return { run, rehearse, afterCommit: (effect) => sql.afterCommit(effect), afterUnit, ofOwner, inTurn }
  }),
)
