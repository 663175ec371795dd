/**
 * The states that a player may be in, as far as loot depends on them: what conditions ask for, and the level that a
 * transform begins at. Loot is judged for one state after another.
 */

/** A question about the state, and the answer that is tried. */
interface Fork {
  readonly answers: number
  chosen: number
}

/** Questions about one loot, and states of it that are judged. Beyond, what depends on the state is not certain. */
const QUESTIONS_MAX = 8
const STATES_MAX = 32

/** Answers questions about the state of a player, the same way each time until the next state is tried. */
export class Forks {
  private readonly taken: Array<Fork> = []
  private at = 0
  private states = 1

  /** Begins to answer the same questions again. */
  begin(): void {
    this.at = 0
  }

  /** One of so many answers; undefined: too many questions were asked. */
  choose(answers: number): number | undefined {
    const known = this.taken[this.at]
    if (known === undefined && this.taken.length >= QUESTIONS_MAX) return undefined
    const fork = known ?? { answers, chosen: 0 }
    if (known === undefined) this.taken.push(fork)
    this.at++
    return Math.min(fork.chosen, answers - 1)
  }

  /** Goes on to the next state; answers whether there is one. */
  next(): boolean {
    this.begin()
    for (let last = this.taken.at(-1); last !== undefined; last = this.taken.at(-1)) {
      if (++last.chosen < last.answers) return ++this.states <= STATES_MAX
      this.taken.pop()
    }
    return false
  }
}
