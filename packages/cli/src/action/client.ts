/** What `garrison client …` does. */
import { Clients } from "@garrison/core/client/Clients"
import { ClientNotFound } from "@garrison/core/client/errors"
import { checkNewClient, newClientOf } from "@garrison/core/client/input"
import { createClient } from "@garrison/core/client/operations/createClient"
import { editClientRedirects } from "@garrison/core/client/operations/editClientRedirects"
import { listClients } from "@garrison/core/client/operations/listClients"
import { rotateClient } from "@garrison/core/client/operations/rotateClient"
import { setClientDisabled } from "@garrison/core/client/operations/setClientDisabled"
import { type ClientKind, EVERY_GRANT } from "@garrison/core/client/schema"
import type { ClientView, ClientWithSecret } from "@garrison/core/client/view"
import { nearest } from "@garrison/core/kernel/input/nearest"
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { PERMISSIONS } from "@garrison/core/permission/names"
import { covers, isPermission } from "@garrison/core/permission/rules"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { withDatabase } from "../local.ts"
import { operate, operateAct, showAnswer, tellingFields } from "../operate.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { keepSafe } from "../output/keepSafe.ts"
import { printMessage, printWarning } from "../output/print.ts"
import { facts, moment, span, table } from "../output/table.ts"
import { givenOnly } from "./givenOnly.ts"
import { type ActInput, actOf, confirmAct, sayDryRun } from "./operator.ts"
import { currentSettings } from "../settings/current.ts"

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

/** A machine client whose tokens may do nothing, which no command changes later. */
const withoutPermissions = (clientId: string): string =>
  `${clientId} has no permissions, so its tokens are refused by nearly every operation.\n` +
  "Permissions cannot be added later: create another client with --permission."

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
  yield* sayDryRun(input)
})

/** Its kind, and what is unusual: a terminal of 80 columns has no room for a column of each. */
const kindOf = (client: ClientView): string => {
  const exempt = client.pkce_exempt ? ", no PKCE" : ""
  return client.public ? `${client.kind}, public${exempt}` : `${client.kind}${exempt}`
}

/** Lists all clients. */
export const showClients = Effect.fn("Client.list")(function* ({ json }: { readonly json: boolean }) {
  const answered = yield* operate(listClients, {})
  if (answered.clients.length === 0 && !json) {
    return yield* printMessage("There are no clients yet. Create one with garrison client create.")
  }
  return yield* showAnswer(listClients, json, answered, () =>
    table<ClientView>(
      [
        { heading: "CLIENT_ID", text: (client) => client.client_id },
        { heading: "KIND", text: kindOf },
        { heading: "STATE", text: (client) => (client.disabled ? "disabled" : "active") },
        { heading: "CREATED", text: (client) => moment(client.created) },
        { heading: "REDIRECTS", text: (client) => client.redirect_uris.join(" ") || "-", cuttable: true },
        { heading: "PERMISSIONS", text: (client) => client.permissions.join(" ") || "-", cuttable: true },
        { heading: "DESCRIPTION", text: (client) => client.description ?? "", cuttable: true },
      ],
      answered.clients,
    ),
  )
})

interface EditInput extends ActInput {
  readonly clientId: string
  readonly redirectUri: ReadonlyArray<string>
  readonly noRedirectUris: boolean
  readonly pkceExempt: boolean
  readonly pkceRequired: boolean
  readonly json: boolean
}

const wrongUsage = (sentence: string): Effect.Effect<never, CommandFailure> =>
  Effect.fail(new CommandFailure({ kind: "usage", sentence }))

/** The changes that the flags ask for; fails where they ask for none, or for two that contradict each other. */
const editOf = (input: EditInput): Effect.Effect<object, CommandFailure> => {
  const { noRedirectUris, pkceExempt, pkceRequired, redirectUri } = input
  const hasUris = redirectUri.length > 0
  if (hasUris && noRedirectUris) return wrongUsage("--redirect-uri and --no-redirect-uris contradict each other.")
  if (pkceExempt && pkceRequired) return wrongUsage("--pkce-exempt and --pkce-required contradict each other.")
  if (!hasUris && !noRedirectUris && !pkceExempt && !pkceRequired) {
    return wrongUsage("Say what to change: --redirect-uri, --no-redirect-uris, --pkce-exempt or --pkce-required.")
  }
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

/** Changes the logins by redirect of a client. */
export const editClient = Effect.fn("Client.edit")(function* (input: EditInput) {
  const wanted = yield* editOf(input)
  const client = { client_id: input.clientId, ...wanted }
  yield* operateAct(editClientRedirects, client, input, (edited) =>
    facts([["client_id", edited.client_id], ...redirectFacts(edited), ["revision", String(edited.revision)]]),
  ).pipe(telling(input.clientId))
})

interface RotateInput extends ActInput {
  readonly clientId: string
  readonly overlap: Option.Option<number>
  readonly yes: boolean
  readonly json: boolean
}

/** Gives a client a new secret. */
export const newSecretOfClient = Effect.fn("Client.rotate")(function* (input: RotateInput) {
  const { values } = yield* currentSettings()
  const act = yield* actOf(input)
  const overlapSeconds = Option.getOrElse(input.overlap, () => values.secretOverlapSeconds)
  const found = yield* withDatabase("upgrade", clientNamed(input.clientId))
  if (found.public) return yield* hasNoSecret(input.clientId)
  const fate =
    overlapSeconds === 0
      ? "The current one stops now, and the sessions that a machine client opened with it end within a minute."
      : `The current one works for ${span(overlapSeconds).replace(" ", " more ")}; an earlier one stops now.`
  yield* confirmAct(input, `This gives ${input.clientId} a new secret. ${fate}`)
  const wanted = { client_id: input.clientId, overlap_seconds: overlapSeconds }
  const client = yield* operate(rotateClient, wanted, act).pipe(telling(input.clientId))
  yield* showAnswer(rotateClient, input.json, client, () => withSecret(client))
  return yield* input.dryRun ? sayDryRun(input) : keepSafe
})

interface StateInput extends ActInput {
  readonly clientId: string
  readonly json: boolean
}

const setState = (input: StateInput, disabled: boolean) =>
  operateAct(setClientDisabled, { client_id: input.clientId, disabled }, input, (client) =>
    facts([
      ["client_id", client.client_id],
      ["state", client.disabled ? "disabled" : "active"],
      ["revision", String(client.revision)],
    ]),
  ).pipe(telling(input.clientId))

/** Refuses the logins of a client, and ends its sessions, until it is enabled again. */
export const disableClient = Effect.fn("Client.disable")(function* (input: StateInput & { readonly yes: boolean }) {
  yield* withDatabase("read", clientNamed(input.clientId))
  yield* confirmAct(input, `This refuses every login of ${input.clientId} from now on, and ends its sessions.`)
  yield* setState(input, true)
})

/** Lets a client log in again. */
export const enableClient = Effect.fn("Client.enable")((input: StateInput) => setState(input, false))

const hasNoSecret = (clientId: string): CommandFailure =>
  new CommandFailure({
    kind: "conflict",
    sentence: `${clientId} is a public client, which has no secret.`,
    next: "garrison client list shows which clients are public.",
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
