/** The screens of the catalog: lists by kind, one entry, two versions compared; their rules and the acts they want. */
import { assert, describe, it } from "@effect/vitest"
import type { OperationName } from "@garrison/tui/operation"
import { catalogScreen } from "@garrison/tui/screen/catalog/screen"
import { pairOf, publishing, republishing } from "@garrison/tui/screen/catalog/versions"
import { comparisonScreen } from "@garrison/tui/screen/comparison/screen"
import { oddsWords } from "@garrison/tui/screen/entry/lines"
import { givesWords, openOf, pricesWords } from "@garrison/tui/screen/entry/reference"
import { entryScreen } from "@garrison/tui/screen/entry/screen"
import { openEntry } from "@garrison/tui/screen/entry/state"
import { assertDrawable } from "../../support/tui/anyKeys.ts"
import { type Answers, Driven, Refused } from "../../support/tui/driven.ts"
import { assertFrames } from "../../support/tui/frames.ts"
import { after, key } from "../../support/tui/screenRun.ts"

const PLAYER = "019aa1f2-6f5e-7000-8000-000000000001"

const version = (number: number, current = false) => ({
  version: number,
  etag: `collection-${number}`,
  document_etag: `document-${number}`,
  created: `2026-02-0${number}T12:00:00.000Z`,
  current,
})
const versions = [version(3), version(2, true), version(1)]

const price = (quantity: number, cost: number) => ({
  quantity,
  price_item_id: 1,
  price_item_name: "Gold",
  price: cost,
})
const sword = { kind: "item", id: "995", name: "Sword", type: "unit", active: true, led_to_by: 2 } as const
const chestLoot = {
  kind: "loot",
  id: "40",
  name: "Chest",
  vendor_id: 7,
  vendor_name: "Smith",
  item_id: 995,
  item_name: "Sword",
  operation: "add",
  quantity: 2,
  drop_weight: 3,
  prices: [price(1, 100), price(10, 80)],
  led_to_by: 1,
} as const
const smith = { kind: "vendor", id: "7", name: "Smith", type: "weighted", size: 1, led_to_by: 0 } as const
const entries: Readonly<Record<string, ReadonlyArray<object>>> = {
  item: [
    { ...sword, id: "1", name: "Gold", led_to_by: 9 },
    sword,
    { ...sword, id: "996", name: undefined, active: false },
  ],
  loot: [
    chestLoot,
    { ...chestLoot, id: "41", name: undefined, item_id: undefined, sub_vendor_id: 7, prices: undefined },
  ],
  vendor: [smith],
  price_point: [{ kind: "price_point", id: "sword-price", prices: chestLoot.prices, led_to_by: 1 }],
}
const promotion = { code: "WELCOME", loot_id: 40, quantity: 1, uses: 10, uses_maximum: 10 }

