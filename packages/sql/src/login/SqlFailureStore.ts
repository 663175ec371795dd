/** Buckets of failed attempts and new identities in SQL. */
import {
  type BucketKey,
  type CountedPlace,
  type FailureAdded,
  type FailureKey,
  FailureStore,
  type FailureTakenBack,
} from "@garrison/core/login/throttle/FailureStore"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import type { FailureRecord } from "@garrison/core/login/rules/throttle"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, text } from "../columns.ts"
import { makePreparedByName, makePreparedRead, type PreparedRead } from "../preparedRead.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { takeLock } from "../sharedLock.ts"
import type { Rows } from "../StatementConnection.ts"
import { sweep } from "../sweep.ts"
import { countedIn, fullOf, placeValues } from "./places.ts"

/**
 * Any number; advisory locks of buckets are counted from it. Buckets of a subject share so many: two that share one
 * wait for each other shortly, and nothing else.
 */
const advisoryLocks = 7_204_000_000_000
const LOCKS_OF_SUBJECT = 2 ** 20

/** Of the buckets that are locked: which of two kinds comes first. */
const lockRanks: Readonly<Record<FailureKey["subject"], number>> = { account: 0, address: 1, all: 2, familiar: 3 }

/** When a bucket leaked empty whose counts were all taken back. */
const EMPTY_AT = 0

/** Rows are locked in one order, whatever order the caller has, so that two nodes never wait for each other. */
const inLockOrder = (left: BucketKey, right: BucketKey): number =>
  left.subject === right.subject ? left.bucket - right.bucket : left.subject < right.subject ? -1 : 1

type Sql = SqlClient.SqlClient

/** Buckets of failures as they are, and one at a time. */
const reading = (sql: Sql, preparedRead: PreparedRead) => {
  const readOne = preparedRead(
    `SELECT subject, at, forgotten_at FROM login_failure WHERE bucket = ? AND subject = ? AND forgotten_at > ${EMPTY_AT}`,
    (rows) =>
      rows.map((row) => ({
        subject: text(row.subject) as FailureRecord["subject"],
        at: integer(row.at),
        forgottenAt: integer(row.forgotten_at),
      })),
  )

  const read = (keys: ReadonlyArray<FailureKey>) =>
    Effect.map(
      Effect.forEach(keys, ({ bucket, subject }) => readOne(bucket, subject), { concurrency: "unbounded" }),
      (found) => found.flat(),
    )

  // SQLite has one writer at a time. On Postgres there may be no row yet to lock.
  const lock = (keys: ReadonlyArray<FailureKey>) =>
    sql.onDialectOrElse({
      pg: () =>
        Effect.forEach(
          keys
            .map(
              ({ subject, bucket }) =>
                advisoryLocks + lockRanks[subject] * LOCKS_OF_SUBJECT + (bucket % LOCKS_OF_SUBJECT),
            )
            .sort((left, right) => left - right),
          (number) => takeLock(sql, number),
          { discard: true },
        ).pipe(orUnavailable),
      orElse: () => Effect.void,
    })

  return { read, lock }
}

/** A count that is taken back, in any bucket. */
type TakenBack = BucketKey & Pick<FailureTakenBack, "at" | "before" | "leakMillis">

/**
 * One statement: what it decides is decided on the row as others left it, under its lock. A bucket that has become
 * empty has leaked at the beginning of time, so everyone finds it empty, whatever their clock; the sweep deletes it.
 * Those of accounts go at once, still locked: names can be made up, so there may be any number of them.
 */
const takeBackOne = Effect.fnUntraced(function* (sql: Sql, { at, before, bucket, leakMillis, subject }: TakenBack) {
  const [row] = yield* sql`UPDATE login_failure SET
      at = CASE WHEN forgotten_at - ${leakMillis} <= at THEN ${EMPTY_AT - 1}
        WHEN at = ${at} THEN CAST(${before ?? at} AS BIGINT) ELSE at END,
      forgotten_at = CASE WHEN forgotten_at - ${leakMillis} <= at THEN ${EMPTY_AT}
        ELSE forgotten_at - ${leakMillis} END
    WHERE bucket = ${bucket} AND subject = ${subject} AND forgotten_at > ${EMPTY_AT} RETURNING forgotten_at`
  if (subject !== "account" || row === undefined || integer(row.forgotten_at) > EMPTY_AT) return
  yield* sql`DELETE FROM login_failure WHERE bucket = ${bucket} AND subject = ${subject}`
})

/** Makes the function that takes back what was counted in these places at `at`. */
export const makeTakeBack = Effect.map(
  SqlClient.SqlClient,
  (sql) => (places: ReadonlyArray<CountedPlace>, at: number) =>
    Effect.forEach(
      places.toSorted((left, right) => inLockOrder(left.key, right.key)),
      ({ key, limit }) => takeBackOne(sql, { ...key, at, before: undefined, leakMillis: limit.leakMillis }),
      { discard: true },
    ).pipe(orUnavailable),
)

