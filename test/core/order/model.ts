/**
 * A model of orders: an inventory as a list of records, and the rules a second time, as plainly as possible. It gets
 * the drawn numbers, and predicts everything else: results, details, records.
 */
import type { InventoryBucket } from "@garrison/core/catalog/schema"
import { alwaysOwnedId } from "@garrison/core/inventory/rules/alwaysOwned"
import type { EntryResult } from "@garrison/core/order/enumerations"
import type { OrderRequest, SubmittedEntry } from "@garrison/core/order/schema"
import {
  draws,
  ECHOISH,
  LEVELS,
  type Part,
  partId,
  recipes,
  RENT_LENGTH,
  REWARD_LOOT,
  rewards,
  ROYAL,
  ROYAL_BUCKETS,
  RUSTY,
  STAR,
  UNKNOWN_ITEM,
  type Ware,
  wares,
  windows,
  XP,
} from "./modelWorld.ts"

/** A record; a change makes a new value under the same key. */
export interface ModelRecord {
  readonly key: number
  readonly item: number
  readonly type: "persistent" | "transient"
  readonly bucket: InventoryBucket
  readonly count: number
  readonly expires: number | undefined
  readonly custom: Readonly<Record<string, string>> | undefined
}

/** The content of a detail: a change, or the changes of a new order. */
export interface ModelChange {
  readonly loot: number | undefined
  readonly before: ModelRecord | undefined
  readonly after: ModelRecord
}
export type ModelDetail = ModelChange | { readonly newOrder: number; readonly changes: ReadonlyArray<ModelChange> }

/** The submitter and the time. */
export interface ModelSession {
  readonly now: number
  readonly platform: "Echo" | "Golf" | undefined
  readonly isServer: boolean
  readonly isClientSource: boolean
}

/** A predicted entry. */
export interface ModelEntry {
  readonly result: EntryResult
  readonly details: ReadonlyArray<ModelDetail>
}

const lasting = (record: ModelRecord, now: number) => record.expires === undefined || record.expires > now
const succeeded = "success" as const

/** The ids that storage gave to a record. */
export interface ModelIdentity {
  readonly inventoryId: string
  readonly legacyInventoryId: bigint
}

/** The inventory of one player. */
export class Model {
  /** Every record that was ever made, oldest first. */
  records: ReadonlyArray<ModelRecord> = []
  /** By key: the ids of stored records. The test that stores a record notes its ids here. */
  readonly identities = new Map<number, ModelIdentity>()
  private keys = 0

  /** A key that no record has. */
  newKey(): number {
    return this.keys++
  }

  /** The predicted outcome of the order with these drawn numbers. */
  submit(request: OrderRequest, session: ModelSession, choices: ReadonlyArray<number>): ReadonlyArray<ModelEntry> {
    const before = this.records
    const rest = [...choices]
    const told: Array<ModelEntry> = []
    for (const [index, entry] of request.entries.entries()) {
      const run = new Run(this, entry, session, rest)
      const result = run.entry()
      if (result === succeeded) this.records = run.records
      told.push({ result, details: result === succeeded ? run.details : [] })
      if (result === succeeded || request.is_transaction !== true) continue
      this.records = before
      return request.entries.map((_, at) => ({
        result: at < index ? "rollback" : at === index ? result : "not_started",
        details: [],
      }))
    }
    return told
  }
}

/** An entry in progress. */
class Run {
  details: Array<ModelDetail> = []
  records: ReadonlyArray<ModelRecord>
  private readonly model: Model
  private readonly request: SubmittedEntry
  private readonly session: ModelSession
  private readonly choices: Array<number>
  private readonly bucket: InventoryBucket

  constructor(model: Model, request: SubmittedEntry, session: ModelSession, choices: Array<number>) {
    this.model = model
    this.records = model.records
    this.request = request
    this.session = session
    this.choices = choices
    this.bucket = session.platform === "Echo" ? "echo" : session.platform === "Golf" ? "golf" : "none"
  }

