/**
 * Trades whose worth depends on what else is done: a level that is reached again, an item that is set again after it
 * was taken, and a mark that a new session takes away. Each is written as a trade with fixed changes.
 */
import { hasLevels, type LinkedCatalog, type LinkedItem } from "../linked.ts"
import { levelsReached } from "../levels.ts"
import { type ByItem, type Looking, Tally } from "./outcome.ts"
import type { Trade } from "./trade.ts"

/** How often a trade is made to reach a level. */
const CLIMBS_MAX = 500
/** Different amounts of an item that are told apart. */
const AMOUNTS_MAX = 16

/** The trades, and whether some amounts were left out. */
export interface Varied {
  readonly trades: ReadonlyArray<Trade>
  readonly isBounded: boolean
}

/** The amounts by which the trades change items, by item and sign. */
class Amounts {
  private readonly byItem = new Map<number, Set<number>>()
  isBounded = false

  note(item: number, amount: number): void {
    const known = this.byItem.get(item) ?? new Set()
    this.byItem.set(item, known)
    if (known.size < AMOUNTS_MAX) known.add(amount)
    else this.isBounded ||= !known.has(amount)
  }

  of(item: number): ReadonlyArray<number> {
    return [...(this.byItem.get(item) ?? [])]
  }
}

/** The changes together, without zeros. */
const plus = (left: ByItem, right: ByItem): ByItem => {
  const sum = new Map(left)
  for (const [item, change] of right) sum.set(item, (sum.get(item) ?? 0) + change)
  return new Map([...sum].filter(([, change]) => change !== 0))
}

const timesOf = (counts: ByItem, times: number): ByItem =>
  new Map([...counts].map(([item, count]) => [item, count * times]))

const without = (map: ByItem, item: number): ByItem => new Map([...map].filter(([one]) => one !== item))

/** The lower of two bounds for each item. */
const lower = (left: ByItem, item: number, bound: number): ByItem =>
  new Map(left).set(item, Math.min(left.get(item) ?? Number.POSITIVE_INFINITY, bound))

/** The bounds of the trade, and what multiplies it stays as it is: with more of it, the trade would give more XP. */
const steady = ({ atLeast, below, multipliers }: Trade): ByItem =>
  [...multipliers].reduce((bounds, item) => lower(bounds, item, (atLeast.get(item) ?? 0) + 1), below)

/** What the levels between two numbers of XP give for certain; undefined: a reward may fail. */
const rewardsOf = (item: LinkedItem, before: number, after: number, looking: Looking): Tally | undefined => {
  const tally = new Tally({ looking })
  const rewards = levelsReached(item.levels ?? [], before, after).flatMap(
    (level) => item.levelVendor?.lootBySortOrder.get(level) ?? [],
  )
  const isCertain = rewards.every((loot) => tally.fulfil(loot, 1, false))
  return isCertain && !tally.spends && tally.below.size + tally.sets.size === 0 ? tally : undefined
}

/** The XP of the lowest and of the highest level that have rewards, and how many have. */
const rewardedXp = ({ levels = [], levelVendor }: LinkedItem): readonly [number, number, number] | undefined => {
  const rewarded = levels.filter(({ level }) => levelVendor?.lootBySortOrder.has(level))
  const [first] = rewarded
  const last = rewarded.at(-1)
  return first === undefined || last === undefined ? undefined : [first.xp, last.xp, rewarded.length]
}

/** The trade, made so often in a row. */
const repeated = (trade: Trade, times: number): Trade => ({
  ...trade,
  steps: trade.steps.map((step) => ({ ...step, times: step.times * times })),
  changes: timesOf(trade.changes, times),
  atLeast: timesOf(trade.atLeast, times),
  taken: timesOf(trade.taken, times),
  plain: undefined,
})

/** The trade, made so often that a player without XP reaches the level at `xp`. */
const climb = (trade: Trade, item: LinkedItem, xp: number, from: number, looking: Looking): Trade | undefined => {
  const id = item.item_id
  const set = trade.sets.get(id)
  const gain = set ?? trade.changes.get(id) ?? 0
  if (gain <= 0) return undefined
  const times = set === undefined ? Math.ceil(xp / gain) : 1
  const isOnce = trade.below.size + trade.sets.size > 0
  if (times > (isOnce ? 1 : CLIMBS_MAX) || times * gain < from) return undefined
  const rewards = rewardsOf(item, 0, times * gain, looking)
  if (rewards === undefined || rewards.changes.size === 0) return undefined
  const row = repeated(trade, times)
  return {
    ...row,
    changes: plus(without(row.changes, id), plus(rewards.changes, new Map([[id, times * gain]]))),
    below: lower(steady(trade), id, from),
    atLeast: without(row.atLeast, id),
    passing: new Set([...trade.passing, ...rewards.passing]),
  }
}

