/** The figures of the server of the settings, asked over its probe port, whether or not one runs. */
import type { RunningServer, ServerAnswer } from "@garrison/core/figures/RunningServer"
import { ServerFigures } from "@garrison/core/figures/schema"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SettingValues } from "./settings/definitions.ts"
import { VERSION } from "./version.ts"

/** How long an answer is waited for, in ms: a screen asks every second. */
const ANSWER_MILLIS = 500

const decode = Schema.decodeUnknownEffect(ServerFigures)

/** Where the server listens, as this machine reaches it: an address that stands for all of them is none to ask. */
const reachable = (host: string): string => {
  if (host === "0.0.0.0") return "127.0.0.1"
  if (host === "::") return "[::1]"
  return host.includes(":") ? `[${host}]` : host
}

const absent = (because: string): ServerAnswer => ({ state: "absent", because })

const asked = (url: string): Effect.Effect<ServerAnswer> =>
  Effect.tryPromise(async (signal) => {
    const response = await fetch(url, { signal, redirect: "error" })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return response.json()
  }).pipe(
    Effect.flatMap(decode),
    Effect.map((figures): ServerAnswer => ({ state: "live", figures })),
    Effect.timeout(ANSWER_MILLIS),
    Effect.catchCause(() => Effect.succeed(absent(`no server answered at ${url}`))),
  )

/** The server that these settings name. */
export const runningServer = ({ host, probePort }: SettingValues): RunningServer => {
  if (probePort === undefined) {
    return {
      version: VERSION,
      ask: Effect.succeed(absent("no probe port is set; set probePort to see what the server counts")),
    }
  }
  if (probePort === 0)
    return { version: VERSION, ask: Effect.succeed(absent("probePort 0 is another port at each start")) }
  return { version: VERSION, ask: asked(`http://${reachable(host)}:${probePort}/figures`) }
}
