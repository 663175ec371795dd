/**
 * Submits an order: checks the permission, finds an earlier submission, fulfils the order and stores it (decisions,
 * section 12; guarantees R1, R5, R6 and R8). An order is decided on a basis that was read, and is stored only if that
 * still holds; otherwise it is decided again.
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { Catalogs } from "../catalog/Catalogs.ts"
import type { LinkedCatalog } from "../catalog/rules/linked.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { tell } from "../kernel/work/Tally.ts"
import { StorageUnavailable, Transaction } from "../kernel/work/Transaction.ts"
import type { WireJson } from "../kernel/wire/WireJson.ts"
import { PermissionDenied } from "../permission/errors.ts"
import type { PlayerNotFound } from "../player/errors.ts"
import type { Caller } from "../kernel/Caller.ts"
import { makeBeginSession } from "./beginSession.ts"
import { type BegunOrder, makeBasisOf, makeDecide, makeFingerprintOf, makeKnownAnswer } from "./decide.ts"
import type { OrderRefused, SessionRefused } from "./errors.ts"
import { type DecidedOrder, OrderStore } from "./OrderStore.ts"
import { QuoteRate } from "./QuoteRate.ts"
import { encodeQuote, type OrderHeader } from "./rules/wire/encode.ts"
import type { Circumstances } from "./rules/interpret/run.ts"
import {
  bodyOf,
  circumstancesOf,
  entryCountOf,
  type Submission,
  type SubmissionKind,
  tooMany,
} from "./rules/submission.ts"
import { headerOf, isServersOrder, sessionSubmitterOf, type Submitter, submitterOf } from "./rules/submitter.ts"
import type { OrderRequest, SessionRequest } from "./schema.ts"
import { codesIn } from "./rules/wrongCodes.ts"
import { OrderSettings } from "./settings.ts"
import { WrongCodes } from "./WrongCodes.ts"

/** Ends a run that has nothing to store. Its unit of work, if it has one, need not wait for a COMMIT. */
class Answered extends Data.TaggedError("Answered")<{ readonly wire: WireJson }> {}

/** Ends a run that stored nothing, because another unit of work has changed what it read. The run is repeated. */
class Overtaken extends Data.TaggedError("Overtaken") {}

/** The unit of work that submitted an order has to be undone, and may be run again: another one was faster. */
export class OrderOvertaken extends Data.TaggedError("OrderOvertaken") {}

/** Runs without a lock. An order that is overtaken twice waits in line for the lock. */
const UNLOCKED_RUNS_MAX = 2

/** Runs with the lock before storage counts as unavailable. The lock makes one run suffice, but for the first order. */
const LOCKED_RUNS_MAX = 5

/** What an order would be decided on at this moment, but for the player's records. */
export interface QuoteBasis {
  readonly catalog: LinkedCatalog
  readonly header: OrderHeader
  readonly circumstances: Circumstances
}

/** What a submission is answered with, or how it fails. */
type Submitted = Effect.Effect<{ readonly wire: WireJson }, OrderRefused | PlayerNotFound | SessionRefused>

const unavailable = new StorageUnavailable("an inventory changes faster than an order can follow it", {
  trouble: "busy",
})

/** The order as it is answered. */
const wireOf = ({ orders }: DecidedOrder): { readonly wire: WireJson } => ({ wire: orders[0]?.wire ?? "" })

