/** What `garrison key …` does. */
import { SigningKeys, type SigningKeyView } from "@garrison/core/token/SigningKeys"
import { formatTimestamp } from "@garrison/core/kernel/Timestamp"
import * as Effect from "effect/Effect"
import { withDatabase } from "../local.ts"
import { present } from "../output/print.ts"
import { facts, moment, table } from "../output/table.ts"
import { type ActInput, actOf, sayDryRun } from "./operator.ts"

const wire = (key: SigningKeyView) => ({
  key_id: key.keyId,
  algorithm: key.algorithm,
  state: key.state,
  published: formatTimestamp(key.published),
  signs_from: formatTimestamp(key.signsFrom),
  retires: key.retires === undefined ? null : formatTimestamp(key.retires),
})

const retirement = ({ retires }: SigningKeyView): string => (retires === undefined ? "-" : moment(retires))

/** Lists the published signing keys, in the order in which they sign. */
export const listKeys = Effect.fn("Key.list")(function* (input: { readonly json: boolean }) {
  const keys = yield* withDatabase(
    "read",
    SigningKeys.use((signing) => signing.list),
  )
  yield* present(input.json, { keys: keys.map(wire) }, () =>
    table<SigningKeyView>(
      [
        { heading: "KEY_ID", text: (key) => key.keyId },
        { heading: "STATE", text: (key) => key.state },
        { heading: "ALGORITHM", text: (key) => key.algorithm },
        { heading: "PUBLISHED", text: (key) => moment(key.published) },
        { heading: "SIGNS FROM", text: (key) => moment(key.signsFrom) },
        { heading: "RETIRES", text: retirement },
      ],
      keys,
    ),
  )
})

/** Puts the next signing key in the place of the current one. */
export const rotateKeys = Effect.fn("Key.rotate")(function* (input: ActInput & { readonly json: boolean }) {
  const act = yield* actOf(input)
  const key = yield* withDatabase(
    "upgrade",
    SigningKeys.use((signing) => signing.rotate(act)),
  )
  yield* present(input.json, wire(key), () =>
    facts([
      ["key_id", key.keyId],
      ["state", key.state],
      ["signs from", moment(key.signsFrom)],
    ]),
  )
  yield* sayDryRun(input)
})
