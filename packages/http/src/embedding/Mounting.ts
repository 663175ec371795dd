/** What answers requests in a server of the host, while Garrison is open, and its end. */
import type { EmbeddedGarrison } from "@garrison/core/EmbeddedGarrison"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { makeAnswering } from "../answering.ts"
import type { HeaderValues } from "../request/Request.ts"
import { corsOf } from "../server/Cors.ts"
import { Connections } from "../server/Connections.ts"
import { Listener } from "../server/listener.ts"
import type { Incoming, Outgoing } from "../server/Messages.ts"
import { borrow, httpServices } from "./borrowed.ts"
import type { ServerOptions } from "../server/settings.ts"
import type { MountOptions } from "./options.ts"

/** What ends with the routes. */
interface Ends {
  /** Streams and long polls, first of all. */
  readonly endStreams: () => void
  /** What watches over requests, last of all. */
  readonly stopWatching: ReadonlyArray<() => void>
}

/** The routes of a Garrison in a server of its host. */
export class Mounting {
  readonly #listener: Listener
  readonly #ends: Ends
  readonly #drainSeconds: number
  readonly #open = new Set<Outgoing>()
  #onLast: (() => void) | undefined

  constructor(listener: Listener, ends: Ends, options: Pick<ServerOptions, "corsOrigins" | "drainSeconds">) {
    this.#listener = listener
    this.#ends = ends
    this.#drainSeconds = options.drainSeconds
    const cors = corsOf(options.corsOrigins)
    this.readableBy = (origin) => cors?.headers(origin) ?? []
  }

  /** The headers by which a page of this origin may read an answer. A flat list. */
  readonly readableBy: (origin: string | undefined) => ReadonlyArray<string>

  /** Answers a request. */
  readonly answer = (incoming: Incoming, outgoing: Outgoing, headers: HeaderValues): void => {
    this.#open.add(outgoing)
    outgoing.once("close", () => {
      this.#open.delete(outgoing)
      if (this.#open.size === 0) this.#onLast?.()
    })
    this.#listener.listen(incoming, outgoing, headers)
  }

  /** Refuses further requests, and finishes those under way; cuts off what takes longer than `drainSeconds`. */
  async leave(): Promise<void> {
    this.#listener.refuseAll()
    this.#ends.endStreams()
    const { promise, resolve: finished } = Promise.withResolvers<void>()
    const cut = setTimeout(() => {
      for (const outgoing of this.#open) outgoing.destroy()
      finished()
    }, this.#drainSeconds * 1000)
    const look = () => {
      if (this.#open.size === 0) this.#listener.whenIdle(finished)
    }
    this.#onLast = look
    look()
    await promise
    clearTimeout(cut)
    for (const stop of this.#ends.stopWatching) stop()
  }
}

/** Mounts a Garrison until it closes. `mounter` is the function that the host has called, for its errors. */
export const mount = (garrison: EmbeddedGarrison, mounter: string, { prefix, server }: MountOptions): Mounting => {
  const lending = borrow(garrison, mounter)
  const scope = Scope.makeUnsafe()
  const mounting = Effect.map(makeAnswering(server, prefix), (answering) => {
    const { common, endStreams, home, outages, overload, readAddress, routers } = answering
    // The host's server has the connections. None is known here.
    const connections = new Connections({ ...server, readAddress, isProxy: () => false })
    const listener = new Listener({
      ...common,
      connections,
      router: routers.all,
      // The root of a server is for its owner to fill.
      home: prefix === "" ? undefined : home,
    })
    return new Mounting(listener, { endStreams, stopWatching: [outages.stop, overload.stop] }, server)
  })
  const mounted = Effect.runSync(
    Effect.flatMap(Layer.buildWithScope(httpServices(lending), scope), (services) =>
      Effect.provideContext(Scope.provide(mounting, scope), services),
    ),
  )
  lending.join(async () => {
    await mounted.leave()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
  return mounted
}
