/**
 * Environments of a portal are name spaces of their own, and users that were stored before get theirs when Garrison
 * opens the database (decisions, section 4).
 */
import { assert, describe, it } from "@effect/vitest"
import { Links } from "@garrison/core/linking/Links"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { LoginStore } from "@garrison/core/login/storing/LoginStore"
import { PersonStore } from "@garrison/core/person/PersonStore"
import { settleEnvironments } from "@garrison/core/login/storing/earlierUsers"
import type { OauthPortals } from "@garrison/core/login/portal/OauthGateway"
import { type ConfiguredEnvironments, PortalEnvironments } from "@garrison/core/kernel/PortalEnvironments"
import { Players } from "@garrison/core/player/Players"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import type { Portals } from "@garrison/core/login/portal/PortalGateway"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as SqlClient from "effect/sql/SqlClient"
import { testAct } from "../../../support/acts.ts"
import { onEachDatabase } from "../../../support/databases.ts"
import { failAfterStatements } from "../../../support/faults.ts"
import { codeOf, login, loginAnon, rowCounts, secondNode, useRefresh, whoIs } from "../../../support/logins.ts"
import { codeFor, exchange, inOauthWorld } from "../../../support/oauth.ts"
import { link, namesIn, playerOf } from "../../linking/linking.ts"

/** A user of foxtrot, in an environment where there is one. */
const userOf = (id: string, environment: string, account = id) => {
  const within = environment === "" ? {} : { environment }
  const parent = { platform: "FoxtrotNAID" as const, portalUserId: `account-${account}`, displayName: id, ...within }
  return { platform: "FoxtrotPPID" as const, portalUserId: id, displayName: id, parent, ...within }
}

/** The portal foxtrot, whose tokens and codes are `id@environment`, or `id/account@environment`. */
const proved = (token: string) => {
  const [user = "", environment = ""] = token.split("@")
  const [id = "", account] = user.split("/")
  return Effect.succeed(userOf(id, environment, account))
}
const portals: Portals = { foxtrot: { prove: ({ token }) => proved(token) } }
const oauthPortals: OauthPortals = {
  foxtrot: {
    authorizeUrl: ({ state }) => Effect.succeed(`https://foxtrot.example/?state=${state}`),
    prove: ({ code }) => proved(code),
  },
}

const logIn = (token: string) => login({ grant_type: "foxtrot", portal_access_token: token, include_refresh: true })
const playerIn = (token: string) => Effect.map(logIn(token), (result) => whoIs(result).playerUuid)

/** The portal user of a result, and its parent: what the wire has of them. */
const wireOf = ({ portal_parent_auth_result: parent, portal_user_id }: Effect.Success<ReturnType<typeof logIn>>) => [
  portal_user_id,
  parent?.portal_user_id,
]

/** A start with these environments. */
const start = (names: ReadonlyArray<string>, given: Partial<ConfiguredEnvironments> = {}) =>
  Effect.provideService(settleEnvironments, PortalEnvironments, {
    names,
    isShared: false,
    ofEarlierUsers: undefined,
    ...given,
  })

