/** What `garrison client …` does. */
import { Clients } from "@garrison/core/client/Clients"
import { ClientNotFound } from "@garrison/core/client/errors"
import { checkNewClient, newClientOf } from "@garrison/core/client/input"
import { createClient } from "@garrison/core/client/operations/createClient"
import { editClient as editClientItself } from "@garrison/core/client/operations/editClient"
import { editClientRedirects } from "@garrison/core/client/operations/editClientRedirects"
import { type ClientKind, EVERY_GRANT } from "@garrison/core/client/schema"
import type { ClientView, ClientWithSecret } from "@garrison/core/client/view"
import { nearest } from "@garrison/core/kernel/input/nearest"
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { PERMISSIONS } from "@garrison/core/permission/names"
import { covers, isPermission } from "@garrison/core/permission/rules"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { operate, operateAct, sayUndo, showAnswer, tellingFields } from "../operate.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { keepSafe } from "../output/keepSafe.ts"
import { printWarning } from "../output/print.ts"
import { facts } from "../output/table.ts"
import { givenOnly } from "./givenOnly.ts"
import { type ActInput, actOf, sayDryRun } from "./operator.ts"

interface NewClientInput extends ActInput {
  readonly clientId: string
  readonly kind: ClientKind
  readonly description: Option.Option<string>
  readonly permission: ReadonlyArray<string>
  readonly grant: ReadonlyArray<string>
  readonly org: Option.Option<string>
  readonly public: boolean
  readonly redirectUri: ReadonlyArray<string>
  readonly pkceExempt: boolean
  readonly json: boolean
}

/** The logins by redirect of a client, as people read them. */
const redirectFacts = (client: ClientView): ReadonlyArray<readonly [string, string | undefined]> => [
  ["redirect_uris", client.redirect_uris.length === 0 ? undefined : client.redirect_uris.join(" ")],
  ["pkce", client.pkce_exempt ? "exempt" : undefined],
]

const withSecret = (client: ClientWithSecret): string =>
  facts([
    ["client_id", client.client_id],
    ["client_uuid", client.client_uuid],
    ["kind", client.public ? `${client.kind}, public` : client.kind],
    ["permissions", client.permissions.length === 0 ? undefined : client.permissions.join(" ")],
    ...redirectFacts(client),
    ["client_secret", client.client_secret],
  ])

const isGrant = (given: string): boolean => given === EVERY_GRANT || GRANT_TYPES.some((name) => name === given)

/** The names that an unknown one was probably meant to be, as a half-sentence. */
const meant = (given: string, names: ReadonlyArray<string>): string => {
  const covered = names.filter((name) => given !== name && covers(given, name))
  if (covered.length > 0) return `; name each that you mean: ${covered.join(", ")}`
  const close = nearest(given, names)
  return close === undefined ? "" : `; did you mean ${close}?`
}

/** Permissions and grants are closed lists: a slip is told with what was meant. */
const checkNames = ({ permission, grant }: NewClientInput): Effect.Effect<void, CommandFailure> => {
  const permissions = permission.filter((given) => !isPermission(given))
  const grants = grant.filter((given) => !isGrant(given))
  if (permissions.length + grants.length === 0) return Effect.void
  return Effect.fail(
    new CommandFailure({
      kind: "usage",
      sentence: "The client was not created.",
      details: [
        ...permissions.map((given) => `--permission ${given}: there is no such permission${meant(given, PERMISSIONS)}`),
        ...grants.map((given) => `--grant ${given}: there is no such grant${meant(given, GRANT_TYPES)}`),
      ],
      next: "`garrison client create --help` lists the permissions and the grants.",
    }),
  )
}

/** A machine client whose tokens may do nothing. */
const withoutPermissions = (clientId: string): string =>
  `${clientId} has no permissions, so its tokens are refused by nearly every operation.\n` +
  `Give it permissions with garrison client edit ${clientId} --permission.`

/** Creates a client and prints its secret. */
export const makeClient = Effect.fn("Client.create")(function* (input: NewClientInput) {
  yield* checkNames(input)
  const act = yield* actOf(input)
  const wanted = {
    client_id: input.clientId,
    kind: input.kind,
    permissions: input.permission,
    public: input.public,
    ...givenOnly({ description: input.description, org_id: input.org }),
    ...(input.grant.length > 0 ? { grants: input.grant } : {}),
    redirect_uris: input.redirectUri,
    pkce_exempt: input.pkceExempt,
  }
  // Before there is a database: input that is wrong as a whole must not leave one behind.
  yield* tellingFields(createClient.name)(checkNewClient(newClientOf(wanted)))
  const client = yield* operate(createClient, wanted, act, input.dryRun ? "upgrade" : "create").pipe(
    Effect.catchTag("ClientConflict", () =>
      Effect.fail(
        new CommandFailure({
          kind: "conflict",
          sentence: `A client ${input.clientId} exists already.`,
          next: "Take another client_id, or give that client a new secret with garrison client rotate.",
        }),
      ),
    ),
  )
  yield* showAnswer(createClient, input.json, client, () => withSecret(client))
  if (client.kind === "machine" && client.permissions.length === 0) {
    yield* printWarning(withoutPermissions(client.client_id))
  }
  if (client.client_secret !== undefined) yield* keepSafe
  yield* sayUndo(client, input)
  yield* sayDryRun(input)
})

