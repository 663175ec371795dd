/** This machine's own address, for everything that tests connect: 127.0.0.1, or ::1 where there is no IPv4. */
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { networkInterfaces } from "node:os"

const addresses = new Set(
  Object.values(networkInterfaces()).flatMap((found) => found?.map(({ address }) => address) ?? []),
)

/** The address. */
export const LOOPBACK = addresses.has("127.0.0.1") || !addresses.has("::1") ? "127.0.0.1" : "::1"

/** The address as it stands in a url. */
export const LOOPBACK_HOST = LOOPBACK === "::1" ? "[::1]" : LOOPBACK

/** What a server listens on to be reached from everywhere. */
export const EVERY_ADDRESS = LOOPBACK === "::1" ? "::" : "0.0.0.0"

/** A port on which nothing listens. */
export const closedPort = async (): Promise<number> => {
  const server = createServer().listen(0, LOOPBACK)
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}
