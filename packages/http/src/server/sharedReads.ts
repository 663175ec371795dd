/**
 * Lets accepted sockets read into one shared buffer. Node allocates a buffer for each read of a socket when a program
 * reads it and not only Node's own parser. That costs a tenth of a small request. A socket that a program connects has
 * the option `onread` (`net.Socket`); an accepted socket has not. So this file finds the fields that `onread` sets on a
 * socket made with it, and sets them here. If another version of Node keeps them elsewhere, nothing is set. Reading
 * then costs a little more, and is otherwise the same.
 */
import { Socket } from "node:net"

/** The bytes are checked, parsed and copied before the next read. */
const shared = Buffer.allocUnsafeSlow(64 * 1024)

/** The keys under which a socket keeps its buffer, and the function to call after a read. */
interface Keys {
  readonly buffer: symbol
  readonly callback: symbol
}

const findKeys = (): Keys | undefined => {
  const onread = { buffer: Buffer.alloc(1), callback: () => true }
  const socket = new Socket({ onread })
  const keyOf = (value: unknown) =>
    Object.getOwnPropertySymbols(socket).find((symbol) => Reflect.get(socket, symbol) === value)
  const buffer = keyOf(onread.buffer)
  const callback = keyOf(onread.callback)
  return buffer === undefined || callback === undefined ? undefined : { buffer, callback }
}

const keys = findKeys()

/** Makes the socket read into the shared buffer if possible. Its listeners for `data` are called as before. */
export const readShared = (socket: Socket): void => {
  const handle: unknown = Reflect.get(socket, "_handle")
  if (keys === undefined || typeof handle !== "object" || handle === null) return
  const useUserBuffer: unknown = Reflect.get(handle, "useUserBuffer")
  if (typeof useUserBuffer !== "function" || !(keys.buffer in socket) || !(keys.callback in socket)) return
  Reflect.set(socket, keys.buffer, shared)
  Reflect.set(socket, keys.callback, (bytes: number) => {
    socket.emit("data", shared.subarray(0, bytes))
    return true
  })
  Reflect.apply(useUserBuffer, handle, [shared])
}
