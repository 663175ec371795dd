/** What restrictions look like. */
import { type Column, each, type Fact, type Facts, facts, list, section } from "../operation/show/Shown.ts"
import type { listRestrictions } from "./operations/listRestrictions.ts"
import type { Restriction } from "./schema.ts"
import type { PastRestriction, RestrictionView } from "./view.ts"

type Listed = (typeof listRestrictions)["answer"]["schema"]["Encoded"]["restrictions"][number]
type Past = typeof PastRestriction.Encoded
type View = typeof RestrictionView.Encoded
type Told = typeof Restriction.Encoded

const DAY_MILLIS = 24 * 60 * 60 * 1000

/** Until when, behind "in force" or in a sentence. */
export const untilText = (end: string | null | undefined): string =>
  end === null || end === undefined ? "for ever" : `until ${end}`

const endOf = ({ expiration, lifted }: Listed): string =>
  lifted === undefined ? (expiration ?? "never") : `lifted ${lifted}`

const endsSoon = ({ active, expiration }: Listed, now: number): boolean =>
  active && expiration !== null && Date.parse(expiration) - now < DAY_MILLIS

/** Restrictions of all players. */
export const restrictionList = list({
  rows: ({ restrictions }: { readonly restrictions: ReadonlyArray<Listed> }) => restrictions,
  columns: [
    { name: "display_name", kind: "text", min: 12, ideal: 24, priority: 1, of: (row) => row.display_name },
    { name: "player_uuid", kind: "id", min: 36, priority: 6, of: (row) => row.player_uuid },
    {
      name: "type",
      kind: "label",
      min: 15,
      ideal: 24,
      priority: 2,
      of: ({ type }) => type,
      tone: ({ active }) => (active ? "bad" : "dim"),
    },
    {
      name: "ends",
      kind: "moment",
      ideal: 23,
      priority: 1,
      of: endOf,
      tone: (restriction, now) => (endsSoon(restriction, now) ? "warning" : undefined),
    },
    { name: "issuer", kind: "text", min: 8, ideal: 16, priority: 3, of: ({ issuer }) => issuer },
    { name: "told", kind: "text", min: 16, priority: 4, grows: true, isFurther: true, of: ({ reason }) => reason },
  ],
  empty: "There is no such restriction.",
})

/** The restrictions of one player, in force or not. */
export const pastRestrictionColumns: ReadonlyArray<Column<Past>> = [
  { name: "restriction", kind: "label", min: 12, ideal: 24, of: ({ type }) => type },
  {
    name: "state",
    kind: "label",
    ideal: 8,
    of: ({ active, lifted }) => (active ? "in force" : lifted === undefined ? "over" : "lifted"),
    tone: ({ active }) => (active ? "bad" : "dim"),
  },
  { name: "until", kind: "moment", ideal: 19, of: ({ expiration }) => expiration ?? "for ever" },
  { name: "issuer", kind: "label", min: 6, of: ({ issuer }) => issuer },
  { name: "reason", kind: "text", grows: true, of: ({ reason }) => reason },
  { name: "applied", kind: "moment", ideal: 19, isFurther: true, of: ({ created }) => created },
  { name: "note", kind: "text", isFurther: true, of: ({ note }) => note },
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

/** A restriction, with what the player is told and what operators noted. */
export const restrictionDetail = facts<Listed>([
  { name: "player", kind: "text", of: (row) => `${row.display_name} ${row.player_uuid}` },
  { name: "told", kind: "text", of: ({ reason }) => reason, absent: "nothing" },
  { name: "note", kind: "text", of: ({ note }) => note, absent: "none" },
  {
    name: "since",
    kind: "moment",
    of: ({ created, issuer, lifted, lifted_by: by }) =>
      `${created} by ${issuer}${lifted === undefined ? "" : `, lifted ${lifted} by ${by ?? "somebody"}`}`,
  },
])
