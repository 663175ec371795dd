/**
 * A feed: what an operation answers with whose answer is a stream. Values are pushed as they come, without a fiber or a
 * timer for each feed, because a process has ten thousand of them that have nothing to say.
 */
import type { WireJson } from "../kernel/wire/WireJson.ts"

/** One value of a feed. The same object for every feed that has it, so that what is made of it is made once. */
export interface FeedItem {
  /** Where the feed stands after this value: a reader that has taken it resumes with this. */
  readonly id: string
  /** The value as JSON. */
  readonly wire: WireJson
}

/**
 * Why a feed ended by this side. `expired`: the access token has. `ended`: the session, by a logout, a ban or the like.
 * `denied`: the player's role lost the permission. `stalled`: its reader takes nothing. `deadline`: nothing came in the
 * time that it asked for. `closing`: the process, or the face, stops.
 */
export type FeedEnd = "expired" | "ended" | "denied" | "stalled" | "deadline" | "closing"

/** Who takes the values of a feed. Its methods must not wait, and must not throw. */
export interface FeedReceiver {
  /** Takes a value. False: no further one before {@link FeedReader.drained}. */
  take(item: FeedItem): boolean
  /** All that is there now was given, or as much as it takes. */
  settled(): void
  /** A sign of life is due. False: the reader has taken nothing for too long, and the feed ends. */
  beat(): boolean
  /** The feed has ended by this side. Not called when the reader has gone. */
  ended(why: FeedEnd): void
  /** Bytes that it holds for its reader. */
  readonly queuedBytes: number
}

/** What the receiver tells. */
export interface FeedReader {
  /** It takes values again. */
  drained(): void
  /** It takes none any more. */
  gone(): void
}

/** A feed that has not begun. It holds a place, so open it or discard it. */
export interface Feed {
  /** Where it begins: a reader that got no value resumes with this. */
  readonly beginsAt: string
  /** Begins. Call it once. */
  open(receiver: FeedReceiver): FeedReader
  /** Gives it up instead. */
  discard(): void
}
