/** API consumers: who they are, how they prove it, and their secrets (decisions, sections 3 and 8). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { InvalidInput } from "../kernel/Invalid.ts"
import type { PermissionDenied } from "../permission/errors.ts"
import type { Caller } from "../token/schema.ts"
import type { ClientConflict, ClientNotFound, ClientRefused } from "./errors.ts"
import type { Client, ClientCredentials, ClientKind, M2mAccount, M2mUpdate, M2mUpdateQuery } from "./schema.ts"

/** What a new client is to be. */
export interface NewClient {
  /** Generated when not given: the text of the `client_uuid`. */
  readonly clientId?: string
  readonly kind: ClientKind
  readonly description?: string
  readonly orgId?: string
  readonly permissions: ReadonlyArray<string>
  /** Default: every grant of the kind. */
  readonly grants?: ReadonlyArray<string>
  /** Game clients only; a public client has no secret. Default false. */
  readonly public?: boolean
}

/** A client and the secret it has just got, which is shown this once. */
export interface ClientCreated {
  readonly client: Client
  /** Absent for a public client. */
  readonly secret?: string
}

/** Keeps clients and checks their credentials. */
export class Clients extends Context.Service<
  Clients,
  {
    /**
     * The client that these credentials prove. Without credentials: the default public client of the settings. Every
     * refusal is the same and costs the same.
     */
    readonly authenticate: (credentials: ClientCredentials | undefined) => Effect.Effect<Client, ClientRefused>
    /** Creates a client. 422 for permissions outside the closed list, and for a public machine client. */
    readonly create: (wanted: NewClient) => Effect.Effect<ClientCreated, ClientConflict | InvalidInput>
    /** Up to `limit` (default 100, at most 1000) clients after `after`, by `client_id`. */
    readonly list: (page?: { readonly after?: string; readonly limit?: number }) => Effect.Effect<ReadonlyArray<Client>>
    readonly find: (clientId: string) => Effect.Effect<Client, ClientNotFound>
    /** Gives the client a generated secret; the one before it stays valid for the overlap (default from the settings). */
    readonly rotate: (
      clientId: string,
      options?: { readonly overlapSeconds?: number },
    ) => Effect.Effect<{ readonly client: Client; readonly secret: string }, ClientNotFound | InvalidInput>
    /** Changes the calling machine client itself: PUT /v2/account/me/m2m-credentials (interface, section 4.3). */
    readonly updateOwn: (
      caller: Caller,
      update: M2mUpdate,
      query: M2mUpdateQuery,
    ) => Effect.Effect<M2mAccount, PermissionDenied | InvalidInput | ClientNotFound>
    /** Makes a client be refused from now on, or ends that. */
    readonly setDisabled: (clientId: string, disabled: boolean) => Effect.Effect<Client, ClientNotFound>
  }
>()("@garrison/core/client/Clients") {}
