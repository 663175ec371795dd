/**
 * The one bridge between Effect and React: it holds the state of the console, runs operations for the screens, and
 * hands answers back as events. React draws its snapshot; nothing else of the console knows of Effect.
 */
import type { RefusalJson } from "@garrison/core/operation/refusal"
import type * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import type { AppEvent, AppState, Wanted } from "./app/AppState.ts"
import type { OverlayRequest } from "./app/overlay.ts"
import { looksSame, update } from "./app/state.ts"
import type { Operations } from "./operation.ts"
import type { Ask } from "./Screen.ts"

/** How long the session waits before it asks again what the database did not answer. */
const AGAIN_MILLIS = 1000

/** How often the session asks what the actor may do: an administrator may take or give it meanwhile. */
const PERMITTED_MILLIS = 5000

type Run = Extract<OverlayRequest, { readonly type: "run" }>

/** What a session is made of. */
export interface SessionOptions {
  readonly initial: AppState
  /** The screen that is opened first. */
  readonly first: { readonly screen: string; readonly params: Readonly<Record<string, string>> }
  /** Opens the database, or the way to the server; its scope ends with the session. */
  readonly connect: Effect.Effect<Operations, RefusalJson, Scope.Scope>
  /** The clock of ticks and delays, and the log. */
  readonly services: Context.Context<never>
  /** The operator leaves. */
  readonly quit: () => void
  /** Stops the process until the shell goes on with it. */
  readonly suspend: () => void
  /** Puts a text on the clipboard of the terminal. */
  readonly copy: (text: string) => void
}

/** The state of the console, and what runs for it. */
export class Session {
  readonly #options: SessionOptions
  readonly #listeners = new Set<() => void>()
  readonly #running = new Map<string, Fiber.Fiber<unknown, unknown>>()
  readonly #connected = Deferred.makeUnsafe<Operations>()
  #state: AppState
  /** What was told to those who draw. */
  #drawn: AppState

  constructor(options: SessionOptions) {
    this.#options = options
    this.#state = options.initial
    this.#drawn = options.initial
  }

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The state that is to be drawn; the same object until a frame of it would look otherwise. */
  readonly snapshot = (): AppState => this.#drawn

