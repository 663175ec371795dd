/** Ending the session of an access token (decisions, section 14). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { IntegerOf } from "../../kernel/input/Field.ts"
import { callerOf } from "../../operation/Act.ts"
import { value } from "../../operation/answer.ts"
import { play } from "../../operation/Operation.ts"
import { Sessions } from "../Sessions.ts"

const LogoutResult = Schema.Struct({
  sessions_ended: IntegerOf({ minimum: 0 }).annotate({ description: "0 when the session had ended before." }),
}).annotate({ identifier: "LogoutResult" })

/** Ends the session that asks. It takes any access token, and asks for no permission. */
export const logOut = play(
  { name: "user.logOut", permissions: [] },
  {
    title: "Log out",
    sentence:
      "Ends the session of the access token: its refresh token stops at once, the access token itself within a minute.",
    input: {},
    answer: value(LogoutResult),
    refusals: [],
    example: { input: {}, answer: { sessions_ended: 1 } },
    run: (_, act) =>
      Sessions.use((sessions) =>
        Effect.map(sessions.end(callerOf(act), "logout"), (ended) => ({ sessions_ended: ended })),
      ),
  },
)