/** Levels of an item whose rewards are judged for a player who is just below them: the highest ones. */
const LEVELS_JUDGED = 100

const gcd = (left: number, right: number): number => (right === 0 ? left : gcd(right, left % right))

/** How often the trade is made in a row: once, and until it has given what others take of the XP. */
const inRows = (trade: Trade, gain: number, taken: ReadonlyArray<number>): ReadonlySet<number> => {
  if (trade.below.size > 0) return new Set([1])
  const oftens = taken.flatMap((amount) => [Math.ceil(amount / gain), amount / gcd(amount, gain)])
  return new Set([1, ...oftens.filter((times) => times <= CLIMBS_MAX)])
}

/**
 * The trade for players from whom one of it, or some in a row, are enough to reach a rewarded level: with the
 * rewards of all levels that are passed on the way.
 */
const steps = (
  trade: Trade,
  item: LinkedItem,
  taken: ReadonlyArray<number>,
  looking: Looking,
): ReadonlyArray<Trade> => {
  const id = item.item_id
  const { levels = [], levelVendor } = item
  const gain = trade.changes.get(id) ?? 0
  if (gain <= 0 || trade.sets.size > 0) return []
  const rewarded = levels.filter(({ level }) => levelVendor?.lootBySortOrder.has(level)).slice(-LEVELS_JUDGED)
  const inRow = (xp: number, times: number): ReadonlyArray<Trade> => {
    const least = Math.max(0, xp - gain * times, trade.atLeast.get(id) ?? 0)
    const first = levels.find((level) => level.xp > least)?.xp ?? xp
    const rewards = least >= xp ? undefined : rewardsOf(item, first - 1, xp, looking)
    if (rewards === undefined || rewards.changes.size === 0) return []
    const row = repeated(trade, times)
    return [
      {
        ...row,
        changes: plus(row.changes, rewards.changes),
        below: lower(steady(trade), id, first),
        atLeast: new Map(row.atLeast).set(id, least),
        passing: new Set([...trade.passing, ...rewards.passing]),
      },
    ]
  }
  const oftens = [...inRows(trade, gain, taken)]
  return rewarded.flatMap(({ xp }) => oftens.flatMap((times) => inRow(xp, times)))
}

/** The trade, which takes XP and gives them again, for a player who reaches the levels anew with what it gives. */
const recross = (trade: Trade, item: LinkedItem, from: number, looking: Looking): Trade | undefined => {
  const id = item.item_id
  const dip = trade.dips.get(id)
  if (dip === undefined || dip.rise < from) return undefined
  const rewards = rewardsOf(item, 0, dip.rise, looking)
  if (rewards === undefined || rewards.changes.size === 0) return undefined
  return {
    ...trade,
    changes: plus(trade.changes, rewards.changes),
    below: lower(steady(trade), id, from - dip.low),
    passing: new Set([...trade.passing, ...rewards.passing]),
    plain: undefined,
  }
}

/** The trade with the rewards of the levels that it reaches each time it is made; undefined: a reward may fail. */
const rewarded = (trade: Trade, catalog: LinkedCatalog, looking: Looking): Trade | undefined => {
  let changes = trade.changes
  let passing = trade.passing
  for (const [id, [from, to]] of trade.rises) {
    const item = catalog.items.get(id)
    if (item === undefined || !hasLevels(item)) continue
    const rewards = rewardsOf(item, from, to, looking)
    if (rewards === undefined) return undefined
    changes = plus(changes, rewards.changes)
    passing = new Set([...passing, ...rewards.passing])
  }
  return changes === trade.changes ? trade : { ...trade, changes, passing }
}

