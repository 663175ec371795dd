/** Computes the odds of an entry, in parts between which the process does other work. */
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { LinkedCatalog } from "../catalog/rules/linked.ts"
import type { HeldRecord } from "../inventory/schema.ts"
import type { Platform } from "../kernel/Platform.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { inParts } from "../kernel/Work.ts"
import type { Question } from "./rules/explore.ts"
import { oddsOf } from "./rules/odds.ts"

/** Whose odds they are: those of a player with these records, at this time and on this platform. */
export interface OddsState {
  readonly now: Timestamp
  /** All records of the player; none: a player without any item. */
  readonly records: ReadonlyArray<HeldRecord>
  /** undefined: a server orders, which has no platform. */
  readonly platform: Platform | undefined
}

/** Parts of the computation after which other work gets its turn: together a few milliseconds. */
const PARTS_AT_ONCE = 20

/** Estimates come from the same numbers each time, so that the same question has the same answer. */
const SEED = "garrison odds"

/**
 * The odds of an entry of the catalog. Exact wherever the work is bounded; otherwise estimates, which are the same each
 * time.
 */
export const expectedOf = (catalog: LinkedCatalog, entry: Question["entry"], { now, platform, records }: OddsState) =>
  Effect.gen(function* () {
    const random = yield* Random.Random
    const draw = (total: number) => Math.min(total - 1, Math.floor(random.nextDoubleUnsafe() * total))
    const work = oddsOf(catalog, { entry, records, circumstances: { isServer: true, now, platform } }, draw)
    return yield* inParts(work, PARTS_AT_ONCE)
  }).pipe(Random.withSeed(SEED))
