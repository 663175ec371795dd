/** Which addresses only programs on this machine can reach. */
import * as Effect from "effect/Effect"
import { lookup } from "node:dns/promises"
import { BlockList, isIPv6 } from "node:net"

const loopback = new BlockList()
loopback.addSubnet("127.0.0.0", 8, "ipv4")
loopback.addAddress("::1", "ipv6")

/**
 * Whether other machines can reach a server that listens on `host`: one of its addresses is not a loopback address. A
 * host without an address is not reachable; listening on it fails.
 */
export const isReachable = (host: string): Effect.Effect<boolean> =>
  Effect.promise(async () => {
    const addresses = await lookup(host, { all: true }).catch(() => [])
    return addresses.some(({ address }) => !loopback.check(address, isIPv6(address) ? "ipv6" : "ipv4"))
  })
