/** API consumers: their identity, their credentials and their secrets (decisions, sections 3 and 8). */
import * as Context from "effect/Context"
import * as Digest from "effect/crypto/Digest"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Act } from "../operation/Act.ts"
import { type ActRefused, Audit } from "../audit/Audit.ts"
import { withServicesOf } from "../kernel/work/withServicesOf.ts"
import { ForwardClock } from "../kernel/time/ForwardClock.ts"
import type { InvalidInput } from "../kernel/input/Invalid.ts"
import { Signals } from "../kernel/work/Signals.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import type { PermissionDenied } from "../permission/errors.ts"
import { RoleStore } from "../permission/RoleStore.ts"
import type { RoleConflict, RoleNotFound } from "../role/errors.ts"
import type { TokenRefused } from "../token/errors.ts"
import type { Caller, ClientCredentials } from "../kernel/Caller.ts"
import { SessionStore } from "../token/SessionStore.ts"
import { VerifiedTokens } from "../token/VerifiedTokens.ts"
import { makeAuthenticate } from "./authenticate.ts"
import { ClientStore } from "./ClientStore.ts"
import { create } from "./create.ts"
import type { ClientConflict, ClientNotFound, ClientRefused, FormerSecretNotFound } from "./errors.ts"
import { edit } from "./edit.ts"
import { find, findWithSecrets, list, listWithSecrets } from "./find.ts"
import { editRedirects, takeRedirects } from "./redirects.ts"
import { remove, setDisabled } from "./retire.ts"
import { retireSecret } from "./retireSecret.ts"
import { rotate } from "./rotate.ts"
import { setRole } from "./setRole.ts"
import { isClientId } from "./rules.ts"
import type {
  Client,
  ClientCreated,
  ClientEdit,
  ClientEdited,
  ClientSecret,
  ClientWithSecrets,
  KeptM2mAccount,
  M2mAccount,
  M2mUpdate,
  M2mUpdateQuery,
  NewClient,
  RedirectEdit,
} from "./schema.ts"
import { ClientSettings } from "./settings.ts"
import { recallOwn, updateOwn } from "./updateOwn.ts"

