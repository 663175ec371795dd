/** One draw of a randomly sampled vendor: its odds, its question, and why the vendor ends without it. */
import type { LinkedVendor } from "../../../catalog/rules/linked.ts"
import type { Weights } from "../../../catalog/rules/weights.ts"
import type { DrawAsk, DrawCandidate } from "./ask.ts"
import { isCandidate, notDrawable } from "./candidacy.ts"
import type { FailureReason } from "../reasons/failureReason.ts"
import { Pool } from "./pool.ts"
import { type Run, spendSteps } from "./run.ts"
import type { PoolTrace } from "../explain/trace.ts"

/** The weights of a draw: those of a first draw that are the same for all players, or those of a pool. */
export type Odds = Weights | Pool

/** The pool of a vendor before its first draw; undefined: the odds of the first draw are fixed, and need no pool. */
export const poolBefore = (vendor: LinkedVendor): Pool | undefined =>
  vendor.firstDraw === undefined ? new Pool(vendor) : undefined

const candidatesOf = ({ candidates }: LinkedVendor, odds: Odds): ReadonlyArray<DrawCandidate> =>
  odds instanceof Pool
    ? odds.candidates()
    : candidates.map(({ drop_weight, loot_id }) => ({ lootId: loot_id, weight: drop_weight }))

/** The pool of the vendor's next draw, for a trace. */
const poolTrace = (run: Run, vendor: LinkedVendor, odds: Odds): PoolTrace => ({
  vendorId: vendor.vendor_id,
  candidates: () => candidatesOf(vendor, odds),
  excluded: () => notDrawable(run, vendor, odds),
})

/**
 * The odds of the vendor's next draw, which lies within `nesting` vendors. undefined: no loot is left to draw. The
 * caller has loaded the items that decide about the candidates.
 */
export const nextOdds = (
  run: Run,
  vendor: LinkedVendor,
  pool: Pool | undefined,
  nesting: number,
): Odds | FailureReason | undefined => {
  const dependentCount = pool?.dependentCount ?? 0
  const passed =
    dependentCount > 0
      ? pool?.refreshHeld(run.holdings, run.now, run.bucket, (loot) => isCandidate(run, loot, nesting))
      : undefined
  if (passed !== undefined) return passed
  const odds = pool ?? (vendor.firstDraw as Weights)
  const { total } = odds
  if (total === 0) {
    run.trace?.({ _tag: "NothingToDraw", ...poolTrace(run, vendor, odds) })
    return undefined
  }
  const halt = spendSteps(run, 1 + dependentCount)
  if (halt !== undefined) return halt
  return Number.isSafeInteger(total) ? odds : { _tag: "WeightsTooLarge", vendorId: vendor.vendor_id, total }
}

/** Why the vendor ends when no loot is left to draw. `because`: why the loot that was drawn last was not given. */
export const reasonWithoutOdds = (
  { vendor_id: vendorId }: LinkedVendor,
  filled: number,
  because: FailureReason | undefined,
): FailureReason | undefined => {
  if (filled > 0) return undefined
  return because === undefined ? { _tag: "NoCandidates", vendorId } : { _tag: "NothingDrawnGiven", vendorId, because }
}

/** The question of a draw. */
class Draw implements DrawAsk {
  readonly total: number
  private readonly vendor: LinkedVendor
  private readonly odds: Odds

  constructor(vendor: LinkedVendor, odds: Odds) {
    this.total = odds.total
    this.vendor = vendor
    this.odds = odds
  }

  get vendorId(): number {
    return this.vendor.vendor_id
  }

  get candidates(): ReadonlyArray<DrawCandidate> {
    return candidatesOf(this.vendor, this.odds)
  }
}

/** The question of a draw with these odds. */
export const askFor = (run: Run, vendor: LinkedVendor, odds: Odds): DrawAsk => {
  run.trace?.({ _tag: "DrawBegan", total: odds.total, ...poolTrace(run, vendor, odds) })
  return new Draw(vendor, odds)
}
