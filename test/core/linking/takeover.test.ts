/**
 * Who has a copied token, an ended session or a restriction keeps no way in, and gains none (decisions, section 14;
 * guarantees R61). Two nodes share a database. Each guard has a control without it that loses.
 */
import { assert, describe, it } from "@effect/vitest"
import { Links } from "@garrison/core/linking/Links"
import type { LoginResult } from "@garrison/core/login/schema"
import { LoginStore } from "@garrison/core/login/storing/LoginStore"
import type { PortalUserKey } from "@garrison/core/player/schema"
import { RestrictionStore } from "@garrison/core/restriction/RestrictionStore"
import { KeptRestrictions } from "@garrison/core/restriction/KeptRestrictions"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import type { Caller } from "@garrison/core/kernel/Caller"
import { Sessions } from "@garrison/core/token/Sessions"
import { SessionStore } from "@garrison/core/token/SessionStore"
import { uuids } from "@garrison/sql/uuid"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { testAct } from "../../support/acts.ts"
import { onEachDatabase } from "../../support/databases.ts"
import {
  codeOf,
  inLoginWorld,
  login,
  loginAnon,
  request,
  secondNode,
  useRefresh,
  whoIs,
  write,
} from "../../support/logins.ts"
import {
  golf,
  golfUser,
  grantsEnabled,
  link,
  loginGolf,
  namesIn,
  playerOf,
  portals,
  portalUserOf,
  switchUser,
  unlink,
} from "./linking.ts"

/** Links that take the token at its word: its session is open, and its person is not restricted. */
const trustingLinks = Layer.fresh(Links.layer).pipe(
  Layer.provide(
    Layer.mergeAll(
      Layer.effect(
        KeptRestrictions,
        Effect.map(KeptRestrictions, (kept) => ({ ...kept, keep: () => Effect.succeed([]) })),
      ),
      Layer.effect(
        SessionStore,
        Effect.map(SessionStore, (store) => ({
          ...store,
          standing: () => Effect.succeed({ is: "current", generation: undefined, permissions: [] } as const),
        })),
      ),
      Layer.effect(
        RestrictionStore,
        Effect.map(RestrictionStore, (store) => ({ ...store, inForce: () => Effect.succeed([]) })),
      ),
    ),
  ),
)

const ban = (result: LoginResult) =>
  Restrictions.use((all) => all.add({ personId: whoIs(result).personId, type: "account_ban" }, testAct)).pipe(
    Effect.asVoid,
    Effect.orDie,
  )

const end = (result: LoginResult, ending: (caller: Caller) => Effect.Effect<unknown, never, Sessions>) =>
  AccessTokens.use((tokens) => tokens.authenticate(`Bearer ${result.access_token}`)).pipe(
    Effect.flatMap(ending),
    Effect.asVoid,
    Effect.orDie,
  )

type Ending = (result: LoginResult) => Effect.Effect<void, never, AccessTokens | Restrictions | Sessions>

/** What ends the power of a token, at another node, and the code that a link and an unlink by the token end with. */
const endings: Readonly<Record<string, readonly [Ending, string]>> = {
  "the operator ended the session": [
    (result) => end(result, () => Sessions.use((all) => all.end({ personId: whoIs(result).personId }, "operator"))),
    "auth_token_expired",
  ],
  "the player logged out": [
    (result) => end(result, (caller) => Sessions.use((all) => all.end(caller, "logout"))),
    "auth_token_expired",
  ],
  "the operator ended the token alone": [
    (result) => end(result, ({ expiresAt, tokenId }) => Sessions.use((all) => all.endToken(tokenId, expiresAt))),
    "auth_token_expired",
  ],
  "the person was banned": [ban, "user_auth_restricted"],
}

const DAY_MILLIS = 24 * 60 * 60 * 1000

/** Makes all portal users of a person so much older. Clocks that move by days run all that is due each minute. */
const aged = Effect.fnUntraced(function* (result: LoginResult, millis: number) {
  const sql = yield* SqlClient.SqlClient
  yield* write(sql`UPDATE person_portal_user SET created_at = created_at - ${millis}
    WHERE person_id = ${uuids(sql).id(whoIs(result).personId)}`)
})

const namesOf = (result: LoginResult) =>
  Links.use((links) => Effect.map(links.ofPlayer(whoIs(result).playerUuid), namesIn))

/** An owner whose token was copied a minute after the login, and the thief's portal user that was linked with it. */
const robbed = Effect.gen(function* () {
  const owner = yield* loginAnon(1)
  yield* TestClock.adjust("1 minute")
  yield* link(owner, golf("mallory"))
  return { owner, thief: yield* loginGolf("mallory"), device: portalUserOf(owner) }
})

