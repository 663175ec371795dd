/** Putting the next signing key in the place of the current one (decisions, section 3). */
import { value } from "../../operation/answer.ts"
import { act } from "../../operation/Operation.ts"
import { signingKeyActs } from "../acts.ts"
import { SigningKeyView } from "../schema.ts"
import { SigningKeys } from "../SigningKeys.ts"

/** Rotates the signing keys now. */
export const rotateSigningKey = act(signingKeyActs.rotate, {
  title: "Rotate the signing keys now",
  sentence:
    "Let the next signing key sign as soon as it has been published for keyPublicationSeconds. Tokens of the current key " +
    "stay valid until they expire. Keys rotate by themselves; this does it earlier.",
  input: {},
  answer: value(SigningKeyView),
  refusals: [],
  run: (_, by) => SigningKeys.use((keys) => keys.rotate(by)),
})
