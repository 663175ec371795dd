/** Secrets of clients as operators see them: never the secret, but when it was made, is used and ends. */
import * as Schema from "effect/Schema"
import { described, Enumeration, Flag, ListOf, Text, Uuid } from "../kernel/input/Field.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"
import { isLive, retirementOf } from "./rules.ts"
import type { ClientSecret, ClientWithSecrets } from "./schema.ts"
import { ClientView, clientView } from "./view.ts"

/** Seconds between two writes of the last uses of secrets, by each process. */
export const USE_WRITE_SECONDS = 60

const secretFields = {
  secret_id: described(Uuid, "Id of the secret."),
  last_four: described(Text, "Its last four characters."),
  created: described(Timestamp, "When it was made."),
  expires: described(Schema.optional(Timestamp), "When it ends: the end of an overlap. Absent: it does not end."),
  last_used: described(
    Schema.optional(Timestamp),
    "When a client last proved itself by it, known up to `uses_known_until`. Absent: never.",
  ),
} as const

/** A secret that was ended. */
export const RetiredSecret = Schema.Struct(secretFields).annotate({ identifier: "RetiredSecret" })

/** A secret that stands. */
const ClientSecretView = Schema.Struct({
  ...secretFields,
  state: described(
    Enumeration(["current", "former", "ended"]),
    "`current`: the newest. `former`: a rotation left it valid for a while. `ended`: it is refused.",
  ),
  never_used: described(Flag, "Whether no client has proved itself by it yet."),
  safe_to_retire: described(
    Schema.optional(Flag),
    "Whether the former secret can be ended now: the new one is in use, and this one has not been for twice the " +
      "time that an access token is accepted. Absent: not a former secret.",
  ),
  still_needed: described(
    Schema.optional(Enumeration(["new_secret_unused", "used_lately"])),
    "Why it is not safe: nobody has used the new secret yet, or somebody still uses this one.",
  ),
  safe_from: described(
    Schema.optional(Timestamp),
    "When it is safe if nobody uses it again, and the new one is used by then.",
  ),
}).annotate({ identifier: "ClientSecret" })
export type ClientSecretView = typeof ClientSecretView.Type

/** A client with its secrets. */
export const ClientDetail = Schema.Struct({
  ...ClientView.fields,
  secrets: described(ListOf(ClientSecretView), "Its secrets: the current one, then the former one of a rotation."),
  uses_known_until: described(
    Timestamp,
    "Servers write uses of secrets once a minute: `last_used` has those up to this moment, and not all later ones. A " +
      "server that was killed may have lost its last minute.",
  ),
}).annotate({ identifier: "ClientDetail" })
export type ClientDetail = typeof ClientDetail.Type

/** Every client with its secrets. */
export const ClientList = Schema.Struct({
  clients: described(ListOf(ClientDetail), "Every client, by client_id."),
}).annotate({ identifier: "Clients" })

/** A secret that was ended. */
export const retiredSecretView = ({ created, expires, lastFour, lastUsed, secretId }: ClientSecret) => ({
  secret_id: secretId,
  last_four: lastFour,
  created,
  expires,
  last_used: lastUsed,
})

/** The client with its secrets. `quietSeconds`: see `retirementOf`. */
export const clientDetail = (
  { client, secrets }: ClientWithSecrets,
  now: Timestamp,
  quietSeconds: number,
): ClientDetail => {
  const retirement = retirementOf(secrets, now, quietSeconds * 1000)
  return {
    ...clientView(client),
    secrets: secrets.map((secret, place): ClientSecretView => {
      const isFormer = place > 0 && isLive(secret, now)
      return {
        ...retiredSecretView(secret),
        state: !isLive(secret, now) ? "ended" : isFormer ? "former" : "current",
        never_used: secret.lastUsed === undefined,
        safe_to_retire: isFormer ? retirement?.stillNeeded === null : undefined,
        still_needed: isFormer ? (retirement?.stillNeeded ?? undefined) : undefined,
        safe_from: isFormer ? retirement?.safeFrom : undefined,
      }
    }),
    uses_known_until: now - USE_WRITE_SECONDS * 1000,
  }
}
