/** What a search for players walks along, and the marker of its pages. */
import * as Base64Url from "effect/encoding/Base64Url"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { PlayerSought, SearchPlace, SearchWalk } from "./PlayerSearchStore.ts"

/** Characters of a marker: a folded name of up to 1152 characters at three bytes each, in base64url, with room. */
const MARKER_LENGTH_MAX = 8192
const UUID_LENGTH = 36

/** What the search walks along: what fewest players are expected to have. */
export const walkOf = (sought: PlayerSought): SearchWalk => {
  if (sought.playerUuid !== undefined || sought.playerId !== undefined || sought.portalUser !== undefined) return "one"
  if (sought.part !== undefined) return "name"
  if (sought.itemId !== undefined) return "item"
  if (sought.restriction !== undefined) return "restriction"
  return sought.online === undefined ? "name" : "online"
}

/** The marker of a page that ends here. */
export const markerOf = (walk: SearchWalk, { key, playerUuid }: SearchPlace): string =>
  Base64Url.encode(`${walk}:${key}${playerUuid}`)

const decodePlayer = Schema.decodeUnknownOption(PlayerUuid)
const decodePerson = Schema.decodeUnknownOption(PersonId)

const isKey = (walk: SearchWalk, key: string): boolean => {
  if (walk === "name") return !/[\p{Cc}\p{Cs}]/u.test(key)
  return walk === "item" || walk === "one" ? key === "" : Option.isSome(decodePerson(key))
}

/** The place in a marker of this walk; undefined: it is none. */
export const placeIn = (walk: SearchWalk, marker: string): SearchPlace | undefined => {
  if (marker.length > MARKER_LENGTH_MAX) return undefined
  const text = Result.getOrUndefined(Base64Url.decodeString(marker))
  if (text === undefined || !text.startsWith(`${walk}:`)) return undefined
  const key = text.slice(walk.length + 1, -UUID_LENGTH)
  const player = Option.getOrUndefined(decodePlayer(text.slice(-UUID_LENGTH)))
  return player !== undefined && isKey(walk, key) ? { key, playerUuid: player } : undefined
}
