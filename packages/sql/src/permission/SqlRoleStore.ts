/** Roles in SQL. */
import { RoleStore } from "@garrison/core/permission/RoleStore"
import type { Role } from "@garrison/core/permission/schema"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { AccessSeals } from "../audit/AccessSeals.ts"
import { flag, fromFlag, integer, type Row, text } from "../columns.ts"
import { takeLock } from "../sharedLock.ts"
import { orUnavailable } from "../SqlTransaction.ts"

const roleOf = (row: Row): Role => ({
  roleId: integer(row.role_id),
  name: text(row.name),
  permissions: JSON.parse(text(row.permissions)) as ReadonlyArray<string>,
  bypassesLock: flag(row.bypasses_lock),
})

/** Any number that no other lock of the database has. */
const NAMES_LOCK = 7_204_171_119

/**
 * On Postgres roles are written one after the other: two at once would both find that a name is free, or that an id is
 * new, and the index of names would fail the second. On SQLite one unit of work writes at a time.
 */
const takeTurn = (sql: SqlClient.SqlClient) =>
  sql.onDialectOrElse({
    pg: () => orUnavailable(takeLock(sql, NAMES_LOCK)),
    orElse: () => Effect.void,
  })

/** {@link RoleStore} on either database. */
export const layer = Layer.effect(
  RoleStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { writing } = yield* AccessSeals

    const rolesOf = (roleIds: ReadonlyArray<number>): Effect.Effect<ReadonlyArray<Role>> =>
      roleIds.length === 0
        ? Effect.succeed([])
        : sql`SELECT role_id, name, permissions, bypasses_lock FROM role
            WHERE ${sql.in("role_id", roleIds)} ORDER BY role_id`.pipe(
            Effect.map((rows) => rows.map(roleOf)),
            orUnavailable,
          )

    return RoleStore.of({
      rolesOf,
      list: sql`SELECT role_id, name, permissions, bypasses_lock FROM role ORDER BY role_id`.pipe(
        Effect.map((rows) => rows.map(roleOf)),
        orUnavailable,
      ),
      permissionsOf: (roleIds) =>
        Effect.map(rolesOf(roleIds), (roles) => [...new Set(roles.flatMap((role) => role.permissions))]),
      put: Effect.fnUntraced(function* (role) {
        yield* takeTurn(sql)
        const write = sql`INSERT INTO role (role_id, name, permissions, bypasses_lock)
          SELECT CAST(${role.roleId} AS BIGINT), CAST(${role.name} AS TEXT),
            CAST(${JSON.stringify(role.permissions)} AS TEXT),
            CAST(${fromFlag(role.bypassesLock)} AS BIGINT)
          WHERE NOT EXISTS (SELECT 1 FROM role WHERE name = ${role.name} AND role_id <> ${role.roleId})
          ON CONFLICT (role_id) DO UPDATE SET name = excluded.name, permissions = excluded.permissions,
            bypasses_lock = excluded.bypasses_lock, revision = role.revision + 1
          RETURNING revision`.pipe(
          Effect.map(([row]) => (row === undefined ? "name_taken" : { revision: integer(row.revision) })),
          orUnavailable,
        )
        // One that does not write the row, as its name is taken, is undone.
        return yield* writing("role", String(role.roleId), write, true)
      }),
    })
  }),
).pipe(Layer.provide(AccessSeals.layer))
