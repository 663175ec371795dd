/** Request ids: taken from the caller where they are sane, made here otherwise. */
import { randomBytes } from "node:crypto"

const sane = /^[\w.:-]{1,64}$/

/**
 * A source of request ids: `given` itself when it is short and plain, else one that no other request of any process
 * has.
 */
export const requestIds = (): ((given: string | ReadonlyArray<string> | undefined) => string) => {
  const prefix = randomBytes(9).toString("base64url")
  let count = 0
  return (given) => (typeof given === "string" && sane.test(given) ? given : `${prefix}.${(++count).toString(36)}`)
}
