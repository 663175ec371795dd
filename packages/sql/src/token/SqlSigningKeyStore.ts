/** Signing keys in SQL. */
import type { SigningKeyRecord } from "@garrison/core/token/rules/keys"
import type { PublicJwk, SigningAlgorithm } from "@garrison/core/token/schema"
import { SigningKeyStore } from "@garrison/core/token/SigningKeyStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { AccessSeals } from "../audit/AccessSeals.ts"
import { integer, type Row, text } from "../columns.ts"
import { SqlDriver } from "../SqlDriver.ts"
import { orUnavailable } from "../SqlTransaction.ts"

const keyOf = (row: Row): SigningKeyRecord => ({
  keyId: text(row.key_id),
  sequence: integer(row.sequence),
  algorithm: text(row.algorithm) as SigningAlgorithm,
  published: integer(row.published),
  signsFrom: integer(row.signs_from),
  publicJwk: JSON.parse(text(row.public_jwk)) as PublicJwk,
  storedPrivateJwk: text(row.private_jwk),
})

/** {@link SigningKeyStore} on either database. */
export const layer = Layer.effect(
  SigningKeyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { leaveNoResidue } = yield* SqlDriver
    const seals = yield* AccessSeals
    const writing = <A, E, R>(keyId: string, write: Effect.Effect<A, E, R>) =>
      seals.writing("signing_key", keyId, write)
    return SigningKeyStore.of({
      list: sql`SELECT key_id, sequence, algorithm, published, signs_from, public_jwk, private_jwk
        FROM signing_key ORDER BY sequence`.pipe(
        Effect.map((rows) => rows.map(keyOf)),
        orUnavailable,
      ),
      claim: (key) =>
        writing(
          key.keyId,
          sql`INSERT INTO signing_key (key_id, sequence, algorithm, published, signs_from, public_jwk, private_jwk)
          VALUES (${key.keyId}, ${key.sequence}, ${key.algorithm}, ${key.published}, ${key.signsFrom},
            ${JSON.stringify(key.publicJwk)}, ${key.storedPrivateJwk})
          ON CONFLICT (sequence) DO NOTHING
          RETURNING key_id`.pipe(
            Effect.map((rows) => rows.length === 1),
            orUnavailable,
          ),
        ),
      promote: (keyId, signsFrom) =>
        writing(
          keyId,
          sql`UPDATE signing_key SET signs_from = ${signsFrom}
          WHERE key_id = ${keyId} AND signs_from > ${signsFrom}
          RETURNING key_id`.pipe(
            Effect.map((rows) => rows.length === 1),
            orUnavailable,
          ),
        ),
      replacePrivate: (keyId, known, next) =>
        writing(
          keyId,
          sql`UPDATE signing_key SET private_jwk = ${next} WHERE key_id = ${keyId} AND private_jwk = ${known}
          RETURNING key_id`.pipe(
            Effect.map((rows) => rows.length === 1),
            Effect.tap(leaveNoResidue),
            orUnavailable,
          ),
        ),
      remove: (keyIds) =>
        keyIds.length === 0
          ? Effect.succeed([])
          : sql`DELETE FROM signing_key WHERE ${sql.in("key_id", keyIds)} RETURNING key_id`.pipe(
              Effect.map((rows) => rows.map((row) => text(row.key_id))),
              orUnavailable,
            ),
    })
  }),
).pipe(Layer.provide(AccessSeals.layer))
