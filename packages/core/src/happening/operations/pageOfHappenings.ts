/**
 * One page of what happened. A page reads a bounded number of rows, whatever is filtered out: one that finds less than
 * it was asked for says where to go on.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Result from "effect/Result"
import { clientNames } from "../../client/everyClient.ts"
import { InvalidInput } from "../../kernel/input/Invalid.ts"
import { PersonStore } from "../../person/PersonStore.ts"
import { type Happening, HappeningStore } from "../HappeningStore.ts"
import {
  BEGINNING,
  END,
  formatPosition,
  merged,
  orderFacts,
  parsePosition,
  placeIn,
  type Position,
  sourcesOf,
} from "../rules.ts"
import { HAPPENING_KINDS } from "../kinds.ts"
import type { HappeningKind, HappeningView } from "../schema.ts"

/** Rows on a page, where the input does not say. */
const LIMIT_DEFAULT = 100

/** How often each source is read for one page, when most of what it has is filtered out. */
const ROUNDS_MAX = 5

/**
 * How old a row is before it is shown, in milliseconds. A row is stored some time after the moment that it names. What
 * follows the list would otherwise pass by a row that is stored after a younger one.
 */
const SETTLING_MILLIS = 3000

/** Players whose names are looked up at the same time. */
const LOOKUPS = 8

/** What is asked for. */
export interface HappeningsWanted {
  /** Default: all kinds. */
  readonly kinds?: ReadonlyArray<HappeningKind>
  readonly before?: string
  readonly after?: string
  readonly limit?: number
}

const invalid = (field: string, msg: string) =>
  Effect.fail(new InvalidInput({ detail: [{ loc: [field], msg, type: "value_error" }] }))

const MARKER_LENGTH_MAX = 200

const positionOf = (field: "before" | "after", marker: string) => {
  const text = marker.length > MARKER_LENGTH_MAX ? undefined : Result.getOrUndefined(Base64Url.decodeString(marker))
  const position = text === undefined ? undefined : parsePosition(text)
  return position === undefined ? invalid(field, "must be a marker of this list") : Effect.succeed(position)
}

const markerOf = (position: Position): string => Base64Url.encode(formatPosition(position))

/** Where the page begins, and in which direction it goes. */
const startOf = Effect.fnUntraced(function* ({ after, before }: HappeningsWanted, settled: number) {
  if (after !== undefined && before !== undefined) return yield* invalid("after", "must not be given with before")
  if (after !== undefined) return { direction: "newer", from: yield* positionOf("after", after) } as const
  if (before !== undefined) return { direction: "older", from: yield* positionOf("before", before) } as const
  return { direction: "older", from: { ...END, at: settled } } as const
})

/** The rows of the page, and the position behind the last one that was looked at. */
const rowsOf = Effect.fnUntraced(function* (
  kinds: ReadonlyArray<HappeningKind>,
  { direction, from }: { readonly direction: "older" | "newer"; readonly from: Position },
  until: number,
  limit: number,
) {
  const store = yield* HappeningStore
  const sources = sourcesOf(kinds)
  const found: Array<Happening> = []
  let newest: Position | undefined
  let position = from
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const rows = yield* Effect.forEach(
      sources,
      (source) => store.span(source, { from: placeIn(source, position), direction, until, limit }),
      { concurrency: "unbounded" },
    )
    for (const row of merged(rows, direction, limit)) {
      if (found.length === limit) return { found, newest, position, isEnd: false }
      newest ??= row
      position = row
      if (kinds.includes(row.kind)) found.push(row)
    }
    // A source that gave less than it was asked for has nothing more.
    if (rows.flat().length < limit) return { found, newest, position, isEnd: true }
  }
  return { found, newest, position, isEnd: false }
})

/** The name of the player of each row, where there is one. */
const namesOf = Effect.fnUntraced(function* (rows: ReadonlyArray<Happening>) {
  const store = yield* HappeningStore
  const persons = yield* PersonStore
  const players = [...new Set(rows.flatMap((row) => (row.personId === undefined ? (row.playerUuid ?? []) : [])))]
  const owners = new Map(
    yield* Effect.forEach(
      players,
      (player) => Effect.map(persons.ofPlayer(player), (person) => [player, person] as const),
      { concurrency: LOOKUPS },
    ),
  )
  const personIn = (row: Happening) => row.personId ?? (row.playerUuid && owners.get(row.playerUuid))
  const ids = [...new Set(rows.flatMap((row) => personIn(row) ?? []))]
  const named = new Map(
    yield* Effect.forEach(ids, (person) => Effect.map(store.playersOf(person), (found) => [person, found] as const), {
      concurrency: LOOKUPS,
    }),
  )
  return (row: Happening) => {
    const person = personIn(row)
    const ofPerson = person === undefined ? [] : (named.get(person) ?? [])
    const player = ofPerson.find(({ isActive, playerUuid }) =>
      row.playerUuid === undefined ? isActive : playerUuid === row.playerUuid,
    )
    return { person, player }
  }
})

/** The page that is asked for. Fails with {@link InvalidInput} on a marker that is none. */
export const pageOfHappenings = Effect.fn("Happenings.page")(function* (wanted: HappeningsWanted) {
  const { kinds = HAPPENING_KINDS, limit = LIMIT_DEFAULT } = wanted
  const settled = (yield* Clock.currentTimeMillis) - SETTLING_MILLIS
  const start = yield* startOf(wanted, settled)
  const { found, isEnd, newest, position } = yield* rowsOf(kinds, start, settled, limit)
  const clients = yield* clientNames
  const nameOf = yield* namesOf(found)
  const happenings = found.map((row): HappeningView => {
    const { person, player } = nameOf(row)
    const facts = row.wire === undefined ? undefined : orderFacts(row.wire)
    return {
      time: row.at,
      kind: row.kind,
      id: row.id,
      player_uuid: row.playerUuid ?? player?.playerUuid,
      display_name: player?.displayName,
      person_id: person,
      client_id: row.clientId ?? (row.clientUuid && (clients.get(row.clientUuid) ?? row.clientUuid)),
      address: row.address,
      grant_type: row.grantType,
      platform: row.platform,
      error_code: row.errorCode,
      event: row.event,
      source: facts?.source,
      entries: row.entries,
      results: facts?.results,
      parent_order_id: row.parentOrderId,
      operation: row.operation,
      actor: row.actor,
      subject_kind: row.subjectKind,
      subject_id: row.subjectId,
      reason: row.reason,
    }
  })
  const isOlder = start.direction === "older"
  const isFirst = isOlder && wanted.before === undefined
  const seen = isOlder ? (newest ?? (isFirst ? BEGINNING : start.from)) : position
  return { happenings, next: isOlder && !isEnd ? markerOf(position) : null, follow: markerOf(seen) }
})
