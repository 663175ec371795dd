/** Handlers are loaded when they run, so that no command pays for the others (start-up time). */
import * as Effect from "effect/Effect"

/** Loads a module of `action/` and runs what `use` makes of it. */
export const lazily = <Module, A, E, R>(
  load: () => Promise<Module>,
  use: (module: Module) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> => Effect.flatMap(Effect.promise(load), use)
