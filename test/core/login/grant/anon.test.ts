/** The anon grant over a database (interface, section 2.4; decisions, section 4). */
import { assert, describe, it } from "@effect/vitest"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { Players } from "@garrison/core/player/Players"
import { DeviceIdentities } from "@garrison/core/login/grant/DeviceIdentities"
import { Logins } from "@garrison/core/login/Logins"
import * as Effect from "effect/Effect"
import { onEachDatabase } from "../../../support/databases.ts"
import {
  codeOf,
  context,
  deviceSecret,
  inLoginWorld,
  loginAnon,
  request,
  rowCounts,
  whoIs,
} from "../../../support/logins.ts"

onEachDatabase((name, database) => {
  const world = inLoginWorld({ database })

  describe(`anon login on ${name}`, () => {
    it.effect("a device logs in as the same player every time", () =>
      Effect.gen(function* () {
        const first = yield* loginAnon(1)
        const second = yield* loginAnon(1)
        const other = yield* loginAnon(2)
        for (const field of ["active_player_uuid", "active_player_id", "person_id", "portal_user_id"] as const) {
          assert.strictEqual(second[field], first[field])
          assert.notStrictEqual(other[field], first[field])
        }
        assert.strictEqual(first.active_player_id, 1)
        assert.strictEqual(other.active_player_id, 2)
      }).pipe(world),
    )

    it.effect("the result says who, what for, and for how long; the token says the same", () =>
      Effect.gen(function* () {
        const result = yield* loginAnon(1, { portal_display_name: "Ada" })
        const caller = yield* (yield* AccessTokens).authenticate(`Bearer ${result.access_token}`)
        const portalUserId = yield* (yield* DeviceIdentities).portalUserId(deviceSecret(1))
        const { access_token, publisher_uuid, tenant_uuid, config_elector_uuid, client_uuid, ...rest } = result
        const { personId, playerUuid } = whoIs(result)
        assert.deepStrictEqual(rest, {
          active_player_id: 1,
          active_player_uuid: playerUuid,
          platform: "Anon",
          portal_id: 2,
          portal_user_id: portalUserId,
          display_name: "Ada",
          role_id: 1,
          person_id: personId,
          permissions: caller.permissions,
          restrictions: [],
          client_id: "game",
          token_type: "Bearer",
          expires_in: 900,
        })
        assert.isAbove(access_token.length, 100)
        assert.strictEqual(new Set([publisher_uuid, tenant_uuid, config_elector_uuid, client_uuid]).size, 4)
        assert.deepInclude(caller, { kind: "player", subject: playerUuid, platform: "Anon", portalUserId })
      }).pipe(world),
    )

    it.effect("twenty first logins of one device at once make one player", () =>
      Effect.gen(function* () {
        const results = yield* Effect.all(
          Array.from({ length: 20 }, () => loginAnon(1, { include_refresh: true })),
          { concurrency: "unbounded" },
        )
        assert.strictEqual(new Set(results.map((result) => result.active_player_uuid)).size, 1)
        assert.deepInclude(yield* rowCounts, {
          person: 1,
          player: 1,
          portal_user: 1,
          login_session: 20,
          refresh_token: 20,
          login_history: 20,
        })
      }).pipe(world),
    )

    it.effect("a name given later takes the place of the one before; none given changes nothing", () =>
      Effect.gen(function* () {
        const nameless = yield* loginAnon(1)
        assert.strictEqual(nameless.display_name, "Player")
        assert.strictEqual((yield* loginAnon(1, { portal_display_name: " Ada\u0000\u202e  L " })).display_name, "Ada L")
        assert.strictEqual((yield* loginAnon(1)).display_name, "Ada L")
        const profile = yield* (yield* Players).find(whoIs(nameless).playerUuid)
        assert.strictEqual(profile.player.displayName, "Ada L")
        const longest = yield* loginAnon(1, { portal_display_name: "👩".repeat(65) })
        assert.strictEqual(longest.display_name, "👩".repeat(64), "64 code points, which the database takes")
      }).pipe(world),
    )
  })
})

describe("anon grant", () => {
  it.effect("a secret of fewer than 16 or more than 256 characters is a broken field", () =>
    Effect.gen(function* () {
      const logins = yield* Logins
      const attempt = (length: number, character = "s") =>
        logins.login(request({ grant_type: "anon", portal_access_token: character.repeat(length) }), context()).pipe(
          Effect.match({
            onSuccess: () => "ok",
            onFailure: (error) => (error._tag === "InvalidInput" ? JSON.stringify(error.detail) : error._tag),
          }),
        )
      const detail = (type: string, msg: string) => JSON.stringify([{ loc: ["portal_access_token"], msg, type }])
      assert.strictEqual(yield* attempt(15), detail("string_too_short", "must be at least 16 characters long"))
      assert.strictEqual(yield* attempt(16), "ok")
      assert.strictEqual(yield* attempt(256), "ok")
      assert.strictEqual(yield* attempt(257), detail("string_too_long", "must be at most 256 characters long"))
      assert.strictEqual(yield* attempt(8, "😀"), yield* attempt(15))
      assert.strictEqual(yield* attempt(256, "😀"), "ok")
      assert.strictEqual(yield* attempt(257, "😀"), yield* attempt(257))
      assert.strictEqual(yield* codeOf(loginAnon(1, { portal_access_token: "" })), "anon_token_empty")
    }).pipe(inLoginWorld()),
  )
})
