/** The clients and users that a server has for its sandbox. Their names are public; password and secret are random. */

/** Where a login by redirect may return to beside a sandbox. No game listens there: a person reads the code off it. */
export const SANDBOX_REDIRECT = "http://127.0.0.1:9/callback"

/** `client_id` of the public game client of a server with the sandbox that has no other default client. */
export const SANDBOX_GAME = "sandbox-game"

/** `client_id` of the machine client whose credentials are shown. It may do nothing. */
export const SANDBOX_MACHINE = "sandbox-machine"

/** User name of the account whose password is shown. */
export const SANDBOX_USER = "sandbox-margaret"

/** Device secret of the player who logs in by `anon`. */
export const SANDBOX_DEVICE = "sandbox-player-anon-01"
