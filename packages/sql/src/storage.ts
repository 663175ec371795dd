/**
 * Garrison's storage for a host that embeds it: one layer gives everything that the core takes from outside, so that
 * `Layer.provide(sqlite("garrison.db"))` under the core's services is enough.
 */
import { StorageUnavailable, type Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { layer as preparation } from "./catalog/ThreadedPreparation.ts"
import { type CryptoServices, layer as crypto } from "./Cryptography.ts"
import * as Database from "./Database.ts"
import type { MigrationRefused, SchemaNotReady } from "./Migrations.ts"
import type { SqlDriver } from "./SqlDriver.ts"
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

/**
 * Storage in a Postgres database, `postgres://USER:PASSWORD@HOST:PORT/DATABASE`. Opening fails with
 * `StorageUrlInvalid` when `url` is none.
 */
export const postgres = (url: string): Layer.Layer<StorageServices | CryptoServices, StorageFailure> => {
  const form = "postgres://USER:PASSWORD@HOST:PORT/DATABASE"
  if (!isNamed(url)) return notNamed(`postgres takes ${form}, and got ${kindOf(url)}: is the variable with it set?`)
  if (!/^postgres(ql)?:\/\//.test(url)) return notNamed(`postgres takes ${form}; for a file write sqlite("game.db")`)
  return storage(url)
}
