/** What every {@link PortalUserStore} does, and what every store does with users of two environments. */
import { assert, layer as withLayer } from "@effect/vitest"
import type { Transaction } from "@garrison/core/kernel/work/Transaction"
import type { Platform } from "@garrison/core/kernel/Platform"
import { LinkStore } from "@garrison/core/linking/LinkStore"
import { LoginStore } from "@garrison/core/login/storing/LoginStore"
import {
  type ListedPortalUser,
  type PortalUserPlace,
  PortalUserStore,
} from "@garrison/core/login/storing/PortalUserStore"
import { PlayerStore } from "@garrison/core/player/PlayerStore"
import type { PortalUser } from "@garrison/core/player/schema"
import { SessionStore } from "@garrison/core/token/SessionStore"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes, randomUUID } from "node:crypto"
import { createPlayer, inUnit, type MadeUser, newClientUuid, newSessionId } from "../support/identities.ts"
import { knownLogin, newLogin, outcomeOf } from "../support/storedLogins.ts"

const userOf = (platform: Platform, portalUserId: string, environment?: string): PortalUser => ({
  platform,
  portalUserId,
  displayName: "Ada",
  ...(environment !== undefined && { environment }),
})

const START: PortalUserPlace = { environment: "", portalUserId: "", platform: "" }

/** Every portal user of the list, read in pages. */
const listAll = Effect.fnUntraced(function* (pageSize = 2) {
  const store = yield* PortalUserStore
  const found: Array<ListedPortalUser> = []
  for (let after = START; ; after = found.at(-1) ?? START) {
    const page = yield* store.list(after, pageSize)
    found.push(...page)
    if (page.length < pageSize) return found
  }
})

const placeOf = ({ user, personId }: MadeUser): ListedPortalUser => ({
  environment: user.environment ?? "",
  portalUserId: user.portalUserId,
  platform: user.platform,
  personId,
})

/** A session of the player with a refresh token. */
const openSession = Effect.fnUntraced(function* ({ personId, playerUuid, user }: MadeUser) {
  const { displayName: _, ...key } = user
  const session = {
    sessionId: newSessionId(),
    clientUuid: newClientUuid(),
    clientGeneration: undefined,
    owner: { personId, playerUuid, ...key },
    createdAt: 1000,
    expiresAt: 9000,
  }
  const hash = randomBytes(32)
  yield* inUnit((yield* SessionStore).open(session, { hash, expiresAt: 9000 }, 10))
  return { personId, sessionId: session.sessionId, hash }
})

type Tested = LinkStore | LoginStore | PlayerStore | PortalUserStore | SessionStore | SqlClient.SqlClient | Transaction

