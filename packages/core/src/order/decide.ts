/** Decides a submission: the answer that is known already, or the outcome of its entries with the rows to store. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Digest from "effect/crypto/Digest"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Base64Url from "effect/encoding/Base64Url"
import { InventoryStore, type InventoryWrites } from "../inventory/InventoryStore.ts"
import { captured } from "../kernel/captured.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { canonicalJson } from "../kernel/Json.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { utf8 } from "../kernel/Utf8.ts"
import type { WireJson } from "../kernel/WireJson.ts"
import { inParts } from "../kernel/Work.ts"
import { PlayerNotFound } from "../player/errors.ts"
import { beginSession } from "./beginSession.ts"
import { ClaimStore } from "./ClaimStore.ts"
import { OrderRefused, SessionRefused } from "./errors.ts"
import { makeInterpretStored } from "./interpretStored.ts"
import type { OrderEvidence, OrderRow, Recalled, Recalling } from "./OrderStore.ts"
import {
  encodeOrder,
  encodeQuote,
  encodingOrder,
  encodingQuote,
  type Identities,
  identify,
  identityCount,
} from "./rules/encode.ts"
import type { Evidence } from "./rules/evidence.ts"
import type { Outcome } from "./rules/outcome.ts"
import {
  circumstancesOf,
  countsBytes,
  entryCountOf,
  isTooMuch,
  recallingOf,
  type Submission,
  tooMany,
} from "./rules/submission.ts"
import { headerOf, spellingsOf } from "./rules/submitter.ts"
import { rowsOf, type SubmissionFacts, writesOf } from "./rules/writes.ts"
import { makeSealOrders } from "./sealOrders.ts"
import { OrderSettings } from "./settings.ts"

/** A submission that was decided, with what it writes. */
export interface Decision {
  readonly created: Timestamp
  readonly orderId: string
  readonly outcome: Outcome
  readonly writes: InventoryWrites
  readonly rows: ReadonlyArray<OrderRow>
}

/** Whether entries got what is given once: rows of codes, which claims of all players change. */
export const hasClaims = ({ outcome: { applied, claims } }: Decision): boolean => claims.length + applied.length > 0

/** The order as it is answered. */
export const wireOf = ({ rows }: Decision): { readonly wire: WireJson } => ({ wire: rows[0]?.wire ?? "" })

/** What was recalled, and the token that the order leaves behind. */
export type Begun<A extends Recalled = Recalled> = A & Pick<Recalling, "token">

/** Makes the function that recalls what came before a submission. */
export const makeRecall = Effect.gen(function* () {
  const settings = yield* OrderSettings
  const random = yield* SecureRandom.SecureRandom
  return Effect.fnUntraced(function* <A extends Recalled>(
    submission: Submission,
    from: (player: PlayerUuid, recalling: Recalling) => Effect.Effect<A | "not_found">,
  ) {
    const now = yield* Clock.currentTimeMillis
    const token = yield* random.uuidV4()
    const recalled = yield* from(submission.player, recallingOf(submission, settings, now, token))
    if (recalled === "not_found") return yield* new PlayerNotFound({ code: "resource_not_found" })
    return { ...recalled, token } satisfies Begun<A>
  })
})

/** Makes the function that identifies a body in canonical JSON: its SHA-256. */
export const makeFingerprintOf = Effect.map(
  Digest.Digest,
  (digest) => (body: string) =>
    Effect.map(Effect.orDie(digest.digest(Digest.sha256, utf8(body))), (hash) => Base64Url.encode(hash)),
)

/** Makes the function that gives an outcome ids; `first`: the id of the order, if it was given before. */
const makeNewIds = Effect.map(SecureRandom.SecureRandom, (random) => {
  const newId = random.uuidV7()
  return Effect.fnUntraced(function* (outcome: Outcome, first?: string) {
    const ids: Array<string> = first === undefined ? [] : [first]
    const count = identityCount(outcome)
    while (ids.length < count) ids.push(yield* newId)
    return identify(outcome, ids)
  })
})

/**
 * Makes the function that finds the answer that is known before the order is interpreted: that of the same stored
 * order, or that of an order that exceeds the rate.
 */
