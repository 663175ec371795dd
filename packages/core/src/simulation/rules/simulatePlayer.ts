/**
 * One player over all days: sessions at random moments of a day, in each the actions of the player's cohort. All that
 * happens is decided by the interpreter and by the random numbers that are given.
 */
import { type LinkedCatalog, type LinkedItem, lookup } from "../../catalog/rules/linked.ts"
import type { InventoryBucket } from "../../catalog/schema.ts"
import { sessionBucket } from "../../catalog/rules/sessionBucket.ts"
import type { HeldRecord } from "../../inventory/schema.ts"
import { HOUR_MILLIS, type Timestamp } from "../../kernel/time/Timestamp.ts"
import { ownedEntitlements } from "../../order/rules/entitlements.ts"
import type { Outcome } from "../../order/rules/interpret/outcome.ts"
import { type Circumstances, countOf } from "../../order/rules/interpret/run.ts"
import { PlayerState } from "./PlayerState.ts"
import {
  type Action,
  type Cohort,
  type Condition,
  ENTITLEMENTS,
  EXPIRED,
  type ItemCount,
  type Policy,
  SESSION_ENDED,
  START,
  type WholeRange,
} from "./policy.ts"
import { type ActionResult, count, type Flow, flow, flowOf, type Sums } from "./sums.ts"

/** Everything that decides about the players but the random numbers. */
export interface World {
  readonly catalog: LinkedCatalog
  readonly policy: Policy
  readonly start: Timestamp
  readonly days: number
  /** The days at whose end balances are measured, counted from 0; the last day is among them. */
  readonly sampledDays: ReadonlyArray<number>
}

const DAY_MILLIS = 24 * HOUR_MILLIS
/** The time from an order to the next one in the same session. */
const ORDER_MILLIS = 1000

/** What is to be measured of an item. */
interface Measures {
  readonly total: Flow
  /** By source; undefined: the item is no currency. */
  readonly flows: ReadonlyArray<Flow> | undefined
  /** Indexes of goals. */
  readonly goals: ReadonlyArray<number>
}

/** A number from 0 to below 1. */
type Random = () => number

const wholeIn = ({ max, min }: WholeRange, random: Random): number => min + Math.floor(random() * (max - min + 1))

/** The whole number below a mean or the one above it, so that the mean is right. */
const sessionsIn = (sessions: Cohort["sessions"], random: Random): number =>
  typeof sessions === "number" ? Math.floor(sessions + random()) : wholeIn(sessions, random)

const recordsOf = (start: ReadonlyArray<ItemCount>, acquired: Timestamp): ReadonlyArray<HeldRecord> =>
  start.map(({ count, itemId }) => ({
    inventoryId: "",
    legacyInventoryId: 0n,
    itemId,
    type: "persistent",
    bucket: "none",
    count,
    acquired,
    expires: undefined,
    customData: undefined,
    revision: 1,
  }))

/** Results for which a player who looks at the price first does not order. */
const unaffordable: ReadonlySet<ActionResult> = new Set(["cannot_afford_price", "cannot_afford_coupon"])

class SimulatedPlayer {
  private readonly world: World
  private readonly cohort: Cohort
  private readonly random: Random
  private readonly sums: Sums
  private readonly state: PlayerState
  private readonly bucket: InventoryBucket
  private readonly measures = new Map<number, Measures>()
  /** By index: whether the goal is still to be reached. */
  private readonly isOpen: Array<boolean>
  /** By index of the action. */
  private readonly successes: Array<number>
  private now: Timestamp
  private day = 0
  private orders = 0

  constructor(world: World, cohort: Cohort, random: Random, sums: Sums) {
    const { catalog, policy, start } = world
    this.world = world
    this.cohort = cohort
    this.random = random
    this.sums = sums
    this.now = start
    this.bucket = sessionBucket(cohort.platform)
    this.isOpen = policy.goals.map(() => true)
    this.successes = cohort.actions.map(() => 0)
    const records = recordsOf(cohort.start, start)
    // A draw of at most 2^32 is fair to one part in two million, and a larger one to what 53 bits can tell apart.
    this.state = new PlayerState(catalog, ({ total }) => Math.floor(random() * total), records)
    for (const { count, itemId } of records) this.measure(itemId, count, START)
  }

  /** Lives through all days. */
  play(): void {
    const { cohort, random, sums, world } = this
    const { days, sampledDays, start } = world
    let sample = 0
    for (this.day = 0; this.day < days; this.day++) {
      const begins = start + this.day * DAY_MILLIS
      const moments = Array.from({ length: sessionsIn(cohort.sessions, random) }, () => random() * DAY_MILLIS)
      for (const moment of moments.sort((left, right) => left - right)) {
        this.now = Math.max(this.now, begins + Math.floor(moment))
        this.session()
      }
      this.now = Math.max(this.now, begins + DAY_MILLIS)
      if (sampledDays[sample] === this.day) this.measureBalances(sample++)
    }
    sums.players++
    sums.orders += this.orders
  }

