/** Which caller may submit which order for which player, and the origin of an order (decisions, sections 3 and 12). */
import type { PlayerUuid } from "../../kernel/Identifier.ts"
import { type Platform, PORTAL_IDS } from "../../kernel/Platform.ts"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import { holdsAny } from "../../permission/rules.ts"
import type { Caller } from "../../kernel/Caller.ts"
import type { OrderSource } from "../enumerations.ts"
import type { OrderSubmitter } from "../OrderStore.ts"
import type { OrderRequest } from "../schema.ts"
import type { OrderHeader } from "./wire/encode.ts"

/** Permissions to submit an order for any player, and for the caller itself. */
const SUBMIT_FOR_ANY = ["inv:create_order:player:any", "operator:spend:item"]
const SUBMIT_FOR_SELF = "inv:create_order:player:self"

/** The submitter of an order, with its rights. */
export interface Submitter extends OrderSubmitter {
  /** Whether the submitter may use any source, and the entry types of servers. */
  readonly isServer: boolean
  readonly source: OrderSource
  /** Platform of the player's own session; undefined: another caller submits, which has no session of the player. */
  readonly platform: Platform | undefined
  readonly portalUserId: string | undefined
}

/**
 * Whether the order may contain entries that only servers may submit. An order of source CLIENT may not, even when a
 * server submits it.
 */
export const isServersOrder = ({ isServer, source }: Pick<Submitter, "isServer" | "source">): boolean =>
  isServer && source !== "CLIENT"

/** The source of an order without `source`. */
const defaultSourceOf = ({ isServer }: Pick<Submitter, "isServer">): OrderSource => (isServer ? "UNKNOWN" : "CLIENT")

/** The submitter; undefined: the caller may not submit this order for this player. */
export const submitterOf = (player: PlayerUuid, request: OrderRequest, by: Caller): Submitter | undefined => {
  const isServer = holdsAny(by.permissions, SUBMIT_FOR_ANY)
  const isOwn = by.kind === "player" && by.subject === player
  if (!isServer && !(isOwn && holdsAny(by.permissions, [SUBMIT_FOR_SELF]))) return undefined
  const source = request.source ?? defaultSourceOf({ isServer })
  if (!isServer && source !== "CLIENT") return undefined
  return {
    kind: by.kind,
    uuid: by.subject,
    clientId: by.clientId,
    isServer,
    source,
    platform: isOwn ? by.platform : undefined,
    portalUserId: isOwn ? by.portalUserId : undefined,
  }
}

/**
 * The submitter of the order that begins an inventory session; undefined: the caller may not begin one for this player.
 * The order has the rights of a server, because the catalog decides what it holds.
 */
export const sessionSubmitterOf = (player: PlayerUuid, by: Caller): Submitter | undefined => {
  const submitter = submitterOf(player, { entries: [] }, by)
  return submitter && { ...submitter, isServer: true, source: "ENTITLEMENTS" }
}

/** The header of the orders of a submission. */
export const headerOf = (
  player: PlayerUuid,
  request: OrderRequest,
  { source, platform, portalUserId }: Submitter,
  created: Timestamp,
): OrderHeader => ({
  source,
  client_order_ref_id: request.client_order_ref_id,
  portal_id: platform === undefined ? undefined : PORTAL_IDS[platform],
  portal_user_id: portalUserId,
  instance_id: request.instance_id,
  match_id: request.match_id,
  is_transaction: request.is_transaction,
  player_uuid: player,
  created,
})

/**
 * Every body of this submitter that asks for the same order as `request`: each default value stated or left out
 * (decisions, section 12).
 */
export const spellingsOf = (request: OrderRequest, submitter: Submitter): ReadonlyArray<OrderRequest> => {
  const { source } = submitter
  const sources = source === defaultSourceOf(submitter) ? [undefined, source] : [source]
  const transactions = request.is_transaction === true ? [true] : [undefined, false]
  const { source: _source, is_transaction: _isTransaction, ...rest } = request
  return sources.flatMap((written) =>
    transactions.map((isTransaction) => ({
      ...rest,
      ...(written === undefined ? undefined : { source: written }),
      ...(isTransaction === undefined ? undefined : { is_transaction: isTransaction }),
    })),
  )
}
