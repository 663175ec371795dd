/** What a client is made with, and what a call may say. */
import type { LoginInput } from "@garrison/core/hostTypes"
import type { RetryOptions } from "./retry.ts"

/** What a single call may say. */
export interface CallOptions {
  /** Ends the call; its promise then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /** In place of the policy of the client. */
  readonly retry?: RetryOptions | undefined
  /**
   * The `Idempotency-Key` of an operation that takes one, so that a repetition by another call, or after a restart, is
   * carried out once. Absent: the client makes one for the call.
   */
  readonly idempotencyKey?: string | undefined
}

/** The game's client at the server, which logins name by HTTP Basic. */
export interface ClientCredentials {
  readonly clientId: string
  /** Absent: a public client. */
  readonly clientSecret?: string | undefined
}

/** How large the store of answers may become. */
export interface CacheOptions {
  /** Default 500 answers; 0: none are kept. */
  readonly entriesMax?: number | undefined
  /** Of their JSON texts. Default 16 MiB. */
  readonly bytesMax?: number | undefined
}

/** A session, as a game stores it. A program that has it acts as the player: keep it where no other one reads it. */
export interface ClientSession {
  /** Sent with each request of the session. */
  readonly accessToken: string
  /** Absent: the session is renewed by another login. */
  readonly refreshToken?: string
  /** When the access token was asked for, in milliseconds since 1970 by the clock of this machine. */
  readonly issuedAt: number
  /** When the access token ends, by the same clock. */
  readonly expiresAt: number
  /** Whose session it is: the uuid of a player, or that of a machine client. */
  readonly subject: string
}

/** What a client is made with. */
export interface ClientOptions {
  /** Where Garrison is served: `https://game.example`, or with the prefix where it is mounted. */
  readonly baseUrl: string
  /** The client that logs players in. Absent: the default client of the server. */
  readonly client?: ClientCredentials | undefined
  /**
   * Gives a login when there is no session, or when the session cannot be renewed. Absent: calls then reject with
   * `not_logged_in`, or with the refusal of the renewal.
   */
  readonly login?: (() => LoginInput | Promise<LoginInput>) | undefined
  /**
   * The session to go on with, as {@link ClientOptions.onSession} was given it. A function is asked before the first
   * request and again before each renewal, so that windows which share a store renew with the newest session.
   */
  readonly session?: ClientSession | (() => ClientSession | undefined | Promise<ClientSession | undefined>) | undefined
  /**
   * Called with each new session, and with undefined when there is none any more. Store it and give it back as
   * `session`, so that a game goes on after a restart. It is awaited; what it throws rejects the call under way.
   */
  readonly onSession?: ((session: ClientSession | undefined) => void | Promise<void>) | undefined
  readonly retry?: RetryOptions | undefined
  readonly cache?: CacheOptions | undefined
  /** Sent with each request, such as the `user-agent` of a game server. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** In place of the `fetch` of the engine. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** For tests: milliseconds since 1970. */
  readonly now?: (() => number) | undefined
  /** For tests: a chance from 0 to 1. */
  readonly random?: (() => number) | undefined
  /** For tests: resolves after so many milliseconds, or when the signal is aborted. */
  readonly sleep?: ((millis: number, signal: AbortSignal) => Promise<void>) | undefined
}
