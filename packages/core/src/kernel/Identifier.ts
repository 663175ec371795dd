/**
 * Identifiers of players, persons, clients and sessions. Each kind is a type of its own: the compiler refuses a person
 * where a player is asked for. All are UUIDs in lower case. New ones are version 7, which sort by time. The uuids of
 * orders, entries and inventory records are plain text, because code never handles two kinds of them together.
 */
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { refersTo, Uuid } from "./input/Field.ts"

const lowerCased = {
  decode: SchemaGetter.transform((text: string) => text.toLowerCase()),
  encode: SchemaGetter.transform((text: string) => text),
}

/** `player_uuid`: the game identity. */
export const PlayerUuid = refersTo(
  "player",
  Uuid.pipe(Schema.decodeTo(Schema.String.pipe(Schema.brand("PlayerUuid")), lowerCased)),
)
export type PlayerUuid = typeof PlayerUuid.Type

/** `person_id`: the owner of one or more portal users and players. */
export const PersonId = refersTo(
  "person",
  Uuid.pipe(Schema.decodeTo(Schema.String.pipe(Schema.brand("PersonId")), lowerCased)),
)
export type PersonId = typeof PersonId.Type

/** `client_uuid`: an API consumer; the `account_id` of the M2M account. */
export const ClientUuid = Uuid.pipe(Schema.decodeTo(Schema.String.pipe(Schema.brand("ClientUuid")), lowerCased))
export type ClientUuid = typeof ClientUuid.Type

/** The session that a login opens: `sid` of the access token, and the family of its refresh tokens. */
export const SessionId = Uuid.pipe(Schema.decodeTo(Schema.String.pipe(Schema.brand("SessionId")), lowerCased))
export type SessionId = typeof SessionId.Type
