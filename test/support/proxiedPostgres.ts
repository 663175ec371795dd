/** A fresh Postgres database behind a proxy that can hang and break. */
import * as Effect from "effect/Effect"
import { postgresUrl } from "./databases.ts"
import { countErrors, countRoundTrips } from "./roundTrips.ts"
import { TcpProxy } from "./tcpProxy.ts"

/**
 * The proxy, how many round trips and errors went through it, and the url of the database behind it; as long as the
 * scope.
 */
export const proxiedPostgres = Effect.fnUntraced(function* (contents: "migrated" | "empty" = "empty") {
  const url = new URL(yield* postgresUrl(contents))
  const proxy = yield* Effect.acquireRelease(
    Effect.promise(() => TcpProxy.to(Number(url.port))),
    (opened) => Effect.sync(() => opened.close()),
  )
  let trips = 0
  let errors = 0
  proxy.watch(countRoundTrips(() => trips++))
  proxy.watch(countErrors(() => errors++))
  url.port = String(proxy.port)
  return { proxy, roundTrips: () => trips, errors: () => errors, url: url.href }
})