const shown: Readonly<Record<string, object>> = {
  item: {
    ...sword,
    authored: { type: "unit", coupon_discount_loot: [40, 41], custom_data: { name: "Sword" } },
    loot: [],
    leads: [{ kind: "loot", id: "40", name: "Chest", by: "gives", vendor_id: 7, vendor_name: "Smith" }],
  },
  loot: {
    ...chestLoot,
    authored: { loot_id: 40, vendor_id: 7, item_id: 995, quantity: 2, current_price_point_guid: "sword-price" },
    loot: [],
    leads: [{ kind: "promotion", id: "WELCOME", by: "is_a_code_for" }],
  },
  vendor: { ...smith, authored: { type: "weighted" }, loot: [chestLoot], leads: [] },
  price_point: { ...entries["price_point"]?.[0], authored: {}, loot: [], leads: [] },
  promotion: {
    kind: "promotion",
    id: "WELCOME",
    loot_id: 40,
    loot_name: "Chest",
    quantity: 1,
    led_to_by: 0,
    authored: { loot_id: 40, uses_maximum: 10 },
    loot: [],
    leads: [],
  },
}
const odds = {
  etag: "collection-2",
  loot_id: 40,
  quantity: 1,
  exact: true,
  items: [
    { item_id: 1, expected: "-100", at_least_one: "0" },
    { item_id: 995, expected: "2/3", at_least_one: "1/3" },
  ],
  failures: [{ result: "cannot_meet_loot_price", probability: "1/2" }],
}
const comparison = {
  from: 2,
  to: 3,
  entries: [
    { part: "item", id: "997", name: "Axe", change: "added", fields: [] },
    { part: "item", id: "13", name: "Rust", change: "removed", fields: [] },
    {
      part: "loot",
      id: "40",
      name: "Chest",
      change: "changed",
      fields: [
        { field: "quantity", before: 2, after: 3 },
        { field: "custom_data", after: { name: "Chest" } },
      ],
    },
    { part: "xp_table", id: "5", change: "changed", fields: [{ field: "levels", before: [10], after: [20] }] },
  ],
  prices: [
    {
      loot_id: 40,
      loot_name: "Chest",
      price: "current",
      quantity: 1,
      price_item_id: 1,
      price_item_name: "Gold",
      before: 100,
    },
  ],
  chances: [{ vendor_id: 7, vendor_name: "Smith", loot_id: 40, loot_name: "Chest", before: "1/4", after: "1/2" }],
  vendors_with_new_etag: [7],
  items_no_longer_obtainable: [13],
  items_newly_obtainable: [997],
  item_names: { 13: "Rust", 997: "Axe" },
  odds: [],
  odds_not_compared: 0,
}

type Asked = readonly [operation: OperationName, input: object]

const answering =
  (asked: Array<Asked> = []): Answers =>
  (operation, input) => {
    asked.push([operation, input])
    const given: Readonly<Record<string, unknown>> = { ...input }
    const kind = typeof given["kind"] === "string" ? given["kind"] : "item"
    switch (operation) {
      case "catalog.browse":
        return { version: given["version"] ?? 2, entries: entries[kind] ?? [], next: null }
      case "catalog.showEntry":
        return { version: given["version"] ?? 2, ...shown[kind], ...(given["odds"] === true && { odds }) }
      case "catalog.listPromotions":
        return { promotions: [promotion, { ...promotion, code: "FREE", uses: undefined, uses_maximum: undefined }] }
      case "catalog.listVersions":
        return { versions }
      default:
        return { ...comparison, from: given["from"], to: given["to"] }
    }
  }

const screens = [catalogScreen, entryScreen, comparisonScreen]

const open = (screen: string, params: Readonly<Record<string, string>> = {}, answers = answering()) =>
  new Driven({ screens, screen, params, answers })

const shownScreen = (driven: Driven) => {
  const top = driven.state.stack.at(-1)
  return [top?.screen.name, top?.params]
}

const wantedOf = (driven: Driven) => driven.wanted.flatMap(({ request }) => (request.type === "act" ? [request] : []))

const away = new Refused({ code: "service_unavailable", message: "Storage cannot answer now." })

