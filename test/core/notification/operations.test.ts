/** By whose session a listener listens: that of the player, where the player asks. */
import { assert, describe, it } from "@effect/vitest"
import type { Caller } from "@garrison/core/kernel/Caller"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { NotificationDelivery } from "@garrison/core/notification/NotificationDelivery"
import { pollNotifications } from "@garrison/core/notification/operations/pollNotifications"
import { streamNotifications } from "@garrison/core/notification/operations/streamNotifications"
import { type Act, localActor } from "@garrison/core/operation/Act"
import * as Effect from "effect/Effect"

const player = "00000000-0000-7000-8000-000000000001" as PlayerUuid

/** The callers that delivery is given by a stream and by a poll of this act. */
const callersBy = Effect.fnUntraced(function* (act: Act) {
  const callers: Array<Caller | undefined> = []
  const take = (_player: unknown, _request: unknown, caller: Caller | undefined) => {
    callers.push(caller)
    return Effect.die("enough was seen")
  }
  const delivery = { stream: take, poll: take } as unknown as NotificationDelivery["Service"]
  const input = { player_uuid: player }
  const both = Effect.andThen(Effect.exit(streamNotifications.run(input, act)), pollNotifications.run(input, act))
  yield* Effect.exit(Effect.provideService(both, NotificationDelivery, delivery))
  return callers
})

describe("who waits for notifications", () => {
  it.effect("does so by the session of the player", () =>
    Effect.gen(function* () {
      const caller = { kind: "player", subject: player } as unknown as Caller
      const actor = { ...localActor("ada"), kind: "player", caller } as const
      assert.deepStrictEqual(yield* callersBy({ actor }), [caller, caller])
    }),
  )

  it.effect("has no session as a program in the same process, so that none ends it", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* callersBy({ actor: localActor("host") }), [undefined, undefined])
    }),
  )
})
