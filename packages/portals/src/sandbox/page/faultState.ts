/** The faults that are set, in a sentence: on the page as it is served, and in its script. */

/** The sentence. */
export const faultState = (faults: Readonly<Record<string, { readonly fault: string }>>): string => {
  const set = Object.entries(faults).flatMap(([portal, { fault }]) => (fault === "none" ? [] : [`${portal} ${fault}`]))
  return set.length === 0 ? "No fault is set." : `Set now: ${set.join(", ")}.`
}
