/**
 * The listener of Node's HTTP server: finds the operation, runs it, writes its answer. A run that needs nothing from
 * outside is answered in the same turn of the event loop.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { OperationId } from "../contract/Api.ts"
import type { TransportCode } from "../contract/transportCodes.ts"
import type { Answer } from "../request/Answer.ts"
import { failureOf, type Refused, transportAnswer } from "../request/refusal.ts"
import type { Found, Operation, Router } from "../request/Router.ts"
import type { AccessLog } from "./AccessLog.ts"
import { answerBroken, endWith, type Exchanged } from "./brokenRequests.ts"
import { NodeRequest } from "./NodeRequest.ts"
import type { AddressReader } from "./Proxies.ts"
import { writeAnswer } from "./write.ts"

/** What the listener needs to know. */
export interface ListenerOptions {
  readonly router: Router
  readonly run: <A, E>(effect: Effect.Effect<A, E>) => Fiber.Fiber<A, E>
  readonly log: AccessLog
  readonly readAddress: AddressReader
  readonly requestId: (given: string | ReadonlyArray<string> | undefined) => string
  readonly bodyBytesMax: number
  /** Requests under way at once; any beyond that are turned away with 503, but for the liveness probe. */
  readonly requestsInFlightMax: number
}

/** A listener, and what the server needs in order to stop it well. */
export interface Listener {
  /** Answers a request; tells its id. */
  readonly listen: (incoming: IncomingMessage, outgoing: ServerResponse) => string
  /** Answers a request for a tunnel, which nobody gets. */
  readonly refuseTunnel: (incoming: IncomingMessage, socket: Duplex) => void
  /** Answers what Node could not read, or did not get in time. `last` is what came before it on the connection. */
  readonly refuseBroken: (error: Error, socket: Duplex, last: Exchanged | undefined) => void
  /** From now on every answer closes its connection. */
  readonly drain: () => void
  readonly inFlight: () => number
}

/** The path and the query of a request target; a target in absolute form counts as its path. */
const splitTarget = (target: string): readonly [path: string, query: string] => {
  const local = target.startsWith("/") ? target : target.replace(/^[a-z]+:\/\/[^/?]*/i, "")
  const mark = local.indexOf("?")
  return mark === -1 ? [local, ""] : [local.slice(0, mark), local.slice(mark + 1)]
}

const operationFor = (found: Found, method: string | undefined): Operation | undefined =>
  found.operations.get(method === "HEAD" ? "GET" : (method ?? ""))

