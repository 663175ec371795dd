/**
 * Informs the observers when the server begins to refuse work for lack of room, and when it stops refusing: how many
 * requests it refused, and by which limits. Clients get the same answer as from a server whose storage is away; an
 * operator has to be able to tell the two apart (guarantees R150).
 */
import { type EpisodeHost, Episodes } from "./Episodes.ts"
import type { Observers } from "./Observer.ts"

/** Counts what is refused by a limit. */
export interface OverloadWatch {
  /** A request or a connection was refused by the limit of this name. */
  readonly refused: (limit: string) => void
  /** Ends an overload that is under way. */
  readonly stop: () => void
}

/** What an operator can do about an overload. */
const NEXT =
  "More requests come than this process can answer. Start further processes, or see docs/production.md for the limits."

/** Watches over the limits. `host` is the process, where no test gives another one. */
export const watchOverload = ({ happened }: Pick<Observers, "happened">, host?: EpisodeHost): OverloadWatch => {
  const episodes = new Episodes(({ byName, count, seconds }) => {
    happened("warning", "overload_ended", { seconds, requests_refused: count, refused_by: byName })
  }, host)
  return {
    refused: (limit) => {
      if (episodes.happened(limit)) happened("warning", "overload_began", { limit, next: NEXT })
    },
    stop: () => episodes.stop(),
  }
}
