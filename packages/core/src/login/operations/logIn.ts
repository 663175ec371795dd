/** Logging in (interface, section 4.1). */
import { value } from "../../operation/answer.ts"
import { play } from "../../operation/Operation.ts"
import { contextOf } from "../steps/contextOf.ts"
import { type LoginBusyCode, loginBusyCodes, type LoginCode, loginCodes } from "../errors.ts"
import { Logins } from "../Logins.ts"
import { LoginRequest, LoginResult } from "../schema.ts"

/** Every code that a login may be refused with. */
const refusals = Object.keys({ ...loginCodes, ...loginBusyCodes }) as ReadonlyArray<LoginCode | LoginBusyCode>

/** Logs a user or a machine client in. */
export const logIn = play(
  { name: "user.logIn", permissions: [], isOpen: true },
  {
    title: "Log in",
    sentence:
      "Authenticates a user or a machine client for a grant type and returns an access token. The client identifies " +
      "itself by HTTP Basic; without it the environment's default public game client is used, where there is one.",
    input: LoginRequest.fields,
    answer: value(LoginResult),
    refusals,
    example: {
      input: { grant_type: "anon", portal_access_token: "any 16 to 256 characters", include_refresh: true },
    },
    run: (request, act) => Logins.use((logins) => logins.login(request, contextOf(act))),
  },
)
