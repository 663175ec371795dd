/** `SqlClient` over Postgres. The driver is imported when a `postgres://` url asks for it: start-up pays for imports. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/** How a Postgres database is reached. */
export interface PostgresConfig {
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with the usual parameters. */
  readonly url: string
}

/** Connections held at most. */
const connectionsMax = 10

/** Limits that the server enforces, in ms: a unit of work is short, and one that is not must not hold its locks. */
const serverTimeouts = {
  statement_timeout: "10000",
  lock_timeout: "5000",
  idle_in_transaction_session_timeout: "15000",
}

/** The `SqlClient` of one Postgres database. */
export const layer = (config: PostgresConfig): Layer.Layer<SqlClient.SqlClient, SqlError> =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("@effect/sql-pg/PgClient")),
      (PgClient) =>
        PgClient.layer({
          url: Redacted.make(config.url),
          maxConnections: connectionsMax,
          connectTimeout: "5 seconds",
          applicationName: "garrison",
          startupParameters: serverTimeouts,
        }),
    ),
  )
