/** The state of the server: serving, overloaded, or stopping. */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

/** The server sets this state, and the readiness probe reads it. */
export class Lifecycle extends Context.Service<
  Lifecycle,
  {
    readonly isDraining: () => boolean
    /** From now on the process is never ready again. */
    readonly drain: () => void
    /** Somebody asked whether the process is ready. */
    readonly watched: () => void
    /** Whether anybody ever asked: only who looks can see that readiness drops. */
    readonly isWatched: () => boolean
    /** Whether so many requests wait that new ones should go to another process. */
    readonly isOverloaded: () => boolean
    /** Sets the function that tells whether the server is overloaded. */
    readonly measure: (isOverloaded: () => boolean) => void
  }
>()("@garrison/http/Lifecycle") {
  static readonly layer = Layer.sync(Lifecycle, () => {
    let draining = false
    let isWatched = false
    let isOverloaded: (() => boolean) | undefined
    return {
      isDraining: () => draining,
      drain: () => {
        draining = true
      },
      watched: () => {
        isWatched = true
      },
      isWatched: () => isWatched,
      isOverloaded: () => isOverloaded?.() ?? false,
      measure: (look) => {
        isOverloaded = look
      },
    }
  })
}
