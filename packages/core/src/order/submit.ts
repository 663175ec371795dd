/**
 * Submits an order: checks the permission, finds an earlier submission, fulfils the order and stores it. All of this is
 * one unit of work (decisions, section 12; guarantees R1, R5, R6 and R8). Where a unit of work costs round trips, an
 * order is stored by one statement, which stores nothing if what the order read has changed.
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Digest from "effect/crypto/Digest"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Base64Url from "effect/encoding/Base64Url"
import { Catalogs } from "../catalog/Catalogs.ts"
import type { LinkedCatalog } from "../catalog/rules/linked.ts"
import { InventoryStore, type InventoryWrites } from "../inventory/InventoryStore.ts"
import { captured } from "../kernel/captured.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { canonicalJson } from "../kernel/Json.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { StorageUnavailable, Transaction } from "../kernel/Transaction.ts"
import { utf8 } from "../kernel/Utf8.ts"
import type { WireJson } from "../kernel/WireJson.ts"
import { PermissionDenied } from "../permission/errors.ts"
import { PlayerNotFound } from "../player/errors.ts"
import type { Caller } from "../token/schema.ts"
import { answerAsks } from "./answerAsks.ts"
import { QuoteRate } from "./QuoteRate.ts"
import { ClaimStore } from "./ClaimStore.ts"
import type { OrderFeature } from "./enumerations.ts"
import { beginSession } from "./beginSession.ts"
import { OrderRefused, SessionRefused } from "./errors.ts"
import {
  type LookedUp,
  type OrderRow,
  OrderStore,
  type OrdersAtOnce,
  type Recalled,
  type Recalling,
} from "./OrderStore.ts"
import { encodeOrder, encodeQuote, identify, identityCount, type OrderHeader } from "./rules/encode.ts"
import { Holdings } from "./rules/holdings.ts"
import { interpret } from "./rules/interpret.ts"
import { ended, type Outcome } from "./rules/outcome.ts"
import type { Circumstances } from "./rules/run.ts"
import {
  headerOf,
  isServersOrder,
  sessionSubmitterOf,
  spellingsOf,
  type Submitter,
  submitterOf,
} from "./rules/submitter.ts"
import { rowsOf, writesOf } from "./rules/writes.ts"
import type { OrderRequest, SessionRequest } from "./schema.ts"
import { OrderSettings } from "./settings.ts"

/** Ends a unit of work that stores nothing, because the answer is known already. */
class Answered extends Data.TaggedError("Answered")<{ readonly wire: WireJson }> {}

/** Ends the unit of work of a {@link QuoteBasis}, and undoes it. */
class Based extends Data.TaggedError("Based")<{ readonly basis: QuoteBasis | { readonly wire: WireJson } }> {}

/** Ends a unit of work whose records another unit changed meanwhile. The unit is run again. */
class Conflicted extends Data.TaggedError("Conflicted") {}

/** Runs of a submission before storage counts as unavailable. The claim of the inventory makes one run suffice. */
const ATTEMPTS_MAX = 5

/** Runs of a submission without a claim. Who loses twice against others waits in line for the claim. */
const UNCLAIMED_MAX = 2

/** An order in progress: the request, its submitter, and the hash of its body (empty without a reference). */
interface Submission {
  readonly player: PlayerUuid
  readonly request: OrderRequest
  readonly submitter: Submitter
  readonly fingerprint: string
  /** The catalog that was current when the order arrived. */
  readonly catalog: LinkedCatalog
  /** Whether the order begins an inventory session. Its entries are the player's entitlements, not the request's. */
  readonly isSession: boolean
  /** Whether the unit of work is undone after it was decided, and the answer has no ids. */
  readonly isQuote: boolean
}

/** What an order would be decided on at this moment, but for the player's records. */
export interface QuoteBasis {
  readonly catalog: LinkedCatalog
  readonly header: OrderHeader
  readonly circumstances: Circumstances
}

/** The outcome of an order beyond the rate: every entry is `too_many_requests` and has no effect. */
const tooMany = ({ request, submitter }: Pick<Submission, "request" | "submitter">): Outcome => {
  const isServer = isServersOrder(submitter)
  const entries = request.entries.map((entry) => ended(isServer, entry, { _tag: "TooManyRequests" }))
  return { order: { parent: undefined, entries }, newOrders: [], changes: [], claims: [], applied: [] }
}

