import { assert, describe, it } from "@effect/vitest"
import { PersonId, PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { Heartbeat, ReportedPresence } from "@garrison/core/presence/PresenceStore"
import { WaitingHeartbeats } from "@garrison/core/presence/WaitingHeartbeats"

const [ada, bob] = [
  PlayerUuid.make("01890a5d-0000-774b-bcce-b302099a8057"),
  PlayerUuid.make("01890a5d-1111-774b-bcce-b302099a8057"),
]
const personId = PersonId.make("01890a5d-ffff-774b-bcce-b302099a8057")

const heartbeat = (playerUuid: PlayerUuid, at: number): Heartbeat => ({
  personId,
  playerUuid,
  platform: "Golf",
  revision: 1,
  at,
})

const reported = (lastSeen: number): ReportedPresence => ({
  personId,
  playerUuid: ada,
  platform: "Golf",
  displayName: "Ada",
  report: { status: "online", message: undefined, customData: undefined, doNotDisturb: false, lastSeen, revision: 7 },
})

describe("heartbeats that wait", () => {
  it("are at most one of a player, the latest, and no more players than there is room for", () => {
    const waiting = new WaitingHeartbeats(1)
    assert.isTrue(waiting.add(heartbeat(ada, 10)))
    assert.isTrue(waiting.add(heartbeat(ada, 9)))
    assert.strictEqual(waiting.timeOf(ada), 10)
    assert.isTrue(waiting.add(heartbeat(ada, 11)))
    assert.isFalse(waiting.add(heartbeat(bob, 12)))
    assert.deepStrictEqual([waiting.timeOf(ada), waiting.timeOf(bob), waiting.size], [11, undefined, 1])
  })

  it("count while they are being stored, and wait again if they were not, behind no later one", () => {
    const waiting = new WaitingHeartbeats(2)
    waiting.add(heartbeat(ada, 10))
    waiting.add(heartbeat(bob, 10))
    const part = waiting.take(2)
    assert.deepStrictEqual(
      part.map(({ playerUuid }) => playerUuid),
      [ada, bob],
    )
    assert.deepStrictEqual([waiting.timeOf(ada), waiting.size], [10, 0])
    waiting.add(heartbeat(ada, 20))
    assert.strictEqual(waiting.timeOf(ada), 20)
    waiting.settle(part, false)
    assert.deepStrictEqual([waiting.timeOf(ada), waiting.timeOf(bob), waiting.size], [20, 10, 2])
    waiting.settle(waiting.take(2), true)
    assert.deepStrictEqual([waiting.timeOf(ada), waiting.timeOf(bob)], [undefined, undefined])
  })

  it("give way to a whole report, unless they came after it", () => {
    const waiting = new WaitingHeartbeats(1)
    waiting.add(heartbeat(ada, 1000))
    waiting.outrunBy(reported(999), 60)
    assert.deepStrictEqual(waiting.take(1), [{ ...heartbeat(ada, 1000), revision: 7 }])
    for (const [at, stored] of [
      [1000, 1000],
      [1000, 2000],
      // A time far ahead is that of a clock that was set back.
      [61_001, 1000],
    ] as const) {
      waiting.add(heartbeat(ada, at))
      waiting.outrunBy(reported(stored), 60)
      assert.strictEqual(waiting.size, 0)
    }
  })
})
