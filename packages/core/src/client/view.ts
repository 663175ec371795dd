/** Clients as operators see them: the answers of the operations on clients. */
import * as Schema from "effect/Schema"
import { described, Enumeration, Flag, Integer, ListOf, Text, Uuid, refersTo } from "../kernel/input/Field.ts"
import { ClientUuid } from "../kernel/Identifier.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"
import { CLIENT_KINDS, type Client, type ClientCreated } from "./schema.ts"

const fields = {
  client_uuid: described(ClientUuid, "Uuid of the client, the subject of a machine client's tokens."),
  client_id: described(refersTo("client", Text), "The name by which the client logs in."),
  kind: described(Enumeration(CLIENT_KINDS), "`game`: logs players in. `machine`: logs in as itself."),
  description: described(Schema.optional(Text), "What the client is for."),
  org_id: described(Schema.optional(Uuid), "The organisation that the client belongs to."),
  permissions: described(ListOf(Text), "The permissions of a machine client's tokens."),
  grants: described(ListOf(Text), "The grants that the client may use; `*` is every grant of its kind."),
  public: described(Flag, "Whether it has no secret: a game that ships to players."),
  disabled: described(Flag, "Whether its logins are refused."),
  redirect_uris: described(ListOf(Text), "Where its logins by redirect may return to."),
  pkce_exempt: described(Flag, "Whether it is public and yet needs no PKCE challenge."),
  created: described(Timestamp, "When it was created."),
  revision: described(Integer, "How many acts have changed it."),
} as const

/** A client, without its secrets. */
export const ClientView = Schema.Struct(fields).annotate({ identifier: "Client" })
export type ClientView = typeof ClientView.Type

/** A client with the secret that was just made for it. */
export const ClientWithSecret = Schema.Struct({
  ...fields,
  client_secret: described(
    Schema.optional(Text),
    "The new secret, shown this once; absent for a public client, and in a dry run.",
  ),
}).annotate({ identifier: "ClientWithSecret" })
export type ClientWithSecret = typeof ClientWithSecret.Type

/** The client as operators see it. */
export const clientView = (client: Client): ClientView => ({
  client_uuid: client.clientUuid,
  client_id: client.clientId,
  kind: client.kind,
  description: client.description,
  org_id: client.orgId,
  permissions: client.permissions,
  grants: client.grants,
  public: client.public,
  disabled: client.disabled,
  redirect_uris: client.redirectUris ?? [],
  pkce_exempt: client.pkceExempt,
  created: client.created,
  revision: client.revision,
})

/** The client with its new secret. */
export const withSecretView = ({ client, secret }: ClientCreated): ClientWithSecret => ({
  ...clientView(client),
  client_secret: secret,
})
