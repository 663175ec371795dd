/** `garrison player show --section`, `orders`, `give` and `take`: a player whole, and what operators give and take. */
import { assert, describe, it } from "@effect/vitest"
import { flawsIn, NOBODY, smallWorld } from "../support/world.ts"

describe("a player whole, by the command", () => {
  it("is shown by sections, with what an operator gave and took", async () => {
    const { ada, json, run } = await smallWorld()
    const given = await json("player", "give", ada, "1", "50", "--reason", "ticket 4711")
    assert.deepNestedInclude(given, { "order.source": "SUPPORT", "reverse.operation": "order.refund" })
    const taken = await json("player", "take", ada, "1", "20", "--reason", "ticket 4711", "--yes")
    assert.deepNestedInclude(taken, { "order.entries[0].result": "success" })
    const whole = await json("player", "show", ada, "--section", "all")
    assert.deepNestedInclude(whole, {
      "inventory.data[0].name": "Gold",
      "inventory.data[0].count": 30,
      "audit.data[0].operation": "item.take",
      "audit.data[0].reason": "ticket 4711",
    })
    const one = await json("player", "show", ada, "--section", "inventory", "--limit", "1")
    assert.hasAnyKeys(one, ["inventory"])
    assert.doesNotHaveAnyKeys(one, ["orders", "sessions", "audit"])
    const { stdout } = await run("player", "show", ada, "--section", "all")
    for (const heading of ["inventory", "orders", "sessions", "logins", "audit", "notifications"]) {
      assert.match(stdout, new RegExp(`^${heading}$`, "m"))
    }
    const { stdout: lines } = await run("player", "orders", ada, "--ndjson")
    assert.deepStrictEqual(
      lines
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).entries[0].type),
      ["update_inventory", "create_new_persistent_inventory"],
    )
  })

  it("pages the orders by a marker", async () => {
    const { ada, json, run } = await smallWorld()
    for (const count of ["1", "2", "3"]) await json("player", "give", ada, "1", count, "--reason", "ticket")
    const first = await json("player", "orders", ada, "--limit", "2")
    assert.lengthOf(first["data"] as ReadonlyArray<unknown>, 2)
    const rest = await json("player", "orders", ada, "--limit", "2", "--after", String(first["next"]))
    assert.deepNestedInclude(rest, { "data[0].entries[0].quantity": 1, next: null })
    const { stdout } = await run("player", "orders", ada)
    assert.match(stdout, /SUPPORT +1 +0 +3 × Gold \(1\)\n/)
  })

  it("takes a marker that begins with a hyphen for a marker, and not for a flag", async () => {
    const { ada, run } = await smallWorld()
    const { stderr } = await run("player", "orders", ada, "--after", "-3kYMBjEMn0a8NdIj")
    assert.include(stderr, "--after: must be")
  })

  it("refuses what cannot be given or taken, and stores nothing", async () => {
    const { ada, json, run, rows } = await smallWorld()
    assert.deepStrictEqual(
      await flawsIn(run, [
        [
          ["player", "give", ada, "99", "1", "--reason", "ticket"],
          5,
          "The order would not be fulfilled: item_not_found.",
        ],
        [["player", "give", NOBODY, "1", "1", "--reason", "ticket"], 3, `There is no player ${NOBODY}.`],
        [["player", "take", ada, "1", "1", "--reason", "ticket", "--yes"], 5, "Not all of it can be taken back."],
        [["player", "give", ada, "1", "0", "--reason", "ticket"], 2, "count: must be at least 1"],
        [["player", "orders", NOBODY], 3, `There is no player ${NOBODY}.`],
        [["player", "orders", ada, "--after", "nothing"], 2, "--after: must be the marker"],
      ]),
      [],
    )
    await json("player", "give", ada, "1", "1", "--reason", "ticket", "--dry-run")
    assert.deepStrictEqual(rows("SELECT 1 FROM player_order"), [])
  })
})
