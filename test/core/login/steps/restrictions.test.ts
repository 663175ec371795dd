/** Restrictions and agreements at login (decisions, sections 6 and 7; guarantees R27). */
import { assert, describe, it } from "@effect/vitest"
import { Clients } from "@garrison/core/client/Clients"
import { AgreementStore } from "@garrison/core/agreement/AgreementStore"
import { AgreementsRequired, LoginRestricted } from "@garrison/core/login/errors"
import { Passwords } from "@garrison/core/login/password/Passwords"
import { RoleStore } from "@garrison/core/permission/RoleStore"
import type { Logins } from "@garrison/core/login/Logins"
import { Players } from "@garrison/core/player/Players"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { LoginStore } from "@garrison/core/login/storing/LoginStore"
import type { RestrictionType } from "@garrison/core/restriction/schema"
import { type DomainSettings, settingsInForce } from "@garrison/core/settings"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { Sessions } from "@garrison/core/token/Sessions"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { onEachDatabase } from "../../../support/databases.ts"
import { countingKdf } from "../../../support/kdf.ts"
import { rendezvous } from "../../../support/rendezvous.ts"
import {
  codeOf,
  inLoginWorld,
  login,
  loginAnon,
  rowCounts,
  secondNode,
  storingBlindly,
  testSettings,
  useRefresh,
  whoIs,
  write,
} from "../../../support/logins.ts"
import { actBy, testAct } from "../../../support/acts.ts"

const document = (version: number, required = true) => ({
  version,
  url: "https://example.test/text",
  sha256: `${version}`.padStart(64, "0"),
  required,
})

const authenticate = (token: string) => Effect.flatMap(AccessTokens, (tokens) => tokens.authenticate(`Bearer ${token}`))

/** The error with which an effect fails. */
const errorOf = Effect.flip

/** Has twenty logins of a player on `node` wait between their last check and what they store until a ban is stored. */
const overtakenBy = <E, R>(node: Layer.Layer<Logins, E, R | LoginStore>) =>
  Effect.gen(function* () {
    const { personId } = whoIs(yield* loginAnon(1))
    yield* (yield* Sessions).end({ personId }, "logout")
    const arrived = yield* rendezvous(21)
    const banned = yield* Deferred.make<void>()
    const waiting = Layer.effect(
      LoginStore,
      Effect.map(LoginStore, (store) => ({
        ...store,
        recall: () => undefined,
        read: (question) => Effect.tap(store.read(question), Effect.andThen(arrived, Deferred.await(banned))),
      })),
    )
    const logins = Effect.all(
      Array.from({ length: 20 }, () => codeOf(loginAnon(1, { include_refresh: true }))),
      { concurrency: "unbounded" },
    ).pipe(Effect.provide(node.pipe(Layer.provide(waiting))))
    const ban = Effect.gen(function* () {
      yield* arrived
      yield* (yield* Restrictions).add({ personId, type: "account_ban" }, testAct)
      yield* Deferred.succeed(banned, undefined)
    })
    const [codes] = yield* Effect.all([logins, ban], { concurrency: "unbounded" })
    return { codes, open: yield* liveSessions }
  })

