/** Ids of names: derived, kept by the lock file from version to version, and never those that people wrote. */
import { assert, describe, it } from "@effect/vitest"
import { DERIVED_ID_MAX, DERIVED_ID_MIN } from "@garrison/core/catalog/authoring/Ids"
import { EMPTY_LOCK, type Lock, lockText, readLock } from "@garrison/core/catalog/authoring/lock"
import * as Result from "effect/Result"
import { expanded, findingsOf } from "./explore.ts"

const lockOf = (document: unknown, lock?: Lock): Lock => {
  const made = expanded(document, lock).lock
  if (made === undefined) throw new Error("the document has no names")
  return made
}

const withItems = (items: object) => ({ items, vendors: { shop: { loot: { prize: { item_id: 1 } } } } })

describe("the id of a name", () => {
  it("lies within the range that is kept for derived ids, and is the same wherever it stands in the document", () => {
    const names = ["coins", "gems", "a", "Z_9.x-y"]
    const first = lockOf({ items: Object.fromEntries(names.map((name) => [name, {}])) }).ids.item
    const second = lockOf({ items: Object.fromEntries(names.toReversed().map((name) => [name, {}])) }).ids.item
    assert.deepStrictEqual(first, second)
    for (const id of Object.values(first)) assert.isTrue(id >= DERIVED_ID_MIN && id <= DERIVED_ID_MAX)
    assert.strictEqual(new Set(Object.values(first)).size, names.length)
    // The form of derived ids never changes: players own what has them.
    assert.deepStrictEqual(lockOf({ items: { coins: {} }, vendors: { shop: { loot: { coins: {} } } } }).ids, {
      ...EMPTY_LOCK.ids,
      item: { coins: 1406456430 },
      vendor: { shop: 1691075553 },
      loot: { "shop/coins": 1656392009 },
    })
  })

  it("is of its kind: an item and a vendor may have the same name", () => {
    const { ids } = lockOf({ items: { coins: {} }, vendors: { coins: { loot: { coins: { item: "coins" } } } } })
    assert.notStrictEqual(ids.item["coins"], ids.vendor["coins"])
    assert.hasAllKeys(ids.loot, ["coins/coins"])
  })

  it("is the next free id if the derived one is written by hand, and stays so when it becomes free", () => {
    const derived = lockOf({ items: { coins: {} } }).ids.item["coins"] ?? 0
    const lock = lockOf({ items: { coins: {}, [derived]: {} } })
    assert.deepStrictEqual(lock.ids.item, { coins: derived + 1 })
    assert.deepStrictEqual(lockOf({ items: { coins: {} } }, lock).ids.item, { coins: derived + 1 })
  })

  it("is the one of the lock file", () => {
    const lock = { ...EMPTY_LOCK, ids: { ...EMPTY_LOCK.ids, item: { coins: 7 } } }
    const { document } = expanded({ items: { coins: {} }, vendors: { 1: { loot: { 2: { item: "coins" } } } } }, lock)
    assert.deepStrictEqual(document, {
      items: { 7: { custom_data: { name: "coins" } } },
      vendors: { 1: { loot: { 2: { item_id: 7 } } } },
    })
  })

  it("of a row in a drop table stays when another row is put before it", () => {
    const table = (...rows: ReadonlyArray<object>) => ({
      items: { a: {}, b: {} },
      vendors: { goblin: { always: rows } },
    })
    const first = lockOf(table({ item: "b" })).ids.loot
    const second = lockOf(table({ item: "a" }, { item: "b" })).ids.loot
    assert.deepInclude(second, first)
  })
})

