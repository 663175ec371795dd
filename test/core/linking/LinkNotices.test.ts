/** Players are told of changed ways to log in (decisions, section 14; guarantees R61). */
import { assert, describe, it } from "@effect/vitest"
import { LinkNotices } from "@garrison/core/linking/LinkNotices"
import { Links } from "@garrison/core/linking/Links"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import { Notifications } from "@garrison/core/notification/Notifications"
import { PlayerNotFound } from "@garrison/core/player/errors"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { testAct } from "../../support/acts.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { codeOf, inLoginWorld, loginAnon, whoIs } from "../../support/logins.ts"
import { golf, golfUser, grantsEnabled, link, loginGolf, portals, unlink } from "./linking.ts"

const notice = {
  is: "link",
  playerUuid: PlayerUuid.make("00000000-0000-7000-8000-000000000001"),
  platform: "Golf",
  at: 0,
} as const

/** Notices over a list that takes a notification at the `kept`th try, and at none before. */
const noticesThatFail = (kept: number) => {
  const tries: Array<string> = []
  const append: Notifications["Service"]["append"] = (_, { message }) =>
    Effect.suspend(() => {
      tries.push(message)
      return tries.length < kept ? Effect.die(new StorageUnavailable("down")) : Effect.succeed({} as never)
    })
  const list = Layer.mock(Notifications, { append })
  return { tries, layer: Layer.provide(LinkNotices.layer, list) }
}

describe("a notice that storage does not take", () => {
  it.effect("is tried again after 0, 1, 5, 21 and 85 seconds, and the change does not wait for it", () => {
    const { layer, tries } = noticesThatFail(99)
    return Effect.gen(function* () {
      yield* (yield* LinkNotices).notify(notice)
      const counts = [tries.length]
      for (const seconds of [0, 1, 4, 16, 64, 1000]) {
        yield* TestClock.adjust(seconds * 1000)
        counts.push(tries.length)
      }
      assert.deepStrictEqual(counts, [1, 2, 3, 4, 5, 6, 6])
    }).pipe(Effect.provide(layer))
  })

  it.effect("is tried no more once storage took it", () => {
    const { layer, tries } = noticesThatFail(3)
    return Effect.gen(function* () {
      yield* (yield* LinkNotices).notify(notice)
      yield* TestClock.adjust("10 minutes")
      assert.lengthOf(tries, 3)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is not tried again for a player that was removed", () => {
    let tries = 0
    const append = () => Effect.suspend(() => (tries++, new PlayerNotFound({ code: "resource_not_found" })))
    const layer = Layer.provide(LinkNotices.layer, Layer.mock(Notifications, { append }))
    return Effect.gen(function* () {
      yield* (yield* LinkNotices).notify(notice)
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(tries, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("waits with at most 1,000 others; a further one has one try", () => {
    const { layer, tries } = noticesThatFail(Number.POSITIVE_INFINITY)
    return Effect.gen(function* () {
      const { notify } = yield* LinkNotices
      for (let count = 0; count < 1010; count++) yield* notify(notice)
      yield* TestClock.adjust("10 minutes")
      assert.lengthOf(tries, 1010 + 5 * 1000)
    }).pipe(Effect.provide(layer))
  })
})

onEachDatabase((name, database) => {
  const world = inLoginWorld({ database, portals, settings: { grantsEnabled, portalUsersPerPersonMax: 2 } })

  const toldTo = Effect.fnUntraced(function* (result: Parameters<typeof whoIs>[0]) {
    const { wires } = yield* (yield* Notifications).page(whoIs(result).playerUuid, { page_size: 10 })
    return wires.map((wire) => {
      const { custom_data, message } = JSON.parse(wire) as Readonly<Record<string, unknown>>
      return { message, custom_data }
    })
  })

  describe(`a player is told, on ${name},`, () => {
    it.effect("of each link and unlink, with platform and time, once it is stored", () =>
      Effect.gen(function* () {
        const device = yield* loginAnon(1)
        yield* TestClock.adjust("5 seconds")
        yield* link(device, golf("ada"))
        yield* TestClock.adjust("5 seconds")
        assert.strictEqual(yield* codeOf(link(device, golf("ada"))), "ok", "nothing changed")
        assert.strictEqual(yield* codeOf(link(device, golf("eve"))), "too_many_portal_users")
        assert.strictEqual(yield* codeOf(unlink(device, golfUser("eve"))), "resource_not_found")
        yield* unlink(device, golfUser("ada"))
        assert.deepStrictEqual(yield* toldTo(device), [
          {
            message: "A user of Golf was unlinked, and may no longer log in as you.",
            custom_data: { event: "portal_user_unlinked", platform: "Golf", at: "1970-01-01T00:00:10.000Z" },
          },
          {
            message: "A user of Golf was linked, and may log in as you.",
            custom_data: { event: "portal_user_linked", platform: "Golf", at: "1970-01-01T00:00:05.000Z" },
          },
        ])
      }).pipe(world),
    )

    it.effect("of the act of an operator, but not of a rehearsal", () =>
      Effect.gen(function* () {
        const device = yield* loginAnon(1)
        yield* link(device, golf("ada"))
        const unlinkBy = (act: typeof testAct & { readonly dryRun?: boolean }) =>
          Links.use((links) => links.unlinkFor(whoIs(device).playerUuid, golfUser("ada"), act))
        yield* unlinkBy({ ...testAct, dryRun: true })
        assert.lengthOf(yield* toldTo(device), 1)
        yield* unlinkBy(testAct)
        assert.lengthOf(yield* toldTo(device), 2)
        assert.lengthOf(yield* toldTo(yield* loginGolf("ada")), 0)
      }).pipe(world),
    )

    it.effect("later, where the list takes nothing at that moment; the link is stored all the same", () =>
      Effect.gen(function* () {
        let isDown = true
        const list = Layer.effect(
          Notifications,
          Effect.map(Notifications, (all) => ({
            ...all,
            append: (...given: Parameters<typeof all.append>) =>
              Effect.suspend(() => (isDown ? Effect.die(new StorageUnavailable("down")) : all.append(...given))),
          })),
        )
        const scope = yield* Effect.scope
        const links = yield* Layer.buildWithScope(Layer.fresh(Links.layer).pipe(Layer.provide(list)), scope)
        const device = yield* loginAnon(1)
        assert.strictEqual(yield* Effect.provideContext(codeOf(link(device, golf("ada"))), links), "ok")
        assert.deepStrictEqual(yield* toldTo(device), [])
        isDown = false
        yield* TestClock.adjust("1 second")
        while ((yield* toldTo(device)).length === 0) yield* Effect.yieldNow
        assert.lengthOf(yield* toldTo(device), 1)
      }).pipe(world),
    )
  })
})