onEachDatabase((name, database) => {
  const world = inLoginWorld({ database })
  /** A login that finds as many sessions as a player may have begins again. */
  const manySessions = inLoginWorld({ database, settings: { sessionsPerPlayerMax: 50 } })

  describe(`restrictions on ${name}`, () => {
    for (const type of ["account_ban", "account_lockout", "account_deny_auth"] satisfies Array<RestrictionType>) {
      it.effect(`${type} refuses login and refresh at once, and access tokens within a minute`, () =>
        Effect.gen(function* () {
          const result = yield* loginAnon(1, { include_refresh: true })
          yield* authenticate(result.access_token)
          const restrictions = yield* Restrictions
          const { personId } = whoIs(result)
          const added = yield* restrictions.add(
            {
              personId,
              type,
              reason: "cheating",
              note: "seen by X",
            },
            testAct,
          )
          assert.deepStrictEqual(
            yield* errorOf(loginAnon(1)),
            new LoginRestricted({
              code: "user_auth_restricted",
              restrictions: [{ type, reason: "cheating", expiration: null }],
            }),
          )
          assert.strictEqual(yield* codeOf(useRefresh(result.refresh_token)), "refresh_token_not_found")
          yield* TestClock.adjust("60 seconds")
          assert.strictEqual(yield* codeOf(authenticate(result.access_token)), "auth_token_expired")
          assert.strictEqual(yield* codeOf(loginAnon(2)), "ok")
          yield* restrictions.lift(added.personId, added.restrictionId, actBy("eve"))
          assert.strictEqual(yield* codeOf(loginAnon(1)), "ok")
          assert.strictEqual(yield* codeOf(useRefresh(result.refresh_token)), "refresh_token_not_found")
        }).pipe(world),
      )
    }

    it.effect("account_pending_deletion is reported and refuses nothing", () =>
      Effect.gen(function* () {
        const result = yield* loginAnon(1, { include_refresh: true })
        const expiresAt = (yield* Clock.currentTimeMillis) + 86_400_000
        const { personId } = whoIs(result)
        yield* (yield* Restrictions).add({ personId, type: "account_pending_deletion", expiresAt }, testAct)
        const expected = [{ type: "account_pending_deletion" as const, expiration: expiresAt }]
        assert.deepStrictEqual((yield* loginAnon(1)).restrictions, expected)
        assert.deepStrictEqual((yield* useRefresh(result.refresh_token)).restrictions, expected)
        assert.strictEqual(yield* codeOf(authenticate(result.access_token)), "ok")
      }).pipe(world),
    )

    it.effect("a restriction ends at its expiration, and the moment itself is free", () =>
      Effect.gen(function* () {
        const { personId } = whoIs(yield* loginAnon(1))
        const expiresAt = (yield* Clock.currentTimeMillis) + 60_000
        yield* (yield* Restrictions).add({ personId, type: "account_lockout", expiresAt }, testAct)
        yield* TestClock.adjust("59999 millis")
        assert.strictEqual(yield* codeOf(loginAnon(1)), "user_auth_restricted")
        yield* TestClock.adjust("1 millis")
        assert.strictEqual(yield* codeOf(loginAnon(1)), "ok")
      }).pipe(world),
    )

    it.effect("a ban that comes when twenty logins have passed every check leaves none of them a session", () =>
      Effect.gen(function* () {
        const { codes, open } = yield* overtakenBy(secondNode)
        assert.deepStrictEqual(new Set(codes), new Set(["user_auth_restricted"]))
        assert.strictEqual(open, 0)
      }).pipe(manySessions),
    )

    it.effect("the control, which stores a session without another look, lets all of them in", () =>
      Effect.gen(function* () {
        const { codes, open } = yield* overtakenBy(secondNode.pipe(Layer.provide(storingBlindly)))
        assert.deepStrictEqual(new Set(codes), new Set(["ok"]))
        assert.strictEqual(open, 20)
      }).pipe(manySessions),
    )
  })

  describe(`agreements on ${name}`, () => {
    const settings = {
      agreements: { eula: document(2), tos: document(5), privacy_policy: document(1, false) },
    }

    it.effect(
      "what is missing is said by kind, and what is accepted is kept with version, text, client and address",
      () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(
            yield* errorOf(loginAnon(1, { accept_tos: true })),
            new AgreementsRequired({
              code: "user_needs_agreements",
              needs_eula: true,
              needs_tos: false,
              needs_privacy_policy: false,
            }),
          )
          assert.strictEqual((yield* rowCounts).person, 0)
          const result = yield* loginAnon(1, { accept_eula: true, accept_tos: true })
          const receipts = yield* (yield* AgreementStore).history(whoIs(result).personId)
          const acceptedAt = yield* Clock.currentTimeMillis
          const shared = { personId: whoIs(result).personId, acceptedAt, address: "192.0.2.1" }
          assert.deepStrictEqual(receipts, [
            { ...shared, kind: "eula", version: 2, sha256: document(2).sha256, clientUuid: result.client_uuid },
            { ...shared, kind: "tos", version: 5, sha256: document(5).sha256, clientUuid: result.client_uuid },
          ])
          assert.strictEqual(yield* codeOf(loginAnon(1)), "ok")
        }).pipe(inLoginWorld({ database, settings })),
    )

    it.effect("a new required version refuses login, refresh and access tokens until it is accepted", () =>
      Effect.gen(function* () {
        const accept = { accept_eula: true, accept_tos: true }
        const before = yield* loginAnon(1, { ...accept, include_refresh: true })
        const access = codeOf(authenticate(before.access_token))
        assert.strictEqual(yield* access, "ok")
        const published = on({ agreements: { ...settings.agreements, eula: document(3), tos: document(6, false) } })
        const missing = { needs_eula: true, needs_tos: false, needs_privacy_policy: false }
        yield* Effect.gen(function* () {
          const expired = "auth_token_expired"
          assert.deepStrictEqual([yield* access, yield* access], [expired, expired], "and is not remembered as good")
          yield* TestClock.adjust("1 minute")
          assert.deepInclude(yield* errorOf(loginAnon(1)), missing)
          assert.deepInclude(yield* errorOf(useRefresh(before.refresh_token)), missing)
          const after = yield* useRefresh(before.refresh_token, { accept_eula: true })
          assert.strictEqual(yield* codeOf(authenticate(after.access_token)), "ok")
          assert.strictEqual(yield* access, "ok", "the token before, too: it belongs to the same session")
          assert.strictEqual(yield* codeOf(loginAnon(1)), "ok")
        }).pipe(Effect.provide(published))
        assert.strictEqual(yield* access, "ok", "of a later version everything before is accepted")
        const receipts = yield* (yield* AgreementStore).history(whoIs(before).personId)
        assert.deepStrictEqual(
          receipts.map(({ kind, version }) => [kind, version]),
          [
            ["eula", 2],
            ["tos", 5],
            ["eula", 3],
          ],
        )
      }).pipe(inLoginWorld({ database, settings })),
    )

    it.effect("a machine client and a player who accepted what is required use their tokens as before", () =>
      Effect.gen(function* () {
        const { client, secret = "" } = yield* (yield* Clients).create({ kind: "machine", permissions: [] }, testAct)
        const machine = yield* login({
          grant_type: "client_credentials",
          portal_access_token: `${client.clientId}:${secret}`,
        })
        const player = yield* loginAnon(1, { accept_eula: true, accept_tos: true })
        yield* TestClock.adjust("61 seconds")
        for (const { access_token } of [machine, player]) {
          assert.strictEqual(yield* codeOf(authenticate(access_token)), "ok")
        }
      }).pipe(inLoginWorld({ database, settings })),
    )

    it.effect("accepting again adds nothing; accepting what is not required is kept once", () =>
      Effect.gen(function* () {
        const accept = { accept_eula: true, accept_tos: true, accept_privacy_policy: true }
        const { personId } = whoIs(yield* loginAnon(1, accept))
        yield* TestClock.adjust("1 hour")
        yield* loginAnon(1, accept)
        const receipts = yield* (yield* AgreementStore).history(personId)
        assert.deepStrictEqual(
          receipts.map(({ kind, acceptedAt }) => [kind, acceptedAt]),
          [
            ["eula", 0],
            ["privacy_policy", 0],
            ["tos", 0],
          ],
        )
      }).pipe(inLoginWorld({ database, settings })),
    )
  })
})