/** Runs the suite against the stores that `layer` gives. */
export const suite = (name: string, layer: Layer.Layer<Tested>): void => {
  withLayer(layer)(`portal users of environments on ${name}`, (it) => {
    it.effect("of one id are two users, each with a person, a parent and sessions of its own", () =>
      Effect.gen(function* () {
        const players = yield* PlayerStore
        const [id, account] = [randomUUID(), randomUUID()]
        const made: Array<MadeUser> = []
        for (const environment of [undefined, "live", "test"]) {
          const user = userOf("FoxtrotPPID", id, environment)
          const parent = userOf("FoxtrotNAID", account, environment)
          made.push((yield* createPlayer({ user, parent })).wanted)
        }
        for (const { parent, personId, user } of made) {
          const found = yield* players.findPortalUser(user)
          assert.deepInclude(found, { ...user, personId, parent })
          const state = yield* (yield* LoginStore).read({ publicClientId: undefined, subject: user, now: 2000 })
          assert.deepStrictEqual(state.known, found)
        }
        assert.isUndefined(yield* players.findPortalUser(userOf("FoxtrotPPID", id, "other")))
        const taken = newLogin({ user: userOf("FoxtrotPPID", id, "live") }).login
        assert.strictEqual(yield* outcomeOf(taken), "overtaken")
      }),
    )

    it.effect("of one id are renamed, moved, unlinked, and deleted with their person, each by itself", () =>
      Effect.gen(function* () {
        const players = yield* PlayerStore
        const links = yield* LinkStore
        const id = randomUUID()
        const live = (yield* createPlayer({ user: userOf("FoxtrotNAID", id, "live") })).wanted
        const { personId, playerUuid } = live
        const test = userOf("FoxtrotNAID", id, "test")
        const link = {
          personId,
          playerUuid,
          user: test,
          parent: undefined,
          parentIsNew: false,
          portalUsersMax: 9,
          at: 2000,
        }
        assert.strictEqual(yield* inUnit(links.link(link)), "linked")
        const owner = { ...test, personId, playerUuid }
        const session = { extended: undefined }
        const login = { ...knownLogin(owner, 3000, { isRenamed: true }), session }
        assert.strictEqual(yield* outcomeOf({ ...login, user: { ...test, displayName: "Grace" } }), "stored")
        const parent = userOf("FoxtrotNAID", randomUUID(), "test")
        const movedTo = { parent, portalUsersMax: 9 }
        const moves = { ...knownLogin(owner, 3000, { movedTo }), session }
        assert.strictEqual(yield* outcomeOf(moves), "stored")
        assert.deepInclude(yield* players.findPortalUser(test), { displayName: "Grace", parent })
        assert.deepInclude(yield* players.findPortalUser(live.user), { displayName: "Ada", parent: undefined })

        const ofTest = yield* openSession({ ...live, user: test })
        const ofLive = yield* openSession(live)
        const sessions = yield* SessionStore
        const ended = yield* inUnit(sessions.revoke({ personId, portalUser: test }, "unlink", 4000))
        assert.deepStrictEqual(ended, [ofTest.sessionId])
        assert.strictEqual((yield* sessions.findRefreshToken(ofLive))?.session.owner.environment, "live")
        assert.strictEqual(yield* inUnit(links.unlink(personId, userOf("FoxtrotNAID", id))), "not_found")
        assert.strictEqual(yield* inUnit(links.unlink(personId, test)), "unlinked")
        assert.isUndefined(yield* players.findPortalUser(test))
        assert.isDefined(yield* players.findPortalUser(live.user))
        const other = (yield* createPlayer({ user: test })).wanted
        assert.isDefined(yield* inUnit(players.deletePerson(personId, 5000)))
        assert.isUndefined(yield* players.findPortalUser(live.user))
        assert.strictEqual((yield* players.findPortalUser(test))?.personId, other.personId)
      }),
    )
  })

  withLayer(layer)(`PortalUserStore on ${name}`, (it) => {
    it.effect("lists users of foxtrot alone, by environment and id, and gives one its environment once", () =>
      Effect.gen(function* () {
        const store = yield* PortalUserStore
        const players = yield* PlayerStore
        const same = "b-of-two-platforms"
        const create = (user: PortalUser, parent?: PortalUser) =>
          Effect.map(createPlayer({ user, parent }), ({ wanted }) => wanted)
        yield* create(userOf("Golf", "a"))
        const second = yield* create(userOf("FoxtrotSwitch", same))
        const first = yield* create(userOf("FoxtrotNAID", same))
        const live = yield* create(userOf("FoxtrotNAID", "a", "live"))
        const child = yield* create(userOf("FoxtrotPPID", "c"), userOf("FoxtrotNAID", "d"))
        const parent = { ...placeOf(child), portalUserId: "d", platform: "FoxtrotNAID" as const }
        const expected = [placeOf(first), placeOf(second), placeOf(child), parent, placeOf(live)]
        for (const pageSize of [1, 2, 5, 9]) assert.deepStrictEqual(yield* listAll(pageSize), expected)

        const place = yield* openSession(child)
        assert.isTrue(yield* inUnit(store.assign(placeOf(child), "live")))
        assert.isFalse(yield* inUnit(store.assign(placeOf(child), "test")))
        assert.isTrue(yield* inUnit(store.assign(parent, "live")))
        const now = { ...child.user, environment: "live" }
        assert.isUndefined(yield* players.findPortalUser(child.user))
        const found = yield* players.findPortalUser(now)
        assert.deepInclude(found, { ...now, personId: child.personId, parent: userOf("FoxtrotNAID", "d", "live") })
        const state = yield* (yield* LoginStore).read({ publicClientId: undefined, subject: place, now: 2000 })
        assert.deepStrictEqual(state.known, found)
        assert.strictEqual(state.token?.session.owner.environment, "live")

        // The environment has another user of this id, who keeps it.
        const stays = yield* create(userOf("FoxtrotNAID", "a"))
        assert.isFalse(yield* inUnit(store.assign(placeOf(stays), "live")))
        assert.strictEqual((yield* players.findPortalUser(stays.user))?.personId, stays.personId)
        assert.strictEqual((yield* players.findPortalUser(live.user))?.personId, live.personId)
      }),
    )
  })
}
