/**
 * Identifiers of whoever acts, branded so that one cannot stand for another. All are UUIDs; new ones are version 7,
 * which sort by the time they were made. Text comes in lower case. Orders, entries and inventory records have uuids
 * too, each of which only ever stands beside its like: those are plain text.
 */
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { Uuid } from "./Field.ts"

const lowerCased = {
  decode: SchemaGetter.transform((text: string) => text.toLowerCase()),
  encode: SchemaGetter.transform((text: string) => text),
}

/** `player_uuid`: the game identity. */
export const PlayerUuid = Uuid.pipe(Schema.decodeTo(Schema.String.pipe(Schema.brand("PlayerUuid")), lowerCased))
export type PlayerUuid = typeof PlayerUuid.Type

/** `person_id`: who owns one or more portal users and players. */
export const PersonId = Uuid.pipe(Schema.decodeTo(Schema.String.pipe(Schema.brand("PersonId")), lowerCased))
export type PersonId = typeof PersonId.Type

/** `client_uuid`: an API consumer; the `account_id` of the M2M account. */
export const ClientUuid = Uuid.pipe(Schema.decodeTo(Schema.String.pipe(Schema.brand("ClientUuid")), lowerCased))
export type ClientUuid = typeof ClientUuid.Type

/** The session a login opens; `sid` of the access token, and the refresh family of that login. */
export const SessionId = Uuid.pipe(Schema.decodeTo(Schema.String.pipe(Schema.brand("SessionId")), lowerCased))
export type SessionId = typeof SessionId.Type
