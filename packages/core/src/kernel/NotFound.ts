/** The code that every area shares: something that was named does not exist (decisions, sections 2, 10 and 13). */

/**
 * In neutral words. Each reaction that carries the code says in its own `message` what is missing, and that is what
 * callers are told.
 */
export const notFoundCodes = {
  resource_not_found: "There is no such resource.",
} as const
