/** Creating a password account (decisions, section 4; guarantees R20 and R21). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, Text } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { act } from "../../operation/Operation.ts"
import { accountActs } from "../acts.ts"
import type { AccountCode, LoginBusyCode } from "../errors.ts"
import { Passwords } from "../password/Passwords.ts"

/** The type has every code of accounts; the list has those of this operation. */
const refusals: ReadonlyArray<AccountCode | LoginBusyCode> = [
  "username_invalid",
  "password_invalid",
  "username_taken",
  "login_capacity_reached",
]

/** Creates a password account. */
export const createAccount = act(accountActs.create, {
  title: "Create a user with a password",
  sentence: "Create a password account for the grant basic. The player is created at the first login.",
  input: {
    username: described(Text, "The name to log in with."),
    password: described(Text, "The password."),
    display_name: described(Schema.optionalKey(Text), "The name that others see (default: Player)."),
  },
  answer: value(
    Schema.Struct({
      username: described(Text, "The name to log in with, as names are compared."),
      display_name: described(Text, "The name that others see."),
    }).annotate({ identifier: "PasswordAccount" }),
  ),
  refusals,
  run: ({ display_name: displayName, password, username }, by) => {
    const wanted = { username, password, ...(displayName !== undefined && { displayName }) }
    return Effect.map(
      Passwords.use((passwords) => passwords.create(wanted, by)),
      (account) => ({ username: account.username, display_name: account.displayName }),
    )
  },
})
