/** Counts the round trips to a Postgres, from what it sends. */

const READY_FOR_QUERY = "Z".charCodeAt(0)

/** Reads the messages of a server, however they are cut, and counts those that end a round trip. */
export const countRoundTrips = (count: () => void) => () => {
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
