/** Handlers are loaded when they run, so that no command pays for the others (start-up time). */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

type Flags = Readonly<Record<string, unknown>>

type LeftOut<Parsed> = {
  [Name in keyof Parsed]: Parsed[Name] extends Option.Option<unknown> ? Name : never
}[keyof Parsed]

/** What is given on a command line: a flag that is left out is absent. */
export type Given<Parsed> = Readonly<Omit<Parsed, LeftOut<Parsed>>> & {
  readonly [Name in LeftOut<Parsed>]?: Parsed[Name] extends Option.Option<infer A> ? A : never
}

/** What the parser found, without the options around it. */
export const given = <Parsed extends Flags>(parsed: Parsed): Given<Parsed> =>
  Object.fromEntries(
    Object.entries(parsed).flatMap(([name, value]) => {
      const found = Option.isOption(value) ? Option.getOrUndefined(value) : value
      return found === undefined ? [] : [[name, found]]
    }),
  ) as Given<Parsed>

/** Loads a module of `action/` and runs what `use` makes of it. */
export const lazily = <Module, A, E, R>(
  load: () => Promise<Module>,
  use: (module: Module) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> => Effect.flatMap(Effect.promise(load), use)
