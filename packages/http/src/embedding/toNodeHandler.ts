/** Garrison as a handler of requests, for a host that has an HTTP server of its own. */
import type { EmbeddedGarrison } from "@garrison/core/EmbeddedGarrison"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { IncomingMessage, ServerResponse } from "node:http"
import { makeAnswering } from "../answering.ts"
import { Connections } from "../server/Connections.ts"
import { Listener } from "../server/listener.ts"
import type { ServerOptions } from "../server/settings.ts"
import { borrow, httpServices } from "./borrowed.ts"
import { joinedHeaders } from "./headers.ts"
import { type HandlerOptions, handlerOptions } from "./options.ts"

/** What `node:http`, Express and others call with a request. It answers every request, also those of unknown paths. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

/** The handler while Garrison is open, and its end. */
class Mounted {
  readonly #listener: Listener
  readonly #stopWatching: ReadonlyArray<() => void>
  readonly #drainSeconds: number
  readonly #open = new Set<ServerResponse>()
  #onLast: (() => void) | undefined

  constructor(listener: Listener, stopWatching: ReadonlyArray<() => void>, { drainSeconds }: ServerOptions) {
    this.#listener = listener
    this.#stopWatching = stopWatching
    this.#drainSeconds = drainSeconds
  }

  readonly handle: NodeHandler = (request, response) => {
    this.#open.add(response)
    response.once("close", () => {
      this.#open.delete(response)
      if (this.#open.size === 0) this.#onLast?.()
    })
    this.#listener.listen(request, response)
  }

  /** Refuses further requests, and finishes those under way; cuts off what takes longer than `drainSeconds`. */
  async leave(): Promise<void> {
    this.#listener.refuseAll()
    const { promise, resolve: finished } = Promise.withResolvers<void>()
    const cut = setTimeout(() => {
      for (const response of this.#open) response.destroy()
      finished()
    }, this.#drainSeconds * 1000)
    const look = () => {
      if (this.#open.size === 0) this.#listener.whenIdle(finished)
    }
    this.#onLast = look
    look()
    await promise
    clearTimeout(cut)
    for (const stop of this.#stopWatching) stop()
  }
}

/**
 * Makes a handler over the running services of a Garrison: the same routes, answers and codes as those of the server,
 * on the same database. `createServer(toNodeHandler(garrison))` serves it. The host's server has the socket, so time
 * limits, sizes of heads and numbers of connections are the host's; `serve` has all of that.
 *
 * `garrison.close()` finishes the requests under way first, for at most `drainSeconds`; later ones are answered 503.
 * Throws `invalid_settings` for a wrong option, `invalid_input` when `garrison` is none, and `closed`.
 */
export const toNodeHandler = (garrison: EmbeddedGarrison, options: HandlerOptions = {}): NodeHandler => {
  const lending = borrow(garrison, "toNodeHandler")
  const checked = handlerOptions(options)
  const scope = Scope.makeUnsafe()
  const listening = Effect.map(makeAnswering(checked), ({ common, outages, overload, readAddress, routers }) => {
    // The host's server has the connections. None is known here.
    const connections = new Connections({ ...checked, readAddress })
    // The root of a server is for its owner to fill.
    const listener = new Listener({
      ...common,
      connections,
      router: routers.all,
      home: undefined,
      readHeaders: joinedHeaders,
    })
    return new Mounted(listener, [outages.stop, overload.stop], checked)
  })
  const mounted = Effect.runSync(
    Effect.flatMap(Layer.buildWithScope(httpServices(lending), scope), (services) =>
      Effect.provideContext(Scope.provide(listening, scope), services),
    ),
  )
  lending.join(async () => {
    await mounted.leave()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
  return mounted.handle
}
