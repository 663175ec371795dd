/** Where clients and their secrets are kept. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ClientUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type { Client, ClientSecret, ClientWithSecrets } from "./schema.ts"

/** A secret that takes the place of the current one. */
export interface SecretReplacement {
  readonly secret: ClientSecret
  /**
   * When the one that it replaces stops: it keeps counting until then, or until its own end if that is earlier. At or
   * before the new secret's `created`: it stops at once. The one before that stops at once in any case.
   */
  readonly previousExpires: Timestamp
}

/** What changes about a client; what is absent stays. */
export interface ClientChange {
  /** Of a machine client it begins the next generation. */
  readonly secret?: SecretReplacement
  readonly description?: string
  /** True ends every session of the client: it begins a generation that none of them belongs to. */
  readonly disabled?: boolean
  /** The generation that the client must be in. */
  readonly ifGeneration?: number
  /** The revision that the client must have. */
  readonly ifRevision?: number | undefined
}

/** A client on both sides of a change. */
export interface ClientChanged {
  readonly before: ClientWithSecrets
  readonly after: ClientWithSecrets
}

/** Storage of clients. What writes takes part in the running unit of work. */
export class ClientStore extends Context.Service<
  ClientStore,
  {
    /** Stores a new client, with its first secret if it has one. */
    readonly insert: (client: Client, secret: ClientSecret | undefined) => Effect.Effect<"stored" | "client_id_taken">
    /** Up to `limit` clients whose `client_id` comes after `after`, in the order of their bytes. */
    readonly list: (after: string, limit: number) => Effect.Effect<ReadonlyArray<Client>>
    /** The client with this `client_id` and its secrets, expired ones too, the current one first. */
    readonly findById: (clientId: string) => Effect.Effect<ClientWithSecrets | undefined>
    /**
     * The client with this `client_id` and its secrets, or one in its place that is disabled and that no secret proves:
     * reading either is the same work, so that the time it takes tells nothing.
     */
    readonly findForProof: (clientId: string) => Effect.Effect<ClientWithSecrets>
    /**
     * Makes a change, counts the revision up, and answers with what stood before and stands now. Changes of one client
     * wait for each other, so there are never more than two secrets, and the answer shows this change. `"not_found"`:
     * there is no such client, or none in the generation and the revision that the change asks for.
     */
    readonly change: (clientUuid: ClientUuid, change: ClientChange) => Effect.Effect<ClientChanged | "not_found">
    /**
     * Deletes a client and its secrets, if it has the revision that may be asked for; its sessions have ended
     * with that. Says whether there was one.
     */
    readonly remove: (clientUuid: ClientUuid, ifRevision?: number) => Effect.Effect<boolean>
    /**
     * Records when secrets were last used; a later use that is recorded already stays. Unknown secrets are passed over.
     */
    readonly recordUse: (uses: ReadonlyMap<string, Timestamp>) => Effect.Effect<void>
  }
>()("@garrison/core/client/ClientStore") {}
