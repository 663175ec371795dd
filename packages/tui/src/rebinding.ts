/** Other keys for actions, as a file of the operator gives them. */
import { actOverlay } from "./app/act/overlay.ts"
import { copyOverlay } from "./app/copy/overlay.tsx"
import { helpOverlay } from "./app/help/overlay.tsx"
import { appBindings, EVERYWHERE } from "./app/keys.ts"
import { paletteOverlay } from "./app/palette/overlay.tsx"
import { placesOverlay } from "./app/places/overlay.tsx"
import type { Binding, KeyName } from "./binding.ts"
import { screens } from "./screens.ts"

/** Other keys for one action. */
export interface Rebinding {
  /** The name of a screen, of a dialog, or `everywhere`. */
  readonly place: string
  readonly action: string
  readonly keys: ReadonlyArray<KeyName>
  /** Where the file says it, from 1. */
  readonly line: number
}

/** What is wrong in the file. */
export interface RebindingFinding {
  readonly line: number
  readonly problem: string
}

/** The bindings of each place that the file changes. */
export type Rebound = ReadonlyMap<string, ReadonlyArray<Binding<unknown>>>

const places: ReadonlyArray<{ readonly name: string; readonly bindings: ReadonlyArray<Binding<unknown>> }> = [
  { name: EVERYWHERE, bindings: appBindings },
  ...screens,
  ...[actOverlay, paletteOverlay, helpOverlay, placesOverlay, copyOverlay].map(({ bindings, name }) => ({
    name,
    bindings: bindings.map((one): Binding<unknown> => ({ ...one })),
  })),
]

const keyPattern =
  /^(?:ctrl\+|alt\+|shift\+)*(?:\S|up|down|left|right|pageUp|pageDown|home|end|enter|escape|tab|backspace|delete|space|wheelUp|wheelDown)$/u

const problemOf = ({ action, keys, place }: Rebinding): string | undefined => {
  const found = places.find(({ name }) => name === place)
  if (found === undefined)
    return `there is no screen or dialog ${JSON.stringify(place)}; ${places.map(({ name }) => name).join(", ")} are there`
  if (!found.bindings.some((one) => one.action === action)) {
    return `${place} has no action ${JSON.stringify(action)}; docs/keys.md lists them`
  }
  if (keys.length === 0) return `${place}.${action} has no key left`
  const wrong = keys.find((key) => !keyPattern.test(key))
  return wrong === undefined ? undefined : `${JSON.stringify(wrong)} is no key, for ${place}.${action}`
}

const withKeys = (
  bindings: ReadonlyArray<Binding<unknown>>,
  changes: ReadonlyArray<Rebinding>,
): ReadonlyArray<Binding<unknown>> =>
  bindings.map((binding) => {
    const change = changes.find(({ action }) => action === binding.action)
    return change === undefined ? binding : { ...binding, keys: change.keys }
  })

const mode = ({ whileTyping }: Binding<unknown>): boolean => whileTyping === true

/** The other action that has the key in the same place; those of the console count for screens as well. */
const takenBy = (rebound: Rebound, { action, place }: Rebinding, key: KeyName): string | undefined => {
  const own = rebound.get(place) ?? []
  const changed = own.find((one) => one.action === action)
  const isScreen = screens.some(({ name }) => name === place)
  const others = [...own, ...(isScreen ? (rebound.get(EVERYWHERE) ?? appBindings) : [])]
  return others.find(
    (one) => one.action !== action && one.keys.includes(key) && changed !== undefined && mode(one) === mode(changed),
  )?.action
}

/** The bindings with these changes, and what is wrong with them. */
export const rebind = (
  changes: ReadonlyArray<Rebinding>,
): { readonly rebound: Rebound; readonly findings: ReadonlyArray<RebindingFinding> } => {
  const rebound = new Map(
    places.flatMap(({ bindings, name }) => {
      const own = changes.filter(({ place }) => place === name)
      return own.length === 0 ? [] : [[name, withKeys(bindings, own)] as const]
    }),
  )
  const findings = changes.flatMap((change): ReadonlyArray<RebindingFinding> => {
    const { action, keys, line, place } = change
    const problem = problemOf(change)
    if (problem !== undefined) return [{ line, problem }]
    return keys.flatMap((key) => {
      const other = takenBy(rebound, change, key)
      return other === undefined
        ? []
        : [{ line, problem: `${JSON.stringify(key)} is the key of ${place}.${action} and of ${other}` }]
    })
  })
  return { rebound, findings }
}