describe("the screen of the catalog", () => {
  it("is drawn, tab by tab", () => {
    for (const [at, tab] of ["items", "loot", "vendors", "prices", "promotions", "versions"].entries()) {
      assertFrames(open("catalog").press(String(at + 1)), "catalog", tab)
    }
    assertFrames(open("catalog").press("6", "j", "j", "enter"), "catalog", "earlier-version")
    assertFrames(
      open("catalog", {}, () => away),
      "catalog",
      "away",
    )
    assert.include(open("catalog").frame(), "Sword")
  })

  it("asks for a kind when it is shown, for a text as it is typed, and for the version that was chosen", () => {
    const asked: Array<Asked> = []
    open("catalog", {}, answering(asked)).press("3", "/").type("smi").press("enter", "6", "j", "j", "enter", "2")
    assert.deepStrictEqual(asked, [
      ["catalog.browse", { kind: "item", limit: 100 }],
      ["catalog.browse", { kind: "vendor", limit: 100 }],
      ["catalog.browse", { kind: "vendor", limit: 100, find: "s" }],
      ["catalog.browse", { kind: "vendor", limit: 100, find: "sm" }],
      ["catalog.browse", { kind: "vendor", limit: 100, find: "smi" }],
      ["catalog.listVersions", {}],
      ["catalog.browse", { kind: "item", limit: 100, version: 1 }],
      ["catalog.browse", { kind: "loot", limit: 100, version: 1 }],
    ])
  })

  it("asks for the next page near the end of the rows", () => {
    const pages: Array<unknown> = []
    const driven = open("catalog", {}, (_, input) => {
      const after = "after" in input ? Number(input.after) : 0
      pages.push(after)
      const page = Array.from({ length: 100 }, (_unused, at) => ({ ...sword, id: String(after + at + 1) }))
      return { version: 2, entries: page, next: after < 200 ? String(after + 100) : null }
    })
    driven.press("G", "G", "G")
    assert.deepStrictEqual(pages, [0, 100, 200])
    assert.include(driven.frame(), "300 of 300")
    let small = 0
    open("catalog", {}, () => ({
      version: 2,
      entries: [{ ...sword, id: String((small += 1)) }],
      next: small < 5 ? String(small) : null,
    }))
    assert.strictEqual(small, 5)
  })

  it("opens an entry in the version that is looked at, for the player that it was opened for", () => {
    const driven = open("catalog", { player_uuid: PLAYER, version: "1" }).press("2", "enter")
    assert.deepStrictEqual(shownScreen(driven), [
      "entry",
      { id: "40", kind: "loot", version: "1", player_uuid: PLAYER },
    ])
    assert.deepStrictEqual(shownScreen(driven.press("escape")), ["catalog", { player_uuid: PLAYER, version: "1" }])
    const current = open("catalog", { version: "1" }).press("V", "j", "enter")
    assert.deepStrictEqual(shownScreen(current), ["entry", { id: "995", kind: "item" }])
    const code = open("catalog", { version: "1" }).press("5", "enter")
    assert.deepStrictEqual(shownScreen(code), ["entry", { id: "WELCOME", kind: "promotion" }])
  })

  it("serves a version again, and publishes a document, only if the current version is the one that was seen", () => {
    const driven = open("catalog").press("6", "P", "j", "P", "j", "P", "p")
    const again = (number: number) => ({
      type: "act",
      operation: "catalog.republish",
      inputs: [{ version: number, if_match: '"document-2"' }],
      subjects: [`version ${number}`],
      fields: [],
    })
    const publish = {
      type: "act",
      operation: "catalog.publish",
      inputs: [{ if_match: '"document-2"' }],
      subjects: ["the catalog"],
      fields: ["document"],
    }
    assert.deepStrictEqual<ReadonlyArray<unknown>>(wantedOf(driven), [again(3), again(1), publish])
    assert.deepStrictEqual(wantedOf(open("catalog").press("P", "p", "c")), [])
  })

  it("publishes the JSON that is pasted into the form, after its rehearsal", () => {
    const ran: Array<unknown> = []
    const driven = new Driven({
      screens,
      screen: "catalog",
      params: { tab: "versions" },
      answers: answering(),
      acts: (operation, input, { dryRun }) => {
        ran.push([operation, input, dryRun])
        return {
          ...version(4, true),
          unchanged: false,
          reverse: { operation: "catalog.republish", input: { version: 2 } },
        }
      },
    })
    driven.press("p").paste('{"items":{},\n"vendors":{}}').press("enter")
    assert.include(driven.frame(), "This would happen; nothing is stored yet:")
    driven.press("y")
    const input = { document: { items: {}, vendors: {} }, if_match: '"document-2"' }
    assert.deepStrictEqual(ran, [
      ["catalog.publish", input, true],
      ["catalog.publish", input, undefined],
    ])
  })

  it("does not offer publishing to those who may not", () => {
    const driven = new Driven({
      screens,
      screen: "catalog",
      params: { tab: "versions" },
      answers: answering(),
      offered: new Set<OperationName>(["catalog.browse", "catalog.showEntry", "catalog.listVersions"]),
    })
    assert.deepStrictEqual(wantedOf(driven.press("P", "p", "c")), [])
    assert.notInclude(driven.press("?").frame(), "Publish a catalog")
    assert.include(
      open("catalog", { tab: "versions" }).resize({ columns: 200, rows: 60 }).press("?").frame(),
      "Publish",
    )
  })
})

