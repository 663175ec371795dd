/**
 * `SqlClient` over Postgres. The driver is imported only for a `postgres://` url, because imports cost time at
 * start-up.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { PostgresLimits } from "./PostgresPool.ts"
import { readPostgresUrl } from "./postgresUrl.ts"
import { SqlDriver } from "./SqlDriver.ts"
import type { StorageUrlInvalid } from "./StorageUrlInvalid.ts"

/** The `SqlClient` of the Postgres database that `url` names (postgresUrl.ts), and its driver. */
export const layer = ({
  url,
  ...limits
}: PostgresLimits & { readonly url: string }): Layer.Layer<
  SqlClient.SqlClient | SqlDriver,
  SqlError | StorageUrlInvalid
> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const address = yield* Effect.fromResult(readPostgresUrl(url))
      const { make } = yield* Effect.promise(() => import("./PostgresPool.ts"))
      const { client, epoch, listen } = yield* make(address, limits)
      // Every statement waits for the network, and no file is ours.
      const driver = SqlDriver.of({
        place: address.place,
        reading: undefined,
        leaveNoResidue: Effect.void,
        epoch,
        listen,
      })
      return Context.make(SqlClient.SqlClient, client).pipe(Context.add(SqlDriver, driver))
    }),
  ).pipe(Layer.provide(Reactivity.layer))
