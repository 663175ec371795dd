/**
 * Random drop tables against a model of what forms mean: the exact probability of every outcome, computed from the
 * authored rows alone, equals what the interpreter gives for the expanded document.
 */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { fraction, type Owned, outcomesOf, worldOf } from "./explore.ts"

const names = ["coins", "gems", "key", "ring"] as const
type Item = (typeof names)[number]
type Counts = Readonly<Partial<Record<Item, number>>>

interface Condition {
  readonly has?: Item
  readonly lacks?: Item
  readonly at_least?: number
}

interface Row {
  readonly item: Item
  readonly quantity?: number | { readonly min: number; readonly max: number }
  readonly chance?: string
  readonly weight?: number
  readonly when?: Condition | ReadonlyArray<Condition> | { readonly not: Condition }
}

interface Table {
  readonly always: ReadonlyArray<Row>
  readonly sometimes: ReadonlyArray<Row>
  readonly one_of: ReadonlyArray<Row>
}

/** A distribution: the outcomes by key, each with its counts and its probability as a fraction. */
type Chances = ReadonlyArray<{ readonly counts: Counts; readonly odds: readonly [bigint, bigint] }>

const holds = ({ at_least: count = 1, has, lacks }: Condition, owned: Counts): boolean =>
  has !== undefined ? (owned[has] ?? 0) >= count : lacks !== undefined && (owned[lacks] ?? 0) < count

const isMet = ({ when }: Row, owned: Counts): boolean => {
  if (when === undefined) return true
  if (Array.isArray(when)) return (when as ReadonlyArray<Condition>).every((one) => holds(one, owned))
  return "not" in when ? !holds(when.not, owned) : holds(when as Condition, owned)
}

const quantities = ({ quantity = 1 }: Row): ReadonlyArray<number> =>
  typeof quantity === "number"
    ? [quantity]
    : Array.from({ length: quantity.max - quantity.min + 1 }, (_, index) => quantity.min + index)

const add = (counts: Counts, item: Item, count: number): Counts => ({ ...counts, [item]: (counts[item] ?? 0) + count })

/** What a row gives once it is given. */
const give = (chances: Chances, row: Row, [wins, of]: readonly [bigint, bigint]): Chances => {
  const each = quantities(row)
  return chances.flatMap(({ counts, odds: [numerator, denominator] }) =>
    each.map((quantity) => ({
      counts: add(counts, row.item, quantity),
      odds: [numerator * wins, denominator * of * BigInt(each.length)] as const,
    })),
  )
}

const oddsOf = (chance: string): readonly [bigint, bigint] => {
  const [wins = "0", of = "1"] = chance.split("/")
  return [BigInt(wins), BigInt(of)]
}

/** Rolls the table by its rows, each from every state that the rows before it lead to. */
const rolled = (table: Table, owned: Counts): Chances => {
  let chances: Chances = [{ counts: owned, odds: [1n, 1n] }]
  const each = (roll: (one: Chances[number]) => Chances) => {
    chances = chances.flatMap(roll)
  }
  for (const row of table.always) each((one) => (isMet(row, one.counts) ? give([one], row, [1n, 1n]) : [one]))
  for (const row of table.sometimes) {
    const [wins, of] = oddsOf(row.chance ?? "1/1")
    each((one) => {
      if (!isMet(row, one.counts)) return [one]
      const lost = { counts: one.counts, odds: [one.odds[0] * (of - wins), one.odds[1] * of] as const }
      return [...give([one], row, [wins, of]), ...(wins === of ? [] : [lost])]
    })
  }
  if (table.one_of.length === 0) return chances
  each((one) => {
    const open = table.one_of.filter((row) => isMet(row, one.counts))
    const total = open.reduce((sum, { weight = 1 }) => sum + weight, 0)
    if (open.length === 0) return [one]
    return open.flatMap((row) => give([one], row, [BigInt(row.weight ?? 1), BigInt(total)]))
  })
  return chances
}

const keyOf = (counts: Counts, owned: Counts): string =>
  names
    .flatMap((name) => {
      const gain = (counts[name] ?? 0) - (owned[name] ?? 0)
      return gain === 0 ? [] : [`${name} ${gain}`]
    })
    .join(", ") || "nothing"

const summed = (chances: Chances, owned: Counts): Readonly<Record<string, string>> => {
  const sums = new Map<string, readonly [bigint, bigint]>()
  for (const { counts, odds } of chances) {
    const key = keyOf(counts, owned)
    const [numerator, denominator] = sums.get(key) ?? [0n, 1n]
    sums.set(key, [numerator * odds[1] + odds[0] * denominator, denominator * odds[1]])
  }
  return Object.fromEntries(
    Array.from(sums, ([key, [numerator, denominator]]) => [key, fraction(numerator, denominator)]),
  )
}

const item = fc.constantFrom(...names)
const count = fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined })
const some = <A extends object>(fields: A): A =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as A

const condition: fc.Arbitrary<Condition> = fc
  .record({ isHas: fc.boolean(), item, at_least: count })
  .map(({ at_least, isHas, item }) => some(isHas ? { has: item, at_least } : { lacks: item, at_least }) as Condition)

const when = fc.option(
  fc.oneof(
    condition,
    fc.array(condition, { minLength: 1, maxLength: 2 }),
    condition.map((one) => ({ not: one })),
  ),
  { nil: undefined },
)

const quantity = fc.oneof(
  fc.constant(undefined),
  fc.integer({ min: 1, max: 4 }),
  fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(2)).map(([min, more]) => ({ min, max: min + more })),
)

const rows = (fields: object): fc.Arbitrary<ReadonlyArray<Row>> =>
  fc.array(
    fc.record({ item, quantity, when, ...fields }).map((row) => some(row) as Row),
    { maxLength: 2 },
  )

const table: fc.Arbitrary<Table> = fc.record({
  always: rows({}),
  sometimes: rows({ chance: fc.constantFrom("1/2", "2/3", "1/128", "1/1") }),
  one_of: rows({ weight: fc.integer({ min: 1, max: 5 }) }),
})

const owned: fc.Arbitrary<Owned> = fc
  .record({ coins: fc.nat(4), gems: fc.nat(4), key: fc.nat(2), ring: fc.nat(2) })
  .map((counts) => Object.fromEntries(Object.entries(counts).filter(([, held]) => held > 0)))

/** Tables per run. */
const RUNS = Number(process.env.GARRISON_TEST_TABLES ?? 60)

describe("random drop tables", () => {
  it("give what their rows say, with the exact probabilities", async () => {
    const items = Object.fromEntries(names.map((name) => [name, {}]))
    await fc.assert(
      fc.asyncProperty(table, owned, async (rolls, held) => {
        const isEmpty = rolls.always.length + rolls.sometimes.length + rolls.one_of.length === 0
        const loot = { prize: isEmpty ? { item_id: 1, quantity: 0 } : rolls, other: { item: "coins" } }
        const document = { items: { ...items, 1: {} }, vendors: { shop: { loot } } }
        // A row may have conditions that contradict each other. Then it is never given.
        const world = await worldOf(document, "loot_never_drops", "checks_contradict")
        assert.deepStrictEqual(
          outcomesOf(world, "shop/prize", { names, owned: held }),
          summed(rolled(rolls, held), held),
        )
      }),
      { numRuns: RUNS },
    )
  })
})
