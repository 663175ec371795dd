/** The whole server, in the process of a host and on the Garrison that the host has opened. */
import type { EmbeddedGarrison } from "@garrison/core/EmbeddedGarrison"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { Lifecycle } from "../Lifecycle.ts"
import { start, type Started } from "../Server.ts"
import { borrow, httpServices } from "./borrowed.ts"
import { type ServeOptions, serverOptions } from "./options.ts"

/** A server that listens. */
export interface Served extends Started {
  /**
   * Stops listening, and finishes the requests under way, for at most `drainSeconds`; Garrison stays open. If anybody
   * has asked `/readyz`, it answers 503 for `unreadySeconds` first, so that a load balancer sends no more.
   */
  readonly close: () => Promise<void>
  /** As {@link Served.close}, at the end of the block of an `await using`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/**
 * Serves a Garrison over HTTP, on its running services: the server that `garrison serve` is, with its limits, its
 * probes and its drain. `garrison.close()` closes it first.
 *
 * Throws `invalid_settings` for a wrong option, `invalid_input` when `garrison` is none, `closed`, and `ListenFailed`
 * when the address cannot be listened on.
 */
export const serve = async (garrison: EmbeddedGarrison, options: ServeOptions = {}): Promise<Served> => {
  const lending = borrow(garrison, "serve")
  const checked = serverOptions(options)
  const scope = Scope.makeUnsafe()
  const listening = Effect.flatMap(Lifecycle, ({ isWatched }) => start({ ...checked, awaitsBalancer: isWatched }))
  const starting = Effect.runPromiseExit(
    Effect.flatMap(Layer.buildWithScope(httpServices(lending), scope), (services) =>
      Effect.provideContext(Scope.provide(listening, scope), services),
    ),
  )
  let closing: Promise<void> | undefined
  const end = async () => {
    await starting
    await Effect.runPromise(Scope.close(scope, Exit.void))
    withdraw()
  }
  const close = () => (closing ??= end())
  const withdraw = lending.join(close)
  const started = await starting
  if (Exit.isSuccess(started)) return { ...started.value, close, [Symbol.asyncDispose]: close }
  await close()
  throw Cause.squash(started.cause)
}
