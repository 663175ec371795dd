/**
 * A player who is made up for a question about odds: who owns these items and nothing else, so that a player who begins
 * and one who owns a key can be compared.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { LinkedCatalog } from "../catalog/rules/linked.ts"
import { nameIndexOf, nameProblem } from "../catalog/rules/nameIndex.ts"
import { COUNT_MAX, type HeldRecord } from "../inventory/schema.ts"
import { described, TextOf } from "../kernel/input/Field.ts"
import { InvalidInput } from "../kernel/input/Invalid.ts"
import type { Platform } from "../kernel/Platform.ts"
import { ownedRecord } from "./computeOdds.ts"

/** Longest text, and most items that the player owns. */
const TEXT_LENGTH_MAX = 1024
const ITEMS_MAX = 20

/** What the made-up player owns, as a question states it. */
export interface OwnedTexts {
  readonly owning?: string | undefined
  readonly xp?: string | undefined
}

const text = (sentence: string) =>
  described(Schema.optionalKey(TextOf({ minimum: 1, maximum: TEXT_LENGTH_MAX })), sentence)

/** The fields of a question that make a player up. */
export const ownedFields = {
  owning: text(
    "What the player owns, and nothing else, as ITEM=N with commas between: 995=10,key=1; items by id or name.",
  ),
  xp: text("XP that the player has, as ITEM=N with commas between, of items with levels; owned as all else."),
} as const

/** A count of an item. */
export interface OwnedCount {
  readonly itemId: number
  readonly count: number
}

/** What is wrong with `ITEM=N`, in a sentence, and whether nothing in the catalog is called so. */
interface Problem {
  readonly sentence: string
  readonly isUnknown: boolean
}

const problem = (sentence: string, isUnknown = false): Problem => ({ sentence, isUnknown })

/** The item and the count of `ITEM=N`, or what is wrong. */
const countIn = (catalog: LinkedCatalog, written: string, isXp: boolean): OwnedCount | Problem => {
  const [, item = "", number = ""] = /^\s*(.*\S)\s*=\s*(\d+)\s*$/.exec(written) ?? []
  if (item === "") return problem(`"${written}" must be ITEM=N: an item by id or name, and a count`)
  const count = Number(number)
  if (count > COUNT_MAX) return problem(`the count of ${item} must be at most ${COUNT_MAX}`)
  const found = nameIndexOf(catalog, "item").find(item)
  if (!("id" in found)) {
    return problem(nameProblem(catalog, "item", item, found), found.problem === "unknown")
  }
  if (!isXp || catalog.items.get(found.id)?.levels !== undefined) return { itemId: found.id, count }
  return problem(`${item} has no levels: it has no level_xp_table. Name it in owning`)
}

/** What is wrong with a field. */
interface Wrong extends Problem {
  readonly field: keyof OwnedTexts
}

/** What these texts make the player own, by item; or what is wrong with them. */
export const ownedIn = (
  catalog: LinkedCatalog,
  texts: OwnedTexts,
): { readonly owned: ReadonlyArray<OwnedCount> } | { readonly wrong: ReadonlyArray<Wrong> } => {
  const wrong: Array<Wrong> = []
  const counts = new Map<number, number>()
  for (const field of ["owning", "xp"] as const) {
    const written = texts[field]?.split(",") ?? []
    if (written.length > ITEMS_MAX) wrong.push({ field, ...problem(`must have at most ${ITEMS_MAX} items`) })
    for (const one of written.slice(0, ITEMS_MAX)) {
      const found = countIn(catalog, one, field === "xp")
      if ("sentence" in found) wrong.push({ field, ...found })
      else if (counts.has(found.itemId)) {
        wrong.push({ field, ...problem(`"${one}" names an item for the second time`) })
      } else counts.set(found.itemId, found.count)
    }
  }
  if (wrong.length > 0) return { wrong }
  const owned = Array.from(counts, ([itemId, count]) => ({ itemId, count })).filter(({ count }) => count > 0)
  return { owned: owned.sort((left, right) => left.itemId - right.itemId) }
}

/** The records of a player who owns this. */
export const recordsOf = (owned: ReadonlyArray<OwnedCount>, platform?: Platform): ReadonlyArray<HeldRecord> =>
  owned.map(({ count, itemId }) => ownedRecord(itemId, count, platform))

/** As {@link ownedIn}; fails with {@link InvalidInput}. */
export const decodeOwned = (catalog: LinkedCatalog, texts: OwnedTexts) => {
  const read = ownedIn(catalog, texts)
  if ("owned" in read) return Effect.succeed(read.owned)
  const detail = read.wrong.map(({ field, sentence: msg }) => ({ loc: [field], msg, type: "value_error" as const }))
  return Effect.fail(new InvalidInput({ detail }))
}
