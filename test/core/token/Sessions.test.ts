/** Refresh families over both databases (decisions, section 3; guarantees R9, R10, R11, R27). */
import { assert, describe, it } from "@effect/vitest"
import { SecurityEventStore } from "@garrison/core/audit/SecurityEventStore"
import { PlayerStore } from "@garrison/core/player/PlayerStore"
import { Players } from "@garrison/core/player/Players"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { Sessions } from "@garrison/core/token/Sessions"
import { SessionId } from "@garrison/core/kernel/Identifier"
import { defaultSettings } from "@garrison/core/settings"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { onEachDatabase } from "../../support/databases.ts"
import {
  codeOf,
  createGameClient,
  inLoginWorld,
  loginAnon,
  rowCounts,
  secondNode,
  useRefresh,
  whoIs,
  write,
} from "../../support/logins.ts"
import { testAct } from "../../support/acts.ts"

/** Logs a device in and answers with its refresh token. */
const family = Effect.map(loginAnon(1, { include_refresh: true }), (result) => ({
  ...whoIs(result),
  accessToken: result.access_token,
  token: result.refresh_token ?? "",
}))

/** Exchanges a refresh token for its successor. */
const rotated = (token: string) => Effect.map(useRefresh(token), ({ refresh_token }) => refresh_token ?? "")

const callerOf = (accessToken: string) =>
  Effect.flatMap(AccessTokens, (tokens) => tokens.authenticate(`Bearer ${accessToken}`))

const sessionOf = (accessToken: string) =>
  Effect.map(callerOf(accessToken), ({ sessionId }) => SessionId.make(sessionId))

