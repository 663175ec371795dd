/** The demo catalog: real drop tables, shipped beside the command. */
import * as Context from "effect/Context"
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

/** The document that a demo world is made of. A program that needs a world soon, as tests do, gives a smaller one. */
export const DemoDocument: Context.Reference<Effect.Effect<unknown>> = Context.Reference<Effect.Effect<unknown>>(
  "garrison/DemoDocument",
  { defaultValue: () => demoDocument },
)

/** The demo's kill: loot 1,000,000 + monster id, as examples/demo/README.md says. */
const GOBLIN: DemoKill = { monster: "Goblin", lootId: 1_000_655 }

/** Bytes of one loot that are looked at. */
const LOOT_LENGTH_MAX = 600

/**
 * The kill in a vendor collection as it is served; undefined when the catalog is not the demo's. The bytes are searched
 * and not parsed: they are megabytes, and this runs while the first requests come in.
 */
export const killIn = ({ buffer, byteLength, byteOffset }: Uint8Array): DemoKill | undefined => {
  const body = Buffer.from(buffer, byteOffset, byteLength)
  const start = body.indexOf(`"${GOBLIN.lootId}":{"`)
  const loot = start === -1 ? "" : body.toString("utf8", start, start + LOOT_LENGTH_MAX)
  return loot.includes(`"custom_data":{"name":"${GOBLIN.monster}"}`) ? GOBLIN : undefined
}
