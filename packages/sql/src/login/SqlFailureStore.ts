/** Buckets of failed attempts and new identities in SQL. */
import {
  type BucketKey,
  type FailureAdded,
  type FailureKey,
  FailureStore,
  type FailureTakenBack,
} from "@garrison/core/login/FailureStore"
import type { FailureRecord, FlowLimit } from "@garrison/core/login/rules/throttle"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, text } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"

/** Buckets that have leaked empty are deleted a few at a time, beside each failure that is counted. */
const prunedAtOnce = 10

/**
 * A clock may be so far ahead of another, in ms; what seems to come from later was counted by one that was set back.
 */
const SKEW_MILLIS = 60_000

/** Any number; advisory locks of buckets are counted from it. */
const advisoryLocks = 7_204_000_000_000

/** Of the buckets that are locked: which of two kinds comes first. */
const lockRanks: Readonly<Record<FailureKey["subject"], number>> = { account: 0, address: 1, all: 2, familiar: 3 }

/** Rows are locked in one order, whatever order the caller has, so that two nodes never wait for each other. */
const inLockOrder = (left: BucketKey, right: BucketKey): number =>
  left.subject === right.subject ? left.bucket - right.bucket : left.subject < right.subject ? -1 : 1

type Sql = SqlClient.SqlClient

/** Deletes a few buckets that have leaked empty. */
const pruning = (sql: Sql) => {
  // A row that another unit of work has is left to the next one: waiting for it could mean waiting for each other.
  const skipLocked = sql.literal(sql.onDialectOrElse({ pg: () => "FOR UPDATE SKIP LOCKED", orElse: () => "" }))
  return (at: number) =>
    sql`DELETE FROM login_failure WHERE forgotten_at <= ${at} AND (subject, bucket) IN (
      SELECT subject, bucket FROM login_failure WHERE forgotten_at <= ${at} ORDER BY forgotten_at
      LIMIT ${prunedAtOnce} ${skipLocked})`
}

/** Buckets of failures as they are, and one at a time. */
const reading = (sql: Sql) => {
  const isOneOf = (keys: ReadonlyArray<FailureKey>) =>
    sql.or(keys.map(({ subject, bucket }) => sql`(subject = ${subject} AND bucket = ${bucket})`))

  const read = (keys: ReadonlyArray<FailureKey>) =>
    sql`SELECT subject, at, forgotten_at FROM login_failure WHERE ${isOneOf(keys)}`.pipe(
      Effect.map((rows) =>
        rows.map((row) => ({
          subject: text(row.subject) as FailureRecord["subject"],
          at: integer(row.at),
          forgottenAt: integer(row.forgotten_at),
        })),
      ),
      orUnavailable,
    )

  // SQLite has one writer at a time. On Postgres there may be no row yet to lock.
  const lock = (keys: ReadonlyArray<FailureKey>) =>
    sql.onDialectOrElse({
      pg: () =>
        Effect.forEach(
          keys
            .map(({ subject, bucket }) => advisoryLocks + lockRanks[subject] * 2 ** 20 + bucket)
            .sort((left, right) => left - right),
          (number) => sql`SELECT pg_advisory_xact_lock(${number})`,
          { discard: true },
        ).pipe(orUnavailable),
      orElse: () => Effect.void,
    })

  return { read, lock }
}

/** Counting failures, taking them back, forgetting them. */
const counting = (sql: Sql) => {
  const prune = pruning(sql)

  // A node whose clock is behind counts like any other, and moves nothing back. No bucket is fuller than its limit.
  const addOne = ({ subject, bucket, leakMillis, forgottenAfterMaxMillis }: FailureAdded, at: number) =>
    sql`INSERT INTO login_failure (subject, bucket, at, forgotten_at)
      VALUES (${subject}, ${bucket}, ${at}, ${at + leakMillis})
      ON CONFLICT (subject, bucket) DO UPDATE SET
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
    yield* prune(at)
  }, orUnavailable)

  const takeBackOne = Effect.fnUntraced(function* (failure: FailureTakenBack) {
    const { subject, bucket, leakMillis, at, before } = failure
    yield* sql`DELETE FROM login_failure
      WHERE subject = ${subject} AND bucket = ${bucket} AND forgotten_at - ${leakMillis} <= at`
    yield* sql`UPDATE login_failure SET forgotten_at = forgotten_at - ${leakMillis},
        at = CASE WHEN at = ${at} THEN CAST(${before ?? at} AS BIGINT) ELSE at END
      WHERE subject = ${subject} AND bucket = ${bucket}`
  })
  const takeBack = (failures: ReadonlyArray<FailureTakenBack>) =>
    Effect.forEach(failures.toSorted(inLockOrder), takeBackOne, { discard: true }).pipe(orUnavailable)

  const settle = Effect.fnUntraced(function* (cleared: FailureKey, familiar: FailureKey, at: number, until: number) {
    yield* sql`DELETE FROM login_failure WHERE subject = ${cleared.subject} AND bucket = ${cleared.bucket}`
    yield* sql`INSERT INTO login_failure (subject, bucket, at, forgotten_at)
      VALUES (${familiar.subject}, ${familiar.bucket}, ${at}, ${until})
      ON CONFLICT (subject, bucket) DO UPDATE SET at = excluded.at, forgotten_at = excluded.forgotten_at`
  }, orUnavailable)

  return { add, takeBack, settle }
}

/** Counting what flows. */
const flowing = (sql: Sql) => {
  const prune = pruning(sql)

  const takeOne = ({ subject, bucket }: BucketKey, { leakMillis, capacityMillis }: FlowLimit, at: number) =>
    sql`INSERT INTO login_failure (subject, bucket, at, forgotten_at)
      VALUES (${subject}, ${bucket}, ${at}, ${at + leakMillis})
      ON CONFLICT (subject, bucket) DO UPDATE SET
        at = excluded.at,
        forgotten_at = CASE
          WHEN login_failure.forgotten_at <= excluded.at THEN excluded.forgotten_at
          WHEN login_failure.forgotten_at > excluded.at + ${capacityMillis + SKEW_MILLIS}
            THEN excluded.at + ${capacityMillis}
          ELSE login_failure.forgotten_at + ${leakMillis} END
      WHERE login_failure.forgotten_at + ${leakMillis} <= excluded.at + ${capacityMillis}
        OR login_failure.forgotten_at > excluded.at + ${capacityMillis + SKEW_MILLIS}
      RETURNING subject`

  const take = Effect.fnUntraced(function* (
    places: ReadonlyArray<{ readonly key: BucketKey; readonly limit: FlowLimit }>,
    at: number,
  ) {
    for (const { key, limit } of places.toSorted((left, right) => inLockOrder(left.key, right.key))) {
      if ((yield* takeOne(key, limit, at)).length === 0) return limit
    }
    yield* prune(at)
    return undefined
  }, orUnavailable)

  return { take }
}

/** {@link FailureStore} on either database. */
export const layer = Layer.effect(
  FailureStore,
  Effect.map(SqlClient.SqlClient, (sql) => FailureStore.of({ ...reading(sql), ...counting(sql), ...flowing(sql) })),
)