  /** Takes an event, and carries out what the console then wants. */
  readonly dispatch = (event: AppEvent): void => {
    const { state, wanted } = update(this.#state, event)
    this.#state = state
    for (const one of wanted) this.#carryOut(one)
    if (looksSame(this.#drawn, this.#state)) return
    this.#drawn = this.#state
    for (const listener of this.#listeners) listener()
  }

  /** Connects, opens the first screen, and ticks. */
  start(): void {
    this.#run("connection", Effect.scoped(this.#connection()))
    this.#run("clock", Effect.forever(Effect.andThen(Effect.sleep(1000), this.#tick())))
  }

  /** Ends everything that runs. */
  close(): void {
    for (const fiber of this.#running.values()) fiber.interruptUnsafe()
    this.#running.clear()
  }

  #run(name: string, work: Effect.Effect<unknown>): void {
    this.#running.get(name)?.interruptUnsafe()
    this.#running.set(name, Effect.runForkWith(this.#options.services)(work))
  }

  #tick(): Effect.Effect<void> {
    return Effect.clockWith((clock) =>
      Effect.map(clock.currentTimeMillis, (now) => this.dispatch({ type: "ticked", now })),
    )
  }

  #connection() {
    const { connect, first } = this.#options
    const tried: Effect.Effect<Operations, never, Scope.Scope> = connect.pipe(
      Effect.catch((refusal) => {
        this.dispatch({ type: "lost", refusal })
        return Effect.andThen(
          Effect.sleep(AGAIN_MILLIS),
          Effect.suspend(() => tried),
        )
      }),
    )
    return Effect.flatMap(tried, (connected) => {
      Deferred.doneUnsafe(this.#connected, Effect.succeed(connected))
      const begun = Effect.map(this.#untilAnswered(connected.permitted), (offered) => {
        this.dispatch({ type: "connected", actor: connected.actor, offered, table: connected.table })
        this.dispatch({ type: "opened", ...first })
      }).pipe(Effect.catch((refusal) => Effect.sync(() => this.dispatch({ type: "lost", refusal }))))
      const asked = Effect.andThen(Effect.sleep(PERMITTED_MILLIS), this.#permitted(connected))
      return Effect.andThen(begun, Effect.forever(asked))
    })
  }

  /** Asks what the actor may do, until the database answers. */
  #permitted({ permitted }: Operations): Effect.Effect<void> {
    return this.#untilAnswered(
      Effect.map(permitted, (allowed) => this.dispatch({ type: "permitted", permitted: allowed })),
    ).pipe(Effect.catch((refusal) => Effect.sync(() => this.dispatch({ type: "lost", refusal }))))
  }

  /** Runs it again and again while the database is away. */
  #untilAnswered<A>(once: Effect.Effect<A, RefusalJson>): Effect.Effect<A, RefusalJson> {
    return Effect.tap(once, () => this.#found()).pipe(
      Effect.catch((refusal) => {
        if (refusal.code !== "service_unavailable") return Effect.fail(refusal)
        this.dispatch({ type: "lost", refusal })
        return Effect.andThen(
          Effect.sleep(AGAIN_MILLIS),
          Effect.suspend(() => this.#untilAnswered(once)),
        )
      }),
    )
  }

  #found(): Effect.Effect<void> {
    return Effect.sync(() => {
      if (this.#state.connection.state === "stale") this.dispatch({ type: "found" })
    })
  }

  #carryOut({ id, request }: Wanted): void {
    switch (request.type) {
      case "ask":
        return this.#run(`${id} ${request.ask}`, this.#asked(id, request))
      case "run":
        return this.#run(`${id} ${request.ask}`, this.#ran(id, request))
      case "cancel":
        this.#running.get(`${id} ${request.ask}`)?.interruptUnsafe()
        return undefined
      case "copy":
        return this.#options.copy(request.text)
      case "act":
        return this.dispatch({ type: "said", text: `There is no operation ${request.operation}.`, tone: "bad" })
      case "suspend":
        return this.#options.suspend()
      case "quit":
        return this.#options.quit()
      default:
        return undefined
    }
  }

  /** Asks until the database answers or refuses: a screen keeps what it has while the database is away. */
  #asked(id: number, { ask, delayMillis, input, operation }: Ask): Effect.Effect<void> {
    const once = Effect.flatMap(Deferred.await(this.#connected), (operations) => operations.run(operation, input, {}))
    const asking = this.#told(id, ask, this.#untilAnswered(once))
    return delayMillis === undefined ? asking : Effect.andThen(Effect.sleep(delayMillis), asking)
  }

  /** Runs it once. Nobody knows whether an act was done when the database goes away meanwhile: it is not repeated. */
  #ran(id: number, { ask, conditions, input, operation }: Run): Effect.Effect<void> {
    const once = Effect.flatMap(Deferred.await(this.#connected), (operations) =>
      operations.run(operation, input, conditions),
    )
    return this.#told(
      id,
      ask,
      Effect.tapError(once, (refusal) =>
        Effect.sync(() => {
          if (refusal.code === "service_unavailable") this.dispatch({ type: "lost", refusal })
        }),
      ),
    )
  }

  #told(id: number, ask: string, work: Effect.Effect<unknown, RefusalJson>): Effect.Effect<void> {
    return Effect.match(work, {
      onSuccess: (answer) => this.dispatch({ type: "toScreen", id, event: { type: "answered", ask, answer } }),
      onFailure: (refusal) => this.dispatch({ type: "toScreen", id, event: { type: "refused", ask, refusal } }),
    })
  }
}
