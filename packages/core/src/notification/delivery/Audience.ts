/** The listeners of this process: all of them, and those of a player. */
import type { PlayerUuid } from "../../kernel/Identifier.ts"
import type { Listening } from "./Listening.ts"

/** All listeners. Coming and going costs the same however many there are. */
export class Audience {
  /** In no order. The loops over it may end listeners, so they go from the last to the first. */
  readonly #all: Array<Listening> = []
  readonly #byPlayer = new Map<PlayerUuid, Listening>()

  get size(): number {
    return this.#all.length
  }

  /** Those who are there now, in an array of their own. */
  get everyone(): Array<Listening> {
    return this.#all.slice()
  }

  add(listening: Listening): void {
    listening.index = this.#all.push(listening) - 1
    listening.sibling = this.#byPlayer.get(listening.player)
    this.#byPlayer.set(listening.player, listening)
  }

  /** False: it is not there any more. */
  remove(listening: Listening): boolean {
    const { index, player } = listening
    if (index < 0) return false
    const last = this.#all.pop()
    if (last !== undefined && last !== listening) {
      this.#all[index] = last
      last.index = index
    }
    listening.index = -1
    const others = this.of(player).filter((one) => one !== listening)
    let sibling: Listening | undefined
    for (const one of others) {
      one.sibling = sibling
      sibling = one
    }
    if (sibling === undefined) this.#byPlayer.delete(player)
    else this.#byPlayer.set(player, sibling)
    listening.sibling = undefined
    return true
  }

  /** The listeners of the player. */
  of(player: PlayerUuid): ReadonlyArray<Listening> {
    const listeners: Array<Listening> = []
    for (let one = this.#byPlayer.get(player); one !== undefined; one = one.sibling) listeners.push(one)
    return listeners
  }

  /** Calls `visit` for each. It may end the listener that it is called with. */
  forEach(visit: (listening: Listening) => void): void {
    for (let index = this.#all.length - 1; index >= 0; index--) {
      const listening = this.#all[index]
      if (listening !== undefined) visit(listening)
    }
  }
}
