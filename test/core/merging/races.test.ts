/** Merges, and what meets them (decisions, section 14). Each guard has a control without it that loses. */
import { assert, describe, it } from "@effect/vitest"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { LinkStore } from "@garrison/core/linking/LinkStore"
import { Links } from "@garrison/core/linking/Links"
import { Logins } from "@garrison/core/login/Logins"
import type { LoginResult } from "@garrison/core/login/schema"
import { LoginStore } from "@garrison/core/login/storing/LoginStore"
import { Merges } from "@garrison/core/merging/Merges"
import { PersonStore } from "@garrison/core/person/PersonStore"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { testAct } from "../../support/acts.ts"
import { onEachDatabase, postgresLayer } from "../../support/databases.ts"
import { codeOf, inLoginWorld, loginAnon, storingBlindly, whoIs } from "../../support/logins.ts"
import { rendezvous } from "../../support/rendezvous.ts"
import { grantsEnabled, loginGolf, portals } from "../linking/linking.ts"
import { faults, has, merge, none, playerIn, unmerge } from "./merging.ts"

/**
 * Looks the person of a player up, and then waits for `after` before it answers, once: at the look of this number.
 * `naive`: every later look has that answer.
 */
const lookingUp = <A, E, R>(
  ofPlayer: (player: PlayerUuid) => Effect.Effect<A, E, R>,
  after: Effect.Effect<void>,
  naive: boolean,
  number: number,
) => {
  let first: { readonly answer: A } | undefined
  let looks = 0
  return (player: PlayerUuid) =>
    Effect.suspend(() => {
      if (++looks < number) return ofPlayer(player)
      if (first !== undefined) return naive ? Effect.succeed(first.answer) : ofPlayer(player)
      return Effect.tap(ofPlayer(player), (answer) => {
        first = { answer }
        return after
      })
    })
}

/** Stores whose lookup of a person of this number waits. */
const storesLookingUp = (after: Effect.Effect<void>, naive: boolean, number = 1) =>
  Layer.merge(
    Layer.effect(
      PersonStore,
      Effect.map(PersonStore, (store) => ({ ...store, ofPlayer: lookingUp(store.ofPlayer, after, naive, number) })),
    ),
    Layer.effect(
      LinkStore,
      Effect.map(LinkStore, (store) => ({ ...store, ofPlayer: lookingUp(store.ofPlayer, after, naive, number) })),
    ),
  )

/** Does `meeting` once `act` has looked the person up, and before it goes on. */
const meets = Effect.fnUntraced(function* <A, E, R, B, F, S>(
  act: (after: Effect.Effect<void>) => Effect.Effect<A, E, R>,
  meeting: Effect.Effect<B, F, S>,
) {
  const [looked, met] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const waits = Effect.andThen(Deferred.succeed(looked, undefined), Deferred.await(met))
  const then = Deferred.await(looked).pipe(Effect.andThen(meeting), Effect.ensuring(Deferred.succeed(met, undefined)))
  const [exit] = yield* Effect.all([Effect.exit(act(waits)), then], { concurrency: "unbounded" })
  return exit
})

const restrictionsOver = (after: Effect.Effect<void>, naive: boolean, number = 1) =>
  Layer.fresh(Restrictions.layer).pipe(Layer.provide(storesLookingUp(after, naive, number)))
const linksOver = (after: Effect.Effect<void>, naive: boolean) =>
  Layer.fresh(Links.layer).pipe(Layer.provide(storesLookingUp(after, naive)))

const ban = (result: LoginResult) =>
  Restrictions.use((restrictions) => restrictions.addToPlayer(playerIn(result), { type: "account_ban" }, testAct))
const golf = { platform: "Golf", portalUserId: "ada", displayName: undefined } as const
const linkFor = (result: LoginResult) => Links.use((links) => links.linkFor(playerIn(result), golf, testAct))

/** Logins that have read, and then wait for `after`. */
const loginsOver = (after: Effect.Effect<void>, blindly: boolean) => {
  const reading = Layer.effect(
    LoginStore,
    Effect.map(LoginStore, (store) => {
      let isFirst = true
      return {
        ...store,
        recall: () => undefined,
        read: (question) =>
          Effect.tap(store.read(question), () => {
            if (!isFirst) return Effect.void
            isFirst = false
            return after
          }),
      }
    }),
  )
  const store = blindly ? Layer.provide(reading, storingBlindly) : reading
  return Layer.fresh(Logins.layer).pipe(Layer.provide(store))
}

const worldOn = (database: typeof postgresLayer) =>
  inLoginWorld({ database, portals, settings: { grantsEnabled, portalUsersPerPersonMax: 100 } })
