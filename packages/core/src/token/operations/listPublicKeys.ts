/** The keys that access tokens verify with (decisions, section 3). */
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { AccessTokens } from "../AccessTokens.ts"
import { JwksJson } from "../schema.ts"

/** The public signing keys. */
export const listPublicKeys = read(
  { name: "signingKey.listPublic", permissions: [], isOpen: true },
  {
    title: "Public signing keys",
    sentence: "The keys that access tokens verify with, as a JSON Web Key Set (RFC 7517).",
    input: {},
    answer: value(JwksJson),
    refusals: [],
    run: () => AccessTokens.use(({ publicKeys }) => publicKeys),
  },
)
