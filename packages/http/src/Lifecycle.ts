/** Where the server is in its life: serving, or on its way out. */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

/** Known to the readiness probe, set by the server when it is asked to stop. */
export class Lifecycle extends Context.Service<
  Lifecycle,
  {
    readonly isDraining: () => boolean
    /** From now on the process is not ready, for good. */
    readonly drain: () => void
  }
>()("@garrison/http/Lifecycle") {
  static readonly layer = Layer.sync(Lifecycle, () => {
    let draining = false
    return {
      isDraining: () => draining,
      drain: () => {
        draining = true
      },
    }
  })
}
