/** What is typed into the filter of orders, as conditions of the search. */
import type { OperationInput } from "../../operation.ts"

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

/** The name of a word without one: a uuid is a player, capital letters are a source, other letters a result. */
const nameFor = (word: string): keyof typeof NAMES =>
  isUuid.test(word) ? "player" : /^[A-Z_]+$/.test(word) ? "source" : /^[0-9]+$/.test(word) ? "item" : "result"

/**
 * The conditions in a filter: words such as `item=995`, `source=CLIENT`, `result=success`, `from=2026-03-01T00:00:00Z`.
 * A word without a name means what it looks like. What the search does not take is for its refusal to say.
 */
export const conditionsIn = (filter: string): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    filter
      .split(/\s+/)
      .filter((word) => word !== "")
      .map((word) => {
        const [before = "", ...after] = word.split("=")
        const value = after.join("=")
        const [name, text] = after.length > 0 && isName(before) ? [before, value] : [nameFor(word), word]
        const field = NAMES[name]
        return [field, NUMBERS.has(field) && /^[0-9]{1,15}$/.test(text) ? Number(text) : text]
      }),
  )
