/** The screen of notifications: its frames, and the form to send one. */
import { assert, describe, it } from "@effect/vitest"
import { notificationsScreen } from "@garrison/tui/screen/notifications"
import { assertDrawable } from "../../support/tui/anyKeys.ts"
import { type Answers, Driven, Refused } from "../../support/tui/driven.ts"
import { assertFrames } from "../../support/tui/frames.ts"
import { hostileTexts } from "../../support/tui/hostile.ts"

const player = "019aa1f2-6f5e-7000-8000-000000000001"

const rows = [
  {
    message: "Your trade was accepted. ".repeat(20),
    custom_data: { event: "trade", trade: "4711" },
    rh_url: "https://game.example/trade/4711",
    etag: "7",
    notification_id: "n-2",
    created: "2026-03-01T11:59:58.000Z",
  },
  { message: "Welcome.", notification_id: "n-1", created: "2026-02-01T10:00:00.000Z" },
]

const answering =
  (data: ReadonlyArray<object>, name = "Ada"): Answers =>
  (operation) =>
    operation === "player.show" ? { display_name: name } : { player_uuid: player, data, next: null }

const open = (answers: Answers = answering(rows)) =>
  new Driven({
    screens: [notificationsScreen],
    screen: "notifications",
    params: { player_uuid: player },
    answers,
    acts: (operation, input, { dryRun }) => {
      ran.push({ operation, input, dryRun })
      return { player_uuid: player, notification: rows[1] }
    },
  })
const ran: Array<object> = []

describe("the screen of notifications", () => {
  it("is drawn", () => {
    assertFrames(open(), "notifications", "long")
    assertFrames(open().press("j"), "notifications", "short")
    assertFrames(open().press("n"), "notifications", "form")
    assertFrames(open(answering([])), "notifications", "empty")
    const refusal = new Refused({ code: "resource_not_found", message: "There is no such player." })
    assertFrames(
      open(() => refusal),
      "notifications",
      "nobody",
    )
    assert.include(open().frame(), "Ada")
  })

  it("keeps the list when the name of the player is refused", () => {
    const refusal = new Refused({ code: "insufficient_permissions", message: "It is not for you." })
    const driven = open((operation, ...rest) =>
      operation === "player.show" ? refusal : answering(rows)(operation, ...rest),
    )
    assert.include(driven.frame(), "Your trade was accepted.")
  })

  it("sends one: the form is made of the schema of the operation, and the act is rehearsed first", () => {
    ran.length = 0
    const driven = open().press("n")
    for (const field of ["message", "rh_url", "custom_data", "etag"]) assert.include(driven.frame(), field)
    driven.type("Hello").press("enter")
    assert.deepStrictEqual(ran, [
      {
        operation: "notification.send",
        input: { player_uuid: player, message: "Hello", rh_url: undefined, custom_data: undefined, etag: undefined },
        dryRun: true,
      },
    ])
    // It cannot be taken back, so the name of the player is typed.
    driven.type("Ada").press("enter")
    assert.lengthOf(ran, 2)
    assert.include(driven.frame(), "Done.")
  })

  it("is drawn after any keys, whatever was sent", () => {
    const texts = Object.values(hostileTexts)
    const hostile = texts.map((text, at) => ({
      message: text,
      custom_data: { [text]: text },
      rh_url: text,
      etag: text,
      notification_id: text + String(at),
      created: "2026-02-01T10:00:00.000Z",
    }))
    assertDrawable(() => open(answering(hostile, texts[0])), [notificationsScreen])
    assert.isAbove(hostile.length, 5)
  })
})
