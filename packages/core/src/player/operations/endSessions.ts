/** Ending sessions of the person of a player (decisions, section 3; guarantees R27). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, Integer, Text } from "../../kernel/input/Field.ts"
import { SessionId } from "../../kernel/Identifier.ts"
import { InvalidInput } from "../../kernel/input/Invalid.ts"
import { value } from "../../operation/answer.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { act } from "../../operation/Operation.ts"
import { playerActs } from "../acts.ts"
import type { SessionsToEnd } from "../endSessions.ts"
import { Players } from "../Players.ts"

const either = new InvalidInput({
  detail: [{ loc: ["token_id"], msg: "must not be given together with session_id", type: "value_error" }],
})

const whichOf = (sessionId: SessionId | undefined, tokenId: string | undefined): SessionsToEnd => {
  if (tokenId !== undefined) return { tokenId }
  return sessionId === undefined ? "all" : { sessionId }
}

/** Ends sessions of the person that owns a player, or one access token. */
export const endSessions = act(playerActs.endSessions, {
  title: "End the sessions of a player",
  sentence:
    "End sessions of the person of a player. Refresh tokens are refused at once, access tokens by servers that have " +
    "verified them within verificationCacheSeconds. The player may log in again.",
  input: {
    player_uuid: OfPlayer,
    session_id: described(Schema.optionalKey(SessionId), "End this session only (default: all of the person)."),
    token_id: described(Schema.optionalKey(Text), "End only the access token with this jti; its session stays open."),
  },
  answer: value(
    Schema.Struct({
      player_uuid: OfPlayer,
      ended_sessions: described(Integer, "Open sessions that were ended."),
      ended_tokens: described(Integer, "Access tokens that were ended."),
    }).annotate({ identifier: "EndedSessions" }),
  ),
  refusals: ["resource_not_found"],
  run: ({ player_uuid: player, session_id: sessionId, token_id: tokenId }, by) =>
    sessionId !== undefined && tokenId !== undefined
      ? Effect.fail(either)
      : Effect.map(
          Players.use((players) => players.endSessions(player, whichOf(sessionId, tokenId), by)),
          (count) => ({
            player_uuid: player,
            ended_sessions: tokenId === undefined ? count : 0,
            ended_tokens: tokenId === undefined ? 0 : count,
          }),
        ),
})
