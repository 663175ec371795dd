/** Another password for an account (decisions, section 4; guarantees R20 and R21). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, Text } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { act } from "../../operation/Operation.ts"
import { accountActs } from "../acts.ts"
import type { AccountCode, LoginBusyCode } from "../errors.ts"
import { Passwords } from "../password/Passwords.ts"

const Username = described(Text, "The name to log in with.")

/** The type has every code of accounts; the list has those of this operation. */
const refusals: ReadonlyArray<AccountCode | LoginBusyCode> = [
  "username_invalid",
  "password_invalid",
  "account_not_found",
  "login_capacity_reached",
]

/** Gives an account another password. */
export const changePassword = act(accountActs.changePassword, {
  title: "Give an account another password",
  sentence:
    "Give a password account another password. Nobody changes that of a person with a permission which the actor lacks.",
  input: { username: Username, password: described(Text, "The password from now on.") },
  answer: value(Schema.Struct({ username: Username }).annotate({ identifier: "ChangedAccount" })),
  refusals,
  run: ({ password, username }, by) =>
    Effect.as(
      Passwords.use((passwords) => passwords.change(username, password, by)),
      { username },
    ),
})
