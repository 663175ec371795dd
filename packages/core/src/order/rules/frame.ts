/**
 * The parts of a fulfilment that take several steps: a vendor, a draw, a new order, the rewards of levels, records to
 * load. Each is a frame on a stack, and a frame ends before the frame below it goes on (./fulfil.ts). Frames take the
 * place of generators within generators, which pass each question up and each answer down through all of them.
 */
import type { AnswerTo, Ask, Fulfilment } from "./ask.ts"
import type { FailureReason } from "./failureReason.ts"
import type { Run } from "./run.ts"

/** A part of a fulfilment that takes several steps. */
export abstract class Frame {
  /** The frame that waits for this one. */
  below: Frame | undefined = undefined

  /**
   * Goes on until the frame asks, begins another frame, or ends; answers the ask. When it began another frame, the next
   * step finds in `frames.reason` how that frame ended. When it asked, the next step finds the answer in
   * `frames.answer`.
   */
  abstract step(frames: Frames): Ask | undefined
}

/** The frames of a fulfilment that were begun and have not ended. */
export class Frames implements Fulfilment<FailureReason | undefined> {
  readonly run: Run
  /** The frame that goes on next; undefined: all have ended. */
  top: Frame | undefined = undefined
  /** The answer to the ask before. */
  answer: AnswerTo<Ask> = 0
  /** Why the frame that ended last failed; undefined: it succeeded. */
  reason: FailureReason | undefined = undefined

  constructor(run: Run) {
    this.run = run
  }

  /** Begins a frame. The frame below waits until it has ended. */
  begin(frame: Frame): undefined {
    frame.below = this.top
    this.top = frame
  }

  /** Ends the frame on top. */
  end(reason: FailureReason | undefined): undefined {
    this.top = this.top?.below
    this.reason = reason
  }

  [Symbol.iterator](): this {
    return this
  }

  next(answer: AnswerTo<Ask>): IteratorResult<Ask, FailureReason | undefined> {
    this.answer = answer
    while (this.top !== undefined) {
      const ask = this.top.step(this)
      if (ask !== undefined) return { done: false, value: ask }
    }
    return { done: true, value: this.reason }
  }
}

/** Asks for records. */
export class Loading extends Frame {
  readonly #loading: Fulfilment<void>

  constructor(loading: Fulfilment<void>) {
    super()
    this.#loading = loading
  }

  step(frames: Frames): Ask | undefined {
    const step = this.#loading.next(frames.answer)
    return step.done === true ? frames.end(undefined) : step.value
  }
}
