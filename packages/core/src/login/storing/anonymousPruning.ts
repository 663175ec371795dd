/**
 * Deletes anonymous identities that never came back, where the setting `anonymousPruneDays` says so (guarantees R153).
 * Anyone can make them, a few thousand a minute, and nothing else bounds them for good. A run looks through a limited
 * number of players and goes on where the run before it stopped; at the end of the list it begins again.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import { pruning } from "../../kernel/work/Background.ts"
import { LoginSettings } from "../settings.ts"
import { type AnonymousIdentity, AnonymousStore } from "./AnonymousStore.ts"

const DAY_MILLIS = 24 * 60 * 60 * 1000

/** Players that are looked at by one statement. */
const PAGE_MAX = 500

/** Players that one run looks at, at most. */
const RUN_MAX = 20_000

/** Identities that are looked at or deleted at once: requests need the other connections. */
const AT_ONCE = 2

/** What was found among the players of a page. */
export interface LookedThrough {
  /** Anonymous players that are old enough. */
  readonly old: number
  /** Those of them that nothing keeps. */
  readonly forgettable: number
  /** Where to go on; undefined: this was the end. */
  readonly next: number | undefined
}

const beforeOf = (now: number, days: number): number => now - days * DAY_MILLIS

/** Where a page of players begins, and how many of them it looks at. */
interface From {
  readonly after: number
  readonly pageMax: number
}

/** Goes through a page of players, and counts those for which `isGone` is true. */
const through = Effect.fnUntraced(function* <R>(
  { after, pageMax }: From,
  before: number,
  isGone: (identity: AnonymousIdentity) => Effect.Effect<boolean, never, R>,
) {
  const { identities, next } = yield* AnonymousStore.use((store) => store.page(after, before, pageMax))
  const gone = yield* Effect.forEach(identities, isGone, { concurrency: AT_ONCE })
  const found: LookedThrough = { old: identities.length, forgettable: gone.filter(Boolean).length, next }
  return found
})

/** Counts what a pruning after `days` would delete, in a page of players behind `after`. Changes nothing. */
export const countForgettable = Effect.fnUntraced(function* (after: number, days: number, pageMax = PAGE_MAX) {
  const store = yield* AnonymousStore
  const before = beforeOf(yield* Clock.currentTimeMillis, days)
  return yield* through({ after, pageMax }, before, (identity) => store.isForgettable(identity, before))
})

/** Prunes from a player on. Answers with how many went, and where the next run goes on. */
export const pruneFrom = Effect.fnUntraced(function* (after: number, days: number, pageMax = PAGE_MAX) {
  const store = yield* AnonymousStore
  const before = beforeOf(yield* Clock.currentTimeMillis, days)
  const forget = (identity: AnonymousIdentity) =>
    Effect.flatMap(store.isForgettable(identity, before), (isForgettable) =>
      isForgettable ? store.forget(identity, before) : Effect.succeed(false),
    )
  let gone = 0
  let at: number | undefined = after
  for (let pages = 0; pages < RUN_MAX / PAGE_MAX && at !== undefined; pages++) {
    const found: LookedThrough = yield* through({ after: at, pageMax }, before, forget)
    gone += found.forgettable
    at = found.next
  }
  return { gone, next: at ?? 0 }
})

const say = (gone: number, days: number) =>
  Effect.provideService(
    Effect.logInfo(`${gone} anonymous identities were deleted that had not come back for ${days} days`),
    References.LogToStderr,
    true,
  )

/** Prunes every ten minutes for as long as the layer lives, if the setting says so. */
export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const { anonymousPruneDays: days } = yield* LoginSettings
    if (days === undefined) return Layer.empty
    let position = 0
    const run = Effect.gen(function* () {
      const { gone, next } = yield* pruneFrom(position, days)
      position = next
      if (gone > 0) yield* say(gone, days)
      return gone
    })
    return pruning("anonymous identities were not pruned", run)
  }),
)
