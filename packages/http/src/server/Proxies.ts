/**
 * The address of a request's sender. `X-Forwarded-For` counts only from the proxies of the settings (decisions, section
 * 15; guarantees R25): read from the right, the first address that is not one of these proxies. What these proxies send
 * is read strictly too, because they have read it before (guarantees R28).
 */
import { plainAddress } from "@garrison/core/kernel/input/Address"
import { BlockList } from "node:net"

/** Answers the client's address from the peer's address and the forwarding header. */
export type AddressReader = (peer: string, forwarded: string | undefined) => string

/** A hop of a forwarding header, which may come with a port or in brackets. */
const addressOfHop = (hop: string): string | undefined => {
  const text = hop.trim()
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(text)?.[1] ?? text
  return plainAddress(bare)
}

const family = (address: string) => (address.includes(":") ? "ipv6" : "ipv4")

/** Whether the text is an address, or a CIDR range. */
export const isAddressOrRange = (text: string): boolean => {
  const [network = "", prefix, ...more] = text.split("/")
  if (plainAddress(network) === undefined || more.length > 0) return false
  const bits = family(network) === "ipv4" ? 32 : 128
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)
}

/** The list of trusted peers from addresses and CIDR ranges. Throws on text that is neither. */
const listOf = (trusted: ReadonlyArray<string>): BlockList => {
  const list = new BlockList()
  for (const entry of trusted) {
    if (!isAddressOrRange(entry)) throw new RangeError(`not an address or CIDR range: ${entry}`)
    const [network = "", prefix] = entry.split("/")
    if (prefix === undefined) list.addAddress(network, family(network))
    else list.addSubnet(network, Number(prefix), family(network))
  }
  return list
}

/** Whether a peer is one of these addresses and CIDR ranges. */
export const trustedPeers = (trusted: ReadonlyArray<string>): ((peer: string) => boolean) => {
  if (trusted.length === 0) return () => false
  const list = listOf(trusted)
  return (peer) => {
    const address = plainAddress(peer)
    return address !== undefined && list.check(address, family(address))
  }
}

/** Most hops of a forwarding header that are read. */
const HOPS_MAX = 32

/** A reader that trusts these addresses and CIDR ranges. */
export const addressReader = (trusted: ReadonlyArray<string>): AddressReader => {
  if (trusted.length === 0) return (peer) => plainAddress(peer) ?? peer
  const isTrusted = trustedPeers(trusted)
  return (peer, forwarded) => {
    let address = plainAddress(peer) ?? peer
    if (forwarded === undefined || plainAddress(address) === undefined) return address
    for (const hop of forwarded.split(",").reverse().slice(0, HOPS_MAX)) {
      if (!isTrusted(address)) return address
      const next = addressOfHop(hop)
      if (next === undefined) return address
      address = next
    }
    return address
  }
}
