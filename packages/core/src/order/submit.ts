/**
 * Submits an order: checks the permission, finds an earlier submission, fulfils the order and stores it. All of this is
 * one unit of work (decisions, section 12; guarantees R1, R5, R6 and R8).
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Digest from "effect/crypto/Digest"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Base64Url from "effect/encoding/Base64Url"
import { Catalogs } from "../catalog/Catalogs.ts"
import type { LinkedCatalog } from "../catalog/rules/linked.ts"
import { InventoryStore } from "../inventory/InventoryStore.ts"
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
import { OrderStore, type Recalled } from "./OrderStore.ts"
import { encodeOrder, encodeQuote, identify, identityCount } from "./rules/encode.ts"
import { Holdings } from "./rules/holdings.ts"
import { interpret } from "./rules/interpret.ts"
import { ended, type Outcome } from "./rules/outcome.ts"
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

/** Ends a unit of work whose records another unit changed meanwhile. The unit is run again. */
class Conflicted extends Data.TaggedError("Conflicted") {}

/** Runs of a submission before storage counts as unavailable. The claim of the inventory makes one run suffice. */
const ATTEMPTS_MAX = 5

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

/** Claims the inventory and recalls what came before. */
const recall = Effect.fnUntraced(function* (submission: Submission) {
  const { player, request } = submission
  const recalled = yield* (yield* OrderStore).begin(player, {
    reference: request.client_order_ref_id,
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

/** The unit of work: claims the inventory, recalls, interprets, then writes records, ledger, orders and claims. */
const unit = Effect.fnUntraced(function* (submission: Submission) {
  const { player, request, submitter, fingerprint, catalog } = submission
  const inventory = yield* InventoryStore
  const recalled = yield* recall(submission)
  const known = yield* knownAnswer(submission, recalled)
  if (known !== undefined) return yield* new Answered({ wire: known })
  const { created, entries, orderId } = yield* begin(submission, recalled.created)

  const { source, platform, isServer } = submitter
  const order = { source, isTransaction: request.is_transaction ?? false, entries }
  const disabled = disabledBy(yield* OrderSettings)
  const circumstances = { platform, isServer, now: created, disabled }
  const interpretation = interpret(catalog, order, circumstances, Holdings.empty())
  const { result: outcome, ...answers } = yield* answerAsks(interpretation, player, created)
  const header = headerOf(player, request, submitter, created)
  if (submission.isQuote) return yield* new Answered({ wire: encodeQuote(header, outcome.order) })

  const ids = yield* newIds(outcome, orderId)
  if (outcome.changes.length > 0) {
    const applied = yield* inventory.apply(player, writesOf(outcome, ids, submitter.uuid), created)
    if (applied === "conflict") return yield* new Conflicted()
  }
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
  yield* (yield* OrderStore).add(player, created, rows)
  if (outcome.claims.length + outcome.applied.length > 0) {
    const added = yield* (yield* ClaimStore).add(player, ids.order(outcome.order), outcome, created)
    if (added === "conflict") return yield* new Conflicted()
  }
  return { wire: rows[0]?.wire ?? "" }
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

const carryOut = Effect.fnUntraced(function* (
  player: PlayerUuid,
  request: OrderRequest,
  submitter: Submitter | undefined,
  kind: "order" | "session" | "quote",
) {
  if (submitter === undefined) return yield* new PermissionDenied({ code: "insufficient_permissions" })
  const fingerprint = request.client_order_ref_id === undefined ? "" : yield* fingerprintOf(request)
  // Linking a new catalog takes long, so it happens before the unit of work holds storage.
  const { linked: catalog } = yield* (yield* Catalogs).current
  return yield* attempt(
    { player, request, submitter, fingerprint, catalog, isSession: kind === "session", isQuote: kind === "quote" },
    1,
  )
})

const submit = (player: PlayerUuid, request: OrderRequest, by: Caller) =>
  // Only a session is refused for its rate; an order is answered with `too_many_requests`.
  Effect.catchTag(carryOut(player, request, submitterOf(player, request, by), "order"), "SessionRefused", Effect.die)

/** Quotes an order, unless `rate` was reached. */
const quote = Effect.fnUntraced(function* (rate: QuoteRate, player: PlayerUuid, request: OrderRequest, by: Caller) {
  const submitter = submitterOf(player, request, by)
  const { orderEntriesPerWindowMax: max, orderEntriesWindowSeconds } = yield* OrderSettings
  const now = yield* Clock.currentTimeMillis
  if (submitter !== undefined && !rate.admits(player, entryCountOf(request), now, orderEntriesWindowSeconds, max)) {
    const { order } = tooMany({ request, submitter })
    return { wire: encodeQuote(headerOf(player, request, submitter, now), order) }
  }
  return yield* Effect.catchTag(carryOut(player, request, submitter, "quote"), "SessionRefused", Effect.die)
})

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

/** The `submit`, `quote` and `startSession` of the Orders service. */
export const makeSubmissions = Effect.map(services, (withServices) => {
  const rate = new QuoteRate()
  return {
    quote: (player: PlayerUuid, request: OrderRequest, by: Caller) => withServices(quote(rate, player, request, by)),
    submit: (player: PlayerUuid, request: OrderRequest, by: Caller) => withServices(submit(player, request, by)),
    startSession: (player: PlayerUuid, request: SessionRequest, by: Caller) =>
      withServices(startSession(player, request, by)),
  }
})