/** What is stored, table by table: environments, each with its number of rows. */
const stored = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT 'lookup' AS place, environment, COUNT(*) AS total FROM portal_user
      WHERE platform <> 'Anon' GROUP BY environment
    UNION ALL SELECT 'person', environment, COUNT(*) FROM person_portal_user WHERE platform <> 'Anon'
      GROUP BY environment
    UNION ALL SELECT 'parent', parent_environment, COUNT(*) FROM person_portal_user
      WHERE parent_platform IS NOT NULL GROUP BY parent_environment
    UNION ALL SELECT 'session', environment, COUNT(*) FROM login_session WHERE platform <> 'Anon' GROUP BY environment`
  return rows
    .map(({ environment, place, total }) => `${String(place)} ${String(environment)} ${String(total)}`)
    .toSorted()
}).pipe(Effect.orDie)

/** A server that was started with these environments. */
const withEnvironments = (names: ReadonlyArray<string>, given: Partial<ConfiguredEnvironments> = {}) =>
  Layer.provide(
    secondNode,
    Layer.succeed(PortalEnvironments, { names, isShared: false, ofEarlierUsers: undefined, ...given }),
  )

onEachDatabase((name, database) => {
  const world = inOauthWorld({ database, portals, oauthPortals })

  describe(`users of one id in two environments on ${name}`, () => {
    it.effect("are two persons, at the grant, by refresh and by redirect, and look alike on the wire", () =>
      Effect.gen(function* () {
        const live = yield* logIn("ada@live")
        const test = yield* logIn("ada@test")
        assert.notStrictEqual(whoIs(live).playerUuid, whoIs(test).playerUuid)
        assert.deepStrictEqual(wireOf(live), ["ada", "account-ada"])
        assert.deepStrictEqual(wireOf(test), ["ada", "account-ada"])
        for (const result of [live, test]) {
          const refreshed = yield* useRefresh(result.refresh_token)
          assert.deepStrictEqual(whoIs(refreshed), whoIs(result))
          assert.deepStrictEqual(wireOf(refreshed), wireOf(result))
        }
        assert.strictEqual(yield* playerIn("ada@live"), whoIs(live).playerUuid)
        const { refresh_token } = yield* exchange(yield* codeFor("ada@test", {}, "foxtrot"))
        assert.deepStrictEqual(whoIs(yield* useRefresh(refresh_token)), whoIs(test))
        assert.strictEqual((yield* rowCounts)["person"], 2)
      }).pipe(world),
    )

    it.effect("stay who they are when a refresh is overtaken by an act on the person, and reads again", () => {
      const acts: Array<Effect.Effect<unknown>> = []
      const overtaken = Layer.effect(
        LoginStore,
        Effect.map(LoginStore, (store) => ({
          ...store,
          read: (question) => Effect.tap(store.read(question), () => Effect.suspend(() => acts.pop() ?? Effect.void)),
        })),
      )
      return Effect.gen(function* () {
        const live = yield* logIn("ada@live")
        const { personId } = whoIs(live)
        const persons = yield* PersonStore
        const transaction = yield* Transaction
        acts.push(transaction.run(persons.nextRevision(personId, undefined)))
        const refreshed = yield* useRefresh(live.refresh_token)
        assert.deepStrictEqual([acts.length, whoIs(refreshed)], [0, whoIs(live)])
      }).pipe(inOauthWorld({ database, portals, oauthPortals, replaced: overtaken as never }))
    })

    it.effect(
      "of one person are unlinked one after the other, the last linked first, with its own sessions alone",
      () =>
        Effect.gen(function* () {
          const first = yield* loginAnon()
          const body = (token: string) => ({ grant_type: "foxtrot", portal_access_token: token })
          yield* link(first, body("ada@live"))
          const linked = yield* link(first, body("ada@test"))
          assert.lengthOf(namesIn(linked), 5)
          const [live, test] = [yield* logIn("ada@live"), yield* logIn("ada@test")]
          for (const result of [live, test]) assert.deepStrictEqual(whoIs(result).personId, whoIs(first).personId)
          const unlink = Effect.gen(function* () {
            const user = { platform: "FoxtrotPPID", portalUserId: "ada" } as const
            return yield* (yield* Links).unlink(yield* playerOf(first), user)
          })
          assert.lengthOf(namesIn(yield* unlink), 4)
          assert.strictEqual(yield* codeOf(useRefresh(test.refresh_token)), "refresh_token_not_found")
          assert.deepStrictEqual(whoIs(yield* useRefresh(live.refresh_token)), whoIs(live))
          assert.lengthOf(namesIn(yield* unlink), 3)
          assert.strictEqual(yield* codeOf(unlink), "resource_not_found")
        }).pipe(world),
    )
  })

  describe(`users that were stored without an environment on ${name}`, () => {
    /** Players of an earlier version, with a session each, beside one of no portal. */
    const earlier = Effect.gen(function* () {
      yield* loginAnon()
      return yield* Effect.forEach(["ada", "grace", "hedy"], logIn)
    })

    const keep = Effect.fnUntraced(function* (before: Effect.Success<typeof earlier>, environment: string) {
      for (const [index, id] of ["ada", "grace", "hedy"].entries()) {
        const result = before[index] ?? assert.fail()
        assert.strictEqual(yield* playerIn(`${id}${environment}`), whoIs(result).playerUuid)
        assert.deepStrictEqual(wireOf(yield* logIn(`${id}${environment}`)), wireOf(result))
        const refreshed = yield* useRefresh(result.refresh_token)
        assert.deepStrictEqual(whoIs(refreshed), whoIs(result))
      }
    })

    it.effect("get the one environment there is, and are the players that they were", () =>
      Effect.gen(function* () {
        const before = yield* earlier
        yield* start(["live"])
        assert.deepStrictEqual(yield* stored, ["lookup live 6", "parent live 3", "person live 6", "session live 3"])
        yield* keep(before, "@live")
        assert.strictEqual((yield* rowCounts)["person"], 4)
        const settled = yield* stored
        yield* start(["live"])
        yield* start(["live", "test"])
        assert.deepStrictEqual(yield* stored, settled)
        assert.notStrictEqual(yield* playerIn("ada@test"), whoIs(before[0] ?? assert.fail()).playerUuid)
      }).pipe(world),
    )

    it.effect("stop a start with several environments, until the settings say whose they are", () =>
      Effect.gen(function* () {
        const before = yield* earlier
        const untouched = yield* stored
        const refused = yield* Effect.flip(start(["live", "test"]))
        assert.deepInclude(refused, { _tag: "EnvironmentsRefused", code: "invalid_settings" })
        assert.include(refused.message, 'which is "live" or "test"')
        assert.deepStrictEqual(yield* stored, untouched)
        yield* start(["live", "test"], { ofEarlierUsers: "test" })
        yield* keep(before, "@test")
        yield* start(["live", "test"])
      }).pipe(world),
    )

    it.effect("stay as they are where the name space is shared, and must not have been given one before", () =>
      Effect.gen(function* () {
        const before = yield* earlier
        const untouched = yield* stored
        yield* start(["live", "test"], { isShared: true })
        assert.deepStrictEqual(yield* stored, untouched)
        yield* keep(before, "")
        yield* logIn("eve@live")
        const refused = yield* Effect.flip(start(["live", "test"], { isShared: true }))
        assert.include(refused.message, "would not be found by usersShared")
      }).pipe(world),
    )

    it.effect("stop nothing in a new database, nor where the portal is not configured", () =>
      Effect.gen(function* () {
        yield* start(["live", "test"])
        yield* earlier
        const untouched = yield* stored
        yield* settleEnvironments
        assert.deepStrictEqual(yield* stored, untouched)
      }).pipe(world),
    )

    it.effect("get it at whichever statement a start is stopped before, and by two that start at once", () =>
      Effect.gen(function* () {
        const before = yield* earlier
        // More than are changed at the same time, so that some are done before others begin.
        for (let user = 0; user < 12; user++) yield* logIn(`user-${user}`)
        const partly = new Set<string>()
        for (let statements = 0; ; statements += 3) {
          const exit = yield* start(["live"]).pipe(failAfterStatements(statements), Effect.exit)
          if (Exit.isSuccess(exit)) break
          const rows = yield* stored
          const left = (place: string) => rows.find((row) => row.startsWith(`${place}  `))?.slice(place.length) ?? ""
          assert.strictEqual(left("lookup"), left("person"), "a user is changed as a whole")
          assert.strictEqual(left("session"), left("parent"))
          partly.add(left("lookup"))
        }
        assert.isAbove(partly.size, 1, "starts were stopped in the middle")
        yield* keep(before, "@live")
        for (const id of ["ann", "bea", "cat", "dot"]) yield* logIn(id)
        yield* Effect.all([start(["live"]), start(["live"])], { concurrency: "unbounded" })
        assert.deepStrictEqual(
          (yield* stored).filter((row) => !row.includes(" live ")),
          [],
        )
      }).pipe(world),
    )

    it.effect("stay without one where the environment has others of their ids, and those keep their players", () =>
      Effect.gen(function* () {
        const [ada] = yield* earlier
        const other = yield* playerIn("ada@live")
        const said: Array<string> = []
        const logger = Logger.make(({ message }) => void said.push(String(message)))
        yield* Effect.provide(start(["live"]), Logger.layer([logger]))
        assert.lengthOf(said, 1)
        assert.match(
          said[0] ?? "",
          /^2 users of foxtrot stay without an environment, and do not log in: live has others/,
        )
        assert.strictEqual(yield* playerIn("ada@live"), other)
        assert.notStrictEqual(other, whoIs(ada ?? assert.fail()).playerUuid)
        assert.include(yield* stored, "lookup  2")
        yield* start(["live"])
      }).pipe(world),
    )
  })

  describe(`a banned user of foxtrot whose person was deleted, on ${name}`, () => {
    const bannedAs = Effect.fnUntraced(function* (token: string) {
      const player = yield* playerIn(token)
      yield* Restrictions.use((all) => all.addToPlayer(player, { type: "account_ban" }, testAct))
      yield* Players.use((all) => all.deletePerson(player, testAct))
    })
    type Start = readonly [names: ReadonlyArray<string>, given?: Partial<ConfiguredEnvironments>]

    it.effect.each<readonly [what: string, stored: string, start: Start, refused: string, letIn: string]>([
      ["has left before there were environments", "", [["live"]], "live", "ada@test"],
      [
        "is of the environment of earlier users",
        "",
        [["live", "test"], { ofEarlierUsers: "test" }],
        "test",
        "ada@live",
      ],
      ["has an environment of its own", "live", [["live", "test"]], "live", "ada@test"],
      ["has left before users were shared", "live", [["live", "test"], { isShared: true }], "", "eve@"],
      ["may be of any environment where nobody knows", "", [["live", "test"]], "live", "eve@live"],
    ])("%s", ([, stored, start, refused, letIn]) =>
      Effect.gen(function* () {
        yield* bannedAs(`ada@${stored}`)
        const later = withEnvironments(...start)
        const codes = Effect.forEach([`ada@${refused}`, `bob/ada@${refused}`, letIn], (token) => codeOf(logIn(token)))
        assert.deepStrictEqual(yield* Effect.provide(codes, later), [
          "user_auth_restricted",
          "user_auth_restricted",
          "ok",
        ])
      }).pipe(world),
    )
  })
})
