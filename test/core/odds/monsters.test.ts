/**
 * The odds of every monster of the demo catalog against its drop table in the package that the catalog was made from.
 * The odds of the table are computed here from the table itself, without the importer, and must be the same fractions.
 */
import { assert, describe, it } from "@effect/vitest"
import { checkForPublication } from "@garrison/core/catalog/publishable"
import { link } from "@garrison/core/catalog/rules/linked"
import { Fraction, ONE, ZERO } from "@garrison/core/odds/rules/fraction"
import { oddsOf } from "@garrison/core/odds/rules/odds"
import * as Effect from "effect/Effect"
import { catalogOfMonsters, killLootId, tableMonsters } from "../../../scripts/importMonsters.ts"
import type { DropTable } from "../../../scripts/monsters/tables.ts"
import { cryptoLayer } from "../../support/crypto.ts"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
import { finished } from "./finished.ts"

type Entry = DropTable["table"][number]

/** What a part of a table gives of an item on average, and how likely it gives none. */
interface Given {
  readonly expected: Fraction
  readonly none: Fraction
}
type Odds = ReadonlyMap<number, Given>

const nothing: Given = { expected: ZERO, none: ONE }

/** All parts: they are independent of each other. */
const all = (parts: ReadonlyArray<Odds>): Odds => {
  const sums = new Map<number, Given>()
  for (const part of parts) {
    for (const [id, { expected, none }] of part) {
      const known = sums.get(id) ?? nothing
      sums.set(id, { expected: known.expected.plus(expected), none: known.none.times(none) })
    }
  }
  return sums
}

/** One of the parts, each with its share; the shares that are left give nothing. */
const oneOf = (parts: ReadonlyArray<readonly [share: Fraction, part: Odds]>): Odds => {
  const sums = new Map<number, Given>()
  for (const [share, part] of parts) {
    for (const [id, { expected, none }] of part) {
      const known = sums.get(id) ?? nothing
      const gained = share.times(ONE.minus(none))
      sums.set(id, { expected: known.expected.plus(share.times(expected)), none: known.none.minus(gained) })
    }
  }
  return sums
}

/** A number with its decimals, as the table writes it: 7.5 is 15/2. */
const decimal = (value: number): Fraction => {
  const [whole = "0", decimals = ""] = String(value).split(".")
  return Fraction.of(BigInt(whole + decimals), 10n ** BigInt(decimals.length))
}

/** A JSON number as it is in memory, which is a multiple of a power of two. */
const binary = (value: number): Fraction => Fraction.of(BigInt(value * 2 ** 100), 2n ** 100n)

const over = (one: Fraction, other: Fraction): Fraction => one.times(Fraction.of(other.denominator, other.numerator))

const range = (quantity: Entry["quantity"]): ReadonlyArray<number> => {
  const [from = 0, to = from] = typeof quantity === "number" ? [quantity] : quantity
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** A range of thousands has the same odds at once. */
const item = (id: number, quantities: ReadonlyArray<number>, factor: number): Odds => {
  const sum = quantities.reduce((total, quantity) => total + quantity, 0)
  const zeros = quantities.filter((quantity) => quantity === 0).length
  return new Map([
    [id, { expected: Fraction.of(sum * factor, quantities.length), none: Fraction.of(zeros, quantities.length) }],
  ])
}

const known = new Map<DropTable, Map<number, Odds>>()

const entryOdds = ({ item: what, options, quantity }: Entry, factor: number): Odds => {
  const quantities = range(quantity)
  if (typeof what === "number") return item(what, quantities, factor)
  const share = Fraction.of(1, quantities.length)
  const times = (count: number): Odds =>
    options?.multiply === true
      ? rollOdds(what, factor * count)
      : all(Array.from({ length: count }, () => rollOdds(what, factor)))
  return oneOf(quantities.map((count) => [share, times(count)]))
}

const mainOdds = (table: DropTable, factor: number): Odds => {
  const weights = table.table.map(({ weight }) => binary(weight ?? 0))
  const none = table.limit === undefined ? 0 : Math.max(0, table.limit - table.totalWeight)
  const total = weights.reduce((sum, weight) => sum.plus(weight), binary(none))
  if (total.isZero) return new Map()
  return oneOf(table.table.map((entry, index) => [over(weights[index] ?? ZERO, total), entryOdds(entry, factor)]))
}

/** One roll of the table, with every quantity times `factor`. */
const rollOdds = (table: DropTable, factor: number): Odds => {
  const made = known.get(table) ?? new Map<number, Odds>()
  known.set(table, made)
  const before = made.get(factor)
  if (before !== undefined) return before
  const every = table.everyItems.map((entry) => entryOdds(entry, factor))
  const tertiary = table.tertiaryItems.map((entry) =>
    oneOf([[over(ONE, decimal(entry.chance)), entryOdds(entry, factor)]]),
  )
  let reached = ONE
  const first = table.oneInItems.map((entry): readonly [Fraction, Odds] => {
    const share = reached.times(over(ONE, decimal(entry.chance)))
    reached = reached.minus(share)
    return [share, entryOdds(entry, factor)]
  })
  const odds = all([...every, ...tertiary, oneOf([...first, [reached, mainOdds(table, factor)]])])
  made.set(factor, odds)
  return odds
}

const textOf = (odds: Odds) =>
  Object.fromEntries(
    Array.from(odds)
      .filter(([, { expected }]) => !expected.isZero)
      .map(([id, { expected, none }]) => [id, [expected.toString(), ONE.minus(none).toString()]]),
  )

describe("the odds of monsters", () => {
  const monsters = tableMonsters()
  const served = Effect.runPromise(
    checkForPublication(catalogOfMonsters()).pipe(
      Effect.map(({ publishable }) => {
        if (publishable === undefined) throw new Error("the demo catalog is refused")
        return link(1, publishable.published)
      }),
      Effect.provide(cryptoLayer),
    ),
  )
  const oddsIn = async (monsterId: number): Promise<Odds> => {
    const question = {
      entry: { type: "fill_loot", loot_id: killLootId(monsterId), quantity: 1 },
      holdings: Holdings.complete([]),
      circumstances: { platform: undefined, isServer: true, now: 0 },
    } as const
    const noDraw = () => assert.fail("the odds are not exact")
    const { failures, items } = finished(oddsOf(await served, question, noDraw))
    assert.deepStrictEqual(failures, [])
    return new Map(
      items.map(({ atLeastOne, expected, itemId }) => {
        if (!(expected instanceof Fraction) || !(atLeastOne instanceof Fraction)) throw new Error("not exact")
        return [itemId, { expected, none: ONE.minus(atLeastOne) }]
      }),
    )
  }

  it("are those of their tables, as the same fractions, for every monster", async () => {
    assert.isAbove(monsters.length, 300)
    const inFractions = monsters.filter(({ table }) => table.table.some(({ weight = 0 }) => !Number.isInteger(weight)))
    assert.isAbove(inFractions.length, 0, "weights that are fractions are drawn exactly, too")
    for (const { id, name, table } of monsters) {
      assert.deepStrictEqual(textOf(await oddsIn(id)), textOf(rollOdds(table, 1)), name)
    }
  })

  it("of another quantity are noticed", async () => {
    const [monster] = monsters
    if (monster === undefined) throw new Error("there is no monster")
    assert.notDeepEqual(textOf(await oddsIn(monster.id)), textOf(rollOdds(monster.table, 2)))
  })
})
