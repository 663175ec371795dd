/**
 * The one reader of IP addresses as text: for counting attempts by address, for trusting proxies, and for checking
 * whether other machines can reach a server (guarantees R24 and R25).
 */

/** Longest text that is read. No address is longer. */
const ADDRESS_LENGTH_MAX = 64

const octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)"
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`)

const isIpv4 = (text: string): boolean => ipv4.test(text)

const octetsOf = (address: string): ReadonlyArray<number> => address.split(".").map(Number)

/** `::ffff:192.0.2.1` with its IPv4 end written as two groups. */
const inGroups = (text: string): string => {
  const end = text.slice(text.lastIndexOf(":") + 1)
  if (!isIpv4(end)) return text
  const [a = 0, b = 0, c = 0, d = 0] = octetsOf(end)
  return `${text.slice(0, -end.length)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

/** The eight groups of an IPv6 address without a zone; undefined when the text is not an IPv6 address. */
const groupsOf = (text: string): ReadonlyArray<number> | undefined => {
  const halves = inGroups(text).split("::")
  if (halves.length > 2) return undefined
  const [head = [], tail = []] = halves.map((half) => (half === "" ? [] : half.split(":")))
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 0) return undefined
  const groups = [...head, ...Array.from({ length: missing }, () => "0"), ...tail]
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : undefined
}

/** The IPv4 address that an IPv6 address stands for (RFC 4291, section 2.5.5.2); undefined: none. */
const mappedOf = (groups: ReadonlyArray<number>): string | undefined => {
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join(".") : undefined
}

/** An address: IPv4 as it is written, or the groups of IPv6. An IPv4 address that is mapped into IPv6 is IPv4. */
type Address = { readonly ipv4: string } | { readonly groups: ReadonlyArray<number> }

const readAddress = (text: string): Address | undefined => {
  if (text.length > ADDRESS_LENGTH_MAX) return undefined
  if (isIpv4(text)) return { ipv4: text }
  const groups = text.includes(":") ? groupsOf(text) : undefined
  if (groups === undefined) return undefined
  const mapped = mappedOf(groups)
  return mapped === undefined ? { groups } : { ipv4: mapped }
}

const withoutZone = (text: string): string => text.split("%")[0] ?? ""

/**
 * The address in lower case and without a zone; undefined when the text is not an address. An IPv4 address that is
 * mapped into IPv6 becomes IPv4.
 */
export const plainAddress = (text: string): string | undefined => {
  const plain = withoutZone(text)
  const address = readAddress(plain)
  if (address === undefined) return undefined
  return "ipv4" in address ? address.ipv4 : plain.toLowerCase()
}

/**
 * The key under which attempts of an address are counted: an IPv4 address itself; of an IPv6 address its /64, because
 * one subscriber has all of it; of any other text the first 64 characters.
 */
export const addressScope = (text: string): string => {
  const plain = withoutZone(text.slice(0, ADDRESS_LENGTH_MAX)).trim()
  const address = readAddress(plain)
  if (address === undefined) return plain
  if ("ipv4" in address) return address.ipv4
  const network = address.groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(":")}::/64`
}

/** Whether only programs on the same machine reach the address: 127.0.0.0/8 and ::1. */
export const isLoopback = (text: string): boolean => {
  const address = readAddress(withoutZone(text))
  if (address === undefined) return false
  if ("ipv4" in address) return address.ipv4.startsWith("127.")
  return address.groups.every((group, index) => group === (index === 7 ? 1 : 0))
}
