/**
 * The listener of Node's HTTP server, from a request to its answer: it finds the operation, submits the request to
 * admission, runs the operation, and has the answer written. It refuses what is no request of HTTP/1.1. An operation
 * that waits for nothing is answered in the same turn of the event loop.
 */
import { RequestPlace } from "@garrison/core/kernel/input/RequestPlace"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { randomBytes } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { RefusedWrites } from "../RefusedWrites.ts"
import type { TransportCode } from "../contract/transportCodes.ts"
import type { Answer } from "../request/Answer.ts"
import { resultOf } from "../request/pipeline.ts"
import { busyAnswer, failureOf, type OperationFailure, transportAnswer } from "../request/refusal.ts"
import { hasBody, headerOf, type HeaderValues } from "../request/Request.ts"
import type { Router, ServedRoute } from "../request/Router.ts"
import type { Admission } from "./Admission.ts"
import { type AnswerOptions, AnswerWriter } from "./AnswerWriter.ts"
import type { ArrivingBodies } from "./ArrivingBodies.ts"
import { answerBroken, endWith, type Exchanged } from "./brokenRequests.ts"
import type { Connection, Connections } from "./Connections.ts"
import { Exchange, type ExchangeContext } from "./Exchange.ts"
import { isMalformed } from "./malformedRequests.ts"
import type { SheddingLimit } from "./Line.ts"
import type { Incoming, Outgoing } from "./Messages.ts"
import type { Answered } from "./Observer.ts"
import type { AddressReader } from "./Proxies.ts"
import { looksSecret } from "./redaction.ts"
import { splitTarget, pathBelow } from "./requestTarget.ts"

/** The options of the listener. */
export interface ListenerOptions extends AnswerOptions {
  readonly router: Router
  /** What the writes of requests say of storage, for a server with a readiness. */
  readonly writes?: RefusedWrites
  readonly readAddress: AddressReader
  /** Makes an id that no other request of any process has. */
  readonly newId: () => string
  readonly bodyBytesMax: number
  /** The answer of the root; undefined: the root is an unknown path. */
  readonly home: Answer | undefined
  readonly connections: Connections
  readonly admission: Admission
  readonly arriving: ArrivingBodies
  /** The path below which clients reach the routes; empty: they reach them at the root. */
  readonly prefix: string
}

/** A source of request ids. */
export const requestIds = (): (() => string) => {
  const prefix = randomBytes(9).toString("base64url")
  let count = 0
  const newId = () => `${prefix}.${(++count).toString(36)}`
  return newId
}

const plainId = /^[\w.:-]{1,64}$/

const isRead = ({ method }: Incoming): boolean => method === "GET" || method === "HEAD"

const enter = (exchange: Exchange): void => exchange.enter()

/**
 * Lets the request enter when Node has read the bytes that came with its head. Then a body that came with the head is
 * complete, is read at once, and never counts as arriving. Tells Node to read the body, without taking any of it yet.
 * The next tick would be too early: Node may run it between a body and its end.
 */
const awaitBody = (exchange: Exchange): void => {
  exchange.incoming.read(0)
  setImmediate(enter, exchange)
}

const TAKEN = "the body of the request was read before Garrison got it:"

/** Lets the request enter, with the part of its body that came along. Without a connection none comes along. */
const enterWhole = (exchange: Exchange): void => {
  const { incoming, operation } = exchange
  if (operation?.body === undefined || !hasBody(exchange) || incoming.hasConnection === false) exchange.enter()
  else awaitBody(exchange)
}

/** Requests of one connection that may wait for the answer to the one before. Answers leave in sequence anyway. */
const PIPELINED_MAX = 256

/** The body is gone before this code could see it, which only another handler of the same request can do. */
const bodyTaken = ({ hasConnection }: Incoming) =>
  Cause.die(
    new Error(
      hasConnection === false
        ? `${TAKEN} pass the Request to toFetchHandler before anything reads its body, or let that read request.clone()`
        : `${TAKEN} mount toNodeHandler before a parser of bodies, such as express.json()`,
    ),
  )

/** The work of the operation, which may be done already. */
const workOn = (exchange: Exchange, operation: ServedRoute): Effect.Effect<Answer, OperationFailure> => {
  try {
    return operation.run(exchange)
  } catch (error) {
    return Exit.die(error)
  }
}

