/** Kept answers in SQL. */
import {
  type IdempotencyPlace,
  type IdempotencyRetention,
  IdempotencyStore,
  type Precedent,
} from "@garrison/core/idempotency/IdempotencyStore"
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { bytes, type Row } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { sweep } from "../sweep.ts"
import { uuid, uuids } from "../uuid.ts"

const empty = new Uint8Array(0)

const precedentOf = (row: Row): Precedent => ({ requestHash: bytes(row.request_hash), sealed: bytes(row.sealed) })

/** {@link IdempotencyStore} on either database. */
export const layer = Layer.effect(
  IdempotencyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const transaction = yield* Transaction
    const { id } = uuids(sql)

    // On Postgres, rows that a request is taking just now are left to it: a statement that never waits cannot deadlock.
    const skipLocked = sql.literal(sql.onDialectOrElse({ pg: () => "FOR UPDATE SKIP LOCKED", orElse: () => "" }))

    const at = ({ caller, keyHash, operation }: IdempotencyPlace) =>
      sql`caller = ${id(caller)} AND operation = ${operation} AND key_hash = ${keyHash}`

    // The row stays locked until the unit of work ends, where it is taken and where it is not.
    const claim = Effect.fnUntraced(function* (
      place: IdempotencyPlace,
      requestHash: Uint8Array,
      created: number,
      createdAfter: number,
    ) {
      const [claimed] =
        yield* sql`INSERT INTO idempotent_answer (caller, operation, key_hash, request_hash, created, sealed)
        VALUES (${id(place.caller)}, ${place.operation}, ${place.keyHash}, ${requestHash}, ${created}, ${empty})
        ON CONFLICT (caller, operation, key_hash) DO UPDATE SET
          request_hash = excluded.request_hash, created = excluded.created, sealed = excluded.sealed
          WHERE idempotent_answer.created <= ${createdAfter}
        RETURNING created`
      if (claimed !== undefined) return "claimed" as const
      const [found] = yield* sql`SELECT request_hash, sealed FROM idempotent_answer WHERE ${at(place)}`
      return found === undefined
        ? yield* Effect.die(new StorageUnavailable("a kept answer is gone", { trouble: "busy" }))
        : precedentOf(found)
    })

    const trim = (caller: string, { countMax, createdAfter }: IdempotencyRetention, limit: number) =>
      sql`WITH surplus AS MATERIALIZED (
          SELECT operation, key_hash FROM idempotent_answer WHERE caller = ${id(caller)}
          ORDER BY created DESC LIMIT ${limit} OFFSET ${countMax} ${skipLocked}),
        aged AS MATERIALIZED (
          SELECT operation, key_hash FROM idempotent_answer
          WHERE caller = ${id(caller)} AND created <= ${createdAfter} ORDER BY created LIMIT ${limit} ${skipLocked})
        DELETE FROM idempotent_answer WHERE caller = ${id(caller)} AND (operation, key_hash) IN (
          SELECT operation, key_hash FROM surplus UNION SELECT operation, key_hash FROM aged)`

    const prune = sweep(transaction, {
      find: (createdUpTo, limit) =>
        sql`SELECT caller, operation, key_hash FROM idempotent_answer WHERE created <= ${createdUpTo}
          ORDER BY created LIMIT ${limit}`,
      owner: (row) => uuid(row.caller),
      // A row that was claimed again since it was found is no longer old.
      drop: (caller, rows, createdUpTo) =>
        sql`DELETE FROM idempotent_answer WHERE caller = ${id(caller)} AND (operation, key_hash) IN (
          SELECT operation, key_hash FROM idempotent_answer WHERE caller = ${id(caller)} AND created <= ${createdUpTo}
            AND key_hash IN ${sql.in(rows.map((row) => bytes(row.key_hash)))} ${skipLocked})
          RETURNING created`,
    })

    return IdempotencyStore.of({
      claim: (...given) => orUnavailable(claim(...given)),
      keep: (place, sealed) =>
        sql`UPDATE idempotent_answer SET sealed = ${sealed} WHERE ${at(place)}`.pipe(Effect.asVoid, orUnavailable),
      trim: (...given) => trim(...given).pipe(Effect.asVoid, orUnavailable),
      prune,
    })
  }),
)
