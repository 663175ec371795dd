/**
 * The options of HTTP in a host's process: the settings of the server by their names, and what the program decides.
 * Every wrong one is refused by its name.
 */
import { GarrisonError } from "@garrison/core/GarrisonError"
import type { GivenOf } from "@garrison/core/kernel/Setting"
import { checkValues } from "@garrison/core/settings"
import * as Result from "effect/Result"
import type { LogFormat, LogSink } from "../server/AccessLog.ts"
import type { Observer } from "../server/Observer.ts"
import { defaultServerOptions, type ServerOptions, serverSettings } from "../server/settings.ts"

/** What the program decides about the log and about who else learns of events. */
export interface ObserverOptions {
  /**
   * `json` or `text` writes a line for each request, to stderr. `off`, the default, writes warnings and defects alone,
   * because a host has a log of its own.
   */
  readonly log?: LogFormat | undefined
  /** Where log lines go instead of stderr. */
  readonly sink?: LogSink | undefined
  /** Learn of each answer, each defect, and of what happens to the database and the server. */
  readonly observers?: ReadonlyArray<Observer> | undefined
}

/** The settings that belong to the socket. They are those of `serve`; of a host's own server they are the host's. */
const ofTheSocket = [
  "host",
  "port",
  "probePort",
  "headerBytesMax",
  "headersSeconds",
  "requestSeconds",
  "keepAliveSeconds",
  "connectionsMax",
  "unreadySeconds",
] as const satisfies ReadonlyArray<keyof typeof serverSettings>

type OfTheSocket = (typeof ofTheSocket)[number]

const isOfTheSocket = (name: string): boolean => ofTheSocket.some((one) => one === name)

/** Options of `serve`: the settings of the server (docs/settings.md), with the same defaults. */
export type ServeOptions = GivenOf<typeof serverSettings> & ObserverOptions

/** Options of `toNodeHandler`: those settings of the server that do not belong to the socket. */
export type HandlerOptions = Omit<GivenOf<typeof serverSettings>, OfTheSocket> & ObserverOptions

const refused = (message: string, name: string): GarrisonError =>
  new GarrisonError("invalid_settings", `${name} ${message}`, {
    detail: [{ loc: [name], msg: message, type: "value_error" }],
  })

/** Refuses what is no object of options, such as a port alone. */
const checkKind = (given: unknown, example: string): void => {
  if (typeof given === "object" && given !== null && !Array.isArray(given)) return
  throw new GarrisonError("invalid_settings", `the options are an object. Write: ${example}`)
}

/** The options of a server that is embedded. Throws `invalid_settings` with the name of each wrong one. */
export const serverOptions = (given: ServeOptions): ServerOptions => {
  checkKind(given, "serve(garrison, { port: 8080 })")
  const { log = "off", observers = defaultServerOptions.observers, sink, ...settings } = given
  if (!["json", "text", "off"].includes(log)) throw refused("must be one of json, text, off", "log")
  const checked = checkValues(serverSettings, settings)
  if (Result.isFailure(checked)) {
    const { code, details, message } = checked.failure
    throw new GarrisonError(code, message, details, checked.failure)
  }
  return { ...defaultServerOptions, ...checked.success, log, sink, observers }
}

/** As {@link serverOptions}, for a handler that another server calls: settings of its socket are refused. */
export const handlerOptions = (given: HandlerOptions): ServerOptions => {
  checkKind(given, 'toNodeHandler(garrison, { trustedProxies: ["10.0.0.0/8"] })')
  const misplaced = Object.keys(given).find(isOfTheSocket)
  if (misplaced === undefined) return serverOptions(given)
  throw refused("is a setting of serve: with toNodeHandler it belongs to the server that calls the handler", misplaced)
}
