/**
 * The parts of the demo world that are not monsters, which `examples/demo/world.yaml` holds in authoring forms: a
 * currency, experience with levels and rewards, claims, a shop and a promotion code. They were invented for Garrison.
 */
import { expandCatalog } from "@garrison/core/catalog/authoring/expand"
import { EMPTY_LOCK } from "@garrison/core/catalog/authoring/lock"
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { parseYaml } from "../../packages/cli/src/document/yamlText.ts"
import type { LootDraft } from "./CatalogBuilder.ts"

/** Ids of the demo that other places name. Items below 1,000,000 are the package's own. */
export const DEMO = {
  coins: 995,
  experience: 1_000_001,
  veteranBadge: 1_000_004,
  coupon: 1_000_005,
  bread: 2309,
  starterLoot: 1,
  dailyLoot: 2,
  experienceLoot: 3,
  breadLoot: 52,
  provisionsLoot: 53,
} as const

/** The parts that the monsters join. The others stay as they are. */
interface World {
  readonly items: Readonly<Record<string, object>>
  readonly vendors: Readonly<Record<string, { readonly loot: Readonly<Record<string, LootDraft>> }>>
}

const text = readFileSync(new URL("../../examples/demo/world.yaml", import.meta.url), "utf8")

const { value } = Result.getOrThrow(parseYaml(text))

/** The document without the monsters and their items. */
export const demoWorld = expandCatalog([{ name: "world.yaml", value }], EMPTY_LOCK).document as World
