/** Counts failed credentials, and pauses after too many (decisions, section 4, step 2; guarantees R24). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import type * as Cause from "effect/Cause"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import { Transaction } from "../../kernel/work/Transaction.ts"
import { makeKeyOf } from "./buckets.ts"
import { LoginBusy } from "../errors.ts"
import { type FailureAdded, type FailureKey, FailureStore, type FailureTakenBack } from "./FailureStore.ts"
import { addressScope } from "../../kernel/input/Address.ts"
import {
  FAILURE_LIMITS,
  type FailureRecord,
  type FailureSubject,
  FAMILIAR_MILLIS,
  longestPauseMillis,
} from "../rules/throttle.ts"

/** The buckets that one attempt belongs to. */
export interface AttemptSubjects {
  /** The bucket of the address, or that of the client alone if it has proved itself from there before. */
  readonly address: FailureKey
  /** Present if the attempt names an account whose secret could be guessed. */
  readonly account: FailureKey | undefined
  /** The account or client together with the address; a success makes it familiar. */
  readonly familiar: FailureKey | undefined
  /** The bucket that a success empties. */
  readonly forgiven: FailureKey | undefined
}

/**
 * What to do about a failure that was a wrong guess, in the unit of work that counts it. Undefined: the failure was no
 * wrong guess.
 */
type OfGuess<E, R> = (cause: Cause.Cause<E>) => Effect.Effect<void, never, R> | undefined