  entry(): EntryResult {
    const { type, quantity, loot_id: lootId = 0 } = this.request
    const isTrusted = this.session.isServer && !this.session.isClientSource
    const isPurchase = type === "purchase_loot"
    if (!isTrusted && type !== "fill_loot" && !isPurchase) return "permission_denied"
    const [least, most] = type.startsWith("update_") ? [0, Number.MAX_SAFE_INTEGER] : [1, 1_000_000]
    if (quantity < least || quantity > most) return "quantity_not_allowed"
    if (type.startsWith("create_new_")) return this.create()
    if (type.startsWith("update_")) return this.update()
    const ware = wares[lootId]
    if (ware === undefined && recipes[lootId] === undefined && draws[lootId] === undefined) return "loot_not_found"
    if (isPurchase) {
      const isClosed = (ware === undefined ? (recipes[lootId] ?? []) : [ware]).some((one) => this.isClosed(one))
      // Nothing in this catalog has a price.
      return isClosed ? "loot_not_active" : "price_not_allowed"
    }
    if (!isTrusted && ware !== undefined && ware.isClaimable !== true) return "loot_not_fillable_from_client"
    if (ware !== undefined && this.isClosed(ware)) return "loot_not_active"
    if (ware !== undefined) return this.give(lootId, ware, quantity)
    const list = draws[lootId]
    return list === undefined ? this.all(lootId, quantity) : this.draw(lootId, list, quantity)
  }

  private usable(item: number): ReadonlySet<InventoryBucket> | undefined {
    return item === ROYAL ? new Set(ROYAL_BUCKETS[this.bucket]) : undefined
  }

  private spendable(item: number): ReadonlyArray<ModelRecord> {
    const buckets = this.usable(item)
    return this.records.filter(
      (record) =>
        record.item === item &&
        lasting(record, this.session.now) &&
        (buckets === undefined || buckets.has(record.bucket)),
    )
  }

  private count(item: number): number {
    return this.spendable(item).reduce((sum, { count }) => sum + count, item === STAR ? 1 : 0)
  }

  private write(loot: number | undefined, before: ModelRecord | undefined, after: ModelRecord): void {
    this.records =
      before === undefined
        ? [...this.records, after]
        : this.records.map((record) => (record.key === after.key ? after : record))
    this.details.push({ loot, before, after })
  }

  private grantBucket(ware?: Ware): InventoryBucket {
    const asked = this.session.isClientSource ? undefined : this.request.use_inventory_bucket
    return asked ?? ware?.bucket ?? this.bucket
  }

  /** Rewards of the levels that a count of XP has passed since `before`. */
  private rise(before: number): EntryResult {
    const after = this.count(XP)
    for (const [index, xp] of LEVELS.entries()) {
      const reward = rewards[index]
      if (before >= xp || after < xp || reward === undefined || this.isClosed(reward)) continue
      const result = this.give(partId(REWARD_LOOT, index), reward, 1)
      if (result !== succeeded) return result
    }
    return succeeded
  }

  /** Whether what the ware gives lasts for a window that is not open. */
  private isClosed({ frame, operation = "add", selector = "own" }: Ware): boolean {
    const lastsForWindow = selector === "rent_timeframe_locked" || selector === "own_transient"
    const isGiven = operation === "add" || operation === "set"
    return lastsForWindow && isGiven && frame !== undefined && windows[frame]?.(this.session.now) === undefined
  }

  private reasonAgainst(item: number): EntryResult | undefined {
    if (item === UNKNOWN_ITEM) return "item_not_found"
    if (item === RUSTY) return "item_not_active"
    return item === ECHOISH && this.session.platform === "Golf" ? "not_allowed_on_current_portal" : undefined
  }

