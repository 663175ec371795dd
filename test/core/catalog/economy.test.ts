/**
 * A correct economy of 45 items: tables with pity, counters and guarantees, claims and drop tables with marks,
 * currencies of one platform, levels, passes, coupons. The checker finds nothing in it, and finds each mistake that is
 * planted in it, at a place that the document has.
 */
import { assert, describe, it } from "@effect/vitest"
import { checkCatalog } from "@garrison/core/catalog/publishable"
import { WitnessJudge } from "@garrison/core/catalog/WitnessJudge"
import { refutes } from "@garrison/core/order/rules/interpret/rehearse"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { parseYaml } from "../../../packages/cli/src/document/yamlText.ts"
import { cryptoLayer } from "../../support/crypto.ts"
import { expanded } from "./authoring/explore.ts"

const ECONOMY = readFileSync(new URL("economy.yaml", import.meta.url), "utf8")

const memberAt = (value: unknown, key: string | number): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined

/** The code and the place of each finding, all of which the text must have. */
const findingsOf = Effect.fnUntraced(function* (text: string) {
  const document = Result.getOrThrow(parseYaml(text)).value
  const made = expanded(document)
  const report = yield* checkCatalog(made.document).pipe(
    Effect.provide(cryptoLayer),
    Effect.provideService(WitnessJudge, refutes),
  )
  const { findings } = made.authored(report)
  for (const { path } of findings) assert.isDefined(path.reduce<unknown>(memberAt, document), path.join("."))
  return findings.map(({ code, path }) => `${code} ${path.join(".")}`)
})

/** What is planted: the text that is replaced, what takes its place, and what is found. */
const planted: ReadonlyArray<readonly [what: string, from: string, to: string, ...found: ReadonlyArray<string>]> = [
  [
    "a claim without its mark",
    "      mark: { item: starter-claimed, inventory_operation: set }\n",
    "",
    "claimable_without_end vendors.claims.loot.starter",
    "check_always_passes vendors.starter.loot.check.item",
  ],
  [
    "a drop table whose mark is never set",
    "          - { item: vip-claimed, inventory_operation: set, sort_order: 9 }",
    "          - { item: vip-claimed, inventory_operation: set, quantity: 0 }",
    "claimable_without_end vendors.claims.loot.vip",
    "check_always_passes vendors.claims.loot.vip.always.1.when",
    "condition_item_not_given vendors.claims.loot.vip.always.2.when",
  ],
  [
    "a condition that nobody meets",
    "when: [{ has: tutorial-done }, { lacks: story-2 }]",
    "when: [{ has: tutorial-done }, { lacks: tutorial-done }]",
    "checks_contradict vendors.claims.loot.tutorial.always.0.when",
  ],
  [
    "a refund of more than the price",
    "      give: { item: coins, quantity: 20 }",
    "      give: { item: coins, quantity: 60 }",
    "money_pump vendors.smith.loot.sell-sword",
  ],
  [
    "a currency of another platform",
    "price_item: golf-crystals",
    "price_item: echo-crystals",
    "platforms_disjoint vendors.skins.loot.golf.current_price_point_guid",
  ],
  [
    "a guarantee that is sold for more than it costs",
    "      legend: { item: legend-bow }\n  gifts:",
    "      legend: { item: legend-bow }\n      gems: { item: gems, quantity: 9 }\n  gifts:",
    "draws_gain_on_average vendors.boxes.loot.fifty",
  ],
]

describe("a correct economy", () => {
  it.effect("has no finding", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* findingsOf(ECONOMY), [])
    }),
  )

  it.effect.each(planted)("has this mistake found: %s", ([, from, to, ...found]) =>
    Effect.gen(function* () {
      assert.lengthOf(ECONOMY.split(from), 2)
      assert.sameMembers(yield* findingsOf(ECONOMY.replace(from, to)), found)
    }),
  )
})
