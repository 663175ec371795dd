/** The error body of the interface, section 2.1, as far as refusals share it. */
import * as Schema from "effect/Schema"
import { Flag, Text } from "./Field.ts"

/** Its fields. `auth_success` is false when the caller is not authenticated or may not. */
export const errorBodyFields = {
  auth_success: Schema.optionalKey(Flag.annotate({ default: true })),
  error_code: Text,
  desc: Text,
}
