/** Kept answers in SQL. */
import {
  type IdempotencyPlace,
  type IdempotencyRetention,
  IdempotencyStore,
  type Precedent,
} from "@garrison/core/idempotency/IdempotencyStore"
import { StorageUnavailable } from "@garrison/core/kernel/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { bytes, type Row } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"

const empty = new Uint8Array(0)

const precedentOf = (row: Row): Precedent => ({ requestHash: bytes(row.request_hash), sealed: bytes(row.sealed) })

/** {@link IdempotencyStore} on either database. */
export const layer = Layer.effect(
  IdempotencyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    // On Postgres, rows that a request is taking just now are left to it: a statement that never waits cannot deadlock.
    const skipLocked = sql.literal(sql.onDialectOrElse({ pg: () => "FOR UPDATE SKIP LOCKED", orElse: () => "" }))

    const at = ({ caller, keyHash, operation }: IdempotencyPlace) =>
      sql`caller = ${caller} AND operation = ${operation} AND key_hash = ${keyHash}`

    // The row stays locked until the unit of work ends, where it is taken and where it is not.
    const claim = Effect.fnUntraced(function* (
      place: IdempotencyPlace,
      requestHash: Uint8Array,
      created: number,
      createdAfter: number,
    ) {
      const [claimed] =
        yield* sql`INSERT INTO idempotent_answer (caller, operation, key_hash, request_hash, created, sealed)
        VALUES (${place.caller}, ${place.operation}, ${place.keyHash}, ${requestHash}, ${created}, ${empty})
        ON CONFLICT (caller, operation, key_hash) DO UPDATE SET
          request_hash = excluded.request_hash, created = excluded.created, sealed = excluded.sealed
          WHERE idempotent_answer.created <= ${createdAfter}
        RETURNING created`
      if (claimed !== undefined) return "claimed" as const
      const [found] = yield* sql`SELECT request_hash, sealed FROM idempotent_answer WHERE ${at(place)}`
      return found === undefined
        ? yield* Effect.die(new StorageUnavailable("a kept answer is gone"))
        : precedentOf(found)
    })

    const trim = (caller: string, { countMax, createdAfter }: IdempotencyRetention, limit: number) =>
      sql`WITH surplus AS MATERIALIZED (
          SELECT caller, operation, key_hash FROM idempotent_answer WHERE caller = ${caller}
          ORDER BY created DESC LIMIT ${limit} OFFSET ${countMax} ${skipLocked}),
        aged AS MATERIALIZED (
          SELECT caller, operation, key_hash FROM idempotent_answer
          WHERE caller = ${caller} AND created <= ${createdAfter} ORDER BY created LIMIT ${limit} ${skipLocked})
        DELETE FROM idempotent_answer WHERE (caller, operation, key_hash) IN (
          SELECT caller, operation, key_hash FROM surplus UNION SELECT caller, operation, key_hash FROM aged)`

    const prune = (createdUpTo: number, limit: number) =>
      sql`WITH aged AS MATERIALIZED (
          SELECT caller, operation, key_hash FROM idempotent_answer WHERE created <= ${createdUpTo}
          ORDER BY created LIMIT ${limit} ${skipLocked})
        DELETE FROM idempotent_answer WHERE (caller, operation, key_hash) IN (
          SELECT caller, operation, key_hash FROM aged)
        RETURNING created`

    return IdempotencyStore.of({
      claim: (...given) => orUnavailable(claim(...given)),
      keep: (place, sealed) =>
        sql`UPDATE idempotent_answer SET sealed = ${sealed} WHERE ${at(place)}`.pipe(Effect.asVoid, orUnavailable),
      trim: (...given) => trim(...given).pipe(Effect.asVoid, orUnavailable),
      prune: (createdUpTo, limit) =>
        prune(createdUpTo, limit).pipe(
          Effect.map((rows) => rows.length),
          orUnavailable,
        ),
    })
  }),
)
