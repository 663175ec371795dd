/** What `garrison key …` does. */
import { listSigningKeys } from "@garrison/core/token/operations/listSigningKeys"
import { rotateSigningKey } from "@garrison/core/token/operations/rotateSigningKey"
import type { SigningKeyView } from "@garrison/core/token/schema"
import * as Effect from "effect/Effect"
import { type ListForm, operate, operateAct, showList } from "../operate.ts"
import { facts, moment, table } from "../output/table.ts"
import type { ActInput } from "./operator.ts"

/** Lists the published signing keys, in the order in which they sign. */
export const listKeys = Effect.fn("Key.list")(function* (form: ListForm) {
  const answered = yield* operate(listSigningKeys, {})
  yield* showList(listSigningKeys, form, answered, "keys", () =>
    table<SigningKeyView>(
      [
        { heading: "KEY_ID", text: (key) => key.key_id },
        { heading: "STATE", text: (key) => key.state },
        { heading: "ALGORITHM", text: (key) => key.algorithm },
        { heading: "AGE", text: ({ age_seconds: age }) => (age === 0 ? "-" : `${Math.floor(age / 86_400)} d`) },
        { heading: "SIGNS FROM", text: (key) => moment(key.signs_from) },
        {
          heading: "REPLACED",
          text: ({ overdue, replaced }) => (overdue ? "overdue" : replaced === null ? "-" : moment(replaced)),
        },
        { heading: "RETIRES", text: ({ retires }) => (retires === null ? "-" : moment(retires)) },
      ],
      answered.keys,
    ),
  )
})

/** Puts the next signing key in the place of the current one. */
export const rotateKeys = Effect.fn("Key.rotate")((input: ActInput & { readonly json: boolean }) =>
  operateAct(rotateSigningKey, {}, input, (key) =>
    facts([
      ["key_id", key.key_id],
      ["state", key.state],
      ["signs from", moment(key.signs_from)],
    ]),
  ),
)
