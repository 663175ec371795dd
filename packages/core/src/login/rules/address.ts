/** Which addresses count as one when failures are counted (guarantees R24). */

/** Longest text that is looked at; no address is longer. */
const ADDRESS_LENGTH_MAX = 64

const mappedPrefix = /^(?:0*:)*:?(?:0+:)*ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** The eight groups of an IPv6 address without a zone, or undefined when it is none. */
const groupsOf = (address: string): ReadonlyArray<string> | undefined => {
  const halves = address.split("::")
  if (halves.length > 2) return undefined
  const [head = [], tail = []] = halves.map((half) => (half === "" ? [] : half.split(":")))
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 0) return undefined
  const groups = [...head, ...Array.from({ length: missing }, () => "0"), ...tail]
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) ? groups : undefined
}

/**
 * What stands for an address: an IPv4 address for itself, also when it is mapped into IPv6; an IPv6 address for its
 * /64, all of which one subscriber has; anything else for its text.
 */
export const addressScope = (address: string): string => {
  const plain = (address.slice(0, ADDRESS_LENGTH_MAX).split("%")[0] ?? "").trim()
  const mapped = mappedPrefix.exec(plain)
  if (mapped !== null) return mapped[1] ?? plain
  const groups = plain.includes(":") ? groupsOf(plain) : undefined
  if (groups === undefined) return plain
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(":")}::/64`
}
