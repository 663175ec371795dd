/** When a request is sent again: plain decisions about answers, times and chances. */

/** How often, and for how long, a request that may be repeated is sent again. */
export interface RetryOptions {
  /** How often a request is sent, the first time included. Default 5. */
  readonly triesMax?: number | undefined
  /** Seconds after which no further try begins. Default 60. */
  readonly totalSeconds?: number | undefined
  /** Seconds that one try may take. Default 15. */
  readonly trySeconds?: number | undefined
  /** Longest pause before the second try, in milliseconds; it doubles with each try. Default 250. */
  readonly firstPauseMillis?: number | undefined
  /** Longest pause, but for what `Retry-After` says, in milliseconds. Default 15,000. */
  readonly pauseMillisMax?: number | undefined
}

/** The same with every value. */
export type RetryPolicy = { readonly [Name in keyof RetryOptions]-?: number }

/** The policy of these options. */
export const retryPolicy = (options: RetryOptions = {}): RetryPolicy => ({
  triesMax: options.triesMax ?? 5,
  totalSeconds: options.totalSeconds ?? 60,
  trySeconds: options.trySeconds ?? 15,
  firstPauseMillis: options.firstPauseMillis ?? 250,
  pauseMillisMax: options.pauseMillisMax ?? 15_000,
})

/** Whether an answer says that another try may succeed: too much at once, or no server behind a proxy. */
export const isTemporary = (status: number): boolean =>
  status === 408 || status === 429 || status === 502 || status === 503 || status === 504

/**
 * What `Retry-After` asks to wait, in seconds: a number of seconds, or a date (RFC 9110, section 10.2.3). Undefined: it
 * is absent, or says nothing.
 */
export const retryAfterSeconds = (header: string | null, now: number): number | undefined => {
  const text = header?.trim() ?? ""
  if (/^\d+$/.test(text)) return Number(text)
  // Date.parse takes texts that are no HTTP dates, too. An HTTP date begins with the day of the week.
  const at = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000))
}

/**
 * The pause before the next try in milliseconds: by chance anything up to a bound that doubles (full jitter), so that
 * clients which failed together do not come back together. What the server asks for is waited on top of it.
 */
export const pauseMillis = (
  triesMade: number,
  asked: number | undefined,
  chance: number,
  { firstPauseMillis, pauseMillisMax }: RetryPolicy,
): number => Math.min(pauseMillisMax, firstPauseMillis * 2 ** (triesMade - 1)) * chance + (asked ?? 0) * 1000