describe("a name that is removed", () => {
  const lock = lockOf(withItems({ coins: {}, gems: {} }))
  const { coins = 0, gems = 0 } = lock.ids.item

  it("keeps its id reserved, is a warning once, and has its id again when it comes back", async () => {
    const next = lockOf(withItems({ coins: {} }), lock)
    assert.deepStrictEqual([next.ids.item, next.removed.item], [{ coins }, { gems }])
    assert.deepInclude(await findingsOf({ items: { coins: {}, 1: {} } }, lock), ["name_gone", ""])
    assert.deepStrictEqual(
      await findingsOf({ items: { coins: {}, 1: {} }, vendors: { shop: { loot: { prize: { item_id: 1 } } } } }, next),
      [],
    )
    const back = lockOf(withItems({ coins: {}, gems: {} }), next)
    assert.deepStrictEqual([back.ids.item, back.removed.item], [{ coins, gems }, {}])
  })

  it("is told with the others in one line, which asks for another lock file where most are gone", () => {
    const stray = lockOf(withItems(Object.fromEntries(Array.from({ length: 228 }, (_, at) => [`other-${at}`, {}]))))
    const { findings } = expanded(withItems({ coins: {} }), stray)
    assert.deepStrictEqual(
      findings.map(({ code, fix }) => [code, fix]),
      [["name_gone", "name the lock file of this document with --lock"]],
    )
    assert.match(findings[0]?.message ?? "", /item other-0, .*, 223 more$/)
    const few = expanded(withItems({ coins: {}, gold: {} }), lock).findings
    assert.deepStrictEqual(
      few.map(({ message }) => message.split(": ").at(-1)),
      ["item gems"],
    )
    assert.match(few[0]?.fix ?? "", /was: in the entry/)
  })

  it("does not give its id to another name or to an id that is written by hand", async () => {
    const next = lockOf(withItems({ coins: {} }), lock)
    assert.deepInclude(await findingsOf(withItems({ coins: {}, [gems]: {}, 1: {} }), next), ["id_locked", ""])
    assert.deepInclude(await findingsOf(withItems({ coins: {}, [coins]: {}, 1: {} }), next), ["id_locked", ""])
  })
})

describe("a renamed entry", () => {
  const lock = lockOf({ items: { coins: {} }, vendors: { shop: { loot: { prize: { item: "coins" } } } } })

  it("keeps its id, and so does what is named by it", () => {
    const renamed = {
      items: { gold: { was: "coins" } },
      vendors: { store: { was: "shop", loot: { prize: { item: "gold" } } } },
    }
    const next = lockOf(renamed, lock)
    assert.deepStrictEqual(next.ids.item, { gold: lock.ids.item["coins"] ?? 0 })
    assert.deepStrictEqual(next.ids.vendor, { store: lock.ids.vendor["shop"] ?? 0 })
    assert.deepStrictEqual(next.ids.loot, { "store/prize": lock.ids.loot["shop/prize"] ?? 0 })
    assert.deepStrictEqual(next.removed, EMPTY_LOCK.removed)
    assert.deepStrictEqual(lockOf(renamed, next), next)
    assert.deepStrictEqual(lockOf(renamed).ids, next.ids)
  })

  it("keeps the ids of rows of drop tables, and of the parts that forms make", () => {
    const table = (item: object, vendor: object) => ({
      items: item,
      vendors: vendor,
    })
    const rows = (item: string) => ({ sometimes: [{ item, chance: 0.5, quantity: { min: 1, max: 3 } }] })
    const before = lockOf(table({ coins: {} }, { goblin: rows("coins") }))
    const after = lockOf(table({ gold: { was: "coins" } }, { troll: { was: "goblin", ...rows("gold") } }), before)
    for (const kind of ["vendor", "loot"] as const) {
      assert.sameMembers(Object.values(after.ids[kind]), Object.values(before.ids[kind]))
    }
  })

  it("is refused if the former name still stands, or both names have an id", async () => {
    const found = (items: object, of = lock) => findingsOf({ items: { 1: {}, ...items } }, of)
    assert.deepInclude(await found({ coins: {}, gold: { was: "coins" } }), ["name_taken", "items.gold.was"])
    assert.deepInclude(await found({ coins: {}, gold: { was: 5 } }), ["name_taken", "items.gold.was"])
    const both = lockOf({ items: { gold: {} } }, lock)
    assert.deepInclude(await found({ gold: { was: "coins" } }, both), ["name_taken", "items.gold.was"])
  })
})

describe("the lock file", () => {
  it("is read as it was written, one sorted name a line", () => {
    const lock = lockOf({ items: { gems: {}, coins: {} }, time_frames: { day: {} } })
    const text = lockText(lock)
    assert.deepStrictEqual(Result.getOrThrow(readLock(JSON.parse(text))), lock)
    assert.match(text, /\n {6}"coins": \d+,\n {6}"gems": \d+\n/)
  })

  it.each([
    ["no object", 5, "must be an object"],
    ["of another version", { lock_version: 2 }, "lock_version must be at most 1"],
    [
      "with an id that is a text",
      { lock_version: 1, ids: { item: { coins: "5" } } },
      "ids.item.coins must be an integer",
    ],
    [
      "in which two branches gave an id to two names",
      { lock_version: 1, ids: { item: { coins: 5 } }, removed: { item: { gems: 5 } } },
      "item 5 is given to coins and to gems",
    ],
  ])("is refused: %s", (_, value, sentence) => {
    assert.deepStrictEqual(readLock(value), Result.fail([sentence]))
  })
})
