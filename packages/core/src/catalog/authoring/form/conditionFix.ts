/** What to write instead of a condition that is none, as far as one can tell what was meant. */
import { type Fields, isRecord } from "../Fields.ts"

const GENERAL = "write { has: ITEM, at_least: 1 }, { lacks: ITEM } or { not: … }"

/** An item with an XP table, and the XP that a level of it needs. */
interface LevelXp {
  readonly item: string
  readonly xp: number
}

/** The first item of the document that has this level by an XP table. */
const xpOfLevel = (document: Fields, level: string | number): LevelXp | undefined => {
  const { items, xp_tables: tables } = document
  if (!isRecord(items) || !isRecord(tables)) return undefined
  for (const [item, fields] of Object.entries(items)) {
    if (!isRecord(fields)) continue
    const table = tables[String(fields["level_xp_table"] ?? fields["level_xp_table_id"])]
    const levels = isRecord(table) ? table["levels"] : undefined
    const xp = isRecord(levels) ? levels[String(level)] : undefined
    if (typeof xp === "number") return { item, xp }
  }
  return undefined
}

const levelOf = (condition: Fields): string | number | undefined => {
  const { level: plain, level_at_least: atLeast, min_level: minimum } = condition
  const given = plain ?? minimum ?? atLeast
  const level = isRecord(given) ? (given["at_least"] ?? given["min"]) : given
  return typeof level === "string" || typeof level === "number" ? level : undefined
}

/** A condition on a level compares the XP that the level needs. */
const levelFix = (condition: Fields, document: Fields): string | undefined => {
  const level = levelOf(condition)
  if (level === undefined) return undefined
  const found = xpOfLevel(document, level)
  return found === undefined
    ? "compare XP: write { has: ITEM, at_least: XP }, with an item that has a level_xp_table and the XP of the level"
    : `compare XP: write { has: ${found.item}, at_least: ${found.xp} }, which is level ${level}`
}

const OWNS = ["owns", "own", "item", "requires", "required_item"]

/** What to write instead of a condition without exactly one of has, lacks and not. */
export const conditionFix = (condition: unknown, document: Fields): string => {
  if (typeof condition === "string") return `write { has: ${condition} }`
  if (!isRecord(condition)) return GENERAL
  const { has, lacks } = condition
  if (typeof has === "string" && typeof lacks === "string") {
    return `write a list, of which all must hold: [{ has: ${has} }, { lacks: ${lacks} }]`
  }
  const owned = OWNS.map((name) => condition[name]).find((name) => typeof name === "string")
  return levelFix(condition, document) ?? (owned === undefined ? GENERAL : `write { has: ${owned} }`)
}

/** What to write instead of an unknown field of a condition that has `has` or `lacks`; undefined: it is not known. */
export const conditionFieldFix = (condition: Fields, field: string): string | undefined => {
  const { has, [field]: count } = condition
  if (typeof count !== "number") return undefined
  if (["at_most", "max", "maximum"].includes(field) && typeof has === "string") {
    return `write { lacks: ${has}, at_least: ${count + 1} }`
  }
  const isCount = ["count", "quantity", "min", "minimum", "amount", "atleast", "least"].includes(field)
  return isCount ? `write at_least: ${count}` : undefined
}
