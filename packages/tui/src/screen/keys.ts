/** The screen of signing keys. */
import { signingKeyDetail, signingKeyList } from "@garrison/core/token/show"
import { listScreen } from "../list/listScreen.ts"

/** The keys that sign access tokens. */
export const keysScreen = listScreen({
  name: "keys",
  sentence: "The keys that sign access tokens, and when each is replaced",
  one: "key",
  asks: { operation: "signingKey.list" },
  columns: signingKeyList,
  id: (key) => key.key_id,
  crumb: () => "signing keys",
  acts: {
    rotate: {
      key: "rotate",
      operation: "signingKey.rotate",
      sentence: "Let the next key sign now",
      word: "rotate",
      on: () => ({ input: {}, subject: "signing key" }),
    },
  },
  detail: { facts: signingKeyDetail, lines: () => 4 },
})
