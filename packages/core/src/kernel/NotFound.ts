/** A code of all areas: the named thing does not exist (decisions, sections 2, 10 and 13). */

/**
 * In neutral words. Callers get the `message` of the refusal, which says what is missing.
 */
export const notFoundCodes = {
  resource_not_found: "There is no such resource.",
} as const
