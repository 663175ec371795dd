/** Links, unlinks and logins at once (decisions, section 14). Each guard has a control without it that loses. */
import { assert, describe, it } from "@effect/vitest"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { Links } from "@garrison/core/linking/Links"
import { LinkStore, type NewLink } from "@garrison/core/linking/LinkStore"
import { Logins } from "@garrison/core/login/Logins"
import { Overtaken, unlessOvertaken } from "@garrison/core/login/steps/overtaken"
import { LoginStore } from "@garrison/core/login/storing/LoginStore"
import type { LoginResult } from "@garrison/core/login/schema"
import { PersonStore } from "@garrison/core/person/PersonStore"
import type { PortalUserKey } from "@garrison/core/player/schema"
import { uuids } from "@garrison/sql/uuid"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { onEachDatabase } from "../../support/databases.ts"
import { codeOf, inLoginWorld, loginAnon, storingBlindly, whoIs } from "../../support/logins.ts"
import { rendezvous } from "../../support/rendezvous.ts"
import { golf, golfUser, grantsEnabled, link, loginGolf, portals, portalUserOf, switchUser, unlink } from "./linking.ts"

/** A store of logins whose reads wait for `after` before they answer. */
const readingThen = (after: Effect.Effect<void>) =>
  Layer.effect(
    LoginStore,
    Effect.map(LoginStore, (store) => ({
      ...store,
      recall: () => undefined,
      read: (question) => Effect.tap(store.read(question), after),
    })),
  )

/** Links whose checks read, and then wait for `after`. */
const linksReadingThen = (after: Effect.Effect<void>) =>
  Layer.fresh(Links.layer).pipe(Layer.provide(readingThen(after)))

/** A store of links that takes a portal user of any person, and as many as are wanted. */
const taking = Layer.effect(
  LinkStore,
  Effect.gen(function* () {
    const store = yield* LinkStore
    const sql = yield* SqlClient.SqlClient
    const { id } = uuids(sql)
    const link = Effect.fnUntraced(function* ({ at, personId, playerUuid, user }: NewLink) {
      yield* sql`INSERT INTO portal_user (portal_user_id, platform, person_id)
        VALUES (${user.portalUserId}, ${user.platform}, ${id(personId)})
        ON CONFLICT (portal_user_id, platform, environment) DO UPDATE SET person_id = excluded.person_id`
      yield* sql`INSERT INTO person_portal_user (person_id, platform, portal_user_id, player_uuid, display_name,
          created_at)
        VALUES (${id(personId)}, ${user.platform}, ${user.portalUserId}, ${id(playerUuid)}, 'naive', ${at})`
      return "linked" as const
    }, Effect.orDie)
    return LinkStore.of({ ...store, link })
  }),
)

/** What is wrong with the identities: portal users whose lookup leads elsewhere, and players without a way in. */
const faults = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const astray = yield* sql`SELECT o.portal_user_id FROM person_portal_user AS o
    LEFT JOIN portal_user AS l ON l.portal_user_id = o.portal_user_id AND l.platform = o.platform
      AND l.person_id = o.person_id
    WHERE l.person_id IS NULL`
  const orphans = yield* sql`SELECT p.player_uuid FROM person_player AS p
    LEFT JOIN portal_user AS l ON l.person_id = p.person_id WHERE l.person_id IS NULL`
  return { astray: astray.length, orphans: orphans.length }
})

const none = { astray: 0, orphans: 0 }

/** Runs the effects at once, and answers with their codes in order of name. */
const codesOf = <E extends { readonly _tag: string }, R>(effects: ReadonlyArray<Effect.Effect<unknown, E, R>>) =>
  Effect.map(Effect.all(effects.map(codeOf), { concurrency: "unbounded" }), (codes) => codes.toSorted())

/** Takes a portal user from its person if there is another one, as it is read; and then, after `read`, takes it. */
const takeAsRead = Effect.fnUntraced(function* (result: LoginResult, user: PortalUserKey, read: Effect.Effect<void>) {
  const sql = yield* SqlClient.SqlClient
  const { id } = uuids(sql)
  const { personId, playerUuid } = whoIs(result)
  const person = yield* (yield* LinkStore).ofPlayer(playerUuid)
  yield* read
  if ((person?.portalUsers.length ?? 0) < 2) return
  yield* (yield* Transaction).run(
    Effect.andThen(
      sql`DELETE FROM person_portal_user WHERE person_id = ${id(personId)} AND platform = ${user.platform}
        AND portal_user_id = ${user.portalUserId} AND player_uuid IS NOT NULL`,
      sql`DELETE FROM portal_user WHERE portal_user_id = ${user.portalUserId} AND platform = ${user.platform}
        AND person_id IS NOT NULL`,
    ),
  )
})

type Stores = LoginStore | PersonStore

const asTheyAre = Layer.effectContext(Effect.context<LoginStore>())

