/**
 * Writes the answers of exchanges: whole ones at once, streams in parts for as long as the client stays. Informs the
 * observers of each answer and of each defect.
 */
import type * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Answer, LiveBody, StreamedBody } from "../request/Answer.ts"
import { busyAnswer } from "../request/refusal.ts"
import { headerOf } from "../request/Request.ts"
import type { Cors } from "./Cors.ts"
import type { Exchange } from "./Exchange.ts"
import { CountedOutlet, type FairUse, LARGE_BYTES } from "./FairUse.ts"
import type { Outgoing } from "./Messages.ts"
import type { Answered, Observers } from "./Observer.ts"
import type { OutageWatch } from "./Outage.ts"
import type { OverloadWatch } from "./Overload.ts"
import { isLive, isStreamed, writeParts, writeStreamHead, writeWhole } from "./write.ts"

/** The options of the writer. */
export interface AnswerOptions {
  /** The services that streamed bodies run with. */
  readonly services: Context.Context<never>
  readonly observers: Observers
  /** Reports storage that cannot answer once, and not for each request. */
  readonly outages: Pick<OutageWatch, "concerns">
  /** Counts what limits of the server refuse. */
  readonly overload?: OverloadWatch
  /** What pages of other origins may; undefined: nothing. */
  readonly cors: Cors | undefined
  /** Shares the bytes of large answers out. */
  readonly fairUse: FairUse
}

/** What observers are told of an answer itself. */
type Reported = Pick<Answered, "status"> & Partial<Pick<Answered, "errorCode" | "limit">>

const answeredBy = (exchange: Exchange, { errorCode, limit, status }: Reported): Answered => {
  const { caller } = exchange
  return {
    id: exchange.id,
    method: exchange.incoming.method ?? "",
    path: exchange.path,
    operation: exchange.operation?.id,
    status,
    errorCode,
    limit,
    milliseconds: Math.round((performance.now() - exchange.startedAt) * 100) / 100,
    address: exchange.address(),
    player: caller?.kind === "player" ? caller.subject : undefined,
    client: caller?.clientId,
    userAgent: headerOf(exchange, "user-agent"),
  }
}

/** The status for observers when the client had gone before the answer; other servers log the same. */
const CLIENT_GONE = 499

/** The status of a response that was not written: that of the refusal of a broken body, or none. */
const statusOfGone = ({ statusCode }: Outgoing): number => (statusCode === 200 ? CLIENT_GONE : statusCode)

/** Writes the answers of one server. */
export class AnswerWriter {
  readonly #options: AnswerOptions
  /** Whether every answer closes its connection. */
  #isDraining = false

  constructor(options: AnswerOptions) {
    this.#options = options
  }

  /** From now on every answer closes its connection. */
  drain(): void {
    this.#isDraining = true
  }

  /** Informs the observers of a defect. */
  report(exchange: Exchange, cause: Cause.Cause<unknown>): void {
    const { observers, outages } = this.#options
    const operation = exchange.operation?.id
    if (!outages.concerns(cause, operation)) observers.failed(exchange.id, operation, cause)
  }

  /** Writes the answer, or refuses a large one to a sender that has had its share of them. */
  send(exchange: Exchange, answer: Answer, limit = answer.limit): void {
    if (this.#isTooMuch(exchange, answer)) {
      if (isLive(answer.body)) answer.body.discard()
      return this.#send(exchange, busyAnswer(), "largeReadBytesPerSecond")
    }
    this.#send(exchange, answer, limit)
  }

  /** A read that is asked for again later loses nothing. */
  #isTooMuch(exchange: Exchange, { body, status }: Answer): boolean {
    const { method, operation } = exchange
    if (body === undefined || status !== 200 || method !== "GET" || operation?.answersHead === false) return false
    const isLarge = isLive(body) || isStreamed(body) || body.length >= LARGE_BYTES
    return isLarge && this.#options.fairUse.isOver("largeReadBytesPerSecond", exchange)
  }

  #send(exchange: Exchange, answer: Answer, limit: string | undefined): void {
    const { bodyBytesMax, outgoing } = exchange
    const { body } = answer
    if (answer.status >= 400 && answer.status < 500) exchange.refused()
    if (outgoing.destroyed) {
      if (isLive(body)) body.discard()
      return this.#notifyObservers(exchange, { status: statusOfGone(outgoing), limit })
    }
    const cors = this.#options.cors?.headers(headerOf(exchange, "origin"))
    const options = { requestId: exchange.id, close: this.#isDraining, bodyBytesMax, cors }
    if (isLive(body)) {
      writeStreamHead(exchange, answer, options)
      return this.#attach(exchange, answer, body)
    }
    if (isStreamed(body)) {
      writeStreamHead(exchange, answer, options)
      return this.#stream(exchange, answer, body)
    }
    writeWhole(exchange, answer, body, options)
    if (exchange.method !== "HEAD" && body !== undefined) this.#sent(exchange, body.length)
    this.#notifyObservers(exchange, { status: answer.status, errorCode: answer.errorCode, limit })
  }

  /** Lets a live body write to the response, for as long as the client stays. */
  #attach(exchange: Exchange, { errorCode, status }: Answer, body: LiveBody): void {
    const { outgoing } = exchange
    if (exchange.method === "HEAD") {
      body.discard()
      outgoing.end()
      return this.#notifyObservers(exchange, { status, errorCode })
    }
    const reader = body.open(new CountedOutlet(outgoing, (bytes) => this.#sent(exchange, bytes)))
    outgoing.on("drain", () => reader.drained())
    outgoing.once("close", () => {
      reader.gone()
      this.#notifyObservers(exchange, { status, errorCode })
    })
  }

  /** Writes the parts of the body. If they fail, cuts the answer off, so that it does not look complete. */
  #stream(exchange: Exchange, { errorCode, status }: Answer, body: StreamedBody): void {
    const { outgoing } = exchange
    if (exchange.method === "HEAD") {
      outgoing.end()
      return this.#notifyObservers(exchange, { status, errorCode })
    }
    const fiber = Effect.runForkWith(this.#options.services)(
      writeParts(outgoing, body, (bytes) => this.#sent(exchange, bytes)),
    )
    outgoing.once("close", () => fiber.interruptUnsafe())
    fiber.addObserver((exit) => {
      const isCutOff = exit._tag === "Failure" && !outgoing.destroyed
      if (exit._tag === "Success") outgoing.end()
      else if (isCutOff) {
        this.report(exchange, exit.cause)
        outgoing.destroy()
      }
      this.#notifyObservers(exchange, { status, errorCode: isCutOff ? "internal_error" : errorCode })
    })
  }

  /** Counts the bytes of a large answer, or of many parts of a stream. */
  #sent(exchange: Exchange, bytes: number): void {
    if (bytes >= LARGE_BYTES) this.#options.fairUse.took("largeReadBytesPerSecond", exchange, bytes)
  }

  #notifyObservers(exchange: Exchange, { errorCode, limit, status }: Reported): void {
    const { observers, overload } = this.#options
    if (limit !== undefined) overload?.refused(limit)
    const { answered } = observers
    if (answered !== undefined) answered(answeredBy(exchange, { status, errorCode, limit }))
  }
}