  private amount(ware: Ware, times: number): number | undefined {
    let amount = (ware.quantity ?? 1) * (ware.isAbsolute === true ? 1 : times)
    if (ware.multiplier !== undefined) amount *= this.count(ware.multiplier)
    if (ware.isXpToNextLevels === true) {
      const xp = this.count(XP)
      const level = LEVELS.filter((minimum) => minimum <= xp).length
      if (level === LEVELS.length) return undefined
      amount = (LEVELS[Math.min(level + amount, LEVELS.length) - 1] ?? 0) - xp
    }
    return ware.cap === undefined ? amount : Math.min(amount, ware.cap)
  }

  private give(lootId: number, ware: Ware, times: number): EntryResult {
    const amount = this.amount(ware, times)
    if (amount === undefined) return "cannot_meet_loot_blocker"
    const { item, operation = "add" } = ware
    const reason = this.reasonAgainst(item)
    if (reason !== undefined) return reason
    const count = this.count(item)
    if (operation === "check_less_than") return count < amount ? succeeded : "cannot_meet_loot_blocker"
    if (operation === "check_greater_than") return count > amount ? succeeded : "cannot_meet_loot_required"
    if (operation.startsWith("check_greater_than_or_equal") && count < amount) return "cannot_meet_loot_required"
    if (operation === "check_greater_than_or_equal") return succeeded
    if (operation.endsWith("subtract")) return this.spend(lootId, item, amount)
    if (item === STAR) return "always_owned_inventory_cannot_be_modified"
    if (amount === 0 && operation === "add") return succeeded
    const before = this.count(XP)
    const result = this.add(lootId, ware, amount, operation === "set")
    return result === succeeded && item === XP ? this.rise(before) : result
  }

  private spend(lootId: number, item: number, amount: number): EntryResult {
    const records = this.spendable(item).filter(({ count }) => count > 0)
    if (records.reduce((sum, { count }) => sum + count, 0) < amount) return "failed_to_consume_loot_required"
    const never = Number.POSITIVE_INFINITY
    const inOrder = [
      ...records.filter(({ bucket }) => bucket === this.bucket),
      ...records.filter(({ bucket }) => bucket !== this.bucket),
    ].toSorted(
      (left, right) =>
        Number(right.bucket === this.bucket) - Number(left.bucket === this.bucket) ||
        (left.expires === right.expires ? 0 : (left.expires ?? never) - (right.expires ?? never)),
    )
    let rest = amount
    for (const record of inOrder) {
      const taken = Math.min(rest, record.count)
      if (taken > 0) this.write(lootId, record, { ...record, count: record.count - taken })
      rest -= taken
    }
    return succeeded
  }

  private add(lootId: number, ware: Ware, amount: number, isSet: boolean): EntryResult {
    const { item, selector = "own", frame = 0 } = ware
    if (selector === "invalid") return "failed_to_modify_inventory"
    if (selector === "inherit_entitlement_inventory") return "inventory_not_found"
    const { now } = this.session
    const end = windows[frame]?.(now)
    if (this.isClosed(ware)) return "loot_not_active"
    const bucket = this.grantBucket(ware)
    const type = selector === "own_transient" ? "transient" : "persistent"
    const isRent = selector === "rent"
    const expires = selector === "own" ? undefined : end
    const found = this.records.find(
      (record) =>
        record.item === item &&
        lasting(record, now) &&
        record.bucket === bucket &&
        record.type === type &&
        (isRent ? record.expires !== undefined : record.expires === expires),
    )
    const had = found?.count ?? 0
    let after = { count: isSet ? amount : had + amount, expires }
    if (isRent) {
      const from = !isSet && had > 0 ? (found?.expires ?? now) : now
      after = { count: amount === 0 ? 0 : Math.max(1, had), expires: from + RENT_LENGTH * amount }
    }
    if (found !== undefined) {
      if (isRent || after.count !== had) this.write(lootId, found, { ...found, ...after })
    } else if (after.count > 0) {
      this.write(lootId, undefined, { key: this.model.newKey(), item, type, bucket, custom: undefined, ...after })
    }
    return succeeded
  }

