/** Decides a submission: the answer that is known already, or everything that the order writes. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Digest from "effect/crypto/Digest"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Base64Url from "effect/encoding/Base64Url"
import { canonicalJson } from "../kernel/wire/Json.ts"
import { utf8 } from "../kernel/wire/Utf8.ts"
import { inParts } from "../kernel/work/Work.ts"
import { PlayerNotFound } from "../player/errors.ts"
import { OrderRefused, SessionRefused } from "./errors.ts"
import { labelsOf } from "../catalog/rules/labels.ts"
import { explainedApplied } from "./explanation.ts"
import { makeInterpretStored } from "./interpretStored.ts"
import { type DecidedOrder, type OrderBasis, type OrderEvidence, OrderStore } from "./OrderStore.ts"
import {
  type BesideOf,
  encodeOrder,
  encodeQuote,
  encodingOrder,
  encodingQuote,
  identify,
  identityCount,
  pricesWire,
} from "./rules/wire/encode.ts"
import { statedTogether } from "./rules/wire/statedTogether.ts"
import { Notes } from "./rules/explain/notes.ts"
import type { TraceSink } from "./rules/explain/trace.ts"
import type { Evidence } from "./rules/interpret/evidence.ts"
import type { Outcome } from "./rules/interpret/outcome.ts"
import {
  basisRequestOf,
  circumstancesOf,
  countsBytes,
  entryCountOf,
  isTooMuch,
  type Submission,
  tooMany,
  withoutHandRules,
} from "./rules/submission.ts"
import { headerOf, spellingsOf } from "./rules/submitter.ts"
import { rowsOf, type SubmissionFacts, writesOf } from "./rules/wire/writes.ts"
import type { SubmittedEntry } from "./schema.ts"
import { makeSealOrders } from "./sealOrders.ts"
import { OrderSettings } from "./settings.ts"

/** Makes the function that reads what a submission is decided on. */
export const makeBasisOf = Effect.gen(function* () {
  const settings = yield* OrderSettings
  const { readBasis } = yield* OrderStore
  return Effect.fnUntraced(function* basisOf(submission: Submission, lock: "locked" | "unlocked") {
    const now = yield* Clock.currentTimeMillis
    const basis = yield* readBasis(submission.player, basisRequestOf(submission, settings, now), lock)
    return basis === "not_found" ? yield* new PlayerNotFound({ code: "resource_not_found" }) : basis
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
  return Effect.fnUntraced(function* newIds(outcome: Outcome, first?: string) {
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
  const isSameBody = Effect.fnUntraced(function* isSameBody(submission: Submission, fingerprint: string) {
    if (submission.fingerprint === fingerprint) return true
    for (const spelling of spellingsOf(submission.request, submission.submitter)) {
      if ((yield* fingerprintOf(canonicalJson(spelling))) === fingerprint) return true
    }
    return false
  })

  return Effect.fnUntraced(function* knownAnswer(submission: Submission, basis: OrderBasis) {
    const { kind, player, request, submitter } = submission
    const { created, precedent } = basis
    if (precedent !== undefined) {
      if (yield* isSameBody(submission, precedent.fingerprint)) return precedent.wire
      return yield* new OrderRefused({ code: "order_ref_conflict" })
    }
    if (!isTooMuch(submission, settings, basis)) return undefined
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

/** A submission whose entries are to be interpreted. */
export interface BegunOrder {
  readonly basis: OrderBasis
  readonly entries: ReadonlyArray<SubmittedEntry>
  /** The id of the order, where it was given before. */
  readonly orderId?: string
}

/** What the order rows share. */
const factsOf = (
  submission: Submission,
  { created, byteTotal, entryTotal }: OrderBasis,
  evidence: Evidence & Pick<OrderEvidence, "disabled" | "stated">,
): SubmissionFacts => {
  const { catalog, fingerprint, player, request, submitter, takingBack } = submission
  const { isServer, platform } = submitter
  const reference = request.client_order_ref_id
  return {
    evidence: { catalogVersion: catalog.version, platform, isServer, ...evidence },
    entryCount: entryCountOf(request),
    entryTotal,
    byteTotal: countsBytes(submission) ? byteTotal : undefined,
    submitter,
    reference: reference === undefined ? undefined : { id: reference, fingerprint },
    header: headerOf(player, request, submitter, created),
    beganSession: submission.kind === "session",
    ...(takingBack && {
      refund: {
        refundedOrderId: takingBack.refundedOrderId,
        owed: takingBack.owed.length === 0 ? undefined : JSON.stringify(takingBack.owed),
      },
    }),
  }
}

/**
 * Makes the functions that decide a submission on its basis and on what they load: `order` answers with everything that
 * is written, `quote` with the text of the quote. Every order runs them, so they look their services up once.
 */
export const makeDecide = Effect.gen(function* () {
  const settings = yield* OrderSettings
  const random = yield* SecureRandom.SecureRandom
  const interpretStored = yield* makeInterpretStored
  const newIds = yield* makeNewIds
  const sealOrders = yield* makeSealOrders

  const interpreted = (submission: Submission, { basis, entries }: BegunOrder, trace?: TraceSink) => {
    const { catalog, player, request, submitter, takingBack } = submission
    const order = { source: submitter.source, isTransaction: request.is_transaction ?? false, entries }
    const usual = circumstancesOf(submitter, settings, basis.created)
    const circumstances = takingBack === undefined ? usual : withoutHandRules(usual)
    return Effect.map(interpretStored(catalog, order, circumstances, player, trace), ({ evidence, outcome }) => ({
      outcome,
      evidence: { ...evidence, disabled: circumstances.disabled, stated: statedTogether(entries, outcome.order) },
      isLarge: outcome.changes.length > CHANGES_ENCODED_AT_ONCE,
    }))
  }

  const order = Effect.fnUntraced(function* decideOrder(submission: Submission, begun: BegunOrder) {
    const { player, submitter } = submission
    const { created, lastChanged } = begun.basis
    const { evidence, isLarge, outcome } = yield* interpreted(submission, begun)
    const ids = yield* newIds(outcome, begun.orderId)
    const token = yield* random.uuidV4()
    const facts = factsOf(submission, begun.basis, evidence)
    const wire = isLarge ? yield* inParts(encodingOrder(facts.header, outcome.order, ids), 1) : undefined
    const orders = sealOrders(player, rowsOf(outcome, ids, facts, wire), token)
    const writes = writesOf(outcome, ids, submitter.uuid)
    const { applied, claims } = outcome
    const givenBack = submission.takingBack && { givenBack: submission.takingBack.givenBack }
    return { player, created, lastChanged, token, writes, orders, claims, applied, ...givenBack } satisfies DecidedOrder
  })

  const quote = Effect.fnUntraced(function* decideQuote(submission: Submission, basis: OrderBasis) {
    const { player, request, submitter } = submission
    const collected = new Notes()
    const { isLarge, outcome } = yield* interpreted(submission, { basis, entries: request.entries }, collected.sink)
    const header = headerOf(player, request, submitter, basis.created)
    const found = collected.of(outcome)
    const labels = labelsOf(submission.catalog)
    const prices = collected.pricesOf(outcome)
    const beside: BesideOf = (entry) => ({
      notes: found.get(entry)?.map((rule) => explainedApplied(rule, labels)),
      price_expected: pricesWire(prices.get(entry)),
    })
    const { order: quoted } = outcome
    return isLarge ? yield* inParts(encodingQuote(header, quoted, beside), 1) : encodeQuote(header, quoted, beside)
  })

  return { order, quote }
})