/** Entries that an order counts as against the rate. An empty order counts as 1: empty orders are limited too. */
const entryCountOf = ({ entries }: OrderRequest): number => Math.max(1, entries.length)

/** Ids for the outcome; `first`: the id of the order, if it was given before. */
const newIds = Effect.fnUntraced(function* (outcome: Outcome, first?: string) {
  const random = yield* SecureRandom.SecureRandom
  const ids: Array<string> = first === undefined ? [] : [first]
  const count = identityCount(outcome)
  while (ids.length < count) ids.push(yield* random.uuidV7())
  return identify(outcome, ids)
})

/** Identifies a body: the SHA-256 of its decoded form in canonical JSON. */
const fingerprintOf = Effect.fnUntraced(function* (request: OrderRequest) {
  const digest = yield* Digest.Digest
  return Base64Url.encode(yield* Effect.orDie(digest.digest(Digest.sha256, utf8(canonicalJson(request)))))
})

/** Whether the body with this `fingerprint` asked for the same order. Either body may state or omit default values. */
const isSameBody = Effect.fnUntraced(function* (submission: Submission, fingerprint: string) {
  if (submission.fingerprint === fingerprint) return true
  for (const spelling of spellingsOf(submission.request, submission.submitter)) {
    if ((yield* fingerprintOf(spelling)) === fingerprint) return true
  }
  return false
})

/** Whether the bytes of the submission are counted: those of clients. The caller of a session is a client too. */
const countsBytes = ({ isSession, submitter }: Submission): boolean => isSession || !isServersOrder(submitter)

/** Recalls what came before. */
const recall = Effect.fnUntraced(function* <A extends Recalled>(
  submission: Submission,
  from: (player: PlayerUuid, recalling: Recalling) => Effect.Effect<A | "not_found">,
) {
  const recalled = yield* from(submission.player, {
    reference: submission.request.client_order_ref_id,
    now: yield* Clock.currentTimeMillis,
    recentMillis: (yield* OrderSettings).orderEntriesWindowSeconds * 1000,
    countsBytes: countsBytes(submission),
  })
  return recalled === "not_found" ? yield* new PlayerNotFound({ code: "resource_not_found" }) : recalled
})

/** Whether the order exceeds the rate of entries or of bytes. */
const isTooMuch = Effect.fnUntraced(function* (submission: Submission, recalled: Recalled) {
  const { orderBytesPerWindowMax, orderEntriesPerWindowMax } = yield* OrderSettings
  const { request } = submission
  if (recalled.recentEntryCount + entryCountOf(request) > orderEntriesPerWindowMax) return true
  // The bytes of the request decide, not those of the outcome: if an order failed for its outcome, its sender
  // could draw again.
  return (
    countsBytes(submission) && recalled.recentByteCount + utf8(canonicalJson(request)).length > orderBytesPerWindowMax
  )
})

/**
 * The answer, if it is known before the order is interpreted. It is that of the same stored order, or that of an order
 * that exceeds the rate.
 */
const knownAnswer = Effect.fnUntraced(function* (submission: Submission, recalled: Recalled) {
  const { player, request, submitter } = submission
  const { created, precedent } = recalled
  if (precedent !== undefined) {
    if (yield* isSameBody(submission, precedent.fingerprint)) return precedent.wire
    return yield* new OrderRefused({ code: "order_ref_conflict" })
  }
  if (!(yield* isTooMuch(submission, recalled))) return undefined
  if (submission.isSession) {
    const { orderEntriesWindowSeconds: retryAfterSeconds } = yield* OrderSettings
    return yield* new SessionRefused({ code: "too_many_inventory_sessions", retryAfterSeconds })
  }
  const outcome = tooMany(submission)
  const header = headerOf(player, request, submitter, created)
  return submission.isQuote
    ? encodeQuote(header, outcome.order)
    : encodeOrder(header, outcome.order, yield* newIds(outcome))
})

