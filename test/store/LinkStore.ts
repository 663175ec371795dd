/** What every {@link LinkStore} does. */
import { assert, layer as withLayer } from "@effect/vitest"
import type { Platform } from "@garrison/core/kernel/Platform"
import type { Transaction } from "@garrison/core/kernel/work/Transaction"
import { LinkStore, type NewLink } from "@garrison/core/linking/LinkStore"
import { PersonStore } from "@garrison/core/person/PersonStore"
import { PlayerStore } from "@garrison/core/player/PlayerStore"
import { type NewRestriction, RestrictionStore } from "@garrison/core/restriction/RestrictionStore"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { createPlayer, inUnit, type MadeUser, newPersonId, newPlayerUuid } from "../support/identities.ts"

const userOf = (platform: Platform, portalUserId: string = randomUUID()) => ({
  platform,
  portalUserId,
  displayName: "Ada",
})

const linkOf = ({ personId, playerUuid }: MadeUser, given: Partial<NewLink> = {}): NewLink => ({
  personId,
  playerUuid,
  user: userOf("Golf"),
  parent: undefined,
  parentIsNew: false,
  portalUsersMax: 16,
  at: 2000,
  ...given,
})

/** Links, and undoes the unit of work where the store refuses. */
const link = (wanted: NewLink) =>
  LinkStore.use((store) =>
    inUnit(Effect.flatMap(store.link(wanted), (is) => (is === "linked" ? Effect.succeed(is) : Effect.fail(is)))).pipe(
      Effect.catch((refused) => Effect.succeed(refused)),
    ),
  )

type Tested = LinkStore | PersonStore | PlayerStore | RestrictionStore | SqlClient.SqlClient | Transaction

/** Runs the suite against the store that `layer` gives. */
export const suite = (name: string, layer: Layer.Layer<Tested>): void => {
  withLayer(layer)(`LinkStore on ${name}`, (it) => {
    it.effect("what is linked is found by the player and by the person, and logs in as the player", () =>
      Effect.gen(function* () {
        const store = yield* LinkStore
        const { wanted } = yield* createPlayer()
        const { personId, playerUuid } = wanted
        const [user, parent] = [userOf("FoxtrotSwitch"), userOf("FoxtrotNAID")]
        assert.strictEqual(yield* link(linkOf(wanted, { user, parent, parentIsNew: true })), "linked")
        const person = {
          personId,
          players: [playerUuid],
          portalUsers: [
            { ...wanted.user, playerUuid, createdAt: 1000 },
            { ...parent, playerUuid, createdAt: 2000 },
            { ...user, playerUuid, createdAt: 2000 },
          ],
        }
        assert.deepStrictEqual(yield* store.ofPlayer(playerUuid), person)
        assert.deepStrictEqual(yield* store.ofPerson(personId), person)
        const known = yield* (yield* PlayerStore).findPortalUser(user)
        assert.deepInclude(known, { personId, parent })
        assert.strictEqual(known?.player?.playerUuid, playerUuid)
        assert.isUndefined(yield* store.ofPlayer(newPlayerUuid()))
        yield* inUnit((yield* PlayerStore).deletePerson(personId, 3000))
        assert.isUndefined(yield* store.ofPlayer(playerUuid))
        assert.isUndefined(yield* store.ofPerson(personId))
      }),
    )

    it.effect("what a person has is taken, a parent too, and what is over the limit is too many", () =>
      Effect.gen(function* () {
        const [one, two] = [(yield* createPlayer()).wanted, (yield* createPlayer()).wanted]
        assert.strictEqual(yield* link(linkOf(one, { user: two.user })), "taken")
        assert.strictEqual(yield* link(linkOf(one, { user: one.user })), "taken")
        assert.strictEqual(yield* link(linkOf(one, { parent: two.user, parentIsNew: true })), "taken")
        const parent = userOf("FoxtrotNAID")
        assert.strictEqual(yield* link(linkOf(one, { parent, parentIsNew: true, portalUsersMax: 2 })), "too_many")
        assert.lengthOf((yield* (yield* LinkStore).ofPerson(one.personId))?.portalUsers ?? [], 1)
        assert.strictEqual(yield* link(linkOf(one, { portalUsersMax: 2 })), "linked")
        assert.strictEqual(yield* link(linkOf(one, { portalUsersMax: 2 })), "too_many")
      }),
    )

    it.effect("of many links at once the last that fits is the last", () =>
      Effect.gen(function* () {
        const { wanted } = yield* createPlayer()
        const store = yield* LinkStore
        const persons = yield* PersonStore
        // Locks the person first, as every unit of work does that links.
        const one = inUnit(
          Effect.gen(function* () {
            yield* persons.nextRevision(wanted.personId, undefined)
            const is = yield* store.link(linkOf(wanted, { portalUsersMax: 4 }))
            return is === "linked" ? is : yield* Effect.fail(is)
          }),
        ).pipe(Effect.catch((refused) => Effect.succeed(refused)))
        const all = yield* Effect.all(
          Array.from({ length: 8 }, () => one),
          { concurrency: "unbounded" },
        )
        assert.lengthOf(
          all.filter((is) => is === "linked"),
          3,
        )
        assert.lengthOf((yield* store.ofPerson(wanted.personId))?.portalUsers ?? [], 4)
      }),
    )

    it.effect("the last portal user of a player is not unlinked, and one of another person is not found", () =>
      Effect.gen(function* () {
        const store = yield* LinkStore
        const [one, two] = [(yield* createPlayer()).wanted, (yield* createPlayer()).wanted]
        const user = userOf("Golf")
        assert.strictEqual(yield* inUnit(store.unlink(one.personId, one.user)), "last")
        assert.strictEqual(yield* inUnit(store.unlink(one.personId, two.user)), "not_found")
        assert.strictEqual(yield* inUnit(store.unlink(newPersonId(), one.user)), "not_found")
        yield* link(linkOf(one, { user }))
        assert.strictEqual(yield* inUnit(store.unlink(one.personId, one.user)), "unlinked")
        assert.strictEqual(yield* inUnit(store.unlink(one.personId, user)), "last")
        assert.isUndefined(yield* (yield* PlayerStore).findPortalUser(one.user))
        assert.strictEqual(yield* link(linkOf(two, { user: one.user })), "linked")
      }),
    )

    it.effect("what players have is counted, up to a limit, without what is over", () =>
      Effect.gen(function* () {
        const store = yield* LinkStore
        const { wanted } = yield* createPlayer()
        const { personId, playerUuid } = wanted
        const empty = { inventoryRecords: 0, itemIds: [], orders: 0, notifications: 0, restrictions: 0 }
        assert.deepStrictEqual(yield* store.holdings(personId, [], 5000, 10), empty)
        assert.deepStrictEqual(yield* store.holdings(personId, [playerUuid], 5000, 10), empty)
        const restrictions = yield* RestrictionStore
        for (const expiresAt of [undefined, 5000, 5001]) {
          const texts = { reason: undefined, note: undefined, issuer: "eve", createdAt: 1 }
          const one: NewRestriction = {
            restrictionId: randomUUID(),
            personId,
            type: "account_ban",
            expiresAt,
            ...texts,
          }
          yield* inUnit(restrictions.add(one))
        }
        const found = yield* store.holdings(personId, [playerUuid], 5000, 10)
        assert.deepStrictEqual(found, { ...empty, restrictions: 2 })
        assert.deepInclude(yield* store.holdings(personId, [playerUuid], 5000, 1), { restrictions: 1 })
      }),
    )
  })
}