describe("versions", () => {
  it("are compared by two marks, or with the current one", () => {
    const table: ReadonlyArray<readonly [ReadonlyArray<string>, string | undefined, unknown]> = [
      [["3", "1"], "2", { from: 1, to: 3 }],
      [["1"], "3", { from: 2, to: 1 }],
      [[], "3", { from: 2, to: 3 }],
      [[], "2", "It is the current version: mark two, or go to another one."],
      [["1", "2", "3"], "2", "Two versions are compared: take the other marks away."],
      [[], undefined, "There is no version at the cursor."],
    ]
    for (const [marks, cursor, pair] of table) assert.deepStrictEqual(pairOf(versions, new Set(marks), cursor), pair)
    const driven = open("catalog").press("6", "space", "j", "space", "c")
    assert.deepStrictEqual(shownScreen(driven), ["comparison", { from: "1", to: "3" }])
  })

  it("are served again unless they are served", () => {
    assert.strictEqual(republishing(versions, 2), "It is the current version already.")
    assert.strictEqual(republishing(versions, 9), "There is no version at the cursor.")
    assert.deepStrictEqual(publishing([]).inputs, [{}])
  })
})

describe("the screen of an entry", () => {
  it("is drawn, by kind", () => {
    for (const kind of ["item", "loot", "vendor", "promotion"]) {
      assertFrames(open("entry", { id: "40", kind }), "entry", kind)
    }
    assertFrames(open("entry", { id: "40", kind: "loot" }).press("2"), "entry", "loot-prices")
    assertFrames(open("entry", { id: "40", kind: "loot" }).press("p").paste(PLAYER), "entry", "asks-for-a-player")
    assertFrames(
      open("entry", { id: "sword" }, () => away),
      "entry",
      "away",
    )
    assert.include(open("entry", { id: "40", kind: "loot" }).frame(), "Sword (item 995)")
  })

  it("asks for odds when they are looked at, for a player without items or for one, and for names", () => {
    const asked: Array<Asked> = []
    const driven = open("entry", { id: "40", kind: "loot" }, answering(asked))
    const entry = { id: "40", kind: "loot" }
    const names: Asked = ["catalog.browse", { kind: "item", limit: 1000, after: "0" }]
    assert.deepStrictEqual(asked, [
      ["catalog.showEntry", entry],
      ["catalog.showEntry", { ...entry, odds: true }],
      names,
    ])
    asked.length = 0
    driven.press("p").paste(PLAYER).press("enter")
    assert.deepStrictEqual(asked, [
      ["catalog.showEntry", entry],
      ["catalog.showEntry", { ...entry, odds: true, player_uuid: PLAYER }],
    ])
    assert.include(driven.frame(), `for player ${PLAYER}`)
    asked.length = 0
    driven.press("3").press("v").type("1").press("enter")
    assert.deepStrictEqual(asked, [["catalog.showEntry", { ...entry, version: 1 }]])
    asked.length = 0
    driven.press("1", "j", "2", "1", "k")
    assert.deepStrictEqual(
      asked.filter(([operation]) => operation === "catalog.showEntry"),
      [["catalog.showEntry", { ...entry, version: 1, odds: true, player_uuid: PLAYER }]],
    )
  })

  it("shows the odds for a player who owns what is typed, how much is given, and what has to hold for a prize", () => {
    const asked: Array<object> = []
    const message = "the player has at least 1 of item Key (7)"
    const prize = { item_id: 8, least: 2, most: 5, conditions: [{ rule: "has_at_least", message, is_met: true }] }
    const items = [{ item_id: 9, expected: "4", at_least_one: "1", least: 3, most: 5 }]
    const driven = open("entry", { id: "40", kind: "loot" }, (operation, input) => {
      if (operation === "catalog.showEntry") asked.push(input)
      return operation === "catalog.browse"
        ? { version: 2, entries: [], next: "0" }
        : { version: 2, ...shown["loot"], odds: { ...odds, items, failures: [], conditional: [prize] } }
    })
    driven.press("p").type("key=1").press("enter")
    assert.deepInclude(asked.at(-1), { odds: true, owning: "key=1" })
    assert.notProperty(asked.at(-1), "player_uuid")
    const frame = driven.frame()
    assert.include(frame, "for one who owns key=1")
    assert.match(frame, /item 9 +3 to 5 +4/)
    assert.match(driven.press("5").frame(), /item 8 +2 to 5 +the player has at least 1 of item Key \(7\) +yes/)
  })

  it("asks for names until every item of the odds has one, page by page, and not without end", () => {
    const asked: Array<number> = []
    const items = [5, 2000, 9000].map((id) => ({ item_id: id, expected: "1", at_least_one: "1" }))
    const named =
      (isNamed: boolean): Answers =>
      (operation, input) => {
        const from = "after" in input ? Number(input.after) : -1
        if (operation === "catalog.browse") asked.push(from)
        const entry = { ...sword, id: String(from + 1), name: `Item ${from + 1}` }
        return operation === "catalog.browse"
          ? { version: 2, entries: isNamed ? [entry] : [], next: isNamed ? String(from + 1000) : "0" }
          : { version: 2, ...shown["loot"], odds: { ...odds, items, failures: [] } }
      }
    const driven = open("entry", { id: "40", kind: "loot" }, named(true))
    assert.deepStrictEqual(asked, [4, 1999, 8999])
    assert.include(driven.frame(), "Item 9000 (item 9000)")
    asked.length = 0
    open("entry", { id: "40", kind: "loot" }, named(false))
    assert.strictEqual(asked.length, 20)
  })

  it("wants no answer any more that is for another player, and shows the refusal of odds in their place", () => {
    const begun = openEntry({ id: "40", kind: "loot" }, { size: { columns: 80, rows: 21 } })
    const { requests } = after(entryScreen, begun, [key("forPlayer"), key("filterAccept")])
    assert.deepStrictEqual(
      requests.flatMap((request) => (request.type === "cancel" ? [request.ask] : [])),
      ["odds", "names"],
    )
    const refused = open("entry", { id: "40", kind: "loot" }, (operation, input, asked) =>
      asked.ask === "odds" ? away : answering()(operation, input, asked),
    )
    assert.include(refused.frame(), "Storage cannot answer now.")
    assert.include(refused.frame(), "Chest (loot 40)")
  })

  it("follows a row to what it is about, and comes back", () => {
    const table: ReadonlyArray<readonly [string, ReadonlyArray<string>, Readonly<Record<string, string>>]> = [
      ["item", ["enter"], { id: "40", kind: "loot" }],
      ["item", ["2", "j", "j", "enter"], { id: "41", kind: "loot" }],
      ["loot", ["1", "j", "enter"], { id: "995", kind: "item" }],
      ["loot", ["2", "enter"], { id: "1", kind: "item" }],
      ["loot", ["3", "enter"], { id: "WELCOME", kind: "promotion" }],
      ["loot", ["4", "j", "enter"], { id: "7", kind: "vendor" }],
      ["loot", ["4", "G", "enter"], { id: "sword-price", kind: "price_point" }],
      ["vendor", ["enter"], { id: "40", kind: "loot" }],
      ["promotion", ["enter"], { id: "40", kind: "loot" }],
    ]
    for (const [kind, keys, params] of table) {
      const driven = open("entry", { id: "x", kind }).press(...keys)
      assert.deepStrictEqual(shownScreen(driven), ["entry", params], `${kind} ${keys.join(" ")}`)
      assert.strictEqual(driven.press("escape").state.stack.length, 1)
    }
    // The loot's own id, and a failure, lead nowhere.
    for (const keys of [
      ["4", "enter"],
      ["1", "G", "enter"],
    ]) {
      assert.strictEqual(open("entry", { id: "40", kind: "loot" }).press(...keys).state.stack.length, 1)
    }
    const earlier = open("entry", { id: "7", kind: "vendor", version: "1", player_uuid: PLAYER }).press("enter")
    assert.deepStrictEqual(shownScreen(earlier)[1], { id: "40", kind: "loot", version: "1", player_uuid: PLAYER })
  })

  it("says how often a promotion was used, and what is no version", () => {
    assert.include(open("entry", { id: "WELCOME", kind: "promotion" }).frame(), "10 of 10")
    assert.include(
      open("entry", { id: "7", kind: "vendor" }).press("v").type("one").press("enter").frame(),
      "from 1 on",
    )
  })
})

