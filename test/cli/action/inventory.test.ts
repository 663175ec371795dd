/** `garrison player inventory`: everything that a player owns, however much that is. */
import { assert, describe, it } from "@effect/vitest"
import { flawsIn, NOBODY, smallWorld } from "../support/world.ts"

const create = (item_id: number, more: object = {}) => ({
  type: "create_new_persistent_inventory",
  item_id,
  quantity: 1,
  ...more,
})

describe("garrison player inventory", () => {
  it("says so where a player owns nothing, and gives scripts an empty list", async () => {
    const { ada, json, run } = await smallWorld()
    const none = await run("player", "inventory", ada)
    assert.deepStrictEqual([none.code, none.stdout, none.stderr], [0, "", "This player owns nothing.\n"])
    assert.deepStrictEqual(await json("player", "inventory", ada), { player_uuid: ada, data: [] })
  })

  it("reads page after page, and shows every record with the name of its item", async () => {
    const { ada, brian, file, json, run } = await smallWorld()
    const entries = Array.from({ length: 70 }, (_, index) => create(1 + (index % 2)))
    const name = file("many.json", JSON.stringify({ source: "SUPPORT", entries }))
    for (let count = 0; count < 3; count++)
      await json("order", "submit", ada, "--file", name, "--set", "orderEntriesPerWindowMax=1000")
    const { data } = await json("player", "inventory", ada)
    const records = data as ReadonlyArray<Record<string, unknown>>
    assert.lengthOf(records, 210)
    assert.lengthOf([...new Set(records.map(({ inventory_id }) => inventory_id))], 210)
    const { stdout } = await run("player", "inventory", ada)
    assert.lengthOf(stdout.match(/^1 +Gold +1 +persistent +\S+ +never +[0-9a-f-]{36}$/gm) ?? [], 105)
    assert.lengthOf(stdout.match(/^2 +Sword +1 +persistent +\S+ +never +[0-9a-f-]{36}$/gm) ?? [], 105)
    assert.deepStrictEqual((await json("player", "inventory", brian))["data"], [])
  })

  it("shows until when a record lasts, and a dash for an item that the catalog no longer names", async () => {
    const { ada, file, json, run } = await smallWorld()
    const entries = [create(1, { expires: "2999-01-01T00:00:00Z" }), create(2)]
    await json("order", "submit", ada, "--file", file("two.json", JSON.stringify({ source: "SUPPORT", entries })))
    await json("catalog", "publish", file("own.json", '{"items":{"1":{"custom_data":{"name":"Coin"}},"2":{}}}'))
    const { stdout } = await run("player", "inventory", ada)
    assert.match(stdout, /^1 +Coin +1 +persistent +\S+ +2999-01-01 00:00:00 UTC /m)
    assert.match(stdout, /^2 +- +1 +persistent +\S+ +never /m)
  })

  it("prints large integers with all their digits", async () => {
    const { ada, exec, json, run } = await smallWorld()
    await json("player", "give", ada, "1", "1", "--reason", "ticket 1")
    exec("UPDATE inventory_record SET legacy_inventory_id = 9007199254740993")
    for (const form of ["--json", "--ndjson"]) {
      const { stdout } = await run("player", "inventory", ada, form)
      assert.match(stdout, /"legacy_inventory_id": ?9007199254740993,/)
    }
  })

  it("refuses what is no player", async () => {
    const { run } = await smallWorld()
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["player", "inventory", NOBODY], 3, `There is no player ${NOBODY}.`, "Check the player_uuid"],
        [["player", "inventory", "nobody"], 3, "There is no player called nobody."],
        [["player", "inventory"], 2, "<player_uuid> is missing."],
      ]),
      [],
    )
  })
})
