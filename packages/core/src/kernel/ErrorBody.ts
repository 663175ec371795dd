/** The fields of the error body (interface, section 2.1) that all refusals share. */
import { Flag, Text } from "./Field.ts"

/** Its fields. `auth_success` is always sent, and false when the caller is not authenticated or not allowed. */
export const errorBodyFields = {
  auth_success: Flag.annotate({ default: true }),
  error_code: Text,
  desc: Text,
}