  private all(lootId: number, times: number): EntryResult {
    for (const [index, ware] of (recipes[lootId] ?? []).entries()) {
      const result = this.give(partId(lootId, index), ware, times)
      if (result !== succeeded) return result
    }
    return succeeded
  }

  private draw(lootId: number, list: ReadonlyArray<Part>, times: number): EntryResult {
    const gone = new Set<Part>()
    let filled = 0
    let failed = 0
    while (filled < times) {
      const pool = list.filter(
        (part) =>
          !gone.has(part) &&
          !this.isClosed(part) &&
          (part.required === undefined || this.count(part.required) >= 1) &&
          (part.stackLimit === undefined || this.count(part.item) < part.stackLimit),
      )
      if (pool.length === 0) break
      let number = this.choices.shift() ?? Number.NaN
      const part = pool.find(({ weight = 1 }) => (number -= weight) < 0)
      if (part === undefined) throw new Error("a number was drawn that no candidate has")
      const isGiven = this.drawn(partId(lootId, list.indexOf(part)), part)
      if (isGiven) filled++
      else failed++
      if (!isGiven || part.isNewOrder !== true) gone.add(part)
    }
    if (filled > 0) return succeeded
    return failed > 0 ? "failed_to_fill_any_sub_loot" : "failed_to_find_any_sub_loot"
  }

  /** A part, in a new order if it wants one; false: it could not be given, and its changes are undone. */
  private drawn(lootId: number, part: Part): boolean {
    const { records, details } = this
    this.details = []
    const result = this.give(lootId, part, 1)
    const changes = this.details as Array<ModelChange>
    this.details = details
    if (result !== succeeded) {
      this.records = records
      return false
    }
    if (part.isNewOrder === true) details.push({ newOrder: lootId, changes })
    else details.push(...changes)
    return true
  }

  private reasonAgainstFields(): EntryResult | undefined {
    const { expires, custom_data: custom = {} } = this.request
    if (expires !== undefined && expires <= this.session.now) return "available_until_is_in_past"
    return Object.keys(custom).length > 20 ? "too_many_inv_custom_attributes" : undefined
  }

  private create(): EntryResult {
    const { type, item_id: item = UNKNOWN_ITEM, quantity: count, expires, custom_data: custom } = this.request
    const reason = this.reasonAgainst(item)
    if (reason !== undefined) return reason
    if (item === STAR) return "always_owned_inventory_cannot_be_modified"
    const other = this.reasonAgainstFields()
    if (other !== undefined) return other
    const before = this.count(XP)
    const isTransient = type === "create_new_transient_inventory"
    this.write(undefined, undefined, {
      key: this.model.newKey(),
      item,
      type: isTransient ? "transient" : "persistent",
      bucket: this.grantBucket(),
      count,
      expires,
      custom,
    })
    return item === XP ? this.rise(before) : succeeded
  }

  private update(): EntryResult {
    const {
      type,
      quantity: count,
      expires,
      custom_data: custom,
      inventory_id: id,
      legacy_inventory_id: legacy,
    } = this.request
    if (id === alwaysOwnedId(STAR)) return "always_owned_inventory_cannot_be_modified"
    const target = this.records.find(({ key }) => {
      const stored = this.model.identities.get(key)
      if (stored === undefined) return false
      return id === undefined
        ? type !== "update_inventory" && stored.legacyInventoryId === legacy
        : stored.inventoryId === id
    })
    if (target === undefined || !lasting(target, this.session.now)) return "inventory_not_found"
    if (type !== "update_inventory" && !type.includes(target.type)) return "inventory_not_found"
    const other = this.reasonAgainstFields()
    if (other !== undefined) return other
    const before = this.count(XP)
    this.write(undefined, target, {
      ...target,
      count,
      expires: expires ?? target.expires,
      custom: custom ?? target.custom,
    })
    return target.item === XP ? this.rise(before) : succeeded
  }
}
