/** The kinds of what happens, apart from their schema, so that the help of a command loads no schema. */

/** Kinds of what happens. */
export const HAPPENING_KINDS = [
  "login",
  "login_refused",
  "security_event",
  "machine_login",
  "order",
  "act",
  "act_refused",
] as const
