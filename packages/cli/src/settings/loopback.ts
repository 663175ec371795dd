/** Which addresses only programs on this machine can reach. */
import { isLoopback } from "@garrison/core/kernel/input/Address"
import * as Effect from "effect/Effect"
import { lookup } from "node:dns/promises"

/**
 * Whether other machines can reach a server that listens on `host`: one of its addresses is not a loopback address. A
 * host without an address is not reachable; listening on it fails.
 */
export const isReachable = (host: string): Effect.Effect<boolean> =>
  Effect.promise(async () => {
    const addresses = await lookup(host, { all: true }).catch(() => [])
    return addresses.some(({ address }) => !isLoopback(address))
  })
