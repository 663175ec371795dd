/** Storage of clients and their secrets. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ClientUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { Client, ClientSecret, ClientWithSecrets } from "./schema.ts"

/** A secret that replaces the current secret. */
export interface SecretReplacement {
  readonly secret: ClientSecret
  /**
   * When the replaced secret stops, unless it expires earlier by itself. At or before the new secret's `created`: it
   * stops at once. The secret before the replaced one stops at once in any case.
   */
  readonly previousExpires: Timestamp
}

/** The changed fields of a client. An absent field stays. */
export interface ClientChange {
  /** A new secret of a machine client begins the client's next generation. */
  readonly secret?: SecretReplacement
  /** Null: it has none from now on. */
  readonly description?: string | null
  /** Null: it belongs to none from now on. */
  readonly orgId?: string | null
  /** All permissions of its tokens from now on. */
  readonly permissions?: ReadonlyArray<string>
  /** All of its grants. */
  readonly grants?: ReadonlyArray<string>
  /** True: the secret that a rotation left valid for a while is gone, and with it the sessions that it opened. */
  readonly endFormer?: true
  /** True ends every session of the client: the client's next generation begins, and no session belongs to it. */
  readonly disabled?: boolean
  /** All of its addresses. */
  readonly redirectUris?: ReadonlyArray<string>
  readonly pkceExempt?: boolean
  /** True: the client must never have had addresses. */
  readonly ifRedirectUrisUnset?: boolean
  /** The generation that the client must be in. */
  readonly ifGeneration?: number
  /** The revision that the client must have. */
  readonly ifRevision?: number | undefined
}

/** A client before and after a change. */
export interface ClientChanged {
  readonly before: ClientWithSecrets
  readonly after: ClientWithSecrets
}

/** Storage of clients. Writes take part in the running unit of work. */
export class ClientStore extends Context.Service<
  ClientStore,
  {
    /** Stores a new client, with its first secret if it has a secret. */
    readonly insert: (client: Client, secret: ClientSecret | undefined) => Effect.Effect<"stored" | "client_id_taken">
    /** Up to `limit` clients whose `client_id` comes after `after`, sorted by bytes. */
    readonly list: (after: string, limit: number) => Effect.Effect<ReadonlyArray<Client>>
    /** The same clients, each with its secrets, the current secret first, also expired secrets. */
    readonly listWithSecrets: (after: string, limit: number) => Effect.Effect<ReadonlyArray<ClientWithSecrets>>
    /** The client with this `client_id` and its secrets, the current secret first, also expired secrets. */
    readonly findById: (clientId: string) => Effect.Effect<ClientWithSecrets | undefined>
    /**
     * The client with this `client_id` and its secrets. Without such a client: a disabled client that no secret proves.
     * Reading either takes the same work, so the time does not show whether the client exists.
     */
    readonly findForProof: (clientId: string) => Effect.Effect<ClientWithSecrets>
    /**
     * Makes a change, counts the revision up, and answers with the client before and after. Changes of a client wait
     * for each other. So a client never has more than two secrets, and the answer shows this change only.
     * `"not_found"`: the client does not exist, or is not as the change asks for.
     */
    readonly change: (clientUuid: ClientUuid, change: ClientChange) => Effect.Effect<ClientChanged | "not_found">
    /**
     * Deletes a client and its secrets, if it has the asked revision; this also ends its sessions. Says whether a
     * client was deleted.
     */
    readonly remove: (clientUuid: ClientUuid, ifRevision?: number) => Effect.Effect<boolean>
    /** Records when secrets were last used. A later recorded use stays. Unknown secrets are ignored. */
    readonly recordUse: (uses: ReadonlyMap<string, Timestamp>) => Effect.Effect<void>
  }
>()("@garrison/core/client/ClientStore") {}