  /** A session: the inventory session begins with its entitlements, then come the actions. */
  private session(): void {
    this.sums.sessions++
    for (const { count, itemId } of this.state.endSession()) this.measure(itemId, -count, SESSION_ENDED)
    this.beginSession()
    for (const [index, action] of this.cohort.actions.entries()) {
      if (action.chance < 1 && this.random() >= action.chance) continue
      const times = wholeIn(action.times, this.random)
      for (let time = 0; time < times; time++) if (!this.act(action, index)) break
    }
  }

  private beginSession(): void {
    const { entitlements } = this.world.catalog
    if (entitlements.length === 0) return
    this.expire()
    const { platform } = this.cohort
    const entries = ownedEntitlements(entitlements, this.state.records, platform, this.now)
    if (entries.length === 0) return
    const order = { source: "ENTITLEMENTS", isTransaction: false, entries } as const
    const outcome = this.state.submit(order, { platform, isServer: true, now: this.now })
    for (const { result } of outcome.order.entries) this.countResult(ENTITLEMENTS, result)
    this.keep(outcome, ENTITLEMENTS)
  }

  /** Submits the order of an action once. False: the player does it no more in this session. */
  private act(action: Action, index: number): boolean {
    const successes = this.successes[index] ?? 0
    if (successes >= action.atMost || !action.when.every((condition) => this.holds(condition))) return false
    this.expire()
    const outcome = this.state.submit(action.order, this.circumstancesOf(action))
    const result = outcome.order.entries[0]?.result ?? "internal_error"
    const isDeclined =
      (action.isWhenAffordable && unaffordable.has(result)) ||
      (result === "success" && !action.keeping.every(({ count, itemId }) => this.owned(itemId) >= count))
    if (isDeclined) {
      this.state.takeBack()
      this.countResult(action.source, "declined")
      return false
    }
    this.countResult(action.source, result)
    if (result === "success") this.successes[index] = successes + 1
    this.keep(outcome, action.source)
    this.now += ORDER_MILLIS
    return true
  }

  private circumstancesOf({ isServer }: Action): Circumstances {
    return { platform: isServer ? undefined : this.cohort.platform, isServer, now: this.now }
  }

  private countResult(source: number, result: ActionResult): void {
    const results = this.sums.results[source]
    results?.set(result, (results.get(result) ?? 0) + 1)
  }

  private keep(outcome: Outcome, source: number): void {
    this.orders++
    this.state.keep(outcome)
    for (const { after, before } of outcome.changes) {
      this.measure(after.itemId, after.count - (before?.count ?? 0), source)
    }
  }

  private expire(): void {
    for (const { count, itemId } of this.state.expire(this.now)) this.measure(itemId, -count, EXPIRED)
  }

  /** What the player owns of the item, as the interpreter counts it. */
  private owned(itemId: number): number {
    const item: LinkedItem | undefined = lookup(this.world.catalog.items, itemId)
    return item === undefined ? 0 : countOf({ bucket: this.bucket, holdings: this.state.holdings, now: this.now }, item)
  }

  private holds({ count, isOwned, itemId }: Condition): boolean {
    return this.owned(itemId) >= count === isOwned
  }

  private measuresOf(itemId: number): Measures {
    const known = this.measures.get(itemId)
    if (known !== undefined) return known
    const { currencies, goals } = this.world.policy
    const made: Measures = {
      total: flowOf(this.sums.items, itemId),
      flows: this.sums.flows[currencies.indexOf(itemId)],
      goals: goals.flatMap((goal, index) => (goal.itemId === itemId ? [index] : [])),
    }
    this.measures.set(itemId, made)
    return made
  }

  private measure(itemId: number, change: number, source: number): void {
    const { flows, goals, total } = this.measuresOf(itemId)
    flow(total, change)
    const flowOfSource = flows?.[source]
    if (flowOfSource !== undefined) flow(flowOfSource, change)
    for (const index of goals) this.measureGoal(index)
  }

  private measureGoal(index: number): void {
    const goal = this.world.policy.goals[index]
    const sums = this.sums.goals[index]
    if (goal === undefined || sums === undefined || this.isOpen[index] !== true) return
    if (this.owned(goal.itemId) < goal.count) return
    this.isOpen[index] = false
    count(sums.days, this.orders === 0 ? 0 : this.day + 1)
    count(sums.orders, this.orders)
  }

  private measureBalances(sample: number): void {
    this.expire()
    for (const [index, itemId] of this.world.policy.currencies.entries()) {
      const balances = this.sums.balances[index]?.[sample]
      if (balances !== undefined) count(balances, this.state.total(itemId, this.now))
    }
  }
}

/** Adds a player of the cohort to `sums`. `random` answers with numbers from 0 to below 1. */
export const simulatePlayer = (world: World, cohort: Cohort, random: Random, sums: Sums): void =>
  new SimulatedPlayer(world, cohort, random, sums).play()
