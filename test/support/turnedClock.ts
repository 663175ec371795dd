/** A clock whose time passes when a test says so. */
import type { EpisodeHost } from "@garrison/http/server/Episodes"

/** A clock that the test turns. */
export const turnedClock = () => {
  let now = 1000
  let due: Array<{ readonly at: number; readonly work: () => void }> = []
  const host: EpisodeHost = {
    now: () => now,
    after: (millis, work) => {
      const entry = { at: now + millis, work }
      due.push(entry)
      return () => {
        due = due.filter((other) => other !== entry)
      }
    },
  }
  const pass = (millis: number): void => {
    const end = now + millis
    for (;;) {
      const [next] = due.filter(({ at }) => at <= end).toSorted((left, right) => left.at - right.at)
      if (next === undefined) break
      due = due.filter((other) => other !== next)
      now = Math.max(now, next.at)
      next.work()
    }
    now = end
  }
  return { host, pass, timers: () => due.length }
}
