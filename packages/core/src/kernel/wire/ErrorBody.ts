/** The fields of the error body (interface, section 2.1) that all refusals share. */
import { described, Flag, Text } from "../input/Field.ts"

/** Its fields. `auth_success` is always sent, and false when the caller is not authenticated or not allowed. */
export const errorBodyFields = {
  auth_success: described(
    Flag.annotate({ default: true }),
    "False if the caller is not authenticated, or may not do this.",
  ),
  error_code: described(Text, "Why the request was refused, for programs: one of a closed list."),
  desc: described(Text, "Why the request was refused, for people."),
}