const liveSessions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT 1 FROM login_session WHERE revoked_at IS NULL`
  return rows.length
}).pipe(Effect.orDie)

const attempt = (password: string, accept_eula: boolean) =>
  login({ grant_type: "basic", portal_access_token: `ada:${password}`, accept_eula })

/** A node with other settings. */
const on = (settings: Partial<DomainSettings>) =>
  secondNode.pipe(Layer.provide(settingsInForce({ ...testSettings, ...settings })))

describe("before the credential is proved", () => {
  it.effect("neither restrictions nor agreements are sent", () =>
    Effect.gen(function* () {
      yield* (yield* Passwords).create({ username: "ada", password: "correct horse" }, testAct)
      const { personId } = whoIs(yield* attempt("correct horse", true))
      yield* (yield* Restrictions).add({ personId, type: "account_ban" }, testAct)
      assert.strictEqual(yield* codeOf(attempt("wrong horse", false)), "basic_auth_credentials_not_found")
      assert.strictEqual(yield* codeOf(attempt("correct horse", false)), "user_auth_restricted")
      assert.strictEqual(
        yield* codeOf(login({ grant_type: "basic", portal_access_token: "bob:wrong horse" })),
        "basic_auth_credentials_not_found",
      )
    }).pipe(inLoginWorld({ kdf: countingKdf().layer, settings: { agreements: { eula: document(1) } } })),
  )

  it.effect("locked: only roles that bypass; limited: those seen before as well", () =>
    Effect.gen(function* () {
      const players = yield* Players
      const roles = yield* RoleStore
      yield* write(roles.put({ roleId: 7, name: "staff", permissions: ["catalog:read"], bypassesLock: true }))
      yield* players.setRole(whoIs(yield* loginAnon(1)).playerUuid, 7, testAct)
      yield* loginAnon(2)
      const codes = Effect.all([1, 2, 3].map((number) => codeOf(loginAnon(number))))
      const locked = yield* Effect.provide(codes, on({ authenticationLocked: true }))
      assert.deepStrictEqual(locked, ["ok", "authentication_locked", "authentication_locked"])
      const limited = yield* Effect.provide(codes, on({ authenticationLimited: true }))
      assert.deepStrictEqual(limited, ["ok", "ok", "authentication_limited"])
      assert.deepInclude(yield* loginAnon(1), { role_id: 7, permissions: ["catalog:read"] })
    }).pipe(inLoginWorld()),
  )
})
