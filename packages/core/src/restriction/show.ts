/** What restrictions look like. */
import type { PastRestriction } from "./view.ts"
import { facts, list } from "../operation/show/Shown.ts"

type Restriction = typeof PastRestriction.Encoded & { readonly player_uuid: string; readonly display_name: string }

const DAY_MILLIS = 24 * 60 * 60 * 1000

const endOf = ({ expiration, lifted }: Restriction): string =>
  lifted === undefined ? (expiration ?? "never") : `lifted ${lifted}`

const endsSoon = ({ active, expiration }: Restriction, now: number): boolean =>
  active && expiration !== null && Date.parse(expiration) - now < DAY_MILLIS

/** The restrictions of all players. */
export const restrictionList = list({
  rows: ({ restrictions }: { readonly restrictions: ReadonlyArray<Restriction> }) => restrictions,
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

/** A restriction, with what the player is told and what operators noted. */
export const restrictionDetail = facts<Restriction>([
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
