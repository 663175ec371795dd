/** What `garrison client …` does. */
import { Clients } from "@garrison/core/client/Clients"
import {
  type Client,
  type ClientKind,
  EVERY_GRANT,
  type NewClient,
  type RedirectEdit,
} from "@garrison/core/client/schema"
import { checkNewClient } from "@garrison/core/client/input"
import type { InvalidInput } from "@garrison/core/kernel/Invalid"
import { nearest } from "@garrison/core/kernel/nearest"
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { PERMISSIONS } from "@garrison/core/permission/names"
import { covers, isPermission } from "@garrison/core/permission/rules"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { withDatabase } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { type InputNames, wrongInput } from "../output/explain.ts"
import { keepSafe } from "../output/keepSafe.ts"
import { present, printData, printJson, printMessage, printWarning } from "../output/print.ts"
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

const wire = (client: Client) => ({
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
  created: new Date(client.created).toISOString(),
  revision: client.revision,
})

/** The logins by redirect of a client, as people read them. */
const redirectFacts = ({
  pkceExempt,
  redirectUris = [],
}: Client): ReadonlyArray<readonly [string, string | undefined]> => [
  ["redirect_uris", redirectUris.length === 0 ? undefined : redirectUris.join(" ")],
  ["pkce", pkceExempt ? "exempt" : undefined],
]

const presentWithSecret = (json: boolean, client: Client, secret: string | undefined) =>
  present(json, { ...wire(client), client_secret: secret }, () =>
    facts([
      ["client_id", client.clientId],
      ["client_uuid", client.clientUuid],
      ["kind", client.public ? `${client.kind}, public` : client.kind],
      ["permissions", client.permissions.length === 0 ? undefined : client.permissions.join(" ")],
      ...redirectFacts(client),
      ["client_secret", secret],
    ]),
  )

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

/** The fields of clients as they are given on the command line. */
const flags: InputNames = {
  client_id: "client_id",
  permissions: "--permission",
  grants: "--grant",
  org_id: "--org",
  public: "--public",
  description: "--description",
  redirect_uris: "--redirect-uri",
  pkce_exempt: "--pkce-exempt",
  overlap_seconds: "--overlap",
}

const wrongFlags = (error: InvalidInput): Effect.Effect<never, CommandFailure> => Effect.fail(wrongInput(error, flags))

/** A machine client whose tokens may do nothing, which no command changes later. */
const withoutPermissions = (clientId: string): string =>
  `${clientId} has no permissions, so its tokens are refused by nearly every operation.\n` +
  "Permissions cannot be added later: create another client with --permission."