describe("the words for entries", () => {
  it("say prices with their tiers, what loot does, and odds with their bounds", () => {
    assert.strictEqual(pricesWords([price(1, 5)]), "5 Gold")
    assert.strictEqual(pricesWords([price(1, 100), price(10, 80)]), "from 1: 100 Gold; from 10: 80 Gold")
    assert.strictEqual(
      pricesWords([price(1, 5), { ...price(1, 2), price_item_id: 3, price_item_name: undefined }]),
      "5 Gold and 2 item 3",
    )
    assert.isUndefined(pricesWords([]))
    assert.strictEqual(givesWords(chestLoot), "add 2 × Sword (item 995)")
    assert.strictEqual(oddsWords("1/3"), "1/3 ≈ 0.3333")
    assert.strictEqual(oddsWords("7"), "7")
    assert.strictEqual(oddsWords({ value: 0.51234, low: 0.5, high: 0.52 }), "≈ 0.5123 (0.5 to 0.52)")
  })

  it("lead to an entry by kind and id alone", () => {
    const looking = { version: undefined, player: undefined }
    assert.isUndefined(openOf({ kind: "xp_table", id: "5" }, looking))
    assert.isUndefined(openOf({ kind: "item", id: [1] }, looking))
    assert.deepStrictEqual(openOf({ kind: "item", id: 5 }, looking), {
      type: "open",
      screen: "entry",
      params: { id: "5", kind: "item" },
    })
  })
})

