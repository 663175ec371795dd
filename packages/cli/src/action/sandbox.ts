/** What `garrison sandbox` does. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { printData } from "../output/print.ts"
import { stopsWellOnTerm } from "../output/stopping.ts"
import { responseAddresses } from "../sandbox/responseAddresses.ts"
import { startSandbox } from "../sandbox/startSandbox.ts"
import { currentSettings } from "../settings/current.ts"

/** Plays the third-party portals until it is asked to stop. */
export const playPortals = Effect.fn("Sandbox.play")(function* (input: {
  readonly sandboxPort: Option.Option<string>
}) {
  const { values } = yield* currentSettings({ sandboxPort: Option.getOrUndefined(input.sandboxPort) })
  const { register, url } = yield* startSandbox(values)
  register(responseAddresses(values.port, values.publicUrl))
  stopsWellOnTerm()
  yield* printData(`sandbox on ${url}`)
  return yield* Effect.never
}, Effect.scoped)
