/** What `garrison client …` does. */
import { Clients } from "@garrison/core/client/Clients"
import { ClientNotFound } from "@garrison/core/client/errors"
import { checkNewClient, newClientOf } from "@garrison/core/client/input"
import { createClient } from "@garrison/core/client/operations/createClient"
import { editClient as editClientItself } from "@garrison/core/client/operations/editClient"
import { removeClient } from "@garrison/core/client/operations/removeClient"
import { retireClientSecret } from "@garrison/core/client/operations/retireClientSecret"
import { showClient } from "@garrison/core/client/operations/showClient"
import { editClientRedirects } from "@garrison/core/client/operations/editClientRedirects"
import { listClients } from "@garrison/core/client/operations/listClients"
import { rotateClient } from "@garrison/core/client/operations/rotateClient"
import { setClientDisabled } from "@garrison/core/client/operations/setClientDisabled"
import { type ClientKind, EVERY_GRANT } from "@garrison/core/client/schema"
import type { ClientDetail, ClientSecretView } from "@garrison/core/client/secretView"
import type { ClientView, ClientWithSecret } from "@garrison/core/client/view"
import { nearest } from "@garrison/core/kernel/input/nearest"
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { PERMISSIONS } from "@garrison/core/permission/names"
import { covers, isPermission } from "@garrison/core/permission/rules"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { withDatabase } from "../local.ts"
import {
  isForPeople,
  type ListForm,
  operate,
  operateAct,
  sayUndo,
  showAnswer,
  showList,
  tellingFields,
} from "../operate.ts"
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

/** Its kind, and what is unusual: a terminal of 80 columns has no room for a column of each. */
const kindOf = (client: ClientView): string => {
  const exempt = client.pkce_exempt ? ", no PKCE" : ""
  return client.public ? `${client.kind}, public${exempt}` : `${client.kind}${exempt}`
}

/** When any of its secrets was last used. */
const lastUseOf = ({ secrets }: ClientDetail): string => {
  if (secrets.length === 0) return "-"
  const last = Math.max(...secrets.map(({ last_used: lastUsed }) => lastUsed ?? 0))
  return last === 0 ? "never" : moment(last)
}

/** Whether a former secret can be retired, in words. */
const retirementText = ({ safe_from: from, safe_to_retire: isSafe, still_needed: why }: ClientSecretView) => {
  if (isSafe === undefined) return undefined
  if (isSafe) return "yes: the new secret is in use, and this one is not"
  const then = from === undefined ? "" : `; safe from ${moment(from)} on, unless it is used again`
  return `no: ${why === "used_lately" ? "it was used lately" : "nobody has used the new secret yet"}${then}`
}

const secretFacts = (secret: ClientSecretView): string =>
  facts([
    [`secret ****${secret.last_four}`, secret.state],
    ["  secret_id", secret.secret_id],
    ["  created", moment(secret.created)],
    ["  last used", secret.last_used === undefined ? "never" : moment(secret.last_used)],
    [
      secret.state === "ended" ? "  ended" : "  ends",
      secret.expires === undefined ? undefined : moment(secret.expires),
    ],
    ["  safe to retire", retirementText(secret)],
  ])

/** Shows one client, and how its secrets are used. */
export const showOneClient = Effect.fn("Client.show")(function* (input: {
  readonly clientId: string
  readonly json: boolean
}) {
  const client = yield* operate(showClient, { client_id: input.clientId }).pipe(telling(input.clientId))
  yield* showAnswer(showClient, input.json, client, () =>
    [
      facts([
        ["client_id", client.client_id],
        ["client_uuid", client.client_uuid],
        ["kind", kindOf(client)],
        ["state", client.disabled ? "disabled" : "active"],
        ["description", client.description],
        ["org_id", client.org_id],
        ["permissions", client.permissions.join(" ") || "-"],
        ["grants", client.grants.join(" ") || "-"],
        ...redirectFacts(client),
        ["created", moment(client.created)],
        ["revision", String(client.revision)],
      ]),
      ...client.secrets.map(secretFacts),
      ...(client.secrets.length === 0 ? [] : [`Uses are known up to ${moment(client.uses_known_until)}.`]),
    ].join("\n"),
  )
})

/** Lists all clients. */
export const showClients = Effect.fn("Client.list")(function* (form: ListForm) {
  const answered = yield* operate(listClients, {})
  if (answered.clients.length === 0 && isForPeople(form)) {
    return yield* printMessage("There are no clients yet. Create one with garrison client create.")
  }
  return yield* showList(listClients, form, answered, "clients", () =>
    table<ClientDetail>(
      [
        { heading: "CLIENT_ID", text: (client) => client.client_id },
        { heading: "KIND", text: kindOf },
        { heading: "STATE", text: (client) => (client.disabled ? "disabled" : "active") },
        { heading: "CREATED", text: (client) => moment(client.created).slice(0, "2026-01-31".length) },
        { heading: "LAST USED", text: lastUseOf, cuttable: true },
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

interface RetireInput extends ActInput {
  readonly clientId: string
  readonly secret: Option.Option<string>
  readonly yes: boolean
  readonly json: boolean
}

const noFormerSecret = (clientId: string): CommandFailure =>
  new CommandFailure({
    kind: "notFound",
    sentence: `${clientId} has no such former secret.`,
    next: `garrison client show ${clientId} shows its secrets.`,
  })

/** Ends the former secret of a client. */
export const retireSecretOfClient = Effect.fn("Client.retire")(function* (input: RetireInput) {
  const { secrets } = yield* operate(showClient, { client_id: input.clientId }).pipe(telling(input.clientId))
  const former = secrets.find(({ state }) => state === "former")
  if (former === undefined) return yield* noFormerSecret(input.clientId)
  const question = `This ends the secret ****${former.last_four} of ${input.clientId} now, for good.`
  yield* confirmAct(input, `${question} Safe: ${retirementText(former) ?? "unknown"}.`)
  const wanted = { client_id: input.clientId, ...givenOnly({ secret_id: input.secret }) }
  return yield* operateAct(retireClientSecret, wanted, input, (client) =>
    facts([
      ["client_id", client.client_id],
      ["retired", `****${client.retired.last_four}`],
      ["revision", String(client.revision)],
    ]),
  ).pipe(
    Effect.catchTag("FormerSecretNotFound", () => Effect.fail(noFormerSecret(input.clientId))),
    telling(input.clientId),
  )
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

/** Deletes a client. */
export const deleteClient = Effect.fn("Client.delete")(function* (input: StateInput & { readonly yes: boolean }) {
  yield* withDatabase("read", clientNamed(input.clientId))
  yield* confirmAct(input, `This deletes ${input.clientId} with its secrets for good, and ends its sessions.`)
  yield* operateAct(removeClient, { client_id: input.clientId }, input, (client) =>
    facts([["deleted", client.client_id]]),
  ).pipe(telling(input.clientId))
})

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
