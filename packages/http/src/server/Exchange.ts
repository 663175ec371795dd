/** A request as a server received it, until its answer: its target, its sender, its body and its place. */
import type { Caller } from "@garrison/core/kernel/Caller"
import * as Effect from "effect/Effect"
import { TransportRefused } from "../request/refusal.ts"
import { hasBody, headerOf, type HeaderValues, type IncomingRequest } from "../request/Request.ts"
import type { Found, ServedRoute } from "../request/Router.ts"
import type { Admission } from "./Admission.ts"
import { AdmittedRequest } from "./AdmittedRequest.ts"
import type { Arrival, ArrivingBodies } from "./ArrivingBodies.ts"
import type { Connection } from "./Connections.ts"
import type { FairUse } from "./FairUse.ts"
import type { SheddingLimit } from "./Line.ts"
import type { Incoming, Outgoing } from "./Messages.ts"
import type { AddressReader } from "./Proxies.ts"

/** What all exchanges of a server share. */
export interface ExchangeContext {
  readonly readAddress: AddressReader
  /** Largest body of a request that is for no operation, in bytes. */
  readonly bodyBytesMax: number
  readonly admission: Admission
  readonly prefix: string
  readonly arriving: ArrivingBodies
  readonly fairUse: FairUse
  /** Begins the work on a request that was admitted. */
  readonly begin: (exchange: Exchange) => void
  /** Answers a request that was not admitted. */
  readonly shed: (exchange: Exchange, limit: SheddingLimit) => void
}

/** What is known about a request before its admission. */
export interface Routed {
  readonly path: string
  readonly query: string
  readonly headers: HeaderValues
  /** The operations of the path; undefined: an unknown path. */
  readonly found: Found | undefined
  readonly id: string
  /** Milliseconds of the monotonic clock; 0 when no observer asks. */
  readonly startedAt: number
  /** Undefined when it has closed. */
  readonly connection: Connection | undefined
}

const NO_PARAMETERS = {}

/** One request on its way to its answer. */
export class Exchange extends AdmittedRequest implements IncomingRequest {
  readonly incoming: Incoming
  readonly outgoing: Outgoing
  readonly method: string
  readonly path: string
  readonly query: string
  readonly parameters: Readonly<Record<string, string>>
  readonly headers: HeaderValues
  readonly id: string
  /** Undefined when no operation has the method and the path. */
  readonly operation: ServedRoute | undefined
  readonly startedAt: number
  caller: Caller | undefined = undefined
  readonly #connection: Connection | undefined
  readonly #context: ExchangeContext
  /** Milliseconds of the processor that were spent on the request, and not counted as those of a refusal. */
  #workedMillis = 0
  #isRefused = false

  constructor(incoming: Incoming, outgoing: Outgoing, routed: Routed, context: ExchangeContext) {
    const { connection, found, headers, id, path, query, startedAt } = routed
    const { method = "GET" } = incoming
    const operation = found?.routes.get(method)
    super(context.admission, operation?.lane)
    this.incoming = incoming
    this.outgoing = outgoing
    this.method = method
    this.path = path
    this.query = query
    this.parameters = found?.parameters ?? NO_PARAMETERS
    this.headers = headers
    this.id = id
    this.operation = operation
    this.startedAt = startedAt
    this.#connection = connection
    this.#context = context
  }

  protected begin(): void {
    this.#context.begin(this)
  }

  shed(limit: SheddingLimit): void {
    this.#context.shed(this, limit)
  }

  override enter(): void {
    if (this.operation !== undefined && this.operation.lane !== "none")
      this.#context.fairUse.came(this, this.operation.access.kind === "bearer")
    super.enter()
  }

  protected worked(millis: number): void {
    this.#workedMillis += millis
    this.#countRefused()
  }

  /** What the request took, and takes, counts as refused work of its sender. */
  refused(): void {
    this.#isRefused = true
    this.#countRefused()
  }

  #countRefused(): void {
    if (!this.#isRefused || this.#workedMillis === 0) return
    this.#context.fairUse.took("refusedMillisPerSecond", this, this.#workedMillis)
    this.#workedMillis = 0
  }

