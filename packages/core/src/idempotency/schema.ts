/** The header that makes a request safe to repeat (decisions, section 2). */
import * as Schema from "effect/Schema"
import { complaint, TextOf } from "../kernel/input/Field.ts"

/** Most characters of a key. */
const KEY_LENGTH_MAX = 255

const visible = /^[!-~]*$/

/**
 * `Idempotency-Key`: 1 to 255 visible ASCII characters, best a random uuid. If the key can be guessed, a reader of the
 * database can decrypt the kept answer.
 */
export const IdempotencyKey = TextOf({ minimum: 1, maximum: KEY_LENGTH_MAX }).check(
  Schema.isPattern(visible, {
    toJsonSchema: () => ({ pattern: visible.source }),
    ...complaint("value_error", "must be visible ASCII characters"),
  }),
)
