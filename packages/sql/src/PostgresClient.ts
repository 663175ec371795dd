/**
 * `SqlClient` over Postgres. The driver is imported when a `postgres://` url asks for it: start-up pays for imports.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { PostgresConfig } from "./PostgresPool.ts"

/** The `SqlClient` of one Postgres database. */
export const layer = (config: PostgresConfig): Layer.Layer<SqlClient.SqlClient, SqlError> =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./PostgresPool.ts")),
      ({ make }) => Layer.effect(SqlClient.SqlClient, make(config)),
    ),
  ).pipe(Layer.provide(Reactivity.layer))
