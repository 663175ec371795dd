/**
 * Submits an order: checks the permission, finds an earlier submission, fulfils the order and stores it. All of this is
 * one unit of work (decisions, section 12; guarantees R1, R5, R6 and R8). Where a unit of work costs round trips, an
 * order is first tried without one (unclaimed.ts).
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { Catalogs } from "../catalog/Catalogs.ts"
import type { LinkedCatalog } from "../catalog/rules/linked.ts"
import { InventoryStore } from "../inventory/InventoryStore.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { StorageUnavailable, Transaction } from "../kernel/Transaction.ts"
import type { WireJson } from "../kernel/WireJson.ts"
import { PermissionDenied } from "../permission/errors.ts"
import type { PlayerNotFound } from "../player/errors.ts"
import type { Caller } from "../kernel/Caller.ts"
import { ClaimStore } from "./ClaimStore.ts"
import {
  type Decide,
  hasClaims,
  makeDecide,
  makeFingerprintOf,
  makeKnownAnswer,
  makeRecall,
  type Recall,
  wireOf,
} from "./decide.ts"
import type { OrderRefused, SessionRefused } from "./errors.ts"
import { OrderStore } from "./OrderStore.ts"
import { QuoteRate } from "./QuoteRate.ts"
import { encodeQuote, type OrderHeader } from "./rules/encode.ts"
import type { Circumstances } from "./rules/run.ts"
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
import { makeUnclaimed } from "./unclaimed.ts"
import { WrongCodes } from "./WrongCodes.ts"

/** Ends a unit of work that stores nothing, because the answer is known already. */
class Answered extends Data.TaggedError("Answered")<{ readonly wire: WireJson }> {}

/** Ends the unit of work of a {@link QuoteBasis}, and undoes it. */
class Based extends Data.TaggedError("Based")<{ readonly basis: QuoteBasis | { readonly wire: WireJson } }> {}

/** Ends a unit of work whose records another unit changed meanwhile. The unit is run again. */
class Conflicted extends Data.TaggedError("Conflicted") {}

/** Runs of a submission before storage counts as unavailable. The claim of the inventory makes one run suffice. */
const ATTEMPTS_MAX = 5

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