/** Makes the function that runs a submission until it is stored or answered. */
const makeRun = Effect.gen(function* () {
  const { beginsWithoutLock, store } = yield* OrderStore
  const transaction = yield* Transaction
  const basisOf = yield* makeBasisOf
  const knownAnswer = yield* makeKnownAnswer
  const beginSession = yield* makeBeginSession
  const decide = yield* makeDecide

  /** Without a lock, what was loaded at several moments may not fit together. */
  const decidedUnlocked = (submission: Submission, begun: BegunOrder) =>
    Effect.catchDefect(decide.order(submission, begun), (defect) =>
      defect instanceof StorageUnavailable ? Effect.die(defect) : Effect.fail(new Overtaken()),
    )

  /** Reads the basis, decides, and stores. */
  const once = Effect.fnUntraced(function* once(submission: Submission, lock: "locked" | "unlocked") {
    const { kind, request } = submission
    const basis = yield* basisOf(submission, lock)
    const known = yield* knownAnswer(submission, basis)
    if (known !== undefined) return yield* new Answered({ wire: known })
    if (kind === "quote") return yield* new Answered({ wire: yield* decide.quote(submission, basis) })
    const begun = kind === "order" ? { basis, entries: request.entries } : yield* beginSession(submission, basis)
    if (begun === undefined) return yield* new Overtaken()
    const order = yield* lock === "locked" ? decide.order(submission, begun) : decidedUnlocked(submission, begun)
    return (yield* store(order)) === "stored" ? wireOf(order) : yield* new Overtaken()
  })

  const run = (submission: Submission, count: number): Submitted => {
    const isUnlocked = count <= UNLOCKED_RUNS_MAX
    if (count > UNLOCKED_RUNS_MAX + LOCKED_RUNS_MAX) return Effect.die(unavailable)
    const running = isUnlocked ? once(submission, "unlocked") : transaction.run(once(submission, "locked"))
    return Effect.catchTags(running, {
      Answered: ({ wire }) => Effect.succeed({ wire }),
      Overtaken: () => run(submission, count + 1),
    })
  }

  /** A run in the unit of work in progress, which holds the inventory locked and has to be undone if overtaken. */
  const inUnit = (submission: Submission) =>
    once(submission, "locked").pipe(
      Effect.catchTag("Answered", ({ wire }) => Effect.succeed({ wire })),
      Effect.catchTag("Overtaken", () => Effect.fail(new OrderOvertaken())),
      Effect.catchTag("SessionRefused", Effect.die),
    )

  // A session writes before it is decided. What a quote loads must fit together, because nothing compares it later.
  const begin = (submission: Submission) =>
    run(submission, beginsWithoutLock && submission.kind === "order" ? 1 : UNLOCKED_RUNS_MAX + 1)
  return { begin, inUnit }
})

/**
 * Makes the function that says whether a client's order names promotion codes while too many wrong ones were tried, and
 * counts its wrong ones. A server knows its codes; what it submits as a client counts for the player alone.
 */
const makeIsGuessing = Effect.map(
  WrongCodes,
  (wrongCodes) =>
    (player: PlayerUuid, { entries }: OrderRequest, submitter: Submitter, catalog: LinkedCatalog, address: string) =>
      Effect.gen(function* () {
        if (isServersOrder(submitter)) return false
        const { named, wrong } = codesIn(catalog, entries, yield* Clock.currentTimeMillis)
        return named > 0 && !(yield* wrongCodes.admits(player, submitter.isServer ? "" : address, wrong))
      }),
)

/**
 * Makes the function that prepares a submission: it finds the catalog, identifies the body, and counts wrong promotion
 * codes. An order that is sent again counts its codes again, and is answered as it was.
 */
const makeSubmissionOf = Effect.gen(function* () {
  const catalogs = yield* Catalogs
  const fingerprintOf = yield* makeFingerprintOf
  const isGuessingOf = yield* makeIsGuessing

  return Effect.fnUntraced(function* submissionOf(
    player: PlayerUuid,
    request: OrderRequest,
    submitter: Submitter | undefined,
    kind: SubmissionKind,
    address: string,
  ) {
    if (submitter === undefined) return yield* new PermissionDenied({ code: "insufficient_permissions" })
    const body = bodyOf({ kind, request, submitter })
    const fingerprint = request.client_order_ref_id === undefined ? "" : yield* fingerprintOf(body)
    // Linking a new catalog takes long, so it happens before the unit of work holds storage.
    const { linked: catalog } = yield* catalogs.current
    const isGuessing = yield* isGuessingOf(player, request, submitter, catalog, address)
    return { player, request, submitter, body, fingerprint, catalog, kind, isGuessing } satisfies Submission
  })
})

/** Tells the tally in force of the order that was answered. */
const counting = <E, R>(work: Effect.Effect<{ readonly wire: WireJson }, E, R>) =>
  Effect.tap(work, ({ wire }) => tell((tally) => tally.ordered(wire)))

