/**
 * Keeps `process.nextTick` fast for as long as the process runs. Node makes an object for each tick, and V8 remembers
 * its shape to make the next one quickly. A garbage collection that finds no such object drops the shape, which happens
 * to every server that has nothing to do for a while. From then on V8 takes the slow way, 0.4 to 0.7 µs a tick instead
 * of 0.07, and an answer takes several ticks. One object that is kept keeps the shape.
 */
import { executionAsyncResource } from "node:async_hooks"

let kept: object | undefined

/** Keeps the object of one tick. Call it early: what V8 has dropped does not come back. */
export const keepTick = (): void => {
  if (kept !== undefined) return
  process.nextTick(() => {
    kept = executionAsyncResource()
  })
}
