/**
 * Whether a purchase would give anything at its time. One that would not is refused before it is paid (decisions,
 * section 12). The inventory does not matter here, and draws are judged by what they may give.
 */
import { isAlwaysAvailable } from "../../../catalog/rules/availability.ts"
import { frameOfLife, isCondition, type LinkedLoot, type LinkedVendor } from "../../../catalog/rules/linked.ts"
import type { FailureReason } from "../reasons/failureReason.ts"
import { inactivityOf, reasonAgainstTime } from "./candidacy.ts"
import { type Run, spendSteps } from "./run.ts"

/** Whether something is given now, whether nothing is, or why the loot fails now. */
type Judgement = "gives" | "nothing" | FailureReason

/** Vendors whose loot is all there at every time, and those that have loot for which this does not hold. */
const lasting = new WeakMap<LinkedVendor, boolean>()

const isLasting = (vendor: LinkedVendor): boolean => {
  const known = lasting.get(vendor)
  if (known !== undefined) return known
  lasting.set(vendor, false)
  const found = vendor.loot.length > 0 && vendor.loot.every(isThereAlways)
  lasting.set(vendor, found)
  return found
}

const isThereAlways = (loot: LinkedLoot): boolean =>
  isAlwaysAvailable(loot) &&
  frameOfLife(loot) === undefined &&
  (loot.subVendor === undefined || isLasting(loot.subVendor))

/** Judges loot at the time of a run, each vendor once whole and once in parts. */
class Giving {
  readonly #run: Run
  readonly #known = new Map<string, Judgement>()

  constructor(run: Run) {
    this.#run = run
  }

  ofLoot(loot: LinkedLoot, isDrawn: boolean): Judgement {
    const { subVendor: vendor } = loot
    const untimely = reasonAgainstTime(this.#run, loot)
    if (untimely !== undefined) return untimely
    if (vendor === undefined || isLasting(vendor)) return "gives"
    const isInParts = isDrawn && loot.allow_partial_bundles
    const key = `${vendor.vendor_id} ${isDrawn} ${isInParts}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    // A vendor within itself is judged where it is given.
    this.#known.set(key, "gives")
    const judged = this.#ofVendor(vendor, isDrawn, isInParts)
    this.#known.set(key, judged)
    return judged
  }

  #ofVendor(vendor: LinkedVendor, isDrawn: boolean, isInParts: boolean): Judgement {
    const halt = spendSteps(this.#run, vendor.loot.length)
    if (halt !== undefined) return halt
    const isSampled = vendor.type === "randomly_sampled"
    const isFee = vendor.loot.length > 0 && vendor.loot.every(isCondition)
    let found: Judgement = "nothing"
    for (const loot of isSampled ? vendor.candidates : vendor.loot) {
      if (inactivityOf(this.#run, loot) !== undefined) continue
      const judged = this.ofLoot(loot, isDrawn || isSampled)
      if (judged === "gives") {
        if (isFee || !isCondition(loot)) found = judged
      } else if (judged !== "nothing") {
        // A recipe that is given whole fails with its part. A draw may give something else.
        if (!isSampled && !isInParts) return judged
        if (found === "nothing") found = judged
      }
    }
    return found
  }
}

/** Why a purchase of the loot would give nothing now; undefined: it may give something. */
export const reasonAgainstGiving = (run: Run, loot: LinkedLoot): FailureReason | undefined => {
  const judged = new Giving(run).ofLoot(loot, false)
  if (judged === "gives") return undefined
  const { loot_id: lootId, sub_vendor_id: vendorId = 0 } = loot
  return judged === "nothing" ? { _tag: "NothingActive", lootId, vendorId } : judged
}
