/** A server that answers as a test says, in a time that passes only where the client waits. */
import { type ClientOptions, createClient, type GarrisonClient } from "@garrison/http/client"

/** A request that was sent. */
export interface Sent {
  readonly at: number
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>> | undefined
  /** Aborted when the client gives the request up. */
  readonly signal: AbortSignal
}

/** How a request is answered: by an answer, by a break of the connection, or never. */
export type Reaction = Response | "broken" | "stalled"

/** JSON as an answer. */
export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(status === 304 ? null : JSON.stringify(body), { status, headers })

/** A refusal as an answer. */
export const refused = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  json(status, { auth_success: false, error_code: code, desc: "as the test says" }, headers)

/** When every scripted test begins. */
export const BEGIN = Date.parse("2026-05-04T10:00:00Z")

/** Time that goes on to the next end of a sleep as soon as nothing else is to do. */
export class VirtualTime {
  now = BEGIN
  readonly #sleepers = new Set<{ readonly at: number; readonly wake: () => void }>()
  #isPumping = false

  /** How many sleeps are under way. */
  get sleepers(): number {
    return this.#sleepers.size
  }

  readonly sleep = (millis: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const sleeper = {
        at: this.now + millis,
        wake: () => {
          this.#sleepers.delete(sleeper)
          resolve()
        },
      }
      if (signal.aborted) return resolve()
      this.#sleepers.add(sleeper)
      signal.addEventListener("abort", sleeper.wake)
      this.#pump()
    })

  /** One turn of the event loop for all that is under way, then the next sleeper. */
  #pump(): void {
    if (this.#isPumping) return
    this.#isPumping = true
    setImmediate(() => {
      this.#isPumping = false
      const [next] = Array.from(this.#sleepers).sort((left, right) => left.at - right.at)
      if (next === undefined) return
      this.now = Math.max(this.now, next.at)
      next.wake()
      if (this.#sleepers.size > 0) this.#pump()
    })
  }
}

/** What a scripted client is made of. */
export interface Scripted {
  readonly client: GarrisonClient
  readonly sent: ReadonlyArray<Sent>
  readonly time: VirtualTime
}

/** A client whose requests are answered by a function of the request and of how many there were before. */
export const scripted = (
  react: (sent: Sent, index: number) => Reaction | Promise<Reaction>,
  options: Partial<ClientOptions> = {},
): Scripted => {
  const time = new VirtualTime()
  const sent: Array<Sent> = []
  const fetch = async (url: string, { body, headers, method = "GET", signal }: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(url)
    const request = {
      at: time.now - BEGIN,
      method,
      path: `${pathname}${search}`,
      headers: headers as Record<string, string>,
      body: typeof body === "string" ? (JSON.parse(body) as Record<string, unknown>) : undefined,
      signal: signal ?? new AbortController().signal,
    }
    const index = sent.push(request) - 1
    const reaction = await react(request, index)
    if (reaction === "broken") throw new TypeError("fetch failed")
    if (reaction !== "stalled") return reaction
    return new Promise((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason))
      if (signal?.aborted === true) reject(signal.reason)
    })
  }
  const client = createClient({
    baseUrl: "http://scripted.test",
    fetch,
    now: () => time.now,
    random: () => 1,
    sleep: time.sleep,
    ...options,
  })
  return { client, sent, time }
}

/** A session that lasts for an hour. */
export const session = {
  accessToken: "access-0",
  refreshToken: "refresh-0",
  issuedAt: BEGIN,
  expiresAt: BEGIN + 3600_000,
  subject: "player-0",
}

/** What a login is answered with; the tokens carry a number. */
export const loggedIn = (number: number, expiresSeconds = 900, subject = "player-0"): Response =>
  json(200, {
    access_token: `access-${number}`,
    refresh_token: `refresh-${number}`,
    expires_in: expiresSeconds,
    active_player_uuid: subject,
    client_uuid: "client",
  })
