/** What signing keys look like. */
import type { SigningKeyView } from "./schema.ts"
import { facts, list } from "../operation/show/Shown.ts"

type Key = typeof SigningKeyView.Encoded

const DAY_SECONDS = 86_400

/** The signing keys. */
export const signingKeyList = list({
  rows: ({ keys }: { readonly keys: ReadonlyArray<Key> }) => keys,
  columns: [
    { name: "key_id", kind: "id", of: ({ key_id }) => key_id },
    { name: "state", kind: "label", of: ({ state }) => state },
    { name: "algorithm", kind: "label", of: ({ algorithm }) => algorithm },
    {
      name: "age",
      kind: "label",
      of: ({ age_seconds: age }) => (age === 0 ? undefined : `${Math.floor(age / DAY_SECONDS)} d`),
    },
    { name: "signs from", kind: "moment", of: ({ signs_from }) => signs_from },
    { name: "replaced", kind: "moment", of: ({ overdue, replaced }) => (overdue ? "overdue" : replaced) },
    { name: "retires", kind: "moment", of: ({ retires }) => retires },
  ],
  empty: "There is no signing key.",
})

/** One signing key. */
export const signingKeyFacts = facts<Key>([
  { name: "key_id", kind: "id", of: ({ key_id }) => key_id },
  { name: "state", kind: "label", of: ({ state }) => state },
  { name: "signs from", kind: "moment", of: ({ signs_from }) => signs_from },
])
