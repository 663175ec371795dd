/** The list of players by display name: what a search compares, and the marker of a page. */
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { codePoints } from "../kernel/input/Field.ts"
import { PlayerUuid } from "../kernel/Identifier.ts"
import { InvalidInput } from "../kernel/input/Invalid.ts"
import type { PlayerStore } from "./PlayerStore.ts"
import { DISPLAY_NAME_LENGTH_MAX } from "./rules.ts"
import type { PlaceByName, PlayerPage } from "./schema.ts"

const LIMIT_DEFAULT = 100
const LIMIT_MAX = 1000

/** Characters of a marker: a name of 64 code points at four bytes and an identifier, in base64url, with room. */
const MARKER_LENGTH_MAX = 512
const UUID_LENGTH = 36

/** The name as names are compared: A to Z as a to z, all else as it is. */
export const comparedName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

const LAST_CODE_POINT = 0x10_ff_ff

/** The least text after all texts that begin with `prefix`; undefined where there is none, as for the empty prefix. */
export const afterPrefix = (prefix: string): string | undefined => {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0)
  while (points.at(-1) === LAST_CODE_POINT) points.pop()
  const last = points.pop()
  if (last === undefined) return undefined
  // The surrogates after U+D7FF are no characters of a text.
  return String.fromCodePoint(...points, last === 0xd7_ff ? 0xe0_00 : last + 1)
}

const isName = (text: string): boolean => codePoints(text) <= DISPLAY_NAME_LENGTH_MAX && !/[\p{Cc}\p{Cs}]/u.test(text)

const invalid = (field: string, msg: string) =>
  new InvalidInput({ detail: [{ loc: [field], msg, type: "value_error" }] })

const decodePlayer = Schema.decodeUnknownOption(PlayerUuid)

const markerOf = ({ name, playerUuid }: PlaceByName): string => Base64Url.encode(name + playerUuid)

const placeOf = (marker: string): PlaceByName | undefined => {
  if (marker.length > MARKER_LENGTH_MAX) return undefined
  const text = Result.getOrUndefined(Base64Url.decodeString(marker))
  if (text === undefined) return undefined
  const name = text.slice(0, -UUID_LENGTH)
  const player = Option.getOrUndefined(decodePlayer(text.slice(-UUID_LENGTH)))
  return player !== undefined && isName(name) ? { name, playerUuid: player } : undefined
}

/** The part of the list that is asked for. */
export interface PlayersWanted {
  /** How the display names begin; A to Z are compared as a to z. */
  readonly name?: string
  /** The marker of a page before. */
  readonly after?: string
  /** Default 100, at most 1000. */
  readonly limit?: number
}

/** A page of the players by name, with the marker of the next. */
export const listByName = Effect.fnUntraced(function* (store: PlayerStore["Service"], wanted: PlayersWanted) {
  const limit = Math.min(Math.max(1, Math.trunc(wanted.limit ?? LIMIT_DEFAULT)), LIMIT_MAX)
  const prefix = comparedName((wanted.name ?? "").normalize("NFC"))
  if (!isName(prefix)) {
    return yield* invalid("name", `must be at most ${DISPLAY_NAME_LENGTH_MAX} characters, none of them a control`)
  }
  const after = wanted.after === undefined ? { name: prefix } : placeOf(wanted.after)
  if (after === undefined || !after.name.startsWith(prefix)) {
    return yield* invalid("after", "must be the marker of a page of the same list")
  }
  const found = yield* store.listByName({ after, end: afterPrefix(prefix), limit: limit + 1 })
  const players = found.slice(0, limit)
  const last = players.at(-1)
  const next =
    found.length <= limit || last === undefined
      ? undefined
      : markerOf({ name: comparedName(last.displayName), playerUuid: last.playerUuid })
  return { players, next } satisfies PlayerPage
})
