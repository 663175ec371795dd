/** The ways to log in. A login names one, a client may use some, and the settings switch each on or off. */

/** Every way to log in (interface, section 2.3), in its order. */
export const GRANT_TYPES = [
  "anon",
  "alpha",
  "bravo",
  "refresh",
  "charlie",
  "deltalive",
  "echo4_v1",
  "echo4_v3",
  "echo5_v3",
  "foxtrot",
  "foxtrot_switch",
  "golf",
  "basic",
  "juliet",
  "client_credentials",
] as const

/** One of {@link GRANT_TYPES}. */
export type GrantType = (typeof GRANT_TYPES)[number]

/** Portals at which players log in by redirect alone: no `grant_type` names them. */
const REDIRECT_ONLY_PORTALS = ["hotel", "india"] as const

/** Everything that the settings switch on or off: the grants, and the portals that have none. */
export const SWITCHES = [...GRANT_TYPES, ...REDIRECT_ONLY_PORTALS] as const

/** One of {@link SWITCHES}. */
export type Switch = (typeof SWITCHES)[number]

/** How a session was opened: by a login of a grant type, or by the exchange of a code (interface, section 2.5). */
export type SessionGrant = GrantType | "authorization_code"
