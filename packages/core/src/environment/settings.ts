/** The settings of encrypted storage (decisions, sections 3 and 15). */
import * as Schema from "effect/Schema"
import { complaint, TextOf } from "../kernel/input/Field.ts"
import { optionalSecret, secrets, slice } from "../kernel/Setting.ts"

// Commas separate several secrets.
const keySecret = {
  schema: TextOf({ minimum: 32, maximum: 1024 }).check(
    Schema.isPattern(/^[!-+\--~]*$/, complaint("value_error", "must be printable ASCII without spaces and commas")),
  ),
  words: "32 to 1024 printable characters without spaces and commas",
}

/** The secrets that encrypt the keys in the database: the same on every node. */
export const EnvironmentSettings = slice("@garrison/core/environment/settings", {
  keySecret: optionalSecret(keySecret, "secret that encrypts the keys in the database"),
  keySecretPrevious: secrets(
    keySecret,
    "former secrets; on start, keys that they encrypted are encrypted with keySecret",
  ),
})