onEachDatabase((name, database) => {
  const world = inLoginWorld({ database, portals, settings: { grantsEnabled } })

  describe(`a token that another node remembers, on ${name}`, () => {
    /** A node remembers the token, something ends at another node, and the token links and unlinks at the first. */
    const trial = Effect.fnUntraced(function* <R>(ending: Ending, links: Effect.Effect<Links["Service"], never, R>) {
      const owner = yield* loginAnon(1)
      yield* link(owner, golf("ada"))
      const elsewhere = yield* Effect.context<AccessTokens | Restrictions | Sessions>()
      return yield* Effect.gen(function* () {
        const player = yield* playerOf(owner)
        yield* Effect.provideContext(ending(owner), elsewhere)
        assert.strictEqual(yield* codeOf(playerOf(owner)), "ok", "the token is still remembered")
        const { link, unlink } = yield* links
        const linked = yield* codeOf(link(player, request(golf("mallory"))))
        const unlinked = yield* codeOf(unlink(player, golfUser("ada")))
        return { owner, codes: [linked, unlinked], left: (yield* namesOf(owner)).slice(1) }
      }).pipe(Effect.provide(secondNode))
    })

    for (const [what, [ending, code]] of Object.entries(endings)) {
      it.effect(`changes no way to log in once ${what}`, () =>
        Effect.gen(function* () {
          const { codes, left } = yield* trial(ending, Links)
          assert.deepStrictEqual({ codes, left }, { codes: [code, code], left: ["Golf ada"] })
        }).pipe(world),
      )

      it.effect(`the control, which trusts what is remembered, does so although ${what}`, () =>
        Effect.gen(function* () {
          const { codes, left, owner } = yield* trial(ending, Effect.provide(Links, trustingLinks))
          assert.deepStrictEqual({ codes, left }, { codes: ["ok", "ok"], left: ["Golf mallory"] })
          assert.notStrictEqual((yield* loginGolf("ada")).person_id, owner.person_id, "a new person, without the ban")
        }).pipe(world),
      )
    }
  })

  describe(`a ban that is stored after the checks of a link, and before its unit of work, on ${name}`, () => {
    /** Links that decide on what they read first. */
    const firstRead = Layer.fresh(Links.layer).pipe(
      Layer.provide(
        Layer.merge(
          Layer.effect(
            SessionStore,
            Effect.map(SessionStore, (store) => {
              let read: Effect.Success<ReturnType<typeof store.standing>> | undefined
              const standing: typeof store.standing = (...asked) =>
                read === undefined
                  ? Effect.tap(store.standing(...asked), (found) => Effect.sync(() => (read = found)))
                  : Effect.succeed(read)
              return { ...store, standing }
            }),
          ),
          Layer.effect(
            RestrictionStore,
            Effect.map(RestrictionStore, (store) => {
              let read: Effect.Success<ReturnType<typeof store.inForce>> | undefined
              const inForce: typeof store.inForce = (...asked) =>
                read === undefined
                  ? Effect.tap(store.inForce(...asked), (found) => Effect.sync(() => (read = found)))
                  : Effect.succeed(read)
              return { ...store, inForce }
            }),
          ),
        ),
      ),
    )

    /** The last read of the checks looks the portal user up. Then the ban comes. */
    const overtaken = Effect.fnUntraced(function* (links: typeof firstRead) {
      const owner = yield* loginAnon(1)
      const context = yield* Effect.context<Restrictions>()
      const banned = yield* Deferred.make<void>()
      const banOnce = Effect.suspend(() => {
        const first = Effect.andThen(ban(owner), Deferred.succeed(banned, undefined))
        return Effect.flatMap(Deferred.isDone(banned), (done) => (done ? Effect.void : Effect.asVoid(first)))
      }).pipe(Effect.provideContext(context))
      const reads = Layer.effect(
        LoginStore,
        Effect.map(LoginStore, (store) => ({ ...store, read: (asked) => Effect.tap(store.read(asked), banOnce) })),
      )
      const slow = links.pipe(Layer.provide(reads))
      return yield* Effect.provide(codeOf(link(owner, golf("ada"))), slow)
    })

    it.effect("is seen", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* overtaken(Layer.fresh(Links.layer)), "user_auth_restricted")
      }).pipe(world),
    )

    it.effect("the control, which decides on what it read first, links", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* overtaken(firstRead), "ok")
      }).pipe(world),
    )
  })

  describe(`a link asks for a login a short time ago, on ${name}`, () => {
    it.effect("a refresh does not count, and the last moment does", () =>
      Effect.gen(function* () {
        const owner = yield* loginAnon(1, { include_refresh: true })
        yield* TestClock.adjust("10 minutes")
        const refreshed = yield* useRefresh(owner.refresh_token)
        assert.strictEqual(yield* codeOf(link(refreshed, golf("ada"))), "ok")
        yield* TestClock.adjust("1 millis")
        for (const copy of [owner, refreshed]) {
          assert.strictEqual(yield* codeOf(link(copy, golf("eve"))), "login_not_recent")
          assert.strictEqual(yield* codeOf(link(copy, golf("bad"))), "login_not_recent", "the portal is not asked")
        }
        assert.strictEqual(yield* codeOf(link(yield* loginAnon(1), golf("eve"))), "ok")
        assert.strictEqual(yield* codeOf(unlink(refreshed, golfUser("eve"))), "ok", "an unlink asks for none")
      }).pipe(world),
    )

    it.effect("a session that an operator issued was opened by no credential", () =>
      Effect.gen(function* () {
        const owner = yield* loginAnon(1)
        const player = yield* playerOf(owner)
        const { personId, playerUuid } = whoIs(owner)
        const sessions = yield* Sessions
        const clientUuid = "00000000-0000-7000-8000-0000000000cc" as never
        const opening = { clientUuid, clientGeneration: undefined, includeRefresh: false }
        const issued = yield* write(
          sessions.open({
            ...opening,
            owner: { personId, playerUuid, ...portalUserOf(owner) },
            isIssued: true,
            at: yield* Clock.currentTimeMillis,
          }),
        )
        assert(issued !== "restricted")
        const minted = { ...player, session: { ...player.session, sessionId: issued.sessionId } }
        const links = yield* Links
        assert.strictEqual(yield* codeOf(links.link(minted, request(golf("ada")))), "login_not_recent")
        assert.strictEqual(yield* codeOf(links.link(player, request(golf("ada")))), "ok")
        assert.strictEqual(yield* codeOf(links.unlink(minted, golfUser("ada"))), "ok")
      }).pipe(world),
    )

    it.effect("a host vouches for its players", () =>
      Effect.gen(function* () {
        const host = { ...(yield* playerOf(yield* loginAnon(1))), session: undefined }
        yield* TestClock.adjust("11 minutes")
        const links = yield* Links
        assert.strictEqual(yield* codeOf(links.link(host, request(golf("ada")))), "ok")
      }).pipe(world),
    )
  })

  describe(`a copied token, on ${name}`, () => {
    it.effect("links a portal user, which removes no older one for seven days, nor does the token", () =>
      Effect.gen(function* () {
        const { device, owner, thief } = yield* robbed
        const attempts = Effect.all([codeOf(unlink(thief, device)), codeOf(unlink(owner, device))])
        assert.deepStrictEqual(yield* attempts, ["portal_user_too_new", "portal_user_too_new"])
        yield* aged(owner, 7 * DAY_MILLIS - 1)
        assert.deepStrictEqual(yield* attempts, ["portal_user_too_new", "portal_user_too_new"])
        assert.deepStrictEqual(whoIs(yield* loginAnon(1)), whoIs(owner))
        yield* aged(owner, 1)
        assert.strictEqual(yield* codeOf(unlink(thief, device)), "ok")
      }).pipe(world),
    )

    for (const who of ["thief", "owner"] as const) {
      it.effect(
        `the control, which trusts a new portal user at once, loses the account by the token of the ${who}`,
        () =>
          Effect.gen(function* () {
            const { device, [who]: result } = yield* robbed
            assert.strictEqual(yield* codeOf(unlink(result, device)), "ok")
            assert.deepStrictEqual(yield* namesOf(result), ["Golf mallory"])
            const anew = yield* loginAnon(1)
            assert.notStrictEqual(anew.person_id, result.person_id)
          }).pipe(inLoginWorld({ database, portals, settings: { grantsEnabled, linkTrustDays: 0 } })),
      )
    }

    it.effect("is answered by the owner, who unlinks the new portal user and ends its sessions", () =>
      Effect.gen(function* () {
        const { owner, thief } = yield* robbed
        yield* aged(owner, 6 * DAY_MILLIS)
        const back = yield* loginAnon(1)
        assert.strictEqual(yield* codeOf(unlink(back, golfUser("mallory"))), "ok")
        assert.strictEqual(yield* codeOf(playerOf(thief)), "auth_token_expired")
        assert.notStrictEqual((yield* loginGolf("mallory")).person_id, owner.person_id)
      }).pipe(world),
    )

    it.effect("does not make a portal user old by linking it again", () =>
      Effect.gen(function* () {
        const { device, owner } = yield* robbed
        yield* aged(owner, 7 * DAY_MILLIS)
        const back = yield* loginAnon(1)
        yield* unlink(back, golfUser("mallory"))
        yield* link(back, golf("mallory"))
        assert.strictEqual(yield* codeOf(unlink(yield* loginGolf("mallory"), device)), "portal_user_too_new")
      }).pipe(world),
    )

    it.effect("does not bind an operator, who may leave the new portal user alone", () =>
      Effect.gen(function* () {
        const { device, owner } = yield* robbed
        yield* ban(owner)
        const links = yield* Links
        assert.deepStrictEqual(namesIn(yield* links.unlinkFor(whoIs(owner).playerUuid, device, testAct)), [
          "Golf mallory",
        ])
      }).pipe(world),
    )
  })

  it.effect(`the portal users of a first login are of one age, so that any of them removes another, on ${name}`, () =>
    Effect.gen(function* () {
      const first = yield* login(switchUser("user", "account"))
      const parent: PortalUserKey = { platform: "FoxtrotNAID", portalUserId: "account" }
      assert.strictEqual(yield* codeOf(unlink(first, parent)), "ok")
      yield* TestClock.adjust("1 second")
      yield* link(first, golf("ada"))
      assert.strictEqual(yield* codeOf(unlink(first, golfUser("ada"))), "ok", "a younger one")
    }).pipe(world),
  )
})
