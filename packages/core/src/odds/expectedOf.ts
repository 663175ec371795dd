/** Computes the odds of an entry, in turns between which the process does other work. */
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { LinkedCatalog } from "../catalog/rules/linked.ts"
import type { HeldRecord } from "../inventory/schema.ts"
import type { Platform } from "../kernel/Platform.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { Holdings } from "../order/rules/interpret/holdings.ts"
import type { Circumstances } from "../order/rules/interpret/run.ts"
import type { DrawsMade } from "./rules/draws.ts"
import type { Question } from "./rules/explore.ts"
import { type Draw, longRunOdds, ODDS_LIMITS, oddsOf, type WorkLimits } from "./rules/odds.ts"
import type { Need, Steps, Supply } from "./rules/steps.ts"
import { OddsSettings } from "./settings.ts"

/** A player whose records are loaded as they are needed. Several computations share what was loaded. */
export interface LoadingRecords {
  readonly holdings: Holdings
  readonly load: (need: Need) => Effect.Effect<NonNullable<Supply>>
}

/** Whose odds they are: those of a player with these records, at this time and on this platform. */
export interface OddsState extends Pick<Question, "claims"> {
  readonly now: Timestamp
  /** All records of the player, or how they are loaded; none: a player without any item. */
  readonly records: ReadonlyArray<HeldRecord> | LoadingRecords
  /** undefined: a server orders, which has no platform. */
  readonly platform: Platform | undefined
  /** Whether a server orders; absent: a server does. */
  readonly isServer?: boolean
  /** What the settings turn off; absent: nothing. */
  readonly disabled?: Circumstances["disabled"]
  /** Bounds of the work; absent: {@link oddsLimits}. */
  readonly limits?: WorkLimits
  /** Pools of other computations; absent: none. */
  readonly made?: DrawsMade
}

/** The bounds of the work, with the steps that the settings allow. */
export const oddsLimits: Effect.Effect<WorkLimits> = Effect.map(
  OddsSettings,
  ({ oddsStepsMax: steps }): WorkLimits => ({ ...ODDS_LIMITS, steps }),
)

/** Steps after which other work gets its turn: a few milliseconds. */
export const STEPS_PER_TURN = 20_000

/** The result, computed in turns. `load` answers what the work needs. */
const inTurns = Effect.fnUntraced(function* <A>(work: Steps<A>, load: LoadingRecords["load"]) {
  let step = work.next(undefined)
  let steps = 0
  while (step.done !== true) {
    if (typeof step.value !== "number") {
      step = work.next(yield* load(step.value))
      continue
    }
    steps += step.value
    if (steps >= STEPS_PER_TURN) {
      steps = 0
      yield* Effect.yieldNow
    }
    step = work.next(undefined)
  }
  return step.value
})

/** Estimates come from the same numbers each time, so that the same question has the same answer. */
const SEED = "garrison odds"

const isLoading = (records: OddsState["records"]): records is LoadingRecords => "load" in records

const nothingToLoad = () => Effect.die(new Error("all records are held"))

/** Computes what `work` says of an entry, in turns. */
const computed = <A>(
  entry: Question["entry"],
  { claims, disabled, isServer = true, limits, now, platform, records }: OddsState,
  work: (question: Question, limits: WorkLimits, draw: Draw) => Steps<A>,
) =>
  Effect.gen(function* () {
    const random = yield* Random.Random
    const draw = (total: number) => Math.min(total - 1, Math.floor(random.nextDoubleUnsafe() * total))
    const circumstances = { isServer, now, platform, disabled }
    const { holdings, load } = isLoading(records)
      ? records
      : { holdings: Holdings.complete(records), load: nothingToLoad }
    const question = { entry, holdings, circumstances, claims }
    return yield* inTurns(work(question, limits ?? (yield* oddsLimits), draw), load)
  }).pipe(Random.withSeed(SEED))

/**
 * The odds of an entry of the catalog. Exact wherever the work is bounded; otherwise estimates, which are the same each
 * time.
 */
export const expectedOf = (catalog: LinkedCatalog, entry: Question["entry"], state: OddsState) =>
  computed(entry, state, (question, limits, draw) => oddsOf(catalog, question, draw, limits, state.made))

/** The average of an entry that is made again and again, beginning in this state; or why there is none. */
export const averageOf = (catalog: LinkedCatalog, entry: Question["entry"], state: OddsState) =>
  computed(entry, state, (question, limits) => longRunOdds(catalog, question, limits, state.made))
