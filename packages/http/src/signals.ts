/** Being asked to stop by whoever runs the process. */
import * as Effect from "effect/Effect"

/** Waits until the process gets SIGTERM or SIGINT, and says which. A second signal kills as usual. */
export const stopSignal: Effect.Effect<"SIGTERM" | "SIGINT"> = Effect.callback((resume) => {
  const listen = (signal: "SIGTERM" | "SIGINT") => {
    stop()
    resume(Effect.succeed(signal))
  }
  const stop = () => {
    process.off("SIGTERM", listen)
    process.off("SIGINT", listen)
  }
  process.on("SIGTERM", listen)
  process.on("SIGINT", listen)
  return Effect.sync(stop)
})
