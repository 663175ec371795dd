/** Which SQL failures are "not now" and which are "this is wrong": only the first may be tried again by a client. */
import { assert, describe, it } from "@effect/vitest"
import { StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import { sqliteError } from "@garrison/sql/SqliteConnection"
import { isUnavailable, orUnavailable } from "@garrison/sql/SqlTransaction"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Failures from "effect/sql/SqlError"

const props = { cause: undefined, message: "m", operation: "o" }

const sqlite = (errcode: number) =>
  sqliteError(Object.assign(new Error("m"), { code: "ERR_SQLITE_ERROR", errcode, errstr: "m" }))

/** As the Postgres driver hands over what it has no class of its own for. */
const postgres = (code: string, message = "m") =>
  new Failures.SqlError({
    reason: new Failures.UnknownError({ ...props, cause: Object.assign(new Error(message), { code }) }),
  })

const defectOf = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isFailure(exit) ? exit.cause.reasons.find(Cause.isDieReason)?.defect : undefined

describe("a SQL failure", () => {
  it("of a busy, full, broken or unreachable SQLite is unavailable, its extended codes too", () => {
    // BUSY, BUSY_SNAPSHOT, LOCKED, NOMEM, READONLY, IOERR_WRITE, IOERR_FSYNC, FULL, CANTOPEN
    for (const code of [5, 517, 6, 7, 8, 778, 1034, 13, 14]) assert.isTrue(isUnavailable(sqlite(code)), `${code}`)
  })

  it("of a wrong statement or a broken rule on SQLite is not", () => {
    // ERROR, CONSTRAINT_CHECK, CONSTRAINT_UNIQUE, MISMATCH, CORRUPT, NOTADB
    for (const code of [1, 275, 2067, 20, 11, 26]) assert.isFalse(isUnavailable(sqlite(code)), `${code}`)
  })

  it("of a Postgres that is out of room, shutting down or read-only is unavailable", () => {
    for (const code of ["53100", "53200", "53300", "57P01", "57P02", "57P03", "58030", "25006", "25P03", "25P04"]) {
      assert.isTrue(isUnavailable(postgres(code)), code)
    }
  })

  it("of a Postgres that has lost a server behind it is unavailable, and another internal error is not", () => {
    for (const message of [
      "server closed the connection unexpectedly",
      "SSL SYSCALL error: EOF detected",
      "failure on connection marked as essential: worker-1:5432",
      "connection to the remote node worker-1:5432 failed with the following error: Connection refused",
    ]) {
      assert.isTrue(isUnavailable(postgres("XX000", message)), message)
      assert.isFalse(isUnavailable(postgres("P0001", message)), "raised by a function")
    }
    for (const message of ["cache lookup failed for type 0", "tuple concurrently updated"]) {
      assert.isFalse(isUnavailable(postgres("XX000", message)), message)
    }
  })

  it("of a wrong statement or a broken rule on Postgres is not", () => {
    for (const code of ["22003", "25P02", "XX000", "P0001"]) assert.isFalse(isUnavailable(postgres(code)), code)
  })

  it("is told by its reason where the driver has one", () => {
    const unavailable = [
      new Failures.ConnectionError(props),
      new Failures.AuthenticationError(props),
      new Failures.LockTimeoutError(props),
      new Failures.StatementTimeoutError(props),
      new Failures.DeadlockError(props),
      new Failures.SerializationError(props),
    ]
    const wrong = [
      new Failures.SqlSyntaxError(props),
      new Failures.ConstraintError(props),
      new Failures.UniqueViolation({ ...props, constraint: "c" }),
      new Failures.UnknownError(props),
    ]
    for (const reason of unavailable) assert.isTrue(isUnavailable(new Failures.SqlError({ reason })), reason._tag)
    for (const reason of wrong) assert.isFalse(isUnavailable(new Failures.SqlError({ reason })), reason._tag)
  })

  it.effect("leaves the error channel, its cause kept; other errors stay", () =>
    Effect.gen(function* () {
      const [full, broken] = [sqlite(13), sqlite(2067)]
      const unavailable = defectOf(yield* Effect.exit(orUnavailable(Effect.fail(full))))
      assert.instanceOf(unavailable, StorageUnavailable)
      assert.strictEqual(unavailable.cause, full)
      assert.strictEqual(defectOf(yield* Effect.exit(orUnavailable(Effect.fail(broken)))), broken)
      assert.strictEqual(yield* Effect.flip(orUnavailable(Effect.fail("refused" as const))), "refused")
    }),
  )
})