/** Makes the function that runs a submission in a unit of work, until it is stored or answered. */
const makeClaimed = Effect.fnUntraced(function* (recall: Recall, decide: Decide) {
  const orders = yield* OrderStore
  const inventory = yield* InventoryStore
  const claims = yield* ClaimStore
  const transaction = yield* Transaction

  /** Claims the inventory, recalls, interprets, then writes records, ledger, orders and claims. */
  const unit = Effect.fnUntraced(function* (submission: Submission) {
    const { player } = submission
    const decision = yield* decide(submission, yield* recall(submission, orders.begin))
    if (typeof decision === "string") return yield* new Answered({ wire: decision })
    const { created, orderId, outcome, rows, writes } = decision
    if (outcome.changes.length > 0) {
      const applied = yield* inventory.apply(player, writes, created)
      if (applied === "conflict") return yield* new Conflicted()
    }
    yield* orders.add(player, created, rows)
    if (hasClaims(decision)) {
      const added = yield* claims.add(player, orderId, outcome, created)
      if (added === "conflict") return yield* new Conflicted()
    }
    return wireOf(decision)
  })

  const attempt = (submission: Submission, count: number): Submitted =>
    Effect.catchTags(transaction.run(unit(submission)), {
      Answered: ({ wire }) => Effect.succeed({ wire }),
      Conflicted: () => (count < ATTEMPTS_MAX ? attempt(submission, count + 1) : Effect.die(unavailable)),
    })

  return (submission: Submission) => attempt(submission, 1)
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

  return Effect.fnUntraced(function* (
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

/** Counts a quote, and answers it if the `rate` was reached, or if no further quote can be taken now. */
const makeCounted = Effect.map(OrderSettings, (settings) => {
  const { orderEntriesPerWindowMax: max, orderEntriesWindowSeconds } = settings
  const rate = new QuoteRate()
  return Effect.fnUntraced(function* (player: PlayerUuid, request: OrderRequest, by: Caller, isBusy: boolean) {
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
const makeBasisOf = Effect.fnUntraced(function* (recall: Recall) {
  const orders = yield* OrderStore
  const settings = yield* OrderSettings
  const transaction = yield* Transaction
  const knownAnswer = yield* makeKnownAnswer

  /** The unit of work ends before anything is interpreted. */
  const unit = Effect.fnUntraced(function* (submission: Submission) {
    const recalled = yield* recall(submission, orders.begin)
    const wire = yield* knownAnswer(submission, recalled)
    if (wire !== undefined) return yield* new Based({ basis: { wire } })
    const { catalog, player, request, submitter } = submission
    const header = headerOf(player, request, submitter, recalled.created)
    const circumstances = circumstancesOf(submitter, settings, recalled.created)
    return yield* new Based({
      basis: { catalog, header, circumstances: { ...circumstances, isServer: isServersOrder(submitter) } },
    })
  })

  return (submission: Submission) =>
    Effect.catchTag(transaction.ofOwner(submission.player, transaction.run(unit(submission))), "Based", ({ basis }) =>
      Effect.succeed(basis),
    )
})

/**
 * Makes the `submit`, `quote`, `quoteBasis` and `startSession` of the Orders service. They look their services up once,
 * because an order takes many steps.
 */
export const makeSubmissions = Effect.gen(function* () {
  const { atOnce } = yield* OrderStore
  const transaction = yield* Transaction
  const recall = yield* makeRecall
  const decide = yield* makeDecide
  const claimed = yield* makeClaimed(recall, decide)
  const unclaimed = atOnce === undefined ? undefined : yield* makeUnclaimed(atOnce, recall, decide)
  const submissionOf = yield* makeSubmissionOf
  const counted = yield* makeCounted
  const basisOf = yield* makeBasisOf(recall)

  const stored = Effect.fnUntraced(function* (submission: Submission) {
    // A session writes while it is decided.
    const answer = unclaimed === undefined || submission.kind !== "order" ? undefined : yield* unclaimed(submission)
    return answer ?? (yield* claimed(submission))
  })

  const carryOut = Effect.fnUntraced(function* (
    player: PlayerUuid,
    request: OrderRequest,
    submitter: Submitter | undefined,
    kind: SubmissionKind,
    address: string,
  ) {
    const submission = yield* submissionOf(player, request, submitter, kind, address)
    return yield* transaction.ofOwner(player, stored(submission))
  })

  const submit = (player: PlayerUuid, request: OrderRequest, by: Caller, address = "") =>
    // Only a session is refused for its rate; an order is answered with `too_many_requests`.
    Effect.catchTag(
      carryOut(player, request, submitterOf(player, request, by), "order", address),
      "SessionRefused",
      Effect.die,
    )

  /** Quotes an order, unless the rate was reached. */
  const quote = Effect.fnUntraced(function* (player: PlayerUuid, request: OrderRequest, by: Caller, address = "") {
    const { known, submitter } = yield* counted(player, request, by, false)
    if (known !== undefined) return known
    return yield* Effect.catchTag(carryOut(player, request, submitter, "quote", address), "SessionRefused", Effect.die)
  })

  /** What a quote would be decided on, or its answer if that is known already. */
  const quoteBasis = Effect.fnUntraced(function* (
    player: PlayerUuid,
    request: OrderRequest,
    by: Caller,
    isBusy: boolean,
    address = "",
  ) {
    const { known, submitter } = yield* counted(player, request, by, isBusy)
    if (known !== undefined) return known
    const submission = yield* submissionOf(player, request, submitter, "quote", address)
    return yield* Effect.catchTag(basisOf(submission), "SessionRefused", Effect.die)
  })

  const startSession = (player: PlayerUuid, { client_order_ref_id }: SessionRequest, by: Caller) => {
    const reference = client_order_ref_id === undefined ? undefined : { client_order_ref_id }
    const request: OrderRequest = { ...reference, source: "ENTITLEMENTS", entries: [] }
    return carryOut(player, request, sessionSubmitterOf(player, by), "session", "")
  }

  return { submit, quote, quoteBasis, startSession }
})
