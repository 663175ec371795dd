/** The calls of a client: a request for each, with the session that it needs and the answer that may be kept. */
import type { LoginInput } from "@garrison/core/hostTypes"
import { AnswerCache } from "./AnswerCache.ts"
import { type Answer, errorOf } from "./GarrisonError.ts"
import { parsedJson } from "./json.ts"
import type { CallOptions, ClientOptions, ClientSession } from "./options.ts"
import {
  basicAuthorization,
  type Input,
  mayRepeat,
  pathArguments,
  type Prepared,
  prepare,
  randomUuid,
  urlOf,
} from "./request.ts"
import { retryAfterSeconds, type RetryOptions, type RetryPolicy, retryPolicy } from "./retry.ts"
import type { Route } from "./Route.ts"
import { routes } from "./routes.ts"
import { requestInit, Sender } from "./Sender.ts"
import { isTokenRefused, type LoggedIn, SessionHolder } from "./Session.ts"
import { type Surroundings, surroundingsOf } from "./Surroundings.ts"

/**
 * A refresh token that is replaced still gets its successor for ten seconds (guarantees R9). So all tries of a renewal
 * begin within eight.
 */
const RENEWAL: RetryOptions = { totalSeconds: 8, trySeconds: 4, pauseMillisMax: 1000 }

/** Waits for something that several wait for; the signal ends the waiting of one. */
const unlessAborted = async <A>(promise: Promise<A>, signal: AbortSignal | undefined): Promise<A> => {
  if (signal === undefined) return promise
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener("abort", abort)
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener("abort", abort)
  }
}

/** The policy of a request that the server may let wait. */
const patient = (policy: RetryPolicy, waitSeconds: number): RetryPolicy => ({
  ...policy,
  trySeconds: policy.trySeconds + waitSeconds,
  totalSeconds: policy.totalSeconds + waitSeconds,
})

const valueOf = (answer: Answer): unknown => {
  try {
    return parsedJson(answer.text)
  } catch {
    throw errorOf({ ...answer, text: "" }, undefined)
  }
}

/** Asks operations with the session of a client. */
export class Calls {
  readonly around: Surroundings
  readonly sessions: SessionHolder
  readonly #options: ClientOptions
  readonly #sender: Sender
  readonly #cache: AnswerCache

  constructor(options: ClientOptions) {
    this.around = surroundingsOf(options)
    this.#options = options
    this.#sender = new Sender(this.around)
    this.#cache = new AnswerCache(options.cache)
    this.sessions = new SessionHolder(options, this.around.now, (request) => this.logIn(request))
  }

  /** Sends a login; the session is for the caller to keep. */
  async logIn(request: LoginInput, options: CallOptions = {}): Promise<LoggedIn> {
    const retry = request.grant_type === "refresh" ? { ...options.retry, ...RENEWAL } : options.retry
    return (await this.ask(routes.login, [request], { ...options, retry })) as LoggedIn
  }

  /** The answer of an operation. `given` are the arguments of its path and its input. */
  async ask(route: Route, given: ReadonlyArray<unknown>, options: CallOptions = {}): Promise<unknown> {
    const { baseUrl } = this.#options
    const request = prepare(baseUrl, route, given, { idempotencyKey: options.idempotencyKey, uuid: randomUuid })
    const input = (given[pathArguments(route)] ?? {}) as Input
    const wait = route.waits === undefined ? 0 : Number(input["deadline"] ?? route.waits)
    const asking = { route, request, isRepeatable: mayRepeat(route, input), waitSeconds: wait, options }
    if (route.asks !== undefined) return this.#answer(asking, this.clientHeaders(route), route.asks)
    return this.withSession(options.signal, ({ subject }, headers) => this.#answer(asking, headers, subject))
  }

  /** Runs something with an access token, and once more with another one if the first was refused as a token. */
  async withSession<A>(
    signal: AbortSignal | undefined,
    run: (session: ClientSession, headers: Readonly<Record<string, string>>) => Promise<A>,
  ): Promise<A> {
    const ask = (session: ClientSession) =>
      run(session, { ...this.#options.headers, authorization: `Bearer ${session.accessToken}` })
    const session = await this.ready(signal)
    try {
      return await ask(session)
    } catch (error) {
      if (!isTokenRefused(error)) throw error
      return ask(await unlessAborted(this.sessions.after(session), signal))
    }
  }

  /** Resolves when there is a session to ask with. */
  ready(signal: AbortSignal | undefined): Promise<ClientSession> {
    return unlessAborted(this.sessions.fresh(), signal)
  }

  /** Opens a connection whose answer is read as it comes. A refusal rejects as that of another operation does. */
  async connect(
    route: Route,
    input: Input,
    given: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<{ readonly response: Response; readonly session: ClientSession }> {
    const url = urlOf(this.#options.baseUrl, route, [], input)
    return this.withSession(signal, async (session, headers) => {
      const init = { ...requestInit, headers: { ...headers, ...given }, signal }
      const response = await this.around.fetch(url, init)
      if (response.ok) return { response, session }
      const answer = { status: response.status, headers: response.headers, text: await response.text() }
      throw errorOf(answer, retryAfterSeconds(answer.headers.get("retry-after"), this.around.now()))
    })
  }

  /** The headers of a request without a session. */
  clientHeaders({ asks }: Route): Readonly<Record<string, string>> {
    const { client, headers = {} } = this.#options
    if (asks !== "client" || client === undefined) return headers
    return { ...headers, authorization: basicAuthorization(client.clientId, client.clientSecret ?? "") }
  }

  async #answer(asking: Asking, headers: Readonly<Record<string, string>>, who: string): Promise<unknown> {
    const { isRepeatable, options, request, route } = asking
    const policy = patient(retryPolicy({ ...this.#options.retry, ...options.retry }), asking.waitSeconds)
    const sending = { request, isRepeatable, policy, signal: options.signal }
    if (route.keeps === undefined) return valueOf(await this.#sender.send({ ...sending, headers }))
    // What one player was answered is not for another one.
    const key = `${who} ${request.url}`
    const etag = this.#cache.etagOf(key)
    const condition = etag === undefined ? {} : { "if-none-match": etag }
    const answer = await this.#sender.send({ ...sending, headers: { ...headers, ...condition } })
    if (answer.status === 304) {
      const kept = etag === undefined ? undefined : this.#cache.revalidated(key, etag)
      // It went while the request was under way: other answers took its room.
      return kept === undefined ? valueOf(await this.#sender.send({ ...sending, headers })) : kept.value
    }
    return this.#kept(key, answer)
  }

  #kept(key: string, answer: Answer): unknown {
    const value = valueOf(answer)
    const etag = answer.headers.get("etag")
    if (etag !== null) this.#cache.keep(key, etag, value, answer.text.length)
    return value
  }
}

/** A call with its request. */
interface Asking {
  readonly route: Route
  readonly request: Prepared
  readonly isRepeatable: boolean
  /** How long the server may wait before it answers. */
  readonly waitSeconds: number
  readonly options: CallOptions
}
