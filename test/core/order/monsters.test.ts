/**
 * The interpreter against drop tables it does not know: kills of the demo's nastiest monsters, fulfilled with a seeded
 * choice of every draw, beside rolls of the package the tables come from, and beside the exact expectation.
 */
import { assert, describe, it } from "@effect/vitest"
import { prepareCatalog } from "@garrison/core/catalog/prepare"
import { compile } from "@garrison/core/catalog/rules/compile"
import type { CompiledCatalog } from "@garrison/core/catalog/rules/compiled"
import { Holdings } from "@garrison/core/order/rules/holdings"
import { fulfil, type InterpretedOrder } from "@garrison/core/order/rules/interpret"
import * as Effect from "effect/Effect"
import { catalogOfMonsters, killLootId, MONSTERS_VENDOR_ID, tableMonsters } from "../../../scripts/importMonsters.ts"
import { cryptoLayer } from "../../support/crypto.ts"

/** Kills per monster and side. */
const KILLS = 200_000
/** Standard errors that a mean may be off. */
const ERRORS_MAX = 5
/** Drops below which a mean is not yet normal, so that their number is bounded as that of a Poisson process instead. */
const DROPS_MIN = 50

/** What each of these is here for. */
const monsterNames = {
  "Alchemical Hydra": "most vendors, a chain of six",
  Vorkath: "many tables, a range of thousands",
  "Dagannoth Supreme": "many tables",
  Sarachnis: "many tables",
  "Chaos Elemental": "a range of thousands",
  Drake: "a number of rolls drawn from a range",
  "Grotesque Guardians": "a chain of five",
  Hydra: "chains within chains",
  Scorpia: "a range of thousands",
  "Demonic Gorilla": "a roll that is multiplied",
  "Phantom Muspah": "a roll that is multiplied",
  "Abyssal Sire": "a roll that is multiplied",
  "Vyrewatch Sentinel": "a chain of eleven",
  "TzHaar-Ket": "a chain of six",
  "Lizardman Shaman": "a number of rolls drawn from a range",
  "Corporeal Beast": "a range of thousands",
  Cerberus: "a range of thousands",
  "Master Farmer": "weights that are fractions",
  "Mind Golem": "once in 7.5 times",
  "Undead Druid": "many tables",
  Callisto: "a chain of five",
}

/** xoshiro128**: the same numbers from 0 to below 1 for the same seed. */
const randomOf = (seed: number): (() => number) => {
  let [a, b, c, d] = [seed | 0, 0x9e3779b9 | 0, 0x243f6a88 | 0, 0xb7e15162 | 0]
  const next = (): number => {
    const multiplied = Math.imul(b, 5)
    const result = Math.imul((multiplied << 7) | (multiplied >>> 25), 9)
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << 11) | (d >>> 21)
    return result >>> 0
  }
  for (let round = 0; round < 20; round++) next()
  return () => ((next() >>> 5) * 67_108_864 + (next() >>> 6)) / 9_007_199_254_740_992
}

/** The sum of an item's count over all kills, and the number of kills that gave it. */
interface Tally {
  sum: number
  drops: number
}

type Kill = (given: (item: number, count: number) => void) => void

const tally = (kill: Kill): ReadonlyMap<number, Tally> => {
  const tallies = new Map<number, Tally>()
  const counts = new Map<number, number>()
  for (let done = 0; done < KILLS; done++) {
    counts.clear()
    kill((item, count) => counts.set(item, (counts.get(item) ?? 0) + count))
    for (const [item, count] of counts) {
      const one = tallies.get(item)
      if (one === undefined) tallies.set(item, { sum: count, drops: 1 })
      else {
        one.sum += count
        one.drops++
      }
    }
  }
  return tallies
}

const nobody = { platform: undefined, isServer: true, now: 0 } as const

const killIn = (catalog: CompiledCatalog, monsterId: number, random: () => number): Kill => {
  const entries = [{ type: "fill_loot", loot_id: killLootId(monsterId), quantity: 1 }] as const
  const order: InterpretedOrder = { source: "SYSTEM", isTransaction: true, entries }
  return (given) => {
    const outcome = fulfil(catalog, order, nobody, Holdings.complete([]), ({ total }) => Math.floor(random() * total))
    const result = outcome.order.entries[0]?.result
    if (result !== "success") throw new Error(`kill of ${monsterId}: ${result}`)
    for (const { before, after } of outcome.changes) given(after.itemId, after.count - (before?.count ?? 0))
  }
}

