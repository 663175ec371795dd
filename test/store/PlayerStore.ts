/** What every {@link PlayerStore} does. */
import { assert, layer as withLayer } from "@effect/vitest"
import type { Transaction } from "@garrison/core/kernel/Transaction"
import { PlayerStore } from "@garrison/core/player/PlayerStore"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { randomUUID } from "node:crypto"
import { createPlayer, inUnit, newPersonId, newPlayerUuid, newPortalUser } from "../support/identities.ts"

/** Undoes a unit of work that a store said had to be undone. */
const undone = <A, R>(unit: Effect.Effect<A, never, R>) =>
  Effect.flip(inUnit(Effect.flatMap(unit, (outcome) => Effect.fail(outcome))))

const userOf = (platform: "Anon" | "FoxtrotSwitch" | "FoxtrotNAID", displayName = "Ada") => ({
  platform,
  portalUserId: randomUUID(),
  displayName,
})

/** Runs the suite against the store that `layer` gives. */
export const suite = (name: string, layer: Layer.Layer<PlayerStore | Transaction>): void => {
  withLayer(layer)(`PlayerStore on ${name}`, (it) => {
    it.effect("a portal user is unknown until a player was created for it", () =>
      Effect.gen(function* () {
        const store = yield* PlayerStore
        const wanted = newPortalUser()
        assert.isUndefined(yield* store.findPortalUser(wanted.user))
        const { created } = yield* createPlayer(wanted)
        assert(typeof created === "object")
        assert.deepStrictEqual(yield* store.findPortalUser(wanted.user), {
          ...wanted.user,
          personId: wanted.personId,
          parent: undefined,
          player: {
            playerUuid: wanted.playerUuid,
            playerId: created.playerId,
            roleId: 1,
            active: true,
            displayName: "Ada",
            platform: "Anon",
            createdAt: 1000,
          },
        })
        assert.isUndefined(yield* store.findPortalUser({ ...wanted.user, platform: "Basic" }))
      }),
    )

    it.effect("player ids rise, and none is given twice, not even beside a unit of work that is undone", () =>
      Effect.gen(function* () {
        const store = yield* PlayerStore
        const first = yield* createPlayer()
        yield* undone(store.createPlayer(newPortalUser()))
        const others = yield* Effect.forEach(Array.from({ length: 10 }), () => createPlayer(), {
          concurrency: "unbounded",
        })
        const ids = [first, ...others].map(({ created }) => (typeof created === "object" ? created.playerId : 0))
        assert.strictEqual(new Set(ids).size, 11)
        assert.strictEqual(Math.min(...ids), ids[0])
      }),
    )

    it.effect("of many who create the same portal user at once, one does; the others are told it is taken", () =>
      Effect.gen(function* () {
        const store = yield* PlayerStore
        const user = userOf("Anon")
        const outcomes = yield* Effect.forEach(
          Array.from({ length: 10 }),
          () => {
            const unit = Effect.flatMap(store.createPlayer(newPortalUser({ user })), (outcome) =>
              outcome === "taken" ? Effect.fail(outcome) : Effect.succeed("created" as const),
            )
            return inUnit(unit).pipe(Effect.catch((outcome) => Effect.succeed(outcome)))
          },
          { concurrency: "unbounded" },
        )
        assert.deepStrictEqual(outcomes.toSorted(), ["created", ...Array.from({ length: 9 }, () => "taken" as const)])
        const known = yield* store.findPortalUser(user)
        assert.strictEqual(yield* store.countPlayers(known?.personId ?? newPersonId()), 1)
      }),
    )

    it.effect("a parent joins the person, whose newest player is the active one", () =>
      Effect.gen(function* () {
        const store = yield* PlayerStore
        const parent = userOf("FoxtrotNAID", "Parent")
        const first = yield* createPlayer({ user: userOf("FoxtrotSwitch", "One"), parent })
        const { personId, playerUuid } = first.wanted
        assert.deepInclude(yield* store.findPortalUser(parent), { personId, parent: undefined })
        const second = yield* createPlayer({
          user: userOf("FoxtrotSwitch", "Two"),
          parent,
          personId,
          personRevision: 0,
          at: 2000,
        })
        const known = yield* store.findPortalUser(second.wanted.user)
        assert.deepStrictEqual(known?.parent, parent)
        assert.isTrue(known?.player?.active)
        assert.isFalse((yield* store.findPortalUser(first.wanted.user))?.player?.active)
        const profile = yield* store.findProfile(playerUuid)
        assert.strictEqual(profile?.lastLoginAt, 2000)
        assert.deepStrictEqual(
          profile?.players.map((player) => player.playerUuid),
          [playerUuid, second.wanted.playerUuid],
        )
        assert.sameMembers(profile?.portalUsers.map((user) => user.displayName) ?? [], ["One", "Two", "Parent"])
      }),
    )

    it.effect("a person never owns more players than allowed, however many are created at once", () =>
      Effect.gen(function* () {
        const store = yield* PlayerStore
        const parent = userOf("FoxtrotNAID")
        const { wanted } = yield* createPlayer({ user: userOf("FoxtrotSwitch"), parent })
        const { personId } = wanted
        const outcomes = yield* Effect.forEach(
          Array.from({ length: 8 }),
          () => {
            const child = newPortalUser({
              user: userOf("FoxtrotSwitch"),
              parent,
              personId,
              personRevision: 0,
              playersMax: 3,
            })
            const unit = Effect.flatMap(store.createPlayer(child), (outcome) =>
              typeof outcome === "string" ? Effect.fail(outcome) : Effect.succeed("created" as const),
            )
            return inUnit(unit).pipe(Effect.catch((outcome) => Effect.succeed(outcome)))
          },
          { concurrency: "unbounded" },
        )
        assert.strictEqual(outcomes.filter((outcome) => outcome === "created").length, 2)
        assert.strictEqual(outcomes.filter((outcome) => outcome === "too_many").length, 6)
        assert.strictEqual(yield* store.countPlayers(personId), 3)
      }),
    )

    it.effect("a parent of somebody else cannot be claimed by a new person", () =>
      Effect.gen(function* () {
        const store = yield* PlayerStore
        const parent = userOf("FoxtrotNAID")
        yield* createPlayer({ user: parent })
        const outcome = yield* undone(store.createPlayer(newPortalUser({ user: userOf("FoxtrotSwitch"), parent })))
        assert.strictEqual(outcome, "taken")
      }),
    )

    it.effect("a login is noted: when, under which name, as which player", () =>
      Effect.gen(function* () {
        const store = yield* PlayerStore
        const { wanted } = yield* createPlayer()
        const { personId, playerUuid } = wanted
        const renamed = { ...wanted.user, displayName: "Eve" }
        const login = { personId, revision: 0, playerUuid, at: 5000, renamed, shownAs: renamed }
        assert.isTrue(yield* inUnit(store.recordLogin(login)))
        assert.strictEqual((yield* store.findPortalUser(wanted.user))?.displayName, "Eve")
        const profile = yield* store.findProfile(playerUuid)
        assert.deepInclude(profile, { lastLoginAt: 5000, deletedAt: undefined })
        assert.strictEqual(profile?.player.displayName, "Eve")
        const stranger = { ...login, personId: newPersonId(), renamed: undefined, shownAs: undefined }
        assert.isFalse(yield* inUnit(store.recordLogin(stranger)))
      }),
    )

    it.effect("roles are given to players that exist", () =>
      Effect.gen(function* () {
        const store = yield* PlayerStore
        const { wanted } = yield* createPlayer()
        assert.isTrue(yield* inUnit(store.setRole(wanted.playerUuid, 9)))
        assert.strictEqual((yield* store.findPortalUser(wanted.user))?.player?.roleId, 9)
        assert.isFalse(yield* inUnit(store.setRole(newPlayerUuid(), 9)))
        assert.isUndefined(yield* store.findProfile(newPlayerUuid()))
      }),
    )

    it.effect("players are listed by name, page by page, in the order of bytes, A to Z as a to z", () =>
      Effect.gen(function* () {
        const store = yield* PlayerStore
        const mark = randomUUID()
        const names = ["b", "A", "a", "B", "É", "z%", "z_", "é", "zz"].map((name) => `${mark}${name}`)
        const made = yield* Effect.forEach(names, (name) => createPlayer({ user: userOf("Anon", name) }))
        const uuidOf = (name: string) => made[names.indexOf(`${mark}${name}`)]?.wanted.playerUuid ?? newPlayerUuid()
        const everything = { after: { name: mark }, end: `${mark}\u{ffff}`, limit: 100 }
        const found = yield* store.listByName(everything)
        const pair = (left: string, right: string) => (uuidOf(left) < uuidOf(right) ? [left, right] : [right, left])
        const sorted = [...pair("a", "A"), ...pair("b", "B"), "z%", "z_", "zz", "É", "é"]
        assert.deepStrictEqual(
          found.map(({ displayName }) => displayName.slice(mark.length)),
          sorted,
        )
        assert.deepInclude(found[0], { active: true, createdAt: 1000, roleId: 1, deletedAt: undefined })
        const [, second] = found
        assert(second !== undefined)
        const place = { name: `${mark}a`, playerUuid: second.playerUuid }
        const page = yield* store.listByName({ after: place, end: `${mark}z_`, limit: 2 })
        assert.deepStrictEqual(page, found.slice(2, 4))
        const rest = yield* store.listByName({ after: place, end: `${mark}z_`, limit: 100 })
        assert.deepStrictEqual(rest, found.slice(2, 5))
        yield* inUnit(store.deletePerson(made[0]?.wanted.personId ?? newPersonId(), 5000))
        const again = yield* store.listByName({ ...everything, end: undefined })
        assert.strictEqual(again.find(({ displayName }) => displayName === `${mark}b`)?.deletedAt, 5000)
      }),
    )

    it.effect("a deleted person keeps its players and loses its portal users", () =>
      Effect.gen(function* () {
        const store = yield* PlayerStore
        const { wanted } = yield* createPlayer()
        const { personId, playerUuid } = wanted
        assert.isTrue(yield* inUnit(store.deletePerson(personId, 7000)))
        assert.isFalse(yield* inUnit(store.deletePerson(personId, 8000)))
        assert.isUndefined(yield* store.findPortalUser(wanted.user))
        assert.deepInclude(yield* store.findProfile(playerUuid), { deletedAt: 7000, portalUsers: [] })
        const login = { personId, revision: 0, playerUuid, at: 9000, renamed: undefined, shownAs: undefined }
        assert.isFalse(yield* inUnit(store.recordLogin(login)))
      }),
    )
  })
}
