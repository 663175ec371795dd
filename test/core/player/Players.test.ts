/** Players as operators see them, and the login history (decisions, sections 1, 4 and 7). */
import { assert, describe, it } from "@effect/vitest"
import { LoginHistoryStore } from "@garrison/core/login/storing/LoginHistoryStore"
import * as housekeeping from "@garrison/core/login/storing/housekeeping"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Players } from "@garrison/core/player/Players"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { codeOf, inLoginWorld, loginAnon, rowCounts, useRefresh, whoIs } from "../../support/logins.ts"
import { actBy, testAct } from "../../support/acts.ts"

const stranger = PlayerUuid.make("00000000-0000-7000-8000-000000000000")

describe("Players", () => {
  it.effect("a profile has portal users, players, restrictions in force and past, and the last login", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_000_000)
      const result = yield* loginAnon(1, { portal_display_name: "Ada" })
      const { personId, playerUuid } = whoIs(result)
      const restrictions = yield* Restrictions
      const old = yield* restrictions.add({ personId, type: "account_ban" }, testAct)
      yield* restrictions.lift(personId, old.restrictionId, actBy("eve"))
      yield* restrictions.add({ personId, type: "account_pending_deletion", reason: "asked" }, testAct)
      yield* TestClock.adjust("1 second")
      yield* loginAnon(1)
      const player = {
        playerUuid,
        playerId: 1,
        roleId: 1,
        active: true,
        displayName: "Ada",
        platform: "Anon" as const,
        createdAt: 1_000_000,
      }
      const { restrictions: found, ...profile } = yield* (yield* Players).find(playerUuid)
      assert.deepStrictEqual(profile, {
        personId,
        revision: 3,
        player,
        players: [player],
        lastLoginAt: 1_001_000,
        deletedAt: undefined,
        portalUsers: [
          {
            platform: "Anon",
            portalUserId: result.portal_user_id ?? "",
            displayName: "Ada",
            createdAt: 1_000_000,
            playerUuid,
            parent: undefined,
          },
        ],
        agreements: [],
      })
      assert.deepStrictEqual(
        found.map(({ type, active }) => [type, active]),
        [
          ["account_pending_deletion", true],
          ["account_ban", false],
        ],
      )
    }).pipe(inLoginWorld()),
  )

  it.effect("who does not exist is not found", () =>
    Effect.gen(function* () {
      const players = yield* Players
      const deletion = players.deletePerson(stranger, testAct)
      assert.strictEqual(yield* codeOf(deletion), "resource_not_found")
      for (const attempt of [players.find(stranger), players.setRole(stranger, 1, testAct)]) {
        assert.strictEqual(yield* codeOf(attempt), "resource_not_found")
      }
      const restrictions = yield* Restrictions
      const { personId } = whoIs(yield* loginAnon(1))
      assert.strictEqual(yield* codeOf(restrictions.lift(personId, "nothing", actBy("eve"))), "resource_not_found")
      assert.deepStrictEqual(yield* restrictions.history(personId), [])
      assert.deepStrictEqual(yield* restrictions.activeOf(personId), [])
    }).pipe(inLoginWorld()),
  )

  it.effect("deleting a person ends its sessions; the same device then gets a new person", () =>
    Effect.gen(function* () {
      const tokens = yield* AccessTokens
      const result = yield* loginAnon(1, { include_refresh: true })
      yield* (yield* Players).deletePerson(whoIs(result).playerUuid, testAct)
      yield* TestClock.adjust("61 seconds")
      assert.strictEqual(yield* codeOf(tokens.authenticate(`Bearer ${result.access_token}`)), "auth_token_expired")
      const anew = yield* loginAnon(1)
      assert.notStrictEqual(anew.active_player_uuid, result.active_player_uuid)
      assert.strictEqual(anew.active_player_id, 2)
    }).pipe(inLoginWorld()),
  )
})

describe("login history", () => {
  it.effect("says when, by which grant, from where; refreshes too; no credential", () =>
    Effect.gen(function* () {
      const first = yield* loginAnon(1, { include_refresh: true }, { userAgent: "x".repeat(1000) })
      yield* TestClock.adjust("1 minute")
      yield* useRefresh(first.refresh_token, {}, { address: "203.0.113.9" })
      const history = yield* (yield* LoginHistoryStore).ofPerson(whoIs(first).personId, 10)
      assert.deepStrictEqual(
        history.map(({ at, grantType, address, userAgent }) => [at, grantType, address, userAgent.length]),
        [
          [60_000, "refresh", "203.0.113.9", 4],
          [0, "anon", "192.0.2.1", 256],
        ],
      )
      assert.strictEqual(history[0]?.sessionId, history[1]?.sessionId)
    }).pipe(inLoginWorld()),
  )

  it.effect("is kept for ninety days, and pruning goes on until nothing is left that may go", () =>
    Effect.gen(function* () {
      for (let number = 1; number <= 3; number++) yield* loginAnon(number)
      // A clock that stands at the later time at once, so that nothing that happens every minute happens meanwhile.
      const later: Clock.Clock = Object.create(yield* Clock.clockWith(Effect.succeed), {
        currentTimeMillisUnsafe: { value: () => housekeeping.HISTORY_MILLIS + 1 },
        currentTimeMillis: { value: Effect.succeed(housekeeping.HISTORY_MILLIS + 1) },
      })
      const prune = Effect.provideService(housekeeping.prune, Clock.Clock, later)
      assert.strictEqual(yield* housekeeping.prune, 0)
      // Three sessions, three logins, and two buckets of new identities: with a small burst all count in one row.
      assert.strictEqual(yield* prune, 8)
      assert.deepInclude(yield* rowCounts, { login_session: 0, login_history: 0, player: 3 })
    }).pipe(inLoginWorld({ settings: { newIdentitiesBurst: 100 } })),
  )
})
