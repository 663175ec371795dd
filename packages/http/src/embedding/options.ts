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
import { routes } from "../contract/routes.ts"
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

/** Whether the setting of this name belongs to the socket. */
export const isOfTheSocket = (name: string): boolean => ofTheSocket.some((one) => one === name)

/** Options of `serve`: the settings of the server (docs/settings.md), with the same defaults. */
export type ServeOptions = GivenOf<typeof serverSettings> & ObserverOptions

/** Where a handler stands in the host's server. */
export interface PlaceOptions {
  /**
   * The path below which clients reach the handler, such as `/garrison`. It is taken off the path of a request that
   * begins with it, and put before the addresses that Garrison names: `/docs`, `servers` of the OpenAPI document, the
   * address at which portals answer logins by redirect. A framework that takes it off itself, as Express does, needs
   * the option for the second. Where the host says what it was asked for (`originalUrl`, the URL of a Request), a
   * request without the prefix there is 404.
   */
  readonly prefix?: string | undefined
}

/** Options of `toNodeHandler`: those settings of the server that do not belong to the socket, and its place. */
export type HandlerOptions = Omit<GivenOf<typeof serverSettings>, OfTheSocket> & ObserverOptions & PlaceOptions

/** How a handler answers, and where. */
export interface MountOptions {
  readonly server: ServerOptions
  /** Empty: at the root. */
  readonly prefix: string
}

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

/** Segments that URLs keep as they are written, each after its slash. */
const plainPath = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/

/** The first segments of the paths that are served: below one of them no request would arrive. */
const ownSegments: ReadonlySet<string | undefined> = new Set(routes.map(({ path }) => path.split("/")[1]))

/** What is wrong with a prefix, with the line to write; undefined: nothing. */
const prefixProblem = (prefix: unknown): string | undefined => {
  if (typeof prefix !== "string") return 'must be a path. Write: prefix: "/garrison"'
  if (prefix === "") return undefined
  if (!plainPath.test(prefix)) {
    const words = prefix.split("/").filter((word) => /^[\w~-][\w.~-]*$/.test(word))
    const meant = words.length === 0 ? "/garrison" : `/${words.join("/")}`
    return `must begin with a slash, and end without one. Write: prefix: ${JSON.stringify(meant)}`
  }
  const [, first] = prefix.split("/")
  return ownSegments.has(first)
    ? `must not begin as a route of Garrison does: take another word than /${first}`
    : undefined
}

/**
 * The options of a handler that another server calls: settings of its socket are refused. `mounter` is the function
 * that the host has called.
 */
export const mountOptions = (mounter: string, given: HandlerOptions): MountOptions => {
  checkKind(given, `${mounter}(garrison, { trustedProxies: ["10.0.0.0/8"] })`)
  const { prefix = "", ...settings } = given
  const misplaced = Object.keys(settings).find(isOfTheSocket)
  if (misplaced !== undefined) {
    throw refused(`is a setting of serve: with ${mounter} it belongs to the server that calls the handler`, misplaced)
  }
  const problem = prefixProblem(prefix)
  if (problem !== undefined) throw refused(problem, "prefix")
  return { server: serverOptions(settings), prefix }
}
