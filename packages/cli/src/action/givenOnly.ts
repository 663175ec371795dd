/** Flags that may be left out, on their way to what takes no `undefined`. */
import * as Option from "effect/Option"

/** The values of the flags that were given, by name. */
export const givenOnly = <A extends object>(flags: {
  readonly [Name in keyof A]: Option.Option<A[Name]>
}): Partial<A> => {
  const given = Object.entries<Option.Option<unknown>>(flags).filter(([, flag]) => Option.isSome(flag))
  return Object.fromEntries(given.map(([name, flag]) => [name, Option.getOrUndefined(flag)])) as Partial<A>
}
