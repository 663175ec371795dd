/**
 * Answers exchanges: runs the operation, writes the answer, and informs the observers. A run that waits for nothing is
 * answered in the same turn of the event loop.
 */
import { RequestPlace } from "@garrison/core/kernel/RequestPlace"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import type { ServerResponse } from "node:http"
import type { RefusedWrites } from "../RefusedWrites.ts"
import type { Answer, StreamedBody } from "../request/Answer.ts"
import { busyAnswer, failureOf, type OperationFailure } from "../request/refusal.ts"
import type { Exchange } from "./Exchange.ts"
import type { Answered, Observers } from "./Observer.ts"
import { isStreamed, writeParts, writeStreamHead, writeWhole } from "./write.ts"

/** The functions that answering needs. */
export interface AnsweringOptions {
  readonly run: <A, E>(effect: Effect.Effect<A, E>) => Fiber.Fiber<A, E>
  readonly observers: Observers
  /** Whether storage that cannot answer is the only cause. That is reported once and not for each request. */
  readonly isOutage: (cause: Cause.Cause<unknown>, operation: string | undefined) => boolean
  /** What the writes of requests say of storage, for a server with a readiness. */
  readonly writes?: RefusedWrites | undefined
}

const answeredBy = (exchange: Exchange, status: number, errorCode: string | undefined): Answered => {
  const { caller } = exchange
  return {
    id: exchange.id,
    method: exchange.incoming.method ?? "",
    path: exchange.path,
    operation: exchange.operation?.id,
    status,
    errorCode,
    milliseconds: Math.round((performance.now() - exchange.startedAt) * 100) / 100,
    address: exchange.address(),
    player: caller?.kind === "player" ? caller.subject : undefined,
    client: caller?.clientId,
    userAgent: exchange.incoming.headers["user-agent"],
  }
}

/** The status for observers when the client had gone before the answer; other servers log the same. */
const CLIENT_GONE = 499

/** The status of a response that was not written: that of the refusal of a broken body, or none. */
const statusOfGone = ({ statusCode }: ServerResponse): number => (statusCode === 200 ? CLIENT_GONE : statusCode)

/** Answers the exchanges of a server. */
export class Answering {
  /** Whether every answer closes its connection. */
  isDraining = false
  readonly #options: AnsweringOptions

  constructor(options: AnsweringOptions) {
    this.#options = options
  }

  /** Writes the answer. */
  send(exchange: Exchange, answer: Answer): void {
    const { bodyBytesMax, outgoing } = exchange
    if (outgoing.destroyed) return this.#told(exchange, statusOfGone(outgoing), undefined)
    const options = { requestId: exchange.id, close: this.isDraining, bodyBytesMax }
    const { body } = answer
    if (isStreamed(body)) {
      writeStreamHead(exchange, answer, options)
      return this.#stream(exchange, answer, body)
    }
    writeWhole(exchange, answer, body, options)
    this.#told(exchange, answer.status, answer.errorCode)
  }

  #told(exchange: Exchange, status: number, errorCode: string | undefined): void {
    const { answered } = this.#options.observers
    if (answered !== undefined) answered(answeredBy(exchange, status, errorCode))
  }

  /** Writes the parts of the body. If they fail, cuts the answer off, so that it does not look complete. */
  #stream(exchange: Exchange, { errorCode, status }: Answer, body: StreamedBody): void {
    const { outgoing } = exchange
    if (exchange.method === "HEAD") {
      outgoing.end()
      return this.#told(exchange, status, errorCode)
    }
    const fiber = this.#options.run(writeParts(outgoing, body))
    outgoing.once("close", () => fiber.interruptUnsafe())
    fiber.addObserver((exit) => {
      const isCutOff = exit._tag === "Failure" && !outgoing.destroyed
      if (exit._tag === "Success") outgoing.end()
      else if (isCutOff) {
        this.#report(exchange, exit.cause)
        outgoing.destroy()
      }
      this.#told(exchange, status, isCutOff ? "internal_error" : errorCode)
    })
  }

  /** Tells the observers of a defect. */
  #report(exchange: Exchange, cause: Cause.Cause<unknown>): void {
    const { isOutage, observers } = this.#options
    const operation = exchange.operation?.id
    if (!isOutage(cause, operation)) observers.failed(exchange.id, operation, cause)
  }

  /** Begins the work on a request that was admitted. */
  begin(exchange: Exchange): void {
    const { operation, outgoing } = exchange
    // A client that has gone while it waited gets no work done. Only the observers see its answer.
    if (operation === undefined || outgoing.destroyed) return this.#finish(exchange, Exit.interrupt())
    const run = Effect.suspend(() => operation.run(exchange))
    const fiber = this.#options.run(
      operation.lane === "none" ? run : Effect.provideService(run, RequestPlace, exchange),
    )
    const exit = fiber.pollUnsafe()
    if (exit !== undefined) {
      this.#finish(exchange, exit)
      return
    }
    fiber.addObserver((late) => this.#finish(exchange, late))
    // A read is useless when the client is gone. A write that began is finished.
    if (exchange.method === "GET") outgoing.on("close", () => fiber.interruptUnsafe())
  }

  /** Refuses a request that was not admitted. */
  shed(exchange: Exchange): void {
    this.send(exchange, busyAnswer())
  }

  #fail(exchange: Exchange, cause: Cause.Cause<OperationFailure>): void {
    const failure = failureOf(cause, exchange.id, exchange.operation?.locate)
    if (failure.defect !== undefined) this.#report(exchange, failure.defect)
    this.send(exchange, failure.answer)
  }

  /** An answer that cannot be written is a defect, and must not end the process. */
  #finish(exchange: Exchange, exit: Exit.Exit<Answer, OperationFailure>): void {
    exchange.end()
    try {
      if (exit._tag === "Success") {
        const { defects = [] } = exit.value
        const { writes } = this.#options
        if (writes?.isAny === true && defects.length === 0) writes.succeeded(exchange.operation?.id ?? "")
        for (const cause of defects) this.#report(exchange, cause)
        this.send(exchange, exit.value)
      } else this.#fail(exchange, exit.cause)
    } catch (error) {
      if (exchange.outgoing.headersSent) exchange.outgoing.destroy()
      else this.#fail(exchange, Cause.die(error))
    }
  }
}