/** Runs `body` with the package's only source of randomness replaced. */
const withRandom = <A>(random: () => number, body: () => A): A => {
  const original = Math.random
  Math.random = random
  try {
    return body()
  } finally {
    Math.random = original
  }
}

/** Exact mean and variance of what one fulfilment gives of an item. */
interface Moments {
  readonly mean: number
  readonly variance: number
}

/** The exact moments of every item, from the weights of the compiled catalog alone. */
const momentsOf = (
  catalog: CompiledCatalog,
  vendorId: number,
  known = new Map<number, ReadonlyMap<number, Moments>>(),
): ReadonlyMap<number, Moments> => {
  const done = known.get(vendorId)
  if (done !== undefined) return done
  const vendor = catalog.vendors.get(vendorId)
  const isDraw = vendor?.type === "randomly_sampled"
  const total = (vendor?.loot ?? []).reduce((sum, loot) => sum + loot.drop_weight, 0)
  const sums = new Map<number, { mean: number; second: number; variance: number }>()
  for (const loot of vendor?.loot ?? []) {
    const item = loot.item_id === undefined ? [] : [[loot.item_id, { mean: loot.quantity, variance: 0 }] as const]
    const parts = loot.sub_vendor_id === undefined ? new Map(item) : momentsOf(catalog, loot.sub_vendor_id, known)
    const share = isDraw ? loot.drop_weight / total : 1
    for (const [id, { mean, variance }] of parts) {
      const sum = sums.get(id) ?? { mean: 0, second: 0, variance: 0 }
      sum.mean += share * mean
      sum.second += share * (variance + mean * mean)
      sum.variance += variance
      sums.set(id, sum)
    }
  }
  const moments = new Map(
    Array.from(sums, ([id, { mean, second, variance }]) => [
      id,
      { mean, variance: isDraw ? second - mean * mean : variance },
    ]),
  )
  known.set(vendorId, moments)
  return moments
}

const farOff = (seen: Tally, exact: Moments): boolean => {
  if (seen.drops < DROPS_MIN) {
    // Too rare for the mean to be normal: the second moment is carried by single drops, so their number is bounded.
    const perDrop = seen.drops === 0 ? 1 : seen.sum / seen.drops
    const expected = (exact.mean * KILLS) / perDrop
    return Math.abs(seen.drops - expected) > ERRORS_MAX * Math.sqrt(expected) + ERRORS_MAX
  }
  return Math.abs(seen.sum / KILLS - exact.mean) > ERRORS_MAX * Math.sqrt(exact.variance / KILLS)
}

const apart = (left: Tally, right: Tally, { variance }: Moments): boolean =>
  Math.min(left.drops, right.drops) >= DROPS_MIN &&
  Math.abs(left.sum - right.sum) / KILLS > ERRORS_MAX * Math.sqrt((2 * variance) / KILLS)

const none: Tally = { sum: 0, drops: 0 }

describe("kills of monsters", () => {
  const monsters = tableMonsters()
  const compiled = Effect.runPromise(
    prepareCatalog(catalogOfMonsters()).pipe(
      Effect.map(({ publishable }) => {
        if (publishable === undefined) throw new Error("the demo catalog is refused")
        return compile(1, publishable.prepared)
      }),
      Effect.provide(cryptoLayer),
    ),
  )

  it("covers monsters that exist, at least twenty", () => {
    const names = Object.keys(monsterNames)
    assert.isAtLeast(names.length, 20)
    assert.includeMembers(
      monsters.map(({ name }) => name),
      names,
    )
  })

  for (const [name, why] of Object.entries(monsterNames)) {
    it(`gives what ${name} gives: ${why}`, async () => {
      const catalog = await compiled
      const monster = monsters.find((one) => one.name === name)
      if (monster === undefined) throw new Error(`${name} is missing`)
      const exact = momentsOf(catalog, MONSTERS_VENDOR_ID + monster.id)
      const ours = tally(killIn(catalog, monster.id, randomOf(monster.id)))
      const theirs = withRandom(randomOf(~monster.id), () =>
        tally((given) => {
          for (const [item, count] of monster.table.roll(1).items()) given(item.id, count)
        }),
      )
      assert.includeMembers([...exact.keys()], [...ours.keys(), ...theirs.keys()])
      const wrong = [...exact].flatMap(([item, moments]) => {
        const [own, other] = [ours.get(item) ?? none, theirs.get(item) ?? none]
        return farOff(own, moments) || farOff(other, moments) || apart(own, other, moments)
          ? [{ item, moments, own, other }]
          : []
      })
      assert.deepStrictEqual(wrong, [])
    })
  }
})
