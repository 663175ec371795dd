/** The logins of the person of a player, for operators (decisions, section 17). */
import * as Effect from "effect/Effect"
import { LoginView } from "./history.ts"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { READING_HISTORY } from "../rules.ts"
import { listInput, loginPage, pageOf, personOf } from "./lists.ts"

/** Lists the logins of the person of a player. */
export const listLogins = read(
  { name: "player.listLogins", permissions: READING_HISTORY },
  {
    title: "List the logins of a player",
    sentence:
      "Logins of the person of a player, and changes of its ways to log in, the newest first. Kept for 90 days.",
    input: listInput,
    answer: value(pageOf(LoginView, "LoginsOfPlayer", "The logins, the newest first.")),
    refusals: ["resource_not_found"],
    run: ({ player_uuid: player, ...wanted }) =>
      Effect.flatMap(personOf(player), (personId) => loginPage(player, personId, wanted)),
  },
)
