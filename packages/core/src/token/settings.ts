/** The settings of tokens, signing keys and sessions (decisions, sections 3 and 15). */
import { choice, count, seconds, slice, text, type ValuesOf } from "../kernel/Setting.ts"
import { SIGNING_ALGORITHMS } from "./schema.ts"

const day = 24 * 60 * 60

/** The settings of tokens, signing keys and sessions. */
export const TokenSettings = slice("@garrison/core/token/settings", {
  issuer: text("garrison", "`iss` of access tokens"),
  audience: text("garrison", "`aud` of access tokens"),
  signingAlgorithm: choice(SIGNING_ALGORITHMS, "EdDSA", "algorithm of new signing keys"),
  keyRotationSeconds: seconds(30 * day, "age at which a signing key is replaced", { minimum: 60 }),
  // Key sets may be cached for this long.
  keyPublicationSeconds: seconds(15 * 60, "how long a new signing key is published before it signs"),
  accessSecondsPlayer: seconds(15 * 60, "life of a player's access token"),
  accessSecondsMachine: seconds(60 * 60, "life of a machine client's access token"),
  clockSkewSeconds: seconds(
    60,
    "how far the clocks of nodes on one Postgres may differ: tokens are accepted so long before `iat` and after `exp`; without effect on SQLite",
    { minimum: 0, maximum: 300 },
  ),
  refreshIdleSeconds: seconds(30 * day, "life of a refresh token that is not used"),
  refreshAbsoluteSeconds: seconds(90 * day, "life of a session, also when it is refreshed"),
  refreshGraceSeconds: seconds(10, "how long a rotated refresh token still gets the same new token", { minimum: 0 }),
  // A revocation reaches every process within 60 seconds (guarantees R27).
  verificationCacheSeconds: seconds(
    60,
    "how long a verified token is trusted without checking that its session still exists; a logout takes this long to reach every server",
    { minimum: 0, maximum: 60 },
  ),
  // 0 verifies the token of every request.
  verifiedTokensMax: count(10_000, "tokens", "verified tokens remembered per process", { minimum: 0 }),
  sessionsPerPlayerMax: count(20, "sessions", "open sessions of a player; a further login ends the oldest"),
  sessionsPerMachineMax: count(
    10_000,
    "sessions",
    "open sessions of a machine client; a further login ends the oldest",
  ),
})
export type TokenSettings = ValuesOf<typeof TokenSettings.settings>
