/** Policies: every mistake with its place and a guess, and a policy of its own for every catalog. */
import { assert, describe, it } from "@effect/vitest"
import { defaultPolicy } from "@garrison/core/simulation/rules/defaultPolicy"
import { readPolicy } from "@garrison/core/simulation/rules/readPolicy"
import * as Result from "effect/Result"
import { catalogOf } from "../order/catalogs.ts"
import {
  COIN,
  DAILY,
  GOBLIN,
  PASS,
  resultOf,
  SHOP_SWORD,
  SWORD,
  villageCatalog,
  villageNames,
  villageWorld,
} from "./village.ts"

const read = (document: unknown) => readPolicy(document, villageCatalog, villageNames)

/** The findings of a policy with this action alone: place in the action, code and message. */
const findingsOf = (action: unknown): ReadonlyArray<string> => {
  const decoded = read({ cohorts: { all: { actions: [action] } } })
  if (Result.isSuccess(decoded)) return []
  return decoded.failure.map(({ code, message, path }) => `${path.slice(4).join(".")} ${code}: ${message}`)
}

describe("a policy", () => {
  it("names items and loot by the author's name, the shown name in any case, or the id", () => {
    const names = {
      items: villageNames.items,
      loot: { authored: { "camp/goblin": GOBLIN }, shown: new Map([[DAILY, "Daily"]]) },
    }
    const actions = [{ play: "camp/goblin" }, { claim: "daily" }, { buy: SHOP_SWORD }, { buy: String(SHOP_SWORD) }]
    const policy = Result.getOrThrow(readPolicy({ cohorts: { all: { actions } } }, villageCatalog, names))
    assert.deepStrictEqual(
      policy.cohorts[0]?.actions.map(({ order }) => order.entries[0]?.loot_id),
      [GOBLIN, DAILY, SHOP_SWORD, SHOP_SWORD],
    )
  })

  it("measures what its purchases are paid with and give, unless it says otherwise", () => {
    const { currencies, goals } = villageWorld({
      cohorts: { all: { actions: [{ buy: "sword" }, { buy: "pass" }] } },
    }).policy
    assert.deepStrictEqual(currencies, [COIN])
    assert.deepStrictEqual(
      goals.map(({ itemId }) => itemId),
      [SWORD, PASS],
    )
  })

  it("is told what is wrong with an action, and what was probably meant", () => {
    const cases: ReadonlyArray<readonly [unknown, ReadonlyArray<string>]> = [
      [
        { play: "goblni" },
        ["play name_unknown: nothing in the catalog has this name or id: goblni; did you mean goblin?"],
      ],
      [{ play: 999 }, ["play name_unknown: nothing in the catalog has this name or id: 999"]],
      [{ play: "goblin", tmies: 3 }, ["tmies unknown_field: a policy has no field of this name: did you mean times?"]],
      [{ play: "goblin", buy: "sword" }, [" action_unclear: an action has exactly one of play, claim, buy and redeem"]],
      [{}, [" action_unclear: an action has exactly one of play, claim, buy and redeem"]],
      [
        { claim: "goblin" },
        ["claim not_claimable: players cannot claim this loot; use play, as a game server orders it"],
      ],
      [{ buy: "goblin" }, ["buy not_for_sale: the loot has no price for this quantity"]],
      [{ buy: "sword", price_item: "xp" }, ["price_item not_sold_for: the loot has no price in this item"]],
      [{ claim: "daily", coupon: "xp" }, ["coupon field_unfit: this field does not go with the action"]],
      [{ redeem: "HELO" }, ["redeem code_unknown: the catalog has no such promotion code: did you mean HELLO?"]],
      [{ play: "goblin", times: { min: 3, max: 1 } }, ["times range_empty: min must not be above max"]],
      [
        { play: "goblin", times: 1001 },
        ["times int_type: must be a whole number from 0 to 1000, or {min, max} of such"],
      ],
      [{ play: "goblin", chance: 2 }, ["chance float_type: must be a number from 0 to 1"]],
      [{ play: "goblin", when: [{}] }, ["when.0 condition_unclear: a condition has exactly one of has and lacks"]],
      [
        { play: "goblin", when: [{ has: "coni" }] },
        ["when.0.has name_unknown: nothing in the catalog has this name or id: coni; did you mean coin?"],
      ],
      [
        { play: "goblin", keeping: { coni: 1 } },
        ["keeping.coni name_unknown: nothing in the catalog has this name or id: coni; did you mean coin?"],
      ],
      // One condition, as in a catalog.
      [{ play: "goblin", when: { has: "coin", at_least: 5 } }, []],
      [{ play: "goblin", when: {} }, ["when condition_unclear: a condition has exactly one of has and lacks"]],
      [
        { play: "goblin", when: { hsa: "coin" } },
        [
          "when.hsa unknown_field: a policy has no field of this name: did you mean has?",
          "when condition_unclear: a condition has exactly one of has and lacks",
        ],
      ],
      [{ buy: "sword", choose: ["sword"] }, ["choose field_unfit: this field does not go with the action"]],
      [{ play: "goblin" }, []],
    ]
    for (const [action, expected] of cases) assert.deepStrictEqual(findingsOf(action), expected)
  })

  it("is told of an ambiguous name, of no cohorts, and of every mistake at once", () => {
    const shown = new Map([
      [GOBLIN, "Same"],
      [DAILY, "same"],
    ])
    const twice = { ...villageNames, loot: { authored: {}, shown } }
    const ambiguous = readPolicy({ cohorts: { all: { actions: [{ play: "SAME" }] } } }, villageCatalog, twice)
    assert.include(JSON.stringify(ambiguous), "several entries have this name: 100, 101; give the id")
    const none = read({ cohorts: {} })
    assert.include(JSON.stringify(none), "cohorts_missing")
    const many = read({
      cohorts: { a: { shrae: 1, actions: [{ play: "x" }, { claim: "y" }] } },
      goals: [{ item: "z" }],
    })
    assert.deepStrictEqual(Result.isFailure(many) ? many.failure.map(({ path }) => path.join(".")) : [], [
      "cohorts.a.shrae",
      "cohorts.a.actions.0.play",
      "cohorts.a.actions.1.claim",
      "goals.0.item",
    ])
    assert.deepStrictEqual(
      [3, undefined, { cohorts: 3 }, { cohorts: { a: {} } }].map((document) => Result.isFailure(read(document))),
      [true, true, true, true],
    )
  })
})

describe("the policy made from a catalog", () => {
  it("claims, plays and buys what can be ordered by itself, and is a policy", () => {
    const document = defaultPolicy(villageCatalog, villageNames.loot.shown)
    assert.deepStrictEqual(
      document.cohorts["casual"]?.actions.map(({ buy, claim, play }) => [claim, play, buy].find(Boolean)),
      ["daily", "camp", "goblin", "sword", "pass"],
    )
    const result = resultOf(villageWorld(document, 5), 10)
    assert.strictEqual(result.players, 10)
    assert.isAbove(result.orders, 50)
  })

  it("represents a large catalog by a part of it, and an empty one by players who do nothing", () => {
    const loot = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [index + 1, { item_id: 1 }]))
    const large = defaultPolicy(catalogOf({ items: { 1: {} }, vendors: { 1: { loot } } }), new Map())
    assert.deepStrictEqual(
      large.cohorts["keen"]?.actions.map(({ play }) => play),
      [1, 51, 101, 151, 201, 251, 301, 351, 401, 451],
    )
    assert.deepStrictEqual(defaultPolicy(catalogOf({}), new Map()).cohorts["keen"]?.actions, [])
  })
})
