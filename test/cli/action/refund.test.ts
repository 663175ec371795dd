/** `garrison order refund`, `player claw-back` and `player trace`: what they say, change, and how it is undone. */
import { assert, describe, it } from "@effect/vitest"
import { GOLD, POUCH_LOOT } from "../../support/catalog.ts"
import { flawsIn, NOBODY, smallWorld, type World } from "../support/world.ts"

/** A player whose pouch of 50 gold has been given, and 20 of it taken again by hand. */
const spent = async ({ ada, file, json }: World) => {
  const given = await json("order", "submit", ada, "--loot", String(POUCH_LOOT))
  const { data } = await json("player", "inventory", ada)
  const [{ inventory_id: record } = {}] = data as ReadonlyArray<Record<string, unknown>>
  const entries = [{ type: "update_inventory", inventory_id: record, quantity: 30 }]
  const taken = await json("order", "submit", ada, "--file", file("take.json", JSON.stringify({ entries })))
  return { order: String(given["order_id"]), taker: String(taken["order_id"]), record: String(record) }
}

describe("garrison order refund", () => {
  it("shows what cannot be taken and where it went, and changes nothing as a dry run", async () => {
    const world = await smallWorld()
    const { ada, rows, run } = world
    const { order, record, taker } = await spent(world)
    const rehearsed = await run("order", "refund", ada, order, "--dry-run")
    assert.strictEqual(rehearsed.code, 0, rehearsed.stderr)
    assert.match(rehearsed.stdout, /^state +not all can be taken: refused without --partial$/m)
    assert.match(
      rehearsed.stdout,
      new RegExp(
        `^CANNOT BE TAKEN\\n  20 of item Gold \\(1\\) in bucket none\\n    20 taken by order ${taker} at .*\\n$`,
        "m",
      ),
    )
    assert.include(rehearsed.stdout, `TAKEN\n  30 of item Gold (1) in bucket none, from record ${record}\n`)
    assert.include(rehearsed.stderr, "dry run")
    assert.lengthOf(rows("SELECT 1 FROM player_order"), 2)
  })

  it("asks nobody about what its rehearsal refuses", async () => {
    const world = await smallWorld()
    const { ada, rows, run } = world
    const { order } = await spent(world)
    const refund = ["order", "refund", ada, order, "--reason", "ticket 4711"]
    const refused = await run(...refund)
    assert.strictEqual(refused.code, 5, refused.stderr)
    assert.include(refused.stdout, "CANNOT BE TAKEN")
    assert.include(refused.stderr, "--partial takes what is there")
    assert.notInclude(refused.stderr, "--yes")
    assert.include((await run(...refund, "--partial")).stderr, "Add --yes to confirm.")
    assert.lengthOf(rows("SELECT 1 FROM player_order"), 2)
  })

  it("is refused, or writes down what is owed, which show and inventory tell", async () => {
    const world = await smallWorld()
    const { ada, json, run } = world
    const { order } = await spent(world)
    const refund = ["order", "refund", ada, order, "--yes"]
    assert.deepStrictEqual(
      await flawsIn(run, [
        [refund, 2, "reason"],
        [[...refund, "--reason", "ticket 4711"], 5, "Not all of it can be taken back."],
        [["order", "refund", ada, NOBODY, "--yes", "--reason", "ticket 4711"], 3, "has no order"],
      ]),
      [],
    )
    const done = await json(...refund, "--partial", "--reason", "ticket 4711")
    assert.deepInclude(done, { state: "done", is_whole: false, refunded_order_id: order })
    assert.deepStrictEqual(done["owed"], [{ item_id: GOLD, bucket: "none", count: 20 }])
    const refundId = String(done["order_id"])
    for (const command of [
      ["player", "show", ada],
      ["player", "inventory", ada],
    ]) {
      assert.match((await run(...command)).stdout, new RegExp(`^20 +Gold \\(1\\).* +none +.* +${refundId}$`, "m"))
    }
    assert.match((await run("order", "show", ada, order)).stdout, new RegExp(`^refunded by +${refundId}$`, "m"))
    const shown = await run("order", "show", ada, refundId)
    assert.match(shown.stdout, new RegExp(`^refunds order +${order}\\nowed +20 of item Gold \\(1\\) in none$`, "m"))
    assert.match((await run("order", "explain", ada, refundId)).stdout, new RegExp(`^refunds order +${order}$`, "m"))
    assert.strictEqual((await run("ledger", "verify")).code, 0)
    const again = await json(...refund, "--reason", "ticket 4711")
    assert.deepInclude(again, { state: "done_before", order_id: refundId })
  })

  it("names the command that undoes it, and both are exported and replayed", async () => {
    const world = await smallWorld()
    const { ada, file, json, run } = world
    const { order_id: order } = await json("order", "submit", ada, "--loot", String(POUCH_LOOT))
    const done = await run("order", "refund", ada, String(order), "--yes", "--reason", "ticket-4711")
    const [, undo = ""] = /^To undo this: garrison (.*) --reason .*$/m.exec(done.stderr) ?? []
    const undone = await run(...undo.split(" "), "--yes", "--reason", "ticket 4712")
    assert.strictEqual(undone.code, 0, undone.stderr)
    const { data } = await json("player", "inventory", ada)
    assert.deepInclude((data as ReadonlyArray<object>)[0], { item_id: GOLD, count: 50 })
    assert.strictEqual((await run("order", "replay", ada)).code, 0)
    const exported = await run("order", "export", ada)
    const replayed = await run("order", "replay", "--corpus", file("corpus.jsonl", exported.stdout))
    assert.strictEqual(replayed.code, 0, replayed.stdout + replayed.stderr)
    assert.match(replayed.stdout + replayed.stderr, /3 orders/)
  })
})

describe("garrison player claw-back and trace", () => {
  it("take an item, and show where it came from", async () => {
    const world = await smallWorld()
    const { ada, json, run } = world
    const { order } = await spent(world)
    const clawed = await json("player", "claw-back", ada, String(GOLD), "--count", "10", "--yes", "--reason", "duped")
    assert.deepInclude(clawed, { state: "done", wanted: 10 })
    const asked = await run("player", "claw-back", ada, String(GOLD), "--count", "1", "--reason", "duped")
    assert.include(asked.stdout, "TAKEN\n  1 of item Gold (1) in bucket none")
    assert.include(asked.stderr, `This takes item Gold (1) from player ${ada}.`)
    const traced = await run("player", "trace", ada, "--item", String(GOLD))
    assert.match(traced.stdout, new RegExp(`^  \\+50 by order ${order} \\(SUPPORT\\) at .*: 20 left$`, "m"))
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["player", "trace", ada], 2, "A trace needs --item, --record or --order."],
        [["player", "claw-back", ada, "1", "--count", "99", "--yes", "--reason", "duped"], 5, "Not all of it"],
      ]),
      [],
    )
  })
})
