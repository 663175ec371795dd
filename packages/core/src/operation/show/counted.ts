/** Numbers with what they count: "1 warning", "2 warnings". */

/** A number and its noun; `many` is the plural where that is not made by an s. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
