/**
 * When loot is available, as far as the loot itself decides. This is the one place that reads the fields which say so
 * (`test/sources.test.ts`): a new such field is read here, and orders, odds and the checker follow.
 */
import { formatTimestamp, type Timestamp } from "../../kernel/time/Timestamp.ts"
import { lootDefaults } from "../schema.ts"
import type { PublishedLoot } from "./published.ts"

/** A window of time, with `from` and without `until`; undefined: it has no such bound. */
export interface Window {
  readonly from: Timestamp | undefined
  readonly until: Timestamp | undefined
}

/** When loot is available: always, never, or within a window. */
export type Availability = "always" | "never" | Window

type Fields = Pick<PublishedLoot, "active" | "effective_from">

/** When loot with these fields is available. */
export const availabilityOf = ({ active = lootDefaults.active, effective_from: from }: Fields): Availability => {
  if (!active) return "never"
  return from === undefined ? "always" : { from, until: undefined }
}

/** The availability as it is from `since` on: loot that has begun by then, and has no end, is always available. */
export const availabilitySince = (availability: Availability, since: Timestamp): Availability => {
  if (typeof availability === "string" || availability.until !== undefined) return availability
  return availability.from === undefined || availability.from <= since ? "always" : availability
}

/** The fields that can make loot available never. If one of them is broken, nothing is known of the loot. */
export const fieldsOfNever: ReadonlyArray<keyof Fields> = ["active"]

/** The loot as it is served: its times are texts. */
export const withTimesAsText = <Loot extends Fields>({ effective_from: from, ...loot }: Loot) =>
  from === undefined ? loot : { ...loot, effective_from: formatTimestamp(from) }

/** Something that is available at some times. */
interface Available {
  readonly availability: Availability
}

/** Whether the loot is available at some time, which may be over. */
export const isEverAvailable = ({ availability }: Available): boolean => availability !== "never"

/** Whether the loot is available at every time. */
export const isAlwaysAvailable = ({ availability }: Available): boolean => availability === "always"

/** The time from which on the loot is available; undefined: it has no beginning. */
export const beginningOf = ({ availability }: Available): Timestamp | undefined =>
  typeof availability === "string" ? undefined : availability.from

/** Whether the loot is available at this time, not yet, or not any more. "over" is also the answer for never. */
export const availabilityAt = ({ availability }: Available, now: Timestamp): "available" | "not_yet" | "over" => {
  if (typeof availability === "string") return availability === "always" ? "available" : "over"
  const { from, until } = availability
  if (until !== undefined && until <= now) return "over"
  return from !== undefined && from > now ? "not_yet" : "available"
}

/** Whether the loot is available at this time. */
export const isAvailable = (loot: Available, now: Timestamp): boolean => availabilityAt(loot, now) === "available"
