/**
 * The demo catalog with few of its monsters. A server that makes the demo world spends seconds on the thousands of
 * vendors of the whole catalog; what the tests of the command ask of that world is the same with a handful. The whole
 * one is made by the packed command (test/packages.test.ts) and for the console (test/support/tui/world.ts).
 */
import * as Effect from "effect/Effect"
import { DemoDocument, demoDocument } from "../../../packages/cli/src/demo/catalog.ts"

interface Loot {
  readonly item_id?: number
  readonly sub_vendor_id?: number
  readonly custom_data?: { readonly name?: string }
}

interface Vendor {
  readonly loot?: Readonly<Record<string, Loot>>
}

interface Document {
  readonly items: Readonly<Record<string, unknown>>
  readonly vendors: Readonly<Record<string, Vendor>>
}

/** Vendors below this id are the demo's own; monsters and their tables have ids above. */
const MONSTERS_VENDOR_ID = 1_000_000

/** Monsters that stay beside the one that the demo kills. */
const KEPT = new Set(["Goblin", "Abyssal Demon", "Ghost", "Wolf"])

const lootOf = (vendor: Vendor | undefined): ReadonlyArray<[string, Loot]> => Object.entries(vendor?.loot ?? {})

/** The document without most monsters, and without the vendors that only these led to. */
export const withFewMonsters = <D extends Document>(document: D): D => {
  const monsters = lootOf(document.vendors[MONSTERS_VENDOR_ID]).filter(([, { custom_data }]) =>
    KEPT.has(custom_data?.name ?? ""),
  )
  const vendors: Record<string, Vendor> = {
    [MONSTERS_VENDOR_ID]: { ...document.vendors[MONSTERS_VENDOR_ID], loot: Object.fromEntries(monsters) },
  }
  const keep = (id: string): void => {
    const vendor = document.vendors[id]
    if (vendor === undefined || id in vendors) return
    vendors[id] = vendor
    keepAllOf(vendor)
  }
  const keepAllOf = (vendor: Vendor | undefined): void => {
    for (const [, { sub_vendor_id }] of lootOf(vendor)) if (sub_vendor_id !== undefined) keep(String(sub_vendor_id))
  }
  keepAllOf(vendors[MONSTERS_VENDOR_ID])
  for (const id of Object.keys(document.vendors)) if (Number(id) < MONSTERS_VENDOR_ID) keep(id)
  return { ...document, vendors }
}

/** Has a program of this process make the demo world of the small document. */
export const withSmallDemo = Effect.provideService(
  DemoDocument,
  Effect.map(demoDocument, (document) => withFewMonsters(document as Document)),
)
