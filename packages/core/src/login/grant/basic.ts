/** The basic grant: USERNAME:PASSWORD, off unless configured (decisions, section 4; guarantees R20, R21). */
import * as Effect from "effect/Effect"
import { nameAndSecret } from "../../kernel/input/NameAndSecret.ts"
import { displayName } from "../../player/rules.ts"
import { LoginRefused } from "../errors.ts"
import { Passwords } from "../password/Passwords.ts"
import { usernamesOf } from "../rules/password.ts"
import type { LoginRequest } from "../schema.ts"
import { type GrantAttempt, isEnabled, unguessable, type UserGrant } from "./Grant.ts"

/** `USERNAME:PASSWORD`; undefined when there is no colon or a half is empty. */
const pairOf = ({ portal_access_token: token }: LoginRequest) => {
  const pair = nameAndSecret(token)
  return pair === undefined || pair.name === "" || pair.secret === "" ? undefined : pair
}

/**
 * The account that a wrong password counts against, however its name is spelt. Made-up names count like real ones, so
 * that they look the same. A name that no account can have counts as it is written: counted as one account, such names
 * would pause each other.
 */
const account: UserGrant["account"] = (request) => {
  const pair = pairOf(request)
  return pair === undefined ? undefined : `basic|${usernamesOf(pair.name).at(-1) ?? pair.name}`
}

const WRONG_PASSWORD = "basic_auth_credentials_not_found"

const verify = Effect.fnUntraced(function* ({ request }: GrantAttempt) {
  const passwords = yield* Passwords
  const pair = pairOf(request)
  if (pair === undefined) return yield* new LoginRefused({ code: "basic_auth_incorrect_format" })
  const proved = yield* passwords.prove(pair.name, pair.secret)
  if (proved === undefined) return yield* new LoginRefused({ code: WRONG_PASSWORD })
  return {
    platform: "Basic" as const,
    portalUserId: proved.accountId,
    displayName: displayName(request.portal_display_name),
    fallbackName: proved.displayName,
    parent: undefined,
    presented: undefined,
  }
})

const guessedAt = Effect.fnUntraced(function* (request: LoginRequest) {
  const portalUserId = yield* (yield* Passwords).idOf(pairOf(request)?.name ?? "")
  return { platform: "Basic" as const, portalUserId }
})

/** Logs the owner of a password account in. */
export const basic: UserGrant = {
  ...unguessable,
  kind: "user",
  isAvailable: (deployment) => isEnabled("basic", deployment),
  disabledCode: "basic_disabled",
  emptyCode: "basic_token_empty",
  refusals: ["basic_auth_incorrect_format", WRONG_PASSWORD],
  platforms: ["Basic"],
  credential: {
    token: "user name and password of an account of this deployment, separated by the first colon.",
    example: { portal_access_token: "USERNAME:PASSWORD" },
  },
  account,
  isGuess: (code) => code === WRONG_PASSWORD,
  guessedAt,
  verify,
}
