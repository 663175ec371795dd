/** The signing keys, for operators (decisions, section 3). */
import * as Effect from "effect/Effect"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { SigningKeyList } from "../schema.ts"
import { SigningKeys } from "../SigningKeys.ts"

/** Lists the published signing keys. */
export const listSigningKeys = read(
  { name: "signingKey.list", permissions: ["operator:read:key"] },
  {
    title: "List the signing keys",
    sentence:
      "List the published signing keys, in the order in which they sign, with the time from which each signs, its " +
      "age, when the next key signs in its place, and when its last tokens are refused. Private parts are never shown.",
    input: {},
    answer: value(SigningKeyList),
    refusals: [],
    run: () => Effect.map(Effect.flatten(SigningKeys.use(({ list }) => Effect.succeed(list))), (keys) => ({ keys })),
  },
)
