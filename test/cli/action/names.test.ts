/** Names on the command line: taken wherever an id is, whatever their accents and case, and shown beside it. */
import { assert, describe, it } from "@effect/vitest"
import { flawsIn, smallWorld } from "../support/world.ts"

const shop = `items:
  coins: { custom_data: { name: Münzen } }
  sword: {}
vendors:
  shop:
    loot:
      sword: { item: sword }
      purse: { item: coins, quantity: 5 }
  chest:
    type: randomly_sampled
    loot:
      sword: { item: sword }
      nothing: {}
`

const world = async () => {
  const small = await smallWorld()
  await small.json("catalog", "publish", small.file("shop.yaml", shop))
  return small
}

describe("names on the command line", () => {
  it("stand for loot in orders from flags and files, and in what many orders ask for", async () => {
    const { ada, file, json, run } = await world()
    const bought = await run("order", "submit", ada, "--loot", "SHOP/purse")
    assert.match(bought.stdout, /^fill_loot +shop\/purse \(\d+\) +1 +success +\+5 of item Münzen \(\d+\)$/m)
    const order = { entries: [{ type: "fill_loot", loot: "purse", quantity: 2 }] }
    const quoted = await run("order", "quote", ada, "--file", file("order.json", JSON.stringify(order)))
    assert.match(quoted.stdout, /^fill_loot +shop\/purse \(\d+\) +2 +success +\+10 of item Münzen \(\d+\)$/m)
    const many = file("many.jsonl", JSON.stringify({ player_uuid: ada, ...order }))
    assert.match((await run("order", "submit-many", many)).stdout, / {2}success$/m)
    const found = await json("order", "list", "--loot", "shop/purse", "--item", "munzen")
    assert.lengthOf(found["orders"] as ReadonlyArray<unknown>, 2)
  })

  it("stand for items that are given, taken, clawed back, traced and looked for", async () => {
    const { ada, json, run } = await world()
    const given = await run("player", "give", ada, "munzen", "7", "--reason", "ticket 1")
    assert.match(given.stdout, / \+7 of item Münzen \(\d+\)$/m)
    const taken = await run("player", "take", ada, "Münzen", "2", "--reason", "ticket 1", "--yes")
    assert.match(taken.stdout, / -2 of item Münzen \(\d+\)$/m)
    assert.match((await run("player", "trace", ada, "--item", "munzen")).stdout, /5 of item Münzen \(\d+\)/)
    const { players } = await json("player", "search", "--item", "MUNZEN")
    assert.lengthOf(players as ReadonlyArray<unknown>, 1)
    const clawed = await run("player", "claw-back", ada, "munzen", "--count", "1", "--reason", "ticket 1", "--yes")
    assert.match(clawed.stdout, /^item +Münzen \(\d+\)$/m)
  })

  it("find entries of the catalog by a part, loot also by that of its vendor, and show one whole", async () => {
    const { run } = await world()
    const loot = await run("catalog", "loot", "--find", "SHOP/s")
    assert.match(loot.stdout, /sword/)
    assert.notMatch(loot.stdout, /purse|nothing/)
    assert.match((await run("catalog", "show", "shop/purse")).stdout, /^loot +purse \(\d+\)$/m)
    assert.match((await run("odds", "--published", "--vendor", "chest")).stdout, /^vendor +chest \(\d+\)$/m)
  })

  it("that nothing has are told the nearest, and one that several have what they are", async () => {
    const { ada, file, run } = await world()
    const wrong = file(
      "wrong.json",
      JSON.stringify({ entries: [{ type: "fill_loot", loot: "shop/prse", quantity: 1 }] }),
    )
    const submit = ["order", "submit", ada]
    assert.deepStrictEqual(
      await flawsIn(run, [
        [[...submit, "--loot", "shop/prse"], 3, "The catalog has no loot shop/prse; did you mean shop/purse?"],
        [[...submit, "--loot", "sword"], 2, "Several loot are called sword: chest/sword (", "shop/sword ("],
        [
          [...submit, "--file", wrong],
          2,
          "entries.0.loot: is unknown: the catalog has no loot shop/prse; did you mean",
        ],
        [["player", "give", ada, "swrod", "1", "--reason", "ticket 1"], 3, "has no item swrod; did you mean sword?"],
        [["odds", "--published", "--vendor", "chset"], 3, "has no vendor chset; did you mean chest?"],
      ]),
      [],
    )
  })
})
