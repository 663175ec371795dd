/** The keys of a list: those of its table, and those that its leads, acts and filters name. */
import { actKeys } from "../actKeys.ts"
import type { Binding } from "../binding.ts"
import { filterBindings, markBindings, sortBindings, walkBindings } from "../part/table/keys.ts"
import { type ListState, type MadeList, rowIn } from "./List.ts"
import { actedOn } from "./state.ts"

type Told = Pick<Binding<unknown>, "operation" | "sentence" | "word">

const told = ({ operation, sentence, word }: Told): Told => ({
  sentence,
  ...(word !== undefined && { word }),
  ...(operation !== undefined && { operation }),
})

/** The bindings of a list. */
export const listBindings = <Row>(list: MadeList<Row>): ReadonlyArray<Binding<ListState<Row>>> => {
  const { acts = {}, asks, filters = {}, keys = [], one, open = {}, search, subject } = list
  const sentences: Readonly<Partial<Record<string, string>>> = search?.sentences ?? {}
  const none = `There is no ${one} at the cursor.`
  return [
    ...walkBindings,
    ...(keys.includes("mark") ? markBindings : []),
    ...(keys.includes("sort") ? sortBindings : []),
    ...(keys.includes("filter")
      ? filterBindings.map((binding) => ({ ...binding, sentence: sentences[binding.action] ?? binding.sentence }))
      : []),
    ...Object.entries(open).map(([action, { fromList, unusable, ...lead }]): Binding<ListState<Row>> => ({
      action,
      keys: lead.keys,
      ...told(lead),
      unusable: (state) => {
        const row = rowIn(state)
        return row === undefined ? (fromList === undefined ? none : undefined) : unusable?.(row)
      },
    })),
    ...Object.entries(acts).map(([action, act]): Binding<ListState<Row>> => ({
      action,
      keys: [actKeys[act.key]],
      ...told(act),
      ...(act.on === undefined && {
        unusable: (state) => (actedOn(list, act, state).length === 0 ? (subject?.only?.otherwise ?? none) : undefined),
      }),
    })),
    ...Object.entries(filters).map(([action, filter]): Binding<ListState<Row>> => ({
      action,
      keys: [filter.key],
      ...told(filter),
    })),
    { action: "reload", keys: ["ctrl+r"], sentence: "Ask again for what is shown", operation: asks.operation },
  ]
}
