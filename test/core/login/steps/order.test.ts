/**
 * The order of a login's checks (decisions, section 4): with every later obstacle in place too, the first one answers.
 * Each test walks down a ladder of obstacles and removes the one that has just answered.
 */
import { assert, describe, it } from "@effect/vitest"
import { Clients } from "@garrison/core/client/Clients"
import type { LoginContext } from "@garrison/core/login/grant/Grant"
import { Passwords } from "@garrison/core/login/password/Passwords"
import type { LoginRequest } from "@garrison/core/login/schema"
import { Players } from "@garrison/core/player/Players"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { type DomainSettings, settingsInForce } from "@garrison/core/settings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { countingKdf } from "../../../support/kdf.ts"
import {
  codeOf,
  createGameClient,
  deviceSecret,
  inLoginWorld,
  login,
  rowCounts,
  secondNode,
  testSettings,
  whoIs,
} from "../../../support/logins.ts"
import { actBy, testAct } from "../../../support/acts.ts"

/** One thing that refuses a login, and what takes it away where settings and request do not. */
interface Obstacle<R> {
  readonly code: string
  readonly settings?: Partial<DomainSettings>
  readonly request?: Partial<LoginRequest>
  readonly context?: Partial<LoginContext>
  readonly remove?: Effect.Effect<unknown, unknown, R>
}

type Good = {
  readonly request: Partial<LoginRequest> & Pick<LoginRequest, "grant_type">
  readonly context: Partial<LoginContext>
}

/** The codes that come up while the obstacles are removed one by one, each login on a node with those settings. */
const walk = Effect.fnUntraced(function* <R>(good: Good, obstacles: ReadonlyArray<Obstacle<R>>) {
  const codes: Array<string> = []
  for (let removed = 0; removed <= obstacles.length; removed++) {
    // Of two obstacles in the same place the earlier one wins.
    const standing = obstacles.slice(removed).toReversed()
    const settings = Object.assign({ ...testSettings }, ...standing.map((obstacle) => obstacle.settings))
    const request = Object.assign({ ...good.request }, ...standing.map((obstacle) => obstacle.request))
    const context = Object.assign({ ...good.context }, ...standing.map((obstacle) => obstacle.context))
    const node = secondNode.pipe(Layer.provide(settingsInForce(settings)))
    codes.push(yield* codeOf(Effect.provide(login(request, context), node)))
    yield* Effect.orDie(obstacles[removed]?.remove ?? Effect.void)
  }
  return codes
})

const document = { version: 1, url: "https://example.test/eula", sha256: "00", required: true }

describe("the order of checks", () => {
  it.effect("of a user who is known", () =>
    Effect.gen(function* () {
      const { credentials } = yield* createGameClient("studio")
      yield* (yield* Passwords).create({ username: "ada", password: "correct horse" }, testAct)
      const good: Good = {
        request: { grant_type: "basic", portal_access_token: "ada:correct horse" },
        context: { credentials },
      }
      const { personId, playerUuid } = whoIs(yield* login(good.request, good.context))

      const wrongSecret = { credentials: { clientId: "studio", secret: "wrong" } }
      for (let attempt = 0; attempt < 32; attempt++) yield* codeOf(login(good.request, wrongSecret))
      const players = yield* Players
      const restrictions = yield* Restrictions
      yield* players.setRole(playerUuid, 99, testAct)
      const ban = yield* restrictions.add({ personId, type: "account_ban" }, testAct)

      const obstacles = [
        { code: "invalid_grant_type", request: { grant_type: "nope" } },
        { code: "login_capacity_reached", settings: { loginsInFlightMax: 0 } },
        { code: "too_many_attempts", remove: TestClock.adjust("1 hour") },
        { code: "client_credentials_invalid", context: wrongSecret },
        { code: "user_auth_disabled", settings: { userAuthEnabled: false } },
        { code: "basic_disabled", settings: { grantsEnabled: [] } },
        { code: "basic_token_empty", request: { portal_access_token: "" } },
        { code: "basic_auth_incorrect_format", request: { portal_access_token: "no colon" } },
        { code: "basic_auth_credentials_not_found", request: { portal_access_token: "ada:wrong horse" } },
        { code: "authentication_locked", settings: { authenticationLocked: true } },
        { code: "failed_to_retrieve_roles", remove: players.setRole(playerUuid, 1, testAct) },
        { code: "user_auth_restricted", remove: restrictions.lift(ban.personId, ban.restrictionId, actBy("test")) },
        { code: "user_needs_agreements", settings: { agreements: { eula: document } } },
      ]
      assert.deepStrictEqual(yield* walk(good, obstacles), [...obstacles.map(({ code }) => code), "ok"])
    }).pipe(inLoginWorld({ kdf: countingKdf().layer })),
  )

  it.effect("of a user who is new, and nothing is stored before the last one has passed", () =>
    Effect.gen(function* () {
      const { credentials } = yield* createGameClient("studio")
      const good: Good = {
        request: {
          grant_type: "anon",
          portal_access_token: deviceSecret(),
          include_refresh: true,
          accept_tos: true,
        },
        context: { credentials },
      }
      const empty = yield* rowCounts
      const stored = Effect.map(rowCounts, (counts) => assert.deepStrictEqual(counts, empty))
      const obstacles = [
        { code: "invalid_input", request: { portal_access_token: "short" }, remove: stored },
        { code: "login_capacity_reached", settings: { loginsInFlightMax: 0 }, remove: stored },
        { code: "client_credentials_invalid", context: { credentialsMalformed: true }, remove: stored },
        { code: "user_auth_disabled", settings: { userAuthEnabled: false }, remove: stored },
        { code: "anon_disabled", settings: { grantsEnabled: [] }, remove: stored },
        { code: "anon_token_empty", request: { portal_access_token: "" }, remove: stored },
        { code: "authentication_locked", settings: { authenticationLocked: true }, remove: stored },
        { code: "authentication_limited", settings: { authenticationLimited: true }, remove: stored },
        { code: "too_many_users", settings: { playersPerPersonMax: 0 }, remove: stored },
        {
          code: "user_needs_agreements",
          settings: { agreements: { eula: document, tos: document } },
          remove: stored,
        },
      ]
      assert.deepStrictEqual(yield* walk(good, obstacles), [...obstacles.map(({ code }) => code), "ok"])
      assert.deepStrictEqual(yield* rowCounts, {
        ...empty,
        new_identities: 2,
        person: 1,
        player: 1,
        portal_user: 1,
        login_session: 1,
        refresh_token: 1,
        login_history: 1,
      })
    }).pipe(inLoginWorld()),
  )

  it.effect("of a machine client", () =>
    Effect.gen(function* () {
      const clients = yield* Clients
      const { client, secret = "" } = yield* clients.create({ kind: "machine", permissions: ["catalog:edit"] }, testAct)
      const pair = (last: string) => ({ credentials: { clientId: client.clientId, secret: secret + last } })
      const good: Good = { request: { grant_type: "client_credentials" }, context: pair("") }
      const obstacles = [
        { code: "login_capacity_reached", settings: { loginsInFlightMax: 0 } },
        { code: "client_credentials_invalid", context: pair("!") },
        { code: "client_auth_disabled", settings: { clientAuthEnabled: false } },
        { code: "client_auth_disabled", settings: { grantsEnabled: ["anon"] as const } },
      ]
      assert.deepStrictEqual(yield* walk<never>(good, obstacles), [...obstacles.map(({ code }) => code), "ok"])
    }).pipe(inLoginWorld()),
  )
})