/** The entries to interpret, their time, and the id of their order where it is given before. */
const begin = Effect.fnUntraced(function* (submission: Submission, claimed: Timestamp) {
  const { catalog, isSession, player, request, submitter } = submission
  if (!isSession) return { created: claimed, entries: request.entries, orderId: undefined }
  const orderId = yield* (yield* SecureRandom.SecureRandom).uuidV7()
  const { platform, uuid: submitterUuid } = submitter
  const session = { player, catalog, platform, orderId, submitterUuid, ended: claimed }
  return { ...(yield* beginSession(session)), orderId }
})

/** The features that the settings turn off. */
const disabledBy = (settings: typeof OrderSettings.Service): ReadonlyArray<OrderFeature> => [
  ...(settings.couponsEnabled ? [] : (["coupons"] as const)),
  ...(settings.dynamicBundlesEnabled ? [] : (["dynamic_bundles"] as const)),
]

const circumstancesOf = Effect.fnUntraced(function* ({ isServer, platform }: Submitter, now: Timestamp) {
  return { platform, isServer, now, disabled: disabledBy(yield* OrderSettings) } satisfies Circumstances
})

/** A submission that was decided, with what it writes. */
interface Decision {
  readonly created: Timestamp
  readonly orderId: string
  readonly outcome: Outcome
  readonly writes: InventoryWrites
  readonly rows: ReadonlyArray<OrderRow>
}

/** Decides a submission on what was recalled and what it loads: what it writes, or the answer if it writes nothing. */
const decide = Effect.fnUntraced(function* (submission: Submission, recalled: Recalled) {
  const { player, request, submitter, fingerprint, catalog } = submission
  const known = yield* knownAnswer(submission, recalled)
  if (known !== undefined) return known
  const { created, entries, orderId } = yield* begin(submission, recalled.created)

  const { source, platform, isServer } = submitter
  const order = { source, isTransaction: request.is_transaction ?? false, entries }
  const circumstances = yield* circumstancesOf(submitter, created)
  const { disabled } = circumstances
  const interpretation = interpret(catalog, order, circumstances, Holdings.empty())
  const { result: outcome, ...answers } = yield* answerAsks(interpretation, player, created)
  const header = headerOf(player, request, submitter, created)
  if (submission.isQuote) return encodeQuote(header, outcome.order)

  const ids = yield* newIds(outcome, orderId)
  const evidence = { catalogVersion: catalog.version, platform, isServer, disabled, ...answers }
  const reference = request.client_order_ref_id
  const rows = rowsOf(outcome, ids, {
    evidence,
    entryCount: entryCountOf(request),
    entryTotal: recalled.entryTotal,
    byteTotal: countsBytes(submission) ? recalled.byteTotal : undefined,
    submitter,
    reference: reference === undefined ? undefined : { id: reference, fingerprint },
    header,
  })
  const writes = writesOf(outcome, ids, submitter.uuid)
  return { created, orderId: ids.order(outcome.order), outcome, rows, writes } satisfies Decision
})

/** Whether entries got what is given once: rows of codes, which claims of all players change. */
const hasClaims = ({ applied, claims }: Outcome): boolean => claims.length + applied.length > 0

const wireOf = ({ rows }: Decision): { readonly wire: WireJson } => ({ wire: rows[0]?.wire ?? "" })

/** The unit of work: claims the inventory, recalls, interprets, then writes records, ledger, orders and claims. */
const unit = Effect.fnUntraced(function* (submission: Submission) {
  const { player } = submission
  const orders = yield* OrderStore
  const decision = yield* decide(submission, yield* recall(submission, orders.begin))
  if (typeof decision === "string") return yield* new Answered({ wire: decision })
  const { created, orderId, outcome, rows, writes } = decision
  if (outcome.changes.length > 0) {
    const applied = yield* (yield* InventoryStore).apply(player, writes, created)
    if (applied === "conflict") return yield* new Conflicted()
  }
  yield* orders.add(player, created, rows)
  if (hasClaims(outcome)) {
    const added = yield* (yield* ClaimStore).add(player, orderId, outcome, created)
    if (added === "conflict") return yield* new Conflicted()
  }
  return wireOf(decision)
})

const unavailable = new StorageUnavailable("an inventory changes faster than an order can follow it")

