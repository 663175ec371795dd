/** Objects of a parsed document, as authored or in the form of the interface. */

/** The members of an object. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is an object with members. */
export const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Whether a field is given. `null` counts as "not given" (decisions, section 2). */
export const isGiven = (fields: Fields, name: string): boolean => fields[name] !== undefined && fields[name] !== null

/** Sets a member. An assignment to `__proto__` would not make a member. */
export const put = (fields: Record<string, unknown>, key: string, value: unknown): void => {
  if (key !== "__proto__") fields[key] = value
  else Object.defineProperty(fields, key, { value, enumerable: true, writable: true, configurable: true })
}

/** The fields without those of these names. */
export const without = (fields: Fields, names: ReadonlyArray<string>): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