/** Counts a quote, and answers it if the `rate` was reached, or if no further quote can be taken now. */
const makeCounted = Effect.map(OrderSettings, (settings) => {
  const { orderEntriesPerWindowMax: max, orderEntriesWindowSeconds } = settings
  const rate = new QuoteRate()
  return Effect.fnUntraced(function* counted(player: PlayerUuid, request: OrderRequest, by: Caller, isBusy: boolean) {
    const submitter = submitterOf(player, request, by)
    if (submitter === undefined) return { submitter }
    const now = yield* Clock.currentTimeMillis
    const isAdmitted = !isBusy && rate.admits(player, entryCountOf(request), now, orderEntriesWindowSeconds, max)
    if (isAdmitted) return { submitter }
    const { order } = tooMany({ request, submitter })
    return { submitter, known: { wire: encodeQuote(headerOf(player, request, submitter, now), order) } }
  })
})

/** Makes the function that finds the {@link QuoteBasis} of a submission, or its answer if that is known already. */
const makeQuoteBasisOf = Effect.gen(function* () {
  const settings = yield* OrderSettings
  const basisOf = yield* makeBasisOf
  const knownAnswer = yield* makeKnownAnswer

  return Effect.fnUntraced(function* quoteBasisOf(submission: Submission) {
    const basis = yield* basisOf(submission, "unlocked")
    const wire = yield* knownAnswer(submission, basis)
    if (wire !== undefined) return { wire }
    const { catalog, player, request, submitter } = submission
    const header = headerOf(player, request, submitter, basis.created)
    const circumstances = circumstancesOf(submitter, settings, basis.created)
    const isServer = isServersOrder(submitter)
    return { catalog, header, circumstances: { ...circumstances, isServer } } satisfies QuoteBasis
  })
})

/**
 * Makes `submit`, `submitInUnit`, `quote`, `quoteBasis` and `startSession` of the Orders service. They look their
 * services up once, because an order takes many steps.
 */
export const makeSubmissions = Effect.gen(function* () {
  const transaction = yield* Transaction
  const { begin, inUnit } = yield* makeRun
  const submissionOf = yield* makeSubmissionOf
  const counted = yield* makeCounted
  const quoteBasisOf = yield* makeQuoteBasisOf

  const carryOut = Effect.fnUntraced(function* carryOut(
    player: PlayerUuid,
    request: OrderRequest,
    submitter: Submitter | undefined,
    kind: SubmissionKind,
    address: string,
  ) {
    const submission = yield* submissionOf(player, request, submitter, kind, address)
    return yield* transaction.ofOwner(player, begin(submission))
  })

  const submitInUnit = Effect.fnUntraced(function* submittedInUnit(
    player: PlayerUuid,
    request: OrderRequest,
    by: Caller,
  ) {
    return yield* inUnit(yield* submissionOf(player, request, submitterOf(player, request, by), "order", ""))
  })

  const submit = (player: PlayerUuid, request: OrderRequest, by: Caller, address = "") =>
    // Only a session is refused for its rate; an order is answered with `too_many_requests`.
    Effect.catchTag(
      carryOut(player, request, submitterOf(player, request, by), "order", address),
      "SessionRefused",
      Effect.die,
    ).pipe(counting)

  /** Quotes an order, unless the rate was reached. */
  const quote = Effect.fnUntraced(function* quoted(
    player: PlayerUuid,
    request: OrderRequest,
    by: Caller,
    address = "",
  ) {
    const { known, submitter } = yield* counted(player, request, by, false)
    if (known !== undefined) return known
    return yield* Effect.catchTag(carryOut(player, request, submitter, "quote", address), "SessionRefused", Effect.die)
  })

  /** What a quote would be decided on, or its answer if that is known already. */
  const quoteBasis = Effect.fnUntraced(function* basisOfQuote(
    player: PlayerUuid,
    request: OrderRequest,
    by: Caller,
    isBusy: boolean,
    address = "",
  ) {
    const { known, submitter } = yield* counted(player, request, by, isBusy)
    if (known !== undefined) return known
    const submission = yield* submissionOf(player, request, submitter, "quote", address)
    return yield* Effect.catchTag(quoteBasisOf(submission), "SessionRefused", Effect.die)
  })

  const startSession = (player: PlayerUuid, { client_order_ref_id }: SessionRequest, by: Caller) => {
    const reference = client_order_ref_id === undefined ? undefined : { client_order_ref_id }
    const request: OrderRequest = { ...reference, source: "ENTITLEMENTS", entries: [] }
    return counting(carryOut(player, request, sessionSubmitterOf(player, by), "session", ""))
  }

  return { submit, submitInUnit, quote, quoteBasis, startSession }
})
