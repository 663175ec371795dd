/** The environment record in SQL. */
import { EnvironmentStore } from "@garrison/core/environment/EnvironmentStore"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { bytes, bytesOrUndefined, integerOrUndefined } from "../columns.ts"
import { patiently } from "../deadline.ts"
import { SqlDriver } from "../SqlDriver.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuid, uuids } from "../uuid.ts"

/** {@link EnvironmentStore} on either database. */
export const layer = Layer.effect(
  EnvironmentStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { leaveNoResidue } = yield* SqlDriver
    const { id } = uuids(sql)
    const transaction = yield* Transaction
    const stored = Effect.map(
      sql`SELECT publisher_uuid, tenant_uuid, config_elector_uuid, cursor_secret FROM environment WHERE id = 1`,
      ([row]) =>
        row && {
          publisherUuid: uuid(row.publisher_uuid),
          tenantUuid: uuid(row.tenant_uuid),
          configElectorUuid: uuid(row.config_elector_uuid),
          cursorSecret: bytes(row.cursor_secret),
        },
    )
    return {
      // Every start asks, and one on a database that has the record writes nothing.
      claim: Effect.fnUntraced(function* (proposed) {
        const before = yield* stored
        if (before !== undefined) return before
        const insert = sql`INSERT INTO environment (id, publisher_uuid, tenant_uuid, config_elector_uuid, cursor_secret)
          VALUES (1, ${id(proposed.publisherUuid)}, ${id(proposed.tenantUuid)}, ${id(proposed.configElectorUuid)},
            ${proposed.cursorSecret})
          ON CONFLICT (id) DO NOTHING`
        const found = yield* transaction.run(Effect.andThen(insert, stored))
        return found ?? (yield* Effect.die(new Error("the record of the environment is gone")))
      }, orUnavailable),
      secret: (name) =>
        sql`SELECT ${sql(name)} AS secret FROM environment WHERE id = 1`.pipe(
          Effect.map(([row]) => bytesOrUndefined(row?.secret)),
          orUnavailable,
        ),
      nextRevision: (ifRevision) =>
        sql`UPDATE environment SET revision = revision + 1
          WHERE id = 1${ifRevision === undefined ? sql`` : sql` AND revision = ${ifRevision}`}
          RETURNING revision`.pipe(
          Effect.map(([row]) => integerOrUndefined(row?.revision)),
          orUnavailable,
        ),
      revision: sql`SELECT revision FROM environment WHERE id = 1`.pipe(
        Effect.map(([row]) => integerOrUndefined(row?.revision)),
        orUnavailable,
      ),
      replaceSecret: (name, known, next) =>
        // Another node that starts may have it locked for a while.
        patiently(
          sql,
          sql`UPDATE environment SET ${sql(name)} = ${next}
            WHERE id = 1 AND ${known === undefined ? sql`${sql(name)} IS NULL` : sql`${sql(name)} = ${known}`}
            RETURNING id`,
        ).pipe(
          Effect.map((rows) => rows.length === 1),
          Effect.tap(leaveNoResidue),
          orUnavailable,
        ),
    }
  }),
)