describe("the screen of a comparison", () => {
  it("is drawn, tab by tab", () => {
    for (const [at, tab] of ["entries", "prices", "chances", "reach", "odds"].entries()) {
      assertFrames(open("comparison", { from: "2", to: "3" }).press(String(at + 1)), "comparison", tab)
    }
    assertFrames(
      open("comparison", { from: "2", to: "3" }, () => away),
      "comparison",
      "away",
    )
    assert.include(open("comparison", { from: "2", to: "3" }).frame(), "1 added, 1 removed, 2 changed; 1 prices")
  })

  it("turns round, compares odds, and leads to entries as they are after the change, or were before it", () => {
    const asked: Array<Asked> = []
    const driven = open("comparison", { from: "2", to: "3" }, answering(asked)).press("x", "o")
    assert.deepStrictEqual(
      asked.filter(([operation]) => operation === "catalog.diff").map(([, input]) => input),
      [
        { from: 2, to: 3 },
        { from: 3, to: 2 },
        { from: 3, to: 2, odds: true },
      ],
    )
    assert.deepStrictEqual(shownScreen(driven.press("enter")), ["entry", { id: "997", kind: "item", version: "2" }])
    const removed = open("comparison", { from: "2", to: "3" }).press("j", "enter")
    assert.deepStrictEqual(shownScreen(removed), ["entry", { id: "13", kind: "item", version: "2" }])
    const table = open("comparison", { from: "2", to: "3" }).press("G", "enter")
    assert.strictEqual(shownScreen(table)[0], "comparison")
  })

  it("serves what it compares to, unless it is served", () => {
    const [wanted] = wantedOf(open("comparison", { from: "2", to: "3" }).press("P"))
    assert.deepInclude(wanted, { operation: "catalog.republish", inputs: [{ version: 3, if_match: '"document-2"' }] })
    assert.deepStrictEqual(wantedOf(open("comparison", { from: "3", to: "2" }).press("P")), [])
  })

  it("is drawn after any keys, and so is all that the catalog leads to", () => {
    assertDrawable(() => open("catalog"), screens)
    assert.include(open("catalog").frame(), "Sword")
  })
})
