/** A fresh Postgres database behind a proxy that can hang and break. */
import * as Effect from "effect/Effect"
import { postgresUrl } from "./databases.ts"
import { TcpProxy } from "./tcpProxy.ts"

const READY_FOR_QUERY = "Z".charCodeAt(0)

/** Reads the messages of a server, however they are cut, and counts those that end a round trip. */
const countRoundTrips = (count: () => void) => () => {
  let rest = Buffer.alloc(0)
  return (chunk: Uint8Array): void => {
    rest = Buffer.concat([rest, chunk])
    // A type of one byte, and a length of four that counts itself.
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      if (rest[0] === READY_FOR_QUERY) count()
      rest = rest.subarray(1 + rest.readUInt32BE(1))
    }
  }
}

/** The proxy, how many round trips went through it, and the url of the database behind it; as long as the scope. */
export const proxiedPostgres = Effect.fnUntraced(function* (contents: "migrated" | "empty" = "empty") {
  const url = new URL(yield* postgresUrl(contents))
  const proxy = yield* Effect.acquireRelease(
    Effect.promise(() => TcpProxy.to(Number(url.port))),
    (opened) => Effect.sync(() => opened.close()),
  )
  let trips = 0
  proxy.watch(countRoundTrips(() => trips++))
  url.port = String(proxy.port)
  return { proxy, roundTrips: () => trips, url: url.href }
})
