/** `garrison ledger`: where records came from, and inventories recomputed. */
import { assert, describe, it } from "@effect/vitest"
import { GOLD, POUCH_LOOT } from "../../support/catalog.ts"
import { NOBODY, smallWorld, type World } from "../support/world.ts"

const pouch = (world: World, count: number) =>
  world.json("order", "submit", world.ada, "--loot", String(POUCH_LOOT), "--quantity", String(count))

interface Records {
  readonly data: ReadonlyArray<{ readonly inventory_id: string; readonly item_id: number }>
}

const goldOf = async (world: World): Promise<string> => {
  const { data } = (await world.json("player", "inventory", world.ada)) as unknown as Records
  return data.find(({ item_id }) => item_id === GOLD)?.inventory_id ?? ""
}

describe("garrison ledger show", () => {
  it("shows the changes of a record with their orders, the newest first", async () => {
    const world = await smallWorld()
    const [first, second] = [await pouch(world, 1), await pouch(world, 2)]
    const record = await goldOf(world)
    const { changes } = await world.json("ledger", "show", world.ada, record)
    const facts = { item_id: GOLD, source: "SUPPORT", entry_type: "fill_loot", loot_id: POUCH_LOOT, other_changes: [] }
    for (const [at, expected] of [
      { ...facts, revision: 2, delta: 100, count_after: 150, order_id: second["order_id"] },
      { ...facts, revision: 1, delta: 50, count_after: 50, order_id: first["order_id"] },
    ].entries()) {
      assert.deepInclude((changes as ReadonlyArray<object>)[at], expected)
    }
    const shown = await world.run("ledger", "show", world.ada, record, "--limit", "1")
    assert.match(
      shown.stdout,
      /REVISION +TIME +CHANGE +ORDER_ID +SOURCE +ENTRY +WITH\n2 .*\+100 to 150 .*fill_loot 100 +-\n$/,
    )
    const older = await world.run("ledger", "show", world.ada, record, "--before", "2")
    assert.include(older.stdout, "+50 to 50")
    assert.notInclude(older.stdout, "+100 to 150")
  })

  it("says what there is none of", async () => {
    const world = await smallWorld()
    const noRecord = await world.run("ledger", "show", world.ada, NOBODY)
    assert.deepInclude(noRecord, { code: 3 })
    assert.include(noRecord.stderr, `has no record ${NOBODY}`)
    const noPlayer = await world.run("ledger", "show", NOBODY, NOBODY)
    assert.deepInclude(noPlayer, { code: 3 })
    assert.include(noPlayer.stderr, NOBODY)
  })
})

describe("garrison ledger verify", () => {
  it("finds nothing where nothing is wrong, and each difference with what the ledger comes to", async () => {
    const world = await smallWorld()
    await pouch(world, 1)
    const sound = await world.run("ledger", "verify")
    assert.deepStrictEqual(
      [sound.code, sound.stdout],
      [
        0,
        "1 player, 1 order, 1 record, 1 ledger row: 0 differences\n" +
          "1 order with a plain seal, which a writer of the database can make too\n",
      ],
    )
    const record = await goldOf(world)
    world.exec("UPDATE inventory_record SET count = 77; UPDATE inventory_count SET count = 77")
    const found = await world.run("ledger", "verify")
    assert.strictEqual(found.code, 1)
    const [fault] = found.stdout.split("\n")
    assert.strictEqual(
      fault,
      `player ${world.ada}, record ${record} of item ${GOLD}, count: ` +
        "The stored record is not what its ledger comes to. It should be 50; stored is 77.",
    )
    assert.include(found.stderr, "1 difference between inventories, their ledger and their orders")
    const asJson = await world.run("ledger", "verify", "--player", world.ada, "--json")
    assert.strictEqual(asJson.code, 1)
    assert.deepInclude(JSON.parse(asJson.stdout), {
      players: 1,
      differences: [
        {
          player_uuid: world.ada,
          fault: "record_differs",
          inventory_id: record,
          item_id: GOLD,
          field: "count",
          expected: "50",
          found: "77",
        },
      ],
    })
    const nobody = await world.run("ledger", "verify", "--player", NOBODY)
    assert.strictEqual(nobody.code, 3)
  })

  it("says which orders have a keyed seal, and ends with another status where it cannot check them", async () => {
    const world = await smallWorld()
    await pouch(world, 1)
    const env = { GARRISON_KEY_SECRET: "the-key-secret-of-this-small-world!" }
    const submitted = await world.runWith({ env }, "order", "submit", world.ada, "--loot", String(POUCH_LOOT))
    assert.strictEqual(submitted.code, 0, submitted.stderr)
    const keyed = await world.runWith({ env }, "ledger", "verify")
    assert.deepStrictEqual(
      [keyed.code, keyed.stdout.split("\n").slice(1, 3)],
      [0, ["1 order with a keyed seal", "1 order with a plain seal, which a writer of the database can make too"]],
    )
    const without = await world.run("ledger", "verify")
    assert.strictEqual(without.code, 4)
    assert.include(without.stdout, "not checkable: 1 keyed seal, because the keys in this database are encrypted")
    assert.include(without.stderr, "GARRISON_KEY_SECRET")
    const asJson = await world.run("ledger", "verify", "--json")
    const { seals } = JSON.parse(asJson.stdout)
    assert.deepInclude(seals, { keyed: 1, plain: 1, unsealed: 0, not_checkable: 1 })
    assert.include(seals.missing, "are encrypted")
  })
})
