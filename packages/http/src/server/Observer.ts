/**
 * Observers of the server: the log, and in future metrics and traces. An observer cannot break an answer.
 */
import type * as Cause from "effect/Cause"

/** A response that was written, or that its client did not wait for. */
export interface Answered {
  readonly id: string
  readonly method: string
  readonly path: string
  /** Undefined when no operation has the method and the path. */
  readonly operation: string | undefined
  readonly status: number
  /** The `error_code` of a refusal. */
  readonly errorCode: string | undefined
  /** The limit of the server that refused the request, where one did: the name of a setting in most cases. */
  readonly limit: string | undefined
  /** From the request to the response; that of a streamed one ends with the stream. */
  readonly milliseconds: number
  readonly address: string
  /** The player whose access token came with the request; undefined for that of a machine, and without one. */
  readonly player: string | undefined
  /** `client_id` of the access token. */
  readonly client: string | undefined
  readonly userAgent: string | undefined
}

/** Who listens for notifications, and what was sent to them since this was told last. */
export interface Listening {
  readonly streams: number
  readonly polls: number
  /** Bytes that wait for readers of streams. */
  readonly queuedBytes: number
  readonly eventsSent: number
  readonly bytesSent: number
  /** Streams that were cut off, because their readers took nothing. */
  readonly streamsCutOff: number
}

/** How full the server is, and what came and went since this was told last. */
export interface Occupancy {
  /** Open connections. */
  readonly connections: number
  readonly connectionsOpened: number
  /** New connections that were closed at once, because there were too many. */
  readonly connectionsRefused: number
  /** Idle connections that were closed to make room for new ones. */
  readonly connectionsGivenUp: number
  /** Request bodies on their way. */
  readonly bodiesArriving: number
  readonly bodiesBegun: number
  /** Bodies that were refused, because they fell behind the pace. */
  readonly bodiesTooSlow: number
  /** The requests of each lane that run, and those that wait for one of its places; null places: no limit. */
  readonly lanes: ReadonlyArray<{
    readonly lane: string
    readonly inFlight: number
    readonly places: number | null
    readonly queued: number
  }>
}

/** A fact of an event: a text, a number, or how often by name. */
export type EventFact = string | number | Readonly<Record<string, number>>

/** Facts of an event, by name; undefined ones are left out. */
export type EventFacts = Readonly<Record<string, EventFact | undefined>>

/**
 * An observer. It has a method for each thing it observes. A method must not wait, because it runs before the answer.
 */
export interface Observer {
  readonly answered?: ((answered: Answered) => void) | undefined
  /** An operation ended in a defect, with the id of its request. Storage that is away is an event instead. */
  readonly failed?: (id: string, operation: string | undefined, cause: Cause.Cause<unknown>) => void
  /** Called once a minute while there are listeners for notifications, and once more when the last has gone. */
  readonly listening?: (listening: Listening) => void
  /**
   * Called once a minute while there are connections, and once more when the last has closed. By the server alone: a
   * handler of a host knows no connection.
   */
  readonly occupied?: ((occupancy: Occupancy) => void) | undefined
  /** Something happened to the server: it is ready, its database is away. */
  readonly happened?: (level: "info" | "warning" | "error", event: string, facts?: EventFacts) => void
}

/**
 * All observers as one. `answered` and `occupied` are undefined when no observer has them, so that their data need not
 * be gathered.
 */
export type Observers = Required<Observer>

/** Joins observers. If an observer throws, it is skipped, and the others are informed the first time. */
export const joinObservers = (observers: ReadonlyArray<Observer>): Observers => {
  const broken = new Set<Observer>()
  const caught = (thrower: Observer, error: unknown): void => {
    if (broken.has(thrower)) return
    broken.add(thrower)
    happened("error", "observer_failed", { cause: String(error) })
  }
  const happened: Observers["happened"] = (level, event, facts) => {
    for (const observer of observers) {
      try {
        observer.happened?.(level, event, facts)
      } catch (error) {
        caught(observer, error)
      }
    }
  }
  const failed: Observers["failed"] = (id, operation, cause) => {
    for (const observer of observers) {
      try {
        observer.failed?.(id, operation, cause)
      } catch (error) {
        caught(observer, error)
      }
    }
  }
  const listening: Observers["listening"] = (figures) => {
    for (const observer of observers) {
      try {
        observer.listening?.(figures)
      } catch (error) {
        caught(observer, error)
      }
    }
  }
  const occupied = (occupancy: Occupancy): void => {
    for (const observer of observers) {
      try {
        observer.occupied?.(occupancy)
      } catch (error) {
        caught(observer, error)
      }
    }
  }
  const answered = (response: Answered): void => {
    for (const observer of observers) {
      try {
        observer.answered?.(response)
      } catch (error) {
        caught(observer, error)
      }
    }
  }
  const isAsked = (method: keyof Observer) => observers.some((observer) => observer[method] !== undefined)
  return {
    happened,
    failed,
    listening,
    occupied: isAsked("occupied") ? occupied : undefined,
    answered: isAsked("answered") ? answered : undefined,
  }
}