const once = Effect.fnUntraced(
  function* (submission: Submission) {
    return yield* (yield* Transaction).run(unit(submission))
  },
  Effect.catchTag("Answered", ({ wire }) => Effect.succeed({ wire })),
)

/** Runs the unit until it is stored or answered. */
const attempt = (
  submission: Submission,
  count: number,
): Effect.Effect<
  { readonly wire: WireJson },
  OrderRefused | PlayerNotFound | SessionRefused,
  Effect.Services<ReturnType<typeof once>>
> =>
  Effect.catchTag(once(submission), "Conflicted", () =>
    count < ATTEMPTS_MAX ? attempt(submission, count + 1) : Effect.die(unavailable),
  )

/** Decides, or answers undefined: what was loaded at several moments may not fit together. A unit of work finds out. */
const decideUnclaimed = (submission: Submission, lookedUp: LookedUp) =>
  Effect.catchDefect(decide(submission, lookedUp), (defect) =>
    defect instanceof StorageUnavailable ? Effect.die(defect) : Effect.undefined,
  )

/** Stores an order together with what its entries got once, in a unit of work. */
const withClaims = Effect.fnUntraced(
  function* (
    player: PlayerUuid,
    { created, orderId, outcome }: Decision,
    storing: Effect.Effect<"stored" | "not_stored">,
  ) {
    const claims = yield* ClaimStore
    const both = Effect.gen(function* () {
      if ((yield* storing) === "not_stored") return yield* new Conflicted()
      if ((yield* claims.add(player, orderId, outcome, created)) === "conflict") return yield* new Conflicted()
      return "stored" as const
    })
    return yield* (yield* Transaction).run(both)
  },
  Effect.catchTag("Conflicted", () => Effect.succeed("not_stored" as const)),
)

/** Runs a submission once without a claim of the inventory. Undefined: it was not stored. */
const onceUnclaimed = Effect.fnUntraced(function* (submission: Submission, { look, store }: OrdersAtOnce) {
  const lookedUp = yield* recall(submission, look)
  const decision = yield* decideUnclaimed(submission, lookedUp)
  if (typeof decision === "string") return { wire: decision }
  if (decision === undefined) return undefined
  const { rows: orders, writes } = decision
  const storing = store({ player: submission.player, lookedUp, writes, orders })
  const stored = yield* hasClaims(decision.outcome) ? withClaims(submission.player, decision, storing) : storing
  return stored === "stored" ? wireOf(decision) : undefined
})

/** Runs a submission without a claim as often as that is worth it, and then in units of work. */
const withFewRoundTrips = Effect.fnUntraced(function* (submission: Submission, atOnce: OrdersAtOnce) {
  for (let count = 0; count < UNCLAIMED_MAX; count++) {
    const answer = yield* onceUnclaimed(submission, atOnce)
    if (answer !== undefined) return answer
  }
  return yield* attempt(submission, 1)
})

const submissionOf = Effect.fnUntraced(function* (
  player: PlayerUuid,
  request: OrderRequest,
  submitter: Submitter | undefined,
  kind: "order" | "session" | "quote",
) {
  if (submitter === undefined) return yield* new PermissionDenied({ code: "insufficient_permissions" })
  const fingerprint = request.client_order_ref_id === undefined ? "" : yield* fingerprintOf(request)
  // Linking a new catalog takes long, so it happens before the unit of work holds storage.
  const { linked: catalog } = yield* (yield* Catalogs).current
  const shared = { player, request, submitter, fingerprint, catalog }
  return { ...shared, isSession: kind === "session", isQuote: kind === "quote" }
})

const carryOut = Effect.fnUntraced(function* (
  player: PlayerUuid,
  request: OrderRequest,
  submitter: Submitter | undefined,
  kind: "order" | "session" | "quote",
) {
  const submission = yield* submissionOf(player, request, submitter, kind)
  const { atOnce } = yield* OrderStore
  // A session writes while it is decided.
  return atOnce === undefined || kind !== "order"
    ? yield* attempt(submission, 1)
    : yield* withFewRoundTrips(submission, atOnce)
})