/** A host with an optional port, as far as it matters here: one of them, and nothing that could be a path or a user. */
const plainHost = /^[^\s,/?#@\\<>"]*$/

/**
 * What Node's parser lets through and HTTP/1.1 does not: no Host or several (RFC 9112, section 3.2), a body in a coding
 * that we do not undo (RFC 9112, section 6.1), another version. Whoever stands between may have read such a request
 * otherwise.
 */
const isMalformed = ({ headers, httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean => {
  const { host } = headers
  if (httpVersionMajor !== 1 || (host === undefined ? httpVersionMinor !== 0 : !plainHost.test(host))) return true
  const coding = headers["transfer-encoding"]
  return coding !== undefined && coding.toLowerCase() !== "chunked"
}

/** One request on its way to its answer. */
interface Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly path: string
  readonly id: string
  readonly operation: OperationId | undefined
  readonly request: NodeRequest
  /** Milliseconds of the monotonic clock; 0 when no log is kept. */
  readonly started: number
}

const logged = (log: AccessLog, exchange: Exchange, status: number): void => {
  log.access?.({
    id: exchange.id,
    method: exchange.incoming.method ?? "",
    path: exchange.path,
    operation: exchange.operation,
    status,
    milliseconds: Math.round((performance.now() - exchange.started) * 100) / 100,
    address: exchange.request.address(),
    userAgent: exchange.incoming.headers["user-agent"],
  })
}

/** What the log says where nobody was left to read the answer, as other servers do. */
const CLIENT_GONE = 499

/** The status of a response that was not written: the one by which a broken body was refused past it, or none. */
const statusOfGone = ({ statusCode }: ServerResponse): number => (statusCode === 200 ? CLIENT_GONE : statusCode)

/** Brings exchanges to their answers and counts those under way. */
class Answering {
  inFlight = 0
  draining = false
  readonly #options: ListenerOptions

  constructor(options: ListenerOptions) {
    this.#options = options
  }

  send(exchange: Exchange, answer: Answer): void {
    const { bodyBytesMax, log } = this.#options
    const { outgoing } = exchange
    const isGone = outgoing.destroyed
    if (!isGone) {
      const options = { requestId: exchange.id, close: this.draining, bodyBytesMax }
      writeAnswer(exchange.incoming, outgoing, answer, options)
    }
    if (log.access !== undefined) logged(log, exchange, isGone ? statusOfGone(outgoing) : answer.status)
  }

  #fail(exchange: Exchange, cause: Cause.Cause<Refused>): void {
    const failure = failureOf(cause, exchange.id)
    if (failure.defect !== undefined) this.#options.log.defect(exchange.id, exchange.operation, failure.defect)
    this.send(exchange, failure.answer)
  }

  /** An answer that cannot even be written is a defect like any other, and must not take the process along. */
  #finish(exchange: Exchange, exit: Exit.Exit<Answer, Refused>): void {
    this.inFlight--
    try {
      if (exit._tag === "Success") this.send(exchange, exit.value)
      else this.#fail(exchange, exit.cause)
    } catch (error) {
      if (exchange.outgoing.headersSent) exchange.outgoing.destroy()
      else this.#fail(exchange, Cause.die(error))
    }
  }

  start(exchange: Exchange, operation: Operation): void {
    const { outgoing, request } = exchange
    this.inFlight++
    const fiber = this.#options.run(Effect.suspend(() => operation.run(request)))
    const exit = fiber.pollUnsafe()
    if (exit !== undefined) {
      this.#finish(exchange, exit)
      return
    }
    fiber.addObserver((late) => this.#finish(exchange, late))
    // Nobody waits for a read any more when the client is gone; a write that began is brought to its end.
    if (request.method === "GET") outgoing.on("close", () => fiber.interruptUnsafe())
  }
}

/** Makes the listener. */
export const makeListener = (options: ListenerOptions): Listener => {
  const answering = new Answering(options)
  const listen: Listener["listen"] = (incoming, outgoing) => {
    const [path, query] = splitTarget(incoming.url ?? "/")
    const found = options.router(path)
    const operation = found === undefined ? undefined : operationFor(found, incoming.method)
    const id = options.requestId(incoming.headers["x-request-id"])
    const parameters = found?.parameters ?? {}
    const exchange: Exchange = {
      incoming,
      outgoing,
      path,
      id,
      operation: operation?.id,
      request: new NodeRequest(incoming, { path, query, parameters, id }, options),
      started: options.log.access === undefined ? 0 : performance.now(),
    }
    const refuse = (code: TransportCode, more?: Parameters<typeof transportAnswer>[1]) =>
      answering.send(exchange, transportAnswer(code, more))
    if (isMalformed(incoming)) refuse("malformed_request", { close: true })
    else if (found === undefined) refuse("resource_not_found")
    else if (operation === undefined) refuse("method_not_allowed", { headers: ["Allow", found.allow] })
    else if (answering.inFlight >= options.requestsInFlightMax && operation.id !== "livez") {
      refuse("service_unavailable")
    } else answering.start(exchange, operation)
    return id
  }
  const loggedRaw = (socket: Duplex, id: string, status: number, request?: IncomingMessage) =>
    options.log.access?.({
      id,
      method: request?.method ?? "",
      path: request === undefined ? "" : splitTarget(request.url ?? "")[0],
      operation: undefined,
      status,
      milliseconds: 0,
      address: options.readAddress((socket as Socket).remoteAddress ?? "", undefined),
      userAgent: request?.headers["user-agent"],
    })
  return {
    listen,
    refuseTunnel: (incoming, socket) => {
      const found = options.router(splitTarget(incoming.url ?? "")[0])
      const answer =
        found === undefined
          ? transportAnswer("resource_not_found")
          : transportAnswer("method_not_allowed", { headers: ["Allow", found.allow] })
      const id = options.requestId(incoming.headers["x-request-id"])
      loggedRaw(socket, id, answer.status, incoming)
      endWith(socket, answer, id, true)
    },
    refuseBroken: (error, socket, last) =>
      answerBroken(error, socket, {
        last,
        requestId: () => options.requestId(undefined),
        answered: (id, status) => loggedRaw(socket, id, status),
      }),
    drain: () => {
      answering.draining = true
    },
    inFlight: () => answering.inFlight,
  }
}
