/**
 * Shares places out among addresses (decisions, section 4; guarantees R62). While a place is free, the next login takes
 * it, however many its address has. When all are taken, callers wait in a line of limited length, and each place that
 * is given back goes to the address that has the fewest. Addresses that are known, and strangers, have half of the
 * places each: while both wait, neither takes the half of the other.
 */

/** How much there is to share. */
export interface ShareLimits {
  /** Most callers with a place at once. */
  readonly placesMax: number
  /** Most callers that wait at once. */
  readonly waitingMax: number
}

/** A caller in line. */
interface InLine<Waiter> {
  readonly waiter: Waiter
  /** Rises with each caller that waits. */
  readonly number: number
}

/** What one address has. */
interface Share<Waiter> {
  readonly scope: string
  isKnown: boolean
  places: number
  /** The oldest first. */
  readonly line: Array<InLine<Waiter>>
}

/** What becomes of a caller that found no free place; it may have to wait in the stead of another one. */
export type Entered<Waiter> = "has_place" | "refused" | { readonly waitsInSteadOf: Waiter | undefined }

const demandOf = ({ line, places }: Share<unknown>): number => places + line.length

const half = (count: number): number => Math.floor(count / 2)

/** Places, who has them, and who waits for them. */
export class Shares<Waiter> {
  readonly #limits: ShareLimits
  readonly #shares = new Map<string, Share<Waiter>>()
  #taken = 0
  #waiting = 0
  #number = 0

  constructor(limits: ShareLimits) {
    this.#limits = limits
  }

  /** Callers with a place. */
  get taken(): number {
    return this.#taken
  }

  /** Callers in line. */
  get waiting(): number {
    return this.#waiting
  }

  /** Takes a place for an address, and says whether one was free. */
  takeFree(scope: string): boolean {
    if (this.#taken >= this.#limits.placesMax) return false
    this.#taken++
    this.#shareOf(scope).places++
    return true
  }

  /**
   * Takes a free place for an address, or puts the caller in line. When the line is full, the caller may take the stead
   * of the newest caller of the address that asks for most; else it is refused.
   */
  enter(scope: string, isKnown: boolean, waiter: Waiter): Entered<Waiter> {
    if (this.takeFree(scope)) return "has_place"
    const share = this.#shareOf(scope)
    share.isKnown = isKnown
    const greediest = this.#waiting < this.#limits.waitingMax ? undefined : this.#greediest(share)
    if (greediest === undefined && this.#waiting >= this.#limits.waitingMax) {
      this.#forget(share)
      return "refused"
    }
    const pushedOut = greediest?.line.pop()
    if (greediest !== undefined) this.#forget(greediest)
    if (pushedOut === undefined) this.#waiting++
    share.line.push({ waiter, number: this.#number++ })
    return { waitsInSteadOf: pushedOut?.waiter }
  }

  /** Gives a place of an address back. Answers with the caller that has it now; undefined: none waits. */
  leave(scope: string): Waiter | undefined {
    const share = this.#shareOf(scope)
    share.places--
    this.#taken--
    const next = this.#next()
    const first = next?.line.shift()
    if (next !== undefined && first !== undefined) {
      this.#waiting--
      this.#taken++
      next.places++
    }
    this.#forget(share)
    return first?.waiter
  }

  /** Takes a caller out of the line, if it is still there. */
  withdraw(scope: string, waiter: Waiter): void {
    const share = this.#shares.get(scope)
    const at = share?.line.findIndex((one) => one.waiter === waiter) ?? -1
    if (share === undefined || at < 0) return
    share.line.splice(at, 1)
    this.#waiting--
    this.#forget(share)
  }

  #shareOf(scope: string): Share<Waiter> {
    const share = this.#shares.get(scope) ?? { scope, isKnown: false, places: 0, line: [] }
    this.#shares.set(scope, share)
    return share
  }

  /** Forgets an address that has nothing. */
  #forget(share: Share<Waiter>): void {
    if (demandOf(share) === 0) this.#shares.delete(share.scope)
  }

  /** The address whose first caller has the next place: of those with the fewest places, the one that came first. */
  #next(): Share<Waiter> | undefined {
    const placesOfKnown = this.#all(true).reduce((sum, { places }) => sum + places, 0)
    const isTurnOfKnown = placesOfKnown < half(this.#limits.placesMax)
    const inTurn = this.#inLine(isTurnOfKnown)
    const [first, ...others] = inTurn.length > 0 ? inTurn : this.#inLine(!isTurnOfKnown)
    if (first === undefined) return undefined
    const numberOf = ({ line }: Share<Waiter>) => line[0]?.number ?? 0
    return others.reduce((best, share) => {
      const difference = share.places - best.places || numberOf(share) - numberOf(best)
      return difference < 0 ? share : best
    }, first)
  }

  /**
   * The address that loses its newest caller in a full line to a caller of this address; undefined: none does. It is
   * one of the other half, if that has more than half of the line, else one that asks for more than this address would.
   */
  #greediest(share: Share<Waiter>): Share<Waiter> | undefined {
    const { waitingMax } = this.#limits
    const waiting = this.#inLine(share.isKnown).reduce((sum, { line }) => sum + line.length, 0)
    const guaranteed = share.isKnown ? half(waitingMax) : waitingMax - half(waitingMax)
    const isOwed = waiting < guaranteed
    const [first, ...others] = this.#inLine(isOwed ? !share.isKnown : share.isKnown)
    if (first === undefined) return undefined
    const greediest = others.reduce((most, one) => (demandOf(one) > demandOf(most) ? one : most), first)
    return isOwed || demandOf(greediest) > demandOf(share) + 1 ? greediest : undefined
  }

  #all(isKnown: boolean): ReadonlyArray<Share<Waiter>> {
    return [...this.#shares.values()].filter((share) => share.isKnown === isKnown)
  }

  #inLine(isKnown: boolean): ReadonlyArray<Share<Waiter>> {
    return this.#all(isKnown).filter(({ line }) => line.length > 0)
  }
}
