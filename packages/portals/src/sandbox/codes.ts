/** The authorization codes, and the opaque tokens, that a portal of the sandbox has given out. */
import { SecureRandom } from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"

/** Codes that are remembered; the oldest is forgotten first. */
const CODES_MAX = 10_000

/** How many random bytes a code has. */
const CODE_BYTES = 24

/** What a code was given for. */
export type CodeUse = Readonly<Record<string, unknown>>

/** The codes of one portal. */
export interface Codes {
  /** A new code. */
  readonly issue: (use: CodeUse) => Effect.Effect<string>
  /** What the token was given for; undefined when it is unknown. Reading does not use the token up. */
  readonly find: (token: string | undefined) => CodeUse | undefined
  /** What the code was given for, once; undefined when it is unknown or used. */
  readonly redeem: (code: string | undefined) => CodeUse | undefined
}

/** Makes the codes of one portal. */
export const makeCodes = Effect.gen(function* () {
  const random = yield* SecureRandom
  const issued = new Map<string, CodeUse>()

  const codes: Codes = {
    issue: (use) =>
      Effect.map(random.randomBytes(CODE_BYTES), (bytes) => {
        // A code that begins with e could be taken for the beginning of a JWT.
        const code = `code-${Base64Url.encode(bytes)}`
        issued.set(code, use)
        for (const oldest of issued.keys()) {
          if (issued.size <= CODES_MAX) break
          issued.delete(oldest)
        }
        return code
      }),
    find: (token = "") => issued.get(token),
    redeem: (code = "") => {
      const use = issued.get(code)
      issued.delete(code)
      return use
    },
  }
  return codes
})
