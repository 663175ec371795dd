/** Counts of failed attempts in SQL. */
import { type FailureAdded, type FailureKey, FailureStore } from "@garrison/core/login/FailureStore"
import type { FailureRecord } from "@garrison/core/login/rules/throttle"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, text } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"

/** Buckets that have leaked empty are deleted a few at a time, beside each failure that is counted. */
const prunedAtOnce = 10

/** Rows are locked in one order, whatever order the caller has, so that two nodes never wait for each other. */
const inLockOrder = (left: FailureKey, right: FailureKey): number =>
  left.subject === right.subject ? left.bucket - right.bucket : left.subject < right.subject ? -1 : 1

/** {@link FailureStore} on either database. */
export const layer = Layer.effect(
  FailureStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

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

    // The time of a node whose clock is behind moves nothing back. The bucket is never fuller than its limit.
    const addOne = ({ subject, bucket, leakMillis, forgottenAfterMaxMillis }: FailureAdded, at: number) =>
      sql`INSERT INTO login_failure (subject, bucket, at, forgotten_at)
        VALUES (${subject}, ${bucket}, ${at}, ${at + leakMillis})
        ON CONFLICT (subject, bucket) DO UPDATE SET
          at = CASE WHEN excluded.at > login_failure.at THEN excluded.at ELSE login_failure.at END,
          forgotten_at = CASE
            WHEN login_failure.forgotten_at <= excluded.at THEN excluded.forgotten_at
            WHEN login_failure.forgotten_at + ${leakMillis} > excluded.at + ${forgottenAfterMaxMillis}
              AND excluded.at >= login_failure.at THEN excluded.at + ${forgottenAfterMaxMillis}
            WHEN excluded.at < login_failure.at THEN login_failure.forgotten_at
            ELSE login_failure.forgotten_at + ${leakMillis} END`

    const add = Effect.fnUntraced(function* (failures: ReadonlyArray<FailureAdded>, at: number) {
      for (const failure of failures.toSorted(inLockOrder)) yield* addOne(failure, at)
      yield* sql`DELETE FROM login_failure WHERE forgotten_at <= ${at} AND (subject, bucket) IN (
        SELECT subject, bucket FROM login_failure WHERE forgotten_at <= ${at} ORDER BY forgotten_at
        LIMIT ${prunedAtOnce})`
    }, orUnavailable)

    const settle = Effect.fnUntraced(function* (cleared: FailureKey, familiar: FailureKey, at: number, until: number) {
      yield* sql`DELETE FROM login_failure WHERE subject = ${cleared.subject} AND bucket = ${cleared.bucket}`
      yield* sql`INSERT INTO login_failure (subject, bucket, at, forgotten_at)
        VALUES (${familiar.subject}, ${familiar.bucket}, ${at}, ${until})
        ON CONFLICT (subject, bucket) DO UPDATE SET at = excluded.at, forgotten_at = excluded.forgotten_at`
    }, orUnavailable)

    return FailureStore.of({ read, add, settle })
  }),
)
