/** Counting in a bucket that leaks, unless it is full: the statement, and the opposite of its condition. */
import type { CountedPlace } from "@garrison/core/login/throttle/FailureStore"

/** Largest clock difference between servers, in ms. What seems to come from later was counted by a clock set back. */
const SKEW_MILLIS = 60_000

/**
 * Counts one in the bucket of the parameters that begin with `name`, and answers with a row if there was room. `rows`
 * makes the source of the INSERT of its values.
 */
export const countedIn = (
  name: string,
  rows: (values: string) => string,
): string => `INSERT INTO login_failure (bucket, subject, at, forgotten_at)
  ${rows(`CAST(:${name}Bucket AS BIGINT), CAST(:${name}Subject AS TEXT), CAST(:at AS BIGINT), CAST(:${name}End AS BIGINT)`)}
  ON CONFLICT (bucket, subject) DO UPDATE SET at = excluded.at, forgotten_at = CASE
      WHEN login_failure.forgotten_at <= excluded.at THEN excluded.forgotten_at
      WHEN login_failure.forgotten_at > excluded.at + :${name}Late THEN excluded.at + :${name}Capacity
      ELSE login_failure.forgotten_at + :${name}Leak END
    WHERE login_failure.forgotten_at + :${name}Leak <= excluded.at + :${name}Capacity
      OR login_failure.forgotten_at > excluded.at + :${name}Late
  RETURNING bucket`

/** The buckets of `login_failure` that have no room for another one: the opposite of the condition above. */
export const fullOf = (name: string): string => `bucket = :${name}Bucket AND subject = :${name}Subject
    AND forgotten_at + :${name}Leak > CAST(:at AS BIGINT) + :${name}Capacity
    AND forgotten_at <= CAST(:at AS BIGINT) + :${name}Late`

/** The values of the parameters of a place. */
export const placeValues = (
  name: string,
  { key, limit }: CountedPlace,
  at: number,
): Readonly<Record<string, string | number>> => ({
  [`${name}Bucket`]: key.bucket,
  [`${name}Subject`]: key.subject,
  [`${name}End`]: at + limit.leakMillis,
  [`${name}Capacity`]: limit.capacityMillis,
  [`${name}Leak`]: limit.leakMillis,
  [`${name}Late`]: limit.capacityMillis + SKEW_MILLIS,
})
