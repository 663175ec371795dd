/**
 * Garrison's storage for a host that embeds it: one layer gives everything that the core takes from outside, so that
 * `Layer.provide(sqlite("garrison.db"))` under the core's services is enough.
 */
import { StorageUnavailable, type Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { layer as preparation } from "./catalog/ThreadedPreparation.ts"
import { type CryptoServices, layer as crypto } from "./Cryptography.ts"
import * as Database from "./Database.ts"
import type { MigrationRefused, SchemaNotReady } from "./Migrations.ts"
import type { SqlDriver } from "./SqlDriver.ts"
import { POOL_SIZE_MAX } from "./postgresUrl.ts"
import { isBroken } from "./SqliteDamage.ts"
import { isUnavailable, unavailableBy } from "./SqlTransaction.ts"
import { StorageUrlInvalid } from "./StorageUrlInvalid.ts"
import * as SqlStorageTime from "./SqlStorageTime.ts"
import * as Stores from "./Stores.ts"

/** Every store of the core, units of work, and the `SqlClient` below them with its driver. */
export type StorageServices = Layer.Success<typeof Stores.layer> | Transaction | SqlClient.SqlClient | SqlDriver

/**
 * What opening a database may fail with: its url names none, its schema is not ours or not up to date, it is out of
 * reach, or it refuses one of our statements.
 */
export type StorageFailure = StorageUrlInvalid | MigrationRefused | SchemaNotReady | StorageUnavailable | SqlError

/** The failure of opening: unavailable storage with its whole reason, or the failure itself. */
const notOpened = (error: SqlError): Effect.Effect<never, SqlError | StorageUnavailable> => {
  if (!isUnavailable(error) && !isBroken(error.reason.cause)) return Effect.fail(error)
  const { code, message: said, next, trouble } = unavailableBy(error)
  const message = error.message.includes(said) ? error.message : `${error.message}: ${said}`
  return Effect.fail(new StorageUnavailable(message, { cause: error, code, next, trouble }))
}

/**
 * Storage at `url`, `sqlite:FILE` or `postgres://…`, opened, with cryptography and the threads that check large
 * catalogs. The schema is made and brought up to date, unless `use` allows less.
 */
export const storage = (
  url: string,
  use?: Database.SchemaUse,
): Layer.Layer<StorageServices | CryptoServices, StorageFailure> =>
  Layer.merge(Stores.layer, SqlStorageTime.layer).pipe(
    Layer.provideMerge(Database.layer(url, use)),
    Layer.catchTag("SqlError", (error) =>
      Layer.effectContext<StorageServices, SqlError | StorageUnavailable, never>(notOpened(error)),
    ),
    Layer.provideMerge(Layer.merge(crypto, preparation)),
  )

/** Storage that cannot be opened, because it was asked for by the wrong words. */
const notNamed = (message: string): Layer.Layer<StorageServices | CryptoServices, StorageFailure> =>
  Layer.effectContext(Effect.fail(new StorageUrlInvalid({ message })))

/** A text that names something; what is no text is a mistake of a host in JavaScript, or a variable that is not set. */
const isNamed = (given: unknown): given is string => typeof given === "string" && given !== ""

const kindOf = (given: unknown): string => {
  if (given === "") return "an empty text"
  return given === null ? "null" : typeof given
}

/**
 * Storage in a SQLite file, which is created if it is missing; `:memory:` lives as long as the layer. Opening fails
 * with `StorageUrlInvalid` when `file` is a url.
 */
export const sqlite = (file: string): Layer.Layer<StorageServices | CryptoServices, StorageFailure> => {
  if (!isNamed(file)) return notNamed(`sqlite takes the path of a file, and got ${kindOf(file)}: sqlite("game.db")`)
  if (/^postgres(ql)?:/i.test(file))
    return notNamed("sqlite takes the path of a file: write postgres(url) for this url")
  if (/^sqlite:/i.test(file))
    return notNamed('sqlite takes the path alone: sqlite("game.db"), or storage(url) for a url')
  return storage(`sqlite:${file}`)
}

/** Options of `postgres`. */
export interface PostgresOptions {
  /**
   * Most connections to the database, from 1 to 1000, as `pool_size` in the url. Default 10. They are made when they
   * are needed, and closed when they have been idle for a minute. A process in which a stream or a long poll waits for
   * notifications has one more, which hears of what other processes send. For hosts of which many are started: 1 is
   * enough for a process that answers one request at a time.
   */
  readonly connections?: number | undefined
}

/** The url with its options as parameters, or what is wrong with them. */
const withOptions = (url: string, given: unknown): Result.Result<string, string> => {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return Result.fail("postgres takes options as an object: postgres(url, { connections: 5 })")
  }
  const unknown = Object.keys(given).find((name) => name !== "connections")
  if (unknown !== undefined) {
    return Result.fail(`postgres has no option ${unknown}: postgres(url, { connections: 5 }); the url has the others`)
  }
  const { connections }: { readonly connections?: unknown } = given
  if (connections === undefined) return Result.succeed(url)
  const isCount = typeof connections === "number" && Number.isInteger(connections)
  if (!isCount || connections < 1 || connections > POOL_SIZE_MAX) {
    return Result.fail(
      `connections must be a whole number from 1 to ${POOL_SIZE_MAX}: postgres(url, { connections: 5 })`,
    )
  }
  if (/[?&]pool_size=/.test(url)) {
    return Result.fail("the Postgres url has a pool_size, and postgres got connections: say it in one place")
  }
  return Result.succeed(`${url}${url.includes("?") ? "&" : "?"}pool_size=${connections}`)
}

/**
 * Storage in a Postgres database, `postgres://USER:PASSWORD@HOST:PORT/DATABASE`. Opening fails with
 * `StorageUrlInvalid` when `url` is none, or an option is wrong.
 */
export const postgres = (
  url: string,
  options: PostgresOptions = {},
): Layer.Layer<StorageServices | CryptoServices, StorageFailure> => {
  const form = "postgres://USER:PASSWORD@HOST:PORT/DATABASE"
  if (!isNamed(url)) return notNamed(`postgres takes ${form}, and got ${kindOf(url)}: is the variable with it set?`)
  if (!/^postgres(ql)?:\/\//.test(url)) return notNamed(`postgres takes ${form}; for a file write sqlite("game.db")`)
  return Result.match(withOptions(url, options), { onFailure: notNamed, onSuccess: (complete) => storage(complete) })
}
