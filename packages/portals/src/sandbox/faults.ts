/** The ways in which a portal of the sandbox can be made to misbehave. */

/** Every way in which a portal of the sandbox can be made to misbehave, and what it then does. */
export const faultSentences = {
  none: "It behaves.",
  key_rotated: "It takes another key each time that this is set, and publishes that one alone.",
  unknown_kid: "Its tokens name a key that it does not publish.",
  keys_down: "A request for its keys is answered 503.",
  slow: "It answers after ten seconds, which is longer than Garrison waits.",
  redirect: "It answers with a redirect, which Garrison does not follow.",
  oversized: "It answers with 10 MB, which is more than Garrison reads.",
  junk: "It answers with something that is no JSON.",
  wrong_audience: "Its tokens are for another game.",
  wrong_environment: "Its users are of another environment.",
  expired: "Its tokens have expired.",
  anticheat_banned: "Its anti-cheat system has banned the user.",
  publisher_banned: "The publisher has banned the user there.",
  offline: "The user is offline there, which ends tickets.",
  too_many_accounts: "It knows several accounts of the user.",
} as const

/** One way to misbehave; `none`: it behaves. */
export type Fault = keyof typeof faultSentences

/** All of them. */
export const FAULTS = Object.keys(faultSentences) as ReadonlyArray<Fault>

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
