/**
 * Deletes rows that are past their time. One statement finds them by an index on the time, over all owners. It locks
 * and writes nothing. The rows of each owner are then deleted in a unit of work of its own, by statements that name the
 * owner (architecture, section 5).
 */
import type { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Row } from "./columns.ts"
import { orUnavailable } from "./SqlTransaction.ts"

type Rows = ReadonlyArray<Row>

/** Units of work at once: on SQLite they share a COMMIT. */
const UNITS_AT_ONCE = 8

/** Most rows that a statement deletes. */
const ROWS_AT_ONCE = 200

/** What is swept. */
export interface Swept {
  /** At most `limit` rows of any owners that ended before the given time. */
  readonly find: (before: number, limit: number) => Effect.Effect<Rows, SqlError>
  /** The owner of the row. */
  readonly owner: (row: Row) => string
  /** Deletes these rows of an owner. Answers with the rows that it deleted: another process may have deleted some. */
  readonly drop: (owner: string, rows: Rows, before: number) => Effect.Effect<Rows, SqlError>
}

/** The pruning of one table: deletes at most `limit` rows that ended before `before`, and says how many. */
export const sweep =
  (transaction: Transaction["Service"], { drop, find, owner }: Swept) =>
  (before: number, limit: number): Effect.Effect<number> =>
    Effect.gen(function* () {
      const found = Map.groupBy(yield* find(before, limit), owner)
      const units = Array.from(found).flatMap(([of, rows]) =>
        Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, part) =>
          transaction.run(drop(of, rows.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE), before)),
        ),
      )
      const dropped = yield* Effect.all(units, { concurrency: UNITS_AT_ONCE })
      return dropped.reduce((total, rows) => total + rows.length, 0)
    }).pipe(orUnavailable)
