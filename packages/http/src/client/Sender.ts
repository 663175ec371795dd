/** Sends requests, and those again that may be repeated, until an answer comes that no other try would change. */
import { type Answer, errorOf, GarrisonError } from "./GarrisonError.ts"
import type { Prepared } from "./request.ts"
import { isTemporary, pauseMillis, retryAfterSeconds, type RetryPolicy } from "./retry.ts"
import type { Surroundings } from "./Surroundings.ts"

/** A request to send. */
export interface Sending {
  readonly request: Prepared
  readonly headers: Readonly<Record<string, string>>
  readonly isRepeatable: boolean
  readonly policy: RetryPolicy
  readonly signal: AbortSignal | undefined
}

/** What every request of the client is sent with. Caches and cookies of a browser stay out of it. */
export const requestInit = { cache: "no-store", credentials: "omit", redirect: "manual" } as const

/** Why a timer ends that is not needed any more. A text, because an error costs more than all else of a call. */
export const OVER = "over"

/** Runs something with a signal that is aborted with the given one, or with an error after some time. */
const withTimeLimit = async <A>(
  { sleep }: Surroundings,
  seconds: number,
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<A>,
): Promise<A> => {
  outer?.throwIfAborted()
  const ended = new AbortController()
  const timer = new AbortController()
  const abort = () => ended.abort(outer?.reason)
  outer?.addEventListener("abort", abort)
  void sleep(seconds * 1000, timer.signal).then(() =>
    timer.signal.aborted
      ? undefined
      : ended.abort(new GarrisonError("timeout", `No answer came within ${seconds} seconds.`)),
  )
  try {
    return await run(ended.signal)
  } catch (error) {
    throw ended.signal.aborted ? ended.signal.reason : error
  } finally {
    outer?.removeEventListener("abort", abort)
    timer.abort(OVER)
  }
}

/** The address is named without its query, which may hold a code. */
const failure = (error: unknown, { request: { url } }: Sending): GarrisonError =>
  error instanceof GarrisonError
    ? error
    : new GarrisonError("network_failure", `${url.split("?")[0]} was not reached, or its answer broke off.`, {
        cause: error,
      })

/** An answer that is none of a failure: success, or 304. */
const isAnswer = ({ status }: Answer): boolean => (status >= 200 && status < 300) || status === 304

/** Whether another try may get another answer. */
const mayPass = ({ code, status }: GarrisonError): boolean =>
  code === "network_failure" || code === "timeout" || isTemporary(status)

/** Sends one request after another for the same call. */
export class Sender {
  readonly #around: Surroundings

  constructor(around: Surroundings) {
    this.#around = around
  }

  /** The answer of a success, or 304. Rejects with a {@link GarrisonError}, or with the reason of the signal. */
  async send(sending: Sending): Promise<Answer> {
    const { isRepeatable, policy, signal } = sending
    const { now, random, sleep } = this.#around
    const end = now() + policy.totalSeconds * 1000
    for (let tries = 1; ; tries++) {
      const outcome = await this.#try(sending)
      if (!(outcome instanceof GarrisonError)) return outcome
      if (!isRepeatable || !mayPass(outcome) || tries >= policy.triesMax) throw outcome
      const pause = pauseMillis(tries, outcome.retryAfterSeconds, random(), policy)
      if (now() + pause >= end) throw outcome
      await sleep(pause, signal ?? new AbortController().signal)
      signal?.throwIfAborted()
    }
  }

  async #try(sending: Sending): Promise<Answer | GarrisonError> {
    const { policy, signal } = sending
    try {
      const answer = await withTimeLimit(this.#around, policy.trySeconds, signal, (trying) =>
        this.#once(sending, trying),
      )
      if (isAnswer(answer)) return answer
      return errorOf(answer, retryAfterSeconds(answer.headers.get("retry-after"), this.#around.now()))
    } catch (error) {
      signal?.throwIfAborted()
      return failure(error, sending)
    }
  }

  async #once({ headers, request }: Sending, signal: AbortSignal): Promise<Answer> {
    const { body, method, url } = request
    const init = { ...requestInit, method, headers: { ...request.headers, ...headers }, signal }
    const response = await this.#around.fetch(url, body === undefined ? init : { ...init, body })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}
