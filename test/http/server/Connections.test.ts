/** Whose bytes are watched: those of proxies alone, because it costs every request (guarantees R28). */
import { assert, describe, it } from "@effect/vitest"
import { Connections } from "@garrison/http/server/Connections"
import { addressReader, trustedPeers } from "@garrison/http/server/Proxies"
import { Socket } from "node:net"

/** How many listen to the bytes of a new connection of this peer, and whether a request line of it was found out. */
const openedBy = (peer: string | undefined, trusted: ReadonlyArray<string>) => {
  const socket = new Socket()
  Object.defineProperty(socket, "remoteAddress", { value: peer })
  const readAddress = addressReader(trusted)
  const options = { headerBytesMax: 1024, connectionsMax: 10, readAddress, isProxy: trustedPeers(trusted) }
  const connections = new Connections(options)
  connections.opened(socket)
  socket.emit("data", Buffer.from("GET  /a HTTP/1.1\r\n"))
  return { listeners: socket.listenerCount("data"), isFound: connections.of(socket)?.lines?.isSpaced }
}

describe("the bytes of a connection", () => {
  it.each([
    ["10.0.0.7", ["10.0.0.0/8"]],
    ["::ffff:10.0.0.7", ["10.0.0.7"]],
    ["2001:db8::1", ["192.0.2.1", "2001:db8::/32"]],
    ["203.0.113.9", ["0.0.0.0/0"]],
  ])("are watched where the peer is a proxy of the settings: %s in %s", (peer, trusted) => {
    assert.deepStrictEqual(openedBy(peer, trusted), { listeners: 1, isFound: true })
  })

  it.each([
    ["10.0.0.7", []],
    ["192.0.2.2", ["192.0.2.1", "10.0.0.0/8"]],
    ["::1", ["0.0.0.0/0"]],
    [undefined, ["0.0.0.0/0", "::/0"]],
  ])(
    "are not listened to otherwise, so that Node parses them without a buffer of their own: %s in %s",
    (peer, trusted) => {
      assert.deepStrictEqual(openedBy(peer, trusted), { listeners: 0, isFound: undefined })
    },
  )
})
