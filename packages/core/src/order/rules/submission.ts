/** A submission in progress, and what is decided before its entries are interpreted (decisions, section 12). */
import type { LinkedCatalog } from "../../catalog/rules/linked.ts"
import type { PlayerUuid } from "../../kernel/Identifier.ts"
import { canonicalJson } from "../../kernel/wire/Json.ts"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import { utf8 } from "../../kernel/wire/Utf8.ts"
import type { OrderFeature } from "../enumerations.ts"
import type { BasisRequest, GivenBack, OrderBasis, OwedCount } from "../OrderStore.ts"
import type { OrderRequest } from "../schema.ts"
import type { OrderSettings } from "../settings.ts"
import { ended, type Outcome } from "./interpret/outcome.ts"
import type { Circumstances } from "./interpret/run.ts"
import { mostBytesOf } from "./wire/mostBytes.ts"
import { headerOf, isServersOrder, type Submitter } from "./submitter.ts"

type Settings = typeof OrderSettings.Service

/**
 * How many windows' worth of bytes a single order may store. Orders within that many windows are limited together, so
 * that what an order stores beyond one window is paid off before the next.
 */
export const ORDER_WINDOWS_MAX = 16

/** An order in progress. */
export interface Submission {
  readonly player: PlayerUuid
  readonly request: OrderRequest
  readonly submitter: Submitter
  /** The request in canonical JSON; empty where the order has no reference and its bytes are not counted. */
  readonly body: string
  /** The hash of `body`; empty without a reference. */
  readonly fingerprint: string
  /** The catalog that was current when the order arrived. */
  readonly catalog: LinkedCatalog
  /** An order of kind `session` begins an inventory session: its entries are the player's entitlements. */
  readonly kind: SubmissionKind
  /** Whether it names promotion codes, while too many wrong ones were tried. */
  readonly isGuessing: boolean
  /** What it takes back; absent: it is an order like most. */
  readonly takingBack?: TakingBack
}

/** What an order takes back: all that another one did, or an item. Its entries say what is to be. */
export interface TakingBack {
  /** undefined: it claws an item back. */
  readonly refundedOrderId: string | undefined
  readonly owed: ReadonlyArray<OwedCount>
  readonly givenBack: GivenBack
}

/** A `quote` is decided like an order. Nothing of it is stored, and its answer has no ids. */
export type SubmissionKind = "order" | "session" | "quote"

/** The outcome of an order beyond the rate: every entry is `too_many_requests` and has no effect. */
export const tooMany = ({ request, submitter }: Pick<Submission, "request" | "submitter">): Outcome => {
  const isServer = isServersOrder(submitter)
  const entries = request.entries.map((entry) => ended(isServer, entry, { _tag: "TooManyRequests" }))
  return { order: { parent: undefined, entries }, newOrders: [], changes: [], claims: [], applied: [] }
}

/** Entries that an order counts as against the rate. An empty order counts as 1: empty orders are limited too. */
export const entryCountOf = ({ entries }: OrderRequest): number => Math.max(1, entries.length)

/** Whether the bytes of the submission are counted: those of clients. The caller of a session is a client too. */
export const countsBytes = ({ kind, submitter }: Pick<Submission, "kind" | "submitter">): boolean =>
  kind === "session" || !isServersOrder(submitter)

/** The `body` of a submission. */
export const bodyOf = ({ kind, request, submitter }: Pick<Submission, "kind" | "request" | "submitter">): string =>
  request.client_order_ref_id !== undefined || countsBytes({ kind, submitter }) ? canonicalJson(request) : ""

/** What the submission asks about the player's earlier orders at `now`. */
export const basisRequestOf = (submission: Submission, settings: Settings, now: Timestamp): BasisRequest => ({
  reference: submission.request.client_order_ref_id,
  now,
  recentMillis: settings.orderEntriesWindowSeconds * 1000,
  unpaidMillis: settings.orderEntriesWindowSeconds * 1000 * ORDER_WINDOWS_MAX,
  countsBytes: countsBytes(submission),
})

/** Whether the order exceeds the rate of entries, of bytes or of wrong codes. */
export const isTooMuch = (submission: Submission, settings: Settings, basis: OrderBasis): boolean => {
  const { catalog, isGuessing, player, request, submitter } = submission
  const { orderBytesPerWindowMax: bytesMax, orderEntriesPerWindowMax } = settings
  if (basis.recentEntryCount + entryCountOf(request) > orderEntriesPerWindowMax) return true
  if (isGuessing) return true
  if (!countsBytes(submission)) return false
  // The bytes of the request decide, and the most that the catalog makes of it, not those of the outcome: if an order
  // failed for its outcome, its sender could draw again. What the outcome stored is paid off before the next order.
  const body = utf8(submission.body).length
  if (basis.recentByteCount + body > bytesMax) return true
  const mostMax = ORDER_WINDOWS_MAX * bytesMax
  if (basis.unpaidByteCount + body > mostMax) return true
  const header = headerOf(player, request, submitter, basis.created)
  return mostBytesOf(catalog, request.entries, header, body) > mostMax
}

const COUPONS: ReadonlyArray<OrderFeature> = ["coupons"]
const DYNAMIC_BUNDLES: ReadonlyArray<OrderFeature> = ["dynamic_bundles"]

/** The circumstances of an order of this submitter at `now`, with the features that the settings turn off. */
export const circumstancesOf = (
  { isServer, platform }: Submitter,
  { couponsEnabled, dynamicBundlesEnabled }: Settings,
  now: Timestamp,
) =>
  ({
    platform,
    isServer,
    now,
    disabled: [...(couponsEnabled ? [] : COUPONS), ...(dynamicBundlesEnabled ? [] : DYNAMIC_BUNDLES)],
  }) satisfies Circumstances

/** The circumstances of an order that takes back, whose entries say what is to be. */
export const withoutHandRules = <C extends { readonly disabled: ReadonlyArray<OrderFeature> }>(usual: C) => ({
  ...usual,
  disabled: [...usual.disabled, "hand_rules"] satisfies ReadonlyArray<OrderFeature>,
})