/** Creates a client and prints its secret. */
export const createClient = Effect.fn("Client.create")(function* (input: NewClientInput) {
  yield* checkNames(input)
  const act = yield* actOf(input)
  const wanted: NewClient = {
    clientId: input.clientId,
    kind: input.kind,
    permissions: input.permission,
    public: input.public,
    ...givenOnly({ description: input.description, orgId: input.org }),
    ...(input.grant.length > 0 ? { grants: input.grant } : {}),
    redirectUris: input.redirectUri,
    pkceExempt: input.pkceExempt,
  }
  // Before there is a database: wrong input must not leave one behind.
  yield* Effect.catchTag(checkNewClient(wanted), "InvalidInput", wrongFlags)
  const { client, secret } = yield* withDatabase(
    input.dryRun ? "upgrade" : "create",
    Clients.use((clients) => clients.create(wanted, act)),
  ).pipe(
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
  yield* presentWithSecret(input.json, client, secret)
  if (client.kind === "machine" && client.permissions.length === 0) {
    yield* printWarning(withoutPermissions(client.clientId))
  }
  if (secret !== undefined) yield* keepSafe
  yield* sayDryRun(input)
})

const PAGE = 1000

const everyClient = Clients.use((clients) =>
  Effect.gen(function* () {
    const found: Array<Client> = []
    for (;;) {
      const after = found.at(-1)?.clientId
      const page = yield* clients.list(after === undefined ? { limit: PAGE } : { after, limit: PAGE })
      found.push(...page)
      if (page.length < PAGE) return found
    }
  }),
)

/** Its kind, and what is unusual: a terminal of 80 columns has no room for a column of each. */
const kindOf = (client: Client): string => {
  const exempt = client.pkceExempt ? ", no PKCE" : ""
  return client.public ? `${client.kind}, public${exempt}` : `${client.kind}${exempt}`
}

/** Lists all clients. */
export const listClients = Effect.fn("Client.list")(function* (input: { readonly json: boolean }) {
  const clients = yield* withDatabase("read", everyClient)
  if (input.json) return yield* printJson({ clients: clients.map(wire) })
  if (clients.length === 0)
    return yield* printMessage("There are no clients yet. Create one with garrison client create.")
  return yield* printData(
    table<Client>(
      [
        { heading: "CLIENT_ID", text: (client) => client.clientId },
        { heading: "KIND", text: kindOf },
        { heading: "STATE", text: (client) => (client.disabled ? "disabled" : "active") },
        { heading: "CREATED", text: (client) => moment(client.created) },
        { heading: "REDIRECTS", text: (client) => client.redirectUris?.join(" ") || "-", cuttable: true },
        { heading: "PERMISSIONS", text: (client) => client.permissions.join(" ") || "-", cuttable: true },
        { heading: "DESCRIPTION", text: (client) => client.description ?? "", cuttable: true },
      ],
      clients,
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
const editOf = (input: EditInput): Effect.Effect<RedirectEdit, CommandFailure> => {
  const { noRedirectUris, pkceExempt, pkceRequired, redirectUri } = input
  const hasUris = redirectUri.length > 0
  if (hasUris && noRedirectUris) return wrongUsage("--redirect-uri and --no-redirect-uris contradict each other.")
  if (pkceExempt && pkceRequired) return wrongUsage("--pkce-exempt and --pkce-required contradict each other.")
  if (!hasUris && !noRedirectUris && !pkceExempt && !pkceRequired) {
    return wrongUsage("Say what to change: --redirect-uri, --no-redirect-uris, --pkce-exempt or --pkce-required.")
  }
  return Effect.succeed({
    ...((hasUris || noRedirectUris) && { redirectUris: redirectUri }),
    ...((pkceExempt || pkceRequired) && { pkceExempt }),
  })
}

/** Changes the logins by redirect of a client. */
export const editClient = Effect.fn("Client.edit")(function* (input: EditInput) {
  const wanted = yield* editOf(input)
  const act = yield* actOf(input)
  const client = yield* withDatabase(
    "upgrade",
    Clients.use((clients) => clients.editRedirects(input.clientId, wanted, act)),
  ).pipe(
    Effect.catchTag("ClientNotFound", () => Effect.fail(noSuchClient(input.clientId))),
    Effect.catchTag("InvalidInput", wrongFlags),
  )
  yield* present(input.json, wire(client), () =>
    facts([["client_id", client.clientId], ...redirectFacts(client), ["revision", String(client.revision)]]),
  )
  yield* sayDryRun(input)
})

interface RotateInput extends ActInput {
  readonly clientId: string
  readonly overlap: Option.Option<number>
  readonly yes: boolean
  readonly json: boolean
}

/** Gives a client a new secret. */
export const rotateClient = Effect.fn("Client.rotate")(function* (input: RotateInput) {
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
  const { client, secret } = yield* withDatabase(
    "upgrade",
    Clients.use((clients) => clients.rotate(input.clientId, { overlapSeconds }, act)),
  ).pipe(
    Effect.catchTag("ClientNotFound", () => Effect.fail(noSuchClient(input.clientId))),
    Effect.catchTag("InvalidInput", wrongFlags),
  )
  yield* presentWithSecret(input.json, client, secret)
  return yield* input.dryRun ? sayDryRun(input) : keepSafe
})

interface StateInput extends ActInput {
  readonly clientId: string
  readonly json: boolean
}

const setState = Effect.fnUntraced(function* (input: StateInput, disabled: boolean) {
  const act = yield* actOf(input)
  const client = yield* withDatabase(
    "upgrade",
    Clients.use((clients) => clients.setDisabled(input.clientId, disabled, act)),
  ).pipe(Effect.catchTag("ClientNotFound", () => Effect.fail(noSuchClient(input.clientId))))
  yield* present(input.json, wire(client), () =>
    facts([
      ["client_id", client.clientId],
      ["state", client.disabled ? "disabled" : "active"],
      ["revision", String(client.revision)],
    ]),
  )
  yield* sayDryRun(input)
})

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

const noSuchClient = (clientId: string): CommandFailure =>
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
