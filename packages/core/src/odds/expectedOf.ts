/** Computes the odds of an entry, in parts between which the process does other work. */
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { LinkedCatalog } from "../catalog/rules/linked.ts"
import type { HeldRecord } from "../inventory/schema.ts"
import type { Platform } from "../kernel/Platform.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { inParts } from "../kernel/Work.ts"
import { Holdings } from "../order/rules/holdings.ts"
import type { Circumstances } from "../order/rules/run.ts"
import type { Question } from "./rules/explore.ts"
import { oddsOf, type WorkLimits } from "./rules/odds.ts"

/** Whose odds they are: those of a player with these records, at this time and on this platform. */
export interface OddsState extends Pick<Question, "claims"> {
  readonly now: Timestamp
  /** All records of the player; none: a player without any item. */
  readonly records: ReadonlyArray<HeldRecord>
  /** undefined: a server orders, which has no platform. */
  readonly platform: Platform | undefined
  /** Whether a server orders; absent: a server does. */
  readonly isServer?: boolean
  /** What the settings turn off; absent: nothing. */
  readonly disabled?: Circumstances["disabled"]
}

/** Parts of the computation after which other work gets its turn: together a few milliseconds. */
const PARTS_AT_ONCE = 20
/** The quantity up to which that many parts are so short. A part may take as long as the entry takes once. */
const QUANTITY_OF_SHORT_PARTS = 100

const partsAtOnce = ({ quantity }: Question["entry"]): number =>
  Math.max(1, Math.min(PARTS_AT_ONCE, Math.floor((PARTS_AT_ONCE * QUANTITY_OF_SHORT_PARTS) / quantity)))

/** Estimates come from the same numbers each time, so that the same question has the same answer. */
const SEED = "garrison odds"

/**
 * The odds of an entry of the catalog. Exact wherever the work is bounded; otherwise estimates, which are the same each
 * time. `limits`: bounds of the work other than the usual ones.
 */
export const expectedOf = (
  catalog: LinkedCatalog,
  entry: Question["entry"],
  { claims, disabled, isServer = true, now, platform, records }: OddsState,
  limits?: WorkLimits,
) =>
  Effect.gen(function* () {
    const random = yield* Random.Random
    const draw = (total: number) => Math.min(total - 1, Math.floor(random.nextDoubleUnsafe() * total))
    const circumstances = { isServer, now, platform, disabled }
    const question = { entry, holdings: Holdings.complete(records), circumstances, claims }
    return yield* inParts(oddsOf(catalog, question, draw, limits), partsAtOnce(entry))
  }).pipe(Random.withSeed(SEED))
