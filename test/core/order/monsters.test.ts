/**
 * The interpreter against drop tables of another package. Kills of the demo's most complex monsters are fulfilled with
 * a seeded choice of every draw. They are compared with rolls of that package, and with the exact expectation.
 * GARRISON_TEST_ROLLS kills more often, which shows smaller differences: 200000 takes about a minute.
 */
import { assert, describe, it } from "@effect/vitest"
import { checkForPublication } from "@garrison/core/catalog/publishable"
import { link, type LinkedCatalog, type LinkedLoot } from "@garrison/core/catalog/rules/linked"
import type { PublishedCatalog } from "@garrison/core/catalog/rules/published"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
import { fulfil, type InterpretedOrder } from "@garrison/core/order/rules/interpret/interpret"
import * as Effect from "effect/Effect"
import {
  catalogOfMonsters,
  killLootId,
  MONSTERS_VENDOR_ID,
  type TableMonster,
  tableMonsters,
} from "../../../scripts/importMonsters.ts"
import { cryptoLayer } from "../../support/crypto.ts"
import { preciseRandomFrom } from "./seeded.ts"

/** Kills per monster and side. */
const KILLS = Number(process.env.GARRISON_TEST_ROLLS ?? 15_000)
/** Standard errors by which a mean may differ. */
const ERRORS_MAX = 5
/**
 * With fewer drops than this, a mean is not yet normal. Then the number of drops is bounded as in a Poisson process.
 */
const DROPS_MIN = 50

/** Why each monster is in the test. */
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

/** The sum of an item's count over all kills, and the number of kills that gave the item. */
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

const killIn = (catalog: LinkedCatalog, monsterId: number, random: () => number): Kill => {
  const entries = [{ type: "fill_loot", loot_id: killLootId(monsterId), quantity: 1 }] as const
  const order: InterpretedOrder = { source: "SYSTEM", isTransaction: true, entries }
  return (given) => {
    const outcome = fulfil(catalog, order, nobody, Holdings.complete([]), ({ total }) => Math.floor(random() * total))
    const result = outcome.order.entries[0]?.result
    if (result !== "success") throw new Error(`kill of ${monsterId}: ${result}`)
    for (const { before, after } of outcome.changes) given(after.itemId, after.count - (before?.count ?? 0))
  }
}

/** Runs `body` with the package's source of randomness replaced. */
const withRandom = <A>(random: () => number, body: () => A): A => {
  const original = Math.random
  Math.random = random
  try {
    return body()
  } finally {
    Math.random = original
  }
}

/** The drops of the package. */
const rolls = (monster: TableMonster): ReadonlyMap<number, Tally> =>
  withRandom(preciseRandomFrom(~monster.id), () =>
    tally((given) => {
      for (const [item, count] of monster.table.roll(1).items()) given(item.id, count)
    }),
  )

/** Exact mean and variance of the count of an item per fulfilment. */
interface Moments {
  readonly mean: number
  readonly variance: number
}

/** The exact moments of every item, computed from the weights of the linked catalog. */
const momentsOf = (
  catalog: LinkedCatalog,
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
    // Too rare for a normal mean: single drops carry the second moment, so their number is bounded.
    const { mean, variance } = exact
    const perDrop = seen.drops === 0 ? (variance + mean ** 2) / mean : seen.sum / seen.drops
    const expected = (exact.mean * KILLS) / perDrop
    return Math.abs(seen.drops - expected) > ERRORS_MAX * Math.sqrt(expected) + ERRORS_MAX
  }
  return Math.abs(seen.sum / KILLS - exact.mean) > ERRORS_MAX * Math.sqrt(exact.variance / KILLS)
}

const apart = (left: Tally, right: Tally, { variance }: Moments): boolean =>
  Math.min(left.drops, right.drops) >= DROPS_MIN &&
  Math.abs(left.sum - right.sum) / KILLS > ERRORS_MAX * Math.sqrt((2 * variance) / KILLS)

const none: Tally = { sum: 0, drops: 0 }

type Tallies = ReadonlyMap<number, Tally>

