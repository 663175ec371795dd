/** The answers to probes. */
import { json, type TextAnswer } from "./Answer.ts"
import { transportAnswer } from "./refusal.ts"

/** The process answers. */
export const aliveAnswer: TextAnswer = json(200, '{"status":"alive"}')

/** No request should be sent to the process, for these reasons. */
export const notReady = (missing: ReadonlyArray<string>): TextAnswer =>
  transportAnswer("service_unavailable", { desc: `not ready: ${missing.join(", ")}` })