/** How many refresh tokens can still be exchanged, over all families. */
const liveTokens = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT 1 FROM login_session WHERE token_hash IS NOT NULL AND revoked_at IS NULL`
  return rows.length
}).pipe(Effect.orDie)

onEachDatabase((name, database) => {
  const world = inLoginWorld({ database })
  // Limits in minutes instead of days: a clock moved by days runs everything that happens every minute.
  const shortLived = inLoginWorld({
    database,
    settings: { refreshIdleSeconds: 30 * 60, refreshAbsoluteSeconds: 90 * 60 },
  })

  describe(`refresh tokens on ${name}`, () => {
    it.effect("a use with include_refresh goes on as the same player with another token", () =>
      Effect.gen(function* () {
        const { token, playerUuid, accessToken } = yield* family
        const result = yield* useRefresh(token)
        assert.strictEqual(result.active_player_uuid, playerUuid)
        assert.strictEqual(result.platform, "Anon")
        assert.notStrictEqual(result.refresh_token, token)
        assert.match(result.refresh_token ?? "", /^garr_[\w-]{86}[0-9A-Za-z]{6}$/)
        assert.strictEqual(yield* sessionOf(result.access_token), yield* sessionOf(accessToken))
      }).pipe(world),
    )

    it.effect("a use without include_refresh returns none, and the token stays valid", () =>
      Effect.gen(function* () {
        const { token } = yield* family
        const plain = yield* useRefresh(token, { include_refresh: false })
        assert.notProperty(plain, "refresh_token")
        assert.isAbove(plain.access_token.length, 100)
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* codeOf(useRefresh(token)), "ok")
      }).pipe(world),
    )

    it.effect("presented again within ten seconds, a token gets the same successor", () =>
      Effect.gen(function* () {
        const { token } = yield* family
        const successor = yield* rotated(token)
        yield* TestClock.adjust("9999 millis")
        assert.strictEqual(yield* rotated(token), successor)
        assert.strictEqual(yield* liveTokens, 1)
        assert.strictEqual(yield* codeOf(useRefresh(successor)), "ok")
      }).pipe(world),
    )

    it.effect("presented again later, it ends the family and leaves a security event", () =>
      Effect.gen(function* () {
        const { token, personId, accessToken } = yield* family
        const sessionId = yield* sessionOf(accessToken)
        const successor = yield* rotated(token)
        yield* TestClock.adjust("10001 millis")
        assert.strictEqual(yield* codeOf(useRefresh(token, {}, { address: "203.0.113.9" })), "refresh_token_not_found")
        assert.strictEqual(yield* codeOf(useRefresh(token)), "refresh_token_not_found")
        assert.strictEqual(yield* codeOf(useRefresh(successor)), "refresh_token_not_found")
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* codeOf(sessionOf(accessToken)), "auth_token_expired")
        const events = yield* (yield* SecurityEventStore).ofPerson(personId, 10)
        assert.deepStrictEqual(
          events
            .filter(({ kind }) => kind === "refresh_token_reuse")
            .map(({ kind, sessionId, address }) => ({ kind, sessionId, address })),
          [{ kind: "refresh_token_reuse" as const, sessionId, address: "203.0.113.9" }],
        )
      }).pipe(world),
    )

    it.effect("fifty uses of one token at once leave one live token, the same for all", () =>
      Effect.gen(function* () {
        const { token } = yield* family
        const successors = yield* Effect.all(
          Array.from({ length: 50 }, () => rotated(token)),
          { concurrency: "unbounded" },
        )
        assert.strictEqual(new Set(successors).size, 1)
        assert.strictEqual(yield* liveTokens, 1)
        assert.strictEqual((yield* rowCounts).refresh_token, 2)
      }).pipe(world),
    )

    it.effect("another client gets its own code, and nothing changes", () =>
      Effect.gen(function* () {
        const { credentials } = yield* createGameClient("other")
        const { token } = yield* family
        const before = yield* rowCounts
        assert.strictEqual(yield* codeOf(useRefresh(token, {}, { credentials })), "refresh_token_client_id_mismatch")
        const successor = yield* rotated(token)
        yield* TestClock.adjust("1 minute")
        // Not even a stolen token that was exchanged long ago lets another client end the family.
        assert.strictEqual(yield* codeOf(useRefresh(token, {}, { credentials })), "refresh_token_client_id_mismatch")
        assert.strictEqual(yield* codeOf(useRefresh(successor)), "ok")
        assert.strictEqual(before.refresh_token, 1)
      }).pipe(world),
    )

    it.effect("a token unused for the idle limit is over; each use, with or without rotation, moves that", () =>
      Effect.gen(function* () {
        const { token } = yield* family
        yield* TestClock.adjust("29 minutes")
        assert.strictEqual(yield* codeOf(useRefresh(token, { include_refresh: false })), "ok")
        yield* TestClock.adjust("29 minutes")
        const successor = yield* rotated(token)
        yield* TestClock.adjust("1799999 millis")
        assert.strictEqual(yield* codeOf(useRefresh(successor, { include_refresh: false })), "ok")
        yield* TestClock.adjust("30 minutes")
        assert.strictEqual(yield* codeOf(useRefresh(successor)), "refresh_token_not_found")
      }).pipe(shortLived),
    )

    it.effect("a clock that is set back brings no token back that was found to be over", () =>
      Effect.gen(function* () {
        const { token } = yield* family
        yield* TestClock.setTime(30 * 60_000)
        assert.strictEqual(yield* codeOf(useRefresh(token)), "refresh_token_not_found")
        yield* TestClock.setTime(0)
        assert.strictEqual(yield* codeOf(useRefresh(token)), "refresh_token_not_found")
      }).pipe(shortLived),
    )

    it.effect("at the absolute limit every token is over, however often it was exchanged", () =>
      Effect.gen(function* () {
        let { token } = yield* family
        for (let passed = 1; passed < 90; passed++) {
          yield* TestClock.adjust("1 minute")
          token = yield* rotated(token)
        }
        yield* TestClock.adjust("59999 millis")
        assert.strictEqual(yield* codeOf(useRefresh(token, { include_refresh: false })), "ok")
        yield* TestClock.adjust("1 millis")
        assert.strictEqual(yield* codeOf(useRefresh(token)), "refresh_token_not_found")
      }).pipe(shortLived),
    )

    it.effect("a deleted user gets its own code; a new login makes a new person", () =>
      Effect.gen(function* () {
        const { token, playerUuid, personId } = yield* family
        yield* (yield* Players).deletePerson(playerUuid, testAct)
        assert.strictEqual(yield* codeOf(useRefresh(token)), "refresh_token_invalid_user")
        const anew = whoIs(yield* loginAnon(1))
        assert.notStrictEqual(anew.personId, personId)
        assert.strictEqual(yield* codeOf(useRefresh(token)), "refresh_token_invalid_user")
      }).pipe(world),
    )

    it.effect("a session of one person is not refreshed as another person that has its portal user now", () =>
      Effect.gen(function* () {
        const { token, personId } = yield* family
        const other = whoIs(yield* loginAnon(2))
        const sql = yield* SqlClient.SqlClient
        const { id, type } = uuids(sql)
        // Unlinking ends the session. This is what is left where it did not: by a hand, or by a fault.
        const moved = Effect.all([
          sql`DELETE FROM person_portal_user WHERE person_id = ${id(other.personId)}`,
          sql`INSERT INTO person_portal_user (person_id, platform, portal_user_id, player_uuid, display_name,
              created_at)
            SELECT CAST(${id(other.personId)} AS ${type}), platform, portal_user_id,
              CAST(${id(other.playerUuid)} AS ${type}), display_name, created_at
            FROM person_portal_user WHERE person_id = ${id(personId)}`,
          sql`DELETE FROM person_portal_user WHERE person_id = ${id(personId)}`,
          sql`UPDATE portal_user SET person_id = ${id(other.personId)}`,
        ])
        yield* write(moved)
        assert.deepStrictEqual(whoIs(yield* loginAnon(1)), other, "the control: it logs in as the other person")
        const before = yield* rowCounts
        for (const include_refresh of [true, false]) {
          assert.strictEqual(yield* codeOf(useRefresh(token, { include_refresh })), "refresh_token_invalid_user")
        }
        assert.deepStrictEqual(yield* rowCounts, before)
      }).pipe(world),
    )

    it.effect("sessions end one by one or all at once, and single access tokens by their id", () =>
      Effect.gen(function* () {
        const sessions = yield* Sessions
        const tokens = yield* AccessTokens
        const [first, second, third] = yield* Effect.all([family, family, family])
        assert.strictEqual(yield* sessions.end(yield* callerOf(first.accessToken), "logout"), 1)
        assert.strictEqual(yield* codeOf(useRefresh(first.token)), "refresh_token_not_found")
        assert.strictEqual(yield* codeOf(useRefresh(second.token)), "ok")

        const again = (yield* useRefresh(third.token)).access_token
        const caller = yield* tokens.authenticate(`Bearer ${again}`)
        yield* sessions.endToken(caller.tokenId, caller.expiresAt)
        yield* TestClock.adjust("61 seconds")
        assert.strictEqual(yield* codeOf(sessionOf(again)), "auth_token_expired")
        assert.strictEqual(yield* codeOf(sessionOf(third.accessToken)), "ok")

        assert.strictEqual(yield* sessions.end({ personId: second.personId }, "operator"), 2)
        assert.strictEqual(yield* sessions.end({ personId: second.personId }, "operator"), 0)
        yield* TestClock.adjust("61 seconds")
        assert.strictEqual(yield* codeOf(sessionOf(third.accessToken)), "auth_token_expired")
      }).pipe(world),
    )

    it.effect("two nodes that exchange one token at once agree on its successor", () =>
      Effect.gen(function* () {
        const { token } = yield* family
        const elsewhere = yield* Effect.provide(
          Effect.all([rotated(token), rotated(token), rotated(token)], { concurrency: "unbounded" }),
          secondNode,
        ).pipe(
          Effect.zip(Effect.all([rotated(token), rotated(token)], { concurrency: "unbounded" }), { concurrent: true }),
        )
        assert.strictEqual(new Set(elsewhere.flat()).size, 1)
        assert.strictEqual(yield* liveTokens, 1)
      }).pipe(world),
    )

    it.effect("ended sessions are pruned unless a token may still refer to them", () =>
      Effect.gen(function* () {
        const sessions = yield* Sessions
        yield* loginAnon(1)
        yield* family
        yield* TestClock.adjust("76 minutes")
        assert.strictEqual(yield* sessions.prune, 0)
        yield* TestClock.adjust("1 millis")
        assert.strictEqual(yield* sessions.prune, 1)
        yield* TestClock.adjust("90 minutes")
        assert.strictEqual(yield* sessions.prune, 1)
        assert.deepInclude(yield* rowCounts, { login_session: 0, refresh_token: 0 })
      }).pipe(shortLived),
    )

    it.effect("negative control: an exchange that reads and then writes forks the family; its condition stops it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* family
        const look = Effect.map(sql`SELECT token_hash, person_id, session_id FROM login_session`, ([live]) => {
          const [hash, person, session] = [live?.token_hash, live?.person_id, live?.session_id] as Array<Uint8Array>
          return { hash, person, session }
        })
        const exchange = (number: number, isGuarded: boolean, { hash, person, session }: Effect.Success<typeof look>) =>
          write(
            sql`UPDATE login_session SET token_hash = ${new Uint8Array(32).fill(number)} WHERE person_id = ${person}
              AND session_id = ${session} ${isGuarded ? sql`AND token_hash = ${hash}` : sql``} RETURNING session_id`,
          )
        // Every one has read before the first of them writes.
        const successors = Effect.fnUntraced(function* (first: number, isGuarded: boolean) {
          const seen = yield* Effect.all([look, look, look, look, look], { concurrency: "unbounded" })
          const exchanges = seen.map((read, number) => exchange(first + number, isGuarded, read))
          const given = yield* Effect.all(exchanges, { concurrency: "unbounded" })
          return given.flat().length
        })
        assert.strictEqual(yield* successors(1, true), 1)
        assert.isAbove(yield* successors(11, false), 1)
      }).pipe(world),
    )
  })
})

describe("refresh grant", () => {
  it("a refresh token lives thirty days unused and ninety in all, with ten seconds of grace", () => {
    const { refreshIdleSeconds, refreshAbsoluteSeconds, refreshGraceSeconds } = defaultSettings
    assert.deepStrictEqual(
      [refreshIdleSeconds, refreshAbsoluteSeconds, refreshGraceSeconds],
      [2_592_000, 7_776_000, 10],
    )
  })

  it.effect("texts that no refresh token has are unknown", () =>
    Effect.gen(function* () {
      const { token } = yield* family
      const last = token.endsWith("0") ? "1" : "0"
      const texts = [
        "x",
        "garr_",
        token.slice(0, -1),
        token.slice(0, -1) + last,
        `${token} `,
        token.toUpperCase(),
        "é\u0000",
      ]
      for (const text of texts) assert.strictEqual(yield* codeOf(useRefresh(text)), "refresh_token_not_found")
      assert.strictEqual(yield* codeOf(useRefresh("")), "refresh_token_empty")
    }).pipe(inLoginWorld()),
  )

  it.effect("a portal user that was unlinked does not come back to life", () =>
    Effect.gen(function* () {
      const { token } = yield* family
      const sql = yield* SqlClient.SqlClient
      yield* write(Effect.andThen(sql`DELETE FROM portal_user`, sql`DELETE FROM person_portal_user`))
      assert.strictEqual(yield* codeOf(useRefresh(token)), "refresh_token_invalid_user")
      assert.strictEqual((yield* rowCounts).portal_user, 0)
    }).pipe(inLoginWorld()),
  )

  it.effect("a session without a refresh token has none to find, and a removed player is missing", () =>
    Effect.gen(function* () {
      const result = yield* loginAnon(1, { include_refresh: true })
      const sql = yield* SqlClient.SqlClient
      yield* write(sql`UPDATE person_portal_user SET player_uuid = NULL`)
      const outcome = codeOf(useRefresh(result.refresh_token))
      assert.strictEqual(yield* outcome, "error_retrieving_player_results")
      const known = yield* (yield* PlayerStore).findPortalUser({
        platform: "Anon",
        portalUserId: result.portal_user_id ?? "",
      })
      assert.isUndefined(known?.player)
    }).pipe(inLoginWorld()),
  )
})
