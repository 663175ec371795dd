/** The error body of the interface, section 2.1, as far as refusals share it. */
import { Flag, Text } from "./Field.ts"

/** Its fields. `auth_success` is always sent, and false when the caller is not authenticated or may not. */
export const errorBodyFields = {
  auth_success: Flag.annotate({ default: true }),
  error_code: Text,
  desc: Text,
}
