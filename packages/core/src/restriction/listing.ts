/** The list of restrictions of all persons, for operators: its pages and their markers. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { isUuid } from "../kernel/input/Field.ts"
import { PersonId } from "../kernel/Identifier.ts"
import { InvalidInput } from "../kernel/input/Invalid.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { type ListedRestriction, NEVER, type RestrictionPlace, RestrictionStore } from "./RestrictionStore.ts"
import type { RestrictionType } from "./schema.ts"

const LIMIT_DEFAULT = 100

/** The part of the list that is asked for. */
export interface RestrictionsWanted {
  /** Default `in_force`. */
  readonly state?: "in_force" | "past"
  readonly type?: RestrictionType
  readonly until?: Timestamp
  /** Default 100. */
  readonly limit?: number
  /** The marker of a page before. */
  readonly after?: string
}

/** A page, with the marker of the next; undefined on the last one. */
export interface RestrictionsPage {
  readonly restrictions: ReadonlyArray<ListedRestriction>
  readonly next: string | undefined
}

const decodePerson = Schema.decodeUnknownOption(PersonId)

/** Longest marker that one of {@link markerOf} can be. */
const MARKER_LENGTH_MAX = 256

const markerOf = (state: string, { expiresAt, liftedAt, personId, restrictionId }: ListedRestriction): string =>
  Base64Url.encode([state, liftedAt ?? expiresAt ?? NEVER, restrictionId, personId].join(" "))

const placeIn = (marker: string, state: string): RestrictionPlace | undefined => {
  if (marker.length > MARKER_LENGTH_MAX) return undefined
  const text = Result.getOrUndefined(Base64Url.decodeString(marker)) ?? ""
  const [ofState, end = "", restrictionId = "", person, ...more] = text.split(" ")
  const personId = Option.getOrUndefined(decodePerson(person))
  const isMarker = ofState === state && /^\d{1,16}$/.test(end) && isUuid(restrictionId) && more.length === 0
  const endsAt = Number(end)
  return isMarker && personId !== undefined && endsAt <= NEVER ? { endsAt, restrictionId, personId } : undefined
}

const invalidMarker = new InvalidInput({
  detail: [{ loc: ["after"], msg: "must be the marker of a page of the same list", type: "value_error" }],
})

/** A page of the restrictions of all persons. */
export const listRestrictionsOfAll = Effect.fn("Restrictions.list")(function* (wanted: RestrictionsWanted) {
  const { limit = LIMIT_DEFAULT, state = "in_force", type, until } = wanted
  const after = wanted.after === undefined ? undefined : placeIn(wanted.after, state)
  if (wanted.after !== undefined && after === undefined) return yield* invalidMarker
  const now = yield* Clock.currentTimeMillis
  const found = yield* (yield* RestrictionStore).list({ state, type, until, now, after, limit: limit + 1 })
  const restrictions = found.slice(0, limit)
  const last = restrictions.at(-1)
  const next = found.length <= limit || last === undefined ? undefined : markerOf(state, last)
  return { restrictions, next } satisfies RestrictionsPage
})
