/**
 * The session of a client: its tokens, when they end, and how they are renewed. A renewal is made once for all requests
 * that wait for it, because each use of a refresh token replaces it (RFC 9700, section 4.14.2).
 */
import type { LoginInput } from "@garrison/core/hostTypes"
import { GarrisonError } from "./GarrisonError.ts"
import type { ClientOptions, ClientSession } from "./options.ts"

/** What a login is answered with, as far as a session needs it. */
export interface LoggedIn {
  readonly access_token: string
  readonly refresh_token?: string
  readonly expires_in: number
  readonly active_player_uuid?: string
  readonly client_uuid: string
}

/** Sends a login. */
export type LogIn = (request: LoginInput) => Promise<LoggedIn>

/** The renewal begins so long before the end of an access token, and not before three quarters of its time. */
const LEEWAY_MILLIS = 30_000

/** From when on an access token is renewed. */
export const renewalAt = ({ expiresAt, issuedAt }: ClientSession): number =>
  expiresAt - Math.min(LEEWAY_MILLIS, (expiresAt - issuedAt) / 4)

/** Refusals of a refresh token that no other try changes. */
const isLost = (error: unknown): boolean =>
  error instanceof GarrisonError && (error.code.startsWith("refresh_token_") || error.code === "refresh_disabled")

/** Whether the access token was refused, by whatever of it. */
export const isTokenRefused = (error: unknown): boolean =>
  error instanceof GarrisonError && error.status === 403 && error.code.startsWith("auth_")

const isMachine = ({ grant_type: grant }: LoginInput): boolean => grant === "client_credentials"

/** Keeps the session of a client, and renews it. */
export class SessionHolder {
  readonly #options: ClientOptions
  readonly #now: () => number
  readonly #logIn: LogIn
  #session: ClientSession | undefined
  #isLoaded = false
  /** The credentials of a machine that logged in by this client: its session has no refresh token. */
  #machine: LoginInput | undefined
  #renewal: Promise<ClientSession> | undefined

  constructor(options: ClientOptions, now: () => number, logIn: LogIn) {
    this.#options = options
    this.#now = now
    this.#logIn = logIn
    if (typeof options.session !== "function") this.#session = options.session
  }

  /** The session as it is; undefined: there is none. */
  get current(): ClientSession | undefined {
    return this.#session
  }

  /** The session, as it was stored where this client has none yet. */
  async loaded(): Promise<ClientSession | undefined> {
    const { session: store } = this.#options
    if (!this.#isLoaded && typeof store === "function") await this.#load(store)
    return this.#session
  }

  /** Logs in, and keeps the session. */
  async logIn<A extends LoggedIn>(send: (request: LoginInput) => Promise<A>, request: LoginInput): Promise<A> {
    const asked = isMachine(request) ? request : { include_refresh: true, ...request }
    const issuedAt = this.#now()
    const answer = await send(asked)
    this.#machine = isMachine(request) ? request : undefined
    await this.#keep(answer, issuedAt)
    return answer
  }

  /** Forgets the session. */
  async forget(): Promise<void> {
    this.#machine = undefined
    this.#isLoaded = true
    if (this.#session === undefined) return
    this.#session = undefined
    await this.#options.onSession?.(undefined)
  }

  /** A session whose access token is good. One that ends soon is renewed meanwhile, and no call waits for that. */
  async fresh(): Promise<ClientSession> {
    const session = await this.loaded()
    if (session === undefined) return this.#renewed(session)
    const now = this.#now()
    if (now >= session.expiresAt) return this.#renewed(session)
    // If this renewal fails, the next request tries another one.
    if (now >= renewalAt(session)) this.#renewed(session).catch(() => undefined)
    return session
  }

  /** A session after the access token of this one was refused. */
  after(refused: ClientSession): Promise<ClientSession> {
    const session = this.#session
    return session !== undefined && session.accessToken !== refused.accessToken
      ? Promise.resolve(session)
      : this.#renewed(refused)
  }

  /** The session as the store has it, if that is newer than ours. */
  async #load(store: () => ClientSession | undefined | Promise<ClientSession | undefined>): Promise<void> {
    const stored = await store()
    this.#isLoaded = true
    // The store may be behind: an older refresh token that is used again would end the session.
    if (stored !== undefined && stored.issuedAt > (this.#session?.issuedAt ?? 0)) this.#session = stored
  }

  /** One renewal for all who wait for it. */
  #renewed(session: ClientSession | undefined): Promise<ClientSession> {
    this.#renewal ??= this.#renew(session).finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  async #renew(given: ClientSession | undefined): Promise<ClientSession> {
    // Another window may have renewed it already.
    const { session: store } = this.#options
    if (typeof store === "function") await this.#load(store)
    const session = this.#session
    const isNewer = session !== undefined && session.accessToken !== given?.accessToken
    if (isNewer && this.#now() < renewalAt(session)) return session
    if (session?.refreshToken !== undefined) {
      try {
        return await this.#refresh(session, session.refreshToken)
      } catch (error) {
        if (!isLost(error)) throw error
        if (this.#session !== session) return this.#present()
        await this.forget()
        if (this.#options.login === undefined) throw error
      }
    }
    return this.#logInAgain()
  }

  async #refresh(session: ClientSession, token: string): Promise<ClientSession> {
    const issuedAt = this.#now()
    const answer = await this.#logIn({ grant_type: "refresh", portal_access_token: token, include_refresh: true })
    // A login or logout that came meanwhile counts.
    return this.#session === session ? this.#keep(answer, issuedAt) : this.#present()
  }

  async #logInAgain(): Promise<ClientSession> {
    const request = (await this.#options.login?.()) ?? this.#machine
    if (request !== undefined) await this.logIn(this.#logIn, request)
    return this.#present()
  }

  #present(): ClientSession {
    if (this.#session !== undefined) return this.#session
    throw new GarrisonError("not_logged_in", "Call login first, or give createClient a login.")
  }

  async #keep(answer: LoggedIn, issuedAt: number): Promise<ClientSession> {
    const session = {
      accessToken: answer.access_token,
      ...(answer.refresh_token !== undefined && { refreshToken: answer.refresh_token }),
      issuedAt,
      expiresAt: issuedAt + answer.expires_in * 1000,
      subject: answer.active_player_uuid ?? answer.client_uuid,
    }
    this.#session = session
    this.#isLoaded = true
    await this.#options.onSession?.(session)
    return session
  }
}
