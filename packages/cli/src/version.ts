/** The version of the command, the same as in package.json (a test compares them). */

/** Version that `garrison --version` prints. */
export const VERSION = "0.1.0"
