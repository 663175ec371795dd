/**
 * Requests that may be repeated when their answer was lost (decisions, section 2; guarantees R5). The first request
 * with an Idempotency-Key is carried out, and each further request with the key gets the first answer.
 *
 * The answer is written in the unit of work that makes the change. It may hold a secret, so it is encrypted with a key
 * derived from the Idempotency-Key. Only a hash of the Idempotency-Key is stored, so the database reveals no answer.
 */
import * as Context from "effect/Context"
import * as Digest from "effect/crypto/Digest"
import * as Mac from "effect/crypto/Mac"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import { ForwardClock } from "../kernel/time/ForwardClock.ts"
import { canonicalJson } from "../kernel/wire/Json.ts"
import { makeSealing, type SealedUnder } from "../kernel/seal/Sealing.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { type SharedLock, Transaction } from "../kernel/work/Transaction.ts"
import { utf8 } from "../kernel/wire/Utf8.ts"
import { IdempotencyConflict } from "./errors.ts"
import {
  type IdempotencyPlace,
  type IdempotencyRetention,
  IdempotencyStore,
  type Precedent,
} from "./IdempotencyStore.ts"

/** How long an answer is kept, in ms: a day. */
const KEPT_MILLIS = 24 * 60 * 60 * 1000
/** How many answers of one caller are kept: the newest. */
const KEPT_PER_CALLER = 10_000
/** One request in this many deletes surplus answers of its caller; until then there may be a few more. */
const TRIM_INTERVAL = 64
/** How many rows a step of pruning deletes, at the most. */
const DELETED_AT_ONCE = 1000

/** A request that may be a repetition. */
export interface IdempotentCall<A, E> {
  /** Uuid of the caller. Keys of different callers are different keys. */
  readonly caller: string
  /** The player whose rows the request writes. */
  readonly player?: PlayerUuid
  readonly operation: "updateCredentials" | "createNotification" | "broadcastNotification"
  /** What the request waits for, with all who need it. */
  readonly shares: SharedLock
  /** Absent: the request is never a repetition. */
  readonly key: string | undefined
  /** Everything that the request asks for, as JSON. The same key with another request is refused. */
  readonly request: unknown
  /** What is kept of the answer, as JSON; small, because it is kept for a day. */
  readonly keep: (answer: A) => unknown
  /** Restores the answer from what was kept. May refuse a caller who may no longer have it. */
  readonly recall: (kept: unknown) => Effect.Effect<A, E>
}

/** The place of the call, the hash to compare it by, and the text that its answer is sealed under. */
interface Marks {
  readonly place: IdempotencyPlace
  readonly requestHash: Uint8Array
  readonly sealedUnder: SealedUnder
}

/** Makes the function that marks a call with its key. */
const makeMarksOf = Effect.map(Digest.Digest, (digest) => {
  const hashOf = (...parts: ReadonlyArray<string>) => digest.digest(Digest.sha256, utf8(parts.join("\n")))

  /** Only the request's JSON, which is last, may contain a line break, so two different calls never share a text. */
  return Effect.fnUntraced(function* (
    { caller, operation, request }: Pick<IdempotentCall<never, never>, "caller" | "operation" | "request">,
    key: string,
  ) {
    const requestHash = yield* hashOf("request", key, canonicalJson(request))
    const secret = ["seal", caller, operation, key].join("\n")
    const sealedUnder = { secret, place: `${caller}\n${operation}` }
    const place = { caller, operation, keyHash: yield* hashOf(key) }
    return { place, requestHash, sealedUnder } satisfies Marks
  }, Effect.orDie)
})

const isSame = ({ requestHash }: Marks, precedent: Precedent): boolean =>
  Mac.timingSafeEqual(requestHash, precedent.requestHash)

/** Carries requests out once. */
export class Idempotency extends Context.Service<
  Idempotency,
  {
    /**
     * Carries out `unit` as a unit of work and keeps its answer. A repetition gets that answer instead; while the first
     * request is under way, the repetition waits. A refusal is not kept. Fails with {@link IdempotencyConflict} when
     * the key was used for another request. Without a key, only runs `unit`.
     */
    readonly run: <A, E, R, E2>(
      call: IdempotentCall<A, E2>,
      unit: Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E | E2 | IdempotencyConflict, R>
    /** Deletes some answers that may no longer be repeated. Answers with their number. */
    readonly prune: Effect.Effect<number>
  }
>()("@garrison/core/idempotency/Idempotency") {
  static readonly layer = Layer.effect(
    Idempotency,
    Effect.gen(function* () {
      const store = yield* IdempotencyStore
      const transaction = yield* Transaction
      // An expired answer stays expired when the clock is set back.
      const clock = yield* ForwardClock
      const marksOf = yield* makeMarksOf
      const { seal, unseal } = yield* makeSealing

      const trimSometimes = Effect.fnUntraced(function* (caller: string, retention: IdempotencyRetention) {
        if ((yield* Random.nextIntBetween(0, TRIM_INTERVAL)) > 0) return
        yield* store.trim(caller, retention, DELETED_AT_ONCE)
      })

      const runOrRecall = Effect.fnUntraced(function* <A, E, R, E2>(
        call: IdempotentCall<A, E2>,
        marks: Marks,
        unit: Effect.Effect<A, E, R>,
      ) {
        const now = yield* clock.now
        const createdAfter = now - KEPT_MILLIS
        const precedent = yield* store.claim(marks.place, marks.requestHash, now, createdAfter)
        if (precedent !== "claimed") {
          return isSame(marks, precedent)
            ? { sealed: precedent.sealed }
            : yield* new IdempotencyConflict({ code: "idempotency_key_conflict" })
        }
        const answer = yield* unit
        yield* store.keep(marks.place, yield* seal(marks.sealedUnder, call.keep(answer)))
        yield* trimSometimes(call.caller, { countMax: KEPT_PER_CALLER, createdAfter })
        return { answer }
      })

      const run = Effect.fnUntraced(function* <A, E, R, E2>(call: IdempotentCall<A, E2>, unit: Effect.Effect<A, E, R>) {
        if (call.key === undefined) return yield* unit
        const marks = yield* marksOf(call, call.key)
        const running = transaction.inTurn([call.shares], transaction.run(runOrRecall(call, marks, unit)))
        const outcome = yield* call.player === undefined ? running : transaction.ofOwner(call.player, running)
        if ("answer" in outcome) return outcome.answer
        return yield* call.recall(yield* unseal(marks.sealedUnder, outcome.sealed))
      })

      const prune = clock.now.pipe(
        Effect.flatMap((now) => store.prune(now - KEPT_MILLIS, DELETED_AT_ONCE)),
        Effect.withSpan("Idempotency.prune"),
      )

      return Idempotency.of({ run, prune })
    }),
  ).pipe(Layer.provide(ForwardClock.layer))
}
