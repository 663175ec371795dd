/**
 * How long an access token lives. What must outlast tokens (published keys, sessions that have ended, the ends of single
 * tokens) asks here, so that it goes on outlasting them when the lifetime changes.
 */
import type { Caller } from "../schema.ts"
import type { TokenSettings } from "../settings.ts"

/** The settings that decide. */
export type LifetimeSettings = Pick<TokenSettings, "accessSecondsMachine" | "accessSecondsPlayer">

/** Lifetime of an access token in seconds, by the kind of its caller: `expires_in` of the login result. */
export const lifetimeSeconds = (kind: Caller["kind"], settings: LifetimeSettings): number =>
  kind === "machine" ? settings.accessSecondsMachine : settings.accessSecondsPlayer

/** The longest lifetime in seconds of any access token that is issued now. */
export const longestLifetimeSeconds = (settings: LifetimeSettings): number =>
  Math.max(lifetimeSeconds("player", settings), lifetimeSeconds("machine", settings))