/** Counts failed credentials per account, per address and in all, and refuses attempts during a pause. */
export class FailedAttempts extends Context.Service<
  FailedAttempts,
  {
    /** The buckets of an attempt from `address` on `account`. */
    readonly subjectsOf: (address: string, account: string | undefined) => Effect.Effect<AttemptSubjects>
    /**
     * The buckets of an attempt from `address` by a client that logs in as itself. A client has no bucket of its own
     * that strangers elsewhere could fill. A client that is familiar to the address does not wait for its neighbours
     * there.
     */
    readonly subjectsOfClient: (address: string, clientId: string) => Effect.Effect<AttemptSubjects>
    /** Fails with `too_many_attempts` while one of the buckets asks for a pause. */
    readonly check: (subjects: AttemptSubjects) => Effect.Effect<void, LoginBusy>
    /**
     * Runs a slow attempt, such as hashing a password. The attempt counts as failed before it begins, so that of many
     * at once no more are evaluated than one after the other. If `ofGuess` says that it was not a wrong guess, the
     * count is taken back. `attempt` gets the effect that records its success, for its unit of work. During a pause,
     * fails with `too_many_attempts` without running `attempt`.
     */
    readonly counted: <A, E, R>(
      subjects: AttemptSubjects,
      attempt: (succeeded: Effect.Effect<void>) => Effect.Effect<A, E, R>,
      ofGuess: OfGuess<E, R>,
    ) => Effect.Effect<A, E | LoginBusy, R>
    /**
     * Runs an attempt at a client secret, and counts it if it fails. Many may run at once: a secret of that length
     * cannot be guessed in this way, and machines that log in at once need not wait for each other. During a pause,
     * fails with `too_many_attempts` without running the attempt.
     */
    readonly proved: <A, E, R>(
      subjects: AttemptSubjects,
      attempt: Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E | LoginBusy, R>
    /**
     * Forgets the failures of the attempt's own bucket and makes its address familiar, in the caller's unit of work.
     */
    readonly succeeded: (subjects: AttemptSubjects) => Effect.Effect<void>
  }
>()("@garrison/core/login/throttle/FailedAttempts") {
  static readonly layer = Layer.effect(
    FailedAttempts,
    Effect.gen(function* () {
      const store = yield* FailureStore
      const check = yield* makeCheck
      const bucketOf = yield* makeKeyOf
      const keyOf = (subject: FailureKey["subject"], text: string) =>
        Effect.map(bucketOf(subject, text), ({ bucket }): FailureKey => ({ subject, bucket }))

      const subjectsOf = Effect.fnUntraced(function* (address: string, account: string | undefined) {
        const scope = addressScope(address)
        const addressKey = yield* keyOf("address", scope)
        if (account === undefined) return onlyAddress(addressKey)
        const accountKey = yield* keyOf("account", account)
        const familiar = yield* keyOf("familiar", `${scope}|${account}`)
        return { address: addressKey, account: accountKey, familiar, forgiven: accountKey }
      })

      const subjectsOfClient = Effect.fnUntraced(function* (address: string, clientId: string) {
        const scope = addressScope(address)
        const name = `${scope}|client|${clientId}`
        const familiar = yield* keyOf("familiar", name)
        const [known] = yield* store.read([familiar])
        const isFamiliar = known !== undefined && (yield* Clock.currentTimeMillis) < known.forgottenAt
        const ownKey = yield* keyOf("address", name)
        const addressKey = isFamiliar ? ownKey : yield* keyOf("address", scope)
        return { address: addressKey, account: undefined, familiar, forgiven: ownKey }
      })

      return {
        subjectsOf,
        subjectsOfClient,
        check: (subjects) => Effect.asVoid(check(subjects)),
        counted: yield* makeCounted,
        proved: yield* makeProved,
        succeeded: yield* makeSucceeded,
      }
    }),
  )
}

/**
 * Makes effects wait for each other if their buckets are the same, or happen to share a turn.
 */
type InTurn = (key: FailureKey | undefined) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const TURNS = 64

/**
 * Attempts on one bucket wait here and not in the database, where each would hold a connection that other requests
 * need.
 */
const makeTurns = (): InTurn => {
  const turns = Array.from({ length: TURNS }, () => Semaphore.makeUnsafe(1))
  return (key) => (effect) => (key === undefined ? effect : (turns[key.bucket % TURNS]?.withPermit(effect) ?? effect))
}

/** Makes the function that runs a unit of work while no other unit on the same account or address runs. */
const makeAlone = Effect.gen(function* () {
  const store = yield* FailureStore
  const transaction = yield* Transaction
  const [inTurnOfAccount, inTurnOfAddress] = [makeTurns(), makeTurns()]
  return <A, E, R>(subjects: AttemptSubjects, unit: Effect.Effect<A, E, R>) =>
    transaction
      .run(Effect.andThen(store.lock(countedKeys(subjects)), unit))
      .pipe(inTurnOfAddress(subjects.address), inTurnOfAccount(subjects.account))
})

/** The buckets of an attempt that names no account whose secret could be guessed. */
const onlyAddress = (address: FailureKey): AttemptSubjects => ({
  address,
  account: undefined,
  familiar: undefined,
  forgiven: undefined,
})

/** The one bucket of the whole service. */
const everyone: FailureKey = { subject: "all", bucket: 0 }

// Without an account to guess at, a pause of the whole service would protect nothing and shut all callers out.
const keysOf = ({ account, address, familiar }: AttemptSubjects): ReadonlyArray<FailureKey> =>
  account === undefined || familiar === undefined ? [address] : [account, address, everyone, familiar]

/**
 * The buckets that count an attempt before it runs. The bucket of the whole service is not among them, because every
 * login would write that row.
 */
const countedKeys = ({ account, address }: AttemptSubjects): ReadonlyArray<FailureKey> =>
  account === undefined ? [address] : [account, address]

const failureOf = ({ subject, bucket }: FailureKey): FailureAdded => {
  const { leakMillis, failuresMax } = FAILURE_LIMITS[subject as FailureSubject]
  return { subject, bucket, leakMillis, forgottenAfterMaxMillis: leakMillis * failuresMax }
}

/** Makes the function that refuses an attempt during a pause, and otherwise answers with the records of its buckets. */
const makeCheck = Effect.map(FailureStore, (store) =>
  Effect.fnUntraced(function* (subjects: AttemptSubjects) {
    const records = yield* store.read(keysOf(subjects))
    const pause = records.length === 0 ? 0 : longestPauseMillis(records, yield* Clock.currentTimeMillis)
    if (pause > 0) yield* new LoginBusy({ code: "too_many_attempts", retryAfterSeconds: Math.ceil(pause / 1000) })
    return records
  }),
)

/** Makes the function that counts a failure now in each of these buckets. */
const makeAdd = Effect.map(
  FailureStore,
  (store) => (keys: ReadonlyArray<FailureKey>) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => store.add(keys.map(failureOf), now)),
)

