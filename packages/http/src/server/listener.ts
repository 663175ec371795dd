/**
 * The listener of Node's HTTP server: finds the operation of a request, submits it to admission, and refuses broken
 * requests.
 */
import type * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { RefusedWrites } from "../RefusedWrites.ts"
import type { TransportCode } from "../contract/transportCodes.ts"
import type { Answer } from "../request/Answer.ts"
import { transportAnswer } from "../request/refusal.ts"
import { hasBody } from "../request/Request.ts"
import type { Found, Router, ServedOperation } from "../request/Router.ts"
import type { Admission } from "./Admission.ts"
import { Answering } from "./Answering.ts"
import type { ArrivingBodies } from "./ArrivingBodies.ts"
import { answerBroken, endWith, type Exchanged } from "./brokenRequests.ts"
import { Exchange, type ExchangeContext } from "./Exchange.ts"
import type { Observers } from "./Observer.ts"
import type { OutageWatch } from "./Outage.ts"
import type { AddressReader } from "./Proxies.ts"
import { readsForeignProtocol } from "./RequestLines.ts"

/** The options of the listener. */
export interface ListenerOptions {
  readonly router: Router
  readonly run: <A, E>(effect: Effect.Effect<A, E>) => Fiber.Fiber<A, E>
  readonly observers: Observers
  readonly outages: Pick<OutageWatch, "concerns">
  /** What the writes of requests say of storage, for a server with a readiness. */
  readonly writes?: RefusedWrites
  readonly readAddress: AddressReader
  readonly requestId: (given: string | ReadonlyArray<string> | undefined) => string
  readonly bodyBytesMax: number
  /** The answer of the root; undefined: the root is an unknown path. */
  readonly home: Answer | undefined
  readonly admission: Admission
  readonly arriving: ArrivingBodies
}

/** A listener, and the functions that stop it. */
export interface Listener {
  /** Answers a request. `isSpaced` says that its request line has too many spaces. */
  readonly listen: (incoming: IncomingMessage, outgoing: ServerResponse, isSpaced: boolean) => Exchanged
  /** Largest body of this request, in bytes. */
  readonly bodyBytesMax: (incoming: IncomingMessage) => number
  /** Refuses a request for a tunnel. */
  readonly refuseTunnel: (incoming: IncomingMessage, socket: Duplex) => void
  /** Answers bytes that Node could not read, or a late request. `last` is the exchange before on the connection. */
  readonly refuseBroken: (error: Error, socket: Duplex, last: Exchanged | undefined) => void
  /** From now on every answer closes its connection. */
  readonly drain: () => void
}

/** The path and the query of a request target; a target in absolute form counts as its path. */
const splitTarget = (target: string): readonly [path: string, query: string] => {
  const local = target.startsWith("/") ? target : target.replace(/^[a-z]+:\/\/[^/?]*/i, "")
  const mark = local.indexOf("?")
  return mark === -1 ? [local, ""] : [local.slice(0, mark), local.slice(mark + 1)]
}

const operationFor = (found: Found, method: string | undefined): ServedOperation | undefined =>
  found.operations.get(method ?? "")

/** A single host with an optional port, without characters of a path or a user. */
const plainHost = /^[^\s,/?#@\\<>"]*$/

/**
 * Requests that Node's parser accepts and HTTP/1.1 does not: no Host or several (RFC 9112, section 3.2), a body in a
 * coding that is not decoded here, or in any coding from a sender of HTTP/1.0 (RFC 9112, section 6.1), another version.
 * A proxy in between may have read such a request differently.
 */
const isMalformed = ({ headers, httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean => {
  const { host } = headers
  if (httpVersionMajor !== 1 || (host !== undefined && !plainHost.test(host))) return true
  const coding = headers["transfer-encoding"]
  if (httpVersionMinor === 0) return coding !== undefined || readsForeignProtocol()
  return host === undefined || (coding !== undefined && coding.toLowerCase() !== "chunked")
}

const isRead = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD"

const NO_PARAMETERS = {}

const enter = (exchange: Exchange): void => exchange.enter()

/**
 * Lets the request enter when Node has read the bytes that came with its head. Then a body that came with the head is
 * complete, is read at once, and never counts as arriving. Tells Node to read the body, without taking any of it yet.
 */
const awaitBody = (exchange: Exchange): void => {
  exchange.incoming.read(0)
  process.nextTick(enter, exchange)
}

/** Makes the listener. */
export const makeListener = (options: ListenerOptions): Listener => {
  const { observers, outages, router, run, writes } = options
  const answering = new Answering({ run, observers, isOutage: outages.concerns, writes })
  const context: ExchangeContext = {
    ...options,
    begin: (exchange) => answering.begin(exchange),
    shed: (exchange) => answering.shed(exchange),
  }
  const listen: Listener["listen"] = (incoming, outgoing, isSpaced) => {
    const [path, query] = splitTarget(incoming.url ?? "/")
    const found = router(path)
    const operation = found === undefined ? undefined : operationFor(found, incoming.method)
    const id = options.requestId(incoming.headers["x-request-id"])
    const parameters = found?.parameters ?? NO_PARAMETERS
    const startedAt = observers.answered === undefined ? 0 : performance.now()
    const exchange = new Exchange(incoming, outgoing, { path, query, parameters, operation, id, startedAt }, context)
    const refuse = (code: TransportCode, more?: Parameters<typeof transportAnswer>[1]) =>
      answering.send(exchange, transportAnswer(code, more))
    if (isSpaced || isMalformed(incoming)) refuse("malformed_request", { close: true })
    else if (found === undefined) {
      const { home } = options
      if (home !== undefined && path === "/" && isRead(incoming)) answering.send(exchange, home)
      else refuse("resource_not_found")
    } else if (operation === undefined) refuse("method_not_allowed", { headers: ["Allow", found.allow] })
    else if (operation.body !== undefined && hasBody(incoming)) awaitBody(exchange)
    else exchange.enter()
    return exchange
  }
  const toldRaw = (socket: Duplex, id: string, status: number, errorCode?: string, request?: IncomingMessage) =>
    observers.answered?.({
      id,
      method: request?.method ?? "",
      path: request === undefined ? "" : splitTarget(request.url ?? "")[0],
      operation: undefined,
      status,
      errorCode,
      milliseconds: 0,
      address: options.readAddress((socket as Socket).remoteAddress ?? "", undefined),
      player: undefined,
      client: undefined,
      userAgent: request?.headers["user-agent"],
    })
  return {
    listen,
    bodyBytesMax: (incoming) => {
      const found = router(splitTarget(incoming.url ?? "/")[0])
      const operation = found === undefined ? undefined : operationFor(found, incoming.method)
      return operation?.bodyBytesMax ?? options.bodyBytesMax
    },
    refuseTunnel: (incoming, socket) => {
      const found = router(splitTarget(incoming.url ?? "")[0])
      const answer =
        found === undefined
          ? transportAnswer("resource_not_found")
          : transportAnswer("method_not_allowed", { headers: ["Allow", found.allow] })
      const id = options.requestId(incoming.headers["x-request-id"])
      toldRaw(socket, id, answer.status, answer.errorCode, incoming)
      endWith(socket, answer, id, true)
    },
    refuseBroken: (error, socket, last) =>
      answerBroken(error, socket, {
        last,
        requestId: () => options.requestId(undefined),
        answered: (id, { errorCode, status }) => toldRaw(socket, id, status, errorCode),
      }),
    drain: () => {
      answering.isDraining = true
    },
  }
}
