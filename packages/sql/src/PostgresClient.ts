/**
 * `SqlClient` over Postgres. The driver is imported only for a `postgres://` url, because imports cost time at
 * start-up.
 */
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
  Layer.unwrap(
    Effect.gen(function* () {
      const address = yield* Effect.fromResult(readPostgresUrl(url))
      const { makeListen, make } = yield* Effect.promise(() => import("./PostgresPool.ts"))
      // Every statement waits for the network, and no file is ours.
      const driver = SqlDriver.of({
        place: address.place,
        reading: undefined,
        leaveNoResidue: Effect.void,
        listen: makeListen(address),
      })
      return Layer.merge(Layer.effect(SqlClient.SqlClient, make(address, limits)), Layer.succeed(SqlDriver, driver))
    }),
  ).pipe(Layer.provide(Reactivity.layer))
