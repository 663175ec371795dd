/** Audit rows in SQL: a table that only grows, and one row with the end of its chain. */
import type { Actor } from "@garrison/core/operation/Act"
import { type AuditSought, AuditStore } from "@garrison/core/audit/AuditStore"
import type { AuditEnd, AuditHead, AuditRow, AuditSubject } from "@garrison/core/audit/schema"
import type { SealKind } from "@garrison/core/kernel/seal/Seals"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, integerOrUndefined, type Row, text, textOrUndefined } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { makeAuditSearch } from "./auditSearch.ts"
import { uuidOrUndefined, uuids } from "../uuid.ts"

const rowOf = (row: Row): AuditRow => ({
  sequence: integer(row.sequence),
  at: integer(row.at),
  actor: {
    kind: text(row.actor_kind) as Actor["kind"],
    id: text(row.actor_id),
    name: text(row.actor_name),
    address: text(row.address),
  },
  operation: text(row.operation),
  subject: { kind: text(row.subject_kind) as AuditSubject["kind"], id: text(row.subject_id) },
  revision: integerOrUndefined(row.revision),
  reason: textOrUndefined(row.reason),
  outcome: text(row.outcome),
  before: textOrUndefined(row.before),
  after: textOrUndefined(row.after),
  sealing: textOrUndefined(row.sealing) as SealKind | undefined,
  seal: text(row.seal),
  tokenHash: textOrUndefined(row.token_hash),
})

/** {@link AuditStore} on either database. */
export const layer = Layer.effect(
  AuditStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { id } = uuids(sql)
    const columns = sql.literal(
      "sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, " +
        "reason, outcome, before_json AS before, after_json AS after, sealing, seal, token_hash",
    )
    const isInUnit = Effect.withFiber((fiber) =>
      Effect.succeed(Context.getOrUndefined(fiber.context, sql.transactionService) !== undefined),
    )

    const readHead = sql`SELECT sequence, last_seal, token FROM audit_head WHERE id = 1`
    // SQLite has one writer at a time: a unit of work holds everything locked.
    const lockHead = sql.onDialectOrElse({
      pg: () => sql`SELECT sequence, last_seal, token FROM audit_head WHERE id = 1 FOR UPDATE`,
      orElse: () => readHead,
    })
    const head = Effect.flatMap(isInUnit, (inUnit) => (inUnit ? lockHead : readHead)).pipe(
      Effect.map(([row]): AuditEnd => ({
        sequence: integer(row?.sequence),
        seal: text(row?.last_seal),
        token: uuidOrUndefined(row?.token),
      })),
      orUnavailable,
    )

    // The end moves first. Another unit that appends waits here, and then finds that the end has moved.
    const moveHead = ({ seal, sequence }: AuditHead, after: AuditHead, token: string) =>
      sql`UPDATE audit_head SET sequence = ${sequence}, last_seal = ${seal}, token = ${id(token)}
        WHERE id = 1 AND sequence = ${after.sequence} AND last_seal = ${after.seal} RETURNING sequence`

    const append = Effect.fnUntraced(function* (row: AuditRow, after: AuditHead, token: string) {
      if ((yield* moveHead(row, after, token)).length === 0) return false
      const { actor, subject } = row
      yield* sql`INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind,
          subject_id, revision, reason, outcome, before_json, after_json, sealing, seal, token_hash)
        VALUES (${row.sequence}, ${row.at}, ${actor.kind}, ${actor.id}, ${actor.name}, ${actor.address},
          ${row.operation}, ${subject.kind}, ${subject.id}, ${row.revision ?? null}, ${row.reason ?? null},
          ${row.outcome}, ${row.before ?? null}, ${row.after ?? null}, ${row.sealing ?? null}, ${row.seal},
          ${row.tokenHash ?? null})`
      return true
    }, orUnavailable)

    const page = (after: number, limit: number) =>
      sql`SELECT ${columns} FROM audit WHERE sequence > ${after} ORDER BY sequence LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(rowOf)),
        orUnavailable,
      )

    const search = yield* Effect.map(
      makeAuditSearch,
      (find) => (sought: AuditSought, limit: number) =>
        orUnavailable(Effect.map(find(columns, sought, limit), ({ next, rows }) => ({ rows: rows.map(rowOf), next }))),
    )

    // From the last row of that revision on: a client_id may be given again, and then counts from the beginning.
    const changesSince = ({ id, kind }: AuditSubject, revision: number, limit: number) =>
      sql`SELECT ${columns} FROM audit WHERE subject_kind = ${kind} AND subject_id = ${id} AND outcome = 'done'
          AND sequence > COALESCE((SELECT MAX(sequence) FROM audit
            WHERE subject_kind = ${kind} AND subject_id = ${id} AND revision = ${revision}), 0)
        ORDER BY sequence LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(rowOf)),
        orUnavailable,
      )

    const newestOf = ({ id, kind }: AuditSubject, after: number, limit: number) =>
      sql`SELECT ${columns} FROM audit WHERE subject_kind = ${kind} AND subject_id = ${id} AND sequence > ${after}
        ORDER BY sequence DESC LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(rowOf)),
        orUnavailable,
      )

    const countRefusals = (actorId: string, since: number) =>
      sql`SELECT COUNT(*) AS refusals FROM audit
        WHERE actor_id = ${actorId} AND at >= ${since} AND outcome <> 'done'`.pipe(
        Effect.map(([row]) => integer(row?.refusals)),
        orUnavailable,
      )

    return AuditStore.of({ head, append, page, search, changesSince, newestOf, countRefusals })
  }),
)
