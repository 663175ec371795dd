/** Which portal users a session may take away, and which logins are recent (decisions, section 14; guarantees R61). */
import { assert, describe, it } from "@effect/vitest"
import { PersonId, PlayerUuid } from "@garrison/core/kernel/Identifier"
import { isRecentLogin, isTooNew } from "@garrison/core/linking/rules"
import type { PortalUserKey } from "@garrison/core/player/schema"

const uuid = (last: number) => `00000000-0000-7000-8000-00000000000${last}`
const [first, second] = [PlayerUuid.make(uuid(1)), PlayerUuid.make(uuid(2))]

const golf = (portalUserId: string): PortalUserKey => ({ platform: "Golf", portalUserId })

/** Whether `asking` may not remove `user`, at 100, among portal users of these ages; trusted from 10 on. */
const tooNew = (
  ages: Readonly<Record<string, number>>,
  asking: string,
  user: string,
  ofSecond: ReadonlyArray<string> = [],
) =>
  isTooNew({
    person: {
      personId: PersonId.make(uuid(9)),
      players: [first, second],
      portalUsers: Object.entries(ages).map(([id, age]) => ({
        ...golf(id),
        displayName: id,
        playerUuid: ofSecond.includes(id) ? second : first,
        createdAt: 100 - age,
      })),
    },
    user: golf(user),
    asking: golf(asking),
    now: 100,
    trustMillis: 10,
  })

describe("a portal user", () => {
  it("that is young removes none that is older, and any that is as old or younger", () => {
    assert.isTrue(tooNew({ old: 50, young: 9 }, "young", "old"))
    assert.isTrue(tooNew({ older: 9, young: 8, other: 9 }, "young", "older"))
    assert.isFalse(tooNew({ old: 50, young: 9, younger: 8 }, "young", "younger"))
    assert.isFalse(tooNew({ one: 5, two: 5 }, "one", "two"))
  })

  it("that is trusted removes any", () => {
    assert.isFalse(tooNew({ old: 50, trusted: 10 }, "trusted", "old"))
    assert.isFalse(tooNew({ old: 50, young: 1 }, "old", "young"))
  })

  it("removes itself if one stays that may remove it", () => {
    assert.isFalse(tooNew({ old: 50, young: 1 }, "young", "young"))
    assert.isFalse(tooNew({ old: 50, trusted: 10 }, "old", "old"))
    assert.isTrue(tooNew({ old: 50, young: 9 }, "old", "old"))
    assert.isFalse(tooNew({ old: 50, young: 9, trusted: 10 }, "old", "old"))
  })

  it("of another player of the person does not count as one that stays", () => {
    assert.isTrue(tooNew({ old: 50, young: 9, sibling: 60 }, "sibling", "old", ["sibling"]))
    assert.isFalse(tooNew({ old: 50, trusted: 10, sibling: 60 }, "sibling", "old", ["sibling"]))
  })

  it("that is the last of its player, or not the person's, is left to storage", () => {
    assert.isFalse(tooNew({ only: 1, sibling: 60 }, "sibling", "only", ["sibling"]))
    assert.isFalse(tooNew({ old: 50 }, "old", "nobody"))
  })

  it("that the person does not have any more removes none", () => {
    assert.isTrue(tooNew({ old: 50, trusted: 10 }, "gone", "old"))
  })
})

describe("a login", () => {
  it("is recent up to the last millisecond, also where another clock is ahead, and never if it was none", () => {
    const recent = (openedAt: number, isLogin = true) => isRecentLogin({ openedAt, isLogin }, 1000, 600)
    assert.deepStrictEqual([recent(400), recent(399), recent(1001), recent(1000, false)], [true, false, true, false])
  })
})