/** Counting failures, taking them back, forgetting them. */
const counting = (sql: Sql) => {
  // A node whose clock is behind counts like any other, and moves nothing back. No bucket is fuller than its limit.
  const addOne = ({ subject, bucket, leakMillis, forgottenAfterMaxMillis }: FailureAdded, at: number) =>
    sql`INSERT INTO login_failure (bucket, subject, at, forgotten_at)
      VALUES (${bucket}, ${subject}, ${at}, ${at + leakMillis})
      ON CONFLICT (bucket, subject) DO UPDATE SET
        at = CASE WHEN excluded.at > login_failure.at THEN excluded.at ELSE login_failure.at END,
        forgotten_at = CASE
          WHEN login_failure.forgotten_at <= excluded.at THEN excluded.forgotten_at
          WHEN login_failure.forgotten_at + ${leakMillis} <= excluded.at + ${forgottenAfterMaxMillis}
            OR login_failure.forgotten_at + ${leakMillis} <= login_failure.at + ${forgottenAfterMaxMillis}
            THEN login_failure.forgotten_at + ${leakMillis}
          WHEN excluded.at > login_failure.at THEN excluded.at + ${forgottenAfterMaxMillis}
          ELSE login_failure.at + ${forgottenAfterMaxMillis} END`

  const add = Effect.fnUntraced(function* (failures: ReadonlyArray<FailureAdded>, at: number) {
    for (const failure of failures.toSorted(inLockOrder)) yield* addOne(failure, at)
  }, orUnavailable)

  const takeBack = (failures: ReadonlyArray<FailureTakenBack>) =>
    Effect.forEach(failures.toSorted(inLockOrder), (failure) => takeBackOne(sql, failure), { discard: true }).pipe(
      orUnavailable,
    )

  const rememberOne = ({ bucket, subject }: FailureKey, at: number, until: number) =>
    sql`INSERT INTO login_failure (bucket, subject, at, forgotten_at)
      VALUES (${bucket}, ${subject}, ${at}, ${until})
      ON CONFLICT (bucket, subject) DO UPDATE SET at = excluded.at, forgotten_at = excluded.forgotten_at`

  const remember = (familiar: FailureKey, at: number, until: number) =>
    Effect.asVoid(rememberOne(familiar, at, until)).pipe(orUnavailable)

  // Each of the two is decided by its own row alone. What others take back of the first one later finds no row.
  const settle = Effect.fnUntraced(function* (cleared: FailureKey, familiar: FailureKey, at: number, until: number) {
    yield* sql`DELETE FROM login_failure WHERE bucket = ${cleared.bucket} AND subject = ${cleared.subject}`
    yield* rememberOne(familiar, at, until)
  }, orUnavailable)

  return { add, takeBack, remember, settle }
}

const isSome = ({ length }: Rows): boolean => length > 0

const valuesOf = (place: CountedPlace, at: number) => ({ ...placeValues("place", place, at), at })

/** Counting what flows. */
const makeFlowing = Effect.gen(function* () {
  const prepared = yield* makePreparedByName
  const takeOne = prepared<string, boolean>(
    countedIn("place", (values) => `VALUES (${values})`),
    isSome,
  )
  const isFullOne = prepared<string, boolean>(`SELECT subject FROM login_failure WHERE ${fullOf("place")}`, isSome)
  const take = Effect.fnUntraced(function* (places: ReadonlyArray<CountedPlace>, at: number) {
    for (const place of places.toSorted((left, right) => inLockOrder(left.key, right.key))) {
      if (!(yield* takeOne(valuesOf(place, at)))) return place.limit
    }
    return undefined
  })

  const isFull = Effect.fnUntraced(function* (places: ReadonlyArray<CountedPlace>, at: number) {
    for (const place of places) {
      if (yield* isFullOne(valuesOf(place, at))) return true
    }
    return false
  })

  return { take, isFull }
})

/** Deleting the buckets that have leaked empty. */
const pruning = (sql: Sql, transaction: Transaction["Service"]) =>
  sweep(transaction, {
    find: (at, limit) =>
      sql`SELECT bucket, subject FROM login_failure WHERE forgotten_at <= ${at} ORDER BY forgotten_at LIMIT ${limit}`,
    owner: (row) => String(integer(row.bucket)),
    // A bucket that was filled since it was found is no longer empty.
    drop: (bucket, rows, at) =>
      sql`DELETE FROM login_failure WHERE bucket = ${Number(bucket)} AND forgotten_at <= ${at}
        AND subject IN ${sql.in(rows.map((row) => text(row.subject)))} RETURNING subject`,
  })

/** {@link FailureStore} on either database. */
export const layer = Layer.effect(
  FailureStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const preparedRead = yield* makePreparedRead
    const prune = pruning(sql, yield* Transaction)
    return FailureStore.of({ ...reading(sql, preparedRead), ...counting(sql), ...(yield* makeFlowing), prune })
  }),
)
