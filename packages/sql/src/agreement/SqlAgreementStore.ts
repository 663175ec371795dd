/** Receipts for agreements in SQL. */
import { AgreementStore } from "@garrison/core/agreement/AgreementStore"
import type { AgreementKind, AgreementReceipt } from "@garrison/core/agreement/schema"
import { PersonId } from "@garrison/core/kernel/Identifier"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, text } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuid, uuids } from "../uuid.ts"

const kindOf = (value: unknown): AgreementKind => text(value) as AgreementKind

/** {@link AgreementStore} on either database. */
export const layer = Layer.effect(
  AgreementStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { id } = uuids(sql)

    const record = (receipt: AgreementReceipt) =>
      sql`INSERT INTO agreement_receipt (person_id, kind, version, sha256, accepted_at, client_uuid, address)
        VALUES (${id(receipt.personId)}, ${receipt.kind}, ${receipt.version}, ${receipt.sha256}, ${receipt.acceptedAt},
          ${id(receipt.clientUuid)}, ${receipt.address})
        ON CONFLICT (person_id, kind, version) DO NOTHING`.pipe(Effect.asVoid, orUnavailable)

    const history = (personId: PersonId) =>
      sql`SELECT person_id, kind, version, sha256, accepted_at, client_uuid, address FROM agreement_receipt
        WHERE person_id = ${id(personId)} ORDER BY accepted_at, kind, version`.pipe(
        Effect.map((rows) =>
          rows.map((row) => ({
            personId: PersonId.make(uuid(row.person_id)),
            kind: kindOf(row.kind),
            version: integer(row.version),
            sha256: text(row.sha256),
            acceptedAt: integer(row.accepted_at),
            clientUuid: uuid(row.client_uuid),
            address: text(row.address),
          })),
        ),
        orUnavailable,
      )

    return AgreementStore.of({ record, history })
  }),
)
