/** `garrison notify`: what a notification may hold, and to whom it can be sent. */
import { assert, describe, it } from "@effect/vitest"
import { flawsIn, NOBODY, smallWorld } from "../support/world.ts"

describe("garrison notify", () => {
  it("appends what is given, and prints it as the player will read it", async () => {
    const { ada, json, rows, run } = await smallWorld()
    const flags = ["--url", "/inventory/v1/catalog/vendor", "--etag", "abc", "--data", "kind=shop", "--data", "a=b=c"]
    const sent = await json("notify", ada, "New gear", ...flags)
    assert.deepInclude(sent, {
      message: "New gear",
      rh_url: "/inventory/v1/catalog/vendor",
      etag: "abc",
      custom_data: { kind: "shop", a: "b=c" },
    })
    const { stdout } = await run("notify", ada, "Łódź 龍")
    assert.match(stdout, new RegExp(`^sent to +${ada}\nnotification_id +\\S+\nmessage +Łódź 龍\n$`))
    assert.lengthOf(rows("SELECT 1 FROM notification"), 2)
  })

  it("refuses what a notification cannot be, by its flag, and appends nothing", async () => {
    const { ada, deletePlayer, grace, rows, run } = await smallWorld()
    deletePlayer(grace)
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["notify", NOBODY, "Hello"], 3, `There is no player ${NOBODY}.`],
        [["notify", "ada", "Hello"], 2, '"ada" is not a player_uuid.'],
        [["notify", ada, "x".repeat(4097)], 2, "message: must be at most 4096 characters"],
        [["notify", ada, "Hello", "--url", "x".repeat(5000)], 2, "--url: must be"],
        [["notify", ada, "Hello", "--etag", "x".repeat(5000)], 2, "--etag: must be"],
        [["notify", ada, "Hello", "--data", "kind"], 2, '--data must be NAME=VALUE, not "kind".'],
        [["notify", ada], 2, "<message> is missing."],
        [["notify", ada, "Hello", "you"], 2, 'This command does not take "you".'],
      ]),
      [],
    )
    assert.deepStrictEqual(rows("SELECT 1 FROM notification"), [])
  })
})