/** Keeps clients and checks their credentials. */
export class Clients extends Context.Service<
  Clients,
  {
    /**
     * The client that these credentials prove. Without credentials: the default public client of the settings. Every
     * refusal has the same answer and the same cost.
     */
    readonly authenticate: (credentials: ClientCredentials | undefined) => Effect.Effect<Client, ClientRefused>
    /**
     * The `client_id` of a login without a client secret: the one given, or that of the default client. A public client
     * with this id is let in as it is stored. Undefined: no client can have the id, or there is no default client.
     */
    readonly publicIdOf: (credentials: Pick<ClientCredentials, "clientId"> | undefined) => string | undefined
    /** Creates a client. Permissions and grants come from closed lists. A public client must be a game. */
    readonly create: (
      wanted: NewClient,
      act: Act,
    ) => Effect.Effect<ClientCreated, ClientConflict | InvalidInput | ActRefused>
    /**
     * Up to `limit` (default 100, at most 1000) clients after `after`, sorted by `client_id`. The client `after` need
     * not exist. But a text that cannot be a `client_id` is refused; otherwise a caller with a broken marker would read
     * the first page for ever.
     */
    readonly list: (page?: {
      readonly after?: string
      readonly limit?: number
    }) => Effect.Effect<ReadonlyArray<Client>, InvalidInput>
    /** As {@link list}, each with its secrets: the current one first, then the former one of a rotation. */
    readonly listWithSecrets: (page?: {
      readonly after?: string
      readonly limit?: number
    }) => Effect.Effect<ReadonlyArray<ClientWithSecrets>, InvalidInput>
    /** The client with this `client_id`, also a disabled client. */
    readonly find: (clientId: string) => Effect.Effect<Client, ClientNotFound>
    /** The same with its secrets. */
    readonly findWithSecrets: (clientId: string) => Effect.Effect<ClientWithSecrets, ClientNotFound>
    /**
     * Changes what a client is for, whom it belongs to, and what it may do. A permission that it loses is withdrawn
     * from its tokens: at once in this process, and within a minute in others.
     */
    readonly edit: (
      clientId: string,
      wanted: ClientEdit,
      act: Act,
    ) => Effect.Effect<ClientEdited, ClientNotFound | InvalidInput | ActRefused>
    /**
     * Ends the overlap of a rotation now: the former secret is refused, and the sessions that a machine client opened
     * with it end, at once in this process and within a minute in others. With `secretId` only if that is the former
     * secret.
     */
    readonly retireSecret: (
      clientId: string,
      secretId: string | undefined,
      act: Act,
    ) => Effect.Effect<
      { readonly client: Client; readonly retired: ClientSecret },
      ClientNotFound | FormerSecretNotFound | ActRefused
    >
    /**
     * Gives the client a generated secret. The secret before it stays valid for the overlap (default from the
     * settings). The sessions of a machine client end with the secret that opened them. Without an overlap they end at
     * once in this process, and within a minute in other processes. Players who logged in through a game client stay
     * logged in.
     */
    readonly rotate: (
      clientId: string,
      options: { readonly overlapSeconds?: number },
      act: Act,
    ) => Effect.Effect<ClientCreated, ClientNotFound | InvalidInput | ActRefused>
    /**
     * Changes the calling machine client itself: PUT /v2/account/me/m2m-credentials (interface, section 4.3). The actor
     * is that machine. Only a session that the current secret opened may change the secret.
     */
    readonly updateOwn: (
      caller: Caller,
      update: M2mUpdate,
      query: M2mUpdateQuery,
      act: Act,
    ) => Effect.Effect<M2mAccount, TokenRefused | InvalidInput | ActRefused>
    /**
     * The answer to an earlier {@link updateOwn}, which may hold the secret. It is for the session that asked for the
     * change, while that session is open, and for sessions that the current secret opened.
     */
    readonly recallOwn: (
      caller: Caller,
      kept: KeptM2mAccount,
    ) => Effect.Effect<M2mAccount, PermissionDenied | TokenRefused>
    /**
     * Disables a client, so that its credentials are refused, or enables it. Disabling ends every session of the
     * client, also those of players who logged in through it. Their access tokens are refused at once in this process,
     * and within a minute in others. The sessions stay ended when the client is enabled again.
     */
    readonly setDisabled: (
      clientId: string,
      disabled: boolean,
      act: Act,
    ) => Effect.Effect<ClientEdited, ClientNotFound | ActRefused>
    /**
     * Changes where logins by redirect of a client return to, and whether it must send a PKCE challenge. Logins that
     * are under way return to where they began for.
     */
    readonly editRedirects: (
      clientId: string,
      wanted: RedirectEdit,
      act: Act,
    ) => Effect.Effect<ClientEdited, ClientNotFound | InvalidInput | ActRefused>
    /**
     * Gives a machine client the permissions that the role has now, in the place of those that it had. What it loses is
     * withdrawn as with {@link edit}.
     */
    readonly setRole: (
      clientId: string,
      roleId: number,
      act: Act,
    ) => Effect.Effect<ClientEdited, ClientNotFound | RoleConflict | RoleNotFound | InvalidInput | ActRefused>
    /** Deletes a client with its secrets. Its sessions end as with {@link setDisabled}. */
    readonly remove: (clientId: string, act: Act) => Effect.Effect<void, ClientNotFound | ActRefused>
  }
>()("@garrison/core/client/Clients") {
  static readonly layer = Layer.effect(
    Clients,
    Effect.gen(function* () {
      const withServices = yield* withServicesOf(
        Audit,
        ClientStore,
        Digest.Digest,
        ForwardClock,
        RoleStore,
        SecureRandom.SecureRandom,
        SessionStore,
        Signals,
        Transaction,
        VerifiedTokens,
      )
      const { defaultClientId } = yield* ClientSettings
      yield* takeRedirects
      return Clients.of({
        publicIdOf: (credentials) => {
          const clientId = credentials === undefined ? defaultClientId : credentials.clientId
          return clientId !== undefined && isClientId(clientId) ? clientId : undefined
        },
        authenticate: yield* makeAuthenticate,
        create: (wanted, act) => withServices(create(wanted, act)),
        list: (page) => withServices(list(page)),
        listWithSecrets: (page) => withServices(listWithSecrets(page)),
        find: (clientId) => withServices(find(clientId)),
        findWithSecrets: (clientId) => withServices(findWithSecrets(clientId)),
        edit: (clientId, wanted, act) => withServices(edit(clientId, wanted, act)),
        retireSecret: (clientId, secretId, act) => withServices(retireSecret(clientId, secretId, act)),
        rotate: (clientId, options, act) => withServices(rotate(clientId, options, act)),
        updateOwn: (caller, update, query, act) => withServices(updateOwn(caller, update, query, act)),
        recallOwn: (caller, kept) => withServices(recallOwn(caller, kept)),
        setDisabled: (clientId, disabled, act) => withServices(setDisabled(clientId, disabled, act)),
        editRedirects: (clientId, wanted, act) => withServices(editRedirects(clientId, wanted, act)),
        setRole: (clientId, roleId, act) => withServices(setRole(clientId, roleId, act)),
        remove: (clientId, act) => withServices(remove(clientId, act)),
      })
    }),
  ).pipe(Layer.provide(ForwardClock.layer))
}
