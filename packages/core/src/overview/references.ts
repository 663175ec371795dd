/**
 * What ids name, as people find it: the read that lists what begins with a text, and how each of it is called. Faces
 * take a name in the place of an id by this, and offer a choice.
 */
import type { CatalogEntry } from "../catalog/browseView.ts"
import type { ClientList } from "../client/secretView.ts"
import { foldedName } from "../kernel/input/foldedName.ts"
import { isUuid, type ReferenceKind } from "../kernel/input/Field.ts"
import type { FoundPlayers } from "../player/view.ts"
import type { RoleView } from "../role/view.ts"

/** Something by its id and its name. */
export interface Called {
  readonly id: string
  readonly name: string
}

/** The kinds that people find by a name. */
export type FoundKind = Extract<ReferenceKind, "player" | "client" | "role" | "item" | "loot" | "vendor">

/** How a kind is found: the read, its input for the beginning of a name, and what its answer has, as JSON. */
interface Lookup {
  readonly operation: "player.list" | "client.list" | "role.list" | "catalog.browse"
  readonly input: (text: string, limit: number) => Readonly<Record<string, unknown>>
  called(answer: unknown): ReadonlyArray<Called>
}

interface Entries {
  readonly entries: ReadonlyArray<typeof CatalogEntry.Encoded>
}

const entries = (kind: "item" | "loot" | "vendor"): Lookup => ({
  operation: "catalog.browse",
  input: (find, limit) => ({ kind, limit, ...(find !== "" && { find: find.replace(/^.*\//, "") }) }),
  called: (answer: Entries) =>
    answer.entries.flatMap(({ id, name = id, vendor_name: vendor }) =>
      [...(kind === "loot" && vendor !== undefined ? [`${vendor}/${name}`] : []), name].map((one) => ({
        id,
        name: one,
      })),
    ),
})

/** The lookup of each kind. Players of deleted persons are no choice. */
export const lookups: Readonly<Record<FoundKind, Lookup>> = {
  player: {
    operation: "player.list",
    input: (name, limit) => ({ name, limit }),
    called: ({ players }: typeof FoundPlayers.Encoded) =>
      players.flatMap(({ deleted, display_name: name, player_uuid: id }) =>
        deleted === undefined ? [{ id, name }] : [],
      ),
  },
  client: {
    operation: "client.list",
    input: () => ({}),
    called: ({ clients }: typeof ClientList.Encoded) => clients.map(({ client_id: id }) => ({ id, name: id })),
  },
  role: {
    operation: "role.list",
    input: () => ({}),
    called: ({ roles }: { readonly roles: ReadonlyArray<typeof RoleView.Encoded> }) =>
      roles.map(({ name, role_id: id }) => ({ id: String(id), name })),
  },
  item: entries("item"),
  loot: entries("loot"),
  vendor: entries("vendor"),
}

/** Whether people find what an id names by a name. */
export const isFound = (kind: ReferenceKind | undefined): kind is FoundKind =>
  kind !== undefined && Object.hasOwn(lookups, kind)

/** Those that a name means. The exact name comes before one that differs in accents or case. */
export const meantBy = (found: ReadonlyArray<Called>, given: string): ReadonlyArray<Called> => {
  const exact = found.filter(({ name }) => name === given)
  const folded = foldedName(given)
  return exact.length > 0 ? exact : found.filter(({ name }) => foldedName(name) === folded)
}

/** Whether a text has the form of an id of this kind: then it is one, and no name. */
export const isIdOf = (kind: FoundKind, text: string): boolean =>
  kind === "player" ? isUuid(text) : kind === "client" || /^-?\d+$/.test(text)
