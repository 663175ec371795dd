/** What restrictions look like. */
import { type Column, each, type Fact, type Facts, facts, list, section } from "../operation/show/Shown.ts"
import type { listRestrictions } from "./operations/listRestrictions.ts"
import type { Restriction } from "./schema.ts"
import type { PastRestriction, RestrictionView } from "./view.ts"

type Listed = (typeof listRestrictions)["answer"]["schema"]["Encoded"]["restrictions"][number]
type Past = typeof PastRestriction.Encoded
type View = typeof RestrictionView.Encoded
type Told = typeof Restriction.Encoded

/** Until when, behind "in force" or in a sentence. */
export const untilText = (end: string | null | undefined): string =>
  end === null || end === undefined ? "for ever" : `until ${end}`

const endOf = ({ expiration, lifted }: Listed): string =>
  lifted === undefined ? (expiration ?? "never") : `lifted ${lifted}`

/** Restrictions of all players. */
export const restrictionList = list({
  rows: ({ restrictions }: { readonly restrictions: ReadonlyArray<Listed> }) => restrictions,
  columns: [
    { name: "display_name", kind: "text", of: ({ display_name }) => display_name },
    { name: "player_uuid", kind: "id", of: ({ player_uuid }) => player_uuid },
    { name: "type", kind: "label", of: ({ type }) => type },
    { name: "ends", kind: "moment", of: endOf },
    { name: "issuer", kind: "text", of: ({ issuer }) => issuer },
  ],
  empty: "There is no such restriction.",
})

/** The restrictions of one player, in force or not. */
export const pastRestrictionColumns: ReadonlyArray<Column<Past>> = [
  { name: "restriction", kind: "label", of: ({ type }) => type },
  { name: "state", kind: "label", of: ({ active }) => (active ? "in force" : "over") },
  { name: "until", kind: "moment", of: ({ expiration }) => expiration ?? "for ever" },
  { name: "issuer", kind: "label", of: ({ issuer }) => issuer },
  { name: "reason", kind: "text", of: ({ reason }) => reason },
]

const id: Fact<View> = { name: "restriction_id", kind: "id", of: ({ restriction_id }) => restriction_id }
const type: Fact<View> = { name: "type", kind: "label", of: ({ type: own }) => own }
const inForce: Fact<View> = { name: "in force", kind: "moment", of: ({ expiration }) => untilText(expiration) }

type Added = View & { readonly ended_sessions: number; readonly holds_everywhere?: string | undefined }

/** A restriction of a player of this name. */
export const addedRestrictionFacts = (player: string): Facts<Added> => [
  { name: "player", kind: "text", of: () => player },
  id,
  type,
  inForce,
  { name: "sessions ended", kind: "count", of: ({ ended_sessions }) => ended_sessions },
  {
    name: "everywhere",
    kind: "moment",
    of: ({ holds_everywhere: from }) => (from === undefined ? undefined : `from ${from}`),
  },
]

interface Moved {
  readonly restriction: View
  readonly replaced: View
}

/** A restriction that has another end. */
export const movedRestrictionFacts = facts<Moved>([
  each(({ restriction }) => [restriction], [id, type, inForce]),
  { name: "before", kind: "moment", of: ({ replaced }) => untilText(replaced.expiration) },
])

/** Restrictions that were lifted. */
export const liftedFacts = facts<{ readonly lifted: ReadonlyArray<View> }>([
  section<{ readonly lifted: ReadonlyArray<View> }, View>({
    rows: ({ lifted }) => lifted,
    columns: [
      { name: "lifted", kind: "label", of: ({ type: own }) => own },
      { name: "restriction_id", kind: "id", of: ({ restriction_id }) => restriction_id },
      { name: "issuer", kind: "label", of: ({ issuer }) => issuer },
    ],
  }),
])

/** The restrictions of an answer, one a line under this name. */
export const restrictionsCalled = <Answer>(name: string, of: (answer: Answer) => ReadonlyArray<Told>) =>
  each<Answer, Told>(of, [{ name, kind: "label", of: ({ type: own }) => own }])
