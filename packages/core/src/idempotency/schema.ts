/** The header by which a request says that it is a repetition (decisions, section 2). */
import * as Schema from "effect/Schema"
import { complaint, TextOf } from "../kernel/Field.ts"

/** Most characters of a key. */
const KEY_LENGTH_MAX = 255

const visible = /^[!-~]*$/

/**
 * `Idempotency-Key`: 1 to 255 visible ASCII characters, best a random uuid. A key that can be guessed opens the kept
 * answer to anyone who has the database.
 */
export const IdempotencyKey = TextOf({ minimum: 1, maximum: KEY_LENGTH_MAX }).check(
  Schema.isPattern(visible, {
    toJsonSchema: () => ({ pattern: visible.source }),
    ...complaint("value_error", "must be visible ASCII characters"),
  }),
)
