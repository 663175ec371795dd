/** Words that are typed into a filter, as conditions of the question. */

/** Conditions that words stand for, or why they are none. */
export type Conditions<Input> = { readonly input: Input } | { readonly problem: string }

/** The conditions of all words, or what is wrong with the first wrong one. */
export const conditionsOf = <Input extends object>(
  words: string,
  conditionIn: (word: string) => Conditions<Input>,
): Conditions<Input> => {
  const all = words.split(/\s+/).filter(Boolean).map(conditionIn)
  const wrong = all.find((one) => "problem" in one)
  return wrong ?? { input: Object.assign({}, ...all.map((one) => ("input" in one ? one.input : {}))) as Input }
}
