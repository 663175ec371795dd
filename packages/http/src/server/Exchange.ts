/** A request as Node received it, until its answer. Costly values are computed on demand. */
import type { Place } from "@garrison/core/kernel/RequestPlace"
import { StorageUnavailable } from "@garrison/core/kernel/Transaction"
import type { Caller } from "@garrison/core/kernel/Caller"
import * as Effect from "effect/Effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { TransportRefused } from "../request/refusal.ts"
import { headerOf, type HeaderValues, type IncomingRequest } from "../request/Request.ts"
import type { ServedOperation } from "../request/Router.ts"
import type { Admission, Lane } from "./Admission.ts"
import type { Arrival, ArrivingBodies } from "./ArrivingBodies.ts"
import { type BodySource, readBody } from "./body.ts"
import type { Entrant } from "./Line.ts"
import type { AddressReader } from "./Proxies.ts"

/** What all exchanges of a server share. */
export interface ExchangeContext {
  readonly readAddress: AddressReader
  readonly bodyBytesMax: number
  readonly admission: Admission
  readonly arriving: ArrivingBodies
  /** Begins the work on a request that was admitted. */
  readonly begin: (exchange: Exchange) => void
  /** Answers a request that was not admitted. */
  readonly shed: (exchange: Exchange) => void
}

/** What is known about a request before its admission. */
export interface Routed {
  readonly path: string
  readonly query: string
  readonly parameters: Readonly<Record<string, string>>
  /** Undefined when no operation has the method and the path. */
  readonly operation: ServedOperation | undefined
  readonly id: string
  /** Milliseconds of the monotonic clock; 0 when no observer asks. */
  readonly startedAt: number
}

const noRoom = Effect.suspend(() =>
  Effect.die(new StorageUnavailable("there is no place for the rest of the request", { trouble: "busy" })),
)

/** One request on its way to its answer. */
export class Exchange implements IncomingRequest, Entrant, BodySource, Place {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly method: string
  readonly path: string
  readonly query: string
  readonly parameters: Readonly<Record<string, string>>
  readonly id: string
  readonly operation: ServedOperation | undefined
  readonly startedAt: number
  caller: Caller | undefined = undefined
  readonly #context: ExchangeContext
  #holdsPlace = false
  #hasEnded = false

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, routed: Routed, context: ExchangeContext) {
    this.incoming = incoming
    this.outgoing = outgoing
    this.method = incoming.method ?? "GET"
    this.path = routed.path
    this.query = routed.query
    this.parameters = routed.parameters
    this.id = routed.id
    this.operation = routed.operation
    this.startedAt = routed.startedAt
    this.#context = context
  }

  get headers(): HeaderValues {
    return this.incoming.headers
  }

  get bodyBytesMax(): number {
    return this.operation?.bodyBytesMax ?? this.#context.bodyBytesMax
  }

  get body(): Effect.Effect<Uint8Array, TransportRefused> {
    return readBody(this)
  }

  address(): string {
    return this.#context.readAddress(this.incoming.socket.remoteAddress ?? "", headerOf(this, "x-forwarded-for"))
  }

  /** The lane in which the request waits; undefined: it does not wait. */
  get #lane(): Lane | undefined {
    const lane = this.operation?.lane
    return lane === "none" ? undefined : lane
  }

  /** Enters the line of its operation. */
  enter(): void {
    const lane = this.#lane
    if (lane === undefined) this.#context.begin(this)
    else this.#context.admission.enter(lane, this)
  }

  start(): void {
    this.#holdsPlace = true
    this.#context.begin(this)
  }

  shed(): void {
    this.#context.shed(this)
  }

  /** Gives the place back, if it has one. */
  giveBack(): void {
    const lane = this.#lane
    if (!this.#holdsPlace || lane === undefined) return
    this.#holdsPlace = false
    this.#context.admission.leave(lane)
  }

  get waitMillisMax(): number {
    return this.#context.admission.burstMillis
  }

  /** Of several works of one request that wait, the first takes the place for all. */
  get takeAgain(): Effect.Effect<void> {
    return Effect.callback((resume) => {
      if (this.#holdsPlace || this.#hasEnded) return resume(Effect.void)
      this.takePlaceAgain({ start: () => resume(Effect.void), shed: () => resume(noRoom) })
    })
  }

  /** Gives the place back for good. */
  end(): void {
    this.#hasEnded = true
    this.giveBack()
  }

  beginArrival(onSlow: () => void): Arrival | undefined {
    this.giveBack()
    return this.#context.arriving.begin(this.address(), onSlow)
  }

  takePlaceAgain(rest: Entrant): void {
    const lane = this.#lane
    if (lane === undefined) return rest.start()
    this.#context.admission.enter(lane, {
      start: () => {
        // Meanwhile another work of the request has taken the place, or the request was interrupted.
        if (this.#holdsPlace || this.#hasEnded) this.#context.admission.leave(lane)
        else this.#holdsPlace = true
        rest.start()
      },
      shed: rest.shed,
    })
  }
}