onEachDatabase((name, database) => {
  const world = inLoginWorld({ database, portals, settings: { grantsEnabled, portalUsersPerPersonMax: 2 } })

  describe(`forty links of one person at once on ${name}`, () => {
    const users = Array.from({ length: 40 }, (_, index) => `user-${index}`)
    const room = inLoginWorld({ database, portals, settings: { grantsEnabled, portalUsersPerPersonMax: 100 } })
    const linked = (result: LoginResult) =>
      Effect.map(
        Links.use((links) => links.ofPlayer(whoIs(result).playerUuid)),
        ({ portal_users }) => portal_users.length - 1,
      )

    it.effect("are all made: each waits for the one before", () =>
      Effect.gen(function* () {
        const device = yield* loginAnon(1)
        const codes = yield* codesOf(users.map((user) => link(device, golf(user))))
        assert.deepStrictEqual([...new Set(codes)], ["ok"])
        assert.strictEqual(yield* linked(device), 40)
      }).pipe(room),
    )

    it.effect("are all made where they are one link, or share a parent", () =>
      Effect.gen(function* () {
        const device = yield* loginAnon(1)
        const codes = yield* codesOf([
          ...users.map(() => link(device, golf("ada"))),
          ...users.map((user) => link(device, switchUser(user, "account"))),
        ])
        assert.deepStrictEqual([...new Set(codes)], ["ok"])
        assert.strictEqual(yield* linked(device), 42)
      }).pipe(room),
    )

    it.effect("the control, which asks for the revision that it has read, gives up some of them", () =>
      Effect.gen(function* () {
        const persons = yield* PersonStore
        const device = yield* loginAnon(1)
        const { personId } = whoIs(device)
        const attempt = Effect.gen(function* () {
          const revision = yield* persons.revision(personId)
          const unit = Effect.flatMap(persons.nextRevision(personId, revision), (next) =>
            next === undefined ? Effect.fail(new Overtaken()) : Effect.void,
          )
          yield* (yield* Transaction).run(unit)
        })
        const codes = yield* codesOf(users.map(() => unlessOvertaken(attempt, attempt)))
        assert.include(codes, "internal_error")
      }).pipe(room),
    )
  })

  describe(`two persons that link one portal user at once on ${name}`, () => {
    const bothLink = Effect.gen(function* () {
      const [one, two] = [yield* loginAnon(1), yield* loginAnon(2)]
      const codes = yield* codesOf([link(one, golf("ada")), link(two, golf("ada"))])
      return { codes, ...(yield* faults) }
    })

    it.effect("one has it, and the other is refused", () =>
      Effect.gen(function* () {
        const links = linksReadingThen(yield* rendezvous(2))
        assert.deepStrictEqual(yield* Effect.provide(bothLink, links), { codes: ["ok", "portal_user_taken"], ...none })
      }).pipe(world),
    )

    it.effect("the control, which takes what it had read as free, gives it to both", () =>
      Effect.gen(function* () {
        const links = linksReadingThen(yield* rendezvous(2)).pipe(Layer.provide(taking))
        const astray = { codes: ["ok", "ok"], astray: 1, orphans: 0 }
        assert.deepStrictEqual(yield* Effect.provide(bothLink, links), astray)
      }).pipe(world),
    )
  })

  describe(`a person that links two portal users at once, with room for one, on ${name}`, () => {
    const linkTwo = Effect.gen(function* () {
      const device = yield* loginAnon(1)
      const codes = yield* codesOf([link(device, golf("ada")), link(device, golf("eve"))])
      const { portal_users } = yield* (yield* Links).ofPlayer(whoIs(device).playerUuid)
      return { codes, total: portal_users.length }
    })
    const held = { codes: ["ok", "too_many_portal_users"], total: 2 }

    it.effect("links one", () =>
      Effect.gen(function* () {
        const links = linksReadingThen(yield* rendezvous(2))
        assert.deepStrictEqual(yield* Effect.provide(linkTwo, links), held)
      }).pipe(world),
    )

    it.effect("the control, without the count in the statement, links both", () =>
      Effect.gen(function* () {
        const links = linksReadingThen(yield* rendezvous(2)).pipe(Layer.provide(taking))
        assert.deepStrictEqual(yield* Effect.provide(linkTwo, links), { codes: ["ok", "ok"], total: 3 })
      }).pipe(world),
    )
  })

  describe(`the last two portal users, unlinked at once on ${name}`, () => {
    const left = Effect.fnUntraced(function* (result: LoginResult) {
      return (yield* (yield* Links).ofPlayer(whoIs(result).playerUuid)).portal_users.length
    })

    it.effect("one stays", () =>
      Effect.gen(function* () {
        const device = yield* loginAnon(1)
        yield* link(device, golf("ada"))
        const ada = yield* loginGolf("ada")
        const codes = yield* codesOf([unlink(device, portalUserOf(device)), unlink(ada, golfUser("ada"))])
        assert.deepStrictEqual(codes, ["last_portal_user", "ok"])
        assert.strictEqual(yield* left(device), 1)
        assert.deepStrictEqual(yield* faults, none)
      }).pipe(world),
    )

    it.effect("the control, which takes what was not the last when it was read, leaves none", () =>
      Effect.gen(function* () {
        const device = yield* loginAnon(1)
        yield* link(device, golf("ada"))
        const read = yield* rendezvous(2)
        yield* codesOf([takeAsRead(device, portalUserOf(device), read), takeAsRead(device, golfUser("ada"), read)])
        assert.strictEqual(yield* left(device), 0)
        assert.deepStrictEqual(yield* faults, { astray: 0, orphans: 1 })
      }).pipe(world),
    )
  })

  describe(`a first login of a portal user while it is linked, on ${name}`, () => {
    /** The login has passed its checks when the link is made. */
    const linkFirst = Effect.gen(function* () {
      const device = yield* loginAnon(1)
      const [checked, linked] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const waits = Effect.andThen(Deferred.succeed(checked, undefined), Deferred.await(linked))
      const logins = Layer.fresh(Logins.layer).pipe(Layer.provide(readingThen(waits)))
      const first = Effect.provide(loginGolf("ada"), logins)
      const links = Deferred.await(checked).pipe(
        Effect.andThen(link(device, golf("ada"))),
        Effect.andThen(Deferred.succeed(linked, undefined)),
      )
      const [result] = yield* Effect.all([first, links], { concurrency: "unbounded" })
      return { device, result }
    })

    /** The link has passed its checks when the login is stored. */
    const loginFirst = (store: Layer.Layer<LinkStore, never, LinkStore | SqlClient.SqlClient>) =>
      Effect.gen(function* () {
        const device = yield* loginAnon(1)
        const [checked, stored] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const waits = Effect.andThen(Deferred.succeed(checked, undefined), Deferred.await(stored))
        const links = linksReadingThen(waits).pipe(Layer.provide(store))
        const first = Deferred.await(checked).pipe(
          Effect.andThen(loginGolf("ada")),
          Effect.tap(() => Deferred.succeed(stored, undefined)),
        )
        const linking = Effect.provide(codeOf(link(device, golf("ada"))), links)
        const [result, code] = yield* Effect.all([first, linking], { concurrency: "unbounded" })
        return { device, result, code }
      })
    const asItIs = Layer.effect(LinkStore, LinkStore)

    it.effect("a link that is stored first lets the login in as its player", () =>
      Effect.gen(function* () {
        const { device, result } = yield* linkFirst
        assert.deepStrictEqual(whoIs(result), whoIs(device))
        assert.deepStrictEqual(yield* faults, none)
      }).pipe(world),
    )

    it.effect("a login that is stored first keeps its player, and the link is refused", () =>
      Effect.gen(function* () {
        const { code, device, result } = yield* loginFirst(asItIs)
        assert.strictEqual(code, "portal_user_taken")
        assert.notStrictEqual(result.person_id, device.person_id)
        assert.deepStrictEqual(whoIs(yield* loginGolf("ada")), whoIs(result))
        assert.deepStrictEqual(yield* faults, none)
      }).pipe(world),
    )

    it.effect(
      "the control, which takes what it had read as free, leaves the player of the login without a way in",
      () =>
        Effect.gen(function* () {
          const { code } = yield* loginFirst(taking)
          assert.strictEqual(code, "ok")
          assert.deepStrictEqual(yield* faults, { astray: 1, orphans: 1 })
        }).pipe(world),
    )

    it.effect("both at once, again and again, leave one owner and no player without a way in", () =>
      Effect.gen(function* () {
        const device = yield* loginAnon(1)
        for (let round = 0; round < 10; round++) {
          const user = `user-${round}`
          const [code, result] = yield* Effect.all([codeOf(link(device, golf(user))), loginGolf(user)], {
            concurrency: "unbounded",
          })
          assert.strictEqual(code === "ok", result.person_id === device.person_id)
          if (code === "ok") yield* unlink(device, golfUser(user))
        }
        assert.deepStrictEqual(yield* faults, none)
      }).pipe(world),
    )
  })

  describe(`a login that was checked before its portal user is unlinked, on ${name}`, () => {
    /** The login of the portal user, and the person that it was unlinked from. */
    const unlinkFirst = (without: Layer.Layer<LoginStore, never, Stores>) =>
      Effect.gen(function* () {
        const device = yield* loginAnon(1)
        yield* link(device, golf("ada"))
        const [checked, unlinked] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const waits = Effect.andThen(Deferred.succeed(checked, undefined), Deferred.await(unlinked))
        const logins = Layer.fresh(Logins.layer).pipe(Layer.provide(readingThen(waits)), Layer.provide(without))
        const unlinks = Deferred.await(checked).pipe(
          Effect.andThen(unlink(device, golfUser("ada"))),
          Effect.andThen(Deferred.succeed(unlinked, undefined)),
        )
        const late = Effect.provide(loginGolf("ada"), logins)
        const [result] = yield* Effect.all([late, unlinks], { concurrency: "unbounded" })
        return result.person_id === device.person_id ? "the old person" : "a new person"
      })

    it.effect("is that of a new person", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* unlinkFirst(asTheyAre), "a new person")
        assert.deepStrictEqual(yield* faults, none)
      }).pipe(world),
    )

    it.effect("the control, without the revision of the person as a condition, opens a session of the old one", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* unlinkFirst(storingBlindly), "the old person")
      }).pipe(world),
    )
  })
})
