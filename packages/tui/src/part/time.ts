/** Times as every screen shows them: in UTC, as the audit and the command write them. */

/** A time to the second: `2026-01-31 18:00:05`. `time` is that of an answer, in ISO 8601 and UTC. */
export const secondOf = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 19)}`

/** A time to the minute: `2026-01-31 18:00`. */
export const minuteOf = (time: string): string => secondOf(time).slice(0, -":05".length)
