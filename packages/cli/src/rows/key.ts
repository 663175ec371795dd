/** `garrison key …` as rows. */
import { signingKeyFacts, signingKeyList } from "@garrison/core/token/show"
import { command } from "../row/Row.ts"

/** Signing keys. */
export const rows = {
  "key list": command(
    () => import("@garrison/core/token/operations/listSigningKeys").then(({ listSigningKeys }) => listSigningKeys),
    { show: signingKeyList, examples: [[""], ["--json", "For scripts"]] },
  ),
  "key rotate": command(
    () => import("@garrison/core/token/operations/rotateSigningKey").then(({ rotateSigningKey }) => rotateSigningKey),
    {
      omitted: ["if-revision"],
      show: signingKeyFacts,
      examples: [["--dry-run", "Which key would sign, and from when"], ['--reason "the backup was lost"']],
    },
  ),
}
