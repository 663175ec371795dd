/**
 * Which access rows there must be, as the audit tells: those that an act made or changed, and none removed. One that
 * was removed whole has left no seal that could tell (guarantees R78).
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { PLAYER_ROLE_ID } from "../permission/schema.ts"
import { auditActs } from "./acts.ts"
import type { AuditRow, AuditSubject } from "./schema.ts"

/** By table, what the audit names its rows by. */
export type NamedRows = ReadonlyMap<string, Set<string>>

/** The tables with the subjects of acts. A signing key is no subject: its acts change the environment. */
const TABLES: Readonly<Partial<Record<AuditSubject["kind"], string>>> = {
  person: "person",
  role: "role",
  client: "client",
  account: "password_credential",
}
const KEYS = "signing_key"

/** The rows before any act: the role of every player, which the schema makes. */
export const namedFirst = (): NamedRows =>
  new Map(
    [...Object.values(TABLES), KEYS].map((table) => [table, new Set(table === "role" ? [String(PLAYER_ROLE_ID)] : [])]),
  )

/** What an act on a row of no subject changes. */
export const ENVIRONMENT: AuditSubject = { kind: "environment", id: "environment" }

/** The subject of an act on the row of the table that the audit names so. */
export const subjectOf = (table: string, id: string): AuditSubject => {
  const [kind] = Object.entries(TABLES).find(([, name]) => name === table) ?? []
  return kind === undefined ? ENVIRONMENT : { kind: kind as AuditSubject["kind"], id }
}

/** What an act says of a row. */
interface NamedChange {
  readonly table: string
  readonly id: string
  readonly isThere: boolean
}

const KeyWords = Schema.Struct({
  key_id: Schema.optional(Schema.String),
  removed: Schema.optional(Schema.Array(Schema.String)),
})
const decodeKeys = Schema.decodeUnknownOption(Schema.fromJsonString(KeyWords))

/** What the audit says of a row that was accepted as it stands. */
export const AcceptedWords = Schema.Struct({
  table: Schema.String,
  id: Schema.String,
  seal: Schema.optional(Schema.String),
})
const decodeAccepted = Schema.decodeUnknownOption(Schema.fromJsonString(AcceptedWords))

const keysIn = ({ after }: AuditRow): ReadonlyArray<NamedChange> => {
  const { key_id: made, removed = [] }: typeof KeyWords.Type = Option.getOrElse(decodeKeys(after), () => ({}))
  return [
    ...(made === undefined ? [] : [{ table: KEYS, id: made, isThere: true }]),
    ...removed.map((id) => ({ table: KEYS, id, isThere: false })),
  ]
}

/** A person that was accepted and no act has changed may be pruned, as others may. */
const acceptedIn = ({ after }: AuditRow): ReadonlyArray<NamedChange> =>
  Option.match(decodeAccepted(after), {
    onNone: () => [],
    onSome: ({ id, seal, table }) =>
      seal === undefined || table !== TABLES.person ? [{ table, id, isThere: seal !== undefined }] : [],
  })

const makers: Readonly<Record<string, (row: AuditRow) => ReadonlyArray<NamedChange>>> = {
  [auditActs.accept.name]: acceptedIn,
  "signingKey.publish": keysIn,
  "signingKey.remove": keysIn,
  "client.remove": ({ subject: { id } }) => [{ table: "client", id, isThere: false }],
}

/** What a row of the audit says of access rows. */
export const changesIn = (row: AuditRow): ReadonlyArray<NamedChange> => {
  if (row.outcome !== "done") return []
  const maker = makers[row.operation]
  const table = TABLES[row.subject.kind]
  return maker?.(row) ?? (table === undefined ? [] : [{ table, id: row.subject.id, isThere: true }])
}

/** Notes what a row of the audit says. */
export const note = (named: NamedRows, row: AuditRow): void => {
  for (const { id, isThere, table } of changesIn(row)) {
    if (isThere) named.get(table)?.add(id)
    else named.get(table)?.delete(id)
  }
}