  /** Undefined where the sender has a share left; asked when its caller is known, and before its body is read. */
  get overShare(): string | undefined {
    const { fairUse } = this.#context
    if (!fairUse.isSaturated || this.operation?.lane === "none") return undefined
    if (this.caller !== undefined) fairUse.came(this, true)
    return fairUse.isOver("refusedMillisPerSecond", this) ? "refusedMillisPerSecond" : undefined
  }

  get bodyBytesMax(): number {
    return this.operation?.bodyBytesMax ?? this.#context.bodyBytesMax
  }

  get prefix(): string {
    return this.#context.prefix
  }

  address(): string {
    const forwarded = headerOf(this, "x-forwarded-for")
    if (forwarded === undefined && this.#connection !== undefined) return this.#connection.address
    return this.#context.readAddress(this.incoming.socket.remoteAddress ?? "", forwarded)
  }

  /** A body that has arrived completely is there at once. The rest of another one is awaited without a place. */
  get body(): Effect.Effect<Uint8Array, TransportRefused> {
    const { bodyBytesMax, headers, incoming } = this
    const length = headers["content-length"]
    if (length !== undefined && Number(length) > bodyBytesMax) return tooLarge
    if (!hasBody(this)) return nothing
    return incoming.complete ? wholeBody(incoming, bodyBytesMax) : this.#lateBody
  }

  get #lateBody(): Effect.Effect<Uint8Array, TransportRefused> {
    return Effect.callback((resume) => {
      if (this.outgoing.destroyed || this.incoming.errored !== null) return resume(Effect.interrupt)
      return Effect.sync(this.#awaitBody(resume))
    })
  }

  /** Collects the rest of the body. Answers with a function that stops waiting for it. */
  #awaitBody(resume: Resume): () => void {
    const { bodyBytesMax, incoming, outgoing } = this
    const chunks: Array<Buffer> = []
    let bytes = 0
    const stop = () => {
      incoming.off("data", onData).off("end", onEnd).off("error", onLost).off("close", onLost)
      arrival?.end()
    }
    const refuse = (refusal: Effect.Effect<never, TransportRefused>) => {
      stop()
      incoming.pause()
      resume(refusal)
    }
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      arrival?.received(chunk.length)
      if (bytes <= bodyBytesMax) chunks.push(chunk)
      else refuse(tooLarge)
    }
    const onEnd = () => {
      stop()
      this.waitAgain({
        start: () => resume(outgoing.destroyed ? Effect.interrupt : Effect.succeed(Buffer.concat(chunks, bytes))),
        shed: (limit) => resume(noRoom(limit)),
      })
    }
    const onLost = () => {
      stop()
      resume(Effect.interrupt)
    }
    const arrival = this.#beginArrival(() => refuse(tooSlow))
    if (arrival === undefined) resume(tooMany(this.#context.arriving.limitOf(this.address())))
    else incoming.on("data", onData).on("end", onEnd).on("error", onLost).on("close", onLost)
    return stop
  }

  /** Gives the place back and counts the body as arriving; undefined when too many arrive. */
  #beginArrival(onSlow: () => void): Arrival | undefined {
    this.giveBack()
    return this.#context.arriving.begin(this.address(), onSlow)
  }
}

type Resume = (body: Effect.Effect<Uint8Array, TransportRefused>) => void

const tooLarge = Effect.fail(new TransportRefused({ code: "request_too_large", close: true }))
const tooSlow = Effect.fail(new TransportRefused({ code: "request_timeout", close: true }))
const tooMany = (limit: string | undefined) =>
  Effect.fail(new TransportRefused({ code: "service_unavailable", close: true, limit }))
const noRoom = (limit: string) => Effect.fail(new TransportRefused({ code: "service_unavailable", limit }))
const nothing = Effect.succeed(new Uint8Array(0))

/** The body of a request that has arrived completely. */
const wholeBody = (incoming: Incoming, bytesMax: number): Effect.Effect<Uint8Array, TransportRefused> => {
  const bytes = incoming.read()
  if (bytes === null) return nothing
  return bytes.length > bytesMax ? tooLarge : Effect.succeed(bytes)
}
