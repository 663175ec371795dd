/**
 * How long an access token lives. What must outlast tokens (published keys, sessions that have ended, the ends of
 * single tokens) asks here, so that it goes on outlasting them when the lifetime changes.
 */
import type { Caller } from "../../kernel/Caller.ts"
import type { TokenSettings } from "../settings.ts"

/** The settings that decide. */
export type LifetimeSettings = Pick<TokenSettings, "accessSecondsMachine" | "accessSecondsPlayer" | "clockSkewSeconds">

/** Lifetime of an access token in seconds, by the kind of its caller: `expires_in` of the login result. */
export const lifetimeSeconds = (kind: Caller["kind"], settings: LifetimeSettings): number =>
  kind === "machine" ? settings.accessSecondsMachine : settings.accessSecondsPlayer

/** For how many seconds an access token that is issued now may be accepted somewhere. */
export const acceptedSeconds = (kind: Caller["kind"], settings: LifetimeSettings): number =>
  lifetimeSeconds(kind, settings) + settings.clockSkewSeconds

/** The same for any access token. */
export const acceptedSecondsMax = (settings: LifetimeSettings): number =>
  Math.max(acceptedSeconds("player", settings), acceptedSeconds("machine", settings))
