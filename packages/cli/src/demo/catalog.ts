/** The demo catalog: real drop tables, shipped beside the command. */
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import type { DemoKill } from "./guide.ts"

/** Beside the bundle, where the command was published; in the repository, where it runs from its sources. */
const places = ["../demo/catalog.json", "../../../../examples/demo/catalog.json"]

const readFirst = (): string => {
  for (const place of places) {
    try {
      return readFileSync(new URL(place, import.meta.url), "utf8")
    } catch {
      // Not there: it is in the next place.
    }
  }
  throw new Error("the demo catalog is missing from this installation")
}

/** The parsed document. */
export const demoDocument: Effect.Effect<unknown> = Effect.sync(() => JSON.parse(readFirst()))

/** The demo's kill: a monster that drops a little of everything. */
const MONSTER = "Goblin"

interface KillLoot {
  readonly custom_data?: { readonly name?: string }
}

/** The vendor whose loot are kills: one per monster, named after it. */
const KILLS = "1000000"

/** The kill in a vendor collection as it is served; undefined when the catalog is not the demo's. */
export const killIn = (body: string): DemoKill | undefined => {
  const { vendors } = JSON.parse(body) as {
    vendors: Readonly<Record<string, { loot?: Readonly<Record<string, KillLoot>> }>>
  }
  const loot = Object.entries(vendors[KILLS]?.loot ?? {})
  const found = loot.find(([, { custom_data }]) => custom_data?.name === MONSTER)
  return found === undefined ? undefined : { monster: MONSTER, lootId: Number(found[0]) }
}
