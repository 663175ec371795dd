/**
 * What happens in bursts: refusals for lack of room, locks that were not free in time. Observers are informed once when
 * a burst begins, and once when it is over, with how often it happened and by which name.
 */

/** A burst that is over, or that goes on while the server stops. */
export interface Episode {
  /** From its first to its last occurrence, in seconds. */
  readonly seconds: number
  readonly count: number
  /** How often by each name, the most frequent first. */
  readonly byName: Readonly<Record<string, number>>
}

/** The functions of the process that episodes need. */
export interface EpisodeHost {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** Runs `work` once after so many milliseconds. Answers with a function that gives it up. */
  readonly after: (millis: number, work: () => void) => () => void
}

const process: EpisodeHost = {
  now: () => performance.now(),
  after: (millis, work) => {
    const timer = setTimeout(work, millis).unref()
    return () => clearTimeout(timer)
  },
}

/** After so long without an occurrence an episode is over, in ms. */
const QUIET_MILLIS = 5000

interface UnderWay {
  readonly since: number
  latest: number
  count: number
  readonly byName: Map<string, number>
}

/** Counts what happens, and tells where an episode of it begins and ends. */
export class Episodes {
  readonly #ended: (episode: Episode) => void
  readonly #host: EpisodeHost
  #underWay: UnderWay | undefined
  #giveUp: (() => void) | undefined

  /** `ended` is called with each episode that is over. */
  constructor(ended: (episode: Episode) => void, host: EpisodeHost = process) {
    this.#ended = ended
    this.#host = host
  }

  /** It happened again, by a name of a closed list. Whether an episode began with it. */
  happened(name: string): boolean {
    const now = this.#host.now()
    const isFirst = this.#underWay === undefined
    const episode = (this.#underWay ??= { since: now, latest: now, count: 0, byName: new Map() })
    episode.latest = now
    episode.count++
    episode.byName.set(name, (episode.byName.get(name) ?? 0) + 1)
    if (isFirst) this.#lookAfter(QUIET_MILLIS)
    return isFirst
  }

  /** Ends the episode that is under way: the server stops. */
  stop(): void {
    this.#giveUp?.()
    this.#end()
  }

  #lookAfter(millis: number): void {
    this.#giveUp = this.#host.after(millis, () => {
      const left = (this.#underWay?.latest ?? 0) + QUIET_MILLIS - this.#host.now()
      if (left > 0) this.#lookAfter(left)
      else this.#end()
    })
  }

  #end(): void {
    const episode = this.#underWay
    if (episode === undefined) return
    this.#underWay = undefined
    const byName = Object.fromEntries([...episode.byName].toSorted(([, left], [, right]) => right - left))
    this.#ended({ seconds: Math.round(episode.latest - episode.since) / 1000, count: episode.count, byName })
  }
}
