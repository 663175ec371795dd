/**
 * What an order was decided on besides its records: the numbers that were drawn, and the earlier claims (guarantees
 * R8). An entry that is begun again gets the answers that it got before.
 */
import type { OrderEvidence } from "../../OrderStore.ts"
import type { Chooser, EarlierClaims } from "./ask.ts"

/** The answers that an order got, each kind in sequence. */
export type Evidence = Pick<OrderEvidence, "choices" | "promotions" | "applied">

/** Answers of one kind. */
class Answers<Question, Answer> {
  readonly all: Array<Answer> = []
  private next = 0
  private nextOfEntry = 0
  private readonly answer: (question: Question) => Answer

  constructor(answer: (question: Question) => Answer) {
    this.answer = answer
  }

  readonly to = (question: Question): Answer => {
    if (this.next === this.all.length) this.all.push(this.answer(question))
    return this.all[this.next++] as Answer
  }

  begin(): void {
    this.nextOfEntry = this.next
  }

  beginAgain(): void {
    this.next = this.nextOfEntry
  }
}

/** Records the answers of an interpretation. */
export class Recording {
  readonly choose: Chooser
  readonly earlier: EarlierClaims
  readonly evidence: Evidence
  private readonly answers: ReadonlyArray<Pick<Answers<never, unknown>, "begin" | "beginAgain">>

  constructor(choose: Chooser, { isApplied, promotion }: EarlierClaims) {
    const choices = new Answers(choose)
    const promotions = new Answers(promotion)
    const applied = new Answers(isApplied)
    this.choose = choices.to
    this.earlier = { promotion: promotions.to, isApplied: applied.to }
    this.evidence = { choices: choices.all, promotions: promotions.all, applied: applied.all }
    this.answers = [choices, promotions, applied]
  }

  /** An entry begins. */
  begin(): void {
    for (const one of this.answers) one.begin()
  }

  /** The entry in progress begins again. */
  beginAgain(): void {
    for (const one of this.answers) one.beginAgain()
  }
}