/** Items for which a side differs from the expectation, or the two sides differ from each other. */
const wrongItems = (exact: ReadonlyMap<number, Moments>, ours: Tallies, theirs: Tallies) =>
  [...exact].flatMap(([item, moments]) => {
    const [own, other] = [ours.get(item) ?? none, theirs.get(item) ?? none]
    const wrong = { own: farOff(own, moments), other: farOff(other, moments), apart: apart(own, other, moments) }
    return Object.values(wrong).includes(true) ? [{ item, ...wrong, moments, tallies: [own, other] }] : []
  })

/** The catalog with a weight of a draw multiplied. */
const withWeight = (catalog: PublishedCatalog, loot: LinkedLoot, factor: number): LinkedCatalog => {
  const vendorId = loot.vendor.vendor_id
  const vendor = catalog.vendors[vendorId]
  const written = vendor?.loot[loot.loot_id]
  if (vendor === undefined || written === undefined) throw new Error(`loot ${loot.loot_id} is missing`)
  const skewed = { ...written, drop_weight: Math.round(loot.drop_weight * factor) }
  const vendors = { ...catalog.vendors, [vendorId]: { ...vendor, loot: { ...vendor.loot, [loot.loot_id]: skewed } } }
  return link(1, { ...catalog, vendors })
}

/** The loot with the largest weight in the last draw of a monster. */
const heaviestOf = (catalog: LinkedCatalog, monsterId: number) => {
  const draws = catalog.vendors.get(MONSTERS_VENDOR_ID + monsterId)?.loot ?? []
  const loot = catalog.vendors.get(draws.at(-1)?.sub_vendor_id ?? -1)?.loot ?? []
  return loot.reduce((heaviest, other) => (other.drop_weight > heaviest.drop_weight ? other : heaviest))
}

describe("kills of monsters", () => {
  const monsters = tableMonsters()
  const served = Effect.runPromise(
    checkForPublication(catalogOfMonsters()).pipe(
      Effect.map(({ publishable }) => {
        if (publishable === undefined) throw new Error("the demo catalog is refused")
        return { published: publishable.published, linked: link(1, publishable.published) }
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
      const { linked: catalog } = await served
      const monster = monsters.find((one) => one.name === name)
      if (monster === undefined) throw new Error(`${name} is missing`)
      const exact = momentsOf(catalog, MONSTERS_VENDOR_ID + monster.id)
      const ours = tally(killIn(catalog, monster.id, preciseRandomFrom(monster.id)))
      const theirs = rolls(monster)
      assert.includeMembers([...exact.keys()], [...ours.keys(), ...theirs.keys()])
      assert.deepStrictEqual(wrongItems(exact, ours, theirs), [])
    })
  }

  it("with a weight a fifth too high are noticed, against the expectation and against the package", async () => {
    const { published, linked: catalog } = await served
    const monster = monsters.find(({ name }) => name === "Master Farmer")
    if (monster === undefined) throw new Error("the monster is missing")
    const exact = momentsOf(catalog, MONSTERS_VENDOR_ID + monster.id)
    const heaviest = heaviestOf(catalog, monster.id)
    const skewed = withWeight(published, heaviest, 1.2)
    const ours = tally(killIn(skewed, monster.id, preciseRandomFrom(monster.id)))
    const [item = -1] = momentsOf(catalog, heaviest.sub_vendor_id ?? -1).keys()
    const found = wrongItems(exact, ours, rolls(monster)).find((wrong) => wrong.item === item)
    assert.deepInclude(found, { own: true, other: false, apart: true })
  })

  it("that never give an item, or a rarity too often, are noticed", () => {
    const rare = { mean: 3 / KILLS, variance: 3 / KILLS }
    const often = { mean: 100 / KILLS, variance: 100 / KILLS }
    assert.deepStrictEqual(
      [none, { sum: 10, drops: 10 }, { sum: 40, drops: 40 }].map((seen) => farOff(seen, rare)),
      [false, false, true],
    )
    assert.isTrue(farOff(none, often))
  })
})
