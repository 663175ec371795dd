/** What an order changed of each record, all its changes together: what a refund of it takes back. */
import type { HeldRecord } from "../../../inventory/schema.ts"
import type { Timestamp } from "../../../kernel/time/Timestamp.ts"
import { changesIn, type OrderFamily, type StoredChange } from "../wire/storedOrder.ts"

/** All changes of a record by an order and the orders that it made. */
export interface NetChange {
  readonly inventoryId: string
  readonly itemId: number
  readonly bucket: HeldRecord["bucket"]
  readonly type: HeldRecord["type"]
  /** By how much the count rose; below 0: it fell. */
  readonly delta: number
  /** The record before the first change; undefined: the order made it. */
  readonly before: StoredChange["before"]
  /** The record after the last change. */
  readonly after: StoredChange["after"]
  /** When the order was made. */
  readonly created: Timestamp
}

const sameData = (left: HeldRecord["customData"], right: HeldRecord["customData"]): boolean => {
  const names = new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])
  return Array.from(names).every((name) => left?.[name] === right?.[name])
}

/**
 * The changes of the order by record. The record that was changed last comes first, and one that is as before is left
 * out.
 */
export const netChanges = (family: OrderFamily): ReadonlyArray<NetChange> => {
  const nets = new Map<string, NetChange>()
  for (const { after, after_item_id: itemId, before } of changesIn(family, family[0].entries)) {
    const id = after.inventory_id
    const earlier = nets.get(id)
    const first = earlier === undefined ? before : earlier.before
    // Behind the others, because it changed last.
    nets.delete(id)
    nets.set(id, {
      inventoryId: id,
      itemId,
      bucket: after.bucket,
      type: after.type === "transient" ? "transient" : "persistent",
      delta: after.count - (first?.count ?? 0),
      before: first,
      after,
      created: family[0].created_time,
    })
  }
  const isChange = ({ after, before, delta }: NetChange): boolean =>
    delta !== 0 || before?.expires !== after.expires || !sameData(before?.custom_data, after.custom_data)
  return Array.from(nets.values()).filter(isChange).reverse()
}

/** A record as a refund leaves it, and how its count came about. */
export interface Restored {
  readonly count: number
  readonly expires: Timestamp | undefined
  readonly customData: HeldRecord["customData"]
}

/** The end that the record has without the order's change of it. */
const restoredEnd = ({ after, before, created }: NetChange, current: HeldRecord): Timestamp | undefined => {
  if (current.expires === after.expires) return before === undefined ? current.expires : before.expires
  // Others moved the end on. What this order added to it is taken off.
  const from = before === undefined ? created : before.expires
  if (current.expires === undefined || after.expires === undefined || from === undefined) return current.expires
  return current.expires - Math.max(0, after.expires - from)
}

/** Whether others moved the end of the record on that the order made: then the order gave time, and no count. */
export const gaveTimeAlone = ({ after, before }: NetChange, current: HeldRecord): boolean =>
  before === undefined &&
  after.expires !== undefined &&
  current.expires !== undefined &&
  current.expires > after.expires

/**
 * The record without the order's change of it, whose count is moved by `moved`: what can be taken (below 0), or what is
 * given back. A record whose time is over without the order is emptied, and keeps its end, so that a refund of the
 * refund finds it.
 */
export const restored = (net: NetChange, current: HeldRecord, moved: number, now: Timestamp): Restored => {
  const { after, before } = net
  const end = restoredEnd(net, current)
  const isOver = end !== undefined && end <= now
  const isOwnData = sameData(current.customData, after.custom_data) && !sameData(before?.custom_data, after.custom_data)
  return {
    count: isOver ? 0 : current.count + moved,
    expires: isOver ? current.expires : end,
    customData: isOwnData && before !== undefined ? (before.custom_data ?? {}) : current.customData,
  }
}
