/** Where the server is in its life: serving, overloaded, or on its way out. */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

/** Known to the readiness probe, set by the server when it is asked to stop. */
export class Lifecycle extends Context.Service<
  Lifecycle,
  {
    readonly isDraining: () => boolean
    /** From now on the process is not ready, for good. */
    readonly drain: () => void
    /** Whether so many requests wait that others had better go to another process. */
    readonly isOverloaded: () => boolean
    /** Tells how to look whether the server is overloaded. */
    readonly measure: (isOverloaded: () => boolean) => void
  }
>()("@garrison/http/Lifecycle") {
  static readonly layer = Layer.sync(Lifecycle, () => {
    let draining = false
    let isOverloaded: (() => boolean) | undefined
    return {
      isDraining: () => draining,
      drain: () => {
        draining = true
      },
      isOverloaded: () => isOverloaded?.() ?? false,
      measure: (look) => {
        isOverloaded = look
      },
    }
  })
}
