/** The client: a method for each operation of the contract, and the session behind them. */
import type { MachineLoginAnswer, MachineLoginInput } from "@garrison/core/hostAnswers"
import type { LoginAnswer, LoginInput, NotificationAnswer } from "@garrison/core/hostTypes"
import { Calls } from "./Calls.ts"
import { GarrisonError } from "./GarrisonError.ts"
import { Notifications, type NotificationsOptions } from "./notifications.ts"
import type { GarrisonOperations } from "./operations.ts"
import type { CallOptions, ClientOptions, ClientSession } from "./options.ts"
import { type Input, pathArguments, urlOf } from "./request.ts"
import type { Route } from "./Route.ts"
import { routes } from "./routes.ts"
import { isTokenRefused } from "./Session.ts"

/**
 * A client of a Garrison server. Each operation is a method with the name that `/docs` gives it. Arguments of the path
 * come first, then one object with all other members, then {@link CallOptions}. A refused call rejects with a
 * {@link GarrisonError}. Answers that the server may confirm with 304 are frozen, because they are given out again.
 */
export interface GarrisonClient extends Omit<GarrisonOperations, "login" | "logout"> {
  /**
   * Logs a player in, or a machine client if `grant_type` is `client_credentials`, and keeps the session: later calls
   * are made by it. A refresh token is asked for unless `include_refresh` is false.
   */
  readonly login: {
    (request: MachineLoginInput, options?: CallOptions): Promise<MachineLoginAnswer>
    (request: LoginInput, options?: CallOptions): Promise<LoginAnswer>
  }
  /** Ends the session here and at the server. */
  readonly logout: (options?: CallOptions) => Promise<void>
  /**
   * The notifications of the player as they come, each once and in order, over any number of connections. Reading goes
   * on through outages; it ends when the loop is left, when the signal is aborted, or by a refusal that no other try
   * changes.
   */
  readonly notifications: (options?: NotificationsOptions) => AsyncGenerator<NotificationAnswer, never, undefined>
  /** The session as it is; undefined: there is none. */
  readonly session: ClientSession | undefined
}

type Method = (...given: ReadonlyArray<unknown>) => unknown

/** The method of an operation. */
const methodOf = (calls: Calls, { baseUrl }: ClientOptions, route: Route): Method => {
  const path = pathArguments(route)
  if (route.answers === "address") return (...given) => urlOf(baseUrl, route, given, (given[path] ?? {}) as Input)
  // An operation without a query and a body has its options in the place of the input.
  const inputs = route.query === undefined && route.sends === undefined ? path : path + 1
  return async (...given) => calls.ask(route, given.slice(0, inputs), given[inputs] as CallOptions | undefined)
}

const logOut = async (calls: Calls, options?: CallOptions): Promise<void> => {
  if ((await calls.sessions.loaded()) === undefined) return
  try {
    await calls.ask(routes.logout, [], options)
  } catch (error) {
    // The session had ended already.
    if (!isTokenRefused(error)) throw error
  } finally {
    await calls.sessions.forget()
  }
}

/** A client of the server at `options.baseUrl`. It opens nothing and needs no end. */
export const createClient = (options: ClientOptions): GarrisonClient => {
  // A caller in plain JavaScript may have left them out.
  const baseUrl = (options as ClientOptions | undefined)?.baseUrl
  if (baseUrl === undefined || !/^(?:https?:\/\/|\/)/.test(baseUrl)) {
    throw new GarrisonError("invalid_input", `baseUrl must begin with https:// or http://, not be ${baseUrl}.`)
  }
  const calls = new Calls(options)
  const methods = Object.entries(routes)
    .filter(([, { answers }]) => answers !== "stream")
    .map(([name, route]) => [name, methodOf(calls, options, route)] as const)
  return {
    ...(Object.fromEntries(methods) as Omit<GarrisonOperations, "login" | "logout">),
    login: (request: LoginInput, call?: CallOptions) =>
      calls.sessions.logIn((asked) => calls.logIn(asked, call) as Promise<LoginAnswer>, request),
    logout: (call) => logOut(calls, call),
    notifications: (reading = {}) => new Notifications(calls, reading).all(),
    get session() {
      return calls.sessions.current
    },
  }
}