/** Makes `FailedAttempts.succeeded`. */
const makeSucceeded = Effect.map(FailureStore, (store) =>
  Effect.fnUntraced(function* ({ familiar, forgiven }: AttemptSubjects) {
    if (familiar === undefined || forgiven === undefined) return
    const now = yield* Clock.currentTimeMillis
    yield* store.settle(forgiven, familiar, now, now + FAMILIAR_MILLIS)
  }),
)

/** Makes `FailedAttempts.proved`. */
const makeProved = Effect.gen(function* () {
  const transaction = yield* Transaction
  const check = yield* makeCheck
  const add = yield* makeAdd
  return <A, E, R>(subjects: AttemptSubjects, attempt: Effect.Effect<A, E, R>) =>
    Effect.andThen(
      check(subjects),
      Effect.tapError(attempt, () => transaction.run(add(countedKeys(subjects)))),
    )
})

/** An attempt that counts as failed until it is known. */
interface Counted {
  readonly failures: ReadonlyArray<FailureTakenBack>
  /** Whether a success has settled the attempt. */
  isSettled: boolean
}

const latestOf = (records: ReadonlyArray<FailureRecord>, { subject }: FailureKey): Timestamp | undefined =>
  records.find((record) => record.subject === subject)?.at

/** Makes the function that counts an attempt, unless there is a pause, in a unit of work that runs alone. */
const makeBegin = Effect.gen(function* () {
  const store = yield* FailureStore
  const check = yield* makeCheck
  return Effect.fnUntraced(function* (subjects: AttemptSubjects) {
    const keys = countedKeys(subjects)
    const records = yield* check(subjects)
    // The clock is read while other attempts wait, so that the times in a bucket rise.
    const at = yield* Clock.currentTimeMillis
    yield* store.add(keys.map(failureOf), at)
    const failures = keys.map((key) => ({ ...failureOf(key), at, before: latestOf(records, key) }))
    const begun: Counted = { failures, isSettled: false }
    return begun
  })
})

/** Makes `FailedAttempts.counted`. */
const makeCounted = Effect.gen(function* () {
  const { takeBack } = yield* FailureStore
  const transaction = yield* Transaction
  const alone = yield* makeAlone
  const begin = yield* makeBegin
  const add = yield* makeAdd
  const succeeded = yield* makeSucceeded
  return <A, E, R>(
    subjects: AttemptSubjects,
    attempt: (succeeded: Effect.Effect<void>) => Effect.Effect<A, E, R>,
    ofGuess: OfGuess<E, R>,
  ): Effect.Effect<A, E | LoginBusy, R> => {
    const settled = (begun: Counted) =>
      Effect.gen(function* () {
        yield* succeeded(subjects)
        yield* takeBack(begun.failures.filter(({ subject }) => subject !== "account"))
        yield* transaction.afterCommit(Effect.sync(() => void (begun.isSettled = true)))
      })
    const end = (begun: Counted, exit: Exit.Exit<A, E>): Effect.Effect<void, never, R> => {
      if (begun.isSettled) return Effect.void
      const guessed = Exit.isFailure(exit) ? ofGuess(exit.cause) : undefined
      // The person's row may be locked for long: nobody waits behind it for the count of all.
      if (guessed !== undefined) {
        const counted = transaction.inTurn(["all_guesses"], transaction.run(add([everyone])))
        return Effect.andThen(transaction.run(guessed), counted)
      }
      // If storage is away, the failure stays counted and leaks away with time.
      return Effect.ignoreCause(transaction.run(takeBack(begun.failures)))
    }
    return Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(restore(alone(subjects, begin(subjects))), (begun) =>
        Effect.onExit(restore(attempt(settled(begun))), (exit) => end(begun, exit)),
      ),
    )
  }
})