const pair = Effect.all([loginAnon(1), loginAnon(2)])

onEachDatabase((name, database) => {
  const world = worldOn(database)
  const restricted = "user_auth_restricted"

  describe(`a ban while the person is merged, on ${name}`, () => {
    const banned = Effect.fnUntraced(function* (naive: boolean) {
      const [one, other] = yield* pair
      const exit = yield* meets(
        (after) => Effect.provide(ban(other), restrictionsOver(after, naive)),
        merge(one, other),
      )
      assert.isTrue(Exit.isSuccess(exit))
      return yield* Effect.all([codeOf(loginAnon(1)), codeOf(loginAnon(2))])
    })

    it.effect("restricts the person that the player is of then", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* banned(false), [restricted, restricted])
      }).pipe(world),
    )

    it.effect("the control, which bans the person that it had looked up, restricts nobody", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* banned(true), ["ok", "ok"])
      }).pipe(world),
    )

    const bannedByUndo = Effect.fnUntraced(function* (naive: boolean) {
      const [one, other] = yield* pair
      yield* merge(one, other)
      yield* meets((after) => Effect.provide(ban(other), restrictionsOver(after, naive)), unmerge(one))
      return yield* Effect.all([codeOf(loginAnon(1)), codeOf(loginAnon(2))])
    })

    it.effect("restricts the right one of two that are parted meanwhile", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* bannedByUndo(false), ["ok", restricted])
      }).pipe(world),
    )

    it.effect("the control restricts the wrong one", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* bannedByUndo(true), [restricted, "ok"])
      }).pipe(world),
    )
  })

  describe(`a restriction that is changed while the person is merged, on ${name}`, () => {
    /** Which lookup is the one that the change goes by. */
    const changes = {
      lifted: {
        number: 2,
        change: (player: PlayerUuid, id: string) =>
          Restrictions.use((restrictions) => Effect.asVoid(restrictions.liftOfPlayer(player, id, testAct))),
        codes: ["ok", "ok"],
      },
      "given another end": {
        number: 1,
        change: (player: PlayerUuid, id: string) =>
          Restrictions.use((restrictions) =>
            Effect.asVoid(restrictions.setEndOfPlayer(player, id, undefined, testAct)),
          ),
        codes: [restricted, restricted],
      },
    } as const

    for (const [said, { change, codes, number }] of Object.entries(changes)) {
      const changed = Effect.fnUntraced(function* (naive: boolean) {
        const [one, other] = yield* pair
        const { restrictionId } = yield* ban(other)
        const exit = yield* meets(
          (after) => Effect.provide(change(playerIn(other), restrictionId), restrictionsOver(after, naive, number)),
          merge(one, other),
        )
        return [Exit.isSuccess(exit), ...(yield* Effect.all([codeOf(loginAnon(1)), codeOf(loginAnon(2))]))]
      })

      it.effect(`is ${said} where it is then`, () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* changed(false), [true, ...codes])
        }).pipe(world),
      )

      it.effect(`the control does not find where it is, and is not ${said}`, () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* changed(true), [false, restricted, restricted])
        }).pipe(world),
      )
    }
  })

  describe(`a login while a restricted person is merged into the one that logs in, on ${name}`, () => {
    const logsIn = Effect.fnUntraced(function* (blindly: boolean) {
      const [one, other] = yield* pair
      yield* ban(other)
      const exit = yield* meets(
        (after) => Effect.provide(codeOf(loginAnon(1)), loginsOver(after, blindly)),
        merge(one, other),
      )
      return Exit.isSuccess(exit) ? exit.value : "defect"
    })

    it.effect("is refused", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* logsIn(false), restricted)
      }).pipe(world),
    )

    it.effect("the control, which stores what it had checked, lets it in", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* logsIn(true), "ok")
      }).pipe(world),
    )

    it.effect("the merged one logs in as the person that it is of then", () =>
      Effect.gen(function* () {
        const [one, other] = yield* pair
        const exit = yield* meets((after) => Effect.provide(loginAnon(2), loginsOver(after, false)), merge(one, other))
        assert(Exit.isSuccess(exit))
        assert.deepStrictEqual(whoIs(exit.value), { ...whoIs(one), playerUuid: playerIn(other) })
        assert.deepStrictEqual(yield* faults, none)
      }).pipe(world),
    )
  })

  describe(`two merges of two persons at once, on ${name}`, () => {
    it.effect("in both directions: one is made, and none waits in a circle", () =>
      Effect.gen(function* () {
        let locks = 0
        const counting = Layer.effect(
          PersonStore,
          Effect.map(PersonStore, (store) => ({
            ...store,
            nextRevision: (...of: Parameters<typeof store.nextRevision>) => {
              locks++
              return store.nextRevision(...of)
            },
          })),
        )
        const merges = Layer.fresh(Merges.layer).pipe(Layer.provide(counting))
        for (let round = 0; round < 10; round++) {
          const [one, other] = yield* Effect.all([loginAnon(2 * round + 1), loginAnon(2 * round + 2)])
          const before = [yield* has(playerIn(one)), yield* has(playerIn(other))]
          locks = 0
          const both = [codeOf(merge(one, other)), codeOf(merge(other, one))]
          const codes = yield* Effect.provide(Effect.all(both, { concurrency: "unbounded" }), merges)
          assert.deepStrictEqual(codes.toSorted(), ["ok", "same_person"])
          // A unit that Postgres undoes for a circle would lock again.
          assert.isAtMost(locks, 4)
          yield* unmerge(one)
          assert.deepStrictEqual([yield* has(playerIn(one)), yield* has(playerIn(other))], before)
        }
        assert.deepStrictEqual(yield* faults, none)
      }).pipe(world),
    )

    it.effect("of three into one: all are made, or told why not, and the undos restore all", () =>
      Effect.gen(function* () {
        const all = yield* Effect.forEach([1, 2, 3, 4], (number) => loginAnon(number))
        const [first, ...others] = all
        assert(first !== undefined)
        const before = yield* Effect.forEach(all, (result) => has(playerIn(result)))
        const codes = yield* Effect.all(
          others.map((other) => codeOf(merge(first, other))),
          { concurrency: "unbounded" },
        )
        assert.deepStrictEqual(codes, ["ok", "ok", "ok"])
        assert.deepStrictEqual(yield* faults, none)
        for (const _ of others) yield* unmerge(first)
        assert.deepStrictEqual(yield* Effect.forEach(all, (result) => has(playerIn(result))), before)
      }).pipe(world),
    )
  })
})

