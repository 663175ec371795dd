/** Databases that several processes of a test open, with the order services of the shop. */
import * as Database from "@garrison/sql/Database"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { newFile } from "../../sql/bare.ts"
import { cryptoLayer } from "../../support/crypto.ts"
import { postgresUrl } from "../../support/databases.ts"
import { ordersLayer } from "../../support/orders.ts"
import { shop } from "./shop.ts"

/** The url of a new database of each kind, which exists as long as the scope. */
export const newUrls = { SQLite: Effect.map(newFile, (file) => `sqlite:${file}`), Postgres: postgresUrl() }

/** Opens the database, runs an effect with the services over it, and closes it. */
export const opened = <A, E>(url: string, effect: Effect.Effect<A, E, Layer.Success<ReturnType<typeof ordersLayer>>>) =>
  Effect.provide(
    effect,
    Layer.fresh(ordersLayer(Layer.merge(Layer.orDie(Database.layer(url)), cryptoLayer), shop)),
  ).pipe(Effect.scoped)
