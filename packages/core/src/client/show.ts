/** What clients and their secrets look like. */
import type { ClientDetail } from "./secretView.ts"
import type { ClientView, ClientWithSecret } from "./view.ts"
import { type Column, each, type Fact, facts, list } from "../operation/show/Shown.ts"

type Client = typeof ClientView.Encoded
type Detail = typeof ClientDetail.Encoded
type Secret = Detail["secrets"][number]

/** Its kind, and what is unusual: a terminal of 80 columns has no room for a column of each. */
const kindOf = ({ kind, pkce_exempt: isExempt, public: isPublic }: Client): string =>
  [kind, ...(isPublic ? ["public"] : []), ...(isPublic && isExempt ? ["no PKCE"] : [])].join(", ")

const stateOf = ({ disabled }: Client): string => (disabled ? "disabled" : "active")

/** When any of its secrets was last used. */
const lastUseOf = ({ secrets }: Detail): string | undefined => {
  if (secrets.length === 0) return undefined
  return (
    secrets
      .flatMap(({ last_used: used }) => used ?? [])
      .toSorted()
      .at(-1) ?? "never"
  )
}

const isInOverlap = ({ secrets }: Detail): boolean => secrets.some(({ state: of }) => of === "former")

/** Whether a former secret can be retired, in words; undefined: it is no former secret. */
export const retirementOf = ({
  safe_from: from,
  safe_to_retire: isSafe,
  still_needed: why,
}: Secret): string | undefined => {
  if (isSafe === undefined) return undefined
  if (isSafe) return "yes: the new secret is in use, and this one is not"
  const then = from === undefined ? "" : `; safe from ${from} on, unless it is used again`
  return `no: ${why === "used_lately" ? "it was used lately" : "nobody has used the new secret yet"}${then}`
}

const id: Column<Client> = {
  name: "client_id",
  kind: "id",
  min: 14,
  ideal: 30,
  priority: 1,
  of: ({ client_id }) => client_id,
}
const uuid: Fact<Client> = { name: "client_uuid", kind: "id", of: ({ client_uuid }) => client_uuid }
const permissions: Fact<Client> = { name: "permissions", kind: "words", of: ({ permissions: held }) => held }
const state: Column<Client> = {
  name: "state",
  kind: "label",
  ideal: 8,
  priority: 1,
  of: stateOf,
  tone: ({ disabled }) => (disabled ? "bad" : "good"),
}
const organisation: Fact<Client> = { name: "org_id", kind: "id", of: ({ org_id }) => org_id }
const grants: Fact<Client> = { name: "grants", kind: "words", of: ({ grants: held }) => held, absent: "-" }
const description: Fact<Client> = { name: "description", kind: "text", of: ({ description: text }) => text }
const revision: Fact<Client> = { name: "revision", kind: "count", of: ({ revision: count }) => count }
const kind: Fact<Client> = { name: "kind", kind: "label", of: kindOf }
const redirects: ReadonlyArray<Fact<Client>> = [
  { name: "redirect_uris", kind: "words", of: ({ redirect_uris }) => redirect_uris },
  { name: "pkce", kind: "label", of: ({ pkce_exempt }) => (pkce_exempt ? "exempt" : undefined) },
]

/** The clients. */
export const clientList = list<{ readonly clients: ReadonlyArray<Detail> }, Detail>({
  rows: ({ clients }) => clients,
  columns: [
    id,
    { ...kind, min: 7, ideal: 20, priority: 3 },
    state,
    {
      name: "secrets",
      kind: "label",
      min: 10,
      ideal: 10,
      priority: 2,
      isFurther: true,
      of: (client) => (isInOverlap(client) ? "in overlap" : client.secrets.length),
      tone: (client) => (isInOverlap(client) ? "warning" : undefined),
    },
    { name: "created", kind: "day", priority: 7, of: ({ created }) => created },
    {
      name: "last used",
      kind: "moment",
      priority: 2,
      of: lastUseOf,
      tone: (client) => (lastUseOf(client) === "never" ? "warning" : undefined),
    },
    { name: "redirects", kind: "words", priority: 8, of: ({ redirect_uris }) => redirect_uris },
    { ...permissions, priority: 6 },
    { ...description, priority: 4, grows: true, absent: "" },
  ],
  empty: "There are no clients yet. Create one with garrison client create.",
})

const secretName: Fact<Secret> = {
  name: "secret",
  kind: "text",
  of: ({ last_four, state: of }) => `****${last_four} ${of}`,
  tone: ({ state: of }) => (of === "former" ? "warning" : undefined),
}

const secretUse: ReadonlyArray<Fact<Secret>> = [
  { name: "  created", kind: "moment", of: ({ created }) => created },
  { name: "  last used", kind: "moment", of: ({ last_used }) => last_used, absent: "never" },
  { name: "  ended", kind: "moment", of: ({ expires, state: of }) => (of === "ended" ? expires : undefined) },
  { name: "  ends", kind: "moment", of: ({ expires, state: of }) => (of === "ended" ? undefined : expires) },
  { name: "  safe to retire", kind: "moment", of: retirementOf },
]

const secretFacts = facts<Secret>([
  secretName,
  { name: "  secret_id", kind: "id", of: ({ secret_id }) => secret_id },
  ...secretUse,
])

/** One client, and how its secrets are used. */
export const clientFacts = facts<Detail>([
  id,
  uuid,
  kind,
  state,
  description,
  organisation,
  { ...permissions, absent: "-" },
  grants,
  ...redirects,
  { name: "created", kind: "moment", of: ({ created }) => created },
  revision,
  {
    name: "uses known up to",
    kind: "moment",
    of: ({ secrets, uses_known_until }) => (secrets.length === 0 ? undefined : uses_known_until),
  },
  each(({ secrets }) => secrets, secretFacts),
])

/** How the secrets of a client stand, and what it may do. */
export const clientDetail = facts<Detail>([
  each(({ secrets }) => secrets, [secretName, ...secretUse]),
  permissions,
  { name: "grants", kind: "words", of: ({ grants }) => grants },
  ...redirects,
  { name: "created", kind: "moment", of: ({ created }) => created },
  revision,
])

/** A client with its secret, which is shown this once. */
export const clientSecretFacts = facts<typeof ClientWithSecret.Encoded>([
  id,
  uuid,
  kind,
  permissions,
  ...redirects,
  { name: "client_secret", kind: "id", of: ({ client_secret }) => client_secret },
])

/** A client whose purpose or permissions changed. */
export const editedClientFacts = facts<Client>([
  id,
  description,
  organisation,
  { ...permissions, absent: "-" },
  grants,
  revision,
])

/** A client whose logins by redirect changed. */
export const redirectedClientFacts = facts<Client>([id, ...redirects, revision])

/** A client whose state changed. */
export const clientStateFacts = facts<Client>([id, state, revision])

/** A client whose former secret was ended. */
export const retiredSecretFacts = facts<Client & { readonly retired: { readonly last_four: string } }>([
  id,
  { name: "retired", kind: "text", of: ({ retired }) => `****${retired.last_four}` },
  revision,
])

/** A client that was deleted. */
export const deletedClientFacts = facts<Pick<Client, "client_id">>([
  { name: "deleted", kind: "id", of: ({ client_id }) => client_id },
])
