/** What a history looks like: logins, refused logins, security events and acts of operators, in one list. */
import type * as Schema from "effect/Schema"
import { list } from "../operation/show/Shown.ts"
import type { historyFields } from "./operations/history.ts"
import { HISTORY_LIMIT_DEFAULT, kindOfLogin } from "./rules.ts"

type History = Schema.Struct.Encoded<typeof historyFields>

type Happened =
  | ({ readonly list: "logins" } & History["logins"][number])
  | ({ readonly list: "events" } & History["events"][number])
  | ({ readonly list: "acts" } & History["acts"][number])

/** All of it in the order of time, the newest first. Each row says in `list` which list of the answer it is from. */
const inOrder = ({ acts, events, logins }: History, limit: number): ReadonlyArray<Happened> =>
  [
    ...logins.map((row) => ({ list: "logins" as const, ...row })),
    ...events.map((row) => ({ list: "events" as const, ...row })),
    ...acts.map((row) => ({ list: "acts" as const, ...row })),
  ]
    .toSorted((one, other) => Date.parse(other.time) - Date.parse(one.time))
    .slice(0, limit)

const whatOf = (row: Happened): string => {
  // A changed way to log in is in the history of logins, too, and is none.
  if (row.list === "logins") return kindOfLogin(row.grant_type)
  return row.list === "events" ? row.kind : row.operation
}

const detailOf = (row: Happened): string | undefined => {
  if (row.list === "acts") return row.reason
  if (row.list === "logins") return kindOfLogin(row.grant_type) === "login" ? row.grant_type : row.platform
  return row.error_code === undefined ? undefined : `${row.grant_type}: ${row.error_code}`
}

/** What happened to a player or a client. */
export const historyList = list<History, Happened>({
  rows: (history, { limit }) => inOrder(history, typeof limit === "number" ? limit : HISTORY_LIMIT_DEFAULT),
  columns: [
    { name: "time", kind: "moment", of: ({ time }) => time },
    { name: "what", kind: "label", of: whatOf },
    { name: "address", kind: "label", of: ({ address }) => address },
    { name: "by", kind: "text", of: (row) => (row.list === "acts" ? row.actor : row.client_id) },
    { name: "detail", kind: "text", of: detailOf },
  ],
  empty: (_history, { actor, from, kind, to }) =>
    [actor, from, kind, to].every((condition) => condition === undefined)
      ? "Nothing is kept: no login, no event and no change."
      : "Nothing like that is kept.",
})