export const makeKnownAnswer = Effect.gen(function* () {
  const settings = yield* OrderSettings
  const fingerprintOf = yield* makeFingerprintOf
  const newIds = yield* makeNewIds

  /** Whether the body with this `fingerprint` asked for the same order. Either body may state or omit defaults. */
  const isSameBody = Effect.fnUntraced(function* (submission: Submission, fingerprint: string) {
    if (submission.fingerprint === fingerprint) return true
    for (const spelling of spellingsOf(submission.request, submission.submitter)) {
      if ((yield* fingerprintOf(canonicalJson(spelling))) === fingerprint) return true
    }
    return false
  })

  return Effect.fnUntraced(function* (submission: Submission, recalled: Recalled) {
    const { kind, player, request, submitter } = submission
    const { created, precedent } = recalled
    if (precedent !== undefined) {
      if (yield* isSameBody(submission, precedent.fingerprint)) return precedent.wire
      return yield* new OrderRefused({ code: "order_ref_conflict" })
    }
    if (!isTooMuch(submission, settings, recalled)) return undefined
    if (kind === "session") {
      const { orderEntriesWindowSeconds: retryAfterSeconds } = settings
      return yield* new SessionRefused({ code: "too_many_inventory_sessions", retryAfterSeconds })
    }
    const outcome = tooMany(submission)
    const header = headerOf(player, request, submitter, created)
    return kind === "quote"
      ? encodeQuote(header, outcome.order)
      : encodeOrder(header, outcome.order, yield* newIds(outcome))
  })
})

/** Changes of an order that is encoded at once, which is faster. A larger one is encoded in turns. */
const CHANGES_ENCODED_AT_ONCE = 1000

/** What is stored of an outcome whose ids are given. `wire`: the text of the order, if it was encoded before. */
const decisionOf = (
  submission: Submission,
  recalled: Recalled,
  created: Timestamp,
  answers: Evidence & Pick<OrderEvidence, "disabled">,
  outcome: Outcome,
  ids: Identities,
  wire: WireJson | undefined,
): Decision => {
  const { catalog, fingerprint, player, request, submitter } = submission
  const { isServer, platform } = submitter
  const reference = request.client_order_ref_id
  const facts: SubmissionFacts = {
    evidence: { catalogVersion: catalog.version, platform, isServer, ...answers },
    entryCount: entryCountOf(request),
    entryTotal: recalled.entryTotal,
    byteTotal: countsBytes(submission) ? recalled.byteTotal : undefined,
    submitter,
    reference: reference === undefined ? undefined : { id: reference, fingerprint },
    header: headerOf(player, request, submitter, created),
    beganSession: submission.kind === "session",
  }
  const rows = rowsOf(outcome, ids, facts, wire)
  const writes = writesOf(outcome, ids, submitter.uuid)
  return { created, orderId: ids.order(outcome.order), outcome, rows, writes }
}

/**
 * Makes the function that decides a submission on what was recalled and what it loads: what it writes, or the answer if
 * it writes nothing. Every order runs it, so it looks its services up once.
 */
export const makeDecide = Effect.gen(function* () {
  const settings = yield* OrderSettings
  const random = yield* SecureRandom.SecureRandom
  const interpretStored = yield* makeInterpretStored
  const knownAnswer = yield* makeKnownAnswer
  const newIds = yield* makeNewIds
  const sealOrders = yield* makeSealOrders
  const withStores = yield* captured(ClaimStore, InventoryStore)

  /** The entries of a session, their time, and the id of their order, which is given before. */
  const begin = Effect.fnUntraced(function* ({ catalog, player, submitter }: Submission, ended: Timestamp) {
    const orderId = yield* random.uuidV7()
    const { platform, uuid: submitterUuid } = submitter
    const session = { player, catalog, platform, orderId, submitterUuid, ended }
    return { ...(yield* withStores(beginSession(session))), orderId }
  })

  return Effect.fnUntraced(function* (submission: Submission, recalled: Begun) {
    const { catalog, kind, player, request, submitter } = submission
    const known = yield* knownAnswer(submission, recalled)
    if (known !== undefined) return known
    const session = kind === "session" ? yield* begin(submission, recalled.created) : undefined
    const { created, entries } = session ?? { created: recalled.created, entries: request.entries }

    const order = { source: submitter.source, isTransaction: request.is_transaction ?? false, entries }
    const circumstances = circumstancesOf(submitter, settings, created)
    const { outcome, evidence: found } = yield* interpretStored(catalog, order, circumstances, player)
    const header = headerOf(player, request, submitter, created)
    const isLarge = outcome.changes.length > CHANGES_ENCODED_AT_ONCE
    if (kind === "quote") {
      return isLarge ? yield* inParts(encodingQuote(header, outcome.order), 1) : encodeQuote(header, outcome.order)
    }

    const ids = yield* newIds(outcome, session?.orderId)
    const wire = isLarge ? yield* inParts(encodingOrder(header, outcome.order, ids), 1) : undefined
    const evidence = { ...found, disabled: circumstances.disabled }
    const decision = decisionOf(submission, recalled, created, evidence, outcome, ids, wire)
    return { ...decision, rows: sealOrders(player, created, decision.rows, recalled.token) }
  })
})

/** What {@link makeDecide} makes. */
export type Decide = Effect.Success<typeof makeDecide>

/** What {@link makeRecall} makes. */
export type Recall = Effect.Success<typeof makeRecall>