const submit = (player: PlayerUuid, request: OrderRequest, by: Caller) =>
  // Only a session is refused for its rate; an order is answered with `too_many_requests`.
  Effect.catchTag(carryOut(player, request, submitterOf(player, request, by), "order"), "SessionRefused", Effect.die)

/** Counts a quote, and answers it if the `rate` was reached, or if no further quote can be taken now. */
const counted = Effect.fnUntraced(function* (
  rate: QuoteRate,
  player: PlayerUuid,
  request: OrderRequest,
  by: Caller,
  isBusy: boolean,
) {
  const submitter = submitterOf(player, request, by)
  if (submitter === undefined) return { submitter }
  const { orderEntriesPerWindowMax: max, orderEntriesWindowSeconds } = yield* OrderSettings
  const now = yield* Clock.currentTimeMillis
  const isAdmitted = !isBusy && rate.admits(player, entryCountOf(request), now, orderEntriesWindowSeconds, max)
  if (isAdmitted) return { submitter }
  const { order } = tooMany({ request, submitter })
  return { submitter, known: { wire: encodeQuote(headerOf(player, request, submitter, now), order) } }
})

/** Quotes an order, unless `rate` was reached. */
const quote = Effect.fnUntraced(function* (rate: QuoteRate, player: PlayerUuid, request: OrderRequest, by: Caller) {
  const { known, submitter } = yield* counted(rate, player, request, by, false)
  if (known !== undefined) return known
  return yield* Effect.catchTag(carryOut(player, request, submitter, "quote"), "SessionRefused", Effect.die)
})

/** The unit of work of a {@link QuoteBasis}: it ends before anything is interpreted. */
const basisUnit = Effect.fnUntraced(function* (submission: Submission) {
  const recalled = yield* recall(submission, (yield* OrderStore).begin)
  const wire = yield* knownAnswer(submission, recalled)
  if (wire !== undefined) return yield* new Based({ basis: { wire } })
  const { catalog, player, request, submitter } = submission
  const header = headerOf(player, request, submitter, recalled.created)
  const circumstances = yield* circumstancesOf(submitter, recalled.created)
  return yield* new Based({
    basis: { catalog, header, circumstances: { ...circumstances, isServer: isServersOrder(submitter) } },
  })
})

/** What a quote would be decided on, or its answer if that is known already. */
const quoteBasis = Effect.fnUntraced(
  function* (rate: QuoteRate, player: PlayerUuid, request: OrderRequest, by: Caller, isBusy: boolean) {
    const { known, submitter } = yield* counted(rate, player, request, by, isBusy)
    if (known !== undefined) return known
    const submission = yield* submissionOf(player, request, submitter, "quote")
    return yield* (yield* Transaction).run(basisUnit(submission))
  },
  Effect.catchTag("Based", ({ basis }) => Effect.succeed(basis)),
  Effect.catchTag("SessionRefused", Effect.die),
)

const startSession = (player: PlayerUuid, { client_order_ref_id }: SessionRequest, by: Caller) => {
  const reference = client_order_ref_id === undefined ? undefined : { client_order_ref_id }
  const request: OrderRequest = { ...reference, source: "ENTITLEMENTS", entries: [] }
  return carryOut(player, request, sessionSubmitterOf(player, by), "session")
}

const services = captured(
  Catalogs,
  ClaimStore,
  Digest.Digest,
  InventoryStore,
  OrderSettings,
  OrderStore,
  SecureRandom.SecureRandom,
  Transaction,
)

/** The `submit`, `quote`, `quoteBasis` and `startSession` of the Orders service. */
export const makeSubmissions = Effect.map(services, (withServices) => {
  const rate = new QuoteRate()
  return {
    quote: (player: PlayerUuid, request: OrderRequest, by: Caller) => withServices(quote(rate, player, request, by)),
    quoteBasis: (player: PlayerUuid, request: OrderRequest, by: Caller, isBusy: boolean) =>
      withServices(quoteBasis(rate, player, request, by, isBusy)),
    submit: (player: PlayerUuid, request: OrderRequest, by: Caller) => withServices(submit(player, request, by)),
    startSession: (player: PlayerUuid, request: SessionRequest, by: Caller) =>
      withServices(startSession(player, request, by)),
  }
})