/** Listens to the requests of one server. */
export class Listener {
  readonly #options: ListenerOptions
  readonly #context: ExchangeContext
  readonly #writer: AnswerWriter
  #refusesAll = false
  /** Works that began and have not ended, also those whose client has gone. */
  #working = 0
  readonly #onIdle: Array<() => void> = []

  constructor(options: ListenerOptions) {
    this.#options = options
    this.#writer = new AnswerWriter(options)
    const begin = (exchange: Exchange) => this.#begin(exchange)
    const shed = (exchange: Exchange, limit: SheddingLimit) => this.#writer.send(exchange, busyAnswer(), limit)
    this.#context = { ...options, begin, shed }
  }

  /** From now on every answer closes its connection. */
  drain(): void {
    this.#writer.drain()
  }

  /** From now on every request is answered 503, whatever it asks for, and every answer closes its connection. */
  refuseAll(): void {
    this.drain()
    this.#refusesAll = true
  }

  /** Calls `then` when no work is under way: at once, or when the last has ended. */
  whenIdle(then: () => void): void {
    if (this.#working === 0) then()
    else this.#onIdle.push(then)
  }

  /** The id of a request: the one that it came with, if that is plain and no secret, because the id is logged. */
  #idOf(headers: HeaderValues): string {
    const given = headers["x-request-id"]
    const isFit = typeof given === "string" && plainId.test(given) && !looksSecret(given)
    return isFit ? given : this.#options.newId()
  }

  /** Answers a request. `headers` are given where another server has parsed them. */
  readonly listen = (incoming: Incoming, outgoing: Outgoing, headers: HeaderValues = incoming.headers): void => {
    const { connections, cors, home, observers, prefix, router } = this.#options
    const connection = connections.used(incoming.socket)
    const [target, query] = splitTarget(incoming.url ?? "/")
    const below = pathBelow(prefix, target, incoming.originalUrl)
    const path = below ?? target
    const found = below === undefined ? undefined : router(below)
    const id = this.#idOf(headers)
    const startedAt = observers.answered === undefined ? 0 : performance.now()
    const routed = { path, query, headers, found, id, startedAt, connection }
    const exchange = new Exchange(incoming, outgoing, routed, this.#context)
    const before = connection?.last
    if (connection !== undefined) connection.last = exchange
    const refuse = (code: TransportCode, more?: Parameters<typeof transportAnswer>[1]) =>
      this.#writer.send(exchange, transportAnswer(code, more))
    if (this.#refusesAll) return refuse("service_unavailable", { close: true })
    if (isMalformed(exchange, connection)) return refuse("malformed_request", { close: true })
    const preflight = cors?.preflight(exchange, found?.allow)
    if (preflight !== undefined) this.#writer.send(exchange, preflight)
    else if (found === undefined) {
      if (home !== undefined && below === "/" && isRead(incoming)) this.#writer.send(exchange, home)
      else refuse("resource_not_found")
    } else if (exchange.operation === undefined) refuse("method_not_allowed", { headers: ["Allow", found.allow] })
    else if (incoming.readableDidRead && exchange.operation.body !== undefined && hasBody(incoming)) {
      this.#fail(exchange, bodyTaken(incoming))
    } else if (connection === undefined || before === undefined || before.outgoing.writableFinished)
      enterWhole(exchange)
    else this.#enterAfter(connection, before, exchange)
  }

  /**
   * Lets a request enter when the client has the answer to the one before on its connection. Otherwise few connections
   * could fill every line with requests, whose answers nobody reads.
   */
  #enterAfter(connection: Connection, { outgoing }: Exchanged, exchange: Exchange): void {
    if (connection.waiting >= PIPELINED_MAX) return this.#writer.send(exchange, busyAnswer(), "pipelinedRequestsMax")
    connection.waiting++
    outgoing.once("close", () => {
      connection.waiting--
      enterWhole(exchange)
    })
  }

  /** As {@link listen}, for a client that asks before it sends its body. One that is too large is not asked for. */
  readonly listenBeforeBody = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { bodyBytesMax, router } = this.#options
    const operation = router(splitTarget(incoming.url ?? "/")[0])?.routes.get(incoming.method ?? "")
    const bytesMax = operation?.bodyBytesMax ?? bodyBytesMax
    if (Number(incoming.headers["content-length"] ?? 0) <= bytesMax) outgoing.writeContinue()
    this.listen(incoming, outgoing)
  }

