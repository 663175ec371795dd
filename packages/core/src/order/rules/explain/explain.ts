/**
 * Explains an order: the steps of its interpretation as a tree of limited size. The tree is data;
 * `../../explanation.ts` has the form in which it is sent, and the command prints it.
 */
import type { DrawCandidate } from "../interpret/ask.ts"
import type { FailureReason, NotDrawable } from "../reasons/failureReason.ts"
import type { EntryOutcome, OrderOutcome, Outcome } from "../interpret/outcome.ts"
import type { PoolTrace, TraceEvent, TraceSink } from "./trace.ts"

/** Most steps of an explanation. Each listed candidate of a draw counts as a step. */
const STEPS_LISTED_MAX = 2_000
/** Most candidates that are listed of one draw, and most loot that could not be drawn. */
const CANDIDATES_LISTED_MAX = 20

/** The beginning of a list, and how many more there were. */
export interface Cut<A> {
  readonly listed: ReadonlyArray<A>
  readonly leftOut: number
}

/** Steps within a step. */
export interface Branch {
  readonly steps: Array<Step>
  /** How many steps within it are not listed, at any depth. */
  leftOut: number
  /** Why it failed, which undid its changes; undefined: it succeeded. */
  reason: FailureReason | undefined
}

type EventOf<Tag extends TraceEvent["_tag"]> = Extract<TraceEvent, { readonly _tag: Tag }>

/** A draw, or (without `drawn`) a draw that found no loot. */
export interface DrawStep extends Branch {
  readonly _tag: "Draw"
  readonly vendorId: number
  /** Sum of the weights of the candidates. */
  readonly total: number
  drawn: EventOf<"Drawn"> | undefined
  readonly candidates: Cut<DrawCandidate>
  readonly excluded: Cut<NotDrawable>
}

/** A step of an explanation. */
export type Step =
  | EventOf<
      "LootSkipped" | "LootRefused" | "Quantity" | "Priced" | "RuleApplied" | "Checked" | "Changed" | "LevelReached"
    >
  | ({ readonly _tag: "Loot"; readonly lootId: number; readonly quantity: number } & Branch)
  | DrawStep
  | ({ readonly _tag: "NewOrder"; readonly lootId: number; readonly order: OrderOutcome } & Branch)

/** An entry with its steps. */
export interface ExplainedEntry extends Branch {
  readonly outcome: EntryOutcome
}

const branch = (): Branch => ({ steps: [], leftOut: 0, reason: undefined })

/** Collects the steps of one interpretation. */
export class Explainer {
  private readonly byIndex = new Map<number, Branch>()
  /** The entry in progress, then the steps that it is within; undefined: a step that is not listed. */
  private readonly open: Array<Branch | undefined> = []
  private left = STEPS_LISTED_MAX

  /** The sink for the interpretation. */
  readonly sink: TraceSink = (event) => {
    switch (event._tag) {
      case "EntryBegan":
        return this.beginEntry(event.index)
      case "LootBegan":
        return this.begin(() => ({ _tag: "Loot", lootId: event.lootId, quantity: event.quantity, ...branch() }))
      case "OrderBegan":
        return this.begin(() => ({ _tag: "NewOrder", lootId: event.lootId, order: event.order, ...branch() }))
      case "DrawBegan":
        return this.begin(() => this.drawOf(event, event.total))
      // A quote tells them. Here they are with the reason, where they matter.
      case "PricesExpected":
        return undefined
      case "NothingToDraw":
        this.begin(() => this.drawOf(event, 0))
        return this.end(undefined)
      case "Drawn":
        return this.drew(event)
      case "EntryEnded":
      case "LootEnded":
      case "DrawEnded":
      case "OrderEnded":
        return this.end(event.reason)
      default:
        return this.add(() => event)
    }
  }

  /** The explanation of each entry. */
  entries({ order }: Outcome): ReadonlyArray<ExplainedEntry> {
    return order.entries.map((outcome, index) => ({
      ...(this.byIndex.get(index) ?? branch()),
      outcome,
      reason: outcome.reason,
    }))
  }

  /** An entry is always listed. */
  private beginEntry(index: number): void {
    const entry = branch()
    this.byIndex.set(index, entry)
    this.open.length = 0
    this.open.push(entry)
  }

  /** Adds a step to the step in progress, or counts it. A step that is not listed is not made either. */
  private add<S extends Step>(make: () => S): S | undefined {
    const within = this.open.findLast((one) => one !== undefined)
    if (within === undefined) return undefined
    if (this.left <= 0 || this.open[this.open.length - 1] === undefined) {
      within.leftOut++
      return undefined
    }
    this.left--
    const step = make()
    within.steps.push(step)
    return step
  }

  private begin(make: () => Step & Branch): void {
    this.open.push(this.add(make))
  }

  private end(reason: FailureReason | undefined): void {
    const ended = this.open.pop()
    if (ended !== undefined) ended.reason = reason
  }

  private drew(event: EventOf<"Drawn">): void {
    const draw = this.open[this.open.length - 1]
    if (draw !== undefined && "drawn" in draw) (draw as DrawStep).drawn = event
  }

  private drawOf({ candidates, excluded, vendorId }: PoolTrace, total: number): DrawStep {
    return {
      _tag: "Draw",
      vendorId,
      total,
      drawn: undefined,
      candidates: this.cut(candidates()),
      excluded: this.cut(excluded()),
      ...branch(),
    }
  }

  private cut<A>(all: ReadonlyArray<A>): Cut<A> {
    const listed = all.slice(0, Math.min(CANDIDATES_LISTED_MAX, Math.max(0, this.left)))
    this.left -= listed.length
    return { listed, leftOut: all.length - listed.length }
  }
}