// On SQLite units of work run one after the other: no merge runs while a link looks its person up, and none waits for a
// second lock.
describe("on Postgres, where units of work run at once", () => {
  const world = worldOn(postgresLayer)

  describe(`a link by an operator while the person is merged, on Postgres`, () => {
    const links = Effect.fnUntraced(function* (naive: boolean) {
      const [one, other] = yield* pair
      const exit = yield* meets((after) => Effect.provide(linkFor(other), linksOver(after, naive)), merge(one, other))
      return { one, other, exit }
    })

    it.effect("is made for the person that the player is of then", () =>
      Effect.gen(function* () {
        const { exit, one, other } = yield* links(false)
        assert.isTrue(Exit.isSuccess(exit))
        assert.deepStrictEqual(whoIs(yield* loginGolf("ada")), { ...whoIs(one), playerUuid: playerIn(other) })
        assert.deepStrictEqual(yield* faults, none)
      }).pipe(world),
    )

    it.effect("the control, which links to the person that it had looked up, fails", () =>
      Effect.gen(function* () {
        assert.isTrue(Exit.isFailure((yield* links(true)).exit))
      }).pipe(world),
    )
  })

  it.effect("a merge takes the person that the other player is of then", () =>
    Effect.gen(function* () {
      const [one, other] = yield* pair
      const third = yield* loginAnon(3)
      const merges = (after: Effect.Effect<void>) =>
        Layer.fresh(Merges.layer).pipe(Layer.provide(storesLookingUp(after, false, 2)))
      const exit = yield* meets((after) => Effect.provide(merge(one, other), merges(after)), merge(third, other))
      assert(Exit.isSuccess(exit))
      assert.sameMembers([...exit.value.moved_players], [playerIn(other), playerIn(third)])
      assert.strictEqual(yield* (yield* PersonStore).ofPlayer(playerIn(other)), whoIs(one).personId)
      assert.deepStrictEqual(yield* faults, none)
    }).pipe(world),
  )

  it.effect("the control, which locks in the order in which the persons are named, is undone and begins again", () =>
    Effect.gen(function* () {
      const [one, other] = yield* pair
      const persons = yield* PersonStore
      const transaction = yield* Transaction
      const meeting = yield* rendezvous(2)
      let runs = 0
      const lock = (first: LoginResult, second: LoginResult) =>
        transaction.run(
          Effect.gen(function* () {
            runs++
            yield* persons.nextRevision(whoIs(first).personId, undefined)
            yield* meeting
            yield* persons.nextRevision(whoIs(second).personId, undefined)
          }),
        )
      yield* Effect.all([lock(one, other), lock(other, one)], { concurrency: "unbounded" })
      assert.isAbove(runs, 2)
    }).pipe(world),
  )
})