/** The trades that reach rewarded levels of the catalog again and again. */
const climbs = (catalog: LinkedCatalog, trades: ReadonlyArray<Trade>, looking: Looking): Varied => {
  const levelled = [...catalog.items.values()].filter(hasLevels)
  const found: Array<Trade | undefined> = []
  const taken = new Amounts()
  let isBounded = false
  const ids = new Set(levelled.map(({ item_id: id }) => id))
  for (const { changes } of trades) {
    for (const [item, change] of changes) if (change < 0 && ids.has(item)) taken.note(item, -change)
  }
  for (const item of levelled) {
    const rewarded = rewardedXp(item)
    if (rewarded === undefined) continue
    const [first, last, count] = rewarded
    const isLowered = (id: number): boolean => taken.of(id).length > 0 || trades.some(({ sets }) => sets.has(id))
    isBounded ||= count > LEVELS_JUDGED && isLowered(item.item_id)
    for (const trade of trades) {
      const { item_id: id } = item
      if (!trade.changes.has(id) && !trade.sets.has(id) && !trade.dips.has(id)) continue
      const from = Math.max(1, first)
      for (const xp of new Set([first, last])) found.push(climb(trade, item, xp, from, looking))
      found.push(recross(trade, item, from, looking), ...steps(trade, item, taken.of(id), looking))
    }
  }
  return { trades: found.filter((trade) => trade !== undefined), isBounded: isBounded || taken.isBounded }
}

/**
 * The trade with what it gives of the item that it sets, before it sets it again: as much as is taken in all, or what
 * is taken once, which may need more than it takes.
 */
const refills = (trade: Trade, item: number, count: number, taken: Amounts): ReadonlyArray<Trade> => {
  const given = (amount: number, below: number): Trade => ({
    ...trade,
    changes: plus(trade.changes, new Map([[item, amount]])),
    below: lower(trade.below, item, below),
  })
  const needed = trade.atLeast.get(item) ?? 0
  return taken
    .of(item)
    .filter((amount) => amount <= count)
    .flatMap((amount) => {
      const times = Math.floor(count / amount)
      const inAll = amount > needed ? [given(times * amount, amount)] : []
      // As often as leaves what it needs.
      const most = Math.floor((count - needed) / amount)
      const oftens = new Set([most, 1].filter((often) => often > 0 && often <= most && (often < times || needed > 0)))
      return [...inAll, ...Array.from(oftens, (often) => given(often * amount, count - often * amount + 1))]
    })
}

/** The trade with what it takes of the item that it sets: what is given on top, before it sets it again. */
const resets = (trade: Trade, item: number, given: Amounts): ReadonlyArray<Trade> =>
  given.of(item).map((amount) => ({ ...trade, changes: plus(trade.changes, new Map([[item, -amount]])) }))

/** A session that takes away what was given until its end. */
const sessionEnd = (item: number, amount: number): Trade => ({
  loot: undefined,
  steps: [{ entry: undefined, times: 1 }],
  changes: new Map([[item, -amount]]),
  below: new Map(),
  atLeast: new Map(),
  sets: new Map(),
  dips: new Map(),
  rises: new Map(),
  passing: new Set(),
  transient: new Map(),
  taken: new Map(),
  windowed: new Map(),
  spends: true,
  plain: undefined,
  multipliers: new Set(),
})

/** The trades with what they are worth together with others. */
export const variedTrades = (catalog: LinkedCatalog, found: ReadonlyArray<Trade>, looking: Looking): Varied => {
  const made = found.map((trade) => rewarded(trade, catalog, looking)).filter((trade) => trade !== undefined)
  const climbed = climbs(catalog, made, looking)
  const trades = [...made, ...climbed.trades]
  const [taken, given, passing] = [new Amounts(), new Amounts(), new Amounts()]
  const set = new Set(trades.flatMap(({ sets }) => [...sets.keys()]))
  const marks = new Set(trades.flatMap(({ below }) => [...below.keys()]))
  for (const { changes, sets, transient } of trades) {
    for (const [item, change] of changes) {
      if (set.has(item) && !sets.has(item)) (change < 0 ? taken : given).note(item, Math.abs(change))
    }
    for (const [item, amount] of transient) if (marks.has(item)) passing.note(item, amount)
  }
  // What reaches levels is a climb.
  const isLevelled = (item: number): boolean => {
    const known = catalog.items.get(item)
    return known !== undefined && hasLevels(known)
  }
  const variants = trades.flatMap((trade) =>
    [...trade.sets].flatMap(([item, count]) =>
      trade.changes.has(item)
        ? []
        : [...(isLevelled(item) ? [] : refills(trade, item, count, taken)), ...resets(trade, item, given)],
    ),
  )
  const ends = [...marks].flatMap((item) => passing.of(item).map((amount) => sessionEnd(item, amount)))
  const isBounded = climbed.isBounded || taken.isBounded || given.isBounded || passing.isBounded
  return { trades: [...trades, ...variants, ...ends].filter(({ changes }) => changes.size > 0), isBounded }
}
