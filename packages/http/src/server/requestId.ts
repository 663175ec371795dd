/** Request ids: the caller's if it is plain and does not look like a secret, else a new one. */
import { randomBytes } from "node:crypto"
import { looksSecret } from "./redaction.ts"

const sane = /^[\w.:-]{1,64}$/

/**
 * A source of request ids. Answers `given` when it is short, plain and does not look like a secret, because the id is
 * logged. Otherwise answers an id that no other request of any process has.
 */
export const requestIds = (): ((given: string | ReadonlyArray<string> | undefined) => string) => {
  const prefix = randomBytes(9).toString("base64url")
  let count = 0
  return (given) =>
    typeof given === "string" && sane.test(given) && !looksSecret(given) ? given : `${prefix}.${(++count).toString(36)}`
}
