/** What is typed into the filter of orders, as conditions of the search. */
import { EntryResult, OrderSource } from "@garrison/core/order/enumerations"
import * as Schema from "effect/Schema"
import { type Conditions, conditionsOf } from "../list/search.ts"
import type { OperationInput } from "../operation.ts"

type Search = OperationInput<"order.search">
type Condition = Omit<Search, "after" | "limit">

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The fields that a word may name, by the name that is typed. */
const NAMES = {
  player: "player_uuid",
  item: "item_id",
  loot: "loot_id",
  result: "result",
  source: "source",
  from: "from",
  to: "to",
} as const satisfies Readonly<Record<string, keyof Condition>>

const NUMBERS: ReadonlySet<string> = new Set(["item_id", "loot_id"])

const isName = (name: string): name is keyof typeof NAMES => Object.hasOwn(NAMES, name)

const isResult = Schema.is(EntryResult)
const isSource = Schema.is(OrderSource)

/** The name of a word without one, by what it looks like; undefined: it looks like nothing. */
const nameFor = (word: string): keyof typeof NAMES | undefined => {
  if (isUuid.test(word)) return "player"
  if (/^[0-9]+$/.test(word)) return "item"
  if (isSource(word)) return "source"
  return isResult(word) ? "result" : undefined
}

const conditionIn = (word: string): Conditions<Condition> => {
  const at = word.indexOf("=")
  const name = at < 0 ? nameFor(word) : word.slice(0, at)
  const text = word.slice(at + 1)
  if (name === undefined) return { problem: `"${word}" is no result, source, item or player.` }
  if (!isName(name)) return { problem: `There is no condition "${name}": ${Object.keys(NAMES).join(", ")}.` }
  // A condition that is still being typed.
  if (text === "") return { input: {} }
  if (name === "result" && !isResult(text)) return { problem: `There is no result "${text}".` }
  if (name === "source" && !isSource(text)) return { problem: `There is no source "${text}".` }
  const field = NAMES[name]
  return { input: { [field]: NUMBERS.has(field) && /^[0-9]{1,15}$/.test(text) ? Number(text) : text } }
}

/**
 * The conditions in a filter: words such as `item=995`, `source=CLIENT`, `result=success`, `from=2026-03-01`. A word
 * without a name means what it looks like. A word that means nothing is a problem, and no condition that finds nothing.
 */
export const conditionsIn = (filter: string): Conditions<Condition> => conditionsOf(filter, conditionIn)