interface EditInput extends ActInput {
  readonly clientId: string
  readonly description: Option.Option<string>
  readonly noDescription: boolean
  readonly org: Option.Option<string>
  readonly noOrg: boolean
  readonly permission: ReadonlyArray<string>
  readonly noPermissions: boolean
  readonly grant: ReadonlyArray<string>
  readonly noGrants: boolean
  readonly redirectUri: ReadonlyArray<string>
  readonly noRedirectUris: boolean
  readonly pkceExempt: boolean
  readonly pkceRequired: boolean
  readonly json: boolean
}

const wrongUsage = (sentence: string): Effect.Effect<never, CommandFailure> =>
  Effect.fail(new CommandFailure({ kind: "usage", sentence }))

/** The new value of a field: given by one flag, null by the flag that drops it. Undefined: it does not change. */
const givenOrDropped = <A>(
  name: string,
  given: A | undefined,
  isDropped: boolean,
  dropped: A | null,
): Effect.Effect<A | null | undefined, CommandFailure> => {
  if (isDropped && given !== undefined) return wrongUsage(`--${name} and the flag that drops it contradict each other.`)
  return Effect.succeed(isDropped ? dropped : given)
}

const listGiven = (list: ReadonlyArray<string>) => (list.length === 0 ? undefined : list)

/** The changes of the client itself that the flags ask for; empty: none. */
const ownEditOf = Effect.fnUntraced(function* (input: EditInput) {
  const fields = {
    description: yield* givenOrDropped(
      "description",
      Option.getOrUndefined(input.description),
      input.noDescription,
      null,
    ),
    org_id: yield* givenOrDropped("org", Option.getOrUndefined(input.org), input.noOrg, null),
    permissions: yield* givenOrDropped("permission", listGiven(input.permission), input.noPermissions, []),
    grants: yield* givenOrDropped("grant", listGiven(input.grant), input.noGrants, []),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
})

/** The changes of its redirects that the flags ask for; fails where two of them contradict each other. */
const editOf = (input: EditInput): Effect.Effect<object, CommandFailure> => {
  const { noRedirectUris, pkceExempt, pkceRequired, redirectUri } = input
  const hasUris = redirectUri.length > 0
  if (hasUris && noRedirectUris) return wrongUsage("--redirect-uri and --no-redirect-uris contradict each other.")
  if (pkceExempt && pkceRequired) return wrongUsage("--pkce-exempt and --pkce-required contradict each other.")
  return Effect.succeed({
    ...((hasUris || noRedirectUris) && { redirect_uris: redirectUri }),
    ...((pkceExempt || pkceRequired) && { pkce_exempt: pkceExempt }),
  })
}

/** Makes the failure of an operation on a client that does not exist name the client. */
const telling =
  (clientId: string) =>
  <A, E extends { readonly _tag: string }, R>(work: Effect.Effect<A, E | ClientNotFound, R>) =>
    Effect.catchIf(
      work,
      (error) => error instanceof ClientNotFound,
      () => Effect.fail(noSuchClient(clientId)),
    )

const editedFacts = (edited: ClientView): string =>
  facts([
    ["client_id", edited.client_id],
    ["description", edited.description],
    ["org_id", edited.org_id],
    ["permissions", edited.permissions.join(" ") || "-"],
    ["grants", edited.grants.join(" ") || "-"],
    ["revision", String(edited.revision)],
  ])

/** Changes what a client is and may do, or its logins by redirect. */
export const editClient = Effect.fn("Client.edit")(function* (input: EditInput) {
  const own = yield* ownEditOf(input)
  const ofRedirects = yield* editOf(input)
  const [hasOwn, hasRedirects] = [Object.keys(own).length > 0, Object.keys(ofRedirects).length > 0]
  const named = { client_id: input.clientId }
  if (hasOwn && hasRedirects) {
    return yield* wrongUsage("Change the logins by redirect by a command of their own: they are an act of their own.")
  }
  if (hasOwn) {
    return yield* operateAct(editClientItself, { ...named, ...own }, input, editedFacts).pipe(telling(input.clientId))
  }
  if (!hasRedirects) {
    return yield* wrongUsage(
      "Say what to change: --description, --org, --permission, --grant, --redirect-uri, --pkce-exempt or --pkce-required.",
    )
  }
  return yield* operateAct(editClientRedirects, { ...named, ...ofRedirects }, input, (edited) =>
    facts([["client_id", edited.client_id], ...redirectFacts(edited), ["revision", String(edited.revision)]]),
  ).pipe(telling(input.clientId))
})

/** The failure for a client that does not exist. */
export const noSuchClient = (clientId: string): CommandFailure =>
  new CommandFailure({
    kind: "notFound",
    sentence: `There is no client ${clientId}.`,
    next: "garrison client list shows the clients of this database.",
  })

/** The client of this name. */
export const clientNamed = (clientId: string) =>
  Clients.use((clients) => clients.find(clientId)).pipe(
    Effect.catchTag("ClientNotFound", () => Effect.fail(noSuchClient(clientId))),
  )
