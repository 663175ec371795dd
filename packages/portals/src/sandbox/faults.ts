/** The ways in which a portal of the sandbox can be made to misbehave. */

/** Every way in which a portal of the sandbox can be made to misbehave; `none`: it behaves. */
export const FAULTS = [
  "none",
  "key_rotated",
  "unknown_kid",
  "keys_down",
  "slow",
  "redirect",
  "oversized",
  "junk",
  "wrong_audience",
  "wrong_environment",
  "expired",
  "anticheat_banned",
  "publisher_banned",
  "offline",
  "too_many_accounts",
] as const

/** One way to misbehave. */
export type Fault = (typeof FAULTS)[number]

/** The faults of every portal: those of its answers. */
export const FAULTS_OF_ANSWERS = [
  "none",
  "slow",
  "redirect",
  "oversized",
  "junk",
] as const satisfies ReadonlyArray<Fault>

/** The faults of a portal that signs tokens with a published key. */
export const FAULTS_OF_TOKENS = [
  "key_rotated",
  "unknown_kid",
  "keys_down",
  "wrong_audience",
  "expired",
] as const satisfies ReadonlyArray<Fault>
