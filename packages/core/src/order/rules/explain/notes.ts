/**
 * What a quantity did not do, for a quote: the rules by which an entry that succeeds gives less than its quantity
 * suggests, or something else than a higher count.
 */
import type { EntryOutcome, Outcome } from "../interpret/outcome.ts"
import type { ExpectedPrice } from "../reasons/failureReason.ts"
import type { AppliedRule } from "../reasons/appliedRule.ts"
import type { Branch } from "./explain.ts"
import type { TraceSink } from "./trace.ts"

/** Notes of an entry that are kept; the explanation of the stored order has all. */
const NOTES_MAX = 20

const isNoted = (rule: AppliedRule): boolean => {
  switch (rule._tag) {
    case "QuantityNotMultiplied":
    case "RollsOnce":
    case "QuantityCapped":
    case "DrawnOut":
    case "CountEndsWithWindow":
      return true
    case "RentExtended":
      return rule.times > 1
    default:
      return false
  }
}

/** The notes within a step or an entry of an explanation, but for what was undone. */
export const notesWithin = ({ reason, steps }: Branch): ReadonlyArray<AppliedRule> =>
  reason !== undefined
    ? []
    : steps.flatMap((step) => {
        if ("steps" in step) return notesWithin(step)
        return step._tag === "RuleApplied" && isNoted(step.rule) ? [step.rule] : []
      })

/** Collects the notes of one interpretation, and the prices of its purchases. */
export class Notes {
  private readonly pricesByIndex = new Map<number, ReadonlyArray<ExpectedPrice>>()
  private index = 0
  private readonly byIndex = new Map<number, ReadonlyArray<AppliedRule>>()
  private notes: Array<AppliedRule> = []
  /** How many notes there were when each step in progress began: a step that fails leaves none. */
  private readonly begun: Array<number> = []

  /** The sink for the interpretation. */
  readonly sink: TraceSink = (event) => {
    switch (event._tag) {
      case "EntryBegan":
        this.notes = []
        this.begun.length = 0
        this.byIndex.set(event.index, this.notes)
        this.index = event.index
        return undefined
      case "LootBegan":
      case "DrawBegan":
      case "OrderBegan":
        this.begun.push(this.notes.length)
        return undefined
      case "LootEnded":
      case "DrawEnded":
      case "OrderEnded": {
        const before = this.begun.pop() ?? 0
        if (event.reason !== undefined) this.notes.length = Math.min(this.notes.length, before)
        return undefined
      }
      case "PricesExpected":
        this.pricesByIndex.set(this.index, event.prices)
        return undefined
      case "RuleApplied":
        if (isNoted(event.rule) && this.notes.length < NOTES_MAX) this.notes.push(event.rule)
        return undefined
      default:
        return undefined
    }
  }

  /** The prices of which each entry may state one; an entry without them buys nothing that has a price. */
  pricesOf({ order }: Outcome): ReadonlyMap<EntryOutcome, ReadonlyArray<ExpectedPrice>> {
    return new Map(
      order.entries.flatMap((entry, index) => {
        const prices = this.pricesByIndex.get(index)
        return prices === undefined ? [] : [[entry, prices] as const]
      }),
    )
  }

  /** The notes of each entry that succeeds. */
  of({ order }: Outcome): ReadonlyMap<EntryOutcome, ReadonlyArray<AppliedRule>> {
    return new Map(
      order.entries.flatMap((entry, index) => {
        const notes = this.byIndex.get(index) ?? []
        return entry.result === "success" && notes.length > 0 ? [[entry, notes] as const] : []
      }),
    )
  }
}
