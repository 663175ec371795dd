/** Counts the round trips to a Postgres, and its errors, from what it sends. */

/** What a server says, as the type of the message: an error, or the end of a round trip. */
const types = { error: "E".charCodeAt(0), roundTrip: "Z".charCodeAt(0) } as const

/** Reads the messages of a server, however they are cut, and counts those of one type. */
const countMessages = (type: keyof typeof types, count: () => void) => () => {
  let rest = Buffer.alloc(0)
  return (chunk: Uint8Array): void => {
    rest = Buffer.concat([rest, chunk])
    // A type of one byte, and a length of four that counts itself.
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      if (rest[0] === types[type]) count()
      rest = rest.subarray(1 + rest.readUInt32BE(1))
    }
  }
}

/** Counts the messages that end a round trip. */
export const countRoundTrips = (count: () => void) => countMessages("roundTrip", count)

/** Counts the errors, each of which is a line in the log of the server. */
export const countErrors = (count: () => void) => countMessages("error", count)