  /** Refuses a request for a tunnel. */
  readonly refuseTunnel = (incoming: IncomingMessage, socket: Duplex): void => {
    const [path] = splitTarget(incoming.url ?? "")
    const found = this.#options.router(path)
    const answer =
      found === undefined
        ? transportAnswer("resource_not_found")
        : transportAnswer("method_not_allowed", { headers: ["Allow", found.allow] })
    const { headers, method = "" } = incoming
    const id = this.#idOf(headers)
    this.#notifyOfRaw(socket, id, answer, { method, path, userAgent: headers["user-agent"] })
    endWith(socket, answer, id, { isPatient: true })
  }

  /** Answers bytes that Node could not read, or a late request. */
  readonly refuseBroken = (error: Error, socket: Duplex): void => {
    const { connections, cors, newId } = this.#options
    const last = connections.of(socket)?.last
    answerBroken(error, socket, {
      last,
      // Of a request that never became one, nothing is known of its page.
      headers: (of) => cors?.headers(of === undefined ? undefined : headerOf(of, "origin")) ?? [],
      requestId: newId,
      answered: (id, answer) => this.#notifyOfRaw(socket, id, answer, { method: "", path: "", userAgent: undefined }),
    })
  }

  /** Informs the observers of an answer past Node's own writer. */
  #notifyOfRaw(
    socket: Duplex,
    id: string,
    { errorCode, status }: Answer,
    request: Pick<Answered, "method" | "path" | "userAgent">,
  ): void {
    const { observers, readAddress } = this.#options
    const address = readAddress((socket as Socket).remoteAddress ?? "", undefined)
    const unknown = { operation: undefined, player: undefined, client: undefined }
    observers.answered?.({ id, ...request, ...unknown, status, errorCode, limit: undefined, milliseconds: 0, address })
  }

  /** Begins the work on a request that was admitted. */
  #begin(exchange: Exchange): void {
    const { operation, outgoing } = exchange
    // A client that has gone while it waited gets no work done. Only the observers see its answer.
    if (operation === undefined || outgoing.destroyed) return this.#finish(exchange, Exit.interrupt())
    const work = workOn(exchange, operation)
    const result = resultOf(work)
    if (result !== undefined) return this.#finish(exchange, result)
    const services = Context.add(this.#options.services, RequestPlace, exchange)
    const fiber = Effect.runForkWith(services)(work)
    const exit = fiber.pollUnsafe()
    if (exit !== undefined) return this.#finish(exchange, exit)
    this.#working++
    fiber.addObserver((late) => {
      this.#finish(exchange, late)
      if (--this.#working === 0) for (const then of this.#onIdle.splice(0)) then()
    })
    // A read is useless when the client is gone. A write that began is finished.
    if (exchange.method === "GET") outgoing.on("close", () => fiber.interruptUnsafe())
  }

  /** An answer that cannot be written is a defect, and must not end the process. */
  #finish(exchange: Exchange, exit: Exit.Exit<Answer, OperationFailure>): void {
    exchange.leave()
    try {
      if (exit._tag === "Success") {
        const { defects = [] } = exit.value
        const { writes } = this.#options
        if (writes?.isAny === true && defects.length === 0) writes.succeeded(exchange.operation?.id ?? "")
        for (const cause of defects) this.#writer.report(exchange, cause)
        this.#writer.send(exchange, exit.value)
      } else this.#fail(exchange, exit.cause)
    } catch (error) {
      if (exchange.outgoing.headersSent) exchange.outgoing.destroy()
      else this.#fail(exchange, Cause.die(error))
    }
  }

  #fail(exchange: Exchange, cause: Cause.Cause<OperationFailure>): void {
    const failure = failureOf(cause, exchange.id, exchange.operation?.locate)
    if (failure.defect !== undefined) this.#writer.report(exchange, failure.defect)
    this.#writer.send(exchange, failure.answer)
  }
}
