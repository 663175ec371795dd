/** Failed credentials and the pauses that they cost (decisions, section 4, step 2; guarantees R24). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Mac from "effect/crypto/Mac"
import { Environment } from "../environment/Environment.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { utf8 } from "../kernel/Utf8.ts"
import { LoginBusy } from "./errors.ts"
import { type FailureAdded, type FailureKey, FailureStore } from "./FailureStore.ts"
import { addressScope } from "./rules/address.ts"
import { FAILURE_LIMITS, type FailureSubject, FAMILIAR_MILLIS, longestPauseMillis } from "./rules/throttle.ts"

/** The buckets that one attempt belongs to. */
export interface AttemptSubjects {
  /** Of everybody at the address, or of the client alone that has proved itself from there before. */
  readonly address: FailureKey
  /** Present when the attempt names an account whose secret could be guessed. */
  readonly account: FailureKey | undefined
  /** Who is attempted, together with the address: made familiar by success. */
  readonly familiar: FailureKey | undefined
  /** What success empties. */
  readonly forgiven: FailureKey | undefined
}

/** Counts failed credentials per account, per address and in all, and says who has to wait. */
export class FailedAttempts extends Context.Service<
  FailedAttempts,
  {
    /** The buckets of an attempt from `address` on `account`. */
    readonly subjectsOf: (address: string, account: string | undefined) => Effect.Effect<AttemptSubjects>
    /**
     * The buckets of an attempt from `address` by a client that logs in as itself. A client has no bucket of its own
     * that strangers elsewhere could fill; and one that is familiar to the address does not wait for its neighbours
     * there.
     */
    readonly subjectsOfClient: (address: string, clientId: string) => Effect.Effect<AttemptSubjects>
    /** Fails with `too_many_attempts` while one of the buckets asks for a pause. */
    readonly check: (subjects: AttemptSubjects) => Effect.Effect<void, LoginBusy>
    /** Counts a credential that was not proved. */
    readonly failed: (subjects: AttemptSubjects) => Effect.Effect<void>
    /** Forgets its own failures and makes the address familiar to it, in the caller's unit of work. */
    readonly succeeded: (subjects: AttemptSubjects) => Effect.Effect<void>
  }
>()("@garrison/core/login/FailedAttempts") {
  static readonly layer = Layer.effect(
    FailedAttempts,
    Effect.gen(function* () {
      const store = yield* FailureStore
      const transaction = yield* Transaction
      const keyOf = yield* makeKeyOf

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

      const check = Effect.fnUntraced(function* (subjects: AttemptSubjects) {
        const records = yield* store.read(keysOf(subjects))
        const pause = records.length === 0 ? 0 : longestPauseMillis(records, yield* Clock.currentTimeMillis)
        if (pause > 0) {
          yield* new LoginBusy({ code: "too_many_attempts", retryAfterSeconds: Math.ceil(pause / 1000) })
        }
      })

      const failed = Effect.fnUntraced(function* (subjects: AttemptSubjects) {
        const failures = keysOf(subjects).flatMap((key) => (key.subject === "familiar" ? [] : [failureOf(key)]))
        yield* transaction.run(store.add(failures, yield* Clock.currentTimeMillis))
      })

      const succeeded = Effect.fnUntraced(function* ({ familiar, forgiven }: AttemptSubjects) {
        if (familiar === undefined || forgiven === undefined) return
        const now = yield* Clock.currentTimeMillis
        yield* store.settle(forgiven, familiar, now, now + FAMILIAR_MILLIS)
      })

      return { subjectsOf, subjectsOfClient, check, failed, succeeded }
    }),
  )
}

/** The buckets of an attempt that names nobody whose secret could be guessed. */
export const onlyAddress = (address: FailureKey): AttemptSubjects => ({
  address,
  account: undefined,
  familiar: undefined,
  forgiven: undefined,
})

/** The one bucket of the whole service. */
const everyone: FailureKey = { subject: "all", bucket: 0 }

// Where there is no account to guess at, a pause for everybody would protect nothing and shut everybody out.
const keysOf = ({ account, address, familiar }: AttemptSubjects): ReadonlyArray<FailureKey> =>
  account === undefined || familiar === undefined ? [address] : [account, address, everyone, familiar]

const failureOf = (key: FailureKey): FailureAdded => {
  const { leakMillis, failuresMax } = FAILURE_LIMITS[key.subject as FailureSubject]
  return { ...key, leakMillis, forgottenAfterMaxMillis: leakMillis * failuresMax }
}

/** Bits of a bucket number: few where anybody can make keys up, many where only proved logins do. */
const bucketBits: Readonly<Record<FailureKey["subject"], number>> = { account: 20, address: 20, all: 0, familiar: 48 }

/** Keys are HMACs under the environment's secret, so that a database does not tell who failed from where. */
const makeKeyOf = Effect.gen(function* () {
  const mac = yield* Mac.Mac
  const environment = yield* Environment
  const key = yield* Mac.key(Mac.hmacSha256, environment.cursorSecret).pipe(Effect.orDie)
  return (subject: FailureKey["subject"], text: string): Effect.Effect<FailureKey> =>
    mac.sign(key, utf8(`login_failure|${subject}|${text}`)).pipe(
      Effect.map((tag) => {
        const number = tag.subarray(0, 6).reduce((value, byte) => value * 256 + byte, 0)
        return { subject, bucket: number % 2 ** bucketBits[subject] }
      }),
      Effect.orDie,
    )
})
