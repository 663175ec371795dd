/** What every {@link PlayerStore} does. */
import { assert, layer as withLayer } from "@effect/vitest"
import type { Transaction } from "@garrison/core/kernel/work/Transaction"
import { PlayerStore } from "@garrison/core/player/PlayerStore"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { createPlayer, inUnit, newPersonId, newPlayerUuid, newPortalUser } from "../support/identities.ts"

const userOf = (displayName: string) => ({
  platform: "Anon" as const,
  portalUserId: randomUUID(),
  displayName,
})

/** Runs the suite against the store that `layer` gives. */
export const suite = (name: string, layer: Layer.Layer<PlayerStore | SqlClient.SqlClient | Transaction>): void => {
  withLayer(layer)(`PlayerStore on ${name}`, (it) => {
    it.effect("a portal user is unknown until a player was created for it", () =>
      Effect.gen(function* () {
        const store = yield* PlayerStore
        const wanted = newPortalUser()
        assert.isUndefined(yield* store.findPortalUser(wanted.user))
        yield* createPlayer(wanted)
        assert.deepStrictEqual(yield* store.findPortalUser(wanted.user), {
          ...wanted.user,
          personId: wanted.personId,
          parent: undefined,
          player: {
            playerUuid: wanted.playerUuid,
            playerId: 1,
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
        const made = yield* Effect.forEach(names, (name) => createPlayer({ user: userOf(name) }))
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
        const { platform, portalUserId } = wanted.user
        assert.deepStrictEqual(yield* inUnit(store.deletePerson(personId, 7000)), [{ platform, portalUserId }])
        assert.isUndefined(yield* inUnit(store.deletePerson(personId, 8000)))
        assert.isUndefined(yield* store.findPortalUser(wanted.user))
        assert.deepInclude(yield* store.findProfile(playerUuid), { deletedAt: 7000, portalUsers: [] })
      }),
    )
  })
}
