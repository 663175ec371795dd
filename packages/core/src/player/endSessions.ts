/** Ends sessions of a player's person, or one access token, for an operator (decisions, section 3; guarantees R27). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Act } from "../operation/Act.ts"
import { Audit } from "../audit/Audit.ts"
import { isUuid } from "../kernel/input/Field.ts"
import type { PersonId, PlayerUuid, SessionId } from "../kernel/Identifier.ts"
import { InvalidInput } from "../kernel/input/Invalid.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { confirmPerson, whilePersonMoves } from "../person/personMoved.ts"
import { makeNextRevision, personSubject } from "../person/personRevision.ts"
import { PersonStore } from "../person/PersonStore.ts"
import { Sessions } from "../token/Sessions.ts"
import { isOpen } from "../token/rules/sessions.ts"
import { SessionStore } from "../token/SessionStore.ts"
import { acceptedSeconds } from "../token/rules/lifetime.ts"
import { TokenSettings } from "../token/settings.ts"
import { PlayerNotFound } from "./errors.ts"
import { playerActs } from "./acts.ts"
import { PlayerStore } from "./PlayerStore.ts"

/** What ends: one session, one access token by its `jti`, or all sessions of the person. */
export type SessionsToEnd = { readonly sessionId: SessionId } | { readonly tokenId: string } | "all"

const notFound = Effect.fail(new PlayerNotFound({ code: "resource_not_found" }))

const invalidTokenId = new InvalidInput({
  detail: [{ loc: ["token_id"], msg: "must be a UUID", type: "uuid_parsing" }],
})

/** What ended, for the audit row. */
const described = (which: SessionsToEnd, count: number) => {
  if (which === "all") return { ended_sessions: count }
  return "sessionId" in which ? { ended_session: which.sessionId } : { ended_token: which.tokenId }
}

/** Makes `Players.endSessions`. */
export const makeEndSessions = Effect.gen(function* () {
  const players = yield* PlayerStore
  const store = yield* SessionStore
  const sessions = yield* Sessions
  const audit = yield* Audit
  const settings = yield* TokenSettings
  const nextRevision = yield* makeNextRevision
  const persons = yield* PersonStore

  const confirm = (player: PlayerUuid, personId: PersonId) =>
    Effect.provideService(confirmPerson(player, personId), PersonStore, persons)

  /** The open sessions that are to end. */
  const chosen = Effect.fnUntraced(function* (personId: PersonId, which: SessionsToEnd, at: Timestamp) {
    const open = (yield* store.ofPerson(personId)).filter((session) => isOpen(session, at))
    return typeof which === "object" && "sessionId" in which
      ? open.filter(({ sessionId }) => sessionId === which.sessionId)
      : open
  })

  /** Ends what is to end, within a unit of work that holds the person's row locked. */
  const end = (player: PlayerUuid, personId: PersonId, which: SessionsToEnd, at: Timestamp) => {
    if (which === "all") return sessions.endInUnit({ personId }, "operator", at)
    if ("sessionId" in which) {
      return sessions.endInUnit({ kind: "player", subject: player, ...which }, "operator", at)
    }
    // The token may have been issued a moment ago.
    return Effect.as(sessions.endToken(which.tokenId.toLowerCase(), at + acceptedSeconds("player", settings) * 1000), 0)
  }

  return Effect.fn("Players.endSessions")((player: PlayerUuid, which: SessionsToEnd, act: Act) =>
    audit.perform(playerActs.endSessions, act, { kind: "player", id: player }, (save) =>
      whilePersonMoves(
        Effect.gen(function* () {
          const isToken = typeof which === "object" && "tokenId" in which
          if (isToken && !isUuid(which.tokenId)) return yield* invalidTokenId
          const personId = (yield* players.findProfile(player))?.personId
          if (personId === undefined) return yield* notFound
          const at = yield* Clock.currentTimeMillis
          const ending = isToken ? [] : yield* chosen(personId, which, at)
          const unit = Effect.gen(function* () {
            if (ending.length === 0 && !isToken) return { answer: 0, change: undefined }
            const revision = yield* nextRevision(personId, act)
            if (revision === undefined) return yield* notFound
            yield* confirm(player, personId)
            yield* end(player, personId, which, at)
            const change = { subject: personSubject(personId), revision, after: described(which, ending.length) }
            return { answer: isToken ? 1 : ending.length, change }
          })
          return yield* save(unit)
        }),
      ),
    ),
  )
})
