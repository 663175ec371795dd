/** Notifications as hosts wait for them: an iterable and a promise, on a Garrison of `open`. */
import { assert, describe, it } from "@effect/vitest"
import { open } from "@garrison/core/open"
import { GarrisonError } from "@garrison/core/GarrisonError"
import type { EmbeddedGarrison } from "@garrison/core/EmbeddedGarrison"
import { sqlite } from "@garrison/sql/storage"
import { afterEach, beforeEach } from "vitest"
import { strangerUuid } from "../support/players.ts"

const codeOf = async (refused: Promise<unknown>): Promise<string> => {
  try {
    await refused
  } catch (error) {
    return error instanceof GarrisonError ? error.code : assert.fail(String(error))
  }
  return assert.fail("was not refused")
}

describe("a host that waits for notifications", () => {
  let garrison: EmbeddedGarrison
  let player: string
  beforeEach(async () => {
    garrison = await open(sqlite(":memory:"), { listenersPerPlayerMax: 2 })
    const credential = { grant_type: "anon", portal_access_token: "a-secret-of-this-device" } as const
    player = (await garrison.login(credential)).active_player_uuid ?? assert.fail()
  })
  afterEach(() => garrison.close())

  it("gets them as they come, in order, and goes on from where it stopped", async () => {
    for (const message of ["one", "two"]) await garrison.notify(player, { message })
    const seen: Array<string> = []
    let last = ""
    for await (const { message, notification_id } of garrison.notificationStream(player, {
      offset_reset_strategy: "earliest",
    })) {
      seen.push(message)
      last = notification_id
      if (message === "two") await garrison.broadcast({ all: true, message: "to all" })
      if (message === "to all") await garrison.notify(player, { message: "three" })
      if (message === "three") break
    }
    assert.deepStrictEqual(seen, ["one", "two", "to all", "three"])
    await garrison.notify(player, { message: "four" })
    const { cursor, notifications } = await garrison.awaitNotifications(player, { exclude_before: last })
    assert.deepStrictEqual(
      notifications.map(({ message }) => message),
      ["four"],
    )
    const waiting = garrison.awaitNotifications(player, { exclude_before: cursor })
    await garrison.notify(player, { message: "five" })
    assert.strictEqual((await waiting).notifications[0]?.message, "five")
  })

  it("polls on in pages that end at a broadcast", async () => {
    await garrison.notify(player, { message: "one" })
    const query = { offset_reset_strategy: "earliest", max_page_size: 1 } as const
    const first = await garrison.awaitNotifications(player, query)
    for (const message of ["two", "three"]) await garrison.notify(player, { message })
    for (const message of ["four", "five", "six"]) await garrison.broadcast({ all: true, message })
    const seen: Array<string> = []
    for (let exclude_before = first.cursor; seen.length < 5;) {
      const { cursor, notifications } = await garrison.awaitNotifications(player, {
        exclude_before,
        max_page_size: 3,
        deadline: 0,
      })
      seen.push(...notifications.map(({ message }) => message))
      exclude_before = cursor
    }
    assert.deepStrictEqual(seen, ["two", "three", "four", "five", "six"])
  })

  it("frees its place when it leaves the loop, and is refused while there are as many as allowed", async () => {
    const streams = [1, 2].map(() => garrison.notificationStream(player, { offset_reset_strategy: "earliest" }))
    await garrison.notify(player, { message: "hello" })
    for (const stream of streams) assert.strictEqual((await stream.next()).value.message, "hello")
    const third = garrison.notificationStream(player)
    assert.strictEqual(await codeOf(third.next()), "too_many_listening_to_single_client")
    await streams[0]?.return?.()
    assert.isTrue((await streams[0]?.next())?.done)
    const fourth = garrison.notificationStream(player, { offset_reset_strategy: "earliest" })
    assert.strictEqual((await fourth.next()).value.message, "hello")
  })

  it("is told what is wrong with its arguments by the first value", async () => {
    assert.strictEqual(await codeOf(garrison.notificationStream("nobody").next()), "invalid_input")
    assert.strictEqual(await codeOf(garrison.notificationStream(player, { exclude_before: "x" }).next()), "bad_id")
    assert.strictEqual(await codeOf(garrison.awaitNotifications(player, { deadline: 901 })), "invalid_input")
    const none = await garrison.awaitNotifications(strangerUuid, { deadline: 0 })
    assert.deepStrictEqual(none.notifications, [])
  })

  it("ends with Garrison, whose end waits for none of them", async () => {
    const stream = garrison.notificationStream(player, { offset_reset_strategy: "earliest" })
    await garrison.notify(player, { message: "hello" })
    await stream.next()
    const [next, poll] = [stream.next(), garrison.awaitNotifications(player, { deadline: 900 })]
    await new Promise(setImmediate)
    await garrison.close()
    assert.isTrue((await next).done)
    assert.deepStrictEqual((await poll).notifications, [])
    assert.strictEqual(await codeOf(garrison.notificationStream(player).next()), "closed")
  })
})
