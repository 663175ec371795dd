/** Permissions and grants are closed lists: a slip is told with what was meant. */
import { EVERY_GRANT } from "@garrison/core/client/schema"
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { nearest } from "@garrison/core/kernel/input/nearest"
import { PERMISSIONS } from "@garrison/core/permission/names"
import { covers, isPermission } from "@garrison/core/permission/rules"
import * as Effect from "effect/Effect"
import { CommandFailure } from "./CommandFailure.ts"

const isGrant = (given: string): boolean => given === EVERY_GRANT || GRANT_TYPES.some((name) => name === given)

/** The names that an unknown one was probably meant to be, as a half-sentence. */
const meant = (given: string, names: ReadonlyArray<string>): string => {
  const covered = names.filter((name) => given !== name && covers(given, name))
  if (covered.length > 0) return `; name each that you mean: ${covered.join(", ")}`
  const close = nearest(given, names)
  return close === undefined ? "" : `; did you mean ${close}?`
}

const wrong = (flag: string, names: ReadonlyArray<string>, isName: (given: string) => boolean) => (given: string) =>
  isName(given) ? [] : [`--${flag} ${given}: there is no such ${flag}${meant(given, names)}`]

/** Fails with each permission and grant of a new client that there is not. */
export const checkNames = (
  permissions: ReadonlyArray<string>,
  grants: ReadonlyArray<string> = [],
): Effect.Effect<void, CommandFailure> => {
  const details = [
    ...permissions.flatMap(wrong("permission", PERMISSIONS, isPermission)),
    ...grants.flatMap(wrong("grant", GRANT_TYPES, isGrant)),
  ]
  if (details.length === 0) return Effect.void
  const next = "`garrison client create --help` lists the permissions and the grants."
  return Effect.fail(new CommandFailure({ kind: "usage", sentence: "The client was not created.", details, next }))
}
